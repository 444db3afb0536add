/**
 * A call of a tool over files: lists them, takes out what facts know, has workers read the others, and makes the answer fit.
 * Input: a tool and its arguments; output: results in path order, and their summary.
 */
import { basename } from "node:path";
import { type Cursor, callKeyOf, readCursor, writeCursor } from "../answers/cursor.ts";
import { emptyReason } from "../answers/empty-reason.ts";
import { UserError } from "../base/errors.ts";
import { withSeparator } from "../base/real-path.ts";
import type { Files } from "../code-base/code-base.ts";
import { type Facts, noFacts, usesAt } from "../code-base/facts.ts";
import type { Put } from "../code-base/scan.ts";
import { unsupportedFile, withAsked } from "../syntax/language-of.ts";
import type { TargetArguments } from "../tools/target-arguments.ts";
import type { AnyFileTool } from "../tools/tool.ts";
import type { Target } from "../workspace/expand.ts";
import { isOfShard } from "../workspace/shard.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { FileAnswer, PageContent, Run, ScanSummary } from "./call.ts";
import { FilePage } from "./file-page.ts";
import { PageFiles } from "./page-stamps.ts";
import { firstRowOf, isOpenAt, longestStamps } from "./page-start.ts";
import { Results } from "./results.ts";
import { unsavedFiles, unsavedTextOf } from "./unsaved-text.ts";
import { type FileOutcome, outcomeOf } from "./worker/file-outcome.ts";
import { whatToDo } from "./worker/list-files.ts";

/**
 * Scans the files of a call and passes on their results.
 *
 * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
 */
export async function scanFiles(tool: AnyFileTool, given: TargetArguments, run: Run): Promise<ScanSummary> {
  const { codeBase, deadline, stopwatch, languages, shard, maxChars, sink, options } = run;
  const unsaved = unsavedTextOf(given, languages, run.maxFileBytes);
  const input: TargetArguments = { ...given, source: undefined };
  // Workers get paths and an unsaved text file by file.
  const question = { ...input, filepath: undefined };
  const bound = tool.bind(question);
  const files = unsaved === undefined ? await listed(tool, input, run) : unsavedFiles(unsaved);
  const { flat, targets: all, isPartial } = files;
  stopwatch.lap("walk");
  const callKey = callKeyOf(tool.name, input);
  const start = input.cursor === undefined ? undefined : readCursor(callKey, input.cursor);
  const inShare = shard === undefined ? all : all.filter(({ name }) => isOfShard(name, shard));
  const targets = start === undefined ? inShare : inShare.filter((target) => isOpenAt(target, start));
  // Of a listing that has ended early it is not known which files pages before have shown.
  const shown = unsaved === undefined && !isPartial ? new PageFiles(inShare, run) : undefined;
  const isChanged = start !== undefined && (await shown?.haveChangedSince(start)) === true;
  sink.total?.(targets.length);
  const isShortened = Number.isFinite(maxChars) && bound.isShortened;
  const isFlat = flat && shard === undefined;
  const hasFacts = targets.length > 0 && unsaved === undefined;
  const needsWords = isShortened && !flat;
  const facts = hasFacts ? codeBase.openFacts(files, { tool: bound, input: question, needsWords, stopwatch }) : noFacts;
  const keep =
    start === undefined ? await deadline.unlessPassed(codeBase.keeperOf(files, facts, deadline.signal)) : undefined;
  const outcomes = await outcomesBeforeReading(tool, question, targets, facts, run);
  const open = targets.flatMap((_, i) => (outcomes.has(i) ? [] : [i]));
  const page = new FilePage({ maxResults: input.max_results || Number.POSITIVE_INFINITY, maxChars, pass: sink.result });
  const symbols = isShortened ? await symbolForms(maxChars, isFlat) : undefined;
  const skipped = new Skipped();
  skipped.add(files.skipped);
  const taker = symbols ?? page;
  const results = new Results({ targets, outcomes, start, skipped, taker, done: sink.done, countsOf: tool.countsOf });
  const scan = codeBase.scan({
    ...{ targets, all, facts, unsaved, deadline, stopwatch },
    toolCall: { tool: tool.name, input: question },
    // A file ends its workers whatever is asked of its outline.
    work: bound.rowsOfOutline === undefined ? JSON.stringify([tool.name, question]) : tool.name,
    maxChars: isShortened ? Number.POSITIVE_INFINITY : maxChars,
    firstRowOf: (target) => firstRowOf(target, start),
  });
  // The reference shows each file of one folder.
  const showsEmpty = tool.listsFilepathAsRequired === true && input.recursive === false;
  let emptyFiles = 0;
  let hasRows = start !== undefined;
  const put: Put = (index, outcome) => {
    const isEmpty = "rows" in outcome && outcome.isEmpty === true;
    if (isEmpty) emptyFiles++;
    else hasRows ||= "rows" in outcome;
    const isShown = targets[index]?.isExplicit === true || showsEmpty;
    results.put(index, isEmpty && !isShown ? { skipped: "no_match" } : outcome);
  };
  const changedDuringCall = await scan.run(open, put);
  if (keep !== undefined && deadline.passed === undefined) await deadline.unlessPassed(keep(scan));
  if (bound.symbol !== undefined && emptyFiles > 0 && !hasRows && shard === undefined) {
    const { requireSymbol } = await import("./require-symbol.ts");
    const readable = all.flatMap((target, i) => (outcomeBeforeReading(target, run) === undefined ? [i] : []));
    await requireSymbol(bound.symbol, files, readable, unsaved, skipped, run);
  }
  const { endBeforeMissing, ...totals } = results.end(scan.hasRun ? deadline.passed : undefined);
  const notes = [bound.note, isChanged ? changedNote : undefined, run.note].filter((note) => note !== undefined);
  const unlisted = isPartial ? `Half of the time was over before all folders were listed. ${whatToDo}` : undefined;
  const ofAllPages = {
    flat: isFlat,
    ...totals,
    ...checkedOf(tool, totals, shard === undefined && !isPartial),
    notSearched: Object.keys(files.notSearched).length === 0 ? undefined : files.notSearched,
    ...{ changedDuringCall, stopped: deadline.passed, unlisted },
    emptyReason:
      isFlat || totals.totalFiles > 0 || isPartial
        ? undefined
        : reasonOfNone(tool, input, files, targets.length, totals.skipped, run),
    note: notes.length === 0 ? undefined : notes.join(" "),
    spent: stopwatch.spent,
  };
  const ends = new WeakMap<FileAnswer, Cursor | undefined>();
  const answerOf = ({ entries, cut: { nextStart, shortForm, ...cut } }: PageContent): FileAnswer => {
    const nextCursor = nextStart && writeCursor(callKey, { ...nextStart, stamps: longestStamps(nextStart) });
    const answer = { entries, summary: { ...ofAllPages, ...cut, shortForm, nextCursor } };
    ends.set(answer, nextStart);
    return answer;
  };
  const room = { maxChars, charsOf: options.measure?.files ?? (() => 0) };
  const answer =
    symbols?.fitted(endBeforeMissing, answerOf, room, usesIn(isFlat ? [] : targets, facts, run)) ??
    page.fitted(endBeforeMissing, answerOf, room);
  for (const entry of answer.entries) sink.result(entry);
  const next = ends.get(answer);
  const stamps = next && (await shown?.stampsUpTo(next, isChanged));
  return { ...answer.summary, nextCursor: next && writeCursor(callKey, { ...next, stamps }) };
}

/** Of names that files use: what a package offers is meant for those that read its overview. */
const packageFileWeight = 4;

/** The warning of a page when files on pages before it have changed. */
const changedNote = "Files on pages before have changed since. For their rows of now, start again without cursor.";

/** The files of the call. The listing ends at half of the timeout, which leaves time for some of the files. */
async function listed(tool: AnyFileTool, input: TargetArguments, run: Run): Promise<Files> {
  const { codeBase, deadline, languages, shard, cwd, sink, options } = run;
  const { listsFiles = false } = options;
  const { filepath, recursive = true, file_patterns: filePatterns, no_ignore: noIgnore = false } = input;
  const defaultPatterns = tool.defaultPatterns && withAsked(tool.defaultPatterns, languages);
  const request = { filepath, recursive, filePatterns, defaultPatterns, noIgnore, stopAtMs: deadline.halfTimeMs };
  const keptFor = listsFiles || shard !== undefined ? undefined : tool.bind({ ...input, filepath: undefined });
  const files = await deadline.unlessPassed(codeBase.files(request, keptFor, deadline.signal, sink.found));
  if (files === undefined) {
    throw new UserError(`${deadline.passed}`, { details: `No files were listed by then. ${whatToDo}` });
  }
  const { targets, settled } = files;
  if (listsFiles) return { ...files, targets: targets.map((target) => ({ ...target, isExplicit: false })) };
  if (filepath !== undefined || settled !== undefined) return files;
  const folder = withSeparator(cwd);
  const nameOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : path);
  return { ...files, targets: targets.map((target) => ({ ...target, name: nameOf(target.path) })) };
}

/** The outcomes of files that need not be read, by their indexes. */
async function outcomesBeforeReading(
  tool: AnyFileTool,
  question: TargetArguments,
  targets: readonly Target[],
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

/** See SymbolForms, which only tools that list symbols need. */
async function symbolForms(maxChars: number, isFlat: boolean) {
  const { SymbolForms } = await import("./symbol-forms.ts");
  return new SymbolForms({ maxChars, isFlat });
}

/** Returns what counts the files that use a name. */
function usesIn(targets: readonly Target[], facts: Facts, { languages }: Run): (word: string) => number {
  const weightOf = ({ path, language }: Target) => {
    const { package_files: names = [] } = languages.find(({ name }) => name === language) ?? {};
    return names.includes(basename(path)) ? packageFileWeight : 1;
  };
  return usesAt(
    targets.flatMap((target) => {
      const place = facts.placeOf?.(target.path);
      return place === undefined ? [] : [{ place, weight: weightOf(target) }];
    }),
  );
}

function isCheck({ kind }: AnyFileTool): boolean {
  return kind === "diagnostics";
}

/** The numbers of a tool that checks files. @param isWhole true if all files of the call were listed and are its own */
function checkedOf(tool: AnyFileTool, { totalFiles, failedFiles, missing, skipped }: Totals, isWhole: boolean) {
  if (!isCheck(tool)) return { checkedFiles: undefined, nothingChecked: false };
  const filesWithoutRow = skipped?.no_match ?? 0;
  return {
    checkedFiles: totalFiles - failedFiles - missing.length + filesWithoutRow,
    nothingChecked: totalFiles + filesWithoutRow === 0 && isWhole,
  };
}

type Totals = Pick<ScanSummary, "failedFiles" | "missing" | "skipped" | "totalFiles">;

/** Why a call has no result. */
function reasonOfNone(
  tool: AnyFileTool,
  { filepath = [], recursive = true, file_patterns: filePatterns }: TargetArguments,
  { folders, targets }: Files,
  inShare: number,
  skipped: ScanSummary["skipped"],
  { languages }: Run,
): string {
  return emptyReason({
    inputs: typeof filepath === "string" ? [filepath] : filepath,
    knownLanguages: languages.map(({ title }) => title),
    ...{ folders, recursive, filePatterns, found: targets.length, inShare, skipped, isCheck: isCheck(tool) },
  });
}
