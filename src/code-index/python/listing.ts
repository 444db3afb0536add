import type { PlacedSymbol } from "../../syntax/symbols.ts";
import type { Addition, Listing, ListingRules } from "../listing.ts";
import { isClass } from "../symbol-kind.ts";

/** The rows for Python that are not symbols of its queries. */
export const pythonListing: ListingRules = { additionsOf: attributesOfMethods };

/** Attributes that methods of Python set on their first parameter, if the body of the class does not list the name. */
function attributesOfMethods({ file, facts, factAt, symbols, holderOf }: Listing): readonly Addition[] {
  const { text } = file;
  const listed = new Map<PlacedSymbol, Set<string>>();
  const namesIn = (holder: PlacedSymbol) => {
    const names = listed.get(holder) ?? new Set();
    listed.set(holder, names);
    return names;
  };
  const places = new Set(symbols.map(({ at }) => at));
  for (const { parent, name } of symbols) if (parent !== undefined) namesIn(parent).add(name);
  return facts.flatMap((fact) => {
    const { kind, name, at } = fact;
    if (kind !== "field" || places.has(at) || factAt.get(at) !== fact) return [];
    const holder = facts[fact.parent];
    if (holder === undefined || !isClass(holder) || !isBehindDot(text, at)) return [];
    const symbol = holderOf(fact);
    if (symbol === undefined || namesIn(symbol).has(name)) return [];
    namesIn(symbol).add(name);
    return { fact, tag: "variable" };
  });
}

/** True for the `x` of `self.x`. */
function isBehindDot(text: string, at: number): boolean {
  let before = at - 1;
  while (" \t".includes(text.charAt(before)) && before > 0) before--;
  return text.charAt(before) === ".";
}
