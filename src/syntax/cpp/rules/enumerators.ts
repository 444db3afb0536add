import { Scope } from "../heads/scopes.ts";
import { Char, type Stream } from "../tokens/stream.ts";

/** `A WORD = 1,` in an enumeration, and `WORD(x)` as an enumerator. */
export function isEnumeratorMacro(stream: Stream, index: number, scope: number): boolean {
  if (scope !== Scope.enum) return false;
  const before = stream.before(index);
  if (stream.isName(before)) return stream.isCapital(index);
  const type = stream.kind(before);
  if ((type !== Char.openBrace && type !== Char.comma) || !stream.hasArguments(index)) return false;
  const after = stream.after(stream.lastOf(index, true));
  const isFirst = type === Char.openBrace || stream.isFirst(index);
  if (stream.isName(after) || stream.kind(after) === Char.closeBrace) return true;
  return isFirst && stream.kind(after) === Char.comma;
}

/** Blanks a macro in an enumeration, and the comma that would follow nothing. */
export function cutEnumerator(stream: Stream, index: number): number {
  const last = stream.lastOf(index, true);
  const isItem = !stream.isName(stream.before(index));
  const comma = stream.after(last);
  return stream.cut(index, isItem && stream.kind(comma) === Char.comma ? comma : last, "macro-in-enumeration");
}
