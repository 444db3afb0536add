/** Word that people type for a language → its name. A folder of languages may define a language with such a name. */
const languageWords: ReadonlyMap<string, string> = new Map([
  ["c++", "cpp"],
  ["cc", "cpp"],
  ["cxx", "cpp"],
  ["golang", "go"],
  ["h", "c"],
  ["hpp", "cpp"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["mjs", "javascript"],
  ["py", "python"],
  ["python3", "python"],
  ["rs", "rust"],
  ["ts", "typescript"],
]);

/** Returns the name of the language that a word means, whatever its case; undefined for an unknown language. */
export function languageNamed(word: string, names: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const candidates = [word, lower, languageWords.get(lower)];
  return candidates.find((name) => name !== undefined && names.includes(name));
}
