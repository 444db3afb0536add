import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { Folders } from "./folders.ts";

/** A declaration of a file of the index. The same declaration is always the same object. */
export type Declaration = Omit<DeclarationFact, "parent"> & {
  readonly file: IndexedFile;
  /** Its index among the declarations of the file; -1 for the file as a whole, which a resolver makes for a module. */
  readonly index: number;
  readonly parent: Declaration | undefined;
};

/** A file of the index. */
export type IndexedFile = {
  /** Absolute. */
  readonly path: string;
  /** The name of its language. */
  readonly language: string;
  /** In source order. Only those of an open file have locals. */
  readonly declarations: readonly Declaration[];
};

/** What is known of all files of a code base: what resolution looks names up in. */
export type CodeIndex = {
  /** The folders of the code base: absolute. */
  readonly roots: readonly string[];
  readonly files: readonly IndexedFile[];
  fileAt(path: string): IndexedFile | undefined;
  /** All declarations of a name but locals, in the order of files. */
  named(name: string): readonly Declaration[];
  /** The names of all declarations but locals, each at least once. */
  names(): Iterable<string>;
  /** The files with this name in their folder, such as `utils.py`. */
  filesNamed(name: string): readonly IndexedFile[];
  readonly folders: Folders;
  /** What an index has replaced, where it is one with an open file: what is known of the other files holds for both. */
  readonly overlay?: { readonly base: CodeIndex; readonly replaced: IndexedFile; readonly own: IndexedFile };
};
