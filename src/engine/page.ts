import type { ResultEntry } from "./call.ts";
import { type FilePart, partOf } from "./file-part.ts";

/** The limits of one answer; 0 means no limit. */
export type PageLimits = {
  readonly maxResults: number;
  readonly maxChars: number;
  /** Returns the characters that a result takes in the answer. */
  readonly charsOf: (entry: ResultEntry) => number;
};

/** UTF-16 code units reserved for the keys before the results, but at the most a quarter of the limit. */
const totalsChars = 1_000;

/** UTF-16 code units of the fixed parts of keys around a part of a file: its reason, the names of keys and numbers. */
const leastTotalsChars = 450;

/**
 * The results of one answer: as many as its limits allow, in order. Of a file that does not fit into an answer of its own,
 * as many rows as fit.
 */
export class Page {
  readonly #maxResults: number;
  readonly #maxChars: number;
  readonly #charsOf: PageLimits["charsOf"];
  #results = 0;
  #chars = 0;
  /** The reason why the page takes no more results; undefined while it does. */
  fullReason: string | undefined;

  constructor({ maxResults, maxChars, charsOf }: PageLimits) {
    this.#maxResults = maxResults;
    this.#maxChars = maxChars;
    this.#charsOf = charsOf;
  }

  get size(): number {
    return this.#results;
  }

  /**
   * Returns the part of a result that the page has room for; undefined when it has none. The first result that does not fit
   * as a whole closes the page.
   *
   * @param from the index of the first of its rows
   * @param keyChars UTF-16 code units of the cursor that continues in this file, and of the counts of the answer
   */
  take(entry: ResultEntry, from: number, keyChars: number): FilePart | undefined {
    if (this.fullReason !== undefined) return undefined;
    if (this.#maxResults > 0 && this.#results === this.#maxResults) {
      this.fullReason = `max_results is ${this.#maxResults}`;
      return undefined;
    }
    if (this.#maxChars > 0) {
      const kept = Math.min(totalsChars, this.#maxChars / 4);
      const chars = this.#chars + this.#charsOf(entry) + 1;
      if (from > 0 || chars > this.#maxChars - kept) {
        if (this.#results === 0) return this.#takePart(entry, from, Math.max(kept, leastTotalsChars + keyChars));
        this.fullReason = this.#maxCharsReason;
        return undefined;
      }
      this.#chars = chars;
    }
    this.#results++;
    return { entry, total: 0, next: undefined };
  }

  #takePart(entry: ResultEntry, from: number, kept: number): FilePart {
    const part = partOf(entry, from, Math.max(Math.floor(this.#maxChars - kept), 0), this.#charsOf);
    this.#results++;
    this.#chars = this.#charsOf(part.entry) + 1;
    if (part.next !== undefined) this.fullReason = this.#maxCharsReason;
    return part;
  }

  get #maxCharsReason(): string {
    return `An answer has at most ${this.#maxChars} characters`;
  }
}
