/**
 * The lines of a text that have a word, as a search for whole words finds them. Input: a text and a word; output: a row a line.
 */
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

/** Returns the lines that have a whole word, each once. */
export function linesWithWord(text: string, word: string): readonly WordedPlace[] {
  const found: WordedPlace[] = [];
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf(word); at >= 0; ) {
    const end = at + word.length;
    if (isPartOfWord(text.charAt(at - 1)) || isPartOfWord(text.charAt(end))) {
      at = text.indexOf(word, at + 1);
      continue;
    }
    for (let next = lineEndAfter(text, lineStart); next < at; next = lineEndAfter(text, lineStart)) {
      line++;
      lineStart = next + (text.startsWith("\r\n", next) ? 2 : 1);
    }
    found.push({ line, column: at - lineStart + 1, text: textAround(text, at, word.length), offset: at });
    at = text.indexOf(word, Math.max(lineEndAfter(text, at), end));
  }
  return found;
}

/** The offset of the next line break, or of the end of the text. */
function lineEndAfter(text: string, offset: number): number {
  lineBreak.lastIndex = offset;
  return lineBreak.exec(text)?.index ?? text.length;
}

const lineBreak = /\r\n?|\n/g;

function isPartOfWord(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}_$]$/u.test(character);
}
