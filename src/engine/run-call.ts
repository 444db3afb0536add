/**
 * One call of any tool. Input: a tool, and arguments as they were written; output: the summary of results that were passed on, or an
 * answer. Arguments are validated, positions in paths are read, and what the tool needs decides who answers: files, the index of a
 * code base, or the program.
 */
import type { CodeBase } from "../code-base/code-base.ts";
import { parseIndexInput, parseInput, parseServerInput } from "../tools/arguments/input.ts";
import type { AnyIndexTool } from "../tools/contract/index-tool.ts";
import type { AnyServerTool } from "../tools/contract/server-tool.ts";
import type { AnyFileTool, AnyTool } from "../tools/contract/tool.ts";
import { requireLeave } from "./apply-edits.ts";
import type { IndexedCall, Run, ScanSummary } from "./call.ts";
import { placedArguments, withNote } from "./place-arguments.ts";
import type { ServerFacts } from "./server.ts";

/** What a call runs with before its arguments are known. */
export type CallRun = Omit<Run, "codeBase" | "maxChars" | "note"> & {
  readonly openCodeBase: () => Promise<CodeBase>;
  /** Returns the limit of an answer to arguments: see Engine. */
  readonly maxCharsOf: (input: unknown, tool: AnyTool) => number;
  readonly server: ServerFacts;
};

/**
 * Runs a call.
 *
 * @throws UserError when it fails as a whole, and the signal's reason when it is cancelled
 */
export async function runCall(tool: AnyTool, input: unknown, call: CallRun): Promise<ScanSummary | IndexedCall> {
  if (tool.needs === "program") return answerServer(tool, input, call);
  if (tool.needs === "index") {
    const { asked, run } = await opened(tool, input, parseIndexInput, call);
    if (asked.lines !== undefined) {
      const { showLines } = await import("./shown-lines.ts");
      return showLines(asked.lines, run);
    }
    const { answerInTime } = await import("./answer-in-time.ts");
    return withNote(await answerInTime(tool, asked, run), run.note);
  }
  const { asked, run } = await opened(tool, input, parseInput, call);
  const { scanFiles } = await import("./scan-files.ts");
  return scanFiles(tool, run.options.isReadByLine === true ? tool.withReadArguments(asked) : asked, run);
}

/** Validates arguments, opens the code base, and reads positions in paths. */
async function opened<Tool extends AnyFileTool | AnyIndexTool, Input extends Parameters<typeof placedArguments>[1]>(
  tool: Tool,
  input: unknown,
  parse: (tool: Tool, input: unknown) => Input,
  { openCodeBase, maxCharsOf, ...call }: CallRun,
): Promise<{ readonly asked: Input; readonly run: Run }> {
  const given = parse(tool, input);
  requireLeave(given, call);
  const codeBase = await openCodeBase();
  const placed = await placedArguments(tool, given, (paths) => codeBase.filesAmong(paths, call.deadline.signal));
  const asked = placed === undefined ? given : parse(tool, placed.input);
  return {
    asked,
    run: { ...call, codeBase, maxChars: maxCharsIn(tool, asked, { ...call, maxCharsOf }), note: placed?.note },
  };
}

async function answerServer(tool: AnyServerTool, input: unknown, call: CallRun): Promise<IndexedCall> {
  const { server: facts, languages, pool, deadline, sink, options } = call;
  const given = parseServerInput(tool, input);
  const { openServer } = await import("./server.ts");
  const { signal } = deadline;
  const server = openServer(facts, languages, pool, signal, (seconds, line) => sink.elapsed?.(seconds, line));
  const room = { maxChars: maxCharsIn(tool, given, call), charsOf: options.measure?.answer ?? (() => 0) };
  return { answer: await tool.answer(server, given, { ...room, signal }), spent: {} };
}

/** The limit of an answer: callers without a measure cut it themselves. */
function maxCharsIn(tool: AnyTool, input: unknown, { options, maxCharsOf }: Pick<CallRun, "maxCharsOf" | "options">) {
  return options.measure === undefined ? Number.POSITIVE_INFINITY : maxCharsOf(input, tool);
}
