/**
 * Mending of C++ expressions that the grammar misreads: commas after an assignment in parentheses. Input: a token of an
 * expression; output: edits around it.
 */
import { isAssigning } from "../tokens/characters";
import { addEdit, putOf } from "../tokens/edits";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { codeAt } from "../tokens/text";
import { Kind } from "../tokens/token-table";
import { operandMayStart } from "./operand-places";
import { RuleId } from "./rule-ids";

/** True for statements whose heads take a comma as it is. */
function isHead(index: i32): bool {
  return (
    stream.isText(index, "for") ||
    stream.isText(index, "if") ||
    stream.isText(index, "switch") ||
    stream.isText(index, "while")
  );
}

/** `(a = f(), b, c)`: the commas after an assignment. */
export function maskCommasAfterAssignment(equals: i32): void {
  if (stream.kind(equals) === Kind.operator && !isAssignment(equals)) return;
  const open = openBefore(equals);
  if (open < 0) return;
  const before = stream.before(open);
  if (!operandMayStart(before) || isHead(before)) return;
  const close = stream.partner(open);
  for (let at = stream.after(equals), steps = 0; at < close && steps < 60; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.less || type === Char.semicolon) return;
    if (type === Char.comma) addEdit(stream.start(at), stream.end(at), RuleId.commaOperator, putOf("|"));
    at = stream.after(stream.isOpening(type) ? stream.partnerOrSelf(at) : at);
  }
}

/** `[-+*\/%&|^]=`, `<<=`, `>>=` */
function isAssignment(operator: i32): bool {
  if (stream.isText(operator, "<<=") || stream.isText(operator, ">>=")) return true;
  const start = stream.start(operator);
  if (stream.end(operator) !== start + 2 || codeAt(start + 1) !== Char.equals) return false;
  return isAssigning(codeAt(start));
}

/** The parenthesis before what is assigned to, which is not a declaration, or -1. */
function openBefore(equals: i32): i32 {
  let at = stream.before(equals);
  for (let steps = 0; steps < 16 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.open) return stream.partner(at) > 0 ? at : -1;
    if (type === Char.closeBracket) at = stream.partnerOrSelf(at);
    else if (type === Kind.word) {
      if (stream.kind(stream.before(at)) === Kind.word) return -1;
    } else if (type !== Char.dot && type !== Kind.arrow && type !== Kind.scope && type !== Char.star) return -1;
  }
  return -1;
}
