import { pushTo } from "../base/group-by.ts";
import type { CodeSymbol } from "../syntax/symbols.ts";
import type { Tag } from "../syntax/tags.ts";
import { type DefinitionFact, flagsOfSymbol } from "./file-facts.ts";

/** The matches of the queries of a language in a file. Lists are in source order. */
export type Found = {
  /** The definitions that list_symbols lists; omitted where they were not asked for. */
  readonly symbols?: readonly CodeSymbol[];
  /** Bit of DefinitionFlag → the definitions that have it: definitions that a tool lists or counts. */
  readonly tags: readonly (readonly [flag: number, tags: readonly Tag[]])[];
};

/** Returns the definitions of a file, each once, in source order. */
export function definitionsOf({ symbols = [], tags }: Found): readonly DefinitionFact[] {
  const indexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const all: Placed[] = symbols.map((symbol, index) => ({
    fact: factOf(symbol),
    index,
    parent: symbol.parent === undefined ? -1 : (indexes.get(symbol.parent) ?? -1),
  }));
  const places = new Map<string, Placed[]>();
  for (const placed of all) addTo(places, placed);
  for (const [flag, found] of tags) {
    for (const tag of found) {
      const same = places.get(placeOf(tag))?.find(({ fact }) => fact.name === tag.name && (fact.flags & flag) === 0);
      if (same !== undefined) {
        same.fact = { ...same.fact, flags: same.fact.flags | flag };
        continue;
      }
      const placed = { fact: unlisted(tag, flag), index: all.length, parent: -1 };
      all.push(placed);
      addTo(places, placed);
    }
  }
  const sorted = [...all].sort(
    (a, b) => a.fact.line - b.fact.line || a.fact.column - b.fact.column || a.index - b.index,
  );
  const ranks = new Int32Array(all.length);
  sorted.forEach(({ index }, rank) => {
    ranks[index] = rank;
  });
  return sorted.map(({ fact, parent }) => (parent < 0 ? fact : { ...fact, parent: ranks[parent] ?? -1 }));
}

/** A definition with its index before sorting, and that of the one that contains it. */
type Placed = { fact: DefinitionFact; readonly index: number; readonly parent: number };

type Place = { readonly line: number; readonly column: number };

function placeOf({ line, column }: Place): string {
  return `${line}:${column}`;
}

function addTo(places: Map<string, Placed[]>, placed: Placed): void {
  pushTo(places, placeOf(placed.fact), placed);
}

function factOf(symbol: CodeSymbol): DefinitionFact {
  const { name, kind, line, column, endLine, qualifier } = symbol;
  const texts = { signature: symbol.signature(), doc: symbol.doc() };
  return { name, kind, flags: flagsOfSymbol(symbol), line, column, endLine, parent: -1, qualifier, ...texts };
}

function unlisted({ name, line, column }: Tag, flags: number): DefinitionFact {
  const none = { kind: "", endLine: line, parent: -1, qualifier: "", signature: undefined, doc: undefined };
  return { name, flags, line, column, ...none };
}
