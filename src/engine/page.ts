import { namedText } from "./answer.ts";
import type { NamedResult } from "./call.ts";

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
  cut: string | undefined;

  constructor({ maxResults, maxChars }: PageLimits) {
    this.#maxResults = maxResults;
    this.#maxChars = maxChars;
  }

  get size(): number {
    return this.#results;
  }

  /** Lets a result in, or closes the page. */
  takes(result: NamedResult): boolean {
    if (this.cut !== undefined) return false;
    if (this.#maxResults > 0 && this.#results === this.#maxResults) {
      this.cut = `max_results is ${this.#maxResults}`;
      return false;
    }
    if (this.#maxChars > 0) {
      const chars = this.#chars + namedText(result).length + 1;
      if (this.#results > 0 && chars > this.#maxChars - Math.min(headChars, this.#maxChars / 4)) {
        this.cut = `An answer has at most ${this.#maxChars} characters`;
        return false;
      }
      this.#chars = chars;
    }
    this.#results++;
    return true;
  }
}
