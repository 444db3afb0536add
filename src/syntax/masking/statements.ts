import { afterName } from "./gaps-in-expressions.ts";
import { isBeforeExpression } from "./macro-shapes.ts";
import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { holdsValue } from "./uses.ts";
import { Word } from "./words.ts";

/** Masks a macro that stands as, or heads, a statement in a function's body; gives the token to go on with. */
export function maskStatement(stream: Stream, index: number): number {
  if (!stream.isName(index)) return index;
  const role = stream.role(index);
  const after = stream.after(index);
  if (stream.kind(after) !== Char.open) return maskBare(stream, index, role?.kind);
  const close = stream.partner(after);
  if (close === 0) return index;
  const follower = stream.after(close);
  if (role?.kind === "loop")
    return headsStatement(stream, follower)
      ? stream.cut(index, close, "loop macro", conditionOf(stream, follower))
      : index;
  if (stream.kind(follower) === Char.openBrace)
    return stream.cut(index, close, "macro before a block", conditionOf(stream, follower));
  if (role?.kind === "attribute" || role?.kind === "open" || role?.kind === "close") return index;
  if (role?.kind === "wrap" && !holdsValue(stream, after, close)) return index;
  const isKnown = role?.kind === "statement" || role?.kind === "declaration";
  if (isBeforeExpression(stream, index, follower)) return stream.cut(index, close, "macro before an expression");
  const isMacro = stream.isCapital(index) || role?.kind === "wrap" || role?.kind === "other" || role?.kind === "value";
  if (!isKnown && (!stream.isFirst(follower) || !isMacro)) return index;
  return startsStatement(stream, follower) ? stream.cut(index, close, "macro without a semicolon") : index;
}

function maskBare(stream: Stream, index: number, role: string | undefined): number {
  const after = stream.after(index);
  if (role === "loop") return stream.cut(index, index, "loop macro");
  const isKnown = role === "statement" || role === "declaration";
  if (!isKnown && !stream.isCapital(index)) return index;
  const type = stream.kind(after);
  if (type === Char.openBrace && role !== "type") return stream.cut(index, index, "macro before a block");
  if (!isKnown && type === Kind.word && role === undefined && isTwoWordHead(stream, after)) {
    return stream.cut(index, index, "macro before a declaration");
  }
  if (stream.word(after) === Word.statement && stream.textOf(after) !== "throw")
    return stream.cut(index, index, "macro before a statement");
  if (!stream.isFirst(after)) return index;
  const word = stream.word(after);
  const starts =
    type === Char.closeBrace ||
    (word !== Word.name && word !== Word.expression && word > 0) ||
    (isKnown && type === Kind.word);
  return starts ? stream.cut(index, index, "macro without a semicolon") : index;
}

/** What a macro becomes before a block that `else` follows. */
function conditionOf(stream: Stream, brace: number): string {
  const close = stream.kind(brace) === Char.openBrace ? stream.partner(brace) : 0;
  return close > 0 && stream.textOf(stream.after(close)) === "else" ? "if(0)" : "";
}

/** `int x`, `Foo bar =`: what follows is a declaration of its own. */
function isTwoWordHead(stream: Stream, index: number): boolean {
  const word = stream.word(index);
  if (word === Word.type || word === Word.specifier || word === Word.classKey) return true;
  return word === Word.name && stream.isName(afterName(stream, index));
}

/** As against `LOG_IF(x) << y;`. */
function headsStatement(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return type === Char.openBrace || type === Kind.word || type === Char.open || type === Char.star;
}

function startsStatement(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  if (type === Char.closeBrace || isDirective(type)) return true;
  if (type !== Kind.word) return false;
  const word = stream.word(index);
  return word !== Word.trailing && !/^(?:and|or|xor|bitand|bitor|not_eq|else|catch)$/.test(stream.textOf(index));
}
