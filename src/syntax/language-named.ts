/** A language with words that people type for it. */
type NamedLanguage = {
  readonly name: string;
  readonly also_called: readonly string[];
  readonly extensions: readonly string[];
};

/**
 * Returns the name of the language that a word means, whatever its case: its name, a further word for it, or an extension
 * of its files without the dot. Undefined for an unknown language.
 */
export function languageNamed(word: string, languages: readonly NamedLanguage[]): string | undefined {
  const lower = word.toLowerCase();
  const known =
    languages.find(({ name }) => name === word) ??
    languages.find(({ name }) => name === lower) ??
    languages.find(({ also_called }) => also_called.includes(lower)) ??
    languages.find(({ extensions }) => extensions.includes(`.${lower}`));
  return known?.name;
}
