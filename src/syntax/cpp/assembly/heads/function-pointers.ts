/** Names in parentheses before parameters. Input: the opening parenthesis; output: whether it is one of these. */
import { isCapital } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";

/** `Type (*name)(…)`, `Type (WORD *name)(…)`, as against a constructor. */
export function isFunctionPointer(open: i32): bool {
  const close = stream.partner(open);
  const first = stream.after(open);
  const star = stream.isName(first) && isCapital(first) ? stream.after(first) : first;
  const name = stream.after(star);
  return (
    stream.kind(star) === Char.star &&
    stream.isName(name) &&
    stream.after(name) === close &&
    stream.kind(stream.after(close)) === Char.open
  );
}

/** `(name)(…)`, `(A<int>::name)(…)`: so that no macro of the name is meant. */
export function isNameInParentheses(open: i32): bool {
  const close = stream.partner(open);
  const parameters = stream.after(close);
  if (stream.kind(parameters) !== Char.open || stream.kind(stream.after(stream.partner(parameters))) === Char.open)
    return false;
  let at = stream.after(open);
  for (let steps = 0; steps < 16 && stream.isName(at); steps += 1) {
    at = stream.after(at);
    if (at === close) return true;
    if (stream.kind(at) === Char.less) at = stream.afterAngles(at);
    if (stream.kind(at) !== Kind.scope) return false;
    at = stream.after(at);
  }
  return false;
}
