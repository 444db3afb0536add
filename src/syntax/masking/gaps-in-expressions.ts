import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** `template <class T, int* = nullptr>`: the stars of an unnamed parameter with a default. */
export function maskStars(stream: Stream, equals: number): void {
  let first = equals;
  while (stream.kind(stream.before(first)) === Char.star) first = stream.before(first);
  if (first !== equals) stream.cut(first, stream.before(equals), "unnamed pointer parameter");
}

/** `f(T a = {})` */
export function maskDefaultBraces(stream: Stream, equals: number): void {
  const open = stream.after(equals);
  if (stream.kind(open) !== Char.openBrace || stream.partner(open) === 0) return;
  const after = stream.kind(stream.after(stream.partner(open)));
  const before = stream.before(equals);
  const isParameter =
    stream.kind(before) === Kind.word || stream.kind(before) === Char.greater || stream.kind(before) === Char.ampersand;
  if (after === Char.close || (after === Char.comma && isParameter && isInParentheses(stream, before)))
    stream.cut(equals, stream.partner(open), "default argument");
}

function isInParentheses(stream: Stream, from: number): boolean {
  let at = from;
  for (let steps = 0; steps < 200 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.open) return true;
    if (type === Char.semicolon || type === Char.openBrace || isDirective(type)) return false;
    if (type === Char.close || type === Char.closeBrace) at = stream.partner(at) || at;
  }
  return false;
}

/** `{.a{1}}`: the name. */
export function maskDesignator(stream: Stream, dot: number): void {
  const before = stream.kind(stream.before(dot));
  if (before !== Char.openBrace && before !== Char.comma) return;
  const name = stream.after(dot);
  if (stream.isName(name) && stream.kind(stream.after(name)) === Char.openBrace) stream.cut(dot, name, "designator");
}

/** `(a->*b)()`, `(a.*b)()`: the star. */
export function maskMemberAccess(stream: Stream, access: number): void {
  const star = stream.after(access);
  if (stream.word(stream.before(access)) === Word.operator) return;
  if (stream.kind(star) === Char.star && stream.start(star) === stream.end(access)) {
    stream.cut(star, star, "access by pointer to member", stream.kind(stream.after(star)) === Char.open ? "m" : "");
  }
  if (stream.kind(star) === Char.tilde && stream.kind(stream.after(stream.after(star))) === Char.less)
    maskDestructorArguments(stream, stream.after(stream.after(star)));
}

/** `p->~A<T>()` */
function maskDestructorArguments(stream: Stream, less: number): void {
  const after = stream.afterAngles(less);
  if (after > 0 && stream.kind(after) === Char.open)
    stream.cut(less, stream.before(after), "arguments of a destructor");
}

/** `const T& name(a.b());` in a function: read as a declaration of a function, so written with `=`. */
export function maskReferenceInit(stream: Stream, ampersand: number): void {
  const name = stream.after(ampersand);
  const open = stream.after(name);
  if (
    !stream.isName(name) ||
    stream.kind(open) !== Char.open ||
    stream.kind(stream.after(stream.partner(open))) !== Char.semicolon
  )
    return;
  const before = stream.before(ampersand);
  if (
    !stream.isName(before) &&
    stream.kind(before) !== Char.greater &&
    stream.word(before) !== Word.cv &&
    stream.word(before) !== Word.type
  )
    return;
  if (!isExpression(stream, open)) return;
  stream.edits.add(stream.start(open), stream.end(open), "reference with an initializer", "=");
  stream.edits.add(
    stream.start(stream.partner(open)),
    stream.end(stream.partner(open)),
    "reference with an initializer",
    " ",
  );
}

/** Whether what stands in these parentheses is one expression, and surely no parameters. */
function isExpression(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  let isSure = stream.kind(stream.after(open)) === Char.star;
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma || type === Char.equals || type === Kind.end) return false;
    if (type === Char.dot && stream.kind(stream.after(at)) === Char.dot) return false;
    if (type === Kind.word && stream.isName(stream.after(at)) && stream.word(at) !== Word.expression) return false;
    if (type === Char.dot || type === Kind.arrow || type === Char.question || type === Char.openBracket) isSure = true;
    if ((type === Char.open || type === Char.openBracket) && stream.partner(at) > 0) at = stream.partner(at);
  }
  return isSure;
}

/** A macro between, before or after string literals: `"%" PRIu64 "\n"`. */
export function maskStringMacro(stream: Stream, string: number): void {
  maskCallBeforeString(stream, string);
  let first = stream.after(string);
  while (stream.isName(first) && isStringMacro(stream, first)) {
    const last = stream.hasArguments(first) ? stream.partner(stream.after(first)) : first;
    const after = stream.kind(stream.after(last));
    if (stream.start(first) === stream.end(stream.before(first)) && after !== Kind.string) return;
    first = stream.cut(first, last, "macro between strings");
  }
}

/** `STRINGIZE(x) "text"` */
function maskCallBeforeString(stream: Stream, string: number): void {
  const close = stream.before(string);
  if (stream.kind(close) !== Char.close || stream.partner(close) === 0) return;
  const macro = stream.before(stream.partner(close));
  if (macro < 0 || !stream.isCapital(macro) || stream.kind(stream.before(macro)) === Kind.word) return;
  const isFirst = stream.isFirst(macro) && stream.isFirst(string);
  if (!isFirst) stream.cut(macro, close, "macro between strings");
}

function isStringMacro(stream: Stream, index: number): boolean {
  const before = stream.before(stream.before(index));
  if (stream.word(before) === Word.extern || stream.word(before) === Word.operator) return false;
  return !stream.isFirst(index) || stream.isCapital(index) || stream.kind(stream.after(index)) === Kind.string;
}

/** `A<R C::*>`, `(T::*)(…)`: the class of an unnamed pointer to member. */
export function maskMemberPointer(stream: Stream, scope: number): void {
  const star = stream.after(scope);
  if (stream.kind(star) !== Char.star) return;
  let first = beforeName(stream, scope);
  while (first > 0 && stream.kind(stream.before(first)) === Kind.scope)
    first = beforeName(stream, stream.before(first));
  if (first <= 0 || stream.kind(stream.before(first)) === Char.tilde) return;
  if (stream.kind(stream.before(first)) === Char.open) maskMemberFunctionQualifiers(stream, stream.before(first));
  stream.cut(first, scope, "pointer to member");
}

/** `(T::*name)(…) const`: the qualifiers, which no plain pointer to a function has. */
function maskMemberFunctionQualifiers(stream: Stream, open: number): void {
  const parameters = stream.after(stream.partner(open));
  if (stream.partner(open) === 0 || stream.kind(parameters) !== Char.open || stream.partner(parameters) === 0) return;
  let at = stream.after(stream.partner(parameters));
  while (stream.word(at) === Word.cv || stream.word(at) === Word.trailing)
    at = stream.cut(at, at, "qualifier of a member function's type");
}

/** The first token of the name that ends before a `::`, its template arguments included; 0 where there is none. */
function beforeName(stream: Stream, scope: number): number {
  let at = stream.before(scope);
  let depth = 0;
  for (let steps = 0; steps < 60 && stream.kind(at) !== Kind.end; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.greater) depth += 1;
    else if (type === Char.less) depth -= 1;
    else if (type === Char.close) at = stream.partner(at) || at;
    else if (depth === 0) return stream.isName(at) ? at : 0;
    if (type === Char.semicolon || type === Char.openBrace) return 0;
  }
  return 0;
}

/** `a.operator->()`, `return operator*()`: the operator's name becomes a plain one of equal length. */
export function maskOperatorUse(stream: Stream, index: number): void {
  maskOperatorArguments(stream, index);
  let before = stream.before(index);
  while (stream.kind(before) === Kind.scope && stream.isName(stream.before(before)))
    before = stream.before(stream.before(before));
  const type = stream.kind(before);
  const isMember = type === Char.dot || type === Kind.arrow;
  if (!isMember && !isOperandPlace(stream, before, type)) return;
  if (stream.kind(stream.before(index)) === Kind.scope && !isMember && type !== Kind.word && type !== 33) return;
  let last = stream.after(index);
  if (stream.kind(last) === Char.open) last = stream.partner(last);
  else
    while (stream.kind(stream.after(last)) !== Char.open && isOperatorPart(stream.kind(stream.after(last))))
      last = stream.after(last);
  if (last === 0 || stream.kind(stream.after(last)) !== Char.open) return;
  const text = stream.text.slice(stream.start(index), stream.end(last));
  if (!/\s/.test(text))
    stream.edits.add(stream.start(index), stream.end(last), "name of an operator", text.replace(/[^\w]/g, "_"));
  else stream.edits.add(stream.start(index), stream.end(last), "name of an operator", "operator_");
}

function isOperatorPart(kind: number): boolean {
  return (
    kind !== Char.semicolon &&
    kind !== Char.openBrace &&
    kind !== Char.closeBrace &&
    kind !== Kind.end &&
    kind !== Char.close &&
    !isDirective(kind)
  );
}

function isOperandPlace(stream: Stream, before: number, type: number): boolean {
  if (type === Kind.word) return stream.word(before) === Word.statement;
  if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace)
    return stream.kind(stream.after(stream.after(before))) !== Kind.word;
  if (type === Char.equals || type === Char.question || type === 33) return true;
  if (type !== Char.ampersand && type !== Char.star && type !== Char.open) return false;
  if (type === Char.open) return true;
  const outer = stream.before(before);
  const kind = stream.kind(outer);
  return kind === Char.open || kind === Char.equals || stream.word(outer) === Word.statement;
}

/** `friend void operator<< <>(A, B);` */
function maskOperatorArguments(stream: Stream, index: number): void {
  let at = stream.after(index);
  if (stream.kind(at) === Kind.word || stream.kind(at) === Char.open) return;
  while (
    stream.kind(at) !== Kind.operator &&
    stream.kind(stream.after(at)) !== Char.open &&
    stream.kind(stream.after(at)) !== Kind.end &&
    stream.start(stream.after(at)) === stream.end(at)
  )
    at = stream.after(at);
  const less = stream.after(at);
  if (stream.kind(less) !== Char.less) return;
  const after = stream.afterAngles(less);
  if (after > 0 && stream.kind(after) === Char.open) stream.cut(less, stream.before(after), "arguments of an operator");
}

/** `typename T::type{}`, `using typename A::b`: the word alone. */
export function maskTypename(stream: Stream, index: number): void {
  const before = stream.before(index);
  const type = stream.kind(before);
  if (stream.word(before) === Word.using) return void stream.cut(index, index, "using typename");
  const isOperand =
    type === Char.open ||
    type === Char.comma ||
    type === Char.equals ||
    type === Char.openBrace ||
    type === Char.question ||
    type === Char.colon ||
    stream.word(before) === Word.statement ||
    type === Kind.operator;
  if (type === Char.open && stream.textOf(stream.before(before)) === "typeid")
    return void stream.cut(index, index, "typename in an expression");
  if (!isOperand) return;
  const after = afterName(stream, stream.after(index));
  const kind = stream.kind(after);
  const first = stream.kind(stream.after(after));
  const isCall = kind === Char.open && (type === Kind.word || (first !== Char.star && first !== Char.ampersand));
  if (after > 0 && (kind === Char.openBrace || isCall)) stream.cut(index, index, "typename in an expression");
}

/** The token after a name with its scopes and template arguments, or 0. */
export function afterName(stream: Stream, from: number): number {
  let at = from;
  for (let steps = 0; steps < 40; steps += 1) {
    const isPart = stream.kind(at) === Kind.scope || stream.isName(at) || stream.word(at) === Word.template;
    if (
      !isPart ||
      (stream.isName(at) &&
        at !== from &&
        stream.kind(stream.before(at)) !== Kind.scope &&
        stream.word(stream.before(at)) !== Word.template)
    )
      return at;
    at = stream.after(at);
    if (stream.kind(at) === Char.less) at = stream.afterAngles(at);
    if (at === 0) return 0;
  }
  return 0;
}
