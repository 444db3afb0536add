import { plainLine } from "./labels.ts";

/** Columns of a line of a label, and its lines: most names fit one. */
const maxLineCells = 32;
const maxLines = 3;

/** Characters that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

/** The columns of a text in a font whose characters have one width. */
export function cellsOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
}

/**
 * The lines of a label: broken after a separator where there is one, and without its middle where it is longer than
 * three.
 */
export function linesOf(label: string): readonly string[] {
  const text = shortened(plainLine(label), maxLineCells * maxLines);
  const lines: string[] = [];
  let rest = Array.from(text);
  while (cellsOf(rest.join("")) > maxLineCells && lines.length < maxLines - 1) {
    const end = lineEnd(rest);
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(end);
  }
  return [...lines, shortened(rest.join(""), maxLineCells)];
}

/** A text of at most some columns: its beginning and its end, which names that are alike differ in. */
export function shortened(text: string, maxCells: number): string {
  if (cellsOf(text) <= maxCells) return text;
  const characters = Array.from(text);
  const [head, tail] = [Math.floor((maxCells - 1) / 2), Math.ceil((maxCells - 1) / 2)];
  const start = characters.slice(0, countWithin(characters, head)).join("");
  const reversed = characters.slice(-tail).reverse();
  const end = reversed.slice(0, countWithin(reversed, tail)).reverse().join("");
  return `${start}…${end}`;
}

/** The number of first characters that fit in some columns. */
function countWithin(characters: readonly string[], maxCells: number): number {
  let cells = 0;
  for (const [count, character] of characters.entries()) {
    cells += cellsOf(character);
    if (cells > maxCells) return count;
  }
  return characters.length;
}

/**
 * The end of the first line of characters: before the last parenthesis that leaves a third of a line, or else after the
 * last such separator, or where it is full.
 */
function lineEnd(characters: readonly string[]): number {
  const full = countWithin(characters, maxLineCells);
  const isSeparator = (end: number) => /[:/._\-,< ]/.test(characters[end - 1] ?? "") && characters[end] !== ":";
  const lastEnd = (isEnd: (end: number) => boolean) => {
    for (let end = full; end > full / 3; end--) if (isEnd(end)) return end;
    return undefined;
  };
  return lastEnd((end) => characters[end] === "(") ?? lastEnd(isSeparator) ?? full;
}
