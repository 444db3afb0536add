/**
 * The commands that the user has configured, such as a build or tests. Input: a command of codegrove.json and a file as
 * its argument; output: its exit code, and the findings of a parser in its output.
 */
import { isAbsolute, join, relative, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { commandTimeoutS, maxReportBytes } from "../base/limits.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { shown } from "../base/shown.ts";
import { exists } from "../base/stats.ts";
import type { CommandResult, ProjectCommand } from "../tools/contract/server-tool.ts";
import { type CountName, type Failure, type Findings, nothingFound } from "./findings.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { type ParserName, readsReports } from "./output-parsers.ts";
import type { FindingsRequest } from "./read-findings.ts";
import { type Groups, runProcess } from "./run-process.ts";

/** A command as codegrove.json has it. */
export type CommandSettings = {
  /** The program and its arguments; `{file}` stands for the argument `file`. */
  readonly run: readonly string[];
  readonly parser?: ParserName | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  /** A file that the command writes, which is read instead of its output. */
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

/** The arguments of a call for the command that it runs. */
export type CommandCall = {
  readonly signal: AbortSignal;
  /** Returns what an output says, read in a worker. @throws UserError when it cannot be read, or not in time */
  readonly findingsIn: (request: FindingsRequest) => Promise<Findings>;
  /** Receives the seconds since the start, from time to time, and the last line of the output so far. */
  readonly onProgress: (seconds: number, line: string) => void;
};

/** A command that calls can run. */
export type OpenCommand = Pick<ProjectCommand, "title"> & {
  /** @throws UserError when it cannot be run */
  readonly run: (file: string | undefined, call: CommandCall) => Promise<CommandResult>;
};

/** Variables with secrets of the server, which a command does not inherit. */
const ownVariables = ["CODEGROVE_TOKEN", "CODEGROVE_CACHE_KEY"];

/** Returns the commands of a project. One that runs is not run a second time next to itself. */
export function openCommands(
  commands: Readonly<Record<string, CommandSettings>>,
  surroundings: CommandSurroundings,
): ReadonlyMap<string, OpenCommand> {
  return new Map(Object.entries(commands).map(([name, command]) => [name, openCommand(name, command, surroundings)]));
}

function openCommand(name: string, command: CommandSettings, surroundings: CommandSurroundings): OpenCommand {
  let isRunning = false;
  return {
    title: command.run.join(" "),
    run: async (file, call) => {
      const args = argumentsOf(command, file === undefined ? undefined : pathOf(file, surroundings));
      if (isRunning) throw new UserError(`The command ${name} is running`, { details: "Ask again when it has ended." });
      isRunning = true;
      try {
        return await run(command, args, surroundings, call);
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
  call: CommandCall,
): Promise<CommandResult> {
  const inherited = Object.entries(env).filter(([variable]) => !ownVariables.includes(variable));
  const read = new KeptBytes(maxReportBytes / 2);
  const isRead = parser !== undefined && report === undefined;
  const end = await runProcess({
    program: programOf(program, folder),
    args,
    cwd: folder,
    env: Object.fromEntries(inherited),
    groups,
    signal: call.signal,
    timeoutMs: timeout * 1000,
    onProgress: call.onProgress,
    onOutput: isRead ? (bytes) => read.add(bytes) : () => {},
  });
  const { findings, unread } = await findingsOf(parser, report === undefined ? read : resolve(folder, report), call);
  return { ...end, ...resultOf(findings, folder), unread };
}

/** Returns what an output, or the report at a path, says; with the reason where not all of it was read. */
async function findingsOf(
  parser: ParserName | undefined,
  from: KeptBytes | string,
  { signal, findingsIn }: CommandCall,
): Promise<{ readonly findings: Findings; readonly unread?: string }> {
  if (parser === undefined) return { findings: nothingFound };
  const omitted = typeof from === "string" ? 0 : from.omitted;
  if (omitted > 0 && readsReports(parser)) {
    return {
      findings: nothingFound,
      unread: `The report has ${omitted} bytes more than the ${maxReportBytes} that are read.`,
    };
  }
  try {
    const source = typeof from === "string" ? { report: from } : { output: from.joined() };
    const findings = await findingsIn({ parser, ...source });
    return omitted === 0
      ? { findings }
      : { findings, unread: `${omitted} bytes in the middle of the output were not read.` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    return { findings: nothingFound, unread: `The output cannot be read: ${error.message}` };
  }
}

/** A program with a separator in it lies below the folder of the configuration. */
function programOf(program: string, folder: string): string {
  return program.includes("/") && !isAbsolute(program) ? join(folder, program) : program;
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
  if (file.startsWith("-") || !isInside(path, allowed) || !exists(path)) {
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
