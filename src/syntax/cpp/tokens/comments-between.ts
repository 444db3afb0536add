import type { CommentRange } from "../../doc-comments.ts";
import { endOfLine } from "./lexer.ts";

const newline = 10;
const carriageReturn = 13;
const slash = 47;
const star = 42;

/** The blanks and comments between two tokens, by what a comment in them can be about. UTF-16 offsets. */
export type Between = {
  /** The end of the line of the token before, with a comment about that token; or `end` if no line ends. */
  readonly lineEnd: number;
  /** The end of the last empty line, or `lineEnd`: only comments after it are about the token that follows. */
  readonly emptyLineEnd: number;
  /** The comments, in order, as the grammar has them. */
  readonly comments: readonly CommentRange[];
};

/** Reads the blanks and comments from one token to the next one. */
export function readBetween(text: string, start: number, end: number): Between {
  let lineEnd = -1;
  let emptyLineEnd = -1;
  let lineBreaks = 0;
  const comments: CommentRange[] = [];
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
      const endIndex = close < 0 ? endOfLineComment(text, at) : close + 2;
      comments.push({ startIndex: at, endIndex });
      at = endIndex;
    } else at += 1;
  }
  if (lineEnd < 0) lineEnd = end;
  return { lineEnd, emptyLineEnd: Math.max(lineEnd, emptyLineEnd), comments };
}

/** A carriage return before the line break is part of the comment. */
function endOfLineComment(text: string, start: number): number {
  const end = endOfLine(text, start);
  return text.charCodeAt(end) === carriageReturn ? end + 1 : end;
}
