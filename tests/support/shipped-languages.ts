import { languageOf } from "../../src/syntax/language-of.ts";
import { type Language, loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";

/** The languages of the package. */
export const languages = loadLanguages([shippedLanguagesDir]);

export function languageNamed(name: string): Language {
  const language = languages.find((known) => known.name === name);
  if (language === undefined) throw new Error(`no language ${name}`);
  return language;
}

/** The language of a file by its path. */
export function languageFor(path: string): Language {
  const language = languageOf(path, languages);
  if (language === undefined) throw new Error(`no language for ${path}`);
  return language;
}
