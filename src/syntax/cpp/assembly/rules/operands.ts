/**
 * The recognition of a C++ name in use as a value, a call, a type or a declared name, as against a macro that can be
 * blanked. Input: the token of the name; output: whether it is an operand, a declared name or a comparison.
 */
import { Scope } from "../heads/scopes";
import { Word } from "../tokens/keywords";
import { isCapital } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { isDirective, Kind } from "../tokens/token-table";

export function isQualified(index: i32, last: i32): bool {
  const before = stream.kind(stream.before(index));
  return (
    before === Char.dot ||
    before === Kind.arrow ||
    before === Kind.scope ||
    stream.kind(stream.after(last)) === Kind.scope
  );
}

/**
 * True if a name that is known as an attribute is used as a value, a call, a type or the name of what is declared, so
 * that blanking would leave a hole. `last` ends its use: the name itself or its closing parenthesis.
 */
export function isOperand(index: i32, last: i32, isStart: bool, scope: i32): bool {
  const after = stream.kind(stream.after(last));
  const before = stream.before(index);
  const type = stream.kind(before);
  const word = stream.word(before);
  if (isStart) return isStatement(index, last, scope);
  if (word === Word.classKey) return isClassName(before, last, scope);
  if (type === Char.closeBrace && stream.kind(stream.after(last)) === Char.semicolon) return !isCapital(index);
  if (isDeclaredName(index, last, scope)) return true;
  if (after === Char.open && !isCapital(index)) return true;
  if (word === Word.cv && isTypeItself(before, after)) return true;
  if (type === Kind.word) return isOperandAfter(word);
  if (type === Char.close && isMemberAccess(before, after)) return true;
  if (type === Char.greater && isShifted(before)) return after !== Kind.word;
  if (
    type === Char.close ||
    type === Char.closeBracket ||
    type === Char.star ||
    type === Char.ampersand ||
    type === Char.greater
  )
    return false;
  if (type === Kind.number || type === Kind.string) return false;
  if (after === Char.openBrace) return type === Char.colon || type === Char.comma;
  return (
    after !== Kind.word &&
    after !== Kind.string &&
    after !== Kind.number &&
    after !== Char.open &&
    after !== Char.openBracket &&
    after !== Char.tilde &&
    after !== Kind.scope
  );
}

/** `if (a) emit->b();`, `(A*)emit.b()`, as against the type after parameters: `f(int) const_ -> int`, `[](int) const_ -> int`. */
function isMemberAccess(close: i32, after: i32): bool {
  const before = stream.before(stream.partner(close));
  const isHead =
    stream.isName(before) || stream.kind(before) === Char.closeBracket || stream.kind(before) === Char.greater;
  return after === Char.dot || (after === Kind.arrow && !isHead);
}

/** `const OUT&`, `<const OUT>`, `static const OUT*`, if there is no other type: as in `template <class OUT>`. */
function isTypeItself(cv: i32, after: i32): bool {
  if (
    after !== Char.ampersand &&
    after !== Char.star &&
    after !== Char.comma &&
    after !== Char.greater &&
    after !== Char.close
  )
    return false;
  const first = stream.before(cv);
  const type = stream.kind(first);
  if (type === Kind.word) return stream.word(first) === Word.specifier;
  return type === Char.open || type === Char.comma || type === Char.less;
}

/** `IN = 1;`, `emit(a);`, `FAR *p;`, constructors like `REQUIRES(int a) {`: statements that start with the name itself. */
function isStatement(index: i32, last: i32, scope: i32): bool {
  const after = stream.after(last);
  const type = stream.kind(after);
  if (scope !== Scope.block) {
    if (scope === Scope.class_ && last !== index) return type === Char.openBrace || type === Char.colon;
    if (scope === Scope.class_ && type === Char.open) return true;
    return type === Char.star || type === Char.ampersand;
  }
  if (type === Char.open && stream.partner(after) > 0)
    return stream.kind(stream.after(stream.partner(after))) !== Kind.word;
  if (type === Char.less) return last !== index || isShift(after);
  return (
    type !== Kind.word &&
    type !== Kind.scope &&
    type !== Char.openBrace &&
    type !== Char.closeBrace &&
    type !== Char.openBracket &&
    type !== Char.star &&
    type !== Kind.end &&
    !isDirective(type)
  );
}

/** `class LOCKABLE {`, as against `struct PACKED { … } name;` */
function isClassName(key: i32, last: i32, scope: i32): bool {
  const after = stream.after(last);
  const type = stream.kind(after);
  if (type !== Char.openBrace) return type !== Kind.word && type !== Char.openBracket;
  if (stream.isText(key, "class")) return true;
  const close = stream.partner(after);
  return scope === Scope.namespace_ && close > 0 && stream.kind(stream.after(close)) === Char.semicolon;
}

/** `int IN = 1;`, `f(A &emit)`, `void ACQUIRE(int a) {`: whether this is the name that follows the type of a declaration. */
export function isDeclaredName(index: i32, last: i32, scope: i32): bool {
  return scope <= Scope.block && endsDeclarator(index, last) && isAfterType(index, scope);
}

function endsDeclarator(index: i32, last: i32): bool {
  const after = stream.after(last);
  const type = stream.kind(after);
  if (type === Char.open && last === index && stream.partner(after) > 0)
    return endsDeclarator(index, stream.partner(after));
  if (type === Char.semicolon || type === Char.equals) return true;
  if (last === index)
    return type === Char.comma || type === Char.close || (type === Char.openBracket && !isAttribute(after));
  if (stream.word(after) === Word.cv && !stream.isName(stream.after(after))) return endsDeclarator(index, after);
  return type === Char.openBrace || stream.word(after) === Word.trailing;
}

function isAttribute(bracket: i32): bool {
  return stream.kind(stream.after(bracket)) === Char.openBracket;
}

/** True if a type, and nothing else, is between the start of a declaration and this name. */
function isAfterType(index: i32, scope: i32): bool {
  let at = stream.before(index);
  while (stream.kind(at) === Char.star || stream.kind(at) === Char.ampersand) at = stream.before(at);
  if (stream.word(at) === Word.type || stream.kind(at) === Char.greater) return !isReturned(at);
  if (!stream.isName(at)) return false;
  while (stream.kind(stream.before(at)) === Kind.scope && stream.isName(stream.before(stream.before(at))))
    at = stream.before(stream.before(at));
  return isBoundary(stream.before(at), at, scope);
}

/** True if a type that ends here is the type of `auto f() -> type`. */
function isReturned(end: i32): bool {
  let at = end;
  for (let steps = 0; steps < 40 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Kind.arrow) return true;
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || type === Char.close)
      return false;
  }
  return false;
}

function isBoundary(index: i32, first: i32, scope: i32): bool {
  const type = stream.kind(index);
  if (index < 0 || type === Char.semicolon || type === Char.openBrace || isDirective(type)) return true;
  if (type === Char.closeBrace || type === Char.colon) return stream.isFirst(first);
  if (type === Char.comma) return scope <= Scope.class_ && isInParentheses(index);
  if (type === Char.open) return scope <= Scope.class_ || stream.kind(stream.before(index)) === Char.closeBracket;
  const word = stream.word(index);
  return (
    word === Word.cv ||
    word === Word.specifier ||
    word === Word.typename ||
    word === Word.typedef ||
    word === Word.extern
  );
}

/** True if an opening parenthesis comes before the start of the declaration or statement. */
function isInParentheses(from: i32): bool {
  let at = from;
  for (let left = stream.mayLook(200); left > 0 && at >= 0; left -= 1, at = stream.before(at)) {
    stream.haveLooked(1);
    const type = stream.kind(at);
    if (type === Char.open) return true;
    if (type === Char.semicolon || type === Char.openBrace || isDirective(type)) return false;
    if (type === Char.close || type === Char.closeBrace) at = stream.partnerOrSelf(at);
  }
  return false;
}

/** `a << b` as against `Type<b>`. */
function isShift(less: i32): bool {
  return stream.kind(stream.after(less)) === Char.less && stream.start(stream.after(less)) === stream.end(less);
}

/** Tokens before a `>` that are looked at. */
const mostBeforeGreater = 60;

/** `(a > b` as against `Type<a> b`: there is no `<` between it and the node that contains it. */
export function isComparison(greater: i32): bool {
  let at = stream.before(greater);
  for (let steps = 0; steps < mostBeforeGreater && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.open) return true;
    if (type === Char.less || type === Char.semicolon || type === Char.openBrace || isDirective(type)) return false;
    if (type === Char.close || type === Char.closeBracket || type === Char.closeBrace) at = stream.partnerOrSelf(at);
  }
  return false;
}

/** `a >> b` as against `Type<b>`. */
function isShifted(greater: i32): bool {
  const before = stream.before(greater);
  return stream.kind(before) === Char.greater && stream.end(before) === stream.start(greater);
}

function isOperandAfter(word: i32): bool {
  return (
    word === Word.statement ||
    word === Word.typename ||
    word === Word.using ||
    word === Word.namespace ||
    word === Word.access
  );
}
