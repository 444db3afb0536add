import { maskOddArguments } from "./arguments.ts";
import { maskAssembly } from "./assembly.ts";
import { isDeclaredName } from "./declared-names.ts";
import {
  isAliasMacro,
  isBeforeOperand,
  isBeforeParameter,
  isInitializer,
  isListMacro,
  isPointerConvention,
} from "./macro-shapes.ts";
import { Scope } from "./scopes.ts";
import { Char, type Stream } from "./stream.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";
import { wrapsVariable } from "./wrapped-declarations.ts";

/** Masks one word by what is known of it, wherever it stands; gives the token to go on with. */
export function maskWord(stream: Stream, index: number, isStart: boolean, scope: number): number {
  const word = stream.word(index);
  if (word !== Word.name) return maskKeyword(stream, index, word);
  const role = stream.role(index);
  if (role === null && !stream.isCapital(index) && !canBeMacro(stream, index)) return stream.after(index);
  if (isBetweenTypeAndName(stream, index, role?.kind)) return stream.cut(index, index, "macro in a declaration");
  if (isTypeMacro(stream, index, role?.kind, scope))
    return stream.cut(stream.after(index), stream.lastOf(index, true), "arguments of a macro for a type");
  if (isConvention(stream, index, role?.kind)) return stream.cut(index, index, "calling convention");
  if (isPointerConvention(stream, index)) return stream.cut(index, index, "calling convention", "*");
  if (!isStart && scope >= Scope.block && isBeforeOperand(stream, index))
    return stream.cut(index, stream.lastOf(index, true), "macro before an expression");
  if (isAliasMacro(stream, index)) return stream.cut(index, stream.lastOf(index, true), "macro after an alias");
  if (scope === Scope.list && isListMacro(stream, index))
    return stream.cut(index, stream.lastOf(index, true), "macro of several elements");
  if (isInitializer(stream, index, role, scope))
    return stream.cut(index, stream.lastOf(index, true), "macro after a variable's name");
  if (!role || (role.kind !== "attribute" && role.kind !== "wrap"))
    maskCall(stream, index, isStart, scope, role?.call === true);
  if (!role)
    return isEnumeratorMacro(stream, index, scope)
      ? stream.cut(index, stream.lastOf(index, true), "macro after an enumerator")
      : stream.after(index);
  if (role.call && !stream.hasArguments(index)) return stream.after(index);
  const last = stream.lastOf(index, role.call);
  if (isQualified(stream, index, last)) return stream.after(index);
  switch (role.kind) {
    case "attribute":
      return isOperand(stream, index, last, isStart, scope) || isDeclaredName(stream, index, last)
        ? stream.after(index)
        : stream.cut(index, last, "attribute macro");
    case "wrap":
      return unwrapped(stream, index, last);
    case "open":
    case "close":
      return maskScope(stream, index, last, role.braces);
    case "access":
      return stream.cut(index, index, "access macro", "public");
    default:
      return stream.after(index);
  }
}

/** Whether a word that says nothing of itself stands where a macro can. */
function canBeMacro(stream: Stream, index: number): boolean {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (type === Char.open) return true;
  return type === Kind.word && stream.word(after) === Word.type;
}

/** `const nonneg int x`, `bool UNUSED x`, in parameters and statements too. */
function isBetweenTypeAndName(stream: Stream, index: number, role: string | undefined): boolean {
  if (role === "value" || role === "open" || role === "close") return false;
  const after = stream.after(index);
  const before = stream.before(index);
  const word = stream.word(before);
  if (stream.kind(after) !== Kind.word || stream.kind(before) === Kind.scope) return false;
  if (stream.word(after) === Word.type) {
    const isFirst =
      stream.kind(before) === Char.open ||
      stream.kind(before) === Char.comma ||
      word === Word.cv ||
      word === Word.specifier ||
      isBoundary(stream.kind(before));
    return isFirst && !/^(?:auto|decltype)$/.test(stream.textOf(after));
  }
  if (isBeforeParameter(stream, index, role)) return true;
  return (
    role !== "type" &&
    stream.isName(after) &&
    stream.isCapital(index) &&
    (word === Word.name || word === Word.type) &&
    !stream.isFirst(after)
  );
}

function isBoundary(kind: number): boolean {
  return kind === Char.less || kind === Char.semicolon || kind === Char.openBrace || kind === Char.closeBrace;
}

/** `(WORD *name)(…)` */
function isConvention(stream: Stream, index: number, role: string | undefined): boolean {
  const open = stream.before(index);
  if (
    role === "type" ||
    role === "value" ||
    stream.kind(open) !== Char.open ||
    stream.kind(stream.after(index)) !== Char.star
  )
    return false;
  if (!stream.isCapital(index) && role !== "attribute") return false;
  const close = stream.partner(open);
  if (close === 0 || stream.kind(stream.after(close)) !== Char.open) return false;
  const name = stream.after(stream.after(index));
  const before = stream.before(open);
  const isPointer = stream.kind(before) === Char.star;
  const type = stream.word(isPointer ? stream.before(before) : before);
  const isType =
    type === Word.type ||
    type === Word.name ||
    (isPointer && type === Word.cv) ||
    stream.kind(isPointer ? stream.before(before) : before) === Char.greater;
  return isType && (name === close || (stream.isName(name) && stream.after(name) === close));
}

/** `typedef WORD(a) name;`, `f(WORD(a) name)`: with its arguments blanked the macro reads as the type. */
function isTypeMacro(stream: Stream, index: number, role: string | undefined, scope: number): boolean {
  if (!stream.hasArguments(index) || role === "attribute" || role === "wrap" || role === "loop") return false;
  const before = stream.before(index);
  const word = stream.word(before);
  const type = stream.kind(before);
  const isCertain = word === Word.typedef || word === Word.cv || word === Word.typename;
  if (!isCertain && type !== Char.open && type !== Char.comma) return false;
  const after = stream.after(stream.partner(stream.after(index)));
  const isPointer = stream.kind(after) === Char.star || stream.kind(after) === Char.ampersand;
  if (isPointer && (isCertain || (scope <= Scope.class && !isInitializerStart(stream, before)))) {
    const name = stream.after(after);
    return (
      (stream.isName(name) && (isCertain || endsParameter(stream, stream.after(name)))) ||
      (word === Word.cv && stream.kind(name) === Char.semicolon)
    );
  }
  if (!stream.isName(after)) return false;
  const follower = stream.kind(stream.after(after));
  return (
    follower === Char.semicolon ||
    follower === Char.comma ||
    follower === Char.close ||
    follower === Char.equals ||
    (isCertain && follower === Char.open)
  );
}

/** `: a(b(c) * d)` */
function isInitializerStart(stream: Stream, open: number): boolean {
  const outer = stream.kind(stream.before(stream.before(open)));
  return stream.kind(open) === Char.open && (outer === Char.colon || outer === Char.comma);
}

/** As against `f(a, WORD(b) * c(d))`. */
function endsParameter(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return type !== Char.open && type !== Kind.operator && type !== 43 && type !== Char.minus && type !== Char.dot;
}

/** `A WORD = 1,` in an enumeration. */
function isEnumeratorMacro(stream: Stream, index: number, scope: number): boolean {
  return scope === Scope.enum && stream.isName(stream.before(index)) && stream.isCapital(index);
}

/** `va_arg(list, int)`, `__is_class(T)`, `any_cast(int, x)` */
function isTypeCall(stream: Stream, index: number): boolean {
  const { text } = stream;
  const start = stream.start(index);
  const end = stream.end(index);
  if (text.charCodeAt(end - 5) === 95 && text.startsWith("_cast", end - 5)) return true;
  if (text.charCodeAt(start) !== 95 && text.charCodeAt(start) !== 118) return false;
  return /^(?:va_arg|__builtin_va_arg|__(?:is|has)_\w+)$/.test(stream.textOf(index));
}

/** A call of a macro, not a declaration that looks like one. */
function maskCall(stream: Stream, index: number, isStart: boolean, scope: number, isKnown: boolean): void {
  if (!stream.hasArguments(index) || (isStart && scope !== Scope.block)) return;
  if (!stream.isCapital(index) && (scope < Scope.block || !(isKnown || isTypeCall(stream, index)))) return;
  const before = stream.before(index);
  const type = stream.kind(before);
  if (type === Kind.word && stream.word(before) !== Word.statement && stream.word(before) !== Word.elseOrCatch) return;
  if (type === Char.tilde || type === Char.greater || ((type === Char.star || type === Char.ampersand) && isStart))
    return;
  maskOddArguments(stream, index);
}

function maskKeyword(stream: Stream, index: number, word: number): number {
  if (word === Word.attribute && stream.hasArguments(index))
    return stream.cut(index, stream.lastOf(index, true), "attribute");
  if (word === Word.vendor) return stream.cut(index, index, "vendor keyword");
  return word === Word.asm ? maskAssembly(stream, index) : stream.after(index);
}

function isQualified(stream: Stream, index: number, last: number): boolean {
  const before = stream.kind(stream.before(index));
  return (
    before === Char.dot ||
    before === Kind.arrow ||
    before === Kind.scope ||
    stream.kind(stream.after(last)) === Kind.scope
  );
}

/** Whether a name is used as a value, a call, a type or a parameter's name, so that blanking would leave a hole. */
function isOperand(stream: Stream, index: number, last: number, isStart: boolean, scope: number): boolean {
  const after = stream.kind(stream.after(last));
  const before = stream.before(index);
  const type = stream.kind(before);
  if (after === Char.open && !stream.isCapital(index)) return true;
  if (isStart)
    return (
      scope === Scope.block &&
      (after === Char.semicolon ||
        after === Kind.operator ||
        after === Char.equals ||
        after === Char.dot ||
        after === Kind.arrow ||
        (after === Char.less && (stream.role(index)?.call === true || isShift(stream, stream.after(last)))))
    );
  if (type === Kind.word) return isOperandAfter(stream.word(before));
  if (
    type === Char.close ||
    type === Char.closeBracket ||
    type === Char.star ||
    type === Char.ampersand ||
    type === Char.greater
  )
    return false;
  if (type === Kind.number || type === Kind.string) return false;
  return (
    after !== Kind.word &&
    after !== Kind.string &&
    after !== Kind.number &&
    after !== Char.open &&
    after !== Char.openBracket &&
    after !== Char.tilde &&
    after !== Kind.scope &&
    after !== Char.openBrace
  );
}

/** `a << b` as against `Type<b>`. */
function isShift(stream: Stream, less: number): boolean {
  return stream.kind(stream.after(less)) === Char.less && stream.start(stream.after(less)) === stream.end(less);
}

function isOperandAfter(word: number): boolean {
  return word === Word.statement || word === Word.typename || word === Word.using || word === Word.namespace;
}

function unwrapped(stream: Stream, index: number, close: number): number {
  const after = maskWrapper(stream, index, close);
  return after === index ? stream.after(index) : after;
}

/** `PyAPI_FUNC(int) f()` is `int f()`. */
export function maskWrapper(stream: Stream, index: number, close: number): number {
  const open = stream.after(index);
  const after = stream.kind(stream.after(close));
  const before = stream.kind(stream.before(index));
  const isBefore =
    before === Char.semicolon ||
    before === Char.closeBrace ||
    before === Char.openBrace ||
    before === Kind.end ||
    before === Kind.word ||
    (before >= Kind.if && before <= Kind.directive);
  if (!isBefore || stream.word(stream.before(index)) === Word.statement) return index;
  const isVariable = after === Char.semicolon && wrapsVariable(stream, open, close);
  if (
    (after !== Kind.word && after !== Char.star && !isVariable) ||
    stream.word(stream.after(close)) === Word.expression
  )
    return index;
  if (stream.kind(stream.after(open)) !== Kind.word || holdsValue(stream, open, close)) return index;
  stream.cut(close, close, "wrapping macro");
  return stream.cut(index, open, "wrapping macro");
}

/** `ASSERT(a > 0, "text")`: no type. */
export function holdsValue(stream: Stream, open: number, close: number): boolean {
  for (let at = stream.after(open), steps = 0; at !== close && steps < 24; at = stream.after(at), steps += 1) {
    const type = stream.kind(at);
    if (type === Kind.string || type === Kind.operator || type === Kind.arrow || type === Char.dot) return true;
  }
  return false;
}

/** Scopes that macros open and close alike are blanked; where they do not balance, the braces are written out. */
export function maskScope(stream: Stream, index: number, last: number, braces: number): number {
  return stream.cut(
    index,
    last,
    "macro of a scope",
    stream.areScopesBalanced ? "" : written(stream, index, last, braces),
  );
}

function written(stream: Stream, index: number, last: number, braces: number): string {
  const room = stream.end(last) - stream.start(index);
  if (braces < 0) return "}".repeat(Math.min(room, -braces));
  const head = braces === 1 && room >= 10 ? "namespace" : "";
  return head + "{".repeat(Math.min(room - head.length, braces));
}
