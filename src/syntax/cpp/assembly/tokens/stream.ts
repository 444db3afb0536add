/**
 * The live tokens of the text at hand during masking: a linked list. Input: its tokens; output: neighbours and brackets of
 * tokens; what is cut leaves the list, so that all that comes later sees the rest.
 */

import {
  byteAt,
  clearBytes,
  clearNumbers,
  numberAt,
  numbersOf,
  setByte,
  setNumber,
  signedByteAt,
} from "../../../../base/assembly/tables";
import { addEdit, putOf } from "./edits";
import { Word } from "./keywords";
import { isText as isTextBetween } from "./text";
import {
  count,
  deads,
  ends,
  firsts,
  forms,
  isDirective,
  Kind,
  kinds,
  markCount,
  marks,
  nexts,
  partners,
  previouses,
  starts,
  words,
} from "./token-table";

/** Characters by their codes, as token kinds. */
export namespace Char {
  export const ampersand: i32 = 38;
  export const open: i32 = 40;
  export const close: i32 = 41;
  export const star: i32 = 42;
  export const comma: i32 = 44;
  export const minus: i32 = 45;
  export const dot: i32 = 46;
  export const colon: i32 = 58;
  export const semicolon: i32 = 59;
  export const less: i32 = 60;
  export const equals: i32 = 61;
  export const greater: i32 = 62;
  export const question: i32 = 63;
  export const openBracket: i32 = 91;
  export const closeBracket: i32 = 93;
  export const openBrace: i32 = 123;
  export const closeBrace: i32 = 125;
  export const tilde: i32 = 126;
}

/** Links all tokens, one after the other. */
export function beginStream(): void {
  lookAhead = leastAhead * count;
  for (let index = 0; index < count; index += 1) {
    setNumber(nexts, index, index + 1);
    setNumber(previouses, index, index - 1);
  }
  clearNumbers(partners, count + 1);
  clearBytes(deads, count + 1);
  setNumber(nexts, count - 1, count - 1);
  setNumber(nexts, count, 0);
}

export function kind(index: i32): i32 {
  return <u32>index < <u32>count ? byteAt(kinds, index) : Kind.end;
}

/** `Word` of a token, or -1 if it is not a word. */
export function word(index: i32): i32 {
  return <u32>index < <u32>count ? signedByteAt(forms, index) : -1;
}

/** The live token after this one. */
export function after(index: i32): i32 {
  return <u32>index <= <u32>count ? numberAt(nexts, index) : 0;
}

/** The live token before this one, or -1. */
export function before(index: i32): i32 {
  return <u32>index < <u32>count ? numberAt(previouses, index) : -1;
}

export function isCut(index: i32): bool {
  return <u32>index < <u32>count && byteAt(deads, index) === 1;
}

/** The token itself, or what followed it when it was cut. */
export function live(index: i32): i32 {
  return isCut(index) ? after(index) : index;
}

/** The bracket that belongs to this one, or 0. */
export function partner(index: i32): i32 {
  return <u32>index < <u32>count ? numberAt(partners, index) : 0;
}

/** The bracket that belongs to this one, or the token itself if there is none. */
export function partnerOrSelf(index: i32): i32 {
  const other = partner(index);
  return other !== 0 ? other : index;
}

/** True for a kind of tokens that open a bracket. */
export function isOpening(kind: i32): bool {
  return kind === Char.open || kind === Char.openBracket || kind === Char.openBrace;
}

/** UTF-16 offsets of a token. */
export function start(index: i32): i32 {
  return <u32>index < <u32>count ? numberAt(starts, index) : 0;
}

export function end(index: i32): i32 {
  return <u32>index < <u32>count ? numberAt(ends, index) : 0;
}

/** The same number for the same word. */
export function spelling(index: i32): i32 {
  return <u32>index < <u32>count ? numberAt(words, index) : 0;
}

export function isFirst(index: i32): bool {
  return <u32>index < <u32>count && byteAt(firsts, index) === 1;
}

/** The first live token. */
export function first(): i32 {
  return after(count);
}

export function isName(index: i32): bool {
  return word(index) === Word.name;
}

/** True if the token has this text. */
export function isText(index: i32, wanted: string): bool {
  return isTextBetween(start(index), end(index), wanted);
}

/** True if a macro's arguments follow. */
export function hasArguments(index: i32): bool {
  return kind(after(index)) === Char.open && partner(after(index)) > 0;
}

/** The last token of a macro's use: its name or its closing parenthesis. */
export function lastOf(index: i32, takesArguments: bool): i32 {
  return takesArguments && hasArguments(index) ? partner(after(index)) : index;
}

/**
 * Blanks the tokens from one to another, both included, with a text at their start, and gives the token after them; none if
 * `to` is before `from`.
 */
export function cut(from: i32, to: i32, rule: i32, put: string = ""): i32 {
  return cutWith(from, to, rule, putOf(put));
}

/** The same with a text of the host: see edits.ts. */
export function cutWith(from: i32, to: i32, rule: i32, put: i32): i32 {
  if (to < from) return from;
  if (!addEdit(start(from), end(to), rule, put)) return after(to);
  const next = after(to);
  unlink(from, next);
  return next;
}

/** Takes the tokens from one up to another, not included, out of the list; each of them leads on to the list. */
function unlink(from: i32, next: i32): void {
  const previous = before(from);
  setNumber(nexts, previous >= 0 ? previous : count, next);
  for (let at = from; at < next; ) {
    const following = after(at);
    setNumber(nexts, at, next);
    setByte(deads, at, 1);
    at = following;
  }
  setNumber(previouses, next, previous);
}

/** Tokens that each look ahead may see, however many were seen before, and tokens for each one of a text that all looks may see. */
const leastAhead = 32;

/**
 * Tokens that all looks of the text may still see, so that it takes no more time than its length allows. Not one of the 8,992 files of
 * LLVM, RocksDB, pagmo and Recast is masked in another way than without this bound.
 */
let lookAhead: i32 = 0;

/** The number of tokens that a look ahead may see, at most as many as it asks for. */
export function mayLook(tokens: i32): i32 {
  return min(tokens, max(lookAhead, leastAhead));
}

/** Counts the tokens that were seen. */
export function haveLooked(tokens: i32): void {
  lookAhead = max(0, lookAhead - tokens);
}

/** Tokens that `afterAngles` may still look at. */
export let stepsLeft: i32 = 0;

/** The token after the angle brackets that open here, or 0 if they do not close as such. */
export function afterAngles(index: i32): i32 {
  const steps = mayLook(400);
  const after = afterAnglesWithin(index, steps);
  haveLooked(steps - stepsLeft);
  return after;
}

/** The same for a number of tokens; `stepsLeft` is what is left of it. */
export function afterAnglesWithin(index: i32, steps: i32): i32 {
  stepsLeft = steps;
  let depth = 0;
  let at = index;
  while (--stepsLeft >= 0) {
    const type = kind(at);
    if (type === Char.less) depth += 1;
    else if (type === Char.greater) depth -= 1;
    else if (isOpening(type)) at = partnerOrSelf(at);
    else if (type === Char.semicolon || type === Char.closeBrace || type === Char.close || type === Kind.end) return 0;
    else if (isDirective(type)) return 0;
    at = after(at);
    if (depth === 0) return at;
  }
  return 0;
}

/** Brackets that are open. */
let stack: usize = 0;
let stackRoom: i32 = 0;

/** Tells whether each bracket has its partner. */
export function matchBrackets(): bool {
  if (markCount > stackRoom) {
    stackRoom = markCount * 2;
    stack = numbersOf(stackRoom);
  }
  let depth = 0;
  let openBraces = 0;
  let pairs = 0;
  let brackets = 0;
  for (let mark = 0; mark < markCount; mark += 1) {
    const index = numberAt(marks, mark);
    if (byteAt(deads, index) === 1) continue;
    const type = byteAt(kinds, index);
    if (isOpening(type)) {
      setNumber(stack, depth, index);
      depth += 1;
      brackets += 1;
      if (type === Char.openBrace) openBraces += 1;
    } else if (type === Char.close || type === Char.closeBracket || type === Char.closeBrace) {
      brackets += 1;
      if (type === Char.closeBrace && openBraces === 0) continue;
      depth = closeBracket(depth, index, type);
      if (partner(index) === 0) continue;
      pairs += 1;
      if (type === Char.closeBrace) openBraces -= 1;
    }
  }
  return brackets === 2 * pairs;
}

/** Pairs a closing bracket with the nearest opening one of its kind; a brace drops what is left open inside. */
function closeBracket(depth: i32, index: i32, type: i32): i32 {
  const wanted = type === Char.close ? Char.open : type - 2;
  let top = depth - 1;
  if (type === Char.closeBrace) while (top >= 0 && kind(openAt(top)) !== Char.openBrace) top -= 1;
  if (top < 0) return depth;
  const open = openAt(top);
  if (kind(open) !== wanted) return depth;
  setNumber(partners, open, index);
  setNumber(partners, index, open);
  return top;
}

function openAt(depth: i32): i32 {
  return numberAt(stack, depth);
}
