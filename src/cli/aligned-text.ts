import stringWidth from "string-width";

/** Columns of the terminal up to which a cell makes its column wider: one long name would move all others away. */
const maxAlignedWidth = 48;

/** Blanks between two columns. */
const between = "  ";

/** Blanks before the cells that do not fit on the line of their row, in addition to the row's own. */
const foldedIndent = "    ";

/** A part of a row, and the columns of the terminal that it takes. */
type Cell = { readonly text: string; readonly width: number };

/**
 * Returns lines with their columns below each other, as wide as a terminal shows them; the last cell of a line is as long
 * as it is. A row that is wider than the terminal goes on in the next line, between two of its cells.
 *
 * @param mark what is between the cells of a line
 * @param columns the width of the terminal; undefined if it is not known
 */
export function alignedText(lines: readonly string[], mark: string, columns = Number.POSITIVE_INFINITY): string {
  const rows = lines.map((line) => line.split(mark).map((text) => ({ text, width: stringWidth(text) })));
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, { width }] of cells.slice(0, -1).entries()) {
      if (width <= maxAlignedWidth) widths[column] = Math.max(widths[column] ?? 0, width);
    }
  }
  return rows.map((cells) => rowText(cells, widths, columns)).join("");
}

function rowText(cells: readonly Cell[], widths: readonly number[], columns: number): string {
  const [first] = cells;
  const indent = (/^ */.exec(first?.text ?? "")?.[0] ?? "") + foldedIndent;
  let row = "";
  let used = 0;
  for (const [column, { text, width }] of cells.entries()) {
    const isLast = cells.slice(column + 1).every((cell) => cell.width === 0);
    if (column > 0 && used + width > columns && used > indent.length) {
      row = `${row.trimEnd()}\n${indent}`;
      used = indent.length;
    }
    const padding = isLast ? "" : " ".repeat(Math.max(0, (widths[column] ?? 0) - width)) + between;
    row += text + padding;
    used += width + padding.length;
  }
  return row;
}
