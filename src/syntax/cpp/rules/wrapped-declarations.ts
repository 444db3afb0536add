import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/**
 * Whether a macro's only argument declares or defines a function, or a type: `DEPRECATED(void f(int));`,
 * `INLINED(int f() const) {`
 */
export function wrapsDeclaration(stream: Stream, index: number, className: number): boolean {
  if (!stream.hasArguments(index)) return false;
  const open = stream.after(index);
  const close = stream.partner(open);
  if (wrapsClassKey(stream, open, close)) return true;
  const after = stream.kind(stream.after(close));
  const isWhole =
    after === Char.semicolon || after === Char.openBrace || stream.kind(stream.before(close)) === Char.closeBrace;
  if (!isWhole) return false;
  const first = stream.after(open);
  if (stream.word(first) === Word.typedef) return true;
  if (stream.spelling(first) === className && stream.hasArguments(first)) return endsFunction(stream, first, close);
  let at = first;
  for (let steps = 0; steps < 24 && at !== close; steps += 1) {
    if (stream.isName(at) && stream.hasArguments(at) && at !== first) return isFunction(stream, at, close);
    at = afterTypePart(stream, at);
    if (at === 0) return false;
  }
  return false;
}

/** The token after one part of a type, template arguments in one; 0 where it is none. */
function afterTypePart(stream: Stream, at: number): number {
  const type = stream.kind(at);
  if (type === Char.less) return stream.afterAngles(at);
  if (type !== Kind.word && type !== Char.star && type !== Char.ampersand && type !== Kind.scope) return 0;
  return isTypePart(stream.word(at)) ? stream.after(at) : 0;
}

const isTypePart = (word: number): boolean =>
  word < 0 ||
  word === Word.name ||
  word === Word.type ||
  word === Word.specifier ||
  word === Word.cv ||
  word === Word.extern;

/** Whether a type stands before this name, and nothing that continues an expression after its parameters. */
function isFunction(stream: Stream, name: number, close: number): boolean {
  const before = stream.before(name);
  const type = stream.kind(before);
  if (type !== Kind.word && type !== Char.star && type !== Char.ampersand && type !== Char.greater) return false;
  return endsFunction(stream, name, close);
}

function endsFunction(stream: Stream, name: number, close: number): boolean {
  let after = stream.after(stream.lastOf(name, true));
  while (stream.word(after) === Word.cv || stream.word(after) === Word.trailing) after = stream.after(after);
  return after === close || stream.kind(after) === Char.openBrace || isBeforeBody(stream, after);
}

/** The comma of `DEFAULTED(A(int a), : b(a) {})`, where the second argument is the body of the first. */
function isBeforeBody(stream: Stream, comma: number): boolean {
  const after = stream.kind(stream.after(comma));
  return stream.kind(comma) === Char.comma && (after === Char.openBrace || after === Char.colon);
}

/** `EXPORT(const int*) f(int a);`: a type alone, in front of a name with parameters that is no constructor's. */
export function wrapsResult(stream: Stream, index: number, className: number): boolean {
  const open = stream.after(index);
  const close = stream.partner(open);
  const name = stream.after(close);
  if (!stream.isName(name) || stream.isCapital(name) || stream.role(name) !== null) return false;
  if (stream.spelling(name) === className) return false;
  if (!stream.hasArguments(name) || stream.kind(stream.after(stream.lastOf(name, true))) !== Char.semicolon)
    return false;
  for (let at = stream.after(open), steps = 0; at !== close; steps += 1) {
    at = afterTypePart(stream, at);
    if (at === 0 || steps === 24) return false;
  }
  return stream.after(open) !== close;
}

/** Parts of the type of a constant. */
const maxTypeParts = 24;

/** `WORD(N = 1);`, `WORD(int, N = 1);` in a class: leaves the constant; gives the first token of it, or the macro. */
export function unwrapConstant(stream: Stream, macro: number): number {
  if (!stream.isCapital(macro) || !stream.hasArguments(macro)) return macro;
  const open = stream.after(macro);
  const close = stream.partner(open);
  const comma = commaAfterType(stream, stream.after(open), close);
  const name = stream.after(comma ?? open);
  const equals = stream.after(name);
  const isConstant = stream.isName(name) && stream.kind(equals) === Char.equals && !holdsComma(stream, equals, close);
  if (!isConstant || stream.kind(stream.after(close)) !== Char.semicolon) return macro;
  stream.cut(close, close, "constant-of-macro");
  if (comma === undefined) return stream.cut(macro, open, "constant-of-macro", "int");
  stream.cut(comma, comma, "constant-of-macro");
  return stream.cut(macro, open, "constant-of-macro");
}

/** The comma behind a type; undefined where none begins. */
function commaAfterType(stream: Stream, first: number, close: number): number | undefined {
  let at = first;
  for (let parts = 0; parts < maxTypeParts && at !== close; parts += 1) {
    if (stream.kind(at) === Char.comma) return at;
    at = afterTypePart(stream, at);
    if (at === 0) return undefined;
  }
  return undefined;
}

function holdsComma(stream: Stream, from: number, close: number): boolean {
  for (let at = from; at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma || type === Kind.end) return true;
    if (type === Char.open || type === Char.openBrace || type === Char.openBracket) at = stream.partner(at) || at;
  }
  return false;
}

/** `ALIGNED16(class) Name {` */
function wrapsClassKey(stream: Stream, open: number, close: number): boolean {
  const key = stream.after(open);
  return stream.word(key) === Word.classKey && stream.after(key) === close && stream.isName(stream.after(close));
}

/** `ALIGNED16(char buffer[4])` */
export function wrapsVariable(stream: Stream, open: number, close: number): boolean {
  let name = stream.before(close);
  while (stream.kind(name) === Char.closeBracket && stream.partner(name) > 0)
    name = stream.before(stream.partner(name));
  const before = stream.before(name);
  const isTyped = stream.kind(before) === Kind.word || stream.kind(before) === Char.greater;
  return stream.isName(name) && before !== open && isTyped && stream.word(before) !== Word.expression;
}

/** Blanks the macro and its parentheses, and gives the token after them. */
export function unwrapDeclaration(stream: Stream, index: number): number {
  const open = stream.after(index);
  const close = stream.partner(open);
  for (
    let at = stream.after(open);
    at < close;
    at = stream.after(stream.kind(at) === Char.open ? stream.partner(at) : at)
  )
    if (isBeforeBody(stream, at)) stream.cut(at, at, "macro-around-declaration");
  stream.cut(close, close, "macro-around-declaration");
  return stream.cut(index, open, "macro-around-declaration");
}
