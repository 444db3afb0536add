/**
 * The arguments of macros in C++ that no call can have, such as types, operators and statements. Input: the use of a
 * macro; output: edits that blank them, or whether its arguments are statements, values or parameters.
 */
import { isDigit } from "../tokens/characters";
import { Word } from "../tokens/keywords";
import { hasTrait, isCallRole, kindOfRole, noRole, RoleKind, role as roleAt, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { codeAt } from "../tokens/text";
import { Kind } from "../tokens/token-table";
import { Trait } from "../tokens/traits";
import { RuleId } from "./rule-ids";

/** Blanks those arguments of a macro that no call can hold: types, operators, statements, nothing. */
export function maskOddArguments(macro: i32): void {
  const open = stream.after(macro);
  const close = stream.partner(open);
  if (hasTrait(macro, Trait.signature) || holdsSemicolon(open, close)) {
    maskArguments(open, close);
    return;
  }
  let before = open;
  while (before !== close) {
    const comma = endOfArgument(stream.after(before), close);
    const first = stream.after(before);
    const isLast = comma === close;
    if (first === comma) {
      if (isLast && before !== open) stream.cut(before, before, RuleId.emptyArgument);
      else if (!isLast) {
        stream.cut(comma, comma, RuleId.emptyArgument);
        if (!stream.isCut(comma)) return;
        // From the first argument on.
        before = open;
        continue;
      }
    } else if (isOdd(first, comma)) {
      const from = before === open ? first : before;
      const to = before === open && !isLast ? comma : stream.before(comma);
      stream.cut(from, to, RuleId.oddArgument);
      if (before === open && stream.isCut(comma)) continue;
    }
    before = comma;
  }
}

/** `WORD(a = 1; b())` */
function holdsSemicolon(open: i32, close: i32): bool {
  for (let at = stream.after(open); at !== close && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.semicolon) return true;
    if (stream.isOpening(type)) at = stream.partnerOrSelf(at);
  }
  return false;
}

/** True for kinds of macros that may write what they are given. */
function takesCode(kind: i32): bool {
  return kind === RoleKind.wrap || kind === RoleKind.attribute || kind === RoleKind.other;
}

/** `WORD(int a = b; c();)`, `WORD(if (a) b());`: statements, and their end, as against an expression. */
export function wrapsStatements(macro: i32): bool {
  const role = roleAt(macro);
  if (!isCallRole(role) || !takesCode(kindOfRole(role)) || !stream.hasArguments(macro)) return false;
  const open = stream.after(macro);
  const close = stream.partner(open);
  const last = stream.kind(stream.before(close));
  const after = stream.kind(stream.after(close));
  const isEnded = last === Char.semicolon || last === Char.closeBrace || after === Char.semicolon;
  return isEnded && stream.after(open) !== close && !isList(open, close) && holdsStatement(open, close);
}

/** True if a comma separates arguments, as against `int a = b, c;`. */
function isList(open: i32, close: i32): bool {
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma) return true;
    if (type === Kind.end) return false;
    if (type === Char.semicolon || type === Char.equals) return isListOfStatements(at, close);
    if (stream.isOpening(type)) at = stream.partnerOrSelf(at);
  }
  return false;
}

/** `a = b;, c()`: whether a comma follows a semicolon. */
function isListOfStatements(from: i32, close: i32): bool {
  for (let at = from; at !== close && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.semicolon && stream.kind(stream.after(at)) === Char.comma) return true;
    if (stream.isOpening(type)) at = stream.partnerOrSelf(at);
  }
  return false;
}

/** True if the text in parentheses is a statement, or begins with a declaration, as no expression does. */
function holdsStatement(open: i32, close: i32): bool {
  const first = stream.after(open);
  if (holdsSemicolon(open, close)) return true;
  if (stream.word(first) === Word.using) return true;
  if (stream.word(first) === Word.name && !isPrimitiveName(first)) {
    const after = afterName(first);
    return after > 0 && after < close && stream.isName(after);
  }
  return stream.after(first) !== close && startsType(first) && !isCast(first, close);
}

/** True if these parentheses hold one expression, and surely not parameters. */
export function holdsExpression(open: i32): bool {
  const close = stream.partner(open);
  let isSure = stream.kind(stream.after(open)) === Char.star;
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma || type === Char.equals || type === Kind.end) return false;
    if (type === Char.dot && stream.kind(stream.after(at)) === Char.dot) return false;
    if (type === Kind.word && stream.isName(stream.after(at)) && stream.word(at) !== Word.expression) return false;
    if (type === Char.dot || type === Kind.arrow || type === Char.question || type === Char.openBracket) isSure = true;
    if ((type === Char.open || type === Char.openBracket) && stream.partner(at) > 0) {
      if (!isSure) isSure = holdsLiteral(at);
      at = stream.partner(at);
    }
  }
  return isSure;
}

/** True if a literal is between two brackets, and not a default of a parameter. */
function holdsLiteral(open: i32): bool {
  let isFound = false;
  for (let at = stream.after(open); at !== stream.partner(open); at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.equals || type === Kind.end) return false;
    if (type === Kind.string || type === Kind.character || type === Kind.number) isFound = true;
  }
  return isFound;
}

/** Blanks the text between two parentheses. */
function maskArguments(open: i32, close: i32): void {
  if (stream.after(open) !== close) stream.cut(stream.after(open), stream.before(close), RuleId.statementsAsArguments);
}

/** `word(a, << "text");`, `unknown(a, 1, (B<c>));`, which is not a function with parameters; without code in braces. */
export function holdsNoParameters(macro: i32): bool {
  const open = stream.after(macro);
  const close = stream.partner(open);
  const isKnown = roleAt(macro) !== noRole;
  let isFound = false;
  let depth = 0;
  for (let at = open; at < close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.openBrace) return false;
    if (type === Char.open) depth += 1;
    else if (type === Char.close) depth -= 1;
    const isStart = !isKnown && depth === 1 && (type === Char.comma || at === open);
    if (type === Kind.string || (isStart && startsNoParameter(stream.kind(stream.after(at))))) isFound = true;
  }
  return isFound;
}

/** The tokens that may start a value, but not a parameter. */
function startsNoParameter(type: i32): bool {
  return type === Kind.number || type === Kind.character || type === Char.open || type === Char.minus;
}

/** `ASSERT(a > 0, "text")`: no type. */
export function holdsValue(macro: i32): bool {
  const open = stream.after(macro);
  const close = stream.partner(open);
  for (let at = stream.after(open), steps = 0; at !== close && steps < 24; at = stream.after(at), steps += 1) {
    const type = stream.kind(at);
    if (type === Kind.string || type === Kind.operator || type === Kind.arrow || type === Char.dot) return true;
  }
  return false;
}

function endOfArgument(from: i32, close: i32): i32 {
  let at = from;
  while (at !== close && stream.kind(at) !== Char.comma && stream.kind(at) !== Kind.end) {
    const type = stream.kind(at);
    const past = type === Char.less && at !== from ? afterTemplateArguments(at) : 0;
    if (past > 0) {
      at = past;
      continue;
    }
    at = stream.after(stream.isOpening(type) ? stream.partnerOrSelf(at) : at);
  }
  return stream.kind(at) === Kind.end ? close : at;
}

/** The token after `<int, float>` in `is_same_v<int, float>`, or 0 for a comparison, as in `a < b, c > d`. */
function afterTemplateArguments(less: i32): i32 {
  const past = stream.isName(stream.before(less)) ? stream.afterAngles(less) : 0;
  const type = stream.kind(past);
  return type === Char.comma || type === Char.close || type === Char.openBrace || type === Kind.scope ? past : 0;
}

/** True if the tokens from `first` up to `end` are not an expression. */
function isOdd(first: i32, end: i32): bool {
  const type = stream.kind(first);
  const last = stream.before(end);
  const lastType = stream.kind(last);
  if (type === Char.openBrace) return holdsStatements(first);
  if (first === last && hasTrait(first, Trait.operatorWord)) return true;
  if (type === Kind.number && first === last) return isPartOfNumber(stream.start(first), stream.end(first));
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
  if (lastType === Char.greater) return first === last || !hasAngle(first, end, Char.less) || startsType(first);
  if (first !== last && stream.isName(first) && startsDeclaration(first, end)) return true;
  return startsType(first) && !hasLooseAngle(first, end) && !isCast(first, end);
}

/** `3b9f01`, which a macro joins with others: digits of a hexadecimal number, but neither `1e5` nor `1f`. */
function isPartOfNumber(start: i32, end: i32): bool {
  return isHexadecimal(start, end) && !isPlainNumber(start, end);
}

/** `[a-fA-F]` */
function isHexadecimalLetter(code: u32): bool {
  return (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** `^\d[\da-f]*$`, in upper case as well. */
function isHexadecimal(start: i32, end: i32): bool {
  if (start >= end || !isDigit(codeAt(start))) return false;
  for (let at = start + 1; at < end; at += 1) {
    const code = codeAt(at);
    if (!isDigit(code) && !isHexadecimalLetter(code)) return false;
  }
  return true;
}

/** `^\d+(?:e\d+)?[a-f]{0,2}$`, in upper case as well. */
function isPlainNumber(start: i32, end: i32): bool {
  const afterDigits = pastDigits(start, end);
  if (afterDigits === start) return false;
  if (isSuffix(afterDigits, end)) return true;
  if (afterDigits === end || (codeAt(afterDigits) | 32) !== 101) return false;
  const afterExponent = pastDigits(afterDigits + 1, end);
  return afterExponent > afterDigits + 1 && isSuffix(afterExponent, end);
}

function pastDigits(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && isDigit(codeAt(at))) at += 1;
  return at;
}

/** `^[a-f]{0,2}$`, in upper case as well. */
function isSuffix(start: i32, end: i32): bool {
  if (end - start > 2) return false;
  for (let at = start; at < end; at += 1) if (!isHexadecimalLetter(codeAt(at))) return false;
  return true;
}

/** Names that the grammar takes for types anywhere. */
export function isPrimitiveName(index: i32): bool {
  return hasTrait(index, Trait.primitive);
}

/** True for a name like the ones of Microsoft's source code annotation language, `_Outptr_`. */
export function isAnnotation(index: i32): bool {
  return stream.isName(index) && hasTrait(index, Trait.annotation);
}

function startsType(first: i32): bool {
  const word = stream.word(first);
  if (word === Word.name) return isPrimitiveName(first);
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
function startsDeclaration(first: i32, end: i32): bool {
  const after = afterName(first);
  return (
    after > 0 &&
    after < end &&
    stream.isName(after) &&
    roleKind(first) !== RoleKind.attribute &&
    roleKind(after) !== RoleKind.attribute
  );
}

/** `int(x)`, `unsigned{1}`, `decltype(a){}`, as against `decltype(a)` and `if (a)`. */
function isCast(first: i32, end: i32): bool {
  if (stream.word(first) === Word.statement) return false;
  const isOfExpression = stream.isText(first, "decltype");
  const after = stream.after(isOfExpression ? stream.lastOf(first, true) : first);
  return after !== end && (stream.kind(after) === Char.open || stream.kind(after) === Char.openBrace);
}

function hasAngle(first: i32, end: i32, wanted: i32): bool {
  for (let at = first; at !== end && stream.kind(at) !== Kind.end; at = stream.after(at))
    if (stream.kind(at) === wanted) return true;
  return false;
}

/** More `>` than `<`: the comma before is in template arguments. */
function hasLooseAngle(first: i32, end: i32): bool {
  let depth = 0;
  for (let at = first; at !== end && stream.kind(at) !== Kind.end; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.less) depth += 1;
    else if (type === Char.greater) depth -= 1;
    if (depth < 0) return true;
    const isOpen = stream.isOpening(type);
    if (isOpen && stream.partner(at) > 0) at = stream.partner(at);
    if (at === end) return false;
  }
  return false;
}

function holdsStatements(open: i32): bool {
  const close = stream.partner(open);
  if (close === 0) return false;
  const last = stream.kind(stream.before(close));
  return last === Char.semicolon || last === Char.closeBrace;
}

/** The token after a name with its scopes and template arguments, or 0. */
function afterName(from: i32): i32 {
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
