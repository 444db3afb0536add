import { cppTraits, cTraits } from "./cpp/traits.ts";
import type { LanguageTraits } from "./language-traits.ts";
import { pythonTraits } from "./python/traits.ts";
import { taggedTraits } from "./tagged/traits.ts";

/** The languages with traits of their own. */
export const languagesWithTraits: readonly LanguageTraits[] = [cppTraits, pythonTraits, cTraits];

const byName: ReadonlyMap<string, LanguageTraits> = new Map(languagesWithTraits.map((one) => [one.name, one]));

/** The traits of a language, or else the default traits. */
export function traitsOf(language: string): LanguageTraits {
  return byName.get(language) ?? taggedTraits;
}
