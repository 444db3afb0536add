import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `__asm { … }`, `__asm mov eax, ebx`: to the closing brace or the line's end. */
export function maskAssembly(stream: Stream, index: number): number {
  const after = stream.after(index);
  if (stream.kind(after) === Char.openBrace && stream.partner(after) > 0)
    return stream.cut(index, stream.partner(after), "assembly");
  const isCode = stream.kind(after) === Kind.word && !stream.isFirst(after) && !isQualifier.test(stream.textOf(after));
  if (!isCode) return after;
  let last = after;
  while (!stream.isFirst(stream.after(last)) && stream.kind(stream.after(last)) !== Kind.end) {
    const type = stream.kind(stream.after(last));
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace) break;
    last = stream.after(last);
  }
  return stream.cut(index, last, "assembly");
}

/** The tokens that may precede the parentheses of an `asm` statement: [gcc, Extended Asm]. */
const isQualifier = /^(?:(?:__)?volatile(?:__)?|(?:__)?inline(?:__)?|goto)$/;
