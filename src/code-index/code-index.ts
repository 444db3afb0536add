import type { DeclarationFact, DeclarationKind } from "../facts/declaration-facts.ts";
import type { Folders } from "./folders.ts";

/** A declaration of a file of the index. The same declaration is always the same object. */
export type Declaration = Omit<DeclarationFact, "parent"> & {
  readonly file: IndexedFile;
  /** Its index among the declarations of the file; -1 for the file as a whole, which a resolver makes for a module. */
  readonly index: number;
  readonly parent: Declaration | undefined;
};

/** An import or include of a file, as far as dependencies between files need it. */
export type Import = Pick<Declaration, "kind" | "name" | "type" | "flags" | "line" | "at">;

/** A file of the index. */
export type IndexedFile = {
  /** Absolute. */
  readonly path: string;
  /** The name of its language. */
  readonly language: string;
  /** In source order. Only those of an open file have locals. */
  readonly declarations: readonly Declaration[];
  /** Those of them that name other files, in source order. The other declarations are not decoded, and none is kept. */
  readonly imports: Iterable<Import>;
};

/** The kinds of declarations that name other files. */
export const importKinds: ReadonlySet<DeclarationKind> = new Set(["include", "import", "star_import", "lazy_import"]);

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
