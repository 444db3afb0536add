/**
 * The masking of macros that open and close scopes, such as `NAMESPACE_BEGIN`. Input: the use of one; output: edits that blank it with
 * what ends it, and the token to go on with.
 */
import { Char, type Stream } from "../tokens/stream.ts";
import { withArguments } from "./names.ts";
import type { Role } from "./roles.ts";

/** Scopes that macros open are blanked with what closes them; if nothing does, the braces are written out. */
export function maskScope(stream: Stream, index: number, last: number, { braces, rest }: Role): number {
  const ends = stream.areScopesBalanced ? [index] : stream.scopeEnds(index);
  if (ends.length === 0) return stream.cut(index, last, "scope-macro", written(stream, index, last, braces));
  stream.addScope(index, last, braces, withArguments(stream, index, rest));
  const after = stream.cut(index, last, "scope-macro");
  for (const end of ends.filter((one) => stream.kind(one) === Char.closeBrace)) {
    stream.addScope(end, end, -1, "");
    stream.cut(end, end, "scope-macro");
  }
  return stream.live(after);
}

function written(stream: Stream, index: number, last: number, braces: number): string {
  const room = stream.end(last) - stream.start(index);
  if (braces < 0) return "}".repeat(Math.min(room, -braces));
  const head = braces === 1 && room >= 10 ? "namespace" : "";
  return head + "{".repeat(Math.min(room - head.length, braces));
}
