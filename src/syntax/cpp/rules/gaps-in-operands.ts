import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `(a = f(), b)`: the comma after an assignment. */
export function maskCommaAfterAssignment(stream: Stream, equals: number): void {
  if (stream.kind(equals) === Kind.operator && !/^(?:[-+*/%&|^]|<<|>>)=$/.test(stream.textOf(equals))) return;
  const open = openBefore(stream, equals);
  if (open < 0 || !isOperandPlace(stream, stream.before(open))) return;
  const close = stream.partner(open);
  for (let at = stream.after(equals), steps = 0; at < close && steps < 60; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.less || type === Char.semicolon) return;
    if (type === Char.comma) return void stream.edits.add(stream.start(at), stream.end(at), "comma-operator", "|");
    const isOpen = type === Char.open || type === Char.openBracket || type === Char.openBrace;
    at = stream.after((isOpen && stream.partner(at)) || at);
  }
}

/** The parenthesis before what is assigned to, which is no declaration, or -1. */
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

/** Whether an expression can start after this token, rather than the arguments of a call or the head of a statement. */
function isOperandPlace(stream: Stream, before: number): boolean {
  const type = stream.kind(before);
  if (type === Kind.word) return stream.textOf(before) === "return";
  return (
    type !== Char.close && type !== Char.closeBracket && type !== Char.closeBrace && type !== Char.greater && type > 0
  );
}
