import stringWidth from "string-width";

/** Columns of the terminal up to which a cell makes its column wider: one long name would move all others away. */
const maxAlignedWidth = 48;

/** The share of a terminal up to which a cell after the first, which is a place, makes its column wider: others need room, too. */
const alignedShare = 1 / 4;

/** Blanks between two columns. */
const between = "  ";

/** Blanks before the cells that do not fit on the line of their row, in addition to the row's own. */
const foldedIndent = "    ";

/** A part of a row, and the columns of the terminal that it takes. */
type Cell = { readonly text: string; readonly width: number };

/**
 * Returns lines with their columns below each other, as wide as a terminal shows them; the last cell of a line is as long
 * as it is. A row that is wider than the terminal goes on in the next line, between two of its cells or, if a cell is wider than
 * the terminal, between two of its words. A line of one cell is left as it is.
 *
 * @param mark what is between the cells of a line
 * @param columns the width of the terminal; undefined if it is not known
 */
export function alignedText(lines: readonly string[], mark: string, columns = Number.POSITIVE_INFINITY): string {
  const rows = lines.map((line) => line.split(mark).map((text) => ({ text, width: stringWidth(text) })));
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, { width }] of cells.slice(0, -1).entries()) {
      const widest = column === 0 ? maxAlignedWidth : Math.min(maxAlignedWidth, columns * alignedShare);
      if (width <= widest) widths[column] = Math.max(widths[column] ?? 0, width);
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
    if (column > 0 && used + width > columns) {
      const lines = wordLines(text, columns - used, columns - indent.length);
      row += lines.join(`\n${indent}`);
      used = (lines.length === 1 ? used : indent.length) + stringWidth(lines.at(-1) ?? "");
      if (!isLast) {
        row += between;
        used += between.length;
      }
      continue;
    }
    const padding = isLast ? "" : " ".repeat(Math.max(0, (widths[column] ?? 0) - width)) + between;
    row += text + padding;
    used += width + padding.length;
  }
  return row;
}

/** Divides a cell into lines of so many columns, the first of its own width; a word that is wider is a line. */
function wordLines(text: string, firstWidth: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S )(?=\S)/)) {
    const room = lines.length === 0 ? firstWidth : width;
    if (line !== "" && stringWidth((line + word).trimEnd()) > room) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  return [...lines, line];
}
