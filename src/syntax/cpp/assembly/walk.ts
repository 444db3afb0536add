/**
 * The walk over the tokens of a C++ text that runs all masking: heads of declarations, rules and single words. Input:
 * the tokens after branches are chosen; output: edits, and what the elision cuts.
 */

import { byteAt, bytesOf, numberAt, numbersOf, setByte, setNumber, widerNumbers } from "../../../base/assembly/tables";
import * as elision from "./elide";
import { beginDeclarations, classHead, enumHead, head, nameOfMacro, parameterList } from "./heads/declarations";
import { endsLabel, isAccess } from "./heads/labels";
import { hasBody, holds, isFunctionBody, nameOfBody, Scope, scopeOfBody } from "./heads/scopes";
import { atStatement, passTo, upTo } from "./rules/table";
import { maskWord } from "./rules/uses";
import { changes } from "./tokens/edits";
import { Word } from "./tokens/keywords";
import { isPlain } from "./tokens/roles";
import * as stream from "./tokens/stream";
import { Char } from "./tokens/stream";
import { count, isDirective, Kind } from "./tokens/token-table";

/** 1 for each kind of token that opens or closes something, or is a directive; all kinds are of ASCII. */
const isStep = stepTable("(){}[];:");

function stepTable(characters: string): usize {
  const table = bytesOf(128);
  for (let at = 0; at < characters.length; at += 1) setByte(table, characters.charCodeAt(at), 1);
  for (let kind = Kind.if_; kind <= Kind.directive; kind += 1) setByte(table, kind, 1);
  return table;
}

/** True if the elision cuts what is not to be parsed. */
let isElided: bool = false;
/** The token before which the rules have run. */
let ruled: i32 = 0;
let parens: i32 = 0;
let isStart: bool = true;

/** The braces that are open, the outermost frame first: tables of numbers. */
let frameRoom: i32 = 64;
let frameCount: i32 = 0;
let frameScopes: usize = numbersOf(frameRoom);
/** Of a class: the word of its name, or -1. */
let frameClassNames: usize = numbersOf(frameRoom);
/** 1 for the body of a function. */
let frameFunctions: usize = numbersOf(frameRoom);
/** The parentheses that were open before the brace. */
let frameParens: usize = numbersOf(frameRoom);

/**
 * Goes through the live tokens once, and at the start of each declaration or statement looks at its head. The rules of
 * single tokens run ahead of it, to the end of that head at least.
 * The elision cuts what is not to be parsed; the bodies that it cuts are passed over, by the rules as well.
 */
export function maskShapes(hasCuts: bool): void {
  isElided = hasCuts;
  beginDeclarations();
  ruled = 0;
  parens = 0;
  isStart = true;
  frameCount = 0;
  addFrame(Scope.namespace_, -1, false, 0);
  run();
}

function run(): void {
  // Without cuts there is nothing that the rules could pass.
  if (!isElided) runRules(count);
  let index = stream.first();
  while (index < count - 1) {
    if (index >= ruled) {
      runRules(endOfHead(index) + 1);
      index = stream.live(index);
      continue;
    }
    const type = stream.kind(index);
    if (isStart && !isDirective(type)) {
      const next = headAt(index);
      if (next > index) {
        index = next;
        continue;
      }
    }
    if (type === Kind.word) index = isPassed(index) ? stream.after(index) : word(index);
    else if (byteAt(isStep, type) === 1) index = step(index, type);
    else {
      isStart = false;
      index = stream.after(index);
    }
  }
  if (isElided) elision.end(count - 1);
}

/** Text from rules is not a change of the current declaration by its head. */
function runRules(end: i32): void {
  const before = changes;
  upTo(end);
  if (isElided) elision.ignore(changes - before);
  ruled = end;
}

/** True if a word inside a declaration or statement says nothing: the most frequent case, answered first. */
function isPassed(index: i32): bool {
  if (isStart || stream.word(index) !== Word.name) return false;
  const after = stream.kind(stream.after(index));
  if (after === Kind.word) return false;
  const before = stream.kind(stream.before(index));
  const isMember = before === Char.dot || before === Kind.arrow;
  return (after !== Char.open || isMember) && isPlain(index);
}

/** The scope of the innermost frame. */
function frameScope(): i32 {
  return numberAt(frameScopes, frameCount - 1);
}

function frameClassName(): i32 {
  return numberAt(frameClassNames, frameCount - 1);
}

/** True right inside of parentheses in an enumeration, which hold the values of enumerators. */
function isInValues(): bool {
  return frameScope() === Scope.enum_ && parens > 0;
}

/** Looks at a head and gives the token to go on with: the same one when nothing before it was blanked. */
function headAt(index: i32): i32 {
  const scope = frameScope();
  if (scope === Scope.namespace_ || scope === Scope.class_) return head(index, scope, frameClassName());
  if (scope !== Scope.block || !stream.isName(index)) return index;
  const next = nameOfMacro(index);
  if (next > index) return next;
  atStatement(index, scope, frameClassName());
  return stream.live(index);
}

function word(index: i32): i32 {
  const wasStart = isStart;
  isStart = false;
  const word = stream.word(index);
  // The scope of the next word; parentheses in an enumeration hold values.
  const scope = isInValues() ? Scope.list : frameScope();
  const className = isInValues() ? -1 : frameClassName();
  if (word === Word.name && !wasStart && isDeclarator(index)) return stream.after(index);
  if (word === Word.name || word >= Word.attribute) {
    const next = maskWord(index, wasStart, scope, className);
    isStart = wasStart && stream.isCut(index);
    return next;
  }
  if (word === Word.classKey && parens === 0) classHead(index, scope);
  else if (word === Word.enumKey) return enumHead(index, scope);
  else if (word === Word.elseOrCatch && stream.isText(index, "else")) isStart = true;
  return stream.after(index);
}

/** True if this is the name of the function whose head was read last, and its parameters read as such. */
function isDeclarator(index: i32): bool {
  const open = stream.after(index);
  if (open !== parameterList) return false;
  const after = stream.after(stream.partner(open));
  if ((stream.kind(after) === Char.star || stream.kind(after) === Char.ampersand) && stream.isName(stream.after(after)))
    return false;
  const first = stream.kind(stream.after(open));
  if (stream.word(stream.after(open)) === Word.expression) return false;
  return first === Kind.word || first === Kind.scope || first === Char.dot || first === Char.close;
}

function step(index: i32, type: i32): i32 {
  const after = stream.after(index);
  if (type === Char.openBrace) return openBrace(index);
  if (type === Char.closeBrace) closeBrace(index);
  else if (type === Char.semicolon) semicolon(index);
  else if (type === Char.open || type === Char.openBracket) {
    parens += 1;
    isStart = false;
  } else if (type === Char.close || type === Char.closeBracket) {
    parens = max(0, parens - 1);
    isStart = false;
  } else if (type === Char.colon) isStart = parens === 0 && isLabel(index);
  else if (isDirective(type)) {
    if (isElided) elision.directive(index, type);
  } else isStart = false;
  return after;
}

function semicolon(index: i32): void {
  const scope = frameScope();
  isStart = parens === 0 && scope <= Scope.block;
  if (isStart && scope <= Scope.class_ && isElided) elision.semicolon(index, scope);
}

function isLabel(colon: i32): bool {
  const scope = frameScope();
  if (scope === Scope.class_) return isAccess(stream.before(colon));
  return scope === Scope.block && endsLabel(colon);
}

/** Gives the token to go on with. */
function openBrace(index: i32): i32 {
  const isKnown = hasBody(index);
  const isFunction = isKnown && isFunctionBody(index);
  const close = isFunction && isElided ? elision.functionBody(index, parameterList) : 0;
  if (close > 0) {
    passTo(close);
    isStart = parens === 0 && frameScope() <= Scope.block;
    return stream.after(close);
  }
  const scope = isKnown ? scopeOfBody(index) : holds(index, frameScope() === Scope.list);
  const className = isKnown ? nameOfBody(index) : -1;
  // Statements look at each other, to either side.
  if (scope >= Scope.block && stream.partner(index) >= ruled) runRules(stream.partner(index) + 1);
  if (isElided) elision.open(index, scope, frameScope(), isKnown);
  addFrame(scope, className, isFunction, parens);
  parens = 0;
  isStart = scope <= Scope.block;
  return stream.after(index);
}

function closeBrace(index: i32): void {
  if (frameCount === 1) return;
  frameCount -= 1;
  const at = frameCount;
  const scope = numberAt(frameScopes, at);
  parens = numberAt(frameParens, at);
  const isBody = scope === Scope.block || scope === Scope.namespace_;
  isStart = isBody && parens === 0 && frameScope() <= Scope.block;
  if (!isElided) return;
  if (numberAt(frameFunctions, at) === 1) elision.afterFunction(index);
  else elision.close(index, scope);
}

function addFrame(scope: i32, className: i32, isFunction: bool, parens: i32): void {
  if (frameCount === frameRoom) growFrames();
  const at = frameCount;
  setNumber(frameScopes, at, scope);
  setNumber(frameClassNames, at, className);
  setNumber(frameFunctions, at, isFunction ? 1 : 0);
  setNumber(frameParens, at, parens);
  frameCount += 1;
}

function growFrames(): void {
  const before = frameRoom;
  frameRoom *= 2;
  const after = frameRoom;
  frameScopes = widerNumbers(frameScopes, before, after);
  frameClassNames = widerNumbers(frameClassNames, before, after);
  frameFunctions = widerNumbers(frameFunctions, before, after);
  frameParens = widerNumbers(frameParens, before, after);
}

/** The semicolon or brace that ends the head of a declaration; after the initializers of a constructor. */
function endOfHead(from: i32): i32 {
  let isInitializer = false;
  let at = from;
  while (true) {
    const type = stream.kind(at);
    if (type === Char.semicolon || type === Char.closeBrace || type === Kind.end) return at;
    if (type === Char.openBrace && !(isInitializer && startsValue(at))) return at;
    if (type === Char.colon) isInitializer = isInitializer || stream.kind(stream.before(at)) === Char.close;
    else if (stream.isOpening(type)) at = stream.partnerOrSelf(at);
    at = stream.after(at);
  }
}

/** `a{1}`, `A<int>{}` */
function startsValue(brace: i32): bool {
  const before = stream.before(brace);
  return stream.isName(before) || stream.kind(before) === Char.greater;
}
