import type { MeasuredFile } from "../answers/answer-kinds.ts";
import { type ListedSymbol, ListedSymbols } from "../answers/row-kinds.ts";
import { compareText } from "../base/compare-text.ts";
import { shortened } from "../base/cut-text.ts";
import { maxPageSignatureChars, maxPageSymbols } from "../base/limits.ts";
import { firstRows, leftOutOf } from "./first-rows.ts";
import type { FileData, SymbolData } from "./page-data.ts";
import type { FileRows } from "./tool-calls.ts";

/** The files of a report with their symbols. */
export type Outline = {
  readonly files: readonly FileData[];
  readonly kinds: readonly string[];
  readonly symbolCount: number;
  /** The number of symbols that are in the page. */
  readonly shownSymbols: number;
};

/**
 * Returns the outline of all files, in path order. Past `maxPageSymbols`, files have no more of them, and say how many there are.
 *
 * @param measured by path
 * @param separators what is between the parts of a qualified name, by path
 */
export function outlineOf(
  { files: rowsOfFiles }: FileRows,
  measured: ReadonlyMap<string, MeasuredFile>,
  separators: ReadonlyMap<string, string>,
): Outline {
  const kinds = new Map<string, number>();
  const kindOf = (kind: string) => {
    const known = kinds.get(kind) ?? kinds.size;
    kinds.set(kind, known);
    return known;
  };
  let symbolCount = 0;
  let shownSymbols = 0;
  const paths = [...new Set([...measured.keys(), ...rowsOfFiles.keys()])].sort(compareText);
  const files = paths.map((path): FileData => {
    const rows = rowsOfFiles.get(path);
    const symbols = rows === undefined ? [] : symbolsOf(ListedSymbols.parse(rows).symbols, kindOf);
    const shown = firstRows(symbols, maxPageSymbols - shownSymbols);
    symbolCount += symbols.length;
    shownSymbols += shown.rows.length;
    const file = measured.get(path);
    return {
      path,
      lines: file?.lines.total ?? 0,
      separator: separators.get(path) ?? "::",
      ...(file?.syntax_errors === true && { hasErrors: true as const }),
      symbols: shown.rows,
      ...(leftOutOf(shown) > 0 && { leftOut: leftOutOf(shown) }),
    };
  });
  return { files, kinds: [...kinds.keys()], symbolCount, shownSymbols };
}

/** Returns nested rows as a list in which each symbol comes before its members. */
function symbolsOf(rows: readonly ListedSymbol[], kindOf: (kind: string) => number): readonly SymbolData[] {
  const symbols: SymbolData[] = [];
  const add = (row: ListedSymbol, depth: number): void => {
    const { name, kind, container = "", line, column, signature = "", children = [] } = row;
    const shown = signature === name ? "" : shortened(signature, maxPageSignatureChars);
    symbols.push([depth, kindOf(kind), name, container, line, column, shown]);
    for (const child of children) add(child, depth + 1);
  };
  for (const row of rows) add(row, 0);
  return symbols;
}
