/**
 * The words of a line of code, and the one at a column or by which the line is known. Input: a line, or a text; output: words, which
 * nothing has resolved.
 */

/** A name in a line of code: `column` counts UTF-16 code units from 1. */
export type LineWord = { readonly word: string; readonly column: number };

/** The names in a line, also in its comments and strings: runs of letters, digits, `_` and `$`. */
export function wordsOfLine(line: string): readonly LineWord[] {
  return Array.from(line.matchAll(/[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu), ({ 0: word, index }) => ({
    word,
    column: index + 1,
  })).filter(({ column }) => !/[\p{N}]/u.test(line.charAt(column - 2)));
}

/** The offset of the first place from an offset on where a text has a word as a whole one; -1 if there is none. */
export function indexOfWord(text: string, word: string, from = 0): number {
  let at = text.indexOf(word, from);
  while (at >= 0 && (isPartOfWord(text.charAt(at - 1)) || isPartOfWord(text.charAt(at + word.length)))) {
    at = text.indexOf(word, at + 1);
  }
  return at;
}

function isPartOfWord(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}_$]$/u.test(character);
}

/**
 * The word that a column is in, or that it touches: first the one after it, since columns that are counted from 0 are
 * one too small, else the one before it.
 */
export function wordAt(words: readonly LineWord[], column: number): LineWord | undefined {
  return (
    words.find((found) => column >= found.column && column < endOf(found)) ??
    words.find((found) => column === found.column - 1) ??
    words.find((found) => column === endOf(found))
  );
}

/**
 * The word of a text at a position; without a column the one that the line most likely declares or calls: the last one before the first
 * of `(`, `=`, `:`, `{` and `;`. Undefined for none.
 *
 * @param line counts from 1, as does the column
 */
export function wordInLine(text: string, line: number, column?: number): string | undefined {
  const [lineText = ""] = text.split(/\r\n?|\n/, line).slice(line - 1);
  const words = wordsOfLine(lineText);
  if (column !== undefined) return wordAt(words, column)?.word;
  const end = lineText.search(/[({;]|(?<![=!<>+*/%&|^-])=(?!=)|(?<!:):(?!:)/);
  return (words.findLast((found) => end < 0 || found.column <= end) ?? words[0])?.word;
}

/** The word that is nearest to a column; of equals the first. */
export function nearestWord(words: readonly LineWord[], column: number): LineWord | undefined {
  const distance = (found: LineWord) => Math.max(found.column - column, column - endOf(found) + 1, 0);
  return [...words].sort((a, b) => distance(a) - distance(b))[0];
}

function endOf({ word, column }: LineWord): number {
  return column + word.length;
}
