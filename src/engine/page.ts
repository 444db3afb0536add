import type { ResultEntry } from "./call.ts";

/** The limits of one answer; 0 is no limit. */
export type PageLimits = {
  readonly maxResults: number;
  readonly maxChars: number;
  /** Returns the characters that a result takes in the answer. */
  readonly charsOf: (entry: ResultEntry) => number;
};

/** UTF-16 code units reserved for the keys before the results, but at the most a quarter of the limit. */
const totalsChars = 1_000;

/** The results of one answer: as many as its limits allow, in order, and at least one. */
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

  /** True when the page has room for a result; the first one without room closes the page. */
  takes(entry: ResultEntry): boolean {
    if (this.fullReason !== undefined) return false;
    if (this.#maxResults > 0 && this.#results === this.#maxResults) {
      this.fullReason = `max_results is ${this.#maxResults}`;
      return false;
    }
    if (this.#maxChars > 0) {
      const chars = this.#chars + this.#charsOf(entry) + 1;
      if (this.#results > 0 && chars > this.#maxChars - Math.min(totalsChars, this.#maxChars / 4)) {
        this.fullReason = `An answer has at most ${this.#maxChars} characters`;
        return false;
      }
      this.#chars = chars;
    }
    this.#results++;
    return true;
  }
}
