/**
 * The poorer forms of lists of symbols. Input: the rows of list_symbols by file; output: names, or counts with the symbols that most
 * files use, and before these only the symbols that a search is rather about.
 */
import { type Form, fitLists, type List, mapForms, type Room } from "../../answers/fit.ts";
import type { Rows } from "../../answers/rows.ts";
import { isObject } from "../../base/is-object.ts";
import type { ShortBounds, ShortCall, ShortEntry, ShortForms, ShortRows } from "../contract/short-forms.ts";
import { SymbolDigest } from "./symbol-digest.ts";

export type ShortSymbolsOptions = ShortBounds & {
  /** The test of names that a search is rather about; undefined if all count alike. */
  readonly isLeadingName?: ((name: string) => boolean) | undefined;
};

/** UTF-16 code units of an answer to a search, up to which names that have its word only inside of another one are shown. */
const maxNoisyChars = 4_000;

/** The part of the room that counts have; the most used symbols have the rest. */
const countsShare = 0.5;

type Detail = "signatures" | "names" | "counts";

export class ShortSymbols implements ShortForms {
  readonly #options: ShortSymbolsOptions;
  readonly #digest: SymbolDigest;
  /** The rows with only the leading names; undefined once they have far more characters than the answer. */
  #leading: ShortEntry[] | undefined = [];
  #leadingChars = 0;
  /** The number of symbols with other names. */
  #others = 0;

  constructor(options: ShortSymbolsOptions) {
    this.#options = options;
    this.#digest = new SymbolDigest(options.maxChars);
  }

  take(name: string, rows: Rows): void {
    const { isLeadingName, maxKeptChars } = this.#options;
    if (isLeadingName === undefined) return;
    const { kind, values } = rows;
    const symbols = [values.symbols ?? []].flat();
    const leading = symbols.filter((symbol) => isLeadingName(nameOf(symbol)));
    this.#others += symbols.length - leading.length;
    if (leading.length === 0 || this.#leading === undefined) return;
    this.#leading.push({ name, kind, values: { ...values, symbols: leading } });
    this.#leadingChars += JSON.stringify(leading).length;
    if (this.#leadingChars > maxKeptChars) this.#leading = undefined;
  }

  shorten(name: string, { values }: Rows): void {
    this.#digest.add(name, values);
  }

  get maxWholeChars(): number | undefined {
    return this.#ofLeading === undefined ? undefined : maxNoisyChars;
  }

  get #ofLeading(): readonly ShortEntry[] | undefined {
    return this.#others > 0 && (this.#leading?.length ?? 0) > 0 ? this.#leading : undefined;
  }

  forms<Answer>(call: ShortCall, answerOf: (shown: ShortRows) => Answer, room: Room<Answer>): readonly Form<Answer>[] {
    const { need, failedFiles } = call;
    const shorter = (detail: Detail, isLeading: boolean) => (entries: readonly ShortEntry[]) =>
      answerOf({ detail, entries, mostUsed: {}, failedFiles, reason: this.#reasonOf(detail, isLeading, need) });
    const leading = this.#ofLeading;
    const ofLeading = leading === undefined ? [] : [{ shown: () => shorter("signatures", true)(leading) }];
    const leadingNames = leading === undefined ? [] : mapForms(this.#namesOf(leading), shorter("names", true));
    const names = mapForms(this.#digest.names, shorter("names", false));
    return [...ofLeading, ...leadingNames, ...names, { shown: () => this.#counts(call, answerOf, room) }];
  }

  /** Counts and the most used symbols, and before them the files that failed. */
  #counts<Answer>(
    { need, failedFiles, known }: ShortCall,
    answerOf: (shown: ShortRows) => Answer,
    room: Room<Answer>,
  ): Answer {
    type Part = Partial<ShortRows>;
    const digest = this.#digest;
    const lists: readonly List<Part>[] = [
      { share: 1, forms: [{ sizes: { least: 0, most: failedFiles }, shown: (most) => ({ failedFiles: most }) }] },
      { share: countsShare, forms: mapForms(digest.counts, (entries) => ({ entries })) },
      { share: 1 - countsShare, forms: mapForms([digest.mostUsed(known)], (mostUsed) => ({ mostUsed })) },
    ];
    const reason = this.#reasonOf("counts", false, need);
    const none: ShortRows = { detail: "counts", entries: [], mostUsed: {}, failedFiles: 0, reason };
    return fitLists(lists, (parts) => answerOf(Object.assign({}, none, ...parts)), room);
  }

  #namesOf(entries: readonly ShortEntry[]): readonly Form<readonly ShortEntry[]>[] {
    const digest = new SymbolDigest(this.#options.maxChars);
    for (const { name, values } of entries) digest.add(name, values);
    return digest.names;
  }

  #reasonOf(detail: Detail, isLeading: boolean, need: string): string {
    const { symbols } = this.#digest;
    const total = `${symbols} symbol${symbols === 1 ? "" : "s"}`;
    const tooLong = isLeading
      ? `${this.#others} of ${total} have it only inside of a word and are left out`
      : detail === "names"
        ? `signatures of ${total} need ${need} characters`
        : `names of ${total} need too many characters`;
    return `${tooLong}: narrow filepath or kinds, or give detail, which has pages`;
  }
}

function nameOf(symbol: unknown): string {
  return isObject(symbol) ? String(symbol.name) : "";
}
