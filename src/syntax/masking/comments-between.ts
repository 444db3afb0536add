import { endOfLine } from "./lexer.ts";

const newline = 10;
const slash = 47;
const star = 42;

/** The blanks and comments between two tokens, by what a comment in them can be about. UTF-16 offsets. */
export type Between = {
  /** Where the line of the token before ends, with a comment that is about that; or `end` where none ends. */
  readonly lineEnd: number;
  /** Where the last empty line ends, or `lineEnd`: only comments behind it are about the token that follows. */
  readonly emptyLineEnd: number;
};

/** Reads the blanks and comments from one token to the next one. */
export function readBetween(text: string, start: number, end: number): Between {
  let lineEnd = -1;
  let emptyLineEnd = -1;
  let lineBreaks = 0;
  for (let at = start; at < end; ) {
    const code = text.charCodeAt(at);
    if (code === newline) {
      at += 1;
      lineBreaks += 1;
      if (lineEnd < 0) lineEnd = at;
      if (lineBreaks > 1) emptyLineEnd = at;
    } else if (code === slash) {
      lineBreaks = 0;
      const close = text.charCodeAt(at + 1) === star ? text.indexOf("*/", at + 2) : -1;
      at = close < 0 ? endOfLine(text, at) : close + 2;
    } else at += 1;
  }
  if (lineEnd < 0) lineEnd = end;
  return { lineEnd, emptyLineEnd: Math.max(lineEnd, emptyLineEnd) };
}
