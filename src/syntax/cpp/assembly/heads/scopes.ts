/**
 * The scopes of braces in C++: namespace, class, block, enumerators or values. Input: a brace that no head announces;
 * output: its scope, by the tokens before it. Also the scopes of the braces that heads announce.
 */

import { byteAt, bytesOf, clearBytes, numberAt, numbersOf, setByte, setNumber } from "../../../../base/assembly/tables";
import { operandMayStart } from "../rules/operand-places";
import { Word } from "../tokens/keywords";
import { isCapital } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { count, isDirective, Kind } from "../tokens/token-table";

/** The contents of a pair of braces; statements or declarations up to `block`, values after it. */
export namespace Scope {
  export const namespace_: i32 = 0;
  export const class_: i32 = 1;
  export const block: i32 = 2;
  export const enum_: i32 = 3;
  export const list: i32 = 4;
}

let room: i32 = 1 << 14;
/** Of each token: 0, or 1 and the scope that the brace opens, plus 128 of the body of a function. */
let bodies: usize = bytesOf(room);
/** Of each brace in `bodies`: the word of the name of its class, or -1. */
let namesOfBodies: usize = numbersOf(room);
const functionFlag = 128;

/** Forgets all bodies, and makes room for the tokens of the text at hand. */
export function beginBodies(): void {
  if (count <= room) {
    clearBytes(bodies, count);
    return;
  }
  while (room < count) room *= 2;
  bodies = bytesOf(room);
  namesOfBodies = numbersOf(room);
}

/**
 * Notes what a brace opens.
 *
 * @param name of a class: the word of its name, or -1
 * @param isFunction true if this is surely the body of a function, and nothing that a macro opens
 */
export function setBody(brace: i32, scope: i32, name: i32, isFunction: bool): void {
  setByte(bodies, brace, (scope + 1) | (isFunction ? functionFlag : 0));
  setNumber(namesOfBodies, brace, name);
}

/** `setBody` for the body of a function. */
export function setFunctionBody(brace: i32): void {
  setBody(brace, Scope.block, -1, true);
}

function bodyOf(brace: i32): i32 {
  return <u32>brace < <u32>count ? byteAt(bodies, brace) : 0;
}

/** True if a head announced what a brace opens. */
export function hasBody(brace: i32): bool {
  return bodyOf(brace) !== 0;
}

/** The scope that a head announced, or `Scope.unknown`. */
export function scopeOfBody(brace: i32): i32 {
  return (bodyOf(brace) & (functionFlag - 1)) - 1;
}

/** Of a class: the word of its name, or -1. */
export function nameOfBody(brace: i32): i32 {
  return hasBody(brace) ? numberAt(namesOfBodies, brace) : -1;
}

/** True if a brace opens surely the body of a function. */
export function isFunctionBody(brace: i32): bool {
  return (bodyOf(brace) & functionFlag) !== 0;
}

/**
 * The scope of a brace, by the text before it: `block` for declarations or statements, `list` for values. It is asked
 * before heads are read, and then for braces that no head announces.
 *
 * @param isInList whether the brace is right inside of one that holds values
 */
export function holds(brace: i32, isInList: bool): i32 {
  const before = stream.before(brace);
  const type = stream.kind(before);
  if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace)
    return isInList ? Scope.list : Scope.block;
  if (type === Char.closeBracket || type === Char.colon || type === Kind.string || isDirective(type))
    return Scope.block;
  if (type === Kind.word) {
    const word = stream.word(before);
    if (word === Word.elseOrCatch || word === Word.specifier || word === Word.trailing || word === Word.cv)
      return Scope.block;
    if (word === Word.statement)
      return stream.isText(before, "do") || stream.isText(before, "try") ? Scope.block : Scope.list;
  } else if (!isInHead(type)) return Scope.list;
  return heldByHead(before);
}

/** The kinds of the last token before a body, except words. */
function isInHead(type: i32): bool {
  return type === Char.close || type === Char.greater || type === Char.star || type === Char.ampersand;
}

/** Tokens of a head: a longer one is not a value's. */
const maxSteps = 60;

/** Looks back over a head like `enum class A : int`, `class A : public B<C>`, `[] () -> A` or `A& operator=(int a = 1)`. */
function heldByHead(from: i32): i32 {
  let isCall = false;
  let at = from;
  let steps = 0;
  for (; steps < maxSteps && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.close) {
      isCall = true;
      at = openOf(at);
      if (stream.kind(stream.before(at)) === Char.closeBracket) return Scope.block;
      if (isValue(at)) return Scope.list;
      continue;
    }
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || isDirective(type)) break;
    if (type === Kind.arrow) return Scope.block;
    if (type === Char.equals) return isCall ? Scope.block : Scope.list;
    const word = stream.word(at);
    if (word === Word.enumKey) return Scope.list;
    if (word === Word.namespace) return Scope.block;
    if (word === Word.classKey) {
      if (stream.word(stream.before(at)) === Word.enumKey) return Scope.list;
      const outer = stream.kind(stream.before(at));
      if (outer !== Char.less && outer !== Char.comma && outer !== Char.open) return Scope.block;
    }
  }
  return isCall || steps === maxSteps || (isCapital(from) && stream.isFirst(from)) ? Scope.block : Scope.list;
}

/** `requires { … }`, `requires (T a) { … }`, as against the body after `f() requires (C<T>)`. */
export function holdsRequirements(brace: i32): bool {
  const before = stream.before(brace);
  if (stream.word(before) === Word.requires) return true;
  if (stream.kind(before) !== Char.close) return false;
  const word = stream.before(openOf(before));
  if (stream.word(word) !== Word.requires) return false;
  const outer = stream.before(word);
  return stream.word(outer) === Word.requires || operandMayStart(outer);
}

/** `= (T){` as against `operator=(T a) {` */
function isValue(open: i32): bool {
  const before = stream.before(open);
  return stream.kind(before) === Char.equals && stream.word(stream.before(before)) !== Word.operator;
}

/** The parenthesis that belongs to a closing one; brackets are matched only after branches are chosen. */
function openOf(close: i32): i32 {
  let depth = 0;
  let at = close;
  for (let left = stream.mayLook(400); left > 0 && at > 0; left -= 1, at = stream.before(at)) {
    stream.haveLooked(1);
    const type = stream.kind(at);
    if (type === Char.close) depth += 1;
    else if (type === Char.open) depth -= 1;
    if (depth === 0) return at;
  }
  return close;
}

/** `WORD{a, b};`, `WORD{a, {b}};`, `WORD{}.c();` as against `WORD { a(); }` */
export function isValueInBraces(brace: i32): bool {
  const close = stream.partner(brace);
  const after = stream.kind(stream.after(close));
  const end = stream.before(close);
  const last = stream.kind(end);
  if (after !== Char.semicolon && after !== Char.dot && after !== Char.comma) return false;
  if (last !== Char.closeBrace) return last !== Char.semicolon;
  const beforeLast = stream.kind(stream.before(stream.partner(end)));
  return stream.kind(stream.after(brace)) === Char.openBrace || beforeLast === Char.comma;
}
