/**
 * Unified diffs. Input: the lines of a text, and lines that replace others; output: hunks. Changes that are near each other are in the
 * same one.
 */
import { hiddenExcept } from "./escape/hidden.ts";
import { lineText } from "./escape/line.ts";

/** Lines of a text that change, as a unified diff has them. */
export type Hunk = {
  /** The first and the last line that change; the line after for what is only added. */
  readonly line: number;
  readonly end_line: number;
  /** `@@ -1,3 +1,2 @@`, then lines that begin with a blank, `-` or `+`. */
  readonly diff: string;
};

/** Lines of a text from one on up to another, without it, and the lines that replace them. */
export type ChangedLines = { readonly from: number; readonly to: number; readonly made: readonly string[] };

/**
 * Returns the hunks of changes.
 *
 * @param lines of the text: see linesOf
 * @param blocks in the order of the lines
 * @param contextLines lines around a change
 * @param before lines that the new text has more than the old one before the first change
 */
export function unifiedHunks(
  lines: readonly string[],
  blocks: readonly ChangedLines[],
  contextLines: number,
  before = 0,
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let shift = before;
  for (let i = 0; i < blocks.length; ) {
    const run: ChangedLines[] = [];
    for (let block = blocks[i]; block !== undefined; block = blocks[++i]) {
      const last = run.at(-1);
      if (last !== undefined && block.from - last.to > 2 * contextLines) break;
      run.push(block);
    }
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) break;
    const from = Math.max(0, first.from - contextLines);
    const to = Math.min(lines.length, last.to + contextLines);
    const shown: string[] = [];
    let at = from;
    for (const { from: start, to: end, made } of run) {
      shown.push(...lines.slice(at, start).map((line) => signed(" ", line)));
      shown.push(...lines.slice(start, end).map((line) => signed("-", line)), ...made.map((line) => signed("+", line)));
      at = end;
    }
    shown.push(...lines.slice(at, to).map((line) => signed(" ", line)));
    const added = run.reduce((sum, { from: start, to: end, made }) => sum + made.length - (end - start), 0);
    const head = `@@ -${rangeText(from, to - from)} +${rangeText(from + shift, to - from + added)} @@\n`;
    hunks.push({ line: first.from + 1, end_line: Math.max(last.to, first.from + 1), diff: head + shown.join("") });
    shift += added;
  }
  return hunks;
}

/** Returns the lines before the hunks of a file that keeps its path. */
export function diffHead(path: string): string {
  return `--- ${quotedPath(`a/${path}`)}\n+++ ${quotedPath(`b/${path}`)}\n`;
}

const hidden = hiddenExcept("");

/** A path as git writes it: in quotes if a line of an answer cannot have it as it is, with the bytes of hidden characters in octal. */
function quotedPath(path: string): string {
  if (lineText(path) === path) return path;
  const octal = (text: string) =>
    Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return `"${path
    .replace(/["\\]/g, "\\$&")
    .replace(hidden, octal)
    .replace(/#(?=\[)/g, octal)}"`;
}

/** Returns the lines of a text, each with its line feed. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `12,3`: the first line and their number; of none the line before. */
function rangeText(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

function signed(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}
