import type { MeasuredFile } from "../answers/answer-kinds.ts";
import { compareText } from "../base/compare-text.ts";
import { maxPageWorstFunctions } from "../base/limits.ts";
import { firstRows } from "./first-rows.ts";

/** A function with the numbers that the table of the page has. */
export type WorstFunction = {
  readonly path: string;
  readonly line: number;
  /** Qualified. */
  readonly name: string;
  readonly numbers: Readonly<Record<Column, number>>;
};

/** The columns with numbers, in the order of the table. */
export const columns = ["cognitive", "complexity", "lines", "nesting", "parameters"] as const;
export type Column = (typeof columns)[number];

/**
 * Returns the functions that are the worst by one of the columns, hardest to understand first: by whichever column the
 * table is sorted, it begins with the worst of all.
 *
 * @param separators the separator in a qualified name, by path
 */
export function worstFunctions(
  files: ReadonlyMap<string, Pick<MeasuredFile, "functions">>,
  separators: ReadonlyMap<string, string>,
): readonly WorstFunction[] {
  const all = [...files].flatMap(([path, { functions }]) =>
    functions.map(({ name, container, line, cognitive, complexity, lines, nesting, parameters }) => ({
      path,
      line,
      numbers: { cognitive, complexity, lines, nesting, parameters },
      name: container === undefined ? name : container + (separators.get(path) ?? "::") + name,
    })),
  );
  const orders = columns.map((column) => inOrder([column, ...columns]));
  const worst = new Set(orders.flatMap((order) => firstRows([...all].sort(order), maxPageWorstFunctions).rows));
  return [...worst].sort(inOrder(columns));
}

/** Returns the order by some columns, the first one first, where large numbers come first; then by place. */
function inOrder(byColumns: readonly Column[]): (a: WorstFunction, b: WorstFunction) => number {
  return (a, b) => {
    for (const column of byColumns) {
      const difference = b.numbers[column] - a.numbers[column];
      if (difference !== 0) return difference;
    }
    return compareText(a.path, b.path) || a.line - b.line;
  };
}
