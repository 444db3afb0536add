import { Char, type Stream } from "./stream.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** Bodies shorter than this are not worth a cut. */
const shortestBody = 16;

/** Whether the body that opens here holds no definition, and no directive but whole `#if … #endif`. */
export function holdsNoDefinition(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  if (close === 0 || stream.isCut(close) || stream.start(close) - stream.end(open) < shortestBody) return false;
  let depth = 0;
  for (let at = stream.after(open); at < close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Kind.word) {
      const word = stream.word(at);
      if (word === Word.classKey || word === Word.enumKey || word === Word.namespace) return false;
    } else if (type === Kind.if) depth += 1;
    else if (type === Kind.endif) depth -= 1;
    const isOutside = depth < 0 || (depth === 0 && (type === Kind.else || type === Kind.elif));
    if (isOutside || type === Char.hash) return false;
  }
  return depth === 0;
}
