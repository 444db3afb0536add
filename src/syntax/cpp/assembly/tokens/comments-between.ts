/**
 * The blanks and comments between two tokens, by what a comment in them can be about. Input: two UTF-16 offsets; output:
 * variables and tables, which hold until the next call.
 */

import { numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";
import { endOfLine } from "./lexer";
import { codeAt, length } from "./text";

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const slash: u32 = 47;
const star: u32 = 42;

/** The end of the line of the token before, with a comment about that token; or `end` if no line ends. */
export let lineEnd: i32 = 0;
/** The end of the last empty line, or `lineEnd`: only comments after it are about the token that follows. */
export let emptyLineEnd: i32 = 0;

let room: i32 = 64;
/** The comments, in order, as the grammar has them. */
export let betweenCount: i32 = 0;
/** Tables of UTF-16 offsets. */
export let betweenStarts: usize = numbersOf(room);
export let betweenEnds: usize = numbersOf(room);

/** Reads the blanks and comments from one token to the next one. */
export function readBetween(start: i32, end: i32): void {
  lineEnd = -1;
  emptyLineEnd = -1;
  betweenCount = 0;
  let lineBreaks = 0;
  for (let at = start; at < end; ) {
    const code = codeAt(at);
    if (code === newline) {
      at += 1;
      lineBreaks += 1;
      if (lineEnd < 0) lineEnd = at;
      if (lineBreaks > 1) emptyLineEnd = at;
    } else if (code === slash) {
      lineBreaks = 0;
      const close = codeAt(at + 1) === star ? closeOfComment(at + 2) : -1;
      const endIndex = close < 0 ? endOfLineComment(at) : close + 2;
      addComment(at, endIndex);
      at = endIndex;
    } else at += 1;
  }
  if (lineEnd < 0) lineEnd = end;
  emptyLineEnd = max(lineEnd, emptyLineEnd);
}

/** The offset of the sign that closes a comment from an offset on, or -1. */
function closeOfComment(from: i32): i32 {
  for (let at = from; at < length - 1; at += 1) if (codeAt(at) === star && codeAt(at + 1) === slash) return at;
  return -1;
}

/** A carriage return before the line break is part of the comment. */
function endOfLineComment(start: i32): i32 {
  const end = endOfLine(start);
  return codeAt(end) === carriageReturn ? end + 1 : end;
}

function addComment(start: i32, end: i32): void {
  if (betweenCount === room) grow();
  const at = betweenCount;
  setNumber(betweenStarts, at, start);
  setNumber(betweenEnds, at, end);
  betweenCount += 1;
}

function grow(): void {
  const before = room;
  room *= 2;
  const after = room;
  betweenStarts = widerNumbers(betweenStarts, before, after);
  betweenEnds = widerNumbers(betweenEnds, before, after);
}
