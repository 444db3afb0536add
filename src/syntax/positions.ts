import type { Point } from "web-tree-sitter";

/** A place in a file. Both count from 1; a column counts UTF-16 code units, as editors do. */
export type Position = { readonly line: number; readonly column: number };

/** tree-sitter counts from 0; answers count from 1. Nothing else adds the one. */
export function positionOf(point: Point): Position {
  return { line: point.row + 1, column: point.column + 1 };
}

/** The position of an offset in a text, such as the place of an error in a query. */
export function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index);
  const row = before.split("\n").length - 1;
  return positionOf({ row, column: index - (before.lastIndexOf("\n") + 1) });
}
