import type { Declaration } from "./code-index.ts";
import { languagesWithTraits, traitsOf } from "./traits-of.ts";

/** The modifiers of a declaration, in the order of its language's table; empty if it has no table. */
export function modifiersOf({ flags, file }: Declaration, signature: string): readonly string[] {
  const plain = withoutBrackets(signature);
  const found = traitsOf(file.language).modifiers.filter(
    ({ flag = 0, pattern }) => (flags & flag) !== 0 || pattern?.test(plain),
  );
  return [...new Set(found.map(({ name }) => name))];
}

/** The modifiers of all declarations of one symbol, in the order of the tables. */
export function joinedModifiers(lists: readonly (readonly string[])[]): readonly string[] {
  const all = new Set(lists.flat());
  const order = languagesWithTraits.flatMap(({ modifiers }) => modifiers.map(({ name }) => name));
  return [...new Set(order)].filter((name) => all.has(name));
}

/**
 * A signature with what is in its brackets left out: `f() const` of `f(int a = g()) const`. The signs of `operator<` and
 * `->` are not brackets.
 */
function withoutBrackets(signature: string): string {
  let depth = 0;
  let plain = "";
  for (const [token] of signature.matchAll(/\boperator\s*[<>=]+|->|./gs)) {
    if (")>]".includes(token) && depth > 0) depth--;
    if (depth === 0) plain += token;
    if ("(<[".includes(token)) depth++;
  }
  return plain;
}
