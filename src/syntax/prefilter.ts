/**
 * The words that a text must have to be parsed at all. Input: a text or its bytes, and words, globs or kinds of definitions; output:
 * whether it may have what is looked for.
 */
import type { Language } from "./languages.ts";
import type { NeededWord, NeededWords } from "./needed-words.ts";

/** True if a word of a definition of these kinds occurs, or the language does not list them. */
export function mayDefine({ definition_words: words }: Language, kinds: ReadonlySet<string>, text: string): boolean {
  return [...kinds].some((kind) => words[kind]?.some((word) => text.includes(word)) ?? true);
}

/** A text, or the bytes of one, in which words are searched for. */
type Searched = { readonly indexOf: (word: string, from: number) => number; readonly codeAt: (at: number) => number };

/** True if a text has what one of the needs lists: of each of its clauses a word. Words count as in `holdsWords`. */
export function holdsAny(text: string, needs: NeededWords): boolean {
  return holdsJoined(text, (one) =>
    hasNeeded({ indexOf: (word, from) => one.indexOf(word, from), codeAt: (at) => one.charCodeAt(at) }, needs),
  );
}

/** The same for the bytes of a text in which no word is split. Without a word in its bytes a text in another encoding may have it. */
export function bytesHoldAny(bytes: Buffer, needs: NeededWords): boolean {
  return hasNeeded(
    { indexOf: (word, from) => bytes.indexOf(word, from), codeAt: (at) => bytes[at] ?? Number.NaN },
    needs,
  );
}

function hasNeeded(searched: Searched, needs: NeededWords): boolean {
  return needs.some((clauses) => clauses.every((words) => words.some((word) => hasWord(searched, word))));
}

function hasWord({ indexOf, codeAt }: Searched, word: NeededWord): boolean {
  if (typeof word === "string") return indexOf(word, 0) >= 0;
  const { whole } = word;
  for (let at = indexOf(whole, 0); at >= 0; at = indexOf(whole, at + 1)) {
    const [before, after] = [codeAt(at - 1), codeAt(at + whole.length)];
    if (!isLetter(before) && !isLetter(after) && !isDigit(after)) return true;
  }
  return false;
}

/** Of others than ASCII's, such as in a text with errors, it is not known whether the parser takes them for parts of a name. */
function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || code === 0x5f || code === 0x24;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
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
