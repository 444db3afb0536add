import type { Links } from "./link-template.ts";

/** The data of the page's script: the one JSON block of the page. */
export type PageData = {
  readonly links: Links;
  /** The kinds of symbols, which symbols name by their places here. */
  readonly kinds: readonly string[];
  /** In path order. */
  readonly files: readonly FileData[];
  /** In the order of the page, which has an element for each. */
  readonly rules: readonly RuleData[];
  /** By the file of a symbol and its place there, as `3:14`. */
  readonly details: Readonly<Record<string, DetailData>>;
  /** Imports between files. */
  readonly imports: readonly (readonly [from: number, to: number])[];
};

/** The uses of a symbol: their number, its source and the line of its start, and the first uses, in the symbol `around` or in none (-1). */
export type DetailData = readonly [
  uses: number,
  /** The line where the source begins. */
  start: number,
  source: string,
  shown: readonly (readonly [file: number, line: number, around: number])[],
];

export type FileData = {
  /** Relative to the folder of the report, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** The separator in a qualified name. */
  readonly separator: string;
  /** True when the file has syntax errors; left out otherwise. */
  readonly hasErrors?: true;
  /** In the order of an outline: members after what contains them. */
  readonly symbols: readonly SymbolData[];
  /** The number of symbols that the page leaves out; absent for none. */
  readonly leftOut?: number;
};

/** A symbol. Tuples: a code base has tens of thousands. */
export type SymbolData = readonly [
  /** Levels of symbols around it. */
  depth: number,
  kind: number,
  name: string,
  /** Its class if the outline does not show it, or "": `A` of `void A::f() {}`. */
  container: string,
  line: number,
  column: number,
  signature: string,
];

type RuleData = { readonly places: readonly PlaceData[] };

export type PlaceData = readonly [file: number, line: number, column: number, message: string, text: string];
