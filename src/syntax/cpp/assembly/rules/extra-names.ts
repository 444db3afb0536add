/**
 * The plain names in the head of a C++ declaration that are too many, such as `API` in `API int f()`. Input: the parts
 * of a head; output: edits that blank the names that are likely macros.
 */

import { numberAt, numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";
import { isFunctionPointer } from "../heads/function-pointers";
import * as head from "../heads/units";
import { Unit } from "../heads/units";
import { Word } from "../tokens/keywords";
import { isCallRole, isCapital, kindOfRole, noRole, RoleKind, role as roleAt, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";
import { RuleId } from "./rule-ids";

/** The plain names in the order of `order`, and the weight of each. */
let room: i32 = 64;
let orderedNames: usize = numbersOf(room);
let orderedWeights: usize = numbersOf(room);
let orderedCount: i32 = 0;

/** `static WORD(name, 1, "text");` as against a function or a constructor. */
export function isVariableOfMacro(className: i32): bool {
  const name = head.lastName();
  if (head.plainCount !== 1 || head.beforeType >= 0 || head.isNameSpecial || stream.after(name) !== head.parameterList)
    return false;
  return stream.spelling(name) !== className && isMacroVariable(name);
}

/** `WORD(name, 1);` after a specifier. */
function isMacroVariable(name: i32): bool {
  const open = stream.after(name);
  if (!stream.hasArguments(name) || (!isCapital(name) && roleAt(name) === noRole)) return false;
  const close = stream.partner(open);
  return stream.kind(stream.after(close)) === Char.semicolon && !areNames(open, close);
}

/** True if only names and commas are between two parentheses. */
function areNames(open: i32, close: i32): bool {
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const isName = stream.isName(at) || stream.kind(at) === Char.comma || stream.kind(at) === Kind.scope;
    if (!isName) return false;
  }
  return true;
}

/** Blanks every plain name: what follows is a class's head. */
export function blankAllNames(): void {
  for (let place = 0; place < head.plainCount; place += 1) blank(head.plainAt(place));
}

/** Blanks the plain names that are neither the type nor the name. */
export function blankExtras(className: i32): void {
  const lastName = head.lastName();
  if (head.plainCount === 0) return;
  const hasParameters = head.terminator === Unit.parameters;
  const types = head.beforeType >= 0 || head.isUntyped ? 0 : 1;
  const names = head.isNameSpecial ? 0 : 1;
  const isConstructor = hasParameters && !head.isNameSpecial && stream.spelling(lastName) === className;
  const allowed = names + (isConstructor ? 0 : types);
  const extra = max(0, head.plainCount - allowed);
  if (extra > 0) order(hasParameters && names === 1);
  for (let place = 0; place < extra && place < orderedCount; place += 1) {
    const name = orderedAt(place);
    const isSure = isBeforeCertainType(name) || isBetweenTypeAndName(name);
    if (isCapital(name) || roleKind(name) === RoleKind.attribute || isSure) blank(name);
  }
  for (let place = 0; place < head.plainCount; place += 1) {
    const name = head.plainAt(place);
    if (stream.spelling(name) !== className && isTypeMacro(name)) blankArguments(name);
  }
}

/** `WORD(a, b) f(…)`: a macro that stays as the type. */
function isTypeMacro(name: i32): bool {
  const open = stream.after(name);
  const declaresPointer = stream.kind(stream.after(open)) === Char.star || isFunctionPointer(open);
  const isCall = stream.hasArguments(name) && !declaresPointer;
  return isCall && open !== head.parameterList && !stream.isCut(name);
}

function blankArguments(macro: i32): void {
  const open = stream.after(macro);
  stream.cut(open, stream.partner(open), RuleId.argumentsOfTypeMacroInHead);
}

/** `inline A::operator B() {`: the grammar reads `operator` as a type if anything precedes it. */
export function blankSpecifiers(from: i32, to: i32): void {
  for (let at = from; at < to; )
    at = stream.word(at) === Word.specifier ? stream.cut(at, at, RuleId.specifierOfConversion) : stream.after(at);
}

function isBeforeCertainType(name: i32): bool {
  return head.beforeType > 0 && placeOf(name) < head.beforeType;
}

/** The place of a name among the plain names, or -1. */
function placeOf(name: i32): i32 {
  for (let place = 0; place < head.plainCount; place += 1) if (head.plainAt(place) === name) return place;
  return -1;
}

/** `void word f(`, `int* word f(`: a word between a type that takes no further word and the name. */
function isBetweenTypeAndName(name: i32): bool {
  const type = stream.before(name);
  const isType = isPointer(stream.kind(type)) || stream.isText(type, "void") || stream.isText(type, "bool");
  return isType && (name !== head.lastName() || head.isNameSpecial) && stream.kind(stream.after(name)) === Kind.word;
}

function isPointer(kind: i32): bool {
  return kind === Char.star || kind === Char.ampersand;
}

/** Writes the plain names to the table, the likeliest macros first. */
function order(isNameLast: bool): void {
  const isLastMacro =
    isNameLast && isCapital(head.lastName()) && head.plainCount > 1 && !isCapital(head.plainAt(head.plainCount - 2));
  const others = isNameLast && !isLastMacro ? head.plainCount - 1 : head.plainCount;
  orderedCount = 0;
  for (let place = 0; place < others; place += 1) insert(head.plainAt(place));
}

/** A name that is to be blanked first has the least weight. */
function weight(name: i32): i32 {
  return roleKind(name) === RoleKind.attribute ? 0 : (isBeforeCertainType(name) ? 0 : 4) + doubt(name);
}

/** Puts a name after all names of the table that weigh as much or less. */
function insert(name: i32): void {
  if (orderedCount === room) grow();
  const weighed = weight(name);
  let place = orderedCount;
  while (place > 0 && weightAt(place - 1) > weighed) {
    setNumber(orderedNames, place, orderedAt(place - 1));
    setNumber(orderedWeights, place, weightAt(place - 1));
    place -= 1;
  }
  setNumber(orderedNames, place, name);
  setNumber(orderedWeights, place, weighed);
  orderedCount += 1;
}

function orderedAt(place: i32): i32 {
  return numberAt(orderedNames, place);
}

function weightAt(place: i32): i32 {
  return numberAt(orderedWeights, place);
}

function grow(): void {
  const before = room;
  room *= 2;
  orderedNames = widerNumbers(orderedNames, before, room);
  orderedWeights = widerNumbers(orderedWeights, before, room);
}

/** A score of a name that is not a known macro: lower if it looks like a macro without meaning for the shape. */
function doubt(name: i32): i32 {
  if (roleKind(name) === RoleKind.type_) return 3;
  return isCapital(name) ? 1 : 2;
}

function blank(name: i32): void {
  const role = roleAt(name);
  const takesNone = role !== noRole && kindOfRole(role) !== RoleKind.other && !isCallRole(role);
  const next = stream.after(name);
  const isDeclarator =
    (next === head.parameterList && (name !== head.lastName() || takesNone)) || isPointerToFunction(next);
  stream.cut(name, isDeclarator ? name : stream.lastOf(name, true), RuleId.macroAmongSpecifiers);
}

/** True for `(*name)(` and `(*)(`: the text before it takes no arguments. */
function isPointerToFunction(open: i32): bool {
  if (stream.kind(open) !== Char.open) return false;
  const close = stream.partner(open);
  return stream.kind(stream.after(open)) === Char.star && stream.kind(stream.after(close)) === Char.open;
}
