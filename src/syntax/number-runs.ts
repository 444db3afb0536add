/**
 * Long lists of numbers, as generated tables have them: fonts, images, coefficients. They hold no name, and reading them takes
 * longer than all other code of such a file. Input: a text; output: the text with blanks over them, and their ranges.
 */
import type { Cut } from "./cuts.ts";

/** UTF-16 code units of a text that may be worth it, and of a list. */
const leastText = 100_000;
const leastRun = 4_000;

/**
 * Returns the text with a blank for each character of a long list of numbers but its line breaks, and cuts for the lists: a blank or a
 * line break stays of each, so that a comment or a statement before it ends where it did.
 */
export function withoutNumberRuns(text: string): { readonly text: string; readonly runs: readonly Cut[] } {
  if (text.length < leastText || !mayHaveRun(text)) return { text, runs: [] };
  const runs: Cut[] = [];
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const end = runEnd(text, at);
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

/** True if a block of half a list's length, as each list covers one, has only characters of lists. */
function mayHaveRun(text: string): boolean {
  for (let at = 0; at + leastRun / 2 <= text.length; at += leastRun / 2)
    if (runCharacters.test(text.slice(at, at + leastRun / 2))) return true;
  return false;
}

const runCharacters = /^[\w\s.,'+-]*$/;

function blanksLike(written: string): string {
  return " ".repeat(written.length);
}

/** The end of the numbers that begin at an offset, each with a comma after it, and of the blanks after the last comma. */
function runEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    const number = numberEnd(text, end);
    if (number === end) return end;
    const comma = blanksEnd(text, number);
    if (text.charCodeAt(comma) !== commaCode) return end;
    end = blanksEnd(text, comma + 1);
  }
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
