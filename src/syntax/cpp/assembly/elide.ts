/**
 * The parts of a C++ text that are not parsed if only definitions are wanted: bodies, parameters, values, comments (a
 * speed-up of scans). Input: the heads and braces of the text, in order; output: the ranges to cut, and comments in
 * them that are about definitions.
 *
 * It finds what can be cut from a text without losing a definition of a class or a function: the bodies of functions that
 * hold none, their parameters, initializers and comments, and in namespaces and classes the directives and the
 * declarations whose only braces are values. If all symbols are requested, only declarations of friends are cut,
 * directives that define nothing, the parameters of other functions without a body, and the text in the braces of
 * values. Comments are cut as well, since reading them costs as much as reading code: the table of comments has the ones
 * that may be about a definition, or are inside of a signature. If declarations are asked for, only bodies are cut.
 */

import { numberAt, numbersOf, setNumber, widerNumbers } from "../../../base/assembly/tables";
import { isAccess } from "./heads/labels";
import { Scope } from "./heads/scopes";
import { needsBody } from "./host";
import { parametersOfPrototype } from "./macros/prototypes";
import {
  betweenCount,
  betweenEnds,
  betweenStarts,
  emptyLineEnd,
  lineEnd,
  readBetween,
} from "./tokens/comments-between";
import { changes } from "./tokens/edits";
import { Word } from "./tokens/keywords";
import * as stream from "./tokens/stream";
import { Char } from "./tokens/stream";
import { codeAt } from "./tokens/text";
import { isDirective, Kind, markCount, marks } from "./tokens/token-table";

/** Less than this is not worth a cut. */
const shortestCut: i32 = 8;

/** The numbers of replacements, whose texts the host has; none. */
const noStub: i32 = 0;

/** The replacement of a body, `;`: `{};` would read as a value. */
const bodyStub: i32 = 1;

/** The replacement of declarations, a line break: code after a directive starts a line. */
const declarationStub: i32 = 2;

/** The replacement of the initializers of a constructor, `a()`, since its signature ends where they start. */
const initializersStub: i32 = 3;

const slash: u32 = 47;
const star: u32 = 42;

/** The signs after a body that is in an expression: the body of a lambda in a masked call is read as one of a function. */
function isContinuing(type: i32): bool {
  return type === Char.comma || type === Char.close || type === Char.open || type === Char.closeBracket;
}

/** Words that a definition of a class, or a macro's of a scope, cannot do without. */
function isDefinitionWord(word: i32): bool {
  return word === Word.classKey || word === Word.enumKey || word === Word.namespace;
}

/** Words without which a text defines no class, enumeration, namespace or alias. */
function isDefiningWord(word: i32): bool {
  return isDefinitionWord(word) || word === Word.typedef || word === Word.using;
}

let cutRoom: i32 = 256;
export let cutCount: i32 = 0;
/** The ranges to cut, in order: UTF-16 offsets, and the numbers of their replacements. */
export let cutStarts: usize = numbersOf(cutRoom);
export let cutEnds: usize = numbersOf(cutRoom);
export let cutPuts: usize = numbersOf(cutRoom);

let commentRoom: i32 = 256;
/** The comments inside of cuts that may be about a definition, in order. */
export let commentCount: i32 = 0;
export let commentStarts: usize = numbersOf(commentRoom);
export let commentEnds: usize = numbersOf(commentRoom);

/** Are functions asked for? Otherwise their definitions are cut as a whole. */
let functions: bool = false;
/** Is all that list_symbols lists asked for, with signatures and comments? */
let symbols: bool = false;
/** True if all is requested except the bodies of functions. */
let declarations: bool = false;
/** True if the host tells of a function whether its body is requested as well: no body by default. */
let asksForBodies: bool = false;
/** The brace that closes the last body that is requested, or 0. */
let neededTo: i32 = 0;
/** The brace that closes the last body that lacks what is needed, and so all that is in it, or 0. */
let lackingTo: i32 = 0;
/** The start of the text of the current declaration, or -1 if it is to stay. */
let from: i32 = 0;
/** The last token before the declaration at hand, or -1. */
let boundary: i32 = -1;
/** The numbers of edits with text and of given names when the declaration began. */
let changesBefore: i32 = 0;

export function beginElision(hasFunctions: bool, hasSymbols: bool, hasDeclarations: bool, hasNeeds: bool): void {
  cutCount = 0;
  commentCount = 0;
  functions = hasFunctions;
  symbols = hasSymbols || hasDeclarations;
  declarations = hasDeclarations;
  asksForBodies = hasNeeds;
  neededTo = 0;
  lackingTo = 0;
  from = hasDeclarations ? -1 : 0;
  boundary = -1;
  changesBefore = 0;
}

/**
 * The body of a function opens; gives the brace that closes it when it was cut, or 0.
 *
 * @param parameters the parenthesis that opens its parameters, if known
 */
export function functionBody(open: i32, parameters: i32): i32 {
  const close = stream.partner(open);
  if (close === 0 || stream.isCut(close) || isNeeded(open, close) || !holdsNoDefinition(open, close)) return 0;
  if (from >= 0 && !functions && !goesOn(close)) {
    cutTo(stream.end(close));
    afterFunction(close);
    return close;
  }
  if (from >= 0 && changes === changesBefore) {
    cutComments();
    cutParameters(parameters, open);
  } else if (symbols) cutComments();
  if (stream.after(open) === close) return 0;
  cut(stream.end(open), stream.start(close), bodyStub);
  afterFunction(close);
  return close;
}

/** True for the body of a function that is requested as a whole, and for all that is in one. */
function isNeeded(open: i32, close: i32): bool {
  if (!asksForBodies) return false;
  if (open < neededTo) return true;
  if (open < lackingTo) return false;
  const start = boundary < 0 ? 0 : stream.end(boundary);
  // The arguments after a lambda, and `catch`, belong to the code that the body is in.
  const isContinued = goesOn(close) || isContinuing(stream.kind(stream.after(close)));
  const isWanted = isContinued || needsBody(start, stream.end(close));
  if (isWanted) neededTo = close;
  else lackingTo = close;
  return isWanted;
}

/** The text in the parentheses, and the initializers after them. */
function cutParameters(open: i32, body: i32): void {
  const close = stream.partner(open);
  if (open <= boundary || close === 0 || close > body || stream.isCut(open)) return;
  const first = stream.kind(stream.after(open));
  if (first !== Kind.word && first !== Kind.scope && first !== Char.close) return;
  if (stream.kind(stream.after(close)) === Char.open || !holdsNoDefinition(open, close)) return;
  cutInside(open, close);
  let at = stream.after(close);
  for (let steps = 0; at < body && steps < 16; steps += 1) {
    if (stream.kind(at) === Char.colon) {
      if (startsInitializers(at) && holdsNoDefinition(at, body)) cutInitializers(at, body);
      return;
    }
    at = stream.after(stream.kind(at) === Char.open ? stream.partnerOrSelf(at) : at);
  }
}

/** Cuts the text between two brackets. A signature is made of the whole text, without its comments. */
function cutInside(open: i32, close: i32): void {
  const start = stream.end(open);
  const end = stream.start(close);
  if (end - start < shortestCut) return;
  if (symbols && !keepCommentsInside(open, close)) return;
  cut(start, end, noStub);
}

/**
 * Keeps the comments between two brackets; keeps none and returns false if directives or what was blanked leave a doubt
 * which there are.
 */
function keepCommentsInside(open: i32, close: i32): bool {
  if (!startsComment(stream.end(open), stream.start(close))) return true;
  const kept = commentCount;
  for (let at = open; at < close; at += 1) {
    if (isDirective(stream.kind(at)) || (stream.isCut(at) && stream.isCut(at + 1))) {
      commentCount = kept;
      return false;
    }
    if (stream.start(at + 1) - stream.end(at) > 1) {
      readBetween(stream.end(at), stream.start(at + 1));
      for (let comment = 0; comment < betweenCount; comment += 1) keepComment(comment);
    }
  }
  return true;
}

/** True if the text between two offsets has the signs that start a comment. */
function startsComment(start: i32, end: i32): bool {
  for (let at = start; at + 1 < end; at += 1) {
    if (codeAt(at) !== slash) continue;
    const next = codeAt(at + 1);
    if (next === slash || next === star) return true;
  }
  return false;
}

function cutInitializers(colon: i32, body: i32): void {
  const end = stream.start(body);
  if (!symbols) cut(stream.start(colon), end, noStub);
  else if (end - stream.end(colon) >= shortestCut) cut(stream.end(colon), end, initializersStub);
}

/** The body of a function closes that was not cut. */
export function afterFunction(close: i32): void {
  begin(close);
  if (goesOn(close)) keep();
}

/** A brace opens inside of `outer`; `isKnown` tells whether a head announced what it opens. */
export function open(index: i32, scope: i32, outer: i32, isKnown: bool): void {
  if (scope <= Scope.class_) {
    cutComments();
    begin(index);
  } else if (outer <= Scope.class_ && scope !== Scope.enum_) {
    if (isValue(index, scope, isKnown)) value(index);
    else keep();
  }
}

/** Cuts the value of `int a[] = {1, 2};`, as against an argument by default and the initializer of a member. */
function value(open: i32): void {
  const close = stream.partner(open);
  if (!symbols || from < 0 || changes !== changesBefore) return;
  if (stream.kind(stream.after(close)) !== Char.semicolon) return;
  cutComments();
  cutInside(open, close);
}

/** A brace closes. */
export function close(index: i32, scope: i32): void {
  if (scope === Scope.namespace_) begin(index);
  else if (scope === Scope.class_) keep();
}

/** A semicolon ends a declaration in a namespace or a class. */
export function semicolon(index: i32, scope: i32): void {
  if (from >= 0) {
    const isPrototype = symbols && cutPrototype(index, scope);
    if (!isPrototype && !symbols && !isDefinition(index)) cutTo(stream.end(index));
    else if (!isPrototype) cutComments();
  }
  begin(index);
}

export function directive(index: i32, kind: i32): void {
  if (from < 0) return;
  if (stream.before(index) !== boundary) keep();
  else {
    if (kind < Kind.define || symbols) cutComments();
    else cutTo(stream.end(index));
    if (symbols && kind > Kind.define) cutDirective(index);
    begin(index);
  }
}

/** Edits that put something into the declaration at hand and leave it the one that it was. */
export function ignore(changes: i32): void {
  changesBefore += changes;
}

/** The text ends: the text after its last declaration is comments, if nothing is left open. */
export function end(index: i32): void {
  if (boundary + 1 === index) cutComments();
}

/** Its line break stays. After a comment of many lines, code may follow on the last one. */
function cutDirective(index: i32): void {
  const start = stream.start(index);
  const end = stream.end(index);
  if (!followsDefine() && !startsLongComment(start, end)) cut(start, end, noStub);
}

/** True if the text between two offsets has the signs that start a comment that may have many lines. */
function startsLongComment(start: i32, end: i32): bool {
  for (let at = start; at + 1 < end; at += 1) if (codeAt(at) === slash && codeAt(at + 1) === star) return true;
  return false;
}

/** Cuts the parameters of a function that is only declared; of a friend, all of it with the comments about it. */
function prototype(first: i32, open: i32, semicolon: i32): void {
  const before = stream.before(first);
  const isFriendly = isFriend(first, open);
  // `public:`
  if (before !== boundary || !isFriendly) cutComments();
  if (!isFriendly) {
    const close = stream.partner(open);
    if (holdsNoDefinition(open, close)) cutInside(open, close);
    return;
  }
  const start = before === boundary ? from : stream.end(before);
  readBetween(start, stream.start(before + 1));
  // They are in order.
  let aboutBefore = 0;
  while (aboutBefore < betweenCount && startOf(aboutBefore) < lineEnd) aboutBefore += 1;
  if (cutRun(aboutBefore)) for (let comment = 0; comment < aboutBefore; comment += 1) keepComment(comment);
  cut(lineEnd, stream.end(semicolon), noStub);
}

/** True for a declaration with the word `friend` before its parameters. */
function isFriend(first: i32, open: i32): bool {
  for (let at = first; at < open; at = stream.after(at)) if (stream.word(at) === Word.friend) return true;
  return false;
}

/** Cuts of a function that is only declared what is not listed; false for all else. */
function cutPrototype(semicolon: i32, scope: i32): bool {
  if (followsDefine() || changes !== changesBefore) return false;
  let first = boundary < 0 ? stream.first() : stream.after(boundary);
  while (isAccess(first) && stream.kind(stream.after(first)) === Char.colon) first = stream.after(stream.after(first));
  const open = parametersOfPrototype(first, semicolon, scope);
  if (open > 0) prototype(first, open, semicolon);
  return open > 0;
}

/** The node of a `#define` holds the empty lines after it, up to what follows. */
function followsDefine(): bool {
  return stream.kind(boundary) === Kind.define;
}

function begin(index: i32): void {
  from = declarations ? -1 : stream.end(index);
  boundary = index;
  changesBefore = changes;
}

/** The declaration at hand is to stay, without the comments before it. */
function keep(): void {
  cutComments();
  from = -1;
}

/** Up to the first token, be it blanked: its replacement by masking is part of the declaration. */
function cutComments(): void {
  if (from < 0) return;
  const start = stream.start(boundary + 1);
  if (start - from < shortestCut) return;
  if (!symbols) cutTo(start);
  else if (!followsDefine()) cutDocumenting(start);
}

/** A comment is about the definition before it on its line, or right below it; others are about none. */
function cutDocumenting(end: i32): void {
  readBetween(from, end);
  if (cutRun(betweenCount)) {
    for (let comment = 0; comment < betweenCount; comment += 1) {
      const start = startOf(comment);
      if (start < lineEnd || start >= emptyLineEnd) keepComment(comment);
    }
  }
  from = end;
}

/** The start of a comment that `readBetween` has read. */
function startOf(comment: i32): i32 {
  return numberAt(betweenStarts, comment);
}

function endOf(comment: i32): i32 {
  return numberAt(betweenEnds, comment);
}

/** Keeps a comment that `readBetween` has read. */
function keepComment(comment: i32): void {
  if (commentCount === commentRoom) growComments();
  const at = commentCount;
  setNumber(commentStarts, at, startOf(comment));
  setNumber(commentEnds, at, endOf(comment));
  commentCount += 1;
}

/** Cuts the first comments that `readBetween` has read with the text between them, and returns true when they are long enough. */
function cutRun(count: i32): bool {
  const start = count > 0 ? startOf(0) : 0;
  const end = count > 0 ? endOf(count - 1) : 0;
  if (end - start < shortestCut) return false;
  cut(start, end, declarationStub);
  return true;
}

/** The declaration at hand, or its beginning. */
function cutTo(end: i32): void {
  cut(from, end, declarationStub);
  from = end;
}

function cut(start: i32, end: i32, put: i32): void {
  const last = cutCount - 1;
  if (cutCount > 0 && numberAt(cutEnds, last) === start && numberAt(cutPuts, last) === put) {
    setNumber(cutEnds, last, end);
    return;
  }
  if (cutCount === cutRoom) growCuts();
  const at = cutCount;
  setNumber(cutStarts, at, start);
  setNumber(cutEnds, at, end);
  setNumber(cutPuts, at, put);
  cutCount += 1;
}

/** True if the declaration that ends here is one of `= default` or `= delete`, or has become another by masking. */
function isDefinition(semicolon: i32): bool {
  if (changes !== changesBefore) return true;
  const before = stream.before(semicolon);
  const last = stream.kind(before) === Char.close ? stream.before(stream.partner(before)) : before;
  const word = stream.word(last);
  return (
    (word === Word.statement || word === Word.expression) &&
    (stream.isText(last, "default") || stream.isText(last, "delete"))
  );
}

/** `try { } catch (…) { }` */
function goesOn(close: i32): bool {
  return stream.word(stream.after(close)) === Word.elseOrCatch;
}

/** `: a(1)`, `: A<int>{}` */
function startsInitializers(colon: i32): bool {
  const name = stream.after(colon);
  return stream.isName(name) && stream.kind(stream.after(name)) !== Kind.word;
}

/** `= {`, `int x{` */
function isValue(open: i32, scope: i32, isKnown: bool): bool {
  const close = stream.partner(open);
  const isStarted = (isKnown && scope === Scope.list) || stream.kind(stream.before(open)) === Char.equals;
  return isStarted && close > 0 && holdsNoDefinition(open, close) && !holdsStatement(open, close);
}

function holdsStatement(open: i32, close: i32): bool {
  for (let at = stream.after(open); at < close; at = stream.after(at))
    if (stream.kind(at) === Char.semicolon) return true;
  return false;
}

/** True if the text between has no requested definition, and only directives in whole `#if … #endif`. */
function holdsNoDefinition(open: i32, close: i32): bool {
  // The defining words are marks: list_symbols lists them inside of functions.
  let depth = 0;
  for (let mark = countMarksTo(open); mark < markCount; mark += 1) {
    const at = markAt(mark);
    if (at >= close) break;
    if (stream.isCut(at)) continue;
    const type = stream.kind(at);
    if (type === Kind.word) {
      const word = stream.word(at);
      if (symbols ? isDefiningWord(word) : isDefinitionWord(word)) return false;
    } else if (type === Kind.define && symbols) return false;
    else if (type === Kind.if_) depth += 1;
    else if (type === Kind.endif) depth -= 1;
    if (depth < 0 || (depth === 0 && (type === Kind.else_ || type === Kind.elif))) return false;
  }
  return depth === 0;
}

/** Returns how many of the marks are not after a token, by binary search. */
function countMarksTo(index: i32): i32 {
  let low = 0;
  for (let high = markCount; low < high; ) {
    const middle = (low + high) >> 1;
    if (markAt(middle) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

function markAt(mark: i32): i32 {
  return numberAt(marks, mark);
}

function growCuts(): void {
  const before = cutRoom;
  cutRoom *= 2;
  const after = cutRoom;
  cutStarts = widerNumbers(cutStarts, before, after);
  cutEnds = widerNumbers(cutEnds, before, after);
  cutPuts = widerNumbers(cutPuts, before, after);
}

function growComments(): void {
  const before = commentRoom;
  commentRoom *= 2;
  const after = commentRoom;
  commentStarts = widerNumbers(commentStarts, before, after);
  commentEnds = widerNumbers(commentEnds, before, after);
}
