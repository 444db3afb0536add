import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { FlatText, ParsedFile } from "../syntax/parse.ts";
import { declarationsInCpp } from "./cpp/declarations.ts";
import { cppResolver } from "./cpp/resolver.ts";
import { declarationsInPython } from "./python/declarations.ts";
import { pythonResolver } from "./python/resolver.ts";
import type { Resolver, ResolverOptions } from "./resolution.ts";

/** How the names of a language are declared and resolved. */
export type LanguageIndexing = {
  /** @param withLocals true for an open file: with what is seen inside functions alone */
  readonly declarationsIn: (source: FlatText, withLocals: boolean) => readonly DeclarationFact[];
  readonly resolver: (options: ResolverOptions) => Resolver;
};

/** The languages with rules of their own, by name. */
export const indexedLanguages: ReadonlyMap<string, LanguageIndexing> = new Map([
  ["cpp", { declarationsIn: declarationsInCpp, resolver: cppResolver }],
  ["python", { declarationsIn: declarationsInPython, resolver: pythonResolver }],
]);

/** The declarations of a file without locals; none for a language without rules. */
export function declarationsIn(parsed: ParsedFile): readonly DeclarationFact[] {
  return indexedLanguages.get(parsed.language.name)?.declarationsIn(parsed.flat(), false) ?? [];
}
