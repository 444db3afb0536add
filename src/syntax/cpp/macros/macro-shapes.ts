import { Scope } from "../heads/scopes.ts";
import { isDeclaredName } from "../rules/operands.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import type { Role } from "./roles.ts";

/** `int x WORD(0);` in a function: as against a declaration of a function, two names stand before the macro. */
export function isInitializer(stream: Stream, index: number, role: Role | null, scope: number): boolean {
  if (scope !== Scope.block || !(role?.call ?? stream.isCapital(index)) || !stream.hasArguments(index)) return false;
  const name = stream.before(index);
  if (!stream.isName(name)) return false;
  const after = stream.kind(stream.after(stream.lastOf(index, true)));
  if (after !== Char.semicolon && after !== Char.comma) return false;
  const before = stream.before(name);
  const type = stream.kind(before);
  const word = stream.word(before);
  return (
    word === Word.name || word === Word.type || type === Char.star || type === Char.ampersand || type === Char.greater
  );
}

/** `using A WORD = B;` */
export function isAliasMacro(stream: Stream, index: number): boolean {
  const name = stream.before(index);
  if (!stream.isName(name) || stream.word(stream.before(name)) !== Word.using || !stream.isCapital(index)) return false;
  return stream.kind(stream.after(stream.lastOf(index, true))) === Char.equals;
}

/** `{ WORD(a) OTHER(b) }`, `{ WORD(a) nullptr }`, on two lines: elements whose commas the macro holds; the last one stays. */
export function isListMacro(stream: Stream, index: number): boolean {
  if (!stream.isCapital(index) || !stream.hasArguments(index)) return false;
  const after = stream.after(stream.lastOf(index, true));
  if (!stream.isFirst(after)) return false;
  return stream.isName(after) || stream.kind(after) === Kind.number || isLiteralWord.test(stream.textOf(after));
}

const isLiteralWord = /^(?:nullptr|true|false|this)$/;

/** `x = WORD(p) Foo(a)`, `return WORD(p) Foo(a)`, on one line. */
export function isBeforeOperand(stream: Stream, index: number): boolean {
  const before = stream.before(index);
  const isPlace = stream.kind(before) === Char.equals || stream.textOf(before) === "return";
  if (!isPlace || !stream.isCapital(index) || !stream.hasArguments(index)) return false;
  const follower = stream.after(stream.lastOf(index, true));
  return stream.isName(follower) && !stream.isFirst(follower) && stream.hasArguments(follower);
}

/** `WORD(x)` among specifiers, as against a declarator: more of the head follows its arguments. */
export function isMacroCall(stream: Stream, at: number): boolean {
  const open = stream.after(at);
  const role = stream.role(at);
  if (role?.kind === "attribute" && role.call)
    return !isDeclaredName(stream, at, stream.partner(open), Scope.namespace);
  const after = stream.after(stream.partner(open));
  const word = stream.word(after);
  if (
    word === Word.type ||
    word === Word.specifier ||
    word === Word.classKey ||
    word === Word.typename ||
    word === Word.operator
  )
    return true;
  if (stream.kind(after) === Char.tilde || stream.kind(after) === Kind.scope) return true;
  if (word === Word.cv) return stream.isCapital(at) && isTypeOfName(stream, stream.after(after));
  if (word !== Word.name) return false;
  if (stream.role(after)?.kind === "attribute") return false;
  if (!stream.isCapital(at) && stream.role(at)?.call !== true) return false;
  return !stream.isCapital(after) || stream.kind(stream.after(after)) === Char.openBracket;
}

/** `Foo bar`, `Foo* bar`, `int bar` as against what follows parameters. */
export function isTypeOfName(stream: Stream, index: number): boolean {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (stream.word(index) === Word.type) return true;
  return (
    stream.isName(index) &&
    (stream.isName(after) || type === Char.star || type === Char.ampersand || type === Kind.scope)
  );
}
