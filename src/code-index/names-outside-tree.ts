import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import type { CodeIndex } from "./code-index.ts";
import type { ReferenceType } from "./reference-types.ts";
import { annotationTextRule, keyRule, type Resolution } from "./resolution.ts";

/** A name that is used, and its resolution. */
export type UsedName = {
  /** `text` for a word of a string or a comment, `masked` for one of code that masking has taken out of the tree. */
  readonly where: "masked" | "text" | "tree";
  readonly type: ReferenceType;
  readonly resolution: Resolution;
  /** True when the first target is meant: the name by itself would not say that. */
  readonly isSure: boolean;
};

/** The text and the tree of a file whose names are read, and the index that it is in. */
export type FileOfNames = { readonly tree: FlatTree; readonly text: string; readonly index: CodeIndex };

/** Offsets of a word. */
export type WordRange = { readonly start: number; readonly end: number };

/** The words of a file that its tree does not have as names. Valid as long as the file is. */
export type NamesOutsideTree = {
  /** The words that may be names, in source order. @param inTree offsets of names of the tree */
  words(inTree: ReadonlyMap<number, unknown>): Iterable<WordRange>;
  /** True for a word that may be a name. */
  mayBeName(offset: number, word: string): boolean;
  /** True for a name, also of the tree, that is a parameter of the macro whose definition it is in. */
  isOfMacro?(offset: number, word: string): boolean;
  /** The use of a word that may be a name, by its resolution. */
  useOf(resolution: Resolution, offset: number): Omit<UsedName, "resolution">;
};

/** Names in strings and comments: a word is a name if a rule says so. */
export function namesInText(words: () => Iterable<WordRange>): NamesOutsideTree {
  return {
    words,
    mayBeName: () => true,
    useOf: ({ confidence, rule }) => {
      const isType = rule === annotationTextRule;
      const isName = isType || rule === keyRule;
      const isSure = confidence === "exact" || (isName && confidence === "likely");
      return { where: "text", type: isType ? "type" : "text", isSure };
    },
  };
}
