/**
 * The lines that differ in a symbol. Input: the texts of its file before and after, and the lines of the symbol in each; output: hunks
 * of a unified diff without context, at most some lines of them.
 */
import { type ChangedLines, linesOf, unifiedHunks } from "../../base/unified-hunks.ts";
import type { LineRange } from "../../code-index/changed-texts.ts";
import type { lineComparer } from "../../revisions/changed-lines.ts";

/** Lines of the diff of one symbol that are shown: enough for most changes, and a long one is read in the file. */
const maxShownLines = 12;

/** UTF-16 code units of a line that are shown. */
const maxShownChars = 160;

/** A text with the lines of a symbol in it, which count from 1. */
export type SymbolText = { readonly lines: readonly string[]; readonly ranges: readonly LineRange[] };

/** The lines of a text as `SymbolText` has them: with line feeds, one after the last line too. */
export function shownLines(text: string): readonly string[] {
  return linesOf(text.replace(/\r\n?/g, "\n")).map((line) => (line.endsWith("\n") ? line : `${line}\n`));
}

/**
 * Returns `@@ -3,1 +3,1 @@`, then the lines with `-` and `+`, and after the last one that is shown `… 8 more lines`; undefined if no
 * line differs.
 */
export function symbolDiff(
  before: SymbolText,
  now: SymbolText,
  compare: ReturnType<typeof lineComparer>,
): string | undefined {
  const [old, current] = [numbersIn(before), numbersIn(now)];
  const textOf = ({ lines }: SymbolText, numbers: readonly number[]) => numbers.map((i) => lines[i] ?? gap).join("");
  const { changed, removed } = compare(textOf(before, old), textOf(now, current));
  const hunks = blocksOf(removed, changed, old, current).flatMap(({ from, to, start, end }) => {
    const block: ChangedLines = { from, to, made: now.lines.slice(start, end) };
    return unifiedHunks(before.lines, [block], 0, start - from);
  });
  const lines = hunks.flatMap(({ diff }) => diff.split("\n").slice(0, -1));
  return lines.length === 0 ? undefined : bounded(lines).join("\n");
}

/** Instead of the lines of members. */
const gap = "\0\n";
const gapNumber = -1;

/** The indexes of the lines of a symbol, with a gap between two ranges. */
function numbersIn({ ranges }: SymbolText): readonly number[] {
  return ranges.flatMap(([first, last], i) => [
    ...(i === 0 ? [] : [gapNumber]),
    ...Array.from({ length: last - first + 1 }, (_, at) => first - 1 + at),
  ]);
}

/** Lines of both texts that differ: `from` to `to` are replaced by `start` to `end`. */
type Block = { readonly from: number; readonly to: number; readonly start: number; readonly end: number };

/** Pairs the ranges that only one text has; what is between them is the same in both. */
function blocksOf(
  removed: readonly LineRange[],
  changed: readonly LineRange[],
  old: readonly number[],
  current: readonly number[],
): readonly Block[] {
  const blocks: Block[] = [];
  const [gone, made] = [new Set(removed.flatMap(indexes)), new Set(changed.flatMap(indexes))];
  for (let [i, j] = [0, 0]; i < old.length || j < current.length; i++, j++) {
    const [from, start] = [i, j];
    while (gone.has(i)) i++;
    while (made.has(j)) j++;
    if (i === from && j === start) continue;
    const [oldRuns, newRuns] = [runsOf(old, from, i), runsOf(current, start, j)];
    for (let run = 0; run < Math.max(oldRuns.length, newRuns.length); run++) {
      const [a, b] = [
        oldRuns[run] ?? emptyAfter(oldRuns, old, from),
        newRuns[run] ?? emptyAfter(newRuns, current, start),
      ];
      blocks.push({ from: a[0], to: a[1], start: b[0], end: b[1] });
    }
  }
  return blocks;
}

function indexes([first, last]: LineRange): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first - 1 + i);
}

/** The lines without a gap between them, each run up to a line without it. */
function runsOf(numbers: readonly number[], from: number, to: number): readonly LineRange[] {
  const runs: (readonly [number, number])[] = [];
  for (const number of numbers.slice(from, to)) {
    const last = runs.at(-1);
    if (number === gapNumber) continue;
    if (last !== undefined && last[1] === number) runs[runs.length - 1] = [last[0], number + 1];
    else runs.push([number, number + 1]);
  }
  return runs;
}

/** The place of lines that only the other text has: after the last run, or else after the line before. */
function emptyAfter(runs: readonly LineRange[], numbers: readonly number[], at: number): LineRange {
  const before = numbers.slice(0, at).findLast((number) => number !== gapNumber);
  const place = runs.at(-1)?.[1] ?? (before === undefined ? (numbers[0] ?? 0) : before + 1);
  return [place, place];
}

/**
 * The lines that say most, in their order, with the number of lines that are left out between them. A head of a hunk without lines is left
 * out.
 */
function bounded(lines: readonly string[]): readonly string[] {
  const cut = lines.map((line) => (line.length > maxShownChars ? `${line.slice(0, maxShownChars)}…` : line));
  const chosen = chosenOf(lines);
  const shown: string[] = [];
  let [head, left]: [string | undefined, number] = [undefined, 0];
  for (const [at, line] of cut.entries()) {
    if (isHead(line)) head = line;
    else if (!chosen.has(at)) left++;
    else {
      shown.push(...moreLines(left), ...(head === undefined ? [] : [head]), line);
      [head, left] = [undefined, 0];
    }
  }
  return [...shown, ...moreLines(left)];
}

function moreLines(count: number): readonly string[] {
  return count === 0 ? [] : [`… ${count} more ${count === 1 ? "line" : "lines"}`];
}

function isHead(line: string): boolean {
  return line.startsWith("@@");
}

/** The indexes of the lines that are shown: by their weight, and of lines with the same weight the first one of each hunk before others. */
function chosenOf(lines: readonly string[]): ReadonlySet<number> {
  const weightOf = weightsIn(lines);
  const before = new Map<string, number>();
  let hunk = 0;
  const ranked = lines.flatMap((line, at) => {
    if (isHead(line)) hunk++;
    if (isHead(line)) return [];
    const weight = weightOf(line);
    const number = before.get(`${hunk} ${weight}`) ?? 0;
    before.set(`${hunk} ${weight}`, number + 1);
    return [{ at, weight, number }];
  });
  ranked.sort((a, b) => a.weight - b.weight || a.number - b.number || a.at - b.at);
  return new Set(ranked.slice(0, maxShownLines).map(({ at }) => at));
}

/** The start of a line that ends a function or a loop. */
const leaves = /^\s*(?:return|raise|throw|yield|co_return|co_yield|break|continue|goto)(?![\w$])/;

/** A line that says nothing by itself: it is empty, or has only brackets or a comment. */
const saysNothing =
  /^\s*(?:$|[\])}([{;,]+\s*$|\/\/|\/\*|\*(?:\s|\/|$)|"""|'''|#(?!\s*(?:if|el|endif|define|undef|include)|\[))/;

/** The weights of the lines of a diff, the ones that say most first: lines that are only indented in another way come after code. */
function weightsIn(lines: readonly string[]): (line: string) => number {
  const written = (sign: string) => new Set(lines.filter((line) => line.startsWith(sign)).map(withoutBlanks));
  const [removed, added] = [written("-"), written("+")];
  return (line) => {
    const text = line.slice(1);
    if (saysNothing.test(text)) return 3;
    if ((line.startsWith("-") ? added : removed).has(withoutBlanks(line))) return 2;
    return leaves.test(text) ? 0 : 1;
  };
}

function withoutBlanks(line: string): string {
  return line.slice(1).trim();
}
