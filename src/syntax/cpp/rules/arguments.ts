/**
 * The arguments of macros in C++ that no call can have, such as types, operators and statements. Input: the use of a
 * macro; output: edits that blank them, or whether its arguments are statements, values or parameters.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** Blanks those arguments of a macro that no call can hold: types, operators, statements, nothing. */
export function maskOddArguments(stream: Stream, macro: number): void {
  const open = stream.after(macro);
  const close = stream.partner(open);
  if (takesSignature.test(stream.textOf(macro)) || holdsSemicolon(stream, open, close))
    return void maskArguments(stream, open, close);
  let before = open;
  while (before !== close) {
    const comma = endOfArgument(stream, stream.after(before), close);
    const first = stream.after(before);
    const isLast = comma === close;
    if (first === comma) {
      if (isLast && before !== open) stream.cut(before, before, "empty-argument");
      else if (!isLast) return void cutComma(stream, macro, comma);
    } else if (isOdd(stream, first, comma)) {
      const from = before === open ? first : before;
      const to = before === open && !isLast ? comma : stream.before(comma);
      stream.cut(from, to, "odd-argument");
      if (before === open && stream.isCut(comma)) continue;
    }
    before = comma;
  }
}

const takesSignature = /^(?:(?:T?Q_)?(?:SIGNAL|SLOT)|Q_ARG|Q_RETURN_ARG)$/;

/** `WORD(a = 1; b())` */
function holdsSemicolon(stream: Stream, open: number, close: number): boolean {
  for (let at = stream.after(open); at !== close && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.semicolon) return true;
    if (type === Char.open || type === Char.openBrace || type === Char.openBracket) at = stream.partner(at) || at;
  }
  return false;
}

/** Kinds of macros that may write what they are given. */
const takesCode: ReadonlySet<string> = new Set(["wrap", "attribute", "other"]);

/** `WORD(int a = b; c();)`, `WORD(if (a) b());`: statements, and their end, as against an expression. */
export function wrapsStatements(stream: Stream, macro: number): boolean {
  const role = stream.role(macro);
  if (role?.call !== true || !takesCode.has(role.kind) || !stream.hasArguments(macro)) return false;
  const open = stream.after(macro);
  const close = stream.partner(open);
  const last = stream.kind(stream.before(close));
  const after = stream.kind(stream.after(close));
  const isEnded = last === Char.semicolon || last === Char.closeBrace || after === Char.semicolon;
  return isEnded && stream.after(open) !== close && !isList(stream, open, close) && holdsStatement(stream, open, close);
}

/** True if a comma separates arguments, as against `int a = b, c;`. */
function isList(stream: Stream, open: number, close: number): boolean {
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma) return true;
    if (type === Kind.end) return false;
    if (type === Char.semicolon || type === Char.equals) return isListOfStatements(stream, at, close);
    if (type === Char.open || type === Char.openBrace || type === Char.openBracket) at = stream.partner(at) || at;
  }
  return false;
}

/** `a = b;, c()`: whether a comma follows a semicolon. */
function isListOfStatements(stream: Stream, from: number, close: number): boolean {
  for (let at = from; at !== close && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.semicolon && stream.kind(stream.after(at)) === Char.comma) return true;
    if (type === Char.open || type === Char.openBrace || type === Char.openBracket) at = stream.partner(at) || at;
  }
  return false;
}

/** True if the text in parentheses is a statement, or begins with a declaration, as no expression does. */
function holdsStatement(stream: Stream, open: number, close: number): boolean {
  const first = stream.after(open);
  if (holdsSemicolon(stream, open, close)) return true;
  if (stream.word(first) === Word.using) return true;
  if (stream.word(first) === Word.name && !isPrimitiveName(stream, first)) {
    const after = afterName(stream, first);
    return after > 0 && after < close && stream.isName(after);
  }
  return stream.after(first) !== close && startsType(stream, first) && !isCast(stream, first, close);
}

/** True if these parentheses hold one expression, and surely not parameters. */
export function holdsExpression(stream: Stream, open: number): boolean {
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

/** True if a literal is between two brackets, and not a default of a parameter. */
function holdsLiteral(stream: Stream, open: number): boolean {
  let isFound = false;
  for (let at = stream.after(open); at !== stream.partner(open); at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.equals || type === Kind.end) return false;
    isFound ||= type === Kind.string || type === Kind.character || type === Kind.number;
  }
  return isFound;
}

/** Blanks the text between two parentheses. */
function maskArguments(stream: Stream, open: number, close: number): void {
  if (stream.after(open) !== close) stream.cut(stream.after(open), stream.before(close), "statements-as-arguments");
}

/** `word(a, << "text");`, `unknown(a, 1, (B<c>));`, which is not a function with parameters; without code in braces. */
export function holdsNoParameters(stream: Stream, macro: number): boolean {
  const open = stream.after(macro);
  const close = stream.partner(open);
  const isKnown = stream.role(macro) !== null;
  let isFound = false;
  let depth = 0;
  for (let at = open; at < close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.openBrace) return false;
    if (type === Char.open) depth += 1;
    else if (type === Char.close) depth -= 1;
    const isStart = !isKnown && depth === 1 && (type === Char.comma || at === open);
    isFound ||= type === Kind.string || (isStart && startsNoParameter(stream.kind(stream.after(at))));
  }
  return isFound;
}

/** The tokens that may start a value, but not a parameter. */
function startsNoParameter(type: number): boolean {
  return type === Kind.number || type === Kind.character || type === Char.open || type === Char.minus;
}

/** `ASSERT(a > 0, "text")`: no type. */
export function holdsValue(stream: Stream, macro: number): boolean {
  const open = stream.after(macro);
  const close = stream.partner(open);
  for (let at = stream.after(open), steps = 0; at !== close && steps < 24; at = stream.after(at), steps += 1) {
    const type = stream.kind(at);
    if (type === Kind.string || type === Kind.operator || type === Kind.arrow || type === Char.dot) return true;
  }
  return false;
}

function cutComma(stream: Stream, macro: number, comma: number): void {
  stream.cut(comma, comma, "empty-argument");
  if (stream.isCut(comma)) maskOddArguments(stream, macro);
}

function endOfArgument(stream: Stream, from: number, close: number): number {
  let at = from;
  while (at !== close && stream.kind(at) !== Char.comma && stream.kind(at) !== Kind.end) {
    const type = stream.kind(at);
    const past = type === Char.less && at !== from ? afterTemplateArguments(stream, at) : 0;
    if (past > 0) {
      at = past;
      continue;
    }
    const isOpen = type === Char.open || type === Char.openBrace || type === Char.openBracket;
    at = stream.after((isOpen && stream.partner(at)) || at);
  }
  return stream.kind(at) === Kind.end ? close : at;
}

/** The token after `<int, float>` in `is_same_v<int, float>`, or 0 for a comparison, as in `a < b, c > d`. */
function afterTemplateArguments(stream: Stream, less: number): number {
  const past = stream.isName(stream.before(less)) ? stream.afterAngles(less) : 0;
  const type = stream.kind(past);
  return type === Char.comma || type === Char.close || type === Char.openBrace || type === Kind.scope ? past : 0;
}

/** True if the tokens from `first` up to `end` are not an expression. */
function isOdd(stream: Stream, first: number, end: number): boolean {
  const type = stream.kind(first);
  const last = stream.before(end);
  const lastType = stream.kind(last);
  if (type === Char.openBrace) return holdsStatements(stream, first);
  if (first === last && isOperatorWord.test(stream.textOf(first))) return true;
  if (type === Kind.number && first === last) return isPartOfNumber(stream.textOf(first));
  if (type === Char.openBracket) return false;
  if (type === Char.open && stream.after(first) === last && lastType === Char.close) return true;
  if (
    lastType === Char.star ||
    lastType === Char.ampersand ||
    lastType === Kind.operator ||
    lastType === Char.semicolon ||
    lastType === Char.equals
  )
    return true;
  if (lastType === 43 || lastType === Char.minus)
    return first === last || stream.kind(stream.before(last)) !== lastType;
  if (lastType === Char.less || lastType === 47) return true;
  if (lastType === Char.greater)
    return first === last || !hasAngle(stream, first, end, Char.less) || startsType(stream, first);
  if (first !== last && stream.isName(first) && startsDeclaration(stream, first, end)) return true;
  return startsType(stream, first) && !hasLooseAngle(stream, first, end) && !isCast(stream, first, end);
}

/** `WORD(delete, 1)` */
const isOperatorWord = /^(?:new|delete|sizeof|operator|alignof|typeid)$/;

/** `3b9f01`, which a macro joins with others: digits of a hexadecimal number, but neither `1e5` nor `1f`. */
function isPartOfNumber(text: string): boolean {
  return /^\d[\da-f]*$/i.test(text) && !/^\d+(?:e\d+)?[a-f]{0,2}$/i.test(text);
}

/** Names that the grammar takes for types anywhere. */
const primitiveNames = /^(?:u?int(?:8|16|32|64|ptr)_t|s?size_t|ptrdiff_t|charptr_t|nullptr_t|max_align_t|char64_t)$/;

export const isPrimitiveName = (stream: Stream, index: number): boolean => primitiveNames.test(stream.textOf(index));

/** True for a name like the ones of Microsoft's source code annotation language, `_Outptr_`. The first sign refuses most words. */
export function isAnnotation(stream: Stream, index: number): boolean {
  return (
    stream.text.charCodeAt(stream.start(index)) === 95 &&
    stream.isName(index) &&
    /^_[A-Z]\w*_$/.test(stream.textOf(index))
  );
}

function startsType(stream: Stream, first: number): boolean {
  const word = stream.word(first);
  if (word === Word.name) return isPrimitiveName(stream, first);
  return (
    word === Word.statement ||
    word === Word.type ||
    word === Word.cv ||
    word === Word.classKey ||
    word === Word.typename ||
    word === Word.specifier
  );
}

/** `Type name`, `a::Type name` */
function startsDeclaration(stream: Stream, first: number, end: number): boolean {
  const after = afterName(stream, first);
  return (
    after > 0 &&
    after < end &&
    stream.isName(after) &&
    stream.role(first)?.kind !== "attribute" &&
    stream.role(after)?.kind !== "attribute"
  );
}

/** `int(x)`, `unsigned{1}`, `decltype(a){}`, as against `decltype(a)` and `if (a)`. */
function isCast(stream: Stream, first: number, end: number): boolean {
  if (stream.word(first) === Word.statement) return false;
  const isOfExpression = stream.textOf(first) === "decltype";
  const after = stream.after(isOfExpression ? stream.lastOf(first, true) : first);
  return after !== end && (stream.kind(after) === Char.open || stream.kind(after) === Char.openBrace);
}

function hasAngle(stream: Stream, first: number, end: number, wanted: number): boolean {
  for (let at = first; at !== end && stream.kind(at) !== Kind.end; at = stream.after(at))
    if (stream.kind(at) === wanted) return true;
  return false;
}

/** More `>` than `<`: the comma before is in template arguments. */
function hasLooseAngle(stream: Stream, first: number, end: number): boolean {
  let depth = 0;
  for (let at = first; at !== end && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.less) depth += 1;
    else if (type === Char.greater) depth -= 1;
    if (depth < 0) return true;
    const isOpen = type === Char.open || type === Char.openBrace || type === Char.openBracket;
    if (isOpen && stream.partner(at) > 0) at = stream.partner(at);
    if (at === end) return false;
  }
  return false;
}

function holdsStatements(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  if (close === 0) return false;
  const last = stream.kind(stream.before(close));
  return last === Char.semicolon || last === Char.closeBrace;
}

/** The token after a name with its scopes and template arguments, or 0. */
function afterName(stream: Stream, from: number): number {
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
