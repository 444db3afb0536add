/**
 * The masking of one word of a C++ text by its place and by its role as a macro. Input: the token of the word; output:
 * edits, and the token to go on with.
 */
import { type Place, Scope } from "../heads/scopes.ts";
import { withArguments } from "../macros/names.ts";
import type { Role } from "../macros/roles.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { isAnnotation, maskOddArguments } from "./arguments.ts";
import type { RuleRun } from "./index.ts";
import { isComparison, isOperand, isQualified } from "./operands.ts";

/** Masks one word by its place and by its roles, anywhere; gives the token to go on with. */
export function maskWord(stream: Stream, rules: RuleRun, index: number, isStart: boolean, place: Place): number {
  const { scope } = place;
  const word = stream.word(index);
  if (word !== Word.name) return maskKeyword(stream, index, word);
  const role = stream.role(index);
  if (role === null && !stream.isCapital(index) && !canBeMacro(stream, index)) return stream.after(index);
  if (role?.kind === "new") return maskAllocation(stream, index, role);
  if (rules.atName(index, place)) return stream.after(index);
  if (role?.kind !== "attribute" && role?.kind !== "loop") maskCall(stream, index, isStart, scope);
  if (role === null || (role.call && !stream.hasArguments(index))) return stream.after(index);
  const last = stream.lastOf(index, role.call);
  if (isQualified(stream, index, last) && !isBeforeMember(stream, index, role.kind)) return stream.after(index);
  if (role.braces !== 0) return maskScope(stream, index, last, role);
  return role.kind === "attribute" && !isOperand(stream, index, last, isStart, scope)
    ? stream.cut(index, last, "attribute-macro")
    : stream.after(index);
}

/** `p = MY_NEW Foo(a)`, `f(MY_NEW(pool) char[n])`: written as the `new` that it stands for. */
function maskAllocation(stream: Stream, index: number, { call }: Role): number {
  if (call && !stream.hasArguments(index)) return stream.after(index);
  const last = stream.lastOf(index, call);
  const after = stream.after(last);
  const type = stream.kind(stream.kind(after) === Char.open ? stream.after(stream.partner(after)) : after);
  const isTypeNext = type === Kind.word || type === Kind.scope;
  const hasRoom = stream.end(last) - stream.start(index) >= "new".length;
  return isTypeNext && hasRoom ? stream.cut(index, last, "macro-for-new", "new") : stream.after(index);
}

/** True if an unknown word is in a place of macros. */
function canBeMacro(stream: Stream, index: number): boolean {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (type === Char.open || isAnnotation(stream, index)) return true;
  return type === Kind.word && stream.word(after) === Word.type;
}

/** `va_arg(list, int)`, `__is_class(T)` */
function isTypeCall(stream: Stream, index: number): boolean {
  const { text } = stream;
  const start = stream.start(index);
  if (text.charCodeAt(start) !== 95 && text.charCodeAt(start) !== 118) return false;
  return /^(?:va_arg|__builtin_va_arg|__(?:is|has)_\w+)$/.test(stream.textOf(index));
}

/** A macro that takes arguments, or `any_cast(int, x)`, where no function can be declared. */
function isKnownCall(stream: Stream, index: number, scope: number): boolean {
  const role = stream.role(index);
  if (scope < Scope.block) return role?.kind === "statement";
  return (role?.call === true && role.kind !== "wrap") || stream.text.startsWith("_cast", stream.end(index) - 5);
}

/** A call of a macro, not a declaration that looks like one. */
function maskCall(stream: Stream, index: number, isStart: boolean, scope: number): void {
  if (!stream.hasArguments(index) || (isStart && scope !== Scope.block)) return;
  if (!stream.isCapital(index) && !isTypeCall(stream, index) && !isKnownCall(stream, index, scope)) return;
  const before = stream.before(index);
  const type = stream.kind(before);
  if (type === Kind.word && stream.word(before) !== Word.statement && stream.word(before) !== Word.elseOrCatch) return;
  if (
    type === Char.tilde ||
    (type === Char.greater && !isComparison(stream, before)) ||
    ((type === Char.star || type === Char.ampersand) && isStart)
  )
    return;
  if (!isFunctionType(stream, index)) maskOddArguments(stream, index);
}

/** `function<WORD(A *)>`, `WORD (WINAPI *)(A *)`, `(*WORD(int a))(A *)`: types and declarators as against calls. */
function isFunctionType(stream: Stream, index: number): boolean {
  if (stream.role(index)?.kind === "value") return false;
  const open = stream.after(index);
  const close = stream.partner(open);
  const before = stream.before(index);
  const last = stream.kind(stream.before(close));
  const after = stream.kind(stream.after(close));
  if (stream.kind(before) === Char.less) return after === Char.greater || stream.afterAngles(before) > 0;
  if ((last === Char.star || last === Char.ampersand) && (after === Char.open || after === Char.openBracket))
    return true;
  return (
    stream.kind(before) === Char.star &&
    stream.kind(stream.before(before)) === Char.open &&
    after === Char.close &&
    stream.kind(stream.after(stream.after(close))) === Char.open
  );
}

function maskKeyword(stream: Stream, index: number, word: number): number {
  if (word === Word.attribute && stream.hasArguments(index))
    return stream.cut(index, stream.lastOf(index, true), "attribute");
  if (word === Word.vendor) return stream.cut(index, index, "vendor-keyword");
  return word === Word.asm ? maskAssembly(stream, index) : stream.after(index);
}

/** `a->emit b()`, `A::WORD b<T>` */
function isBeforeMember(stream: Stream, index: number, role: string): boolean {
  const after = stream.after(index);
  const before = stream.kind(stream.before(index));
  if (role !== "attribute" || !stream.isName(after)) return false;
  if (before === Char.dot || before === Kind.arrow) return true;
  return stream.isCapital(index) && stream.kind(stream.after(after)) === Char.less;
}

/** Scopes that macros open are blanked with what closes them; if nothing does, the braces are written out. */
export function maskScope(stream: Stream, index: number, last: number, { braces, rest }: Role): number {
  const ends = stream.areScopesBalanced ? [index] : stream.scopeEnds(index);
  if (ends.length === 0) return stream.cut(index, last, "scope-macro", written(stream, index, last, braces));
  stream.addScope(index, last, braces, withArguments(stream, index, rest));
  const after = stream.cut(index, last, "scope-macro");
  for (const end of ends.filter((one) => stream.kind(one) === Char.closeBrace)) {
    stream.addScope(end, end, -1, "");
    stream.cut(end, end, "scope-macro");
  }
  return stream.live(after);
}

function written(stream: Stream, index: number, last: number, braces: number): string {
  const room = stream.end(last) - stream.start(index);
  if (braces < 0) return "}".repeat(Math.min(room, -braces));
  const head = braces === 1 && room >= 10 ? "namespace" : "";
  return head + "{".repeat(Math.min(room - head.length, braces));
}

/** `__asm { … }`, `__asm mov eax, ebx`: to the closing brace or the line's end. */
function maskAssembly(stream: Stream, index: number): number {
  const after = stream.after(index);
  if (stream.kind(after) === Char.openBrace && stream.partner(after) > 0)
    return stream.cut(index, stream.partner(after), "assembly");
  const isCode = stream.kind(after) === Kind.word && !stream.isFirst(after) && !isQualifier.test(stream.textOf(after));
  if (!isCode) return after;
  let last = after;
  while (!stream.isFirst(stream.after(last)) && stream.kind(stream.after(last)) !== Kind.end) {
    const type = stream.kind(stream.after(last));
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace) break;
    last = stream.after(last);
  }
  return stream.cut(index, last, "assembly");
}

/** The tokens that may precede the parentheses of an `asm` statement: [gcc, Extended Asm]. */
const isQualifier = /^(?:(?:__)?volatile(?:__)?|(?:__)?inline(?:__)?|goto)$/;
