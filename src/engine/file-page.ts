/**
 * The page of an answer about files. Input: results in path order; output: as many of them as its limits allow, or of one that
 * does not fit into an answer of its own, or that comes after a few small ones, as many rows as fit.
 */
import type { Cursor } from "../answers/cursor.ts";
import { type Form, fitForms, mapForms, type Room } from "../answers/fit.ts";
import type { FileAnswer, PageContent, PageCut, ResultEntry } from "./call.ts";
import { type FilePart, fewerRowsForms, partForms, restOf } from "./file-part.ts";
import type { FileTaker, TakenFile } from "./results.ts";

/** Results that are kept until the answer fits have at most so many times its characters: no format is shorter by as much. */
export const mostKept = 16;

/** The part of its room that a page of whole files fills, or else the rows of one more file begin on it. */
const leastFilled = 0.5;

/** An answer with the first files. */
type Page = { readonly count: number; readonly answer: FileAnswer };

export type PageOptions = {
  /** The largest number of results; Infinity for no limit. */
  readonly maxResults: number;
  /** UTF-16 code units of the answer; Infinity for no limit. */
  readonly maxChars: number;
  /** Receives the results one by one if there is no limit of characters; others come from `fitted`. */
  readonly pass: (entry: ResultEntry) => void;
};

/** A result from its first row that this page is about. */
type KeptFile = TakenFile & { readonly rest: FilePart };

export class FilePage implements FileTaker {
  readonly #options: PageOptions;
  readonly #kept: KeptFile[] = [];
  #chars = 0;
  #passed = 0;
  /** The first result that is on no account on this page. */
  #leftOut: { readonly file: TakenFile; readonly reason: string } | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#leftOut === undefined && this.#kept.at(-1)?.rest.next === undefined;
  }

  take(file: TakenFile): void {
    const { maxResults, maxChars, pass } = this.#options;
    const rest = restOf(file.entry, file.from);
    if (this.#passed + this.#kept.length === maxResults) {
      this.#leftOut = { file, reason: `max_results is ${maxResults}` };
    } else if (this.#chars > maxChars * mostKept) this.#leftOut = { file, reason: this.#maxCharsReason };
    else if (maxChars === Number.POSITIVE_INFINITY) {
      this.#passed++;
      pass(rest.entry);
    } else {
      this.#kept.push({ ...file, rest });
      this.#chars += charsOf(rest.entry);
    }
  }

  /**
   * Returns the answer with as much as fits.
   *
   * @param endBeforeMissing the start of the next page if all results are on this one; undefined if it is the last one
   * @param answerOf makes the answer of what is on the page
   */
  fitted(
    endBeforeMissing: Cursor | undefined,
    answerOf: (content: PageContent) => FileAnswer,
    room: Room<FileAnswer>,
  ): FileAnswer {
    const { length } = this.#kept;
    const upTo = (count: number) => answerOf(this.#upTo(count, endBeforeMissing));
    const sizes = { least: Math.min(length, 1), most: length };
    const files: Form<Page> = { sizes, shown: (count) => ({ count, answer: upTo(count) }) };
    const { count, answer: page } = fitForms([files], (shown) => shown, {
      ...room,
      charsOf: ({ answer }) => room.charsOf(answer),
    });
    const [first] = this.#kept;
    const chars = room.charsOf(page);
    if (first !== undefined && chars > room.maxChars) {
      const parts = partForms(first.rest, first.from, room.maxChars);
      return fitForms(parts, (part) => answerOf(this.#part(first, part, endBeforeMissing)), room);
    }
    const next = this.#kept[count];
    if (next === undefined || chars > room.maxChars * leastFilled) return page;
    const begun = mapForms(fewerRowsForms(next.rest, next.from), (part) => answerOf(this.#withPart(count, next, part)));
    return fitForms([...begun, { shown: () => page }], (answer) => answer, room);
  }

  #upTo(count: number, endBeforeMissing: Cursor | undefined): PageContent {
    const shown = this.#kept.slice(0, count);
    const last = shown.at(-1);
    const entries = shown.map(({ rest }) => rest.entry);
    if (last?.rest.next !== undefined) return { entries, cut: this.#cutIn(last, last.rest, count) };
    const next = this.#kept[count] ?? this.#leftOut?.file;
    const pageFullReason = count < this.#kept.length ? this.#maxCharsReason : this.#leftOut?.reason;
    const nextStart = next === undefined ? endBeforeMissing : next.before;
    return { entries, cut: { onPage: this.#passed + count, pageFullReason, nextStart, shownRows: undefined } };
  }

  #part(file: KeptFile, part: FilePart, endBeforeMissing: Cursor | undefined): PageContent {
    const isCut = part.next !== undefined;
    const cut = isCut ? this.#cutIn(file, part, 1) : this.#upTo(1, endBeforeMissing).cut;
    return { entries: [part.entry], cut };
  }

  /** The first files, and the first rows of the next one. */
  #withPart(count: number, next: KeptFile, part: FilePart): PageContent {
    const entries = [...this.#kept.slice(0, count).map(({ rest }) => rest.entry), part.entry];
    return { entries, cut: this.#cutIn(next, part, count + 1) };
  }

  /** The cut of a page that ends within a file. */
  #cutIn({ from, end }: KeptFile, { next, total }: FilePart, onPage: number): PageCut {
    const nextStart = { ...end, place: { ...end.place, line: next ?? 0 } };
    return {
      onPage,
      pageFullReason: this.#maxCharsReason,
      nextStart,
      shownRows: { first: from + 1, last: next ?? 0, total },
    };
  }

  get #maxCharsReason(): string {
    return `An answer has at most ${this.#options.maxChars} characters`;
  }
}

/** About as many UTF-16 code units as a result has as JSON. */
export function charsOf({ name, result }: ResultEntry): number {
  return name.length + ("rows" in result ? result.rows.encoded.length : result.error.length);
}
