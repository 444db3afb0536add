import { getOrInsert } from "../../base/get-or-insert.ts";
import { errorKind } from "../flat/flat-tree.ts";
import type { LoadedGrammar } from "../grammars.ts";
import type { Language } from "../languages.ts";

/** Language → kind of node → the first kind that is the same to a reader; mostly the kind itself. */
const known = new Map<string, Uint16Array>();

/**
 * Returns the kinds that patterns compare: a grammar gives a name another kind by its place, such as a field or a type, and a
 * pattern has it in one place.
 */
export function likeKindsOf({ grammar, language }: LoadedGrammar & { readonly language: Language }): Uint16Array {
  return getOrInsert(known, language.name, () => {
    const kinds = Uint16Array.from({ length: errorKind + 1 }, (_, kind) => kind);
    for (const group of language.patterns?.alike ?? []) {
      const [first] = group.flatMap((type) => grammar.idForNodeType(type, true) ?? []);
      if (first === undefined) continue;
      for (const [kind, type] of grammar.types.entries()) {
        if (group.includes(type) && grammar.nodeTypeIsNamed(kind)) kinds[kind] = first;
      }
    }
    return kinds;
  });
}
