/** The tokens after which operands and statements may start, for the shapes next to a trigger; the module has the same: ../assembly/rules/operand-places.ts. */
import { Word } from "../tokens/keywords.ts";
import { Char } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";

/** The `Word`s of the words that an operand may follow. */
export const wordsBeforeOperand: readonly number[] = [Word.statement, Word.expression, Word.elseOrCatch];

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
