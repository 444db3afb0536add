/**
 * Symbols of files within a limit. Input: results of a tool that lists symbols; output: the results as they were asked for if
 * they fit, or else poorer forms: names, or counts with the symbols that most files use.
 */
import type { Cursor } from "../answers/cursor.ts";
import { type Form, fitForms, fitLists, type List, mapForms, type Room } from "../answers/fit.ts";
import { Rows, type RowValues } from "../answers/rows.ts";
import { type KnownSymbols, SymbolDigest, type SymbolsEntry } from "../tools/symbols/symbol-digest.ts";
import type { FileAnswer, PageContent, ResultEntry } from "./call.ts";
import { charsOf, mostKept } from "./file-page.ts";
import type { FileTaker, TakenFile } from "./results.ts";

export type SymbolFormsOptions = {
  /** UTF-16 code units of the answer. */
  readonly maxChars: number;
  /** True for the answer about one file: then its own rows say that they are shortened. */
  readonly isFlat: boolean;
  /** The test of names that a search is rather about; undefined if all count alike. */
  readonly isLeadingName?: ((name: string) => boolean) | undefined;
};

/** UTF-16 code units of an answer to a search, up to which names that have its word only inside of another one are shown. */
const maxNoisyChars = 4_000;

/** Symbols in one of their poorer forms. */
type Shown = {
  readonly detail: "signatures" | "names" | "counts";
  readonly failed: readonly ResultEntry[];
  readonly entries: readonly SymbolsEntry[];
  readonly mostUsed: RowValues;
  /** The number of symbols that are left out since they are not leading ones. */
  readonly leftOut?: number | undefined;
};

export class SymbolForms implements FileTaker {
  readonly isOpen = true;
  readonly #options: SymbolFormsOptions;
  /** All results; undefined once they have far more characters than the answer. */
  #kept: ResultEntry[] | undefined = [];
  #chars = 0;
  #taken = 0;
  readonly #digest: SymbolDigest;
  /** The results with only the leading names; undefined once they have far more characters than the answer. */
  #leading: SymbolsEntry[] | undefined = [];
  #leadingChars = 0;
  #others = 0;
  readonly #failed: ResultEntry[] = [];
  /** File → its warnings. */
  readonly #warnings = new Map<string, readonly string[]>();

  constructor(options: SymbolFormsOptions) {
    this.#options = options;
    this.#digest = new SymbolDigest(options.maxChars);
  }

  take({ entry }: TakenFile): void {
    this.#taken++;
    this.#chars += charsOf(entry);
    this.#takeLeading(entry);
    if (this.#kept === undefined) {
      this.#add(entry);
      return;
    }
    this.#kept.push(entry);
    if (this.#chars <= this.#options.maxChars * mostKept) return;
    for (const kept of this.#kept) this.#add(kept);
    this.#kept = undefined;
  }

  #takeLeading({ name, result }: ResultEntry): void {
    const { isLeadingName, maxChars } = this.#options;
    if (isLeadingName === undefined || "error" in result) return;
    const { kind, values } = result.rows;
    const symbols = [values.symbols ?? []].flat();
    const leading = symbols.filter((symbol) => isLeadingName(String(Object(symbol).name)));
    this.#others += symbols.length - leading.length;
    if (leading.length === 0 || this.#leading === undefined) return;
    this.#leading.push({ name, kind, values: { ...values, symbols: leading } });
    this.#leadingChars += JSON.stringify(leading).length;
    if (this.#leadingChars > maxChars * mostKept) this.#leading = undefined;
  }

  #add(entry: ResultEntry): void {
    const { name, result } = entry;
    if ("error" in result) this.#failed.push(entry);
    else {
      this.#digest.add(name, result.rows.values);
      if (result.warnings.length > 0) this.#warnings.set(name, result.warnings);
    }
  }

  /**
   * Returns the answer in the richest form that fits.
   *
   * @param endBeforeMissing the start of the next page if files are missing
   * @param answerOf makes the answer of what is on the page
   * @param known what is known of the symbols, for the ones that are used most
   */
  fitted(
    endBeforeMissing: Cursor | undefined,
    answerOf: (content: PageContent) => FileAnswer,
    room: Room<FileAnswer>,
    known: KnownSymbols,
  ): FileAnswer {
    const cut = { onPage: this.#taken, pageFullReason: undefined, nextStart: endBeforeMissing, shownRows: undefined };
    const kept = this.#kept;
    const whole = kept && answerOf({ entries: kept, cut });
    const need = whole === undefined ? `more than ${this.#options.maxChars * mostKept}` : room.charsOf(whole);
    const leading = this.#others > 0 && (this.#leading?.length ?? 0) > 0 ? this.#leading : undefined;
    const wholeChars = leading === undefined ? room.maxChars : Math.min(room.maxChars, maxNoisyChars);
    if (whole !== undefined && Number(need) <= wholeChars) return whole;
    for (const entry of kept ?? []) this.#add(entry);
    const poorer = (shown: Shown) => answerOf(this.#contentOf(shown, `${need}`, cut));
    const failed = this.#failed;
    const shorter = (detail: Shown["detail"], isLeading: boolean) => (entries: readonly SymbolsEntry[]) =>
      poorer({ detail, failed, entries, mostUsed: {}, ...(isLeading && { leftOut: this.#others }) });
    const ofLeading = leading === undefined ? [] : [{ shown: () => shorter("signatures", true)(leading) }];
    const leadingNames = leading === undefined ? [] : mapForms(namesOf(leading, room.maxChars), shorter("names", true));
    const names = mapForms(this.#digest.names, shorter("names", false));
    return fitForms(
      [...ofLeading, ...leadingNames, ...names, { shown: () => this.#counts(poorer, room, known) }],
      (answer) => answer,
      room,
    );
  }

  /** Counts and the most used symbols, and before them what failed. */
  #counts(answerOf: (shown: Shown) => FileAnswer, room: Room<FileAnswer>, known: KnownSymbols): FileAnswer {
    type Part = Partial<Shown>;
    const [failed, digest] = [this.#failed, this.#digest];
    const lists: readonly List<Part>[] = [
      {
        share: 1,
        forms: [{ sizes: { least: 0, most: failed.length }, shown: (most) => ({ failed: failed.slice(0, most) }) }],
      },
      { share: countsShare, forms: mapForms(digest.counts, (entries) => ({ entries })) },
      { share: 1 - countsShare, forms: mapForms([digest.mostUsed(known)], (mostUsed) => ({ mostUsed })) },
    ];
    const none: Shown = { detail: "counts", failed: [], entries: [], mostUsed: {} };
    return fitLists(lists, (parts) => answerOf(Object.assign({}, none, ...parts)), room);
  }

  #contentOf(
    { detail, failed, entries, mostUsed, leftOut }: Shown,
    need: string,
    cut: PageContent["cut"],
  ): PageContent {
    const { isFlat } = this.#options;
    const used = Object.keys(mostUsed).length === 0 ? undefined : mostUsed;
    const reason = this.#reasonOf({ detail, failed, entries, leftOut }, need);
    const form = { detail, truncated: true, truncated_reason: reason };
    const rows = entries.map(({ name, kind, values }) => {
      const keys = isFlat ? { ...values, ...(used && { most_used: used }), ...form } : values;
      return { name, result: { rows: Rows.of(kind, keys), warnings: this.#warnings.get(name) ?? [] } };
    });
    return {
      entries: [...failed, ...rows],
      cut: { ...cut, shortForm: isFlat ? undefined : { detail, reason, mostUsed: used } },
    };
  }

  #reasonOf({ detail, failed, entries, leftOut }: Omit<Shown, "mostUsed">, need: string): string {
    const { symbols } = this.#digest;
    const total = `${symbols} symbol${symbols === 1 ? "" : "s"}`;
    const tooLong =
      leftOut !== undefined
        ? `${leftOut} of ${total} have it only inside of a word and are left out`
        : detail === "names"
          ? `signatures of ${total} need ${need} characters`
          : `names of ${total} need too many characters`;
    const shown = new Set(entries.map(({ name }) => name));
    const hidden = [...this.#warnings.keys()].filter((name) => !shown.has(name)).length;
    const errors = this.#failed.length - failed.length;
    return [
      `${tooLong}: narrow filepath or kinds, or give detail, which has pages`,
      ...(hidden === 0 ? [] : [`warnings of ${hidden} files are not shown`]),
      ...(errors === 0 ? [] : [`errors of ${errors} files are not shown`]),
    ].join("; ");
  }
}

function namesOf(entries: readonly SymbolsEntry[], maxChars: number): readonly Form<readonly SymbolsEntry[]>[] {
  const digest = new SymbolDigest(maxChars);
  for (const { name, values } of entries) digest.add(name, values);
  return digest.names;
}

/** The part of the room that counts have; the most used symbols have the rest. */
const countsShare = 0.5;
