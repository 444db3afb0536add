import stringWidth from "string-width";

/** Columns of the terminal up to which a cell makes its column wider: one long name would move all others away. */
const maxAlignedWidth = 48;

/** Blanks between two columns. */
const between = "  ";

/**
 * Returns lines with their columns below each other, as wide as a terminal shows them; the last cell of a line is as long
 * as it is.
 *
 * @param mark what is between the cells of a line
 */
export function alignedText(lines: readonly string[], mark: string): string {
  const rows = lines.map((line) => line.split(mark).map((text) => ({ text, width: stringWidth(text) })));
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, { width }] of cells.slice(0, -1).entries()) {
      if (width <= maxAlignedWidth) widths[column] = Math.max(widths[column] ?? 0, width);
    }
  }
  return rows
    .map((cells) =>
      cells
        .map(({ text, width }, column) => {
          const isLast = cells.slice(column + 1).every((cell) => cell.width === 0);
          return isLast ? text : text + " ".repeat(Math.max(0, (widths[column] ?? 0) - width)) + between;
        })
        .join(""),
    )
    .join("");
}
