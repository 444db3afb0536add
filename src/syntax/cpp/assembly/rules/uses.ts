/**
 * The masking of one word of a C++ text by its place and by its role as a macro. Input: the token of the word; output:
 * edits, and the token to go on with.
 */
import { Scope } from "../heads/scopes";
import { maskScope } from "../host";
import { Word } from "../tokens/keywords";
import {
  bracesOfRole,
  hasTrait,
  isCallRole,
  isCapital,
  kindOfRole,
  noRole,
  RoleKind,
  role as roleAt,
  roleKind,
} from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";
import { Trait } from "../tokens/traits";
import { isAnnotation, maskOddArguments } from "./arguments";
import { isComparison, isOperand, isQualified } from "./operands";
import { RuleId } from "./rule-ids";
import { atName } from "./table";

/** Masks one word by its place and by its roles, anywhere; gives the token to go on with. */
export function maskWord(index: i32, isStart: bool, scope: i32, className: i32): i32 {
  const word = stream.word(index);
  if (word !== Word.name) return maskKeyword(index, word);
  const role = roleAt(index);
  const kind = kindOfRole(role);
  if (role === noRole && !isCapital(index) && !canBeMacro(index)) return stream.after(index);
  if (kind === RoleKind.new_) return maskAllocation(index, role);
  if (atName(index, scope, className)) return stream.after(index);
  if (kind !== RoleKind.attribute && kind !== RoleKind.loop) maskCall(index, isStart, scope);
  if (role === noRole || (isCallRole(role) && !stream.hasArguments(index))) return stream.after(index);
  const last = stream.lastOf(index, isCallRole(role));
  if (isQualified(index, last) && !isBeforeMember(index, kind)) return stream.after(index);
  if (bracesOfRole(role) !== 0) return maskScope(index, last, role);
  return kind === RoleKind.attribute && !isOperand(index, last, isStart, scope)
    ? stream.cut(index, last, RuleId.attributeMacro)
    : stream.after(index);
}

/** `p = MY_NEW Foo(a)`, `f(MY_NEW(pool) char[n])`: written as the `new` that it stands for. */
function maskAllocation(index: i32, role: i32): i32 {
  const call = isCallRole(role);
  if (call && !stream.hasArguments(index)) return stream.after(index);
  const last = stream.lastOf(index, call);
  const after = stream.after(last);
  const type = stream.kind(stream.kind(after) === Char.open ? stream.after(stream.partner(after)) : after);
  const isTypeNext = type === Kind.word || type === Kind.scope;
  const hasRoom = stream.end(last) - stream.start(index) >= "new".length;
  return isTypeNext && hasRoom ? stream.cut(index, last, RuleId.macroForNew, "new") : stream.after(index);
}

/** True if an unknown word is in a place of macros. */
function canBeMacro(index: i32): bool {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (type === Char.open || isAnnotation(index)) return true;
  return type === Kind.word && stream.word(after) === Word.type;
}

/** `va_arg(list, int)`, `__is_class(T)` */
function isTypeCall(index: i32): bool {
  return hasTrait(index, Trait.typeCall);
}

/** A macro that takes arguments, or `any_cast(int, x)`, where no function can be declared. */
function isKnownCall(index: i32, scope: i32): bool {
  const role = roleAt(index);
  const kind = kindOfRole(role);
  if (scope < Scope.block) return kind === RoleKind.statement;
  return (isCallRole(role) && kind !== RoleKind.wrap) || hasTrait(index, Trait.cast);
}

/** A call of a macro, not a declaration that looks like one. */
function maskCall(index: i32, isStart: bool, scope: i32): void {
  if (!stream.hasArguments(index) || (isStart && scope !== Scope.block)) return;
  if (!isCapital(index) && !isTypeCall(index) && !isKnownCall(index, scope)) return;
  const before = stream.before(index);
  const type = stream.kind(before);
  if (type === Kind.word && stream.word(before) !== Word.statement && stream.word(before) !== Word.elseOrCatch) return;
  if (
    type === Char.tilde ||
    (type === Char.greater && !isComparison(before)) ||
    ((type === Char.star || type === Char.ampersand) && isStart)
  )
    return;
  if (!isFunctionType(index)) maskOddArguments(index);
}

/** `function<WORD(A *)>`, `WORD (WINAPI *)(A *)`, `(*WORD(int a))(A *)`: types and declarators as against calls. */
function isFunctionType(index: i32): bool {
  if (roleKind(index) === RoleKind.value) return false;
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

function maskKeyword(index: i32, word: i32): i32 {
  if (word === Word.attribute && stream.hasArguments(index))
    return stream.cut(index, stream.lastOf(index, true), RuleId.attribute);
  if (word === Word.vendor) return stream.cut(index, index, RuleId.vendorKeyword);
  return word === Word.asm ? maskAssembly(index) : stream.after(index);
}

/** `a->emit b()`, `A::WORD b<T>` */
function isBeforeMember(index: i32, role: i32): bool {
  const after = stream.after(index);
  const before = stream.kind(stream.before(index));
  if (role !== RoleKind.attribute || !stream.isName(after)) return false;
  if (before === Char.dot || before === Kind.arrow) return true;
  return isCapital(index) && stream.kind(stream.after(after)) === Char.less;
}

/** `__asm { … }`, `__asm mov eax, ebx`: to the closing brace or the line's end. */
function maskAssembly(index: i32): i32 {
  const after = stream.after(index);
  if (stream.kind(after) === Char.openBrace && stream.partner(after) > 0)
    return stream.cut(index, stream.partner(after), RuleId.assembly);
  const isCode = stream.kind(after) === Kind.word && !stream.isFirst(after) && !isQualifier(after);
  if (!isCode) return after;
  let last = after;
  while (!stream.isFirst(stream.after(last)) && stream.kind(stream.after(last)) !== Kind.end) {
    const type = stream.kind(stream.after(last));
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace) break;
    last = stream.after(last);
  }
  return stream.cut(index, last, RuleId.assembly);
}

/** The tokens that may precede the parentheses of an `asm` statement: [gcc, Extended Asm]. */
function isQualifier(index: i32): bool {
  return hasTrait(index, Trait.assemblyQualifier);
}
