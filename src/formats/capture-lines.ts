/**
 * Captures with their lines of code in the format `brief`. Input: the rows of one file, in the order of their matches; output: one
 * line for all captures in a line of code, and the text of one of several lines once.
 */
import { CaptureRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";

/** Lines of code with the names of what is captured in them. */
export type CapturedLines = {
  readonly line: number;
  readonly end_line: number;
  /** The names of the captures, with the line if that is another one, and their number if there are several: `f`, `result:12`, `i ×4`. */
  readonly names: readonly string[];
  /** A line of code without the blanks around it, or a text of several lines. */
  readonly code: string;
};

/** True if rows are captures with their lines of code. */
export function isCaptures(rows: readonly RowValues[]): boolean {
  return rows.some(({ capture_name, context }) => capture_name !== undefined && context !== undefined);
}

/** Returns the lines of captures: each line of code once for all captures that follow each other in it. */
export function capturedLines(rows: readonly RowValues[]): readonly CapturedLines[] {
  const lines: (CapturedLines & { names: string[] })[] = [];
  const known = new Set<string>();
  let endOfText = 0;
  for (const row of CaptureRow.array().parse(rows)) {
    const { line, context, text } = row;
    // A match for each part of a definition has all of the definition.
    if (isLong(row) && known.has(keyOf(row))) continue;
    known.add(keyOf(row));
    const last = lines.at(-1);
    if (last !== undefined && (context === undefined || (last.line === line && last.code === context))) {
      last.names.push(nameIn(row, last.line));
      continue;
    }
    const isShown = isLong(row) && endOf(row) > endOfText;
    if (isShown) endOfText = endOf(row);
    const code = isShown || context === undefined ? text : context;
    lines.push({ line, end_line: endOf(row), names: [row.capture_name], code });
  }
  return lines.map(({ names, ...line }) => ({ ...line, names: counted(names) }));
}

/** Returns each name once, in the order of the first of each: `i ×4` for four captures. */
function counted(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => (count === 1 ? name : `${name} ×${count}`));
}

function nameIn({ capture_name: name, line }: CaptureRow, first: number): string {
  return line === first ? name : `${name}:${line}`;
}

function isLong({ text }: CaptureRow): boolean {
  return text.includes("\n");
}

function endOf({ line, text }: CaptureRow): number {
  return line + text.split("\n").length - 1;
}

function keyOf({ capture_name: name, line, column, text }: CaptureRow): string {
  return [name, line, column, text.length].join(" ");
}
