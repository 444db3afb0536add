/**
 * Lines of code around uses, which lie close to each other, as one piece. Input: rows of one file in the order of their lines;
 * output: the same rows; only the last one of a piece has its lines.
 */
import type { RowValues } from "../answers/rows.ts";

/** Rows in sequence, with the lines of all of them by their numbers; no lines for a row that has no numbered ones. */
type Piece = { readonly rows: RowValues[]; readonly lines: Map<number, string>; last: number };

/** A line of code with its number and the sign after it: `:` for the line of a row, `-` for others. */
const numberedLine = /^(\d+)[:-]/;

/**
 * Joins the texts of rows whose lines overlap, or follow each other: `12- a`, `13: b` and `13- b`, `14: c` become `12- a`, `13: b`,
 * `14: c` of the second row. Any other text is left as it is.
 */
export function joinedLines(rows: readonly RowValues[]): readonly RowValues[] {
  const pieces: Piece[] = [];
  for (const row of rows) {
    const lines = numberedLines(row.text);
    const [first = 0] = lines.keys();
    const last = first + lines.size - 1;
    const above = pieces.at(-1);
    const isNext = lines.size > 0 && above !== undefined && above.lines.size > 0;
    const [start = 0] = above?.lines.keys() ?? [];
    if (!isNext || first < start || first > above.last + 1) {
      pieces.push({ rows: [row], lines, last });
      continue;
    }
    above.rows.push(row);
    above.last = Math.max(above.last, last);
    for (const [number, line] of lines) if (!isOfRow(above.lines.get(number))) above.lines.set(number, line);
  }
  return pieces.flatMap(({ rows: own, lines }) =>
    own.length === 1
      ? own
      : own.map((row, i) => ({ ...row, text: i < own.length - 1 ? undefined : [...lines.values()].join("\n") })),
  );
}

/** The lines of a text of several lines by their numbers, which follow each other; none if it is any other text. */
export function numberedLines(text: unknown): Map<number, string> {
  const lines = new Map<number, string>();
  if (typeof text !== "string" || !text.includes("\n")) return lines;
  for (const line of text.split("\n")) {
    const number = Number(numberedLine.exec(line)?.[1] ?? Number.NaN);
    const [first = number] = lines.keys();
    if (number !== first + lines.size) return new Map();
    lines.set(number, line);
  }
  return lines;
}

/** True for a line of a row itself, `12: code`, as against one next to it. */
export function isOfRow(line: string | undefined): boolean {
  return line !== undefined && /^\d+:/.test(line);
}
