import { editsBetween, nearestOf } from "../../base/nearest.ts";
import { partsOfName } from "../../code-index/qualified-name.ts";
import type { SymbolAddress } from "../../code-index/symbol-address.ts";
import type { CodeSymbol } from "../../syntax/symbols.ts";

/** The symbols of one file that an address names, in source order; with `#2` the second of them. */
export function addressedSymbols<Found extends CodeSymbol>(
  symbols: readonly Found[],
  address: SymbolAddress,
): readonly Found[] {
  const { candidate } = address;
  const named = namedSymbols(symbols, address);
  return candidate === undefined ? named : named.slice(candidate - 1, candidate);
}

/**
 * The symbols of one file whose qualified names end with the parts of an address, in source order. The name of a class is
 * not that of its constructor, which is `A::A`, unless the file has only that.
 */
export function namedSymbols<Found extends CodeSymbol>(
  symbols: readonly Found[],
  { name, outer, isWhole }: SymbolAddress,
): readonly Found[] {
  const named = symbols.filter((symbol) => {
    const parts = ownParts(symbol);
    if (parts.at(-1) !== name) return false;
    const holders = [...partsOfName(symbol.container), ...parts.slice(0, -1)];
    if (isWhole && holders.length !== outer.length) return false;
    return outer.every((part, index) => holders[holders.length - outer.length + index] === part);
  });
  const meansConstructor = outer.at(-1) === name;
  const others = named.filter(
    ({ kind, container }) => meansConstructor || kind !== "constructor" || partsOfName(container).at(-1) !== name,
  );
  // A file may define the constructor of a class that it includes.
  return others.length > 0 ? others : named;
}

/** The kinds whose names may be qualified: `namespace a::b {`. */
const qualifiedKinds: ReadonlySet<string> = new Set(["namespace", "module"]);

function ownParts({ name, kind }: CodeSymbol): readonly string[] {
  return qualifiedKinds.has(kind) ? partsOfName(name) : [name];
}

/** Names that are suggested for one that nothing has. */
const maxSuggestions = 3;

/** A symbol as it is suggested. */
export type SuggestedSymbol = { readonly name: string; readonly qualified: string };

/**
 * Returns the symbols whose names are nearest to an address, the nearest first; among equal names, first the ones with
 * the nearest qualified names. Each qualified name is there once.
 */
export function nearestSymbols(
  { text, name }: SymbolAddress,
  symbols: Iterable<SuggestedSymbol>,
): readonly SuggestedSymbol[] {
  const byName = new Map<string, Set<string>>();
  for (const symbol of symbols) {
    const known = byName.get(symbol.name);
    if (known === undefined) byName.set(symbol.name, new Set([symbol.qualified]));
    else known.add(symbol.qualified);
  }
  const nearest = nearestOf(name, byName.keys(), maxSuggestions).flatMap((near) => {
    // An address is a suffix: it is compared with as much of a qualified name.
    const byEnds = [...(byName.get(near) ?? [])]
      .map((qualified) => ({ name: near, qualified, edits: editsBetween(text, qualified.slice(-text.length)) }))
      .sort((a, b) => a.edits - b.edits || (a.qualified < b.qualified ? -1 : 1));
    return byEnds.map(({ qualified }) => ({ name: near, qualified }));
  });
  return nearest.slice(0, maxSuggestions);
}
