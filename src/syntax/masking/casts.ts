import { Char, type Stream } from "./stream.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** `(unsigned(x) >> 4)`, `if (bool(x))`: read as the start of a declaration, so the type is blanked. */
export function maskCast(stream: Stream, type: number): void {
  const open = stream.before(type);
  if (stream.kind(open) !== Char.open || !stream.hasArguments(type)) return;
  if (/^(?:auto|decltype|typeof|__typeof__)$/.test(stream.textOf(type))) return;
  const after = stream.after(stream.partner(stream.after(type)));
  const isCast =
    stream.kind(after) === Char.close
      ? stream.word(stream.before(open)) === Word.statement
      : isBinaryOperator(stream, after);
  if (isCast) stream.cut(type, type, "cast");
}

const binary: ReadonlySet<number> = new Set(Array.from("<>+-*/%|^&", (character) => character.charCodeAt(0)));

function isBinaryOperator(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return binary.has(type) || (type === Kind.operator && /^(?:[!=<>]=|<=>)$/.test(stream.textOf(index)));
}
