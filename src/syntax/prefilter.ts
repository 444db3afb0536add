import type { Language } from "./languages.ts";

/** Whether a word that belongs to a definition of these kinds occurs, as far as the language tells them. */
export function mayDefine({ definition_words: words }: Language, kinds: ReadonlySet<string>, text: string): boolean {
  return [...kinds].some((kind) => words[kind]?.some((word) => text.includes(word)) ?? true);
}

/** Whether each of the words occurs, also one that is split between two literals or over continued lines. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word)) || holdsSplitWords(text, words);
}

function holdsSplitWords(text: string, words: readonly string[]): boolean {
  const joined = text.replace(/"\s*"|\\\r?\n/g, "");
  return joined.length < text.length && words.every((word) => joined.includes(word));
}

/** The words that every name that a glob matches holds: what stands between its wildcards and punctuation. */
export function wordsOfGlob(pattern: string): readonly string[] {
  return pattern.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
