/**
 * The tool run_project_command. Input: the name of a command that the user has configured; output: its exit code,
 * failures and diagnostics, and the end of its output.
 */
import * as z from "zod";
import { entriesOf, type FileEntry, type IndexResults, resultsOf } from "../answers/answer.ts";
import type { Room } from "../answers/fit.ts";
import { type Level, levelsOfFirst, richestLevel } from "../answers/levels.ts";
import type { RowValues } from "../answers/rows.ts";
import { UserError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { shown } from "../base/shown.ts";
import { maxChars } from "./arguments/symbol-arguments.ts";
import { type CommandResult, defineServerTool } from "./contract/server-tool.ts";

/** UTF-16 code units of the end of an output: without rows, and with rows. */
const tailChars = 8_000;
const shortTailChars = 1_000;

/** UTF-16 code units of a path: what systems take. */
const maxPathLength = 4_096;

const RunProjectCommandArguments = z.strictObject({
  command: z.string().min(1).optional().describe("Its name (default: list them)"),
  file: z.string().min(1).max(maxPathLength).optional().describe("A file of the project, for the command"),
  max_chars: maxChars,
});

type RunProjectCommandArguments = z.infer<typeof RunProjectCommandArguments>;

/** Runs what the user has configured: a build, tests, a type checker. */
export const runProjectCommand = defineServerTool<RunProjectCommandArguments>({
  needs: "program",
  name: "run_project_command",
  title: "Run project command",
  description:
    "Run a build, tests or a type checker that the user has configured, instead of a shell: exit code, counts, failures " +
    "and diagnostics with their places, the end of the output.",
  help: {
    does: "run the project's build or tests",
    group: "Check and measure",
    examples: [
      { line: "codegrove run_project_command --allow-commands", does: "the commands that codegrove.json lists" },
      { line: "codegrove run_project_command test --allow-commands", does: "run one of them" },
    ],
  },
  input: RunProjectCommandArguments,
  kind: "run",
  commandLine: { firstArgument: "command" },
  runsCommands: true,
  answer: async ({ commands }, { command: name, file }, { signal, ...room }) => {
    if (commands.size === 0) throw new UserError("There are no commands", { details: howToAllow });
    if (name === undefined)
      return answerOf({ commands: [...commands].map(([own, { title }]) => ({ name: own, run: title })) });
    const command = commands.get(name);
    if (command === undefined) {
      const similar = nearest(name, [...commands.keys()]);
      const details = {
        details: `There are ${[...commands.keys()].join(", ")}.`,
        ...(similar && { did_you_mean: [similar] }),
      };
      throw new UserError(`Unknown command: ${shown(name)}`, details);
    }
    return answerTo(name, await command.run(file, signal), room);
  },
});

const howToAllow =
  "List them under commands in codegrove.json, and name that file with --config, or allow the commands of the file in the working " +
  "folder with --allow-commands.";

function answerTo(name: string, result: CommandResult, room: Room): IndexResults {
  const { exitCode, ended, durationMs, summary, failures, diagnostics, unread, omittedRows } = result;
  const hasFailed = exitCode !== 0 || ended !== undefined;
  const head = {
    command: name,
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(ended !== undefined && { ended }),
    duration_ms: durationMs,
    ...(summary && { summary }),
  };
  const entries = [...diagnostics].map(([filepath, rows]) => ({ filepath, diagnostics: rows }));
  const placed = [...diagnostics].flatMap(([filepath, rows]) => rows.map((row) => ({ filepath, row })));
  const named = failures.map(({ message: _, ...row }) => row);
  const counts = { failures: failures.length, diagnostics: placed.length };
  const notes = {
    ...(omittedRows > 0 && { omitted_rows: omittedRows }),
    ...(unread !== undefined && { warnings: [unread] }),
  };
  const make = (
    keys: RowValues,
    shownFailures: readonly RowValues[],
    entries: readonly FileEntry[],
    chars: number,
  ) => ({
    head: { ...head, ...keys, ...(shownFailures.length > 0 && { failures: shownFailures }) },
    lists: entries.length === 0 ? [] : [resultsOf(entries)],
    tail: { ...notes, ...tailOf(result, chars) },
    isReference: true,
    ...(hasFailed && { aside: { failing: "always" as const } }),
  });
  const levels: readonly Level[] = [
    { detail: "full", answer: (keys) => make(keys, failures, entries, tailChars) },
    {
      detail: "signatures",
      sizes: { least: shortTailChars, most: tailChars },
      answer: (keys, chars) => make(keys, failures, entries, chars),
    },
    ...levelsOfFirst("signatures", "diagnostics", placed, (first, keys) =>
      make(
        { ...keys, counts },
        failures,
        entriesOf(first, "diagnostics", ({ row }) => row),
        shortTailChars,
      ),
    ),
    { detail: "names", answer: (keys) => make({ ...keys, counts }, named, [], shortTailChars) },
    ...levelsOfFirst("names", "failures", named, (first, keys) =>
      make({ ...keys, counts }, first, [], shortTailChars / 2),
    ),
    { detail: "counts", answer: (keys) => make({ ...keys, counts }, [], [], shortTailChars / 2) },
  ];
  return richestLevel(
    levels,
    room,
    (chars) => `all rows and the output are ${chars} characters; raise max_chars, or give a file`,
  );
}

/** The end of the output, and how many characters are left out before it. */
function tailOf({ output, omittedChars }: CommandResult, chars: number): RowValues {
  const text = output.slice(-chars);
  const omitted = omittedChars + output.length - text.length;
  return { output_tail: text, ...(omitted > 0 && { omitted_chars: omitted }) };
}

function answerOf(head: RowValues): IndexResults {
  return { head, lists: [], tail: {}, isReference: true };
}
