import { holdsStatement } from "../rules/arguments.ts";
import { isMacroVariable } from "../rules/extra-names.ts";
import { afterName } from "../rules/gaps-in-expressions.ts";
import { holdsValue } from "../rules/uses.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";

/** Masks a macro that stands as, or heads, a statement in a function's body; gives the token to go on with. */
export function maskStatement(stream: Stream, index: number): number {
  if (stream.word(index) === Word.specifier) return maskVariable(stream, index);
  if (!stream.isName(index)) return index;
  const role = stream.role(index);
  if (role?.kind === "new") return index;
  const after = stream.after(index);
  if (stream.kind(after) !== Char.open) return maskBare(stream, index, role?.kind);
  const close = stream.partner(after);
  if (close === 0) return index;
  const follower = stream.after(close);
  if (role?.kind === "loop")
    return headsStatement(stream, follower)
      ? stream.cut(index, close, "loop-macro", conditionOf(stream, follower))
      : index;
  if (stream.kind(follower) === Char.openBrace)
    return stream.cut(index, close, "call-before-block", conditionOf(stream, follower));
  if (role?.call === true && takesCode.has(role.kind) && holdsCode(stream, after, close)) return unwrap(stream, index);
  if (role?.kind === "attribute" || role?.kind === "open" || role?.kind === "close") return index;
  if (role?.kind === "wrap" && !isDirective(stream.kind(follower)) && !holdsValue(stream, after, close)) return index;
  const isKnown = role?.kind === "statement" || role?.kind === "declaration";
  const isMacro = stream.isCapital(index) || role?.kind === "wrap" || role?.kind === "other" || role?.kind === "value";
  if (!isKnown && !isMacro) return index;
  if (!isKnown && !stream.isFirst(follower))
    return stream.isCapital(index) ? maskBefore(stream, index, after, follower) : index;
  return startsStatement(stream, follower) ? stream.cut(index, close, "call-without-semicolon") : index;
}

/** Kinds of macros that may write what they are given. */
const takesCode: ReadonlySet<string> = new Set(["wrap", "attribute", "other"]);

/** `WORD(int a = b; c();)`, `WORD(if (a) b());`: statements, and their end, as against an expression. */
function holdsCode(stream: Stream, open: number, close: number): boolean {
  const last = stream.kind(stream.before(close));
  const after = stream.kind(stream.after(close));
  const isEnded = last === Char.semicolon || last === Char.closeBrace || after === Char.semicolon;
  return isEnded && stream.after(open) !== close && !isList(stream, open, close) && holdsStatement(stream, open, close);
}

/** Whether a comma separates arguments, as against `int a = b, c;`. */
function isList(stream: Stream, open: number, close: number): boolean {
  for (let at = stream.after(open); at !== close; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.comma) return true;
    if (type === Char.semicolon || type === Char.equals || type === Kind.end) return false;
    if (type === Char.open || type === Char.openBrace || type === Char.openBracket) at = stream.partner(at) || at;
  }
  return false;
}

/** Blanks the macro and its parentheses, and gives the first token of what stands in them. */
function unwrap(stream: Stream, index: number): number {
  const open = stream.after(index);
  const close = stream.partner(open);
  stream.cut(close, close, "macro-around-statements");
  return stream.cut(index, open, "macro-around-statements");
}

/** `static WORD(name, 1);` */
function maskVariable(stream: Stream, index: number): number {
  const macro = stream.after(index);
  if (!stream.isName(macro) || !isMacroVariable(stream, macro)) return index;
  return stream.cut(index, stream.partner(stream.after(macro)), "variable-macro-in-body");
}

/** `WORD(T) name;`, `WORD(a) return b;`, `WORD(a) }`, on one line. */
function maskBefore(stream: Stream, index: number, open: number, follower: number): number {
  const close = stream.partner(open);
  const word = stream.word(follower);
  if (word === Word.name && isDeclared(stream, stream.after(follower)) && !stream.isCapital(follower)) {
    if (stream.after(open) !== close) stream.cut(open, close, "arguments-of-type-macro-in-body");
    return index;
  }
  const isEnd =
    stream.kind(follower) === Char.closeBrace || (word === Word.statement && stream.textOf(follower) !== "throw");
  return isEnd || word === Word.name ? stream.cut(index, close, "call-before-statement") : index;
}

/** What follows the name of a variable; as against `WORD(a) B();`. */
function isDeclared(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return (
    type === Char.semicolon ||
    type === Char.equals ||
    type === Char.comma ||
    (type === Char.open && stream.partner(index) !== stream.after(index)) ||
    type === Char.openBrace ||
    type === Char.openBracket
  );
}

function maskBare(stream: Stream, index: number, role: string | undefined): number {
  const after = stream.after(index);
  if (role === "loop")
    return headsStatement(stream, after) ? stream.cut(index, index, "loop-macro-without-arguments") : index;
  const isKnown = role === "statement" || role === "declaration";
  if (!isKnown && !stream.isCapital(index)) return index;
  const type = stream.kind(after);
  const isUnknown = role === undefined || role === "other";
  if (type === Char.openBrace && role !== "type" && !isValue(stream, after))
    return stream.cut(index, index, "macro-before-block");
  if (!isKnown && type === Kind.word && isUnknown && isTwoWordHead(stream, after)) {
    return stream.cut(index, index, "macro-before-declaration");
  }
  if (stream.word(after) === Word.statement && stream.textOf(after) !== "throw")
    return stream.cut(index, index, "macro-before-statement");
  if (type === Char.closeBrace && role !== "type" && !isItem(stream, index))
    return stream.cut(index, index, "macro-before-closing-brace");
  if (!stream.isFirst(after)) return index;
  const word = stream.word(after);
  if ((isUnknown || isKnown) && stream.isFirst(index) && startsOperation(stream, after))
    return stream.cut(index, index, "macro-before-operation");
  const starts =
    type === Char.closeBrace ||
    (word !== Word.name && word !== Word.expression && word > 0) ||
    (isKnown && type === Kind.word);
  return starts ? stream.cut(index, index, "macro-without-semicolon") : index;
}

/** `WORD{a, b};`, `WORD{}.c();` as against `WORD { a(); }` */
function isValue(stream: Stream, brace: number): boolean {
  const close = stream.partner(brace);
  const after = stream.kind(stream.after(close));
  const last = stream.kind(stream.before(close));
  if (after !== Char.semicolon && after !== Char.dot && after !== Char.comma) return false;
  return last !== Char.semicolon && (last !== Char.closeBrace || stream.kind(stream.after(brace)) === Char.openBrace);
}

/** `int a[]{WORD}` */
function isItem(stream: Stream, index: number): boolean {
  const open = stream.before(index);
  return stream.kind(open) === Char.openBrace && stream.kind(stream.before(open)) === Char.closeBracket;
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
  return word === Word.typename || (word === Word.name && stream.isName(afterName(stream, index)));
}

/** `a.b`, `a::b`, `a(…)`, `this->b`, `++a`, and a directive: no declarator. */
function startsOperation(stream: Stream, index: number): boolean {
  const kind = stream.kind(index);
  if (isDirective(kind)) return true;
  const after = stream.after(index);
  const type = stream.kind(after);
  if (stream.word(index) === Word.name)
    return (
      type === Char.dot || type === Kind.arrow || type === Kind.scope || type === Char.open || type === Char.equals
    );
  const isTwice = (kind === plus || kind === Char.minus) && type === kind && stream.start(after) === stream.end(index);
  return isTwice || isThis(stream, index) || (kind === Char.star && isThis(stream, after));
}

const plus = 43;
const isThis = (stream: Stream, index: number): boolean => stream.textOf(index) === "this";

/** As against `LOG_IF(x) << y;`. */
function headsStatement(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  const isTwice = (type === plus || type === Char.minus) && stream.kind(stream.after(index)) === type;
  return type === Char.openBrace || type === Kind.word || type === Char.open || type === Char.star || isTwice;
}

function startsStatement(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  if (type === Char.closeBrace || isDirective(type)) return true;
  if (type !== Kind.word) return startsOperation(stream, index);
  const word = stream.word(index);
  return word !== Word.trailing && !/^(?:and|or|xor|bitand|bitor|not_eq|else|catch)$/.test(stream.textOf(index));
}
