import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { operandMayStart, statementMayStart } from "./operand-places.ts";

/** `_T("a") _T("b")`, `_T("a") "b"`: the macro around a literal that others follow or precede, which no call can. */
export function maskStringWrapper(stream: Stream, string: number): void {
  const open = stream.before(string);
  const name = stream.before(open);
  if (stream.kind(open) !== Char.open || !stream.isName(name)) return;
  let close = stream.after(string);
  while (stream.kind(close) === Kind.string) close = stream.after(close);
  if (stream.partner(open) !== close) return;
  const before = stream.before(name);
  const isInside = operandMayStart(stream, before) && !statementMayStart(stream, before);
  if (stream.kind(before) !== Kind.string && !(isInside && isJoined(stream, name, close))) return;
  stream.cut(close, close, "macro-around-string");
  stream.cut(name, open, "macro-around-string");
}

/** Whether a literal, the same macro around one or a macro for one comes next. */
function isJoined(stream: Stream, name: number, close: number): boolean {
  const after = stream.after(close);
  const follower = stream.after(after);
  const type = stream.kind(follower);
  if (stream.kind(after) === Kind.string) return true;
  if (!stream.isName(after)) return false;
  if (type === Char.open)
    return stream.spelling(after) === stream.spelling(name) && stream.kind(stream.after(follower)) === Kind.string;
  return (
    type === Char.close ||
    type === Char.comma ||
    type === Kind.string ||
    stream.spelling(follower) === stream.spelling(name)
  );
}
