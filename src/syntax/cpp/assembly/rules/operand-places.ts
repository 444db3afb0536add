/**
 * The places where operands and statements may start. Input: a token, or a kind of tokens; output: whether one may start
 * after it.
 */
import { Word } from "../tokens/keywords";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { isDirective, Kind } from "../tokens/token-table";

/** True for words that an operand follows, except words that start a statement. */
function isBeforeOperand(index: i32): bool {
  return (
    stream.isText(index, "delete") ||
    stream.isText(index, "else") ||
    stream.isText(index, "and") ||
    stream.isText(index, "or") ||
    stream.isText(index, "not") ||
    stream.isText(index, "compl") ||
    stream.isText(index, "xor") ||
    stream.isText(index, "bitand")
  );
}

/**
 * True when an operand of an expression may start after this token: it ends none itself. If a declaration may start
 * there as well, as after `(`, `,`, `<`, `*` and `;`, a rule looks at what is around.
 */
export function operandMayStart(before: i32): bool {
  const type = stream.kind(before);
  if (type === Kind.word) return stream.word(before) === Word.statement || isBeforeOperand(before);
  return before >= 0 && !endsOperand(type);
}

/** True for a kind of tokens that end an operand. */
function endsOperand(type: i32): bool {
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
export function statementMayStart(before: i32): bool {
  return before < 0 || startsStatement(stream.kind(before));
}

/** True for a kind of tokens after which a declaration or statement may start. */
function startsStatement(type: i32): bool {
  return (
    type === Char.semicolon ||
    type === Char.openBrace ||
    type === Char.closeBrace ||
    type === Char.colon ||
    isDirective(type)
  );
}
