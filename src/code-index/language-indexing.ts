import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import type { DependencyFinder, DependencyOptions } from "./dependency.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import type { ListingRules } from "./listing.ts";
import type { MadeBy, NamedCode } from "./made-by.ts";
import type { FileOfNames, NamesOutsideTree } from "./names-outside-tree.ts";
import type { ReferencePlaces } from "./reference-places.ts";
import type { Resolver, ResolverOptions } from "./resolution.ts";

/** The code that declares and resolves the names of a language. */
export type LanguageIndexing = {
  readonly name: string;
  /** @param withLocals true for an open file: with names that are visible only inside functions */
  readonly declarationsIn: (file: ParsedFile, withLocals: boolean) => readonly DeclarationFact[];
  /** The declarations that list_symbols needs, if it needs any: without lines and columns. */
  readonly outlineIn?: (file: ParsedFile) => readonly DeclarationFact[];
  readonly resolver: (options: ResolverOptions) => Resolver;
  /** Finds the files that a file names; undefined if that is not known. */
  readonly dependencies: (options: DependencyOptions) => DependencyFinder | undefined;
  /** The files whose imports are asked for after the imports of a file: as its text has them, before its declarations are known. */
  readonly importsAhead?: (text: string, file: IndexedFile, index: CodeIndex) => readonly IndexedFile[];
  /** Symbols that list_symbols adds to the symbols of the queries. */
  readonly listing?: ListingRules;
  /**
   * The names that are written in calls of a symbol instead of its own, and of a class where its objects are made; undefined for
   * a symbol without such calls.
   */
  readonly madeBy?: (declaration: Declaration, symbol: FoundSymbol, code: NamedCode) => MadeBy | undefined;
  /**
   * The files that may call objects of a class, for the method of the class that runs then: in no order. Undefined for any other
   * declaration.
   */
  readonly filesCallingObjects?: (declaration: Declaration, code: NamedCode) => readonly string[] | undefined;
  /** Reads the words that the tree of a file does not have as names. */
  readonly namesOutsideTree: (file: FileOfNames, places: ReferencePlaces) => NamesOutsideTree;
  /** The offsets of words of code in a text, where masking takes some out of the tree. */
  readonly wordsOfCode?: (text: string) => Iterable<number>;
  /** True when tags.scm says what a name is a reference to. */
  readonly hasTags: boolean;
};
