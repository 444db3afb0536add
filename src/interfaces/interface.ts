import type { CodeSymbol } from "../syntax/symbols.ts";
import type { ReadTree } from "./read-tree.ts";

/** The interfaces of files of a language. */
export type LanguageInterface = {
  readonly language: string;
  readonly write: (file: ReadTree, options: InterfaceOptions) => Interface;
  /** True for a symbol that is private by its name; undefined if access tells. */
  readonly isPrivate?: (symbol: CodeSymbol) => boolean;
  /** True if documentation is in strings of the code. */
  readonly hasDocstrings: boolean;
  /** The beginning of a comment that ends with its line. */
  readonly lineComment: string;
};

/** What an interface has of a file. */
export type InterfaceOptions = {
  readonly includePrivate: boolean;
  readonly includeComments: boolean;
  /** True for a file that no other one includes, such as `.cpp`. */
  readonly isSource: boolean;
};

/** The interface of a file as code of its language. */
export type Interface = {
  readonly text: string;
  /** The number of bodies of functions in it, by the reason. */
  readonly kept: ReadonlyMap<string, number>;
  /** True when the file declares nothing. */
  readonly isEmpty: boolean;
};
