import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { operandMayStart } from "./operand-places.ts";
import { isInParentheses } from "./operands.ts";

/** `a.operator->()`, `return operator*()`: the operator's name becomes a plain one of equal length. */
export function maskOperatorUse(stream: Stream, index: number): void {
  let before = stream.before(index);
  while (stream.kind(before) === Kind.scope) {
    const name = beforeAngles(stream, stream.before(before));
    if (!stream.isName(name)) break;
    before = stream.before(name);
  }
  const type = stream.kind(before);
  const isMember = type === Char.dot || type === Kind.arrow;
  if (stream.word(before) === Word.using) return;
  const isSure = isMember || (isConversion(stream, index) && (type === Char.open || isTwice(stream, before)));
  if (!isSure && !isCalled(stream, before, type)) return;
  let last = stream.after(index);
  if (stream.kind(last) === Char.open) last = stream.partner(last);
  else last = lastOfName(stream, last);
  const open = stream.after(last);
  if (last === 0 || stream.kind(open) !== Char.open) return;
  const isQualified = stream.kind(stream.before(index)) === Kind.scope;
  const isStatement =
    type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || isDirective(type);
  if (isStatement && isQualified && isDefined(stream, open)) return;
  if (!isSure && !isStatement && !isMisread(stream, stream.after(index), open, isQualified)) return;
  const text = stream.text.slice(stream.start(index), stream.end(last));
  if (!/\s/.test(text))
    stream.edits.add(stream.start(index), stream.end(last), "operator-call", text.replace(/[^\w]/g, "_"));
  else stream.edits.add(stream.start(index), stream.end(last), "operator-call", "operator_");
}

/** The name before template arguments that end here, or the token itself. */
function beforeAngles(stream: Stream, end: number): number {
  if (stream.kind(end) !== Char.greater) return end;
  let depth = 0;
  let at = end;
  for (let steps = 0; steps < mostTokensOfName && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.greater) depth += 1;
    else if (type === Char.less) depth -= 1;
    else if (type === Char.semicolon || type === Char.openBrace || isDirective(type)) return end;
    if (depth === 0) return stream.before(at);
  }
  return end;
}

/** The last token of an operator's name, up to which no more than this many are looked at: `operator std::pair<A, B>*()`. */
const mostTokensOfName = 100;

function lastOfName(stream: Stream, from: number): number {
  let last = from;
  for (let steps = 0; steps < mostTokensOfName; steps += 1) {
    const next = stream.after(last);
    if (stream.kind(next) === Char.open || !isOperatorPart(stream.kind(next))) break;
    last = next;
  }
  return last;
}

/** `A::operator bool() const {` as against a call. */
function isDefined(stream: Stream, open: number): boolean {
  const after = stream.after(stream.partner(open));
  return stream.kind(after) === Char.openBrace || stream.kind(after) === Kind.word;
}

/** Without an object, the grammar reads most calls of an operator, but not `operator bool()` or `operator=<T>(a)`. */
function isMisread(stream: Stream, operator: number, open: number, isQualified: boolean): boolean {
  const type = stream.kind(operator);
  const name = stream.text.slice(stream.start(operator), stream.start(open));
  if (/^(?!").*\w/.test(name)) return true;
  if (isQualified) return false;
  return stream.after(open) === stream.partner(open) || type === Kind.arrow || type === Char.tilde || type === 33;
}

/** `A::operator bool`, where a type follows. */
function isConversion(stream: Stream, index: number): boolean {
  return stream.kind(stream.before(index)) === Kind.scope && stream.kind(stream.after(index)) === Kind.word;
}

/** `&&`, `||` */
function isTwice(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return (type === Char.ampersand || type === 124) && stream.kind(stream.before(index)) === type;
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

/** Whether the operator's name is called here, and not declared. */
function isCalled(stream: Stream, before: number, type: number): boolean {
  if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || isDirective(type)) {
    const operator = stream.after(stream.after(before));
    return stream.kind(operator) !== Kind.word || isAllocation(stream, operator);
  }
  if (!operandMayStart(stream, before)) return false;
  if (type === Char.colon) return isAllocation(stream, stream.after(stream.after(before)));
  if (type === Char.less) return stream.kind(stream.before(before)) === Char.less;
  if (type === Char.comma) return isInParentheses(stream, before);
  if (type !== Char.ampersand && type !== Char.star) return type !== Char.openBracket;
  const outer = stream.before(before);
  const kind = stream.kind(outer);
  return kind === Char.open || kind === Char.equals || stream.word(outer) === Word.statement;
}

/** `operator delete(p);`, `operator new[](1);` as against a definition. */
function isAllocation(stream: Stream, key: number): boolean {
  if (!/^(?:new|delete)$/.test(stream.textOf(key))) return false;
  const after = stream.after(key);
  const open = stream.kind(after) === Char.openBracket ? stream.after(stream.after(after)) : after;
  return stream.partner(open) > 0 && stream.kind(stream.after(stream.partner(open))) === Char.semicolon;
}
