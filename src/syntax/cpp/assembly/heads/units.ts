/**
 * The head of one C++ declaration by its parts: specifiers, type, declarator. Input: its first token; output: its plain
 * names, which may be macros, its parameters, and what ends it; and edits, to be made later.
 */

import { numberAt, setNumber } from "../../../../base/assembly/tables";
import { isMacroCall } from "../macros/macro-shapes";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import { isCapital, kindOfRole, noRole, RoleKind, role, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { isDirective, Kind } from "../tokens/token-table";
import { afterConstraint } from "./constraints";
import { isFunctionPointer, isNameInParentheses } from "./function-pointers";
import * as edits from "./head-edits";
import { endOfNamespaceHead } from "./namespace-head";
import { isOldStyleHead, isParameterMacro, unwrapParameters } from "./old-style";

/** The end of a head. */
export namespace Unit {
  export const unknown: i32 = 0;
  /** `;`, `=`, `,`, `[`, a bit-field's `:`, `)`. */
  export const value: i32 = 1;
  export const parameters: i32 = 2;
  export const body: i32 = 3;
  export const scope: i32 = 4;
  export const classHead: i32 = 5;
}

/** Of the head that was read last: the specifiers, the type and the name, up to its parameters or its value. */
export let terminator: i32 = Unit.unknown;
/** The opening parenthesis of the parameters. */
export let parameterList: i32 = 0;
/** The number of plain names before the first part that is surely a type; -1 if there is none. */
export let beforeType: i32 = -1;
/** The declarator's name, where it is not a plain name. */
export let isNameSpecial: bool = false;
/** A constructor's or destructor's name, or a conversion: no type precedes it. */
export let isUntyped: bool = false;
/** The word `operator` of `operator bool`, or 0. */
export let conversion: i32 = 0;
export let isTemplate: bool = false;
export let isTypedef: bool = false;
export let isFriend: bool = false;
/** The number of plain names, in order, that may be macros: one of each part at most. */
export let plainCount: i32 = 0;

/** Parts of the longest head that is looked at. */
const maxParts = 64;
const plain: usize = memory.data(256);
let first: i32 = 0;
let parts: i32 = 0;

export function plainAt(place: i32): i32 {
  return <u32>place < <u32>plainCount ? numberAt(plain, place) : 0;
}

export function lastName(): i32 {
  return plainAt(plainCount - 1);
}

/** `WORD(…) {` and nothing before it. */
export function isBareCall(): bool {
  return parts === 1 && plainCount === 1 && parameterList > 0;
}

/** Reads the head that begins here and gives the token that ends it. */
export function readUnits(from: i32): i32 {
  terminator = Unit.unknown;
  parameterList = 0;
  first = from;
  edits.begin();
  plainCount = 0;
  beforeType = -1;
  isNameSpecial = false;
  isUntyped = false;
  conversion = 0;
  isTemplate = false;
  isTypedef = false;
  isFriend = false;
  parts = 0;
  let at = from;
  for (let steps = 0; steps < maxParts; steps += 1) {
    const type = stream.kind(at);
    const after = type === Kind.word ? word(at) : punctuation(at, type);
    if (terminator !== Unit.unknown) return after;
    if (after === 0) {
      terminator = Unit.unknown;
      return at;
    }
    at = after;
  }
  terminator = Unit.unknown;
  return at;
}

function end(at: i32, unit: i32): i32 {
  terminator = unit;
  return at;
}

function punctuation(at: i32, type: i32): i32 {
  if (type === Char.star || type === Char.ampersand) {
    if (beforeType < 0) takeType();
    return stream.after(at);
  }
  if (type === Kind.scope && stream.isName(stream.after(at))) return qualified(stream.after(at), true);
  if (type === Char.tilde && stream.isName(stream.after(at))) {
    isNameSpecial = true;
    isUntyped = true;
    return parameters(stream.after(stream.after(at)));
  }
  if (type === Char.openBracket && stream.kind(stream.after(at)) === Char.openBracket && stream.partner(at) > 0)
    return stream.after(stream.partner(at));
  if (type === Char.open) return functionPointer(at);
  if (type === Char.dot) return stream.after(at);
  const isEnd =
    type === Char.semicolon ||
    type === Char.equals ||
    type === Char.comma ||
    type === Char.openBracket ||
    type === Char.colon ||
    type === Char.openBrace ||
    type === Char.close ||
    type === Char.greater;
  return isEnd ? end(at, Unit.value) : 0;
}

/** The last plain name that is not a known macro is the type of what follows. */
function takeType(): void {
  let type = plainCount - 1;
  while (type >= 0 && roleKind(plainAt(type)) === RoleKind.attribute) type -= 1;
  if (type < 0) return;
  const macro = plainAt(type);
  plainCount -= 1;
  for (let place = type; place < plainCount; place += 1) setNumber(plain, place, numberAt(plain, place + 1));
  beforeType = type;
  if (stream.hasArguments(macro))
    edits.cut(stream.after(macro), stream.lastOf(macro, true), RuleId.argumentsOfTypeMacroInHead);
}

/** `void (*name)(int)`, `void (name)(int)` */
function functionPointer(at: i32): i32 {
  if (stream.partner(at) === 0 || parts === 0) return 0;
  const after = stream.after(stream.partner(at));
  isNameSpecial = true;
  if (isParameterMacro(after)) return parameters(unwrapParameters(after));
  return stream.kind(after) === Char.open ? parameters(after) : end(at, Unit.value);
}

/** `T (name)(…)`, which the grammar takes for a function T: without the parentheses. */
function nameInParentheses(open: i32): i32 {
  const close = stream.partner(open);
  edits.cut(open, open, RuleId.nameInParentheses);
  edits.cut(close, close, RuleId.nameInParentheses);
  isNameSpecial = true;
  return parameters(stream.after(close));
}

function parameters(at: i32): i32 {
  if (stream.kind(at) !== Char.open || stream.partner(at) === 0) return 0;
  parameterList = at;
  return end(at, Unit.parameters);
}

function word(at: i32): i32 {
  switch (stream.word(at)) {
    case Word.name:
      return name(at);
    case Word.type:
      certainType();
      return stream.after(isTypeOfExpression(at) ? stream.lastOf(at, true) : at);
    case Word.specifier:
    case Word.typedef:
    case Word.friend:
      parts += 1;
      if (stream.word(at) === Word.typedef) isTypedef = true;
      if (stream.word(at) === Word.friend) isFriend = true;
      if (isLateFriend(at)) return edits.cut(at, at, RuleId.friendAfterSpecifier);
      return stream.isText(at, "explicit") && stream.hasArguments(at)
        ? stream.after(stream.lastOf(at, true))
        : stream.after(at);
    case Word.cv:
    case Word.typename:
    case Word.module:
      return stream.after(at);
    case Word.extern:
      return linkage(at);
    case Word.template:
      if (parts > 0 && stream.isFirst(at)) edits.cut(first, stream.before(at), RuleId.typeBetweenMacros);
      isTemplate = true;
      return afterTemplateHead(at);
    case Word.requires:
      return afterConstraint(stream.after(at));
    case Word.attribute:
      return edits.cut(at, stream.lastOf(at, true), RuleId.attribute);
    case Word.alignas:
      return stream.after(stream.lastOf(at, true));
    case Word.vendor:
      return edits.cut(at, at, RuleId.vendorKeyword);
    case Word.operator:
      return operatorName(at);
    case Word.classKey:
      return elaborated(at);
    case Word.enumKey:
      return 0;
    case Word.namespace:
      return scope(endOfNamespaceHead(at));
    default:
      return 0;
  }
}

/** `inline friend void f() { }` */
function isLateFriend(at: i32): bool {
  return stream.word(at) === Word.friend && stream.isText(stream.before(at), "inline");
}

/** `extern "C" {`, `extern "C" typedef` */
function linkage(at: i32): i32 {
  const language = stream.after(at);
  if (stream.kind(language) !== Kind.string) return language;
  const after = stream.after(language);
  if (stream.word(after) === Word.typedef) return edits.cut(at, language, RuleId.linkageOfType);
  return stream.kind(after) === Char.openBrace ? end(after, Unit.scope) : after;
}

function scope(brace: i32): i32 {
  return brace === 0 ? 0 : end(brace, Unit.scope);
}

function certainType(): void {
  parts += 1;
  if (beforeType < 0) beforeType = plainCount;
}

function name(at: i32): i32 {
  if (parts > 1 && isParameterMacro(at)) return parameters(unwrapParameters(at));
  parts += 1;
  const after = stream.after(at);
  const type = stream.kind(after);
  if (type === Kind.scope || type === Char.less) return qualified(at, false);
  setNumber(plain, plainCount, at);
  plainCount += 1;
  if (type !== Char.open || stream.partner(after) === 0) return after;
  if (isFunctionPointer(after)) return functionPointer(after);
  if (isOldStyleHead(after)) return oldStyle(at);
  if (isNameInParentheses(after)) {
    if (isMacroOfName(at)) {
      plainCount -= 1;
      edits.cut(at, at, RuleId.nameInParentheses);
      return nameInParentheses(after);
    }
    if (role(at) === noRole) return nameInParentheses(after);
  }
  if (isMacroCall(at) || isTypeOfTypedef(at)) return stream.after(stream.partner(after));
  return called(after);
}

/** `void* WORD(name)(int a) {`, where the macro writes the name. */
function isMacroOfName(at: i32): bool {
  const known = role(at);
  const kind = kindOfRole(known);
  const isNaming = known === noRole || kind === RoleKind.wrap || kind === RoleKind.other || kind === RoleKind.value;
  return isNaming && isCapital(at) && (beforeType >= 0 || plainCount > 1);
}

/** `typedef WORD(a) Name;` */
function isTypeOfTypedef(at: i32): bool {
  if (!isTypedef || plainCount > 1 || beforeType >= 0) return false;
  const following = stream.after(stream.lastOf(at, true));
  return stream.isName(following) && stream.kind(stream.after(following)) === Char.semicolon;
}

/** `char *f(a) int a; {`: the grammar has no pointer before such a name. */
function oldStyle(declared: i32): i32 {
  for (let at = first; at < declared; )
    at = stream.kind(at) === Char.star ? edits.cut(at, at, RuleId.pointerOfOldStyleFunction) : stream.after(at);
  return called(stream.after(declared));
}

function called(open: i32): i32 {
  const brace = stream.after(stream.partner(open));
  parameterList = open;
  if (parts === 1 && stream.kind(brace) === Char.openBrace) return end(brace, Unit.body);
  return end(open, Unit.parameters);
}

/** `a::b<c>::d`, the operator of a class, or a destructor; a template's arguments make a type. */
function qualified(at: i32, isGlobal: bool): i32 {
  let index = at;
  let owner = -1;
  let isQualified = isGlobal;
  while (true) {
    const after = stream.after(index);
    let next = after;
    if (stream.kind(after) === Char.less) {
      next = stream.afterAngles(after);
      if (next === 0) return 0;
    }
    if (stream.kind(next) !== Kind.scope) return afterQualified(index, next, owner, isQualified);
    isQualified = true;
    owner = index;
    index = stream.after(next);
    if (stream.word(index) === Word.template) index = stream.after(index);
    if (stream.kind(index) === Char.star) return stream.after(index);
    if (stream.word(index) === Word.operator) return operatorName(index);
    if (stream.kind(index) === Char.tilde) return punctuation(index, Char.tilde);
    if (!stream.isName(index)) return 0;
  }
}

function afterQualified(last: i32, after: i32, owner: i32, isQualified: bool): i32 {
  const isMacro = roleKind(after) === RoleKind.attribute && stream.kind(stream.after(after)) === Char.open;
  const isNamed = isQualified && (beforeType >= 0 || plainCount > 0);
  const next = isMacro && isNamed ? edits.cut(after, after, RuleId.macroAmongSpecifiers) : after;
  const hasParameters = stream.kind(next) === Char.open && stream.partner(next) > 0;
  if (hasParameters && isNameInParentheses(next)) {
    certainType();
    return nameInParentheses(next);
  }
  if (!hasParameters || (!isQualified && parts === 1)) {
    certainType();
    return hasParameters ? parameters(next) : next;
  }
  isNameSpecial = true;
  isUntyped = owner >= 0 && stream.spelling(owner) === stream.spelling(last);
  return parameters(next);
}

function operatorName(at: i32): i32 {
  isNameSpecial = true;
  let index = stream.after(at);
  const form = stream.word(index);
  isUntyped =
    form === Word.type ||
    form === Word.cv ||
    (form === Word.name && stream.kind(at) === Kind.word && stream.kind(index) === Kind.word);
  conversion = isUntyped ? at : 0;
  if (stream.kind(index) === Char.open && stream.kind(stream.after(index)) === Char.close)
    index = stream.after(stream.after(index));
  for (let steps = 0; steps < 40 && stream.kind(index) !== Char.open; steps += 1) {
    const type = stream.kind(index);
    if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type)) return 0;
    index = stream.after(index);
  }
  return parameters(index);
}

/** `struct stat *f(…)` as against the head of a class. */
function elaborated(at: i32): i32 {
  let index = stream.after(at);
  for (let steps = 0; steps < 60; steps += 1) {
    const type = stream.kind(index);
    if (type === Char.openBrace || type === Char.colon) return end(at, Unit.classHead);
    if (type === Char.less) {
      index = stream.afterAngles(index);
      if (index === 0) return 0;
      continue;
    }
    if (type === Char.open && isFunctionOf(at, stream.before(index))) break;
    if (type === Char.open || type === Char.openBracket) index = stream.partner(index);
    else if (type !== Kind.word && type !== Kind.scope) break;
    index = stream.after(index);
    if (index === 0) return 0;
  }
  certainType();
  index = stream.after(at);
  if (!stream.isName(index)) return 0;
  while (stream.kind(stream.after(index)) === Kind.scope) index = stream.after(stream.after(index));
  const after = stream.after(index);
  const next = stream.kind(after) === Char.less ? stream.afterAngles(after) : after;
  // `template <class T> WORD(a) class B;`: only macros can precede it.
  return stream.kind(next) === Char.semicolon ? end(at, Unit.classHead) : next;
}

/** `struct stat f() WORD {` as against `struct WORD(a) Name {` and `struct Name WORD(a) {` */
function isFunctionOf(key: i32, called: i32): bool {
  const isMacro = roleKind(called) === RoleKind.attribute || isCapital(called);
  return stream.isName(called) && stream.before(called) !== key && !isMacro;
}

/** `decltype(a)` as against `void (*f)(int)`. */
function isTypeOfExpression(index: i32): bool {
  return (
    stream.hasArguments(index) &&
    (stream.isText(index, "decltype") || stream.isText(index, "typeof") || stream.isText(index, "__typeof__"))
  );
}

/** Past `template <…>`, or the parentheses of a macro of that name. */
export function afterTemplateHead(at: i32): i32 {
  const after = stream.after(at);
  if (stream.kind(after) === Char.less) return stream.afterAngles(after);
  return stream.kind(after) === Char.open && stream.partner(after) > 0 ? stream.after(stream.partner(after)) : after;
}
