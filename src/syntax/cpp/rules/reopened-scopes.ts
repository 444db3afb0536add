import type { Group } from "../conditionals/branch-groups.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** Tokens from one to another, both included. */
type Range = { readonly from: number; readonly to: number };

/** Branches inside of branches that are looked into; more are not written by people, and each is looked into again. */
const maxDepth = 8;

/**
 * `} } #include <x> namespace a { namespace b {` in a branch: the braces that end the scopes around it, and the heads
 * that open as many again.
 *
 * @param from the directive before the branch
 * @param to the directive after it
 * @returns undefined if a branch does anything else to the scopes around it
 */
export function reopenedScopes(
  stream: Stream,
  groups: ReadonlyMap<number, Group>,
  from: number,
  to: number,
): readonly Range[] | undefined {
  const closed: Range[] = [];
  const open: number[] = [];
  if (!pairBraces(stream, groups, { from, to }, { closed, open }, 0) || open.length !== closed.length) return undefined;
  const heads = open.flatMap((brace) => headOf(stream, brace) ?? []);
  return heads.length === open.length ? [...closed, ...heads] : undefined;
}

function pairBraces(
  stream: Stream,
  groups: ReadonlyMap<number, Group>,
  { from, to }: Range,
  found: { readonly closed: Range[]; readonly open: number[] },
  depth: number,
): boolean {
  if (depth > maxDepth) return false;
  for (let at = stream.after(from); at < to; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.openBrace) found.open.push(at);
    else if (type === Char.closeBrace && found.open.pop() === undefined) found.closed.push({ from: at, to: at });
    else if (type === Kind.if) {
      const inner = groups.get(at);
      if (inner === undefined) return false;
      const { directives, chosen, balanced } = inner;
      if (!balanced && chosen >= 0) {
        const [start = at, end = at] = directives.slice(chosen, chosen + 2);
        if (!pairBraces(stream, groups, { from: start, to: end }, found, depth + 1)) return false;
      }
      at = directives[directives.length - 1] ?? at;
    }
  }
  return true;
}

/** `namespace a::b {`, `extern "C" {` */
function headOf(stream: Stream, brace: number): Range | undefined {
  let at = stream.before(brace);
  if (stream.kind(at) === Kind.string) at = stream.before(at);
  else while (stream.isName(at) || stream.kind(at) === Kind.scope) at = stream.before(at);
  const word = stream.word(at);
  return word === Word.namespace || word === Word.extern ? { from: at, to: brace } : undefined;
}
