import type { RowValues } from "../answers/rows.ts";
import { Tally } from "../base/tally.ts";
import { countsByFolder } from "../code-base/unread-files.ts";
import type { Target } from "../workspace/expand.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { FileResult, ResultSink, ShownRows } from "./call.ts";
import { continues, firstRowOf, type PageStart } from "./cursor.ts";
import type { FilePart } from "./file-part.ts";
import type { Page } from "./page.ts";
import type { FileOutcome } from "./worker/file-outcome.ts";

/** UTF-16 code units of the folders of unread files, which the page leaves room for with its totals. */
const maxFolderChars = 400;

/**
 * The merge of the outcomes from before the scan and from the scan, in path order. A file behind one that is not done
 * counts as not done either: a page is a contiguous range of files, and the next page begins at its end.
 */
export class Results {
  readonly #targets: readonly Target[];
  readonly #outcomes: Map<number, FileOutcome>;
  readonly #skipped: Skipped;
  readonly #page: Page;
  readonly #sink: ResultSink;
  readonly #missing: string[] = [];
  /** Sums of what `#countsOf` returns, of this page and of those before. */
  readonly #counts = new Tally();
  readonly #countsOf: ((rows: RowValues) => Readonly<Record<string, number>>) | undefined;
  /** Skipped targets of this page and of those before. */
  readonly #skippedTargets = new Skipped();
  readonly #start: PageStart | undefined;
  #totalFiles: number;
  #failedFiles: number;
  /** The files of folders and globs that could not be read, of this page. */
  readonly #unread: string[] = [];
  #next = 0;
  /** The end of the page, as long as no result is left out. */
  #end: PageStart | undefined;
  /** The rows of the last file of the page, when not all are on it. */
  #shownRows: ShownRows | undefined;

  /**
   * Creates the results of a page.
   *
   * @param outcomes the outcomes from before the scan, by index of their targets
   * @param start the end of the previous page; undefined for the first
   * @param countsOf what the tool sums up of rows; undefined for nothing
   */
  constructor(
    targets: readonly Target[],
    outcomes: Map<number, FileOutcome>,
    start: PageStart | undefined,
    skipped: Skipped,
    page: Page,
    sink: ResultSink,
    countsOf?: (rows: RowValues) => Readonly<Record<string, number>>,
  ) {
    this.#targets = targets;
    this.#outcomes = outcomes;
    this.#skipped = skipped;
    this.#page = page;
    this.#sink = sink;
    this.#start = start;
    this.#totalFiles = start?.totalFiles ?? 0;
    this.#failedFiles = start?.failedFiles ?? 0;
    this.#skippedTargets.add(start?.skipped ?? {});
    this.#countsOf = countsOf;
    this.#counts.add(start?.counts ?? {});
    this.#end = start;
  }

  /** Takes the outcome of the target at an index, and passes on all results that have no open file before them. */
  put(index: number, outcome: FileOutcome): void {
    this.#outcomes.set(index, outcome);
    while (this.#outcomes.has(this.#next)) this.#writeNext();
  }

  /**
   * Passes on the remaining results.
   *
   * @param stopped the reason why files are not done. When not even the first one is, it fails with this reason, so that
   *   the next page begins behind it
   */
  end(stopped: string | undefined) {
    while (this.#outcomes.has(this.#next)) this.#writeNext();
    const isStuck = this.#end === this.#start && this.#next < this.#targets.length;
    if (stopped !== undefined && isStuck) this.put(this.#next, { error: stopped, details: {} });
    while (this.#next < this.#targets.length) this.#writeNext();
    this.#skipped.add(this.#skippedTargets.summary() ?? {});
    const hasNextPage = this.#page.fullReason !== undefined || this.#missing.length > 0;
    return {
      totalFiles: this.#totalFiles,
      failedFiles: this.#failedFiles,
      unreadFolders: this.#unread.length === 0 ? undefined : countsByFolder(this.#unread, maxFolderChars),
      skipped: this.#skipped.summary(),
      counts: this.#counts.summary(),
      missing: this.#missing,
      pageFullReason: this.#page.fullReason,
      onPage: this.#page.size,
      shownRows: this.#shownRows,
      onPagesBefore: Math.max((this.#start?.totalFiles ?? 0) - ((this.#start?.row ?? 0) > 0 ? 1 : 0), 0),
      nextStart: hasNextPage ? this.#end : undefined,
    };
  }

  #writeNext(): void {
    const outcome = this.#outcomes.get(this.#next);
    this.#outcomes.delete(this.#next);
    const target = this.#targets[this.#next];
    this.#next++;
    if (target !== undefined) this.#write(target, outcome);
  }

  #write(target: Target, outcome: FileOutcome | undefined): void {
    const { name } = target;
    if (outcome !== undefined && "skipped" in outcome) {
      this.#skippedTargets.count(outcome.skipped);
      this.#sink.leftOut?.(name);
    } else if (!this.#writeResult(target, outcome)) return;
    if (this.#page.fullReason !== undefined || this.#missing.length > 0) return;
    this.#end = this.#endAt(target);
  }

  #endAt({ name, input }: Target): PageStart {
    return {
      after: { input, name },
      totalFiles: this.#totalFiles,
      failedFiles: this.#failedFiles,
      skipped: this.#skippedTargets.summary() ?? {},
      counts: this.#counts.summary() ?? {},
    };
  }

  /** Counts a result, and passes it on when it is part of this page. */
  #writeResult(target: Target, outcome: FileResult | undefined): boolean {
    const { name } = target;
    const isContinued = continues(target, this.#start);
    if (!isContinued) this.#totalFiles++;
    if (outcome === undefined || this.#missing.length > 0) {
      this.#missing.push(name);
      return false;
    }
    if ("error" in outcome) {
      this.#failedFiles++;
      if (!target.isExplicit) this.#unread.push(name);
    } else if (this.#countsOf !== undefined && !isContinued) this.#counts.add(this.#countsOf(outcome.rows.values));
    const from = firstRowOf(target, this.#start);
    const end = this.#endAt(target);
    const part = this.#page.take({ name, result: outcome }, from, 2 * JSON.stringify(end).length);
    if (part === undefined) return false;
    this.#sink.result(part.entry);
    if (part.next !== undefined) this.#end = { ...end, row: part.next };
    this.#shownRows = shownRowsOf(part, from);
    return true;
  }
}

function shownRowsOf({ total, next }: FilePart, from: number): ShownRows | undefined {
  return next === undefined ? undefined : { first: from + 1, last: next, total };
}
