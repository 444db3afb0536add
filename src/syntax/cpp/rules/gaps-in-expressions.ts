import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { isInParentheses } from "./operands.ts";

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
    type === Char.open ||
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
  let first = stream.after(string);
  while (stream.isName(first) && isStringMacro(stream, first)) {
    const last = stream.hasArguments(first) ? stream.partner(stream.after(first)) : first;
    const after = stream.kind(stream.after(last));
    if (stream.start(first) === stream.end(stream.before(first)) && after !== Kind.string) return;
    first = stream.cut(first, last, "macro-between-strings");
  }
}

/** `STRINGIZE(x) "text"` */
export function maskCallBeforeString(stream: Stream, string: number): void {
  const close = stream.before(string);
  if (stream.kind(close) !== Char.close || stream.partner(close) === 0) return;
  const macro = stream.before(stream.partner(close));
  const before = stream.before(macro);
  if (macro < 0 || !stream.isCapital(macro)) return;
  if (stream.kind(before) === Kind.word && stream.word(before) !== Word.statement) return;
  const isFirst = stream.isFirst(macro) && stream.isFirst(string);
  if (!isFirst) stream.cut(macro, close, "call-before-string");
}

function isStringMacro(stream: Stream, index: number): boolean {
  const before = stream.before(stream.before(index));
  const isOfDeclaration = stream.word(before) === Word.extern || stream.word(before) === Word.typedef;
  if (isOfDeclaration || stream.word(before) === Word.operator) return false;
  return !stream.isFirst(index) || stream.isCapital(index) || stream.kind(stream.after(index)) === Kind.string;
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
