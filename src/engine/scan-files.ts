/**
 * A call of a tool over files: lists them, asks workers, and makes the answer fit. Input: a tool and its arguments; output: results
 * in path order, and their summary.
 */
import { basename } from "node:path";
import { type Cursor, callKeyOf, readCursor, writeCursor } from "../answers/cursor.ts";
import { emptyReason } from "../answers/empty-reason.ts";
import { UserError } from "../base/errors.ts";
import { withSeparator } from "../base/real-path.ts";
import type { Files } from "../code-base/code-base.ts";
import type { Place } from "../code-base/fact-store.ts";
import { docAt, type Facts, noFacts, usesAt } from "../code-base/facts.ts";
import { searchedPatterns } from "../syntax/language-of.ts";
import type { TargetArguments } from "../tools/arguments/target-arguments.ts";
import type { KnownSymbols } from "../tools/contract/short-forms.ts";
import type { AnyFileTool } from "../tools/contract/tool.ts";
import { whatToDo } from "../workers/list-files.ts";
import type { Target } from "../workspace/expand.ts";
import { isOfShard } from "../workspace/shard.ts";
import { askFiles, type FilesCall } from "./ask-files.ts";
import type { FileAnswer, PageContent, ResultEntry, Run, ScanSummary } from "./call.ts";
import { FilePage, mostKept } from "./file-page.ts";
import { PageFiles } from "./page-stamps.ts";
import { isOpenAt, longestStamps } from "./page-start.ts";
import { ShortenedFiles } from "./shortened-files.ts";
import { nameOfLanguage, unsavedFiles, unsavedTextOf } from "./unsaved-text.ts";

/**
 * Scans the files of a call and passes on their results.
 *
 * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
 */
export async function scanFiles(tool: AnyFileTool, given: TargetArguments, run: Run): Promise<ScanSummary> {
  const { codeBase, stopwatch, languages, shard, maxChars, sink, options } = run;
  const unsaved = unsavedTextOf(given, languages, run.maxFileBytes);
  const input: TargetArguments = { ...given, source: undefined };
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
  const forms = Number.isFinite(maxChars) ? bound.shortForms : undefined;
  const isShortened = forms !== undefined;
  const isFlat = flat && shard === undefined;
  const facts =
    // Kept answers have no edits.
    targets.length > 0 && unsaved === undefined && input.apply !== true
      ? codeBase.openFacts(files, { tool: bound, input: question, needsWords: isShortened && !flat, stopwatch })
      : noFacts;
  const pass = (entry: ResultEntry) => sink.result(entry, isFlat);
  const page = new FilePage({ maxResults: input.max_results || Number.POSITIVE_INFINITY, maxChars, pass });
  const bounds = { maxChars, maxKeptChars: maxChars * mostKept };
  const shortened = forms && new ShortenedFiles({ maxChars, isFlat, forms: await forms(bounds) });
  const call = { tool, input, question, bound, unsaved, files, start, targets, isShortened };
  const { endBeforeMissing, noteOnNothing, ...totals } = await askFiles(call, facts, shortened ?? page, run);
  const notes = [bound.note, isChanged ? changedNote : undefined, run.note, noteOnNothing];
  const ofAllPages = summaryOf(call, totals, isFlat, notes, run);
  const ends = new WeakMap<FileAnswer, Cursor | undefined>();
  const answerOf = ({ entries, cut: { nextStart, shortForm, ...cut } }: PageContent): FileAnswer => {
    const nextCursor = nextStart && writeCursor(callKey, { ...nextStart, stamps: longestStamps(nextStart) });
    const answer = { entries, summary: { ...ofAllPages, ...cut, shortForm, nextCursor } };
    ends.set(answer, nextStart);
    return answer;
  };
  const room = { maxChars, charsOf: options.measure?.files ?? (() => 0) };
  const answer =
    shortened?.fitted(endBeforeMissing, answerOf, room, knownOf(isFlat ? [] : targets, facts, run)) ??
    page.fitted(endBeforeMissing, answerOf, room);
  for (const entry of answer.entries) pass(entry);
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
  const onlyLanguage = input.language === undefined ? undefined : nameOfLanguage(input.language, languages);
  const searched = onlyLanguage === undefined ? tool.defaultPatterns : undefined;
  const defaultPatterns = searched && searchedPatterns(searched, languages);
  const wanted = { filepath, recursive, filePatterns, defaultPatterns, onlyLanguage, noIgnore };
  const request = { ...wanted, stopAtMs: deadline.halfTimeMs };
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

/** The facts about symbols of files: the number of their uses, and the sentences about them. */
function knownOf(targets: readonly Target[], facts: Facts, { languages }: Run): KnownSymbols {
  const weightOf = ({ path, language }: Target) => {
    const { package_files: names = [] } = languages.find(({ name }) => name === language) ?? {};
    return names.includes(basename(path)) ? packageFileWeight : 1;
  };
  const places = new Map<string, Place>();
  const weighted = targets.flatMap((target) => {
    const place = facts.placeOf?.(target.path);
    if (place === undefined) return [];
    places.set(target.name, place);
    return [{ place, weight: weightOf(target) }];
  });
  const docOf: KnownSymbols["docOf"] = ({ file, name, line }) => {
    const place = places.get(file);
    return place && docAt(place, name, line);
  };
  return { usesOf: usesAt(weighted), docOf };
}

type Totals = Omit<Awaited<ReturnType<typeof askFiles>>, "endBeforeMissing" | "noteOnNothing">;

/** The summary of all pages. */
function summaryOf(
  { tool, input, files, targets }: FilesCall,
  totals: Totals,
  isFlat: boolean,
  allNotes: readonly (string | undefined)[],
  { deadline, languages, shard, stopwatch, maxChars }: Run,
) {
  const { totalFiles, failedFiles, missing, skipped } = totals;
  const { notSearched, isPartial, folders } = files;
  const isCheck = tool.kind === "diagnostics";
  const filesWithoutRow = skipped?.no_match ?? 0;
  const notes = allNotes.filter((one) => one !== undefined);
  const { filepath = [], recursive = true, file_patterns: filePatterns, language } = input;
  const asked = language && nameOfLanguage(language, languages);
  const searched = languages.filter(({ name }) => asked === undefined || name === asked);
  return {
    flat: isFlat,
    ...totals,
    checkedFiles: isCheck ? totalFiles - failedFiles - missing.length + filesWithoutRow : undefined,
    nothingChecked: isCheck && totalFiles + filesWithoutRow === 0 && shard === undefined && !isPartial,
    notSearched: Object.keys(notSearched).length === 0 ? undefined : notSearched,
    stopped: deadline.passed,
    unlisted: isPartial ? `Half of the time was over before all folders were listed. ${whatToDo}` : undefined,
    emptyReason:
      isFlat || totalFiles > 0 || isPartial
        ? undefined
        : emptyReason({
            inputs: [filepath].flat(),
            knownLanguages: searched.map(({ title }) => title),
            folders,
            recursive,
            filePatterns,
            found: files.targets.length,
            inShare: targets.length,
            skipped,
            isCheck,
          }),
    maxChars,
    note: notes.length === 0 ? undefined : notes.join(" "),
    spent: stopwatch.spent,
  };
}
