/**
 * The answer about files in a poorer form. Input: results in path order; output: all of them if they fit, or else a form of the tool
 * for rows that do not fit.
 */
import type { Cursor } from "../answers/cursor.ts";
import { fitForms, type Room } from "../answers/fit.ts";
import { Rows } from "../answers/rows.ts";
import type { KnownSymbols, ShortForms, ShortRows } from "../tools/contract/short-forms.ts";
import type { FileAnswer, PageContent, ResultEntry } from "./call.ts";
import { charsOf, mostKept } from "./file-page.ts";
import type { FileTaker, TakenFile } from "./results.ts";

export type ShortenedFilesOptions = {
  /** UTF-16 code units of the answer. */
  readonly maxChars: number;
  /** True for the answer about one file: then its own rows say that they are shortened. */
  readonly isFlat: boolean;
  readonly forms: ShortForms;
};

export class ShortenedFiles implements FileTaker {
  readonly isOpen = true;
  readonly #options: ShortenedFilesOptions;
  /** All results; undefined once they have far more characters than the answer. */
  #kept: ResultEntry[] | undefined = [];
  #chars = 0;
  #taken = 0;
  readonly #failed: ResultEntry[] = [];
  /** File → its warnings. */
  readonly #warnings = new Map<string, readonly string[]>();

  constructor(options: ShortenedFilesOptions) {
    this.#options = options;
  }

  take({ entry }: TakenFile): void {
    const { maxChars, forms } = this.#options;
    this.#taken++;
    this.#chars += charsOf(entry);
    if ("rows" in entry.result) forms.take(entry.name, entry.result.rows);
    if (this.#kept === undefined) {
      this.#shorten(entry);
      return;
    }
    this.#kept.push(entry);
    if (this.#chars <= maxChars * mostKept) return;
    for (const kept of this.#kept) this.#shorten(kept);
    this.#kept = undefined;
  }

  #shorten(entry: ResultEntry): void {
    const { name, result } = entry;
    if ("error" in result) {
      this.#failed.push(entry);
      return;
    }
    this.#options.forms.shorten(name, result.rows);
    if (result.warnings.length > 0) this.#warnings.set(name, result.warnings);
  }

  /**
   * Returns the answer in the richest form that fits.
   *
   * @param endBeforeMissing the start of the next page if files are missing
   * @param answerOf makes the answer of what is on the page
   * @param known the facts about the symbols, for the ones that are used most
   */
  fitted(
    endBeforeMissing: Cursor | undefined,
    answerOf: (content: PageContent) => FileAnswer,
    room: Room<FileAnswer>,
    known: KnownSymbols,
  ): FileAnswer {
    const { maxChars, forms } = this.#options;
    const cut = { onPage: this.#taken, pageFullReason: undefined, nextStart: endBeforeMissing, shownRows: undefined };
    const kept = this.#kept;
    const whole = kept && answerOf({ entries: kept, cut });
    const chars = whole && room.charsOf(whole);
    const wholeChars = Math.min(room.maxChars, forms.maxWholeChars ?? room.maxChars);
    if (whole !== undefined && chars !== undefined && chars <= wholeChars) return whole;
    for (const entry of kept ?? []) this.#shorten(entry);
    const call = {
      need: chars === undefined ? `more than ${maxChars * mostKept}` : `${chars}`,
      failedFiles: this.#failed.length,
      known,
    };
    const poorer = forms.forms(call, (shown) => answerOf(this.#contentOf(shown, cut)), room);
    return fitForms(poorer, (answer) => answer, room);
  }

  #contentOf(shown: ShortRows, cut: PageContent["cut"]): PageContent {
    const { isFlat } = this.#options;
    const { detail, entries, mostUsed } = shown;
    const used = Object.keys(mostUsed).length === 0 ? undefined : mostUsed;
    const reason = this.#reasonOf(shown);
    const form = { detail, truncated: true, truncated_reason: reason };
    const rows = entries.map(({ name, kind, values }) => {
      const keys = isFlat ? { ...values, ...(used && { most_used: used }), ...form } : values;
      return { name, result: { rows: Rows.of(kind, keys), warnings: this.#warnings.get(name) ?? [] } };
    });
    return {
      entries: [...this.#failed.slice(0, shown.failedFiles), ...rows],
      cut: { ...cut, shortForm: isFlat ? undefined : { detail, reason, mostUsed: used } },
    };
  }

  #reasonOf({ reason, entries, failedFiles }: ShortRows): string {
    const shown = new Set(entries.map(({ name }) => name));
    const hidden = [...this.#warnings.keys()].filter((name) => !shown.has(name)).length;
    const errors = this.#failed.length - failedFiles;
    return [
      reason,
      ...(hidden === 0 ? [] : [`warnings of ${hidden} files are not shown`]),
      ...(errors === 0 ? [] : [`errors of ${errors} files are not shown`]),
    ].join("; ");
  }
}
