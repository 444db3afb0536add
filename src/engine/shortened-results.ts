import { Rows, type RowValues } from "../answers/rows.ts";
import { SymbolsWithin } from "../tools/symbols-within.ts";
import type { Measure, ResultEntry, ShortForm } from "./call.ts";

/** UTF-16 code units of an answer that are kept for the keys around its results, but at the most a quarter of them. */
const totalsChars = 600;

/** The results of list_symbols that fit, or else in a poorer form. They are passed on at the end. */
export class ShortenedResults {
  readonly #maxChars: number;
  readonly #measure: Omit<Measure, "answer">;
  /** All entries, as long as they fit. */
  readonly #entries: ResultEntry[] = [];
  /** Undefined as long as the entries fit. */
  #symbols: SymbolsWithin | undefined;
  #chars = 0;
  readonly #failed: ResultEntry[] = [];
  /** File → what was said of it. */
  readonly #warnings = new Map<string, readonly string[]>();

  /** @param maxChars UTF-16 code units of the answer */
  constructor(maxChars: number, measure: Omit<Measure, "answer">) {
    this.#measure = measure;
    this.#maxChars = maxChars - Math.min(totalsChars, maxChars / 4);
  }

  take(entry: ResultEntry): void {
    this.#chars += this.#measure.entry(entry) + 1;
    if (this.#symbols === undefined) {
      this.#entries.push(entry);
      if (this.#chars > this.#maxChars) this.#symbols = this.#symbolsOf(this.#entries.splice(0));
    } else {
      this.#add(this.#symbols, entry);
    }
  }

  #symbolsOf(entries: readonly ResultEntry[]): SymbolsWithin {
    const { entry: charsOf, keys } = this.#measure;
    const symbols = new SymbolsWithin(this.#maxChars, {
      entry: ({ name, kind, values }) => charsOf({ name, result: { rows: Rows.of(kind, values), warnings: [] } }),
      keys,
    });
    for (const entry of entries) this.#add(symbols, entry);
    return symbols;
  }

  #add(symbols: SymbolsWithin, entry: ResultEntry): void {
    const { name, result } = entry;
    if ("rows" in result) {
      symbols.add(name, result.rows.values);
      if (result.warnings.length > 0) this.#warnings.set(name, result.warnings);
    } else {
      this.#failed.push(entry);
      symbols.reserve(this.#measure.entry(entry) + 1);
    }
  }

  /**
   * Returns the results in the form that fits, and what is said about it; undefined for rows as they were asked for.
   *
   * @param flat true for the answer about one file: then its own rows say so
   * @param usesOf returns the number of files that have a word
   */
  end(
    flat: boolean,
    usesOf: (word: string) => number,
  ): { readonly entries: readonly ResultEntry[]; readonly form: ShortForm | undefined } {
    if (this.#symbols === undefined) return { entries: this.#entries, form: undefined };
    const { detail, reason: why, entries, mostUsed } = this.#symbols.shorter(this.#chars, usesOf);
    const shown = new Set(entries.map(({ name }) => name));
    const hidden = [...this.#warnings.keys()].filter((name) => !shown.has(name)).length;
    const reason = hidden === 0 ? why : `${why}; warnings of ${hidden} files are not shown`;
    const form = { detail, truncated: true, truncated_reason: reason };
    const used = mostUsed === undefined ? {} : { most_used: mostUsed };
    const keys = (values: RowValues) => (flat ? { ...values, ...used, ...form } : values);
    return {
      entries: [
        ...this.#failed,
        ...entries.map(({ name, kind, values }) => ({
          name,
          result: { rows: Rows.of(kind, keys(values)), warnings: this.#warnings.get(name) ?? [] },
        })),
      ],
      form: flat ? undefined : { detail, reason, mostUsed },
    };
  }
}
