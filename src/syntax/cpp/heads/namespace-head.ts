import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import type { HeadEdits } from "./head-edits.ts";

/** The brace of `namespace API a::b WORD {`, with `edits` for text in it that is not a name; 0 if there is none. */
export function endOfNamespaceHead(stream: Stream, at: number, edits: HeadEdits): number {
  let index = stream.after(at);
  const names: number[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    const type = stream.kind(index);
    if (type === Char.openBrace) break;
    if (type === Char.openBracket && stream.partner(index) > 0) index = stream.partner(index);
    else if (stream.isName(index)) {
      const before = stream.before(index);
      if (stream.kind(before) !== Kind.scope && stream.word(before) !== Word.specifier) names.push(index);
      index = stream.lastOf(index, true);
    } else if (stream.word(index) === Word.attribute) {
      index = edits.cut(index, stream.lastOf(index, true), "attribute");
      continue;
    } else if (type !== Kind.scope && stream.word(index) !== Word.specifier) return 0;
    index = stream.after(index);
  }
  for (const name of names.slice(1)) edits.cut(name, stream.lastOf(name, true), "macro-in-namespace-head");
  return index;
}
