/**
 * The plain names in the head of a C++ declaration that are too many, such as `API` in `API int f()`. Input: the parts
 * of a head; output: edits that blank the names that are likely macros.
 */
import { isFunctionPointer } from "../heads/function-pointers.ts";
import { Unit, type Units } from "../heads/units.ts";
import { Word } from "../tokens/keywords.ts";
import type { Stream } from "../tokens/stream.ts";
import { Char } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `static WORD(name, 1, "text");` as against a function or a constructor. */
export function isVariableOfMacro(stream: Stream, head: Units, className: number): boolean {
  const { plain, lastName: name } = head;
  if (plain.length !== 1 || head.beforeType >= 0 || head.isNameSpecial || stream.after(name) !== head.parameterList)
    return false;
  return stream.spelling(name) !== className && isMacroVariable(stream, name);
}

/** `WORD(name, 1);` after a specifier. */
function isMacroVariable(stream: Stream, name: number): boolean {
  const open = stream.after(name);
  if (!stream.hasArguments(name) || (!stream.isCapital(name) && stream.role(name) === null)) return false;
  const close = stream.partner(open);
  return stream.kind(stream.after(close)) === Char.semicolon && !areNames(stream, open, close);
}

/** True if only names and commas are between two parentheses. */
function areNames(stream: Stream, open: number, close: number): boolean {
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const isName = stream.isName(at) || stream.kind(at) === Char.comma || stream.kind(at) === Kind.scope;
    if (!isName) return false;
  }
  return true;
}

/** Blanks every plain name: what follows is a class's head. */
export function blankAllNames(stream: Stream, head: Units): void {
  for (const name of head.plain) blank(stream, head, name);
}

/** Blanks the plain names that are neither the type nor the name. */
export function blankExtras(stream: Stream, head: Units, className: number): void {
  const { plain, lastName } = head;
  if (plain.length === 0) return;
  const hasParameters = head.terminator === Unit.parameters;
  const types = head.beforeType >= 0 || head.isUntyped ? 0 : 1;
  const names = head.isNameSpecial ? 0 : 1;
  const isConstructor = hasParameters && !head.isNameSpecial && stream.spelling(lastName) === className;
  const allowed = names + (isConstructor ? 0 : types);
  const extra = Math.max(0, plain.length - allowed);
  const ordered = extra > 0 ? order(stream, head, hasParameters && names === 1) : plain;
  for (const name of ordered.slice(0, extra)) {
    const isSure = isBeforeCertainType(head, name) || isBetweenTypeAndName(stream, head, name);
    if (stream.isCapital(name) || stream.role(name)?.kind === "attribute" || isSure) blank(stream, head, name);
  }
  for (const name of plain) {
    if (stream.spelling(name) !== className && isTypeMacro(stream, head, name)) blankArguments(stream, name);
  }
}

/** `WORD(a, b) f(…)`: a macro that stays as the type. */
function isTypeMacro(stream: Stream, { parameterList }: Units, name: number): boolean {
  const open = stream.after(name);
  const declaresPointer = stream.kind(stream.after(open)) === Char.star || isFunctionPointer(stream, open);
  const isCall = stream.hasArguments(name) && !declaresPointer;
  return isCall && open !== parameterList && !stream.isCut(name);
}

function blankArguments(stream: Stream, macro: number): void {
  const open = stream.after(macro);
  stream.cut(open, stream.partner(open), "arguments-of-type-macro-in-head");
}

/** `inline A::operator B() {`: the grammar reads `operator` as a type if anything precedes it. */
export function blankSpecifiers(stream: Stream, from: number, to: number): void {
  for (let at = from; at < to; )
    at = stream.word(at) === Word.specifier ? stream.cut(at, at, "specifier-of-conversion") : stream.after(at);
}

function isBeforeCertainType({ beforeType, plain }: Units, name: number): boolean {
  return beforeType > 0 && plain.indexOf(name) < beforeType;
}

/** `void word f(`, `int* word f(`: a word between a type that takes no further word and the name. */
function isBetweenTypeAndName(stream: Stream, { lastName, isNameSpecial }: Units, name: number): boolean {
  const type = stream.before(name);
  const isType = isPointer(stream.kind(type)) || stream.textOf(type) === "void" || stream.textOf(type) === "bool";
  return isType && (name !== lastName || isNameSpecial) && stream.kind(stream.after(name)) === Kind.word;
}

const isPointer = (kind: number): boolean => kind === Char.star || kind === Char.ampersand;

/** The plain names, the likeliest macros first. */
function order(stream: Stream, head: Units, isNameLast: boolean): readonly number[] {
  const { plain, lastName } = head;
  const isLastMacro =
    isNameLast && stream.isCapital(lastName) && plain.length > 1 && !stream.isCapital(plain[plain.length - 2] ?? 0);
  const others = isNameLast && !isLastMacro ? plain.slice(0, -1) : plain;
  const weight = (name: number): number =>
    stream.role(name)?.kind === "attribute" ? 0 : (isBeforeCertainType(head, name) ? 0 : 4) + doubt(stream, name);
  return [...others].sort((a, b) => weight(a) - weight(b));
}

/** A score of a name that is not a known macro: lower if it looks like a macro without meaning for the shape. */
function doubt(stream: Stream, name: number): number {
  if (stream.role(name)?.kind === "type") return 3;
  return stream.isCapital(name) ? 1 : 2;
}

function blank(stream: Stream, { parameterList, lastName }: Units, name: number): void {
  const role = stream.role(name);
  const takesNone = role !== null && role.kind !== "other" && !role.call;
  const next = stream.after(name);
  const isDeclarator =
    (next === parameterList && (name !== lastName || takesNone)) || isPointerToFunction(stream, next);
  stream.cut(name, isDeclarator ? name : stream.lastOf(name, true), "macro-among-specifiers");
}

/** True for `(*name)(` and `(*)(`: the text before it takes no arguments. */
function isPointerToFunction(stream: Stream, open: number): boolean {
  if (stream.kind(open) !== Char.open) return false;
  const close = stream.partner(open);
  return stream.kind(stream.after(open)) === Char.star && stream.kind(stream.after(close)) === Char.open;
}
