/**
 * The types of a code base as a tool in a worker sees it: the index, files that are opened on demand, and the resolver
 * of each language. Input: paths; output: declarations, texts and resolved names of files.
 */
import type { CommentSigns } from "../syntax/comment-signs.ts";
import type { ParsedFile, PartParser } from "../syntax/parse.ts";
import type { ChangedTexts, ChangesRequest } from "./changed-texts.ts";
import type { CodeIndex, IndexedFile } from "./code-index.ts";
import type { DependencyFinder, DependencyOptions } from "./dependency.ts";
import type { LanguageIndexing } from "./language-indexing.ts";
import type { NamedCode } from "./made-by.ts";
import type { OpenFile, Resolver } from "./resolution.ts";
import type { WordList } from "./search/word-parts-table.ts";
import type { NumberedFile } from "./segment-index.ts";

/** A file of a code base with its declarations and its text, which is enough for what is said about them. */
export type DeclaredFile = {
  readonly file: IndexedFile;
  /** The text of the file, with line feeds for lone carriage returns. */
  readonly text: string;
  readonly index: CodeIndex;
  readonly parsePart: PartParser;
  readonly commentSigns: CommentSigns;
};

/** An open file of a code base, and the resolution of its names over an index that has its locals as well. */
export type ResolvedFile = OpenFile &
  DeclaredFile & {
    readonly resolver: Resolver;
    readonly indexing: LanguageIndexing;
    /**
     * The text with names that a backslash at the end of a line splits in one piece, at the same offsets; the text itself if
     * there are none.
     */
    readonly joinedText: string;
    /** Offset of a name → what tags.scm says that it is a reference to: `call` of `@reference.call`. */
    readonly referenceTags: () => ReadonlyMap<number, string>;
    /** The 1-indexed position of an offset of the text, in UTF-16 code units. */
    readonly positionOf: (offset: number) => { readonly line: number; readonly column: number };
    /** The offset of a 1-indexed position; undefined if the text has none. */
    readonly offsetAt: (line: number, column: number) => number | undefined;
  };

/** The text of a saved file as an edit of it needs it. */
export type EditableText = {
  /** The text as it was read, with lone carriage returns. Its offsets fit the open file. */
  readonly text: string;
  /** The byte order mark of the file, which a diff has before its first line; "" for none. */
  readonly mark: string;
  readonly language: string;
  /** See textDigest. */
  readonly digest: string;
};

/** A code base as a tool sees it that answers from the index. It is in a worker, and never waits for another file. */
export type Code = NamedCode & {
  /**
   * The index with a file without declarations for each one that could not be read: what `dependenciesOf` finds files in.
   */
  readonly importable: CodeIndex;
  /** The resolution of a language over the index, without locals. */
  resolverOf(language: string): Resolver;
  /** The rules of a language. Tools get them here, because the main thread has tools and must not load rules. */
  indexingOf(language: string): LanguageIndexing;
  /** Finds the files that files of a language name; undefined if that is not known. */
  dependenciesOf(language: string, includeFolders: DependencyOptions["includeFolders"]): DependencyFinder | undefined;
  /** True if files of a language may name what files of another one declare: they import in one way, as C and C++ do. */
  sharesNames(language: string, other: string): boolean;
  /** The name of a language for people: `C++`. */
  titleOf(language: string): string;
  /** The name of a language in SCIP: `CPP`. */
  scipNameOf(language: string): string;
  /**
   * Throws if the call is over, for loops that read many files: their findings so far are kept, and the worker with them, for the next call.
   */
  throwIfOver(): void;
  /** The separator of a language in names: `::` or `.`. */
  separatorOf(language: string): string;
  /** The path of a file as answers show it. */
  nameOf(path: string): string;
  /** The path of a file as a caller writes it; undefined if the index has no such file. */
  pathOf(name: string): string | undefined;
  /** The file that the unsaved text of the call stands for; undefined for a call without one. */
  readonly unsavedPath: string | undefined;
  /**
   * Parses a file of the index, or its unsaved text, and hands it to `use`; undefined if it cannot be read. The
   * argument of `use` is valid only inside of it.
   */
  withFile<Result>(path: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined>;
  /**
   * As `withFile`, for what looks at many files once: the file is not kept open. Undefined as well where it is not the one
   * that the index knows.
   */
  withFileOnce<Result>(path: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined>;
  /**
   * Parses a file of the index, or its unsaved text, and hands its tree and symbols to `use`, without resolving names;
   * undefined if it cannot be read. It is not kept open: for callers that look at many files once.
   */
  withParsed<Result>(path: string, use: (file: ParsedFile) => Result): Promise<Result | undefined>;
  /** As `withParsed`, with another text instead of that of the file, which need not be in the index. */
  withParsedText<Result>(path: string, text: string, use: (file: ParsedFile) => Result): Promise<Result | undefined>;
  /**
   * The files that differ between two states of the code base, with both of their texts.
   *
   * @throws UserError if a state cannot be read, such as a revision that is not there
   */
  changedTexts(request: ChangesRequest): Promise<ChangedTexts>;
  /** As `withFile`, with another text instead of that of the file: one with a statement that is being written. */
  withText<Result>(path: string, text: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined>;
  /**
   * The code base as it would be with other texts of some of its files: absolute path → text. Its `filesWith` tells the files
   * that have a word now.
   */
  withTexts(texts: ReadonlyMap<string, string>): Promise<Code>;
  /**
   * Reads a file of the index without parsing it, and hands it to `use` with its declarations, without locals;
   * undefined if it cannot be read, or is not the one that the index knows.
   */
  withDeclarations<Result>(path: string, use: (file: DeclaredFile) => Result): Promise<Result | undefined>;
  /** A file of the index with its saved text; undefined if that is not the one that the index knows. */
  savedFile(path: string): Pick<DeclaredFile, "file" | "text"> | undefined;
  /** The text of a file for its edits; undefined for an unsaved one, and if it cannot be read. */
  editable(path: string): EditableText | undefined;
  /** The saved files by number, for `wordLists`. */
  readonly numbered: readonly NumberedFile[];
  /** The words of saved texts. A word may be in several lists, with other files. */
  readonly wordLists: readonly WordList[];
  /** The number of files, without the unsaved text, and at most `max`. */
  countFilesWith(word: string, max: number): number;
};
