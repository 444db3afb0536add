import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { PlacedSymbol } from "../syntax/symbols.ts";

/** A declaration without a symbol of the queries, and the tag of tags.scm or symbols.scm that gives its kind. */
export type Addition = { readonly fact: DeclarationFact; readonly tag: string };

/** The symbols of a file, and what it declares. */
export type Listing = {
  /** "" for unsaved text. */
  readonly path: string;
  readonly file: ParsedFile;
  readonly facts: readonly DeclarationFact[];
  /** By the offset of its name, the last declaration there. */
  readonly factAt: ReadonlyMap<number, DeclarationFact>;
  /** The symbols of the queries, in the order of their names. */
  readonly symbols: readonly PlacedSymbol[];
  /** Returns the nearest symbol around a declaration. */
  readonly holderOf: (fact: DeclarationFact) => PlacedSymbol | undefined;
};

/** Adds symbols to the symbols of the queries of a language, in source order. */
export type ListingRules = {
  readonly additionsOf: (listing: Listing) => readonly Addition[];
  /** Returns by declaration that is not listed the symbol that defines it, which has its access. */
  readonly definitionsOf?: (listing: Listing, added: readonly DeclarationFact[]) => Definitions;
};

export type Definitions = ReadonlyMap<DeclarationFact, PlacedSymbol>;
