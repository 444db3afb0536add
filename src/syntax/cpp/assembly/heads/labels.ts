/** Labels. Input: a colon, or the word before it; output: whether it ends a label. */
import { statementMayStart } from "../rules/operand-places";
import { Word } from "../tokens/keywords";
import { RoleKind, roleKind } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";

/** `public` and a macro for it, before a colon. */
export function isAccess(index: i32): bool {
  if (stream.word(index) === Word.access) return true;
  return roleKind(index) === RoleKind.access && statementMayStart(stream.before(index));
}

/** Tokens of the longest value of a `case` that is looked at. */
const mostTokensOfValue = 12;

/** True when a colon ends a label: `case A::b + 1:`, `default:`, `public:`, and a name that is the first of its line. */
export function endsLabel(colon: i32): bool {
  const before = stream.before(colon);
  if (stream.isFirst(before) && stream.isName(before))
    return stream.before(before) >= 0 && stream.kind(stream.before(before)) !== Char.close;
  let at = before;
  for (let steps = 0; steps < mostTokensOfValue && at >= 0; steps += 1, at = stream.before(at)) {
    const word = stream.word(at);
    if (
      word === Word.access ||
      (word === Word.statement && (stream.isText(at, "case") || stream.isText(at, "default")))
    )
      return true;
    const type = stream.kind(at);
    if (
      type === Char.semicolon ||
      type === Char.closeBrace ||
      type === Char.openBrace ||
      type === Char.colon ||
      type === Char.question
    )
      return false;
  }
  return false;
}
