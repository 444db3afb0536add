import { Char, type Stream } from "./stream.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** `(unsigned(x) >> 4)`, `if (bool(x))`: read as the start of a declaration, so the type is blanked. */
export function maskCast(stream: Stream, type: number): void {
  const open = stream.before(type);
  if (stream.kind(open) !== Char.open || !stream.hasArguments(type)) return;
  if (/^(?:auto|decltype|typeof|__typeof__)$/.test(stream.textOf(type))) return;
  const after = stream.after(stream.partner(stream.after(type)));
  const head = stream.before(open);
  const isHeaded = stream.word(head) === Word.statement;
  const isCast = stream.kind(after) === Char.close ? isHeaded : isBinaryOperator(stream, after);
  if (isCast && !(isHeaded && isPlainComparison(stream, type, after))) stream.cut(type, type, "cast");
}

/** Comparisons that stay: `if (int(a) > 1)`, as against `if (unsigned(a) > 1)`, which the grammar misreads. */
function isPlainComparison(stream: Stream, type: number, operator: number): boolean {
  const kind = stream.kind(operator);
  if (kind !== Char.less && kind !== Char.greater) return false;
  const isShift =
    stream.kind(stream.after(operator)) === kind && stream.start(stream.after(operator)) === stream.end(operator);
  if (isShift) return false;
  return !/^(?:(?:un)?signed|long|short)$/.test(stream.textOf(type));
}

const binary: ReadonlySet<number> = new Set(Array.from("<>+-*/%|^&", (character) => character.charCodeAt(0)));

function isBinaryOperator(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return binary.has(type) || (type === Kind.operator && /^(?:[!=<>]=|<=>)$/.test(stream.textOf(index)));
}
