import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Cursor, callKeyOf, type PageStamps, readCursor, writeCursor } from "../answers/cursor.ts";
import { emptyReason } from "../answers/empty-reason.ts";
import type { Room } from "../answers/fit.ts";
import type { Deadline } from "../base/deadline.ts";
import { type ErrorDetails, UserError } from "../base/errors.ts";
import { changedFilesPauseMs, maxQueryLength } from "../base/limits.ts";
import { editsBetween } from "../base/nearest.ts";
import { withSeparator } from "../base/real-path.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { CodeBase, Files } from "../code-base/code-base.ts";
import { type Facts, noFacts } from "../code-base/facts.ts";
import type { Scan } from "../code-base/scan.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import { parseSymbolAddress, type SymbolAddress } from "../code-index/symbol-address.ts";
import { unsupportedFile, withAsked } from "../syntax/language-of.ts";
import type { Language, Languages } from "../syntax/languages.ts";
import { nearestSymbols, type SuggestedSymbol } from "../tools/addressed-symbols.ts";
import { leadOf, leftOutText, notFoundIn, sentencesOnMissing } from "../tools/index-answer.ts";
import type { TargetArguments } from "../tools/target-arguments.ts";
import type { AnyFileTool, BoundTool } from "../tools/tool.ts";
import type { Target } from "../workspace/expand.ts";
import { isOfShard, type Shard } from "../workspace/shard.ts";
import { Skipped } from "../workspace/skipped.ts";
import { Stamps } from "../workspace/stamp.ts";
import type { CallOptions, FileAnswer, PageContent, ResultSink, ScanSummary } from "./call.ts";
import { FilePage } from "./file-page.ts";
import { firstRowOf, isOpenAt, longestStamps } from "./page-start.ts";
import { Results } from "./results.ts";
import { unsavedTextName, unsavedTextOf } from "./unsaved-text.ts";
import { type FileOutcome, outcomeOf } from "./worker/file-outcome.ts";
import { whatToDo } from "./worker/list-files.ts";
import type { WorkerPool } from "./worker/pool.ts";
import type { UnsavedText, WorkerReply } from "./worker/protocol.ts";

export type FileCallOptions = {
  readonly languages: Languages;
  readonly maxFileBytes: number;
  /** The folder of relative paths. */
  readonly cwd: string;
  /** The share of the files that is scanned; undefined for all. */
  readonly shard: Shard | undefined;
  /** The limit of the answer, the call's own included. */
  readonly room: Room<FileAnswer>;
  /** A note on the arguments; undefined for none. */
  readonly note: string | undefined;
};

/** One call of a file-level tool. */
export class FileCall {
  readonly #tool: AnyFileTool;
  readonly #input: TargetArguments;
  /** The arguments without what workers get file by file: paths and an unsaved text. */
  readonly #question: TargetArguments;
  readonly #bound: BoundTool;
  readonly #options: FileCallOptions;
  readonly #codeBase: CodeBase;
  readonly #pool: WorkerPool;
  readonly #deadline: Deadline;
  readonly #skipped = new Skipped();
  readonly #stopwatch = new Stopwatch();
  /** The unsaved text that is parsed in place of files. */
  readonly #unsaved: UnsavedText | undefined;
  /** The reason why files may be missing from the listing; undefined when it is complete. */
  #unlisted: string | undefined;

  /** @throws UserError when the call has an unsaved text that cannot be parsed */
  constructor(
    tool: AnyFileTool,
    input: TargetArguments,
    options: FileCallOptions,
    codeBase: CodeBase,
    pool: WorkerPool,
    deadline: Deadline,
  ) {
    this.#tool = tool;
    this.#codeBase = codeBase;
    this.#unsaved = unsavedTextOf(input, options.languages, options.maxFileBytes);
    this.#input = { ...input, source: undefined };
    this.#question = { ...this.#input, filepath: undefined };
    this.#bound = tool.bind(this.#question);
    this.#options = options;
    this.#pool = pool;
    this.#deadline = deadline;
  }

  /**
   * Scans the files of the call and passes on their results.
   *
   * @throws UserError when the call fails as a whole, and the signal's reason when it is cancelled
   */
  async run(sink: ResultSink, { listsFiles = false }: CallOptions = {}): Promise<ScanSummary> {
    const files = await this.#files(listsFiles, sink.found);
    const { flat, folders, targets: found, notSearched } = files;
    const all = listsFiles ? found.map((target) => ({ ...target, isExplicit: false })) : found;
    this.#stopwatch.lap("walk");
    const { shard, room } = this.#options;
    const { maxChars } = room;
    const { cursor, max_results } = this.#input;
    const start = cursor === undefined ? undefined : readCursor(this.#callKey, cursor);
    const inShare = shard === undefined ? all : all.filter(({ name }) => isOfShard(name, shard));
    const targets = start === undefined ? inShare : inShare.filter((target) => isOpenAt(target, start));
    const isChanged = start !== undefined && (await this.#isChangedSince(start, inShare));
    sink.total?.(targets.length);
    const isShortened = Number.isFinite(maxChars) && this.#bound.isShortened;
    const isFlat = flat && shard === undefined;
    const facts =
      targets.length === 0 || this.#unsaved !== undefined
        ? noFacts
        : this.#openFacts(files, this.#bound, this.#question, isShortened && !flat);
    const isKept = facts.placeOf !== undefined && facts.name === undefined && start === undefined;
    const stamped =
      isKept && files.stored !== undefined
        ? await this.#deadline.unlessPassed(this.#codeBase.stamp(files, this.#deadline.signal))
        : undefined;
    const outcomes = new Map<number, FileOutcome>();
    targets.forEach((target, i) => {
      const outcome = this.#outcomeBeforeReading(target);
      if (outcome !== undefined) outcomes.set(i, outcome);
    });
    const refused = await this.#refusedLanguages(
      targets.filter((_, i) => !outcomes.has(i)),
      targets.length > 0,
      facts,
    );
    if (refused.size > 0) {
      targets.forEach((target, i) => {
        const name = this.#languageOf(target)?.name;
        if (!outcomes.has(i) && name !== undefined && refused.has(name)) outcomes.set(i, { skipped: "query_language" });
      });
    }
    const page = new FilePage({ maxResults: max_results || Number.POSITIVE_INFINITY, maxChars, pass: sink.result });
    const symbols = isShortened ? await symbolForms(maxChars, isFlat) : undefined;
    const results = new Results({
      ...{ targets, outcomes, start, skipped: this.#skipped, taker: symbols ?? page },
      ...{ done: sink.done, countsOf: this.#tool.countsOf },
    });
    const open = targets.flatMap((_, i) => (outcomes.has(i) ? [] : [i]));
    const scan = this.#codeBase.scan({
      ...{ facts, unsaved: this.#unsaved, deadline: this.#deadline, stopwatch: this.#stopwatch },
      toolCall: { tool: this.#tool.name, input: this.#question },
      work: this.#work,
      maxChars: isShortened ? Number.POSITIVE_INFINITY : maxChars,
      firstRowOf: (target) => firstRowOf(target, start),
    });
    let emptyFiles = 0;
    let hasRows = start !== undefined;
    const put = (index: number, outcome: FileOutcome) => {
      const isEmpty = "rows" in outcome && outcome.isEmpty === true;
      if (isEmpty) emptyFiles++;
      else hasRows ||= "rows" in outcome;
      const isShown = targets[index]?.isExplicit === true || this.#showsEmptyFiles;
      results.put(index, isEmpty && !isShown ? { skipped: "no_match" } : outcome);
    };
    const goneFiles = await this.#scanTwice(scan, all, targets, open, put);
    if (stamped !== undefined && this.#deadline.passed === undefined) {
      await this.#deadline.unlessPassed(this.#codeBase.keepScan(files, stamped, facts, scan, this.#deadline.signal));
    }
    const { symbol } = this.#bound;
    if (symbol !== undefined && emptyFiles > 0 && !hasRows && shard === undefined) {
      await this.#requireSymbol(symbol, all, files);
    }
    const { endBeforeMissing, ...totals } = results.end(scan.hasRun ? this.#deadline.passed : undefined);
    const filesWithoutRow = totals.skipped?.no_match ?? 0;
    const notes = [this.#bound.note, isChanged ? changedNote : undefined, this.#options.note].filter(
      (note) => note !== undefined,
    );
    const ofAllPages = {
      flat: isFlat,
      ...totals,
      checkedFiles: this.#isCheck
        ? totals.totalFiles - totals.failedFiles - totals.missing.length + filesWithoutRow
        : undefined,
      nothingChecked:
        this.#isCheck &&
        totals.totalFiles + filesWithoutRow === 0 &&
        shard === undefined &&
        this.#unlisted === undefined,
      notSearched: Object.keys(notSearched).length === 0 ? undefined : notSearched,
      changedDuringCall: goneFiles,
      stopped: this.#deadline.passed,
      unlisted: this.#unlisted,
      emptyReason:
        isFlat || totals.totalFiles > 0 || this.#unlisted !== undefined
          ? undefined
          : this.#emptyReason(folders, found.length, targets.length, totals.skipped),
      note: notes.length === 0 ? undefined : notes.join(" "),
      spent: this.#stopwatch.spent,
    };
    const ends = new WeakMap<FileAnswer, Cursor | undefined>();
    const answerOf = ({ entries, cut: { nextStart, shortForm, ...cut } }: PageContent): FileAnswer => {
      const nextCursor = nextStart && writeCursor(this.#callKey, { ...nextStart, stamps: longestStamps(nextStart) });
      const answer = { entries, summary: { ...ofAllPages, ...cut, shortForm, nextCursor } };
      ends.set(answer, nextStart);
      return answer;
    };
    const usesOf = isFlat ? undefined : this.#usesIn(targets, facts);
    const answer =
      symbols?.fitted(endBeforeMissing, answerOf, room, usesOf ?? (() => 0)) ??
      page.fitted(endBeforeMissing, answerOf, room);
    for (const entry of answer.entries) sink.result(entry);
    const next = ends.get(answer);
    return { ...answer.summary, nextCursor: next && (await this.#cursorOf(next, inShare, isChanged)) };
  }

  /**
   * True if a file that pages before have shown has changed since.
   *
   * @throws UserError if the file in which the page begins has changed: its rows are other ones
   */
  async #isChangedSince(start: Cursor, targets: readonly Target[]): Promise<boolean> {
    const now = start.stamps && (await this.#stampsUpTo(start, targets));
    if (now === undefined) return false;
    const { isDoneChanged, isOpenChanged } = await import("./page-stamps.ts");
    if (isOpenChanged(start, now)) {
      const details = "Its rows are other ones now. Start again without cursor.";
      throw new UserError(`File changed since the page before: ${start.place.filepath}`, { details });
    }
    return isDoneChanged(start, now);
  }

  async #cursorOf(next: Cursor, targets: readonly Target[], isChanged: boolean): Promise<string> {
    const now = await this.#stampsUpTo(next, targets);
    const { changedStamps } = await import("./page-stamps.ts");
    return writeCursor(this.#callKey, { ...next, stamps: now && isChanged ? changedStamps(now) : now });
  }

  /** The stamps of the files on pages; undefined for an unsaved text, and when there was no time to look at the files. */
  async #stampsUpTo(end: Cursor, targets: readonly Target[]): Promise<PageStamps | undefined> {
    if (this.#unsaved !== undefined || this.#unlisted !== undefined) return undefined;
    const { stampsUpTo } = await import("./page-stamps.ts");
    return await this.#deadline.unlessPassed(stampsUpTo(end, targets, this.#pool, this.#deadline.signal));
  }

  /**
   * Finds out whether any of the files has a symbol.
   *
   * @throws UserError when none has it, with names that are written alike
   */
  async #requireSymbol(symbol: string, targets: readonly Target[], files: Files): Promise<void> {
    if (this.#deadline.passed !== undefined) return;
    const { SymbolSearchRows, symbolSearch } = await import("../tools/symbol-search.ts");
    const open = targets.flatMap((target, i) => (this.#outcomeBeforeReading(target) === undefined ? [i] : []));
    const input: TargetArguments & { readonly symbol: string } = { symbol };
    const unsaved = this.#unsaved;
    const settled = undefined;
    const facts =
      unsaved === undefined ? this.#openFacts({ ...files, settled }, symbolSearch.bind(input), input) : noFacts;
    const scan = this.#codeBase.scan({
      ...{ facts, unsaved, deadline: this.#deadline, stopwatch: this.#stopwatch },
      toolCall: { tool: symbolSearch.name, input },
      work: symbolSearchWork,
    });
    const address = parseSymbolAddress(symbol);
    const searched = { files: 0, skipped: new Skipped(), unread: new UnreadFiles() };
    let mostNamed = 0;
    const near: SuggestedSymbol[] = [];
    const put = (index: number, outcome: FileOutcome) => {
      if ("skipped" in outcome) searched.skipped.count(outcome.skipped);
      if ("error" in outcome) searched.unread.add({ filepath: targets[index]?.name ?? "", error: outcome.error });
      if (!("rows" in outcome)) return;
      searched.files++;
      const { named, nearest } = SymbolSearchRows.parse(outcome.rows.values);
      mostNamed = Math.max(mostNamed, named);
      near.push(...nearest);
    };
    await this.#scanTwice(scan, targets, targets, open, put);
    // Not all files are searched when the time is over.
    if (mostNamed >= (address.candidate ?? 1) || this.#deadline.passed !== undefined) return;
    searched.skipped.add(this.#skipped.summary() ?? {});
    throw symbolNotFound(address, { ...searched, notSearched: files.notSearched }, mostNamed, near);
  }

  /**
   * Scans files, and once more those that were listed and are gone when they are read: a checkout removes a file before it
   * writes it.
   *
   * @returns how many of them are gone the second time, too
   */
  async #scanTwice(
    scan: Scan,
    all: readonly Target[],
    targets: readonly Target[],
    open: readonly number[],
    put: (index: number, outcome: FileOutcome) => void,
  ): Promise<number> {
    const gone: number[] = [];
    const isGone = (outcome: FileOutcome) => "skipped" in outcome && outcome.skipped === "vanished";
    const putOrRepeat = (index: number, outcome: FileOutcome) => {
      if (isGone(outcome)) gone.push(index);
      else put(index, outcome);
    };
    await scan.run(all, targets, open, { put: putOrRepeat });
    if (gone.length === 0 || this.#deadline.passed !== undefined) return 0;
    const { signal } = this.#deadline;
    await this.#deadline.unlessPassed(setTimeout(changedFilesPauseMs, undefined, { signal }));
    let goneTwice = 0;
    const putLast = (index: number, outcome: FileOutcome) => {
      if (isGone(outcome)) goneTwice++;
      put(index, outcome);
    };
    await scan.run(all, targets, gone, { put: putLast });
    return goneTwice;
  }

  #openFacts(files: Files, tool: BoundTool, input: TargetArguments, needsWords = false): Facts {
    this.#stopwatch.restart();
    const file = files.flat ? files.targets[0]?.path : undefined;
    const facts = this.#codeBase.openFacts(files, { tool, input, file, needsWords });
    this.#stopwatch.lap("cache");
    return facts;
  }

  /** True when files without rows are in the answer: the reference shows each file of one folder. */
  get #showsEmptyFiles(): boolean {
    return this.#tool.listsFilepathAsRequired === true && this.#input.recursive === false;
  }

  /** What decides whether a file ends its workers: of a tool that reads outlines not its arguments. */
  get #work(): string {
    const { name } = this.#tool;
    return this.#bound.rowsOfOutline === undefined ? JSON.stringify([name, this.#question]) : name;
  }

  /** The tool and the arguments that a cursor belongs to. */
  get #callKey(): string {
    return callKeyOf(this.#tool.name, this.#input);
  }

  /** Returns what counts the files that use a name; undefined if nothing is known of words. */
  #usesIn(targets: readonly Target[], facts: Facts): ((word: string) => number) | undefined {
    return facts.usesIn?.(targets.map((target) => ({ path: target.path, weight: this.#weightOf(target) })));
  }

  /** How many files a file counts for that uses a name. */
  #weightOf(target: Target): number {
    const { package_files: names = [] } = this.#languageOf(target) ?? {};
    return names.includes(basename(target.path)) ? packageFileWeight : 1;
  }

  #languageOf(target: Target): Language | undefined {
    const name = this.#unsaved?.languageName ?? target.language;
    return this.#options.languages.find((language) => language.name === name);
  }

  get #isCheck(): boolean {
    return this.#tool.kind === "diagnostics";
  }

  /** The files that folders are searched for by default; undefined for those of all known languages. */
  get #defaultPatterns(): readonly string[] | undefined {
    const { defaultPatterns } = this.#tool;
    return defaultPatterns && withAsked(defaultPatterns, this.#options.languages);
  }

  /** The files of the call. The listing ends at half of the timeout, which leaves time for some of the files. */
  async #files(listsFiles: boolean, onFound: ResultSink["found"]): Promise<Files> {
    if (this.#unsaved !== undefined) return unsavedFiles;
    const { filepath, recursive = true, file_patterns: filePatterns, no_ignore: noIgnore = false } = this.#input;
    const { signal, halfTimeMs: stopAtMs } = this.#deadline;
    const request = { filepath, recursive, filePatterns, defaultPatterns: this.#defaultPatterns, noIgnore, stopAtMs };
    const isWhole = !listsFiles && this.#options.shard === undefined;
    const stored = isWhole ? this.#codeBase.storedScan(request, this.#bound) : undefined;
    const files = await this.#deadline.unlessPassed(this.#codeBase.files(request, stored, signal, onFound));
    if (files === undefined)
      throw new UserError(this.#deadline.passed ?? "", { details: `No files were listed by then. ${whatToDo}` });
    this.#skipped.add(files.skipped);
    if (files.isPartial) this.#unlisted = `Half of the time was over before all folders were listed. ${whatToDo}`;
    if (filepath !== undefined || files.settled !== undefined) return files;
    const folder = withSeparator(this.#options.cwd);
    const nameOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : path);
    return { ...files, targets: files.targets.map((target) => ({ ...target, name: nameOf(target.path) })) };
  }

  #emptyReason(folders: readonly string[], found: number, inShare: number, skipped: ScanSummary["skipped"]): string {
    const { filepath = [], recursive = true, file_patterns: filePatterns } = this.#input;
    return emptyReason({
      inputs: typeof filepath === "string" ? [filepath] : filepath,
      knownLanguages: this.#options.languages.map(({ title }) => title),
      ...{ folders, recursive, filePatterns, found, inShare, skipped },
      isCheck: this.#isCheck,
    });
  }

  /** Returns the outcome of a file that need not be read; undefined for other files. */
  #outcomeBeforeReading(target: Target): FileOutcome | undefined {
    const { languages } = this.#options;
    const isKnown = this.#languageOf(target) !== undefined;
    if (!isKnown && !target.isExplicit) return { skipped: "unknown_language" };
    if (target.error !== undefined) return outcomeOf(target.error, target.isExplicit);
    if (isKnown) return undefined;
    const { message, details } = unsupportedFile(target.name, languages);
    return { error: message, details };
  }

  /** Returns the languages that the arguments cannot work for. When these are all, the call fails. */
  async #refusedLanguages(open: readonly Target[], hasTargets: boolean, facts: Facts): Promise<ReadonlySet<string>> {
    if (!this.#tool.needsCheck) return new Set();
    const languages = this.#languagesOf(open);
    if (languages.length === 0 && hasTargets) return new Set();
    const names = (languages.length > 0 ? languages : this.#options.languages).map(({ name }) => name);
    const known = names.map((name) => facts.languages.get(name));
    if (known.includes(true) && !known.includes(undefined)) return new Set(names.filter((_, i) => known[i] === false));
    const request = { check: { tool: this.#tool.name, input: this.#question }, languageNames: names };
    const checkOf = (reply: WorkerReply) => ("check" in reply ? reply.check : undefined);
    const results = await this.#pool.request(request, checkOf, this.#deadline.signal);
    const failures = results.filter((result) => result !== null);
    if (failures.length === names.length) throw refusal(failures);
    for (const [i, name] of names.entries()) facts.languages.set(name, results[i] === null);
    return new Set(names.filter((_, i) => results[i] !== null));
  }

  #languagesOf(targets: readonly Target[]): Languages {
    const found = new Map<string, Language>();
    for (const target of targets) {
      const language = this.#languageOf(target);
      if (language !== undefined) found.set(language.name, language);
    }
    return [...found.values()];
  }
}

/** Of names that files use: what a package offers is meant for those that read its overview. */
const packageFileWeight = 4;

/** The warning of a page when files on pages before it have changed. */
const changedNote = "Files on pages before have changed since. For their rows of now, start again without cursor.";

const symbolSearchWork = "symbol_search";

/** The only file of a call with unsaved text. */
const unsavedFiles: Files = {
  ...{ flat: true, folders: [], base: "", isPartial: false, skipped: {}, notSearched: {}, foundAtMs: 0 },
  ...{ seen: undefined, settled: undefined, stored: undefined, stamps: new Stamps([]) },
  targets: [{ name: unsavedTextName, path: "", input: 0, isExplicit: true, language: undefined }],
};

/** See SymbolForms, which only tools that list symbols need. */
async function symbolForms(maxChars: number, isFlat: boolean) {
  const { SymbolForms } = await import("./symbol-forms.ts");
  return new SymbolForms({ maxChars, isFlat });
}

/** The files that were searched for a symbol, and the others. */
type Searched = { readonly files: number; readonly skipped: Skipped; readonly unread: UnreadFiles };

const outlineAlone = "Only symbols that list_symbols lists count: find_definition also knows locals and prototypes.";

/**
 * @param mostNamed the symbols with the name in the file that has most of them: they are numbered in each file
 * @param near symbols that may be meant
 */
function symbolNotFound(
  address: SymbolAddress,
  { files, skipped, notSearched, unread }: Searched & Pick<Files, "notSearched">,
  mostNamed: number,
  near: readonly SuggestedSymbol[],
): UserError {
  const lead = leadOf(unread.count === 0 ? undefined : unread.folders);
  const missing = sentencesOnMissing(lead);
  const left = { ...skipped.summary(), ...(unread.count > 0 && { unreadable: unread.count }) };
  const counted = `${files} ${files === 1 ? "file" : "files"} searched.${leftOutText(left)}`;
  const searched = missing === undefined ? counted : `${missing} ${counted}`;
  const keys = {
    ...lead,
    ...(Object.keys(left).length > 0 && { skipped: left }),
    ...(Object.keys(notSearched).length > 0 && { not_searched: notSearched }),
    ...(unread.count > 0 && { unreadable_files: unread.named }),
  };
  const failed = notFoundIn(left, notSearched);
  if (mostNamed > 0) {
    const details = `No file has so many symbols of this name: give no number, or at most #${mostNamed}. ${searched}`;
    return new UserError(`${failed}: ${address.text}#${address.candidate}`, { details, ...keys });
  }
  const didYouMean = nearestSymbols(address, near).map(({ qualified }) => qualified);
  const suggestions = didYouMean.length > 0 ? { did_you_mean: didYouMean } : {};
  const details = didYouMean.length > 0 ? searched : `${searched} ${outlineAlone}`;
  return new UserError(`${failed}: ${address.text}`, { details, ...suggestions, ...keys });
}

/** Returns the error of the likeliest language of a query: parsed furthest, then nearest to a known word. */
function refusal(failures: readonly { readonly error: string; readonly details: ErrorDetails }[]): UserError {
  const [likeliest] = [...failures].sort(
    (a, b) => offsetOf(b.details) - offsetOf(a.details) || editsOf(a.details) - editsOf(b.details),
  );
  return new UserError(likeliest?.error ?? "Refused", likeliest?.details);
}

function offsetOf({ line, column }: ErrorDetails): number {
  return Number(line ?? 0) * maxQueryLength + Number(column ?? 0);
}

function editsOf({ word, suggestion }: ErrorDetails): number {
  return suggestion === undefined ? maxQueryLength : editsBetween(String(word), String(suggestion));
}
