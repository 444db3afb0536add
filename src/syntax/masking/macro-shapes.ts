import type { Role } from "./roles.ts";
import { Scope } from "./scopes.ts";
import { Char, type Stream } from "./stream.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";

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

/** `typedef void (WORD name)(…);` where the macro holds the star. */
export function isPointerConvention(stream: Stream, index: number): boolean {
  const open = stream.before(index);
  const close = stream.partner(open);
  const name = stream.after(index);
  if (!stream.isCapital(index) || stream.kind(open) !== Char.open || !stream.isName(name)) return false;
  if (stream.after(name) !== close || stream.kind(stream.after(close)) !== Char.open) return false;
  const before = stream.before(open);
  return stream.word(before) === Word.type || stream.isName(before) || stream.kind(before) === Char.star;
}

/** `using A WORD = B;` */
export function isAliasMacro(stream: Stream, index: number): boolean {
  const name = stream.before(index);
  if (!stream.isName(name) || stream.word(stream.before(name)) !== Word.using || !stream.isCapital(index)) return false;
  return stream.kind(stream.after(stream.lastOf(index, true))) === Char.equals;
}

/** `{ WORD(a) WORD(b) }`: elements whose commas the macro holds; the last one stays. */
export function isListMacro(stream: Stream, index: number): boolean {
  if (!stream.isCapital(index) || !stream.hasArguments(index)) return false;
  const after = stream.after(stream.lastOf(index, true));
  return stream.kind(after) === Kind.word && stream.spelling(after) === stream.spelling(index) && stream.isFirst(after);
}

/** `f(WORD Type* name`, `f(WORD Type name` */
export function isBeforeParameter(stream: Stream, index: number, role: string | undefined): boolean {
  const type = stream.after(index);
  const before = stream.kind(stream.before(index));
  if ((before !== Char.open && before !== Char.comma) || role === "type" || !stream.isCapital(index)) return false;
  if (!stream.isName(type)) return false;
  const after = stream.after(type);
  const kind = stream.kind(after);
  return (
    stream.isName(after) || ((kind === Char.star || kind === Char.ampersand) && stream.isName(stream.after(after)))
  );
}

/** `PLACEMENT_NEW(p) Foo(x)` on one line. */
export function isBeforeExpression(stream: Stream, index: number, follower: number): boolean {
  if (!stream.isCapital(index) || !stream.isName(follower) || stream.isFirst(follower)) return false;
  return stream.hasArguments(follower);
}

/** `x = PLACEMENT_NEW(p) Foo(x)` */
export function isBeforeOperand(stream: Stream, index: number): boolean {
  const before = stream.before(index);
  const isPlace = stream.kind(before) === Char.equals || stream.textOf(before) === "return";
  return (
    isPlace && stream.hasArguments(index) && isBeforeExpression(stream, index, stream.after(stream.lastOf(index, true)))
  );
}
