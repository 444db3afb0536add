import { isInParentheses } from "./operands.ts";
import type { RuleId } from "./rules.ts";
import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** The stars before a token: `template <class T, int* = nullptr>`, `f(A* const = 0)`. */
export function maskStars(stream: Stream, end: number, rule: RuleId): void {
  let first = end;
  for (
    let at = stream.before(end);
    stream.kind(at) === Char.star || stream.word(at) === Word.cv;
    at = stream.before(at)
  )
    if (stream.kind(at) === Char.star) first = at;
  if (first !== end) stream.cut(first, stream.before(end), rule);
}

/** `f(T a = {})` */
export function maskDefaultBraces(stream: Stream, equals: number): void {
  const open = stream.after(equals);
  if (stream.kind(open) !== Char.openBrace || stream.partner(open) === 0) return;
  const after = stream.kind(stream.after(stream.partner(open)));
  const before = stream.before(equals);
  const isParameter =
    stream.kind(before) === Kind.word || stream.kind(before) === Char.greater || stream.kind(before) === Char.ampersand;
  if (isAssignment(stream, before)) return;
  if (after === Char.close || (after === Char.comma && isParameter && isInParentheses(stream, before)))
    stream.cut(equals, stream.partner(open), "default-argument");
}

/** `if ((a = {}))`, `return g(a = {});`: a name alone in parentheses that surely hold no parameters. */
function isAssignment(stream: Stream, name: number): boolean {
  const open = stream.before(name);
  if (!stream.isName(name) || stream.kind(open) !== Char.open) return false;
  const called = stream.before(open);
  if (!stream.isName(called)) return stream.word(called) === Word.statement || stream.kind(called) === Char.open;
  const before = stream.before(called);
  const type = stream.kind(before);
  return (
    stream.word(before) === Word.statement ||
    type === Char.dot ||
    type === Kind.arrow ||
    type === Char.equals ||
    type === Char.open ||
    type === Char.comma
  );
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
    stream.cut(star, star, "access-by-pointer-to-member", stream.kind(stream.after(star)) === Char.open ? "m" : "");
  }
  if (stream.kind(stream.after(star)) === Kind.scope && stream.kind(stream.after(stream.after(star))) === Char.tilde) {
    if (stream.isName(star)) stream.cut(star, stream.after(star), "scope-of-destructor");
    return;
  }
  if (stream.kind(star) === Char.tilde && stream.kind(stream.after(stream.after(star))) === Char.less)
    maskDestructorArguments(stream, stream.after(stream.after(star)));
}

/** `p->~A<T>()` */
function maskDestructorArguments(stream: Stream, less: number): void {
  const after = stream.afterAngles(less);
  if (after > 0 && stream.kind(after) === Char.open) stream.cut(less, stream.before(after), "arguments-of-destructor");
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
  if (!startsDeclaration(stream, before) || !isExpression(stream, open)) return;
  stream.edits.add(stream.start(open), stream.end(open), "reference-with-initializer", "=");
  stream.edits.add(
    stream.start(stream.partner(open)),
    stream.end(stream.partner(open)),
    "reference-with-initializer",
    " ",
  );
}

/** `char *p("a");`, `T* const p(&a);`: read as a declaration of a function, so written with `=`. */
export function maskPointerInit(stream: Stream, open: number, isInBlock: boolean): void {
  const name = stream.before(open);
  const close = stream.partner(open);
  if (close === 0 || !stream.isName(name)) return;
  if (!startsOperand(stream, stream.after(open)) && !(isInBlock && isExpression(stream, open))) return;
  const after = stream.kind(stream.after(close));
  if (after !== Char.semicolon && after !== Char.comma) return;
  let type = stream.before(name);
  while (stream.word(type) === Word.cv) type = stream.before(type);
  if (stream.kind(type) !== Char.star) return;
  while (stream.kind(type) === Char.star || stream.word(type) === Word.cv) type = stream.before(type);
  if (!isTypePart(stream, type) && stream.kind(type) !== Char.greater) return;
  if (!startsDeclaration(stream, type)) return;
  stream.edits.add(stream.start(open), stream.end(open), "pointer-with-initializer", "=");
  stream.edits.add(stream.start(close), stream.end(close), "pointer-with-initializer", " ");
}

/** Whether this token starts an expression, and surely no parameter. */
function startsOperand(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return (
    type === Kind.string ||
    type === Kind.number ||
    type === Kind.character ||
    type === Char.ampersand ||
    type === Char.minus ||
    stream.word(index) === Word.expression
  );
}

/** Whether a statement's first tokens, up to this one, are a type, as against `return a & b(c.d());`. */
function startsDeclaration(stream: Stream, last: number): boolean {
  let depth = 0;
  for (let at = last, steps = 0; steps < 60; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (at < 0 || type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || isDirective(type))
      return depth === 0;
    if (type === Char.greater) depth += 1;
    else if (type === Char.less) depth -= 1;
    else if (depth === 0 && !isTypePart(stream, at)) return type === Char.colon;
  }
  return false;
}

function isTypePart(stream: Stream, index: number): boolean {
  const word = stream.word(index);
  return (
    word === Word.name ||
    word === Word.cv ||
    word === Word.type ||
    word === Word.specifier ||
    word === Word.typename ||
    stream.kind(index) === Kind.scope
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
    if ((type === Char.open || type === Char.openBracket) && stream.partner(at) > 0) {
      isSure ||= holdsLiteral(stream, at);
      at = stream.partner(at);
    }
  }
  return isSure;
}

/** Whether a literal stands between two brackets, and no default of a parameter. */
function holdsLiteral(stream: Stream, open: number): boolean {
  let isFound = false;
  for (let at = stream.after(open); at !== stream.partner(open); at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.equals || type === Kind.end) return false;
    isFound ||= type === Kind.string || type === Kind.character || type === Kind.number;
  }
  return isFound;
}

/** A macro between, before or after string literals: `"%" PRIu64 "\n"`. */
export function maskStringMacro(stream: Stream, string: number): void {
  maskCallBeforeString(stream, string);
  let first = stream.after(string);
  while (stream.isName(first) && isStringMacro(stream, first)) {
    const last = stream.hasArguments(first) ? stream.partner(stream.after(first)) : first;
    const after = stream.kind(stream.after(last));
    if (stream.start(first) === stream.end(stream.before(first)) && after !== Kind.string) return;
    first = stream.cut(first, last, "macro-between-strings");
  }
}

/** `STRINGIZE(x) "text"` */
function maskCallBeforeString(stream: Stream, string: number): void {
  const close = stream.before(string);
  if (stream.kind(close) !== Char.close || stream.partner(close) === 0) return;
  const macro = stream.before(stream.partner(close));
  if (macro < 0 || !stream.isCapital(macro) || stream.kind(stream.before(macro)) === Kind.word) return;
  const isFirst = stream.isFirst(macro) && stream.isFirst(string);
  if (!isFirst) stream.cut(macro, close, "call-before-string");
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
  stream.cut(first, scope, "pointer-to-member");
}

/** `(T::*name)(…) const`: the qualifiers, which no plain pointer to a function has. */
function maskMemberFunctionQualifiers(stream: Stream, open: number): void {
  const parameters = stream.after(stream.partner(open));
  if (stream.partner(open) === 0 || stream.kind(parameters) !== Char.open || stream.partner(parameters) === 0) return;
  let at = stream.after(stream.partner(parameters));
  while (stream.word(at) === Word.cv || stream.word(at) === Word.trailing)
    at = stream.cut(at, at, "qualifier-of-member-function-type");
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

/** `kernel<<<grid, block>>>(a)` of CUDA is a call. */
export function maskLaunch(stream: Stream, less: number): void {
  const second = stream.after(less);
  const third = stream.after(second);
  if (stream.kind(third) !== Char.less || stream.kind(second) !== Char.less) return;
  if (stream.start(third) !== stream.end(less) + 1) return;
  const after = stream.afterAngles(less);
  if (after > 0 && stream.kind(after) === Char.open) stream.cut(less, stream.before(after), "kernel-launch");
}

/** `typename T::type{}`, `using typename A::b`: the word alone. */
export function maskTypename(stream: Stream, index: number): void {
  const before = stream.before(index);
  const type = stream.kind(before);
  if (stream.word(before) === Word.using || stream.word(before) === Word.friend)
    return void stream.cut(index, index, "typename-of-known-type");
  const isOperand =
    type === Char.open ||
    type === Char.comma ||
    type === Char.equals ||
    type === Char.openBrace ||
    type === Char.openBracket ||
    type === Char.question ||
    type === Char.colon ||
    stream.word(before) === Word.statement ||
    isOperator(stream, before);
  if (type === Char.open && stream.textOf(stream.before(before)) === "typeid")
    return void stream.cut(index, index, "typename-in-expression");
  if (!isOperand) return;
  const after = afterName(stream, stream.after(index));
  const kind = stream.kind(after);
  const first = stream.kind(stream.after(after));
  const isThis = first === Char.star && stream.textOf(stream.after(stream.after(after))) === "this";
  const isCall =
    kind === Char.open &&
    (type === Kind.word || isThis || isOperator(stream, before) || (first !== Char.star && first !== Char.ampersand));
  if (after > 0 && (kind === Char.openBrace || isCall)) stream.cut(index, index, "typename-in-expression");
}

/** `+=`, `<<`, `+`, `-`: an operand follows. */
function isOperator(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  if (type === Char.less) return stream.kind(stream.before(index)) === Char.less;
  return type === Kind.operator || type === 43 || type === Char.minus;
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
