/**
 * Long lists of numbers, as generated tables have them: fonts, images, coefficients. They hold no name outside of short comments between
 * the numbers, and reading them takes longer than all other code of such a file: where the brackets around a list are in another file,
 * the parser tries to mend each number. Input: a text; output: the text with blanks over them, and their ranges.
 */
import type { CommentSigns } from "./comment-signs.ts";
import type { Cut } from "./cuts.ts";

/** UTF-16 code units of a text that may be worth it, and of a list. */
const leastText = 100_000;
const leastRun = 4_000;

/** UTF-16 code units of a comment in a list: a longer one ends the list, so that no text is read again and again for the end of one. */
const maxComment = 300;

/**
 * Returns the text with a blank for each character of a long list of numbers but its line breaks, and cuts for the lists: a blank or a
 * line break stays of each, so that a comment or a statement before it ends where it did. Comments after the last number stay.
 */
export function withoutNumberRuns(
  text: string,
  signs: CommentSigns,
): { readonly text: string; readonly runs: readonly Cut[] } {
  if (text.length < leastText || !mayHaveRun(text)) return { text, runs: [] };
  const runs: Cut[] = [];
  const parts: string[] = [];
  const lists = new Lists(text, signs);
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const end = lists.endAt(at);
    if (end - at >= leastRun) {
      parts.push(text.slice(copied, at), text.slice(at, end).replace(/[^\n\r]+/g, blanksLike));
      const lineEnd = text.lastIndexOf("\n", end - 1) + 1;
      runs.push(lineEnd > at ? { start: at, end: lineEnd, put: "\n" } : { start: at, end, put: " " });
      copied = end;
    }
    at = end > at ? end : nextAfter(text, at);
  }
  return { text: copied === 0 ? text : parts.join("") + text.slice(copied), runs };
}

/** True if a block of half a list's length, as each list covers one, has a comma after a digit in each forty characters. */
function mayHaveRun(text: string): boolean {
  const block = leastRun / 2;
  for (let at = 0; at + block <= text.length; at += block)
    if ((text.slice(at, at + block).match(/[\da-z.]\s*,/gi) ?? []).length >= block / 40) return true;
  return false;
}

function blanksLike(written: string): string {
  return " ".repeat(written.length);
}

/** The lists of numbers in a text, which are asked for in its order. */
class Lists {
  readonly #text: string;
  readonly #signs: CommentSigns;
  /** Strings over several lines: in one of them, a quote in what looks like a comment may end it. */
  readonly #hasLongStrings: boolean;
  /** The last offset that was asked about, and whether it is code: a list asks about its start at each comment. */
  #askedAt = -1;
  #wasCode = false;
  /** The end of what was searched for comments, and whether one was open there. */
  #readTo = 0;
  #isInComment = false;

  constructor(text: string, signs: CommentSigns) {
    this.#text = text;
    this.#signs = signs;
    this.#hasLongStrings = /R"|`|"""|'''/.test(text);
  }

  /** The end of the numbers that begin at an offset, each with a comma after it, and of the blanks after the last comma. */
  endAt(start: number): number {
    const text = this.#text;
    let end = start;
    for (let next = start; ; next = this.#gapEnd(end, start)) {
      const number = numberEnd(text, next);
      if (number === next) return end;
      const comma = this.#gapEnd(number, start);
      if (text.charCodeAt(comma) !== commaCode) return end;
      end = blanksEnd(text, comma + 1);
    }
  }

  /** The end of the blanks and short comments at an offset, in the list that begins at another one. */
  #gapEnd(from: number, start: number): number {
    for (let at = from; ; ) {
      const end = blanksEnd(this.#text, at);
      const next = isMark(this.#text.charCodeAt(end)) ? this.#commentEnd(end) : end;
      if (next === end || !this.#isCode(start)) return end;
      at = next;
    }
  }

  /** The end of a short comment at an offset; the offset itself if none begins there. */
  #commentEnd(start: number): number {
    const written = this.#text.slice(start, start + maxComment);
    const length = commentLength(written, this.#signs);
    return this.#hasLongStrings && /["'`]/.test(written.slice(0, length)) ? start : start + length;
  }

  /** True if an offset is surely in no comment, and in no string of one line: its line has no sign of either before it. */
  #isCode(offset: number): boolean {
    if (offset !== this.#askedAt) this.#wasCode = this.#isCodeNow(offset);
    this.#askedAt = offset;
    return this.#wasCode;
  }

  #isCodeNow(offset: number): boolean {
    const { block, line } = this.#signs;
    const passed = this.#text.slice(this.#readTo, offset);
    this.#readTo = offset;
    for (const sign of block) {
      const [open, close] = [passed.lastIndexOf(sign.start), passed.lastIndexOf(sign.end)];
      if (open !== close) this.#isInComment = close < open + sign.start.length;
    }
    const before = this.#text.slice(Math.max(0, offset - maxComment), offset);
    const lineStart = before.lastIndexOf("\n") + 1;
    const ofLine = before.slice(lineStart);
    const isWhole = lineStart > 0 || before.length === offset;
    const isContinued = /\\\r?\n$/.test(before.slice(0, lineStart));
    const hasSign = /["'`]/.test(ofLine) || line.some((sign) => ofLine.includes(sign));
    return !this.#isInComment && isWhole && !isContinued && !hasSign;
  }
}

/** The length of the comment at the start of a text; 0 if none begins or ends there. */
function commentLength(text: string, { line, block }: CommentSigns): number {
  for (const { start, end } of block) {
    const length = text.startsWith(start) ? text.indexOf(end, start.length) : -1;
    if (length >= 0) return length + end.length;
  }
  if (!line.some((sign) => text.startsWith(sign))) return 0;
  // A line that ends in a backslash goes on.
  const [written = "", lineBreak] = /^.*?(?=([\r\n]|\\\r?\n))/.exec(text) ?? [];
  return lineBreak?.startsWith("\\") === false ? written.length : 0;
}

/** Signs begin with something other than what numbers, blanks and commas are made of. */
function isMark(code: number): boolean {
  return code > 0x20 && code !== commaCode && !isOfNumber(code);
}

const commaCode = 0x2c;

/** The end of a number at an offset, signs and suffixes included; the offset itself if there is none. */
function numberEnd(text: string, start: number): number {
  let at = start;
  const sign = text.charAt(at);
  if (sign === "-" || sign === "+") at++;
  if (text.charAt(at) === ".") at++;
  if (!isDigit(text.charCodeAt(at))) return start;
  while (isOfNumber(text.charCodeAt(at)) || (isSign(text.charCodeAt(at)) && /[eEpP]/.test(text.charAt(at - 1)))) at++;
  return at;
}

function isSign(code: number): boolean {
  return code === 0x2b || code === 0x2d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Digits, letters of ASCII, the point and the quote between digits of C++. */
function isOfNumber(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x7a) || code === 0x2e || code === 0x27;
}

function blanksEnd(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** The offset after a name or a number, or after one other character: a list does not begin inside of a name. */
function nextAfter(text: string, start: number): number {
  let at = start;
  while (isOfName(text.charCodeAt(at))) at++;
  return Math.max(at, start + 1);
}

function isOfName(code: number): boolean {
  return isOfNumber(code) || code === 0x5f || code > 0x7f;
}
