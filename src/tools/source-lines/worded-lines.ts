/**
 * The lines of a text that have a word, as a search for whole words finds them. Input: a text and a word; output: a row a line.
 */
import { indexOfWord } from "../../code-index/line-words.ts";
import { withLineFeeds } from "../../syntax/copies.ts";
import { positionsIn } from "../../syntax/positions.ts";
import { textAround } from "./text-around.ts";
import { isOrdinaryWord, isWrittenLikeCode } from "./written-like-code.ts";

/** A line that has a word: the first column of the word, and the line as references show it. Both numbers count from 1. */
export type WordedLine = {
  readonly line: number;
  readonly column: number;
  /** The qualified name of the function or class around it, if facts tell it. */
  readonly in?: string;
  readonly text: string;
  /** True if nothing but a comment is in the line. */
  readonly isComment?: boolean;
  /** True if the line is of the kind that the question is about, by its words: see WantedLines. */
  readonly isWanted?: boolean;
};

/** Lines that answer a question better than others: of a declaration of the word, or heads of classes that name it. */
export type WantedLines = "class heads" | "declarations";

/** The lines of a file, absolute, that have a word. */
export type WordedFile = {
  readonly path: string;
  readonly lines: readonly WordedLine[];
  /** Lines that have an ordinary word only as prose does, if they are told apart. */
  readonly prose?: readonly WordedLine[];
};

/** A place of a word, and its offset in the text. */
export type WordedPlace = WordedLine & {
  readonly offset: number;
  /** The line before the word, and after its first letter, or their parts next to it. */
  readonly before: string;
  readonly after: string;
};

/** UTF-16 code units of a line on each side of a word that tell whether it is declared there. */
const maxAside = 300;

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
  return wordedPlaces(given, word, () => true);
}

/** Returns the same lines, apart from the ones that have ordinary words only as prose does. */
export function linesInCodeAndProse(
  text: string,
  words: readonly string[],
): { readonly lines: readonly WordedPlace[]; readonly prose: readonly WordedPlace[] } {
  const all = linesWithWords(text, words);
  const ofCode = words.flatMap((word) =>
    wordedPlaces(text, word, isOrdinaryWord(word) ? isWrittenLikeCode : () => true),
  );
  const byLine = new Map(ofCode.sort((a, b) => b.offset - a.offset).map((place) => [place.line, place]));
  return {
    lines: [...byLine.values()].sort((a, b) => a.offset - b.offset),
    prose: all.filter(({ line }) => !byLine.has(line)),
  };
}

/** Places in one line that are looked at: nobody reads a line of more as prose. */
const maxPlacesOfLine = 100;

/** The first place in each line that a whole word has and that is taken. */
function wordedPlaces(
  given: string,
  word: string,
  takes: (text: string, offset: number, word: string) => boolean,
): readonly WordedPlace[] {
  const text = withLineFeeds(given);
  const positionOf = positionsIn(text);
  const found: WordedPlace[] = [];
  let [lineEnd, ofLine] = [-1, 0];
  for (let at = indexOfWord(text, word); at >= 0; ) {
    if (at > lineEnd) {
      const end = text.indexOf("\n", at);
      [lineEnd, ofLine] = [end < 0 ? text.length : end, 0];
    }
    const isTaken = takes(text, at, word);
    if (isTaken) {
      const lineStart = text.lastIndexOf("\n", at - 1) + 1;
      const before = text.slice(Math.max(lineStart, at - maxAside), at);
      const after = text.slice(at + word.length, Math.min(lineEnd, at + word.length + maxAside));
      found.push({ ...positionOf(at), text: textAround(text, at, word.length), offset: at, before, after });
    }
    ofLine++;
    at = indexOfWord(text, word, isTaken || ofLine === maxPlacesOfLine ? lineEnd : at + word.length);
  }
  return found;
}
