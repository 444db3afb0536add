/**
 * Mending of C++ expressions that the grammar misreads: commas after an assignment in parentheses. Input: a token of an
 * expression; output: edits around it.
 */
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
    const isOpen = type === Char.open || type === Char.openBracket || type === Char.openBrace;
    const partner = isOpen ? stream.partner(at) : 0;
    at = stream.after(partner !== 0 ? partner : at);
  }
}

/** `[-+*\/%&|^]=`, `<<=`, `>>=` */
function isAssignment(operator: i32): bool {
  if (stream.isText(operator, "<<=") || stream.isText(operator, ">>=")) return true;
  const start = stream.start(operator);
  if (stream.end(operator) !== start + 2 || codeAt(start + 1) !== Char.equals) return false;
  const code = codeAt(start);
  return (
    code === 45 ||
    code === 43 ||
    code === 42 ||
    code === 47 ||
    code === 37 ||
    code === 38 ||
    code === 124 ||
    code === 94
  );
}

/** The parenthesis before what is assigned to, which is not a declaration, or -1. */
function openBefore(equals: i32): i32 {
  let at = stream.before(equals);
  for (let steps = 0; steps < 16 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.open) return stream.partner(at) > 0 ? at : -1;
    if (type === Char.closeBracket) {
      const partner = stream.partner(at);
      if (partner !== 0) at = partner;
    } else if (type === Kind.word) {
      if (stream.kind(stream.before(at)) === Kind.word) return -1;
    } else if (type !== Char.dot && type !== Kind.arrow && type !== Kind.scope && type !== Char.star) return -1;
  }
  return -1;
}
