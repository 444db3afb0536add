import type { Language } from "./languages.ts";
import type { NeededWords } from "./needed-words.ts";

/** True if a word of a definition of these kinds occurs, or the language does not list them. */
export function mayDefine({ definition_words: words }: Language, kinds: ReadonlySet<string>, text: string): boolean {
  return [...kinds].some((kind) => words[kind]?.some((word) => text.includes(word)) ?? true);
}

/** True if a text has what one of the needs lists: of each of its clauses a word. Words count as in `holdsWords`. */
export function holdsAny(text: string, needs: NeededWords): boolean {
  return holdsJoined(text, (one) =>
    needs.some((clauses) => clauses.every((words) => words.some((word) => one.includes(word)))),
  );
}

/** True if each of the words occurs, also one that is split between two literals or over continued lines. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return holdsJoined(text, (one) => words.every((word) => one.includes(word)));
}

function holdsJoined(text: string, holds: (text: string) => boolean): boolean {
  if (holds(text)) return true;
  const joined = text.replace(/"\s*"|\\\r?\n/g, "");
  return joined.length < text.length && holds(joined);
}

/** A part of every name that a glob matches; where it starts or ends a word of the name, it does so in the text too. */
export type GlobPart = { readonly text: string; readonly startsWord: boolean; readonly endsWord: boolean };

/** The text between the wildcards and the punctuation of a glob. */
export function partsOfGlob(pattern: string): readonly GlobPart[] {
  return [...pattern.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: text, index }) => ({
    text,
    startsWord: isBoundary(pattern[index - 1]),
    endsWord: isBoundary(pattern[index + text.length]),
  }));
}

/** True next to a character that is neither a wildcard nor may be part of a word, and at the end of the pattern. */
function isBoundary(beside: string | undefined): boolean {
  return beside === undefined || (beside < "\x80" && /[^\w$*?]/.test(beside));
}

/** The words that every name that a glob matches holds. */
export function wordsOfGlob(pattern: string): readonly string[] {
  return partsOfGlob(pattern).map(({ text }) => text);
}
