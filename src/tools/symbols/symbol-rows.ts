/**
 * The rows of symbols in answers of list_symbols and extract_interface. Input: symbols of a file; output: a row for
 * each, in a list or nested in the row of its container.
 */
import { maxSymbolDepth } from "../../base/limits.ts";
import type { CodeSymbol } from "../../syntax/symbols.ts";
import type { ShortForms } from "../contract/short-forms.ts";
import type { ShortSymbolsOptions } from "./short-symbols.ts";

/** The detail of a row. */
export const details = ["names", "signatures", "full"] as const;

export type Detail = (typeof details)[number];

/** The row of a symbol, with its keys in the order of the answer and `children` in a nested one. */
export type SymbolRow = Pick<CodeSymbol, "name" | "kind" | "line" | "column"> & {
  readonly container?: string;
  end_line?: number;
  signature?: string;
  access?: CodeSymbol["access"];
  doc?: string;
  declared?: true;
  children?: SymbolRow[];
};

/** Returns the row of a symbol; `container` is empty if the nesting shows it. */
export function rowOf(symbol: CodeSymbol, detail: Detail, container: string): SymbolRow {
  const { name, kind, line, column, access } = symbol;
  // A scan makes millions of rows, and spreads take twice the time. No key is undefined: formats write each that is there.
  const row: SymbolRow = container === "" ? { name, kind, line, column } : { name, kind, container, line, column };
  if (detail !== "names") {
    row.end_line = symbol.endLine;
    row.signature = symbol.signature();
  }
  if (access !== undefined) row.access = access;
  const doc = detail === "full" ? symbol.doc() : undefined;
  if (doc !== undefined) row.doc = doc;
  if (symbol.isDeclared) row.declared = true;
  return row;
}

/**
 * Puts each symbol into the nearest listed symbol that contains it. A row has a container where the nesting does not
 * show it: `A` of `void A::f() {}`.
 */
export function nestedRows(
  symbols: readonly CodeSymbol[],
  detail: Detail,
): { readonly rows: SymbolRow[]; readonly exceedsDepth: boolean } {
  const known = new Set(symbols);
  const holderOf = nearest((symbol) => known.has(symbol) && symbol.depth < maxSymbolDepth);
  const listed = new Map<CodeSymbol, SymbolRow>();
  for (const symbol of symbols) {
    const isShown = holderOf(symbol.parent) === symbol.parent && symbol.qualifier === "";
    listed.set(symbol, rowOf(symbol, detail, isShown ? "" : symbol.container));
  }
  const rows: SymbolRow[] = [];
  for (const [symbol, row] of listed) {
    const holder = holderOf(symbol.parent);
    const holderRow = holder && listed.get(holder);
    if (holderRow === undefined) {
      rows.push(row);
    } else {
      // A member may come before its container: `typedef struct { int x; } s;`.
      holderRow.children ??= [];
      holderRow.children.push(row);
    }
  }
  return { rows, exceedsDepth: symbols.some(({ depth }) => depth > maxSymbolDepth) };
}

/** Returns a lookup of the nearest fit symbol among a symbol and its containers. Each chain is walked once. */
function nearest(isFit: (symbol: CodeSymbol) => boolean) {
  const known = new Map<CodeSymbol, CodeSymbol | undefined>();
  return (from: CodeSymbol | undefined): CodeSymbol | undefined => {
    const passed: CodeSymbol[] = [];
    let symbol = from;
    while (symbol !== undefined && !known.has(symbol) && !isFit(symbol)) {
      passed.push(symbol);
      symbol = symbol.parent;
    }
    const found = symbol !== undefined && known.has(symbol) ? known.get(symbol) : symbol;
    for (const below of passed) known.set(below, found);
    return found;
  };
}

/** Makes the poorer forms of rows of a call, whose module few calls need. */
export async function shortSymbols(options: ShortSymbolsOptions): Promise<ShortForms> {
  const { ShortSymbols } = await import("./short-symbols.ts");
  return new ShortSymbols(options);
}
