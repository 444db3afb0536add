import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";

/** The `Word`s of the words that an operand may follow. */
export const wordsBeforeOperand: readonly number[] = [Word.statement, Word.expression, Word.elseOrCatch];

/** Words that an operand follows, except words that start a statement. */
const beforeOperand: ReadonlySet<string> = new Set(["delete", "else", "and", "or", "not", "compl", "xor", "bitand"]);

/**
 * True when an operand of an expression may start after this token: it ends none itself. If a declaration may start
 * there as well, as after `(`, `,`, `<`, `*` and `;`, a rule looks at what is around.
 */
export function operandMayStart(stream: Stream, before: number): boolean {
  const type = stream.kind(before);
  if (type === Kind.word) return stream.word(before) === Word.statement || beforeOperand.has(stream.textOf(before));
  return before >= 0 && !endsOperand(type);
}

/** True for a kind of tokens that end an operand. */
export function endsOperand(type: number): boolean {
  return (
    type === Char.close ||
    type === Char.closeBracket ||
    type === Char.closeBrace ||
    type === Char.greater ||
    type === Char.dot ||
    type === Kind.arrow ||
    type === Kind.scope ||
    type === Kind.number ||
    type === Kind.string ||
    type === Kind.character
  );
}

/** True when a declaration or statement may start after this token, -1 for the start of the text. */
export function statementMayStart(stream: Stream, before: number): boolean {
  return before < 0 || startsStatement(stream.kind(before));
}

/** True for a kind of tokens after which a declaration or statement may start. */
export function startsStatement(type: number): boolean {
  return (
    type === Char.semicolon ||
    type === Char.openBrace ||
    type === Char.closeBrace ||
    type === Char.colon ||
    isDirective(type)
  );
}
