import type { PlacedSymbol } from "../syntax/symbols.ts";

/** The number of documented symbols of a file, among symbols that others use. */
export type DocCoverage = { readonly documented: number; readonly total: number };

/** Kinds of symbols that are expected to be documented. */
const documentedKinds: ReadonlySet<string> = new Set([
  "class",
  "struct",
  "interface",
  "enum",
  "function",
  "method",
  "property",
]);

/** Kinds whose members others do not see. */
const functionKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator", "property"]);

/**
 * Counts types, functions and methods that others use, and how many have a comment or a docstring. Left out are
 * constructors and operators, symbols that are private or protected or begin with `_`, symbols inside of functions, and
 * definitions apart from their declaration, which has the comment (`void A::f() {}`).
 */
export function docCoverageOf(symbols: readonly PlacedSymbol[]): DocCoverage {
  const isShut = new Map<PlacedSymbol, boolean>();
  let [documented, total] = [0, 0];
  // A parent comes before what it holds, whatever its depth.
  for (const symbol of symbols) {
    const { parent, kind, name, access, qualifier } = symbol;
    const isHidden = name.startsWith("_") || access === "private" || access === "protected";
    const isInside = parent !== undefined && (isShut.get(parent) === true || functionKinds.has(parent.kind));
    isShut.set(symbol, isHidden || isInside);
    if (isHidden || isInside || qualifier !== "" || !documentedKinds.has(kind)) continue;
    total++;
    if (symbol.doc() !== undefined) documented++;
  }
  return { documented, total };
}
