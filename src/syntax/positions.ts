import type { Point } from "web-tree-sitter";

/** A place in a file. Both count from 1; a column counts UTF-16 code units, as editors do. */
export type Position = { readonly line: number; readonly column: number };

/** tree-sitter counts from 0; answers count from 1. Nothing else adds the one, or takes it away. */
function positionOf(point: Point): Position {
  return { line: point.row + 1, column: point.column + 1 };
}

/** The place of a position for tree-sitter. */
export function pointOf({ line, column }: Position): Point {
  return { row: line - 1, column: column - 1 };
}

/** The position of an offset in a text, such as the place of an error in a query. */
export function positionAt(text: string, index: number): Position {
  return positionsIn(text)(index);
}

/**
 * The positions of offsets in a text: one pass over the text at the first one, and a binary search each. An offset
 * after the text, such as a line break that was added to it, is at its end.
 */
export function positionsIn(text: string): (index: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    const index = Math.min(offset, text.length);
    starts ??= lineStarts(text);
    let row = 0;
    for (let end = starts.length; end - row > 1; ) {
      const middle = (row + end) >> 1;
      if ((starts[middle] ?? 0) <= index) row = middle;
      else end = middle;
    }
    return positionOf({ row, column: index - (starts[row] ?? 0) });
  };
}

/** The offset of a 1-indexed position; undefined if the text has none. The end of a line is one. */
export function offsetAt(text: string, line: number, column: number): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const offset = start + column - 1;
  return offset <= (end < 0 ? text.length : end) ? offset : undefined;
}

/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
