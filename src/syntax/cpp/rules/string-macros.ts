import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `_T("a") _T("b")`, `_T("a") "b"`: the macro around a literal that others follow or precede, which no call can. */
export function maskStringWrapper(stream: Stream, string: number): void {
  const open = stream.before(string);
  const name = stream.before(open);
  if (stream.kind(open) !== Char.open || !stream.isName(name)) return;
  let close = stream.after(string);
  while (stream.kind(close) === Kind.string) close = stream.after(close);
  if (stream.partner(open) !== close) return;
  const before = stream.before(name);
  if (stream.kind(before) !== Kind.string && !(isOperandPlace(stream, before) && isJoined(stream, name, close))) return;
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

/** Whether only an expression can start after this token. */
function isOperandPlace(stream: Stream, before: number): boolean {
  const type = stream.kind(before);
  if (type === Kind.word) return stream.word(before) === Word.statement;
  return (
    type === Char.open ||
    type === Char.comma ||
    type === Char.equals ||
    type === Char.question ||
    type === Char.less ||
    type === Kind.operator ||
    type === 43
  );
}
