/**
 * The uses of the symbols of a report. Input: what the files define and use, file by file; output: by symbol of the outline, the
 * number of its uses, the first of them with the symbols around, and its source.
 */
import { maxPageSourceChars, maxPageUses } from "../base/limits.ts";
import type { UsesOfFile } from "../tools/inner/symbol-uses.ts";
import type { DetailData, FileData } from "./page-data.ts";

/** A symbol of the outline, by its file and its place in it. */
type SymbolPlace = { readonly file: number; readonly symbol: number };

/** A symbol of the outline with its uses. */
export type UsedSymbol = SymbolPlace & {
  readonly name: string;
  readonly line: number;
  readonly isFunction: boolean;
  /** The line where the source begins, with its documentation. */
  readonly start: number;
  readonly source: string;
  readonly uses: readonly Use[];
  /** Files with a use, and uses in tests. */
  readonly files: number;
  readonly testUses: number;
  /** True if it is part of a test itself. */
  readonly isTest: boolean;
};

type Use = { readonly file: number; readonly line: number; readonly around: number };

/** Kinds of symbols whose source and uses a page shows. */
const functionKinds: ReadonlySet<string> = new Set(["constructor", "function", "method"]);
const shownKinds: ReadonlySet<string> = new Set([
  ...functionKinds,
  "class",
  "enum",
  "interface",
  "macro",
  "struct",
  "trait",
  "type",
  "union",
]);

/**
 * Joins definitions and uses of all files.
 *
 * @param rows by path: files that could not be read have none
 */
export function usedSymbols(
  files: readonly FileData[],
  kinds: readonly string[],
  rows: ReadonlyMap<string, UsesOfFile>,
): readonly UsedSymbol[] {
  const found = new Map<string, UsedSymbol & { uses: Use[] }>();
  const around = files.map(({ path, symbols }, file) => {
    const { definitions = [], isTest = false } = rows.get(path) ?? {};
    const places = new Map(symbols.map(([, , name, , line], place) => [`${line}:${name}`, place]));
    return definitions
      .flatMap(({ symbol, name, line, start, endLine, source }) => {
        const place = places.get(`${line}:${name}`);
        const kind = kinds[symbols[place ?? -1]?.[1] ?? -1] ?? "";
        if (place === undefined || !shownKinds.has(kind)) return [];
        const isFunction = functionKinds.has(kind);
        const known = { file, symbol: place, name, line, isFunction, start, source, isTest };
        if (!found.has(symbol)) found.set(symbol, { ...known, uses: [], files: 0, testUses: 0 });
        return [{ place, line, endLine }];
      })
      .sort((a, b) => a.line - b.line);
  });
  const testUses = new Map<string, number>();
  for (const [file, { path }] of files.entries()) {
    const { uses = [], isTest = false } = rows.get(path) ?? {};
    for (const { symbol, line } of uses) {
      const within = around[file]?.findLast((one) => one.line <= line && line <= one.endLine);
      found.get(symbol)?.uses.push({ file, line, around: within?.place ?? -1 });
      if (isTest) testUses.set(symbol, (testUses.get(symbol) ?? 0) + 1);
    }
  }
  return Array.from(found, ([symbol, one]) => ({
    ...one,
    files: new Set(one.uses.map(({ file }) => file)).size,
    testUses: testUses.get(symbol) ?? 0,
  }));
}

/** Returns what the page shows of symbols: the sources of the most used ones, as many as there is room for. */
export function detailsOf(symbols: readonly UsedSymbol[]): Readonly<Record<string, DetailData>> {
  let left = maxPageSourceChars;
  const byUse = [...symbols].sort((a, b) => b.uses.length - a.uses.length || a.file - b.file || a.symbol - b.symbol);
  const details = byUse.map(({ file, symbol, uses, source, start }): readonly [string, DetailData] => {
    left -= source.length;
    const shown = firstOfEach(uses)
      .slice(0, maxPageUses)
      .map((use) => [use.file, use.line, use.around] as const);
    return [`${file}:${symbol}`, [uses.length, start, left < 0 ? "" : source, shown]];
  });
  return Object.fromEntries(details);
}

/** The first use in each symbol, and each use outside of one. */
function firstOfEach(uses: readonly Use[]): readonly Use[] {
  const seen = new Set<string>();
  return uses.filter(({ file, line, around }) => {
    const key = around < 0 ? `${file}:line ${line}` : `${file}:${around}`;
    return !seen.has(key) && seen.add(key);
  });
}
