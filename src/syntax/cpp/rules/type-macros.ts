import { endsType } from "../heads/function-pointers.ts";
import { Scope } from "../heads/scopes.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `typedef WORD(a) name;`, `f(WORD(a) name)`: with its arguments blanked the macro reads as the type. */
export function isTypeMacro(stream: Stream, index: number, role: string | undefined, scope: number): boolean {
  if (!stream.hasArguments(index) || role === "attribute" || role === "loop") return false;
  const before = stream.before(index);
  const word = stream.word(before);
  const type = stream.kind(before);
  const isCertain = word === Word.typedef || word === Word.cv || word === Word.typename;
  const after = stream.after(stream.partner(stream.after(index)));
  if (stream.kind(after) === Kind.scope) return stream.isCapital(index) && isBeforeScope(stream, index, type);
  if (!isCertain && type !== Char.open && type !== Char.comma) return false;
  if (stream.kind(after) === Char.dot) return !isCertain && stream.isCapital(index) && isPack(stream, after);
  const isPointer = stream.kind(after) === Char.star || stream.kind(after) === Char.ampersand;
  if (isPointer && (isCertain || (scope <= Scope.class && !isInitializerStart(stream, before)))) {
    const name = stream.after(after);
    return (
      (stream.isName(name) && (isCertain || endsParameter(stream, stream.after(name)))) ||
      (word === Word.cv && stream.kind(name) === Char.semicolon)
    );
  }
  if (!stream.isName(after)) return false;
  const next = stream.after(after);
  const follower = stream.kind(next);
  return (
    (stream.isName(next) && stream.isCapital(next)) ||
    follower === Char.semicolon ||
    follower === Char.comma ||
    follower === Char.close ||
    follower === Char.equals ||
    (isCertain && follower === Char.open)
  );
}

/** `: a(b(c) * d)` */
function isInitializerStart(stream: Stream, open: number): boolean {
  const outer = stream.kind(stream.before(stream.before(open)));
  return stream.kind(open) === Char.open && (outer === Char.colon || outer === Char.comma);
}

/** As against `f(a, WORD(b) * c(d))`. */
function endsParameter(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  return type !== Char.open && type !== Kind.operator && type !== 43 && type !== Char.minus && type !== Char.dot;
}

/** `WORD(T)::f()` as against a call after which a global name follows. */
function isBeforeScope(stream: Stream, index: number, before: number): boolean {
  const name = stream.after(stream.after(stream.partner(stream.after(index))));
  return stream.isName(name) && before !== Kind.arrow && before !== Char.dot;
}

/** `WORD(Args)... args` */
function isPack(stream: Stream, dot: number): boolean {
  const third = stream.after(stream.after(dot));
  const after = stream.after(third);
  if (stream.kind(third) !== Char.dot || !stream.isName(after)) return false;
  return stream.kind(stream.after(after)) === Char.close || stream.kind(stream.after(after)) === Char.comma;
}

/** `int a WORD(0)`, `const A& a WORD`, among parameters. */
export function isAfterParameter(stream: Stream, index: number): boolean {
  const name = stream.before(index);
  if (!stream.isCapital(index) || !stream.isName(name)) return false;
  const after = stream.kind(stream.after(stream.lastOf(index, true)));
  if (after !== Char.comma && after !== Char.close) return false;
  return endsType(stream, stream.before(name));
}
