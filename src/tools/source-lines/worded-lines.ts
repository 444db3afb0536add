/**
 * The lines of a text that have a word, as a search for whole words finds them. Input: a text and a word; output: a row a line.
 */
import { indexOfWord } from "../../code-index/line-words.ts";
import { withLineFeeds } from "../../syntax/copies.ts";
import { positionsIn } from "../../syntax/positions.ts";
import { textAround } from "./text-around.ts";

/** A line that has a word: the first column of the word, and the line as references show it. Both numbers count from 1. */
export type WordedLine = {
  readonly line: number;
  readonly column: number;
  /** The qualified name of the function or class around it, if facts tell it. */
  readonly in?: string;
  readonly text: string;
};

/** The lines of a file, absolute, that have a word. */
export type WordedFile = { readonly path: string; readonly lines: readonly WordedLine[] };

/** A place of a word, and its offset in the text. */
export type WordedPlace = WordedLine & { readonly offset: number };

/** Returns the lines that have one of some whole words, each once, at the first of them. */
export function linesWithWords(text: string, words: readonly string[]): readonly WordedPlace[] {
  const [first = [], ...others] = words.map((word) => linesWithWord(text, word));
  if (others.length === 0) return first;
  const byLine = new Map<number, WordedPlace>();
  for (const place of [first, ...others].flat().sort((a, b) => b.offset - a.offset)) byLine.set(place.line, place);
  return [...byLine.values()].sort((a, b) => a.offset - b.offset);
}

/** Returns the lines that have a whole word, each once. */
export function linesWithWord(given: string, word: string): readonly WordedPlace[] {
  const text = withLineFeeds(given);
  const positionOf = positionsIn(text);
  const found: WordedPlace[] = [];
  for (let at = indexOfWord(text, word); at >= 0; ) {
    found.push({ ...positionOf(at), text: textAround(text, at, word.length), offset: at });
    const lineEnd = text.indexOf("\n", at);
    at = lineEnd < 0 ? -1 : indexOfWord(text, word, lineEnd);
  }
  return found;
}
