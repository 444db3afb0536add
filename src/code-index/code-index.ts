import type { DeclarationFact, DeclarationKind } from "../facts/declaration-facts.ts";
import type { Folders } from "./folders.ts";

/** A declaration of a file of the index. The same declaration is always the same object. */
export type Declaration = Omit<DeclarationFact, "parent"> & {
  readonly file: IndexedFile;
  /** Its index among the declarations of the file; -1 for the file as a whole, which a resolver makes for a module. */
  readonly index: number;
  readonly parent: Declaration | undefined;
};

/** An import or include of a file, with the parts that dependencies between files need. */
export type Import = Pick<Declaration, "kind" | "name" | "type" | "flags" | "line" | "least" | "at">;

/** Returns the line where the statement of an import begins: a name of it may be on a later one. */
export function lineOfImport({ line, least }: Pick<Import, "line" | "least">): number {
  return line - least;
}

/** A file of the index. */
export type IndexedFile = {
  /** Absolute. */
  readonly path: string;
  /** The name of its language. */
  readonly language: string;
  /** In source order. Only open files have locals. */
  readonly declarations: readonly Declaration[];
  /** The declarations that name other files, in source order. The others are not decoded, and nothing is cached. */
  readonly imports: Iterable<Import>;
};

/** The kinds of declarations that name other files. */
export const importKinds: ReadonlySet<DeclarationKind> = new Set(["include", "import", "star_import", "lazy_import"]);

/** The facts about all files of a code base, in which resolution looks names up. */
/** The known declarations of a name; `isOpen` if files are to be read first that count, or which may lead to some. */
export type KnownNamed = { readonly declarations: readonly Declaration[]; readonly isOpen: boolean };

export type CodeIndex = {
  /** The folders of the code base: absolute. */
  readonly roots: readonly string[];
  readonly files: readonly IndexedFile[];
  fileAt(path: string): IndexedFile | undefined;
  /** All declarations of a name but locals, in the order of files. */
  named(name: string): readonly Declaration[];
  /**
   * The declarations of a name that are known, if other files may have some; undefined where all are known.
   *
   * @param counts true for a file that is to be read if it may have some
   */
  knownNamed?(name: string, counts: (file: IndexedFile) => boolean): KnownNamed | undefined;
  /** True if the text of a file has what a declaration of a name needs; also for a file that is known. */
  mayDeclare?(file: IndexedFile, name: string): boolean;
  /** The names of all declarations but locals, each at least once. */
  names(): Iterable<string>;
  /** At most `most` of these names that are written like one that nothing has, the nearest first: see `nearestOf`. */
  namesNear(name: string, most: number): readonly string[];
  /** The files with this name in their folder, such as `utils.py`. */
  filesNamed(name: string): readonly IndexedFile[];
  readonly folders: Folders;
  /** The index that this one replaces because of open files: facts about the other files are valid for both. */
  readonly overlay?: {
    readonly base: CodeIndex;
    /** File of the base → the same file as it is open. */
    readonly owns: ReadonlyMap<IndexedFile, IndexedFile>;
  };
};
