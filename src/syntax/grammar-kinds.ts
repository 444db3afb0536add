import { loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";

/** The names that a grammar itself has, each list sorted. */
export type GrammarKinds = {
  readonly named: readonly string[];
  readonly anonymous: readonly string[];
  readonly fields: readonly string[];
  readonly supertypes: readonly string[];
};

/**
 * Returns the kinds of nodes of a grammar, which it loads into this thread.
 *
 * @throws UserError when the grammar cannot be used
 */
export async function grammarKindsOf(language: Language): Promise<GrammarKinds> {
  const { grammar } = await loadGrammar(language);
  const [named, anonymous] = [new Set<string>(), new Set<string>()];
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    const kind = grammar.nodeTypeForId(id);
    if (kind === null || !grammar.nodeTypeIsVisible(id)) continue;
    (grammar.nodeTypeIsNamed(id) ? named : anonymous).add(kind);
  }
  const supertypes = (grammar.supertypes ?? []).flatMap((id) => grammar.nodeTypeForId(id) ?? []);
  const fields = grammar.fields.filter((field) => typeof field === "string");
  return {
    named: [...named].sort(),
    anonymous: [...anonymous].sort(),
    fields: [...fields].sort(),
    supertypes: [...new Set(supertypes)].sort(),
  };
}
