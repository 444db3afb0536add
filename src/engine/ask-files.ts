/**
 * The questions of a call over files to workers. Input: its files; output: the outcome of each, from before they are read, from facts
 * or from a worker, merged into results, and their totals.
 */
import type { Cursor } from "../answers/cursor.ts";
import type { Files } from "../code-base/code-base.ts";
import type { Facts } from "../code-base/facts.ts";
import { unsupportedFile } from "../syntax/language-of.ts";
import type { TargetArguments } from "../tools/arguments/target-arguments.ts";
import type { AnyFileTool, BoundTool } from "../tools/contract/tool.ts";
import { type FileOutcome, outcomeOf } from "../workers/file-outcome.ts";
import type { UnsavedText } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import { Skipped } from "../workspace/skipped.ts";
import { changedText, FoundEdits } from "./apply-edits.ts";
import type { Run } from "./call.ts";
import { firstRowOf } from "./page-start.ts";
import { type FileTaker, Results } from "./results.ts";

/** A call over files that are listed. */
export type FilesCall = {
  readonly tool: AnyFileTool;
  /** The arguments without an unsaved text. */
  readonly input: TargetArguments;
  /** The arguments without what workers get file by file: paths and an unsaved text. */
  readonly question: TargetArguments;
  readonly bound: BoundTool;
  /** The unsaved text that is parsed instead of files. */
  readonly unsaved: UnsavedText | undefined;
  readonly files: Files;
  /** The start of the page; undefined for the first. */
  readonly start: Cursor | undefined;
  /** The files of the share of the call, from the start of the page on. */
  readonly targets: readonly Target[];
  /** True if the tool has poorer forms for rows that do not fit. */
  readonly isShortened: boolean;
};

/**
 * Has workers read the files that nothing is known of.
 *
 * @param taker receives the results that an answer may show
 * @throws UserError when the arguments work for no file, and the signal's reason
 */
export async function askFiles(call: FilesCall, facts: Facts, taker: FileTaker, run: Run) {
  const { tool, input, question, bound, unsaved, files, start, targets, isShortened } = call;
  const { codeBase, deadline, stopwatch, shard, maxChars, sink } = run;
  const keep =
    start === undefined ? await deadline.unlessPassed(codeBase.keeperOf(files, facts, deadline.signal)) : undefined;
  const outcomes = await outcomesBeforeReading(call, facts, run);
  const open = targets.flatMap((_, i) => (outcomes.has(i) ? [] : [i]));
  const skipped = new Skipped();
  skipped.add(files.skipped);
  const results = new Results({ targets, outcomes, start, skipped, taker, done: sink.done, countsOf: tool.countsOf });
  const scan = codeBase.scan({
    targets,
    all: files.targets,
    facts,
    unsaved,
    deadline,
    stopwatch,
    toolCall: { tool: tool.name, input: question },
    needsWords: bound.neededText !== undefined,
    // A file ends its workers whatever is asked of its outline.
    work: bound.rowsOfOutline === undefined ? JSON.stringify([tool.name, question]) : tool.name,
    maxChars: isShortened ? Number.POSITIVE_INFINITY : maxChars,
    firstRowOf: (target) => firstRowOf(target, start),
    onMacros: sink.macros,
  });
  // The reference shows each file of one folder.
  const showsEmpty = tool.listsFilepathAsRequired === true && input.recursive === false;
  let emptyFiles = 0;
  let hasRows = start !== undefined;
  const filesWith = new Map<string, number>();
  const found = input.apply === true ? new FoundEdits() : undefined;
  for (const [index, outcome] of outcomes) {
    const target = targets[index];
    if (target !== undefined && "error" in outcome) found?.take(target, outcome);
  }
  const changedDuringCall = await scan.run(open, (index, outcome) => {
    const isEmpty = "rows" in outcome && outcome.isEmpty === true;
    if (isEmpty) {
      emptyFiles++;
      for (const word of outcome.wordsHeld ?? []) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    } else hasRows ||= "rows" in outcome;
    const target = targets[index];
    if (target !== undefined) found?.take(target, outcome);
    const isShown = target?.isExplicit === true || showsEmpty;
    results.put(index, isEmpty && !isShown ? { skipped: "no_match" } : outcome);
  });
  if (keep !== undefined && deadline.passed === undefined) await deadline.unlessPassed(keep(scan));
  if (bound.symbol !== undefined && emptyFiles > 0 && !hasRows && shard === undefined) {
    const { requireSymbol } = await import("./require-symbol.ts");
    const isReadable = (target: Target) => outcomeBeforeReading(target, run) === undefined;
    const readable = files.targets.flatMap((target, i) => (isReadable(target) ? [i] : []));
    await requireSymbol(bound.symbol, files, readable, unsaved, skipped, run);
  }
  const missing = deadline.passed ?? (files.isPartial ? partText : changedDuringCall > 0 ? changedText : undefined);
  const written = await found?.write(missing, run);
  const noteOnNothing = hasRows || emptyFiles === 0 ? undefined : bound.noteOnNothing({ files: emptyFiles, filesWith });
  return { ...results.end(scan.hasRun ? deadline.passed : undefined), changedDuringCall, noteOnNothing, written };
}

const partText = "Half of the time was over before all folders were listed: narrow filepath.";

/** The outcomes of files that need not be read, by their indexes. */
async function outcomesBeforeReading(
  { tool, question, targets }: FilesCall,
  facts: Facts,
  run: Run,
): Promise<Map<number, FileOutcome>> {
  const outcomes = new Map<number, FileOutcome>();
  const open: { readonly index: number; readonly language: string }[] = [];
  for (const [index, target] of targets.entries()) {
    const outcome = outcomeBeforeReading(target, run);
    if (outcome === undefined) open.push({ index, language: target.language ?? "" });
    else outcomes.set(index, outcome);
  }
  if (!tool.needsCheck || (open.length === 0 && targets.length > 0)) return outcomes;
  const { refusedLanguages } = await import("./refused-languages.ts");
  const names = open.length > 0 ? open.map(({ language }) => language) : run.languages.map(({ name }) => name);
  const check = { tool: tool.name, input: question };
  const refused = await refusedLanguages(check, [...new Set(names)], facts, run);
  for (const { index, language } of open) if (refused.has(language)) outcomes.set(index, { skipped: "query_language" });
  return outcomes;
}

/** Returns the outcome of a file that need not be read; undefined for other files. */
function outcomeBeforeReading(target: Target, { languages }: Run): FileOutcome | undefined {
  const { name, language, isExplicit, error } = target;
  const isKnown = languages.some((one) => one.name === language);
  if (!isKnown && !isExplicit) return { skipped: "unknown_language" };
  if (error !== undefined) return outcomeOf(error, isExplicit);
  if (isKnown) return undefined;
  const { message, details } = unsupportedFile(name, languages);
  return { error: message, details };
}
