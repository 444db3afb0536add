import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `Type (*name)(…)`, `Type (WORD *name)(…)`, as against a constructor. */
export function isFunctionPointer(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  const first = stream.after(open);
  const star = stream.isName(first) && stream.isCapital(first) ? stream.after(first) : first;
  const name = stream.after(star);
  return (
    stream.kind(star) === Char.star &&
    stream.isName(name) &&
    stream.after(name) === close &&
    stream.kind(stream.after(close)) === Char.open
  );
}

/** `(name)(…)`, `(A<int>::name)(…)`: so that no macro of the name is meant. */
export function isNameInParentheses(stream: Stream, open: number): boolean {
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
