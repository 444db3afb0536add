import { Scope } from "../heads/scopes.ts";
import { isDeclaredName } from "../rules/operands.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `WORD(x)` among specifiers, as against a declarator: more of the head follows its arguments. */
export function isMacroCall(stream: Stream, at: number): boolean {
  const open = stream.after(at);
  const role = stream.role(at);
  if (role?.kind === "attribute" && role.call)
    return !isDeclaredName(stream, at, stream.partner(open), Scope.namespace);
  if (role?.kind === "type" && role.call) return true;
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
function isTypeOfName(stream: Stream, index: number): boolean {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (stream.word(index) === Word.type) return true;
  return (
    stream.isName(index) &&
    (stream.isName(after) || type === Char.star || type === Char.ampersand || type === Kind.scope)
  );
}
