import { getOrInsert } from "../../base/get-or-insert.ts";
import type { FlatTree } from "../../syntax/flat/flat-tree.ts";

type Grammar = FlatTree["grammar"];

/** Ids of kinds and fields of one grammar, by name. */
export type NodeKinds = {
  /** The id of a named kind; -1 where the grammar has none. */
  readonly kind: (name: string) => number;
  /** The ids of named kinds. */
  readonly kinds: (...names: readonly string[]) => ReadonlySet<number>;
  /** The id of a field; -1 where the grammar has none. */
  readonly field: (name: string) => number;
};

const known = new WeakMap<Grammar, NodeKinds>();

/** Returns the ids of a grammar, which are looked up once. */
export function nodeKindsOf(grammar: Grammar): NodeKinds {
  return getOrInsert(known, grammar, () => lookUpIn(grammar));
}

function lookUpIn(grammar: Grammar): NodeKinds {
  const kind = once((name) => grammar.idForNodeType(name, true) ?? -1);
  return {
    kind,
    kinds: (...names) => new Set(names.map(kind)),
    field: once((name) => grammar.fieldIdForName(name) ?? -1),
  };
}

function once(idOf: (name: string) => number): (name: string) => number {
  const ids = new Map<string, number>();
  return (name) => getOrInsert(ids, name, () => idOf(name));
}
