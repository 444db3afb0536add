/** The shapes of macros among specifiers. Input: a name with arguments; output: whether it is a macro's use. */
import { Scope } from "../heads/scopes";
import { isDeclaredName } from "../rules/operands";
import { Word } from "../tokens/keywords";
import { isCallRole, isCapital, kindOfRole, RoleKind, roleKind, role as roleOf } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";

/** `WORD(x)` among specifiers, as against a declarator: more of the head follows its arguments. */
export function isMacroCall(at: i32): bool {
  const open = stream.after(at);
  const role = roleOf(at);
  if (kindOfRole(role) === RoleKind.attribute && isCallRole(role))
    return !isDeclaredName(at, stream.partner(open), Scope.namespace_);
  if (kindOfRole(role) === RoleKind.type_ && isCallRole(role)) return true;
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
  if (word === Word.cv) return isCapital(at) && isTypeOfName(stream.after(after));
  if (word !== Word.name) return false;
  if (roleKind(after) === RoleKind.attribute) return false;
  if (!isCapital(at) && !isCallRole(role)) return false;
  return !isCapital(after) || stream.kind(stream.after(after)) === Char.openBracket;
}

/** `Foo bar`, `Foo* bar`, `int bar` as against what follows parameters. */
function isTypeOfName(index: i32): bool {
  const after = stream.after(index);
  const type = stream.kind(after);
  if (stream.word(index) === Word.type) return true;
  return (
    stream.isName(index) &&
    (stream.isName(after) || type === Char.star || type === Char.ampersand || type === Kind.scope)
  );
}
