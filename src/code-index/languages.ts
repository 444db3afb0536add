import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { cIndexing, cppIndexing } from "./cpp/indexing.ts";
import type { LanguageIndexing } from "./language-indexing.ts";
import { pythonIndexing } from "./python/indexing.ts";
import { taggedIndexing } from "./tagged/indexing.ts";

/** The languages with rules of their own, by name. */
const ruled: ReadonlyMap<string, LanguageIndexing> = new Map(
  [cppIndexing, cIndexing, pythonIndexing].map((indexing) => [indexing.name, indexing]),
);

/** The indexing of a language: by rules of its own, or else by its queries. */
export function indexingOf(language: string): LanguageIndexing {
  return ruled.get(language) ?? taggedIndexing;
}

/** The declarations of a file without locals. */
export function declarationsIn(file: ParsedFile): readonly DeclarationFact[] {
  return indexingOf(file.language.name).declarationsIn(file, false);
}
