/**
 * The results of a call over files, in path order. Input: the outcomes of files, in any order; output: the files that an answer
 * may show, one by one, and the totals over all of them.
 */
import type { Cursor } from "../answers/cursor.ts";
import type { RowValues } from "../answers/rows.ts";
import { Tally } from "../base/tally.ts";
import { countsByFolder } from "../code-base/unread-files.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import type { Target } from "../workspace/expand.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { FileResult, ResultEntry } from "./call.ts";
import { continues, firstRowOf, placeOf } from "./page-start.ts";

/** UTF-16 code units of the folders of unread files. */
const maxFolderChars = 400;

/** A result that an answer may show. */
export type TakenFile = {
  readonly entry: ResultEntry;
  /** The number of its rows that pages before have shown. */
  readonly from: number;
  /** The start of the next page if this result is not on this one; undefined for the beginning. */
  readonly before: Cursor | undefined;
  /** The start of the next page if this result is the last one on this one. */
  readonly end: Cursor;
};

/** A receiver of the results that an answer may show. */
export type FileTaker = {
  /** False once no further result is shown. */
  readonly isOpen: boolean;
  readonly take: (file: TakenFile) => void;
};

export type ResultsOptions = {
  readonly targets: readonly Target[];
  /** The outcomes from before the scan, by index of their targets. */
  readonly outcomes: Map<number, FileOutcome>;
  /** The start of the page; undefined for the first. */
  readonly start: Cursor | undefined;
  /** The entries that the listing has left out, to which the files that are left out are added at the end. */
  readonly skipped: Skipped;
  readonly taker: FileTaker;
  /** Called for each file that is done, in path order. */
  readonly done?: ((name: string) => void) | undefined;
  /** Returns numbers of rows, which are summed up; undefined if there are none. */
  readonly countsOf?: ((rows: RowValues) => Readonly<Record<string, number>>) | undefined;
};

/**
 * The merge of the outcomes from before the scan and from the scan, in path order. A file after one that is not done
 * counts as not done either: a page is a contiguous range of files, and the next page begins at its end.
 */
export class Results {
  readonly #options: ResultsOptions;
  readonly #missing: string[] = [];
  /** The start of the next page if no result is left out of this one; undefined while no file is missing. */
  #endBeforeMissing: Cursor | undefined;
  /** Sums of what `countsOf` returns, of this page and of those before. */
  readonly #counts = new Tally();
  /** Skipped targets of this page and of those before. */
  readonly #skippedTargets = new Skipped();
  #totalFiles: number;
  #failedFiles: number;
  /** The files of folders and globs that could not be read, of this page. */
  readonly #unread: string[] = [];
  #next = 0;
  /** The last file that is done. */
  #last: Target | undefined;

  constructor(options: ResultsOptions) {
    const { start } = options;
    this.#options = options;
    this.#totalFiles = start?.totalFiles ?? 0;
    this.#failedFiles = start?.failedFiles ?? 0;
    this.#skippedTargets.add(start?.skipped ?? {});
    this.#counts.add(start?.counts ?? {});
  }

  /** Takes the outcome of the target at an index, and passes on all results that have no open file before them. */
  put(index: number, outcome: FileOutcome): void {
    const { outcomes } = this.#options;
    outcomes.set(index, outcome);
    while (outcomes.has(this.#next)) this.#writeNext();
  }

  /**
   * Passes on the remaining results.
   *
   * @param stopped the reason why files are not done. When not even the first one is, it fails with this reason, so that
   *   the next page begins after it
   */
  end(stopped: string | undefined) {
    const { targets, outcomes, skipped, start } = this.#options;
    while (outcomes.has(this.#next)) this.#writeNext();
    if (stopped !== undefined && this.#next === 0 && targets.length > 0)
      this.put(0, { error: stopped, details: { details: againText } });
    while (this.#next < targets.length) this.#writeNext();
    skipped.add(this.#skippedTargets.summary() ?? {});
    return {
      totalFiles: this.#totalFiles,
      failedFiles: this.#failedFiles,
      unreadFolders: this.#unread.length === 0 ? undefined : countsByFolder(this.#unread, maxFolderChars),
      skipped: skipped.summary(),
      counts: this.#counts.summary(),
      missing: this.#missing,
      endBeforeMissing: this.#endBeforeMissing,
      onPagesBefore: Math.max((start?.totalFiles ?? 0) - ((start?.place.line ?? 0) > 0 ? 1 : 0), 0),
    };
  }

  #writeNext(): void {
    const { targets, outcomes } = this.#options;
    const outcome = outcomes.get(this.#next);
    outcomes.delete(this.#next);
    const target = targets[this.#next];
    this.#next++;
    if (target !== undefined) this.#write(target, outcome);
  }

  #write(target: Target, outcome: FileOutcome | undefined): void {
    if (outcome !== undefined && "skipped" in outcome) this.#skippedTargets.count(outcome.skipped);
    else if (outcome === undefined || this.#missing.length > 0) {
      this.#miss(target);
      return;
    } else this.#pass(target, outcome);
    this.#options.done?.(target.name);
    if (this.#missing.length === 0) this.#last = target;
  }

  #miss(target: Target): void {
    if (this.#missing.length === 0) this.#endBeforeMissing = this.#end;
    if (!continues(target, this.#options.start)) this.#totalFiles++;
    this.#missing.push(target.name);
  }

  /** Counts a result, and passes it on if the answer may show it. */
  #pass(target: Target, result: FileResult): void {
    const { start, countsOf, taker } = this.#options;
    const before = taker.isOpen ? this.#end : undefined;
    const isContinued = continues(target, start);
    if (!isContinued) this.#totalFiles++;
    if ("error" in result) {
      this.#failedFiles++;
      if (!target.isExplicit) this.#unread.push(target.name);
    } else if (countsOf !== undefined && !isContinued) this.#counts.add(countsOf(result.rows.values));
    if (!taker.isOpen) return;
    taker.take({
      entry: { name: target.name, result },
      from: firstRowOf(target, start),
      before,
      end: this.#endAt(target),
    });
  }

  /** The start of a page after all files that are done. */
  get #end(): Cursor | undefined {
    return this.#last === undefined ? this.#options.start : this.#endAt(this.#last);
  }

  #endAt(target: Target): Cursor {
    return {
      place: placeOf(target),
      totalFiles: this.#totalFiles,
      failedFiles: this.#failedFiles,
      skipped: this.#skippedTargets.summary() ?? {},
      counts: this.#counts.summary() ?? {},
    };
  }
}

/** The advice for a file that takes all of the time. */
const againText = "Nothing of the file is known yet. Ask again, or set REQUEST_TIMEOUT higher.";
