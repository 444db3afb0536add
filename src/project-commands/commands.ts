import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { commandTimeoutS, maxOutputLine, maxReportBytes } from "../base/limits.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { shown } from "../base/shown.ts";
import type { CommandResult, ProjectCommand } from "../tools/server-tool.ts";
import type { CountName, Failure, Findings } from "./findings.ts";
import { openReader, type ParserName, readsReports } from "./output-parsers.ts";
import { type Groups, runProcess } from "./run-process.ts";

/** A command as codegrove.json has it. */
export type CommandSettings = {
  /** The program and its arguments; `{file}` stands for the argument `file`. */
  readonly run: readonly string[];
  readonly parser?: ParserName | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  /** A file that the command writes, which is read in place of its output. */
  readonly report?: string | undefined;
};

export type CommandSurroundings = {
  /** The folder of the configuration: commands run in it. */
  readonly folder: string;
  /** The working folder, from which `file` is. */
  readonly cwd: string;
  /** The folders in which `file` lies; none for the folder of the configuration. */
  readonly roots: Roots;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly groups: Groups;
};

/** Variables with secrets of the server, which a command does not inherit. */
const ownVariables = ["CODEGROVE_TOKEN", "CODEGROVE_CACHE_KEY"];

/** Returns the commands of a project. One that runs is not run a second time beside itself. */
export function openCommands(
  commands: Readonly<Record<string, CommandSettings>>,
  surroundings: CommandSurroundings,
): ReadonlyMap<string, ProjectCommand> {
  return new Map(Object.entries(commands).map(([name, command]) => [name, openCommand(name, command, surroundings)]));
}

function openCommand(name: string, command: CommandSettings, surroundings: CommandSurroundings): ProjectCommand {
  let isRunning = false;
  return {
    title: command.run.join(" "),
    run: async (file, signal) => {
      const args = argumentsOf(command, file === undefined ? undefined : pathOf(file, surroundings));
      if (isRunning) throw new UserError(`The command ${name} is running`, { details: "Ask again when it has ended." });
      isRunning = true;
      try {
        return await run(command, args, surroundings, signal);
      } finally {
        isRunning = false;
      }
    },
  };
}

async function run(
  { run: [program = ""], parser, timeout = commandTimeoutS, report }: CommandSettings,
  args: readonly string[],
  { folder, env, groups }: CommandSurroundings,
  signal: AbortSignal,
): Promise<CommandResult> {
  const reader = openReader(parser);
  const inherited = Object.entries(env).filter(([variable]) => !ownVariables.includes(variable));
  const { output, omittedChars, ...end } = await runProcess({
    ...{
      program: programOf(program, folder),
      args,
      cwd: folder,
      env: Object.fromEntries(inherited),
      signal,
      groups,
    },
    timeoutMs: timeout * 1000,
    maxLine: readsReports(parser) ? maxReportBytes : maxOutputLine,
    onLine: report === undefined ? reader.line : () => {},
  });
  const unread = report === undefined ? undefined : readReport(resolve(folder, report), reader.line);
  return { ...end, ...resultOf(reader.end(), folder), unread, output, omittedChars };
}

/** A program with a separator in it lies below the folder of the configuration. */
function programOf(program: string, folder: string): string {
  return program.includes("/") && !isAbsolute(program) ? join(folder, program) : program;
}

/** @returns why the report cannot be read; undefined when it was */
function readReport(path: string, onLine: (line: string) => void): string | undefined {
  try {
    for (const line of readSmallFile(path, maxReportBytes).toString().split("\n")) onLine(line);
    return undefined;
  } catch (error) {
    return `The report cannot be read: ${messageOf(error)}`;
  }
}

function argumentsOf({ run: [, ...args] }: CommandSettings, file: string | undefined): readonly string[] {
  const place = "{file}";
  if (!args.includes(place)) return file === undefined ? args : [...args, file];
  return args.flatMap((arg) => (arg === place ? (file ?? []) : arg));
}

/** Returns the real path of a file, which begins with no sign of a flag. @throws UserError for one that is not inside */
function pathOf(file: string, { cwd, roots, folder }: CommandSurroundings): string {
  const path = canonicalPath(resolve(cwd, file));
  const allowed = roots.length > 0 ? roots : [canonicalPath(folder)];
  if (file.startsWith("-") || !isInside(path, allowed) || !existsSync(path)) {
    throw new UserError(`No such file in the project: ${shown(file)}`);
  }
  return path;
}

function resultOf({ counts, failures, diagnostics, omitted }: Findings, folder: string) {
  const shownPath = (path: string) => (isAbsolute(path) && isInside(path, [folder]) ? relative(folder, path) : path);
  const named = diagnostics.map(({ filepath, ...row }) => ({ filepath: shownPath(filepath), row }));
  const byFile = [...groupBy(named, ({ filepath }) => filepath)];
  return {
    summary: summaryOf(counts),
    failures: failures.map((failure) => failureRow(failure, shownPath)),
    diagnostics: new Map(byFile.map(([path, rows]) => [path, rows.map(({ row }) => row)])),
    omittedRows: omitted,
  };
}

function summaryOf(counts: Readonly<Partial<Record<CountName, number>>>) {
  if (Object.keys(counts).length === 0) return undefined;
  const { total, failed = 0, skipped = 0 } = counts;
  const { passed = Math.max(0, (total ?? failed + skipped) - failed - skipped) } = counts;
  return { passed, failed, skipped };
}

function failureRow({ name, filepath, line, message }: Failure, shownPath: (path: string) => string) {
  return {
    ...(name !== undefined && { name }),
    ...(filepath !== undefined && { filepath: shownPath(filepath) }),
    ...(line !== undefined && { line }),
    ...(message !== undefined && { message }),
  };
}
