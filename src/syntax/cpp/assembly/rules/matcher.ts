/**
 * The matcher of patterns over the tokens of the text at hand. Input: patterns that the host has compiled into memory: see
 * ../../rules/compile-rules.ts; output: edits where they match.
 */

import { addressOfNumber, numberAt, numbersOf, setNumber, wordAt } from "../../../../base/assembly/tables";
import { replaceToken, writeName } from "../host";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { codeAt } from "../tokens/text";
import { isDirective, Kind } from "../tokens/token-table";
import { operandMayStart, statementMayStart } from "./operand-places";
import { testClass } from "./token-tests";

/**
 * The operations of code. Code is words of four bytes: its operation, its length in bytes, and its operands, among them
 * the code of parts. The codes of both directions are in the order of reading. See `Op` of ../../rules/compile-rules.ts.
 */
namespace Op {
  // One token: 1 if no blank may precede it, and what is asked of it.
  /** Its kind. */
  export const kind: i32 = 0;
  /** The number of a keyword. */
  export const keyword: i32 = 1;
  /** Its kind, and its text: the number of its codes, and then these. */
  export const text: i32 = 2;
  /** `Word` of a word. */
  export const form: i32 = 3;
  /** Its class: see token-tests.ts. */
  export const ofClass: i32 = 4;
  // Other patterns.
  /** The kind of the bracket that comes first. */
  export const balanced: i32 = 5;
  export const angles: i32 = 6;
  export const anglesBefore: i32 = 7;
  export const inside: i32 = 8;
  export const start: i32 = 9;
  export const operandStart: i32 = 10;
  /** A `Scope`. */
  export const where: i32 = 11;
  /** Parts. */
  export const sequence: i32 = 12;
  export const choice: i32 = 13;
  /** The least number, the greatest number, and a part. */
  export const repeat: i32 = 14;
  /** 1 if it is wanted, and a part. */
  export const look: i32 = 15;
  /** The number of the edit, and 1 if it begins here. */
  export const mark: i32 = 16;
}

/** The bytes of an operation and of its length. */
const bytesOfHead: usize = 8;

/** Tokens that one match looks at, if the text has not used up its looks: see `mayLook`. */
const mostSteps = 1000;

/** No match. Tokens are numbers from 0 on, and -1 is before the first one. */
const none = -2;

/** The put of an edit that writes a name. */
const asName = -1;

/** The rules, whose places count from here, and the places of the codes of patterns. */
let rules: usize = 0;
let patterns: usize = 0;

/** One match: how much it may still look at, what holds its trigger, and where the edits of its pattern begin and end. */
let isForward: bool = true;
let steps: i32 = 0;
let scopeOfMatch: i32 = -1;
let classOfMatch: i32 = -1;
let roomForMarks: i32 = 16;
let froms: usize = numbersOf(roomForMarks);
let tos: usize = numbersOf(roomForMarks);

/** Takes the patterns of rules. */
export function beginPatterns(table: usize, place: i32): void {
  rules = table;
  patterns = addressOfNumber(table, place);
}

/**
 * Edits what a pattern says if it matches: its rule, the number of its edits, the length of these numbers and of the code
 * that matches rightwards, the puts of the edits, that code, and the code that matches leftwards.
 */
export function runPattern(pattern: i32, index: i32, scope: i32, className: i32): void {
  const code = addressOfNumber(rules, numberAt(patterns, pattern));
  if (!matches(code, index, scope, className)) return;
  const rule = numberAt(code, 0);
  const count = numberAt(code, 1);
  for (let edit = 0; edit < count; edit += 1) {
    const from = numberAt(froms, edit);
    const to = numberAt(tos, edit);
    if (from > to) continue;
    const place = numberAt(code, 3 + edit);
    const put = place > 0 ? <i32>addressOfNumber(rules, place) : place;
    if (put === asName) writeName(from, to, rule);
    else if (put !== 0 && from === to) replaceToken(from, rule, put);
    else stream.cutWith(from, to, rule, put);
  }
}

function matches(code: usize, index: i32, scope: i32, className: i32): bool {
  beginMarks(numberAt(code, 1));
  const most = stream.mayLook(mostSteps);
  steps = most;
  scopeOfMatch = scope;
  classOfMatch = className;
  isForward = true;
  const isMatch = matchesBoth(code, index);
  stream.haveLooked(most - steps);
  return isMatch;
}

function matchesBoth(code: usize, index: i32): bool {
  const rightwards = addressOfNumber(code, 3 + numberAt(code, 1));
  if (matchAt(rightwards, index) === none) return false;
  isForward = false;
  return matchAt(code + <usize>numberAt(code, 2), stream.before(index)) !== none;
}

/** Edits without marks match nothing. */
function beginMarks(count: i32): void {
  if (count > roomForMarks) {
    roomForMarks = count * 2;
    froms = numbersOf(roomForMarks);
    tos = numbersOf(roomForMarks);
  }
  for (let edit = 0; edit < count; edit += 1) {
    setNumber(froms, edit, 0);
    setNumber(tos, edit, -1);
  }
}

/** Matches from a token on, and returns the next one in its direction, or `none`. */
function matchAt(code: usize, at: i32): i32 {
  switch (numberAt(code, 0)) {
    case Op.kind:
    case Op.keyword:
    case Op.text:
    case Op.form:
    case Op.ofClass:
      return single(code, at);
    case Op.balanced:
      return balanced(numberAt(code, 2), at);
    case Op.angles:
      return angles(at);
    case Op.anglesBefore:
      return anglesBefore(at);
    case Op.inside:
      return inside(at);
    case Op.start:
      return statementMayStart(isForward ? stream.before(at) : at) ? at : none;
    case Op.operandStart:
      return operandMayStart(isForward ? stream.before(at) : at) ? at : none;
    case Op.where:
      return scopeOfMatch === numberAt(code, 2) ? at : none;
    case Op.sequence:
      return sequence(code, at);
    case Op.choice:
      return choice(code, at);
    case Op.repeat:
      return repeat(code + 16, numberAt(code, 2), numberAt(code, 3), at);
    case Op.look:
      return (matchAt(code + 12, at) !== none) === (numberAt(code, 2) === 1) ? at : none;
    default:
      return mark(numberAt(code, 2), numberAt(code, 3) === 1, at);
  }
}

function single(code: usize, at: i32): i32 {
  if (--steps < 0 || !test(code, at)) return none;
  const isJoined = numberAt(code, 2) === 1;
  if (isJoined && stream.start(at) !== stream.end(stream.before(at))) return none;
  return isForward ? stream.after(at) : stream.before(at);
}

function test(code: usize, at: i32): bool {
  const wanted = numberAt(code, 3);
  switch (numberAt(code, 0)) {
    case Op.kind:
      return stream.kind(at) === wanted;
    case Op.keyword:
      return stream.kind(at) === Kind.word && stream.spelling(at) === wanted;
    case Op.text:
      return stream.kind(at) === wanted && isTextOf(code, at);
    case Op.form:
      return stream.word(at) === wanted;
    default:
      return testClass(wanted, at, classOfMatch);
  }
}

function isTextOf(code: usize, at: i32): bool {
  const count = numberAt(code, 4);
  const start = stream.start(at);
  if (stream.end(at) - start !== count) return false;
  for (let place = 0; place < count; place += 1) {
    if (codeAt(start + place) !== wordAt(code, 5 + place)) return false;
  }
  return true;
}

function balanced(wanted: i32, at: i32): i32 {
  const partner = stream.kind(at) === wanted ? stream.partner(at) : 0;
  if (partner === 0) return none;
  return isForward ? stream.after(partner) : stream.before(partner);
}

function angles(at: i32): i32 {
  if (stream.kind(at) !== Char.less) return none;
  const next = stream.afterAnglesWithin(at, steps);
  steps = stream.stepsLeft;
  return next !== 0 ? next : none;
}

function anglesBefore(end: i32): i32 {
  if (stream.kind(end) !== Char.greater) return none;
  let depth = 0;
  for (let at = end; --steps >= 0; at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.greater) depth += 1;
    else if (type === Char.less) depth -= 1;
    else if (type === Char.close || type === Char.closeBracket) {
      const open = stream.partner(at);
      if (open !== 0) at = open;
    } else if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type))
      return none;
    if (depth === 0) return stream.before(at);
  }
  return none;
}

/** Up to the bracket that closes what holds the token. */
function inside(from: i32): i32 {
  const before = stream.before(from);
  // One that nothing closes holds no end to be looked for.
  if (stream.isOpening(stream.kind(before))) {
    const close = stream.partner(before);
    return close !== 0 ? close : none;
  }
  for (let at = from; --steps >= 0; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.close || type === Char.closeBracket || type === Char.closeBrace) return at;
    if (type === Kind.end) return none;
    if (stream.isOpening(type)) at = stream.partnerOrSelf(at);
  }
  return none;
}

function sequence(code: usize, at: i32): i32 {
  const end = code + <usize>numberAt(code, 1);
  let next = at;
  for (let item = code + bytesOfHead; item < end; item += <usize>numberAt(item, 1)) {
    next = matchAt(item, next);
    if (next === none) return none;
  }
  return next;
}

function choice(code: usize, at: i32): i32 {
  const end = code + <usize>numberAt(code, 1);
  for (let option = code + bytesOfHead; option < end; option += <usize>numberAt(option, 1)) {
    const next = matchAt(option, at);
    if (next !== none) return next;
  }
  return none;
}

function repeat(item: usize, least: i32, most: i32, from: i32): i32 {
  let at = from;
  for (let count = 0; count < most; count += 1) {
    const next = matchAt(item, at);
    if (next === none || next === at) return count >= least ? at : none;
    at = next;
  }
  return at;
}

/** A mark is between two tokens: an edit begins with the one after it, or ends with the one before. */
function mark(edit: i32, isOpen: bool, at: i32): i32 {
  const place = edit;
  if (isOpen) setNumber(froms, place, isForward ? at : at < 0 ? stream.first() : stream.after(at));
  else setNumber(tos, place, isForward ? stream.before(at) : at);
  return at;
}
