import { entryJson } from "./answer.ts";
import type { ResultEntry } from "./call.ts";

/** What one answer holds at the most; 0 is no limit. */
export type PageLimits = { readonly maxResults: number; readonly maxChars: number };

/** UTF-16 code units kept free for what stands before the results, but at the most a quarter of the budget. */
const headChars = 1_000;

/** The results of one answer: as many as its limits let in, in order, and at least one. */
export class Page {
  readonly #maxResults: number;
  readonly #maxChars: number;
  #results = 0;
  #chars = 0;
  /** Why results were left out; undefined when none were. */
  fullReason: string | undefined;

  constructor({ maxResults, maxChars }: PageLimits) {
    this.#maxResults = maxResults;
    this.#maxChars = maxChars;
  }

  get size(): number {
    return this.#results;
  }

  /** Lets a result in, or closes the page. */
  takes(entry: ResultEntry): boolean {
    if (this.fullReason !== undefined) return false;
    if (this.#maxResults > 0 && this.#results === this.#maxResults) {
      this.fullReason = `max_results is ${this.#maxResults}`;
      return false;
    }
    if (this.#maxChars > 0) {
      const chars = this.#chars + entryJson(entry).length + 1;
      if (this.#results > 0 && chars > this.#maxChars - Math.min(headChars, this.#maxChars / 4)) {
        this.fullReason = `An answer has at most ${this.#maxChars} characters`;
        return false;
      }
      this.#chars = chars;
    }
    this.#results++;
    return true;
  }
}
