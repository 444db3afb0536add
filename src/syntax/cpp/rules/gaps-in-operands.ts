import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { operandMayStart } from "./operand-places.ts";

/** Statements whose heads take a comma as it is. */
const heads: ReadonlySet<string> = new Set(["for", "if", "switch", "while"]);

/** `(a = f(), b, c)`: the commas after an assignment. */
export function maskCommasAfterAssignment(stream: Stream, equals: number): void {
  if (stream.kind(equals) === Kind.operator && !/^(?:[-+*/%&|^]|<<|>>)=$/.test(stream.textOf(equals))) return;
  const open = openBefore(stream, equals);
  if (open < 0) return;
  const before = stream.before(open);
  if (!operandMayStart(stream, before) || heads.has(stream.textOf(before))) return;
  const close = stream.partner(open);
  for (let at = stream.after(equals), steps = 0; at < close && steps < 60; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.less || type === Char.semicolon) return;
    if (type === Char.comma) stream.edits.add(stream.start(at), stream.end(at), "comma-operator", "|");
    const isOpen = type === Char.open || type === Char.openBracket || type === Char.openBrace;
    at = stream.after((isOpen && stream.partner(at)) || at);
  }
}

/** The parenthesis before what is assigned to, which is not a declaration, or -1. */
function openBefore(stream: Stream, equals: number): number {
  let at = stream.before(equals);
  for (let steps = 0; steps < 16 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.open) return stream.partner(at) > 0 ? at : -1;
    if (type === Char.closeBracket) at = stream.partner(at) || at;
    else if (type === Kind.word) {
      if (stream.kind(stream.before(at)) === Kind.word) return -1;
    } else if (type !== Char.dot && type !== Kind.arrow && type !== Kind.scope && type !== Char.star) return -1;
  }
  return -1;
}
