/**
 * The contract of a tool over files: a function from one file to its rows. Input: a tool as its file writes it; output:
 * the same tool without the type of its input, as the table has it.
 */
import type { RowKind, RowValues } from "../../answers/rows.ts";
import type { UnreadKind } from "../../base/unread-kinds.ts";
import type { TextEdit } from "../../edits/text-edits.ts";
import type { Language, Languages } from "../../syntax/languages.ts";
import type { NeededText } from "../../syntax/needed-words.ts";
import type { FileOutline, ParsedFile } from "../../syntax/parse.ts";
import type { ListPart, RowRoom } from "../answers/row-room.ts";
import type { TargetArguments } from "../arguments/target-arguments.ts";
import { type Described, descriptionOf } from "./described.ts";
import type { AnyIndexTool } from "./index-tool.ts";
import type { AnyServerTool } from "./server-tool.ts";
import type { ShortBounds, ShortForms } from "./short-forms.ts";

/**
 * A tool over files: a pure function from one file to the rows of its answer.
 *
 * The engine is responsible for paths, reading, limits, threads and transport. The handlers run in workers, and
 * handlers that read an outline also on facts of the cache.
 */
export type FileTool<Input extends TargetArguments = TargetArguments> = Described<Input> & {
  readonly search?: FileSearch<Input>;
  readonly parsing?: Parsing<Input>;
  readonly notes?: Notes<Input>;
  readonly totals?: Totals;
  /** Arguments that a call has, unless it says otherwise, for an answer that is read line by line. */
  readonly readArguments?: Partial<Input>;
  /** Returns the kind of rows that arguments ask for instead of `kind`. */
  readonly kindOf?: (input: Input) => RowKind;
  /** Returns true for arguments that a tool of its name over the index answers: see `answeringTool` (default: never). */
  readonly needsIndexFor?: (input: Input) => boolean;
  /**
   * Returns the dependencies of rows other than files, arguments and facts, such as lint rules; undefined for nothing.
   */
  readonly rulesOf?: (input: Input, languages: Languages) => readonly string[];
  /**
   * Returns a function that makes the poorer forms of rows that do not fit; undefined for arguments whose answer has pages instead
   * (default: always).
   */
  readonly shortFormsOf?: (input: Input) => ShortFormsMaker | undefined;
  /**
   * Throws a UserError when the arguments cannot work for a language; its files are then skipped.
   *
   * @param all all languages that there are
   */
  readonly check?: (input: Input, language: Language, all: Languages) => Promise<void>;
} & (
    | {
        /** The rows depend on what the file defines and imports, and on nothing else of its tree. */
        readonly needs: "outline";
        /** Returns the rows of a file, with their keys in the order of the answer. */
        readonly rowsOf: (file: FileOutline, input: Input) => ToolRows;
      }
    | {
        /** `declarations` and `everything`: it has no rows, and is there for the facts that it leaves. */
        readonly needs: "tree" | "declarations" | "everything";
        /** @param room what the answer can show of the rows: a tool may leave out the others */
        readonly rowsOf: (file: ParsedFile, input: Input, room: RowRoom) => ToolRows | UnreadFile;
      }
  );

/** The options on the files that are searched. */
type FileSearch<Input> = {
  /**
   * True when tools/list calls filepath required, as the reference of the first four tools does. A call with source
   * has none (default: false).
   */
  readonly listsFilepathAsRequired?: boolean;
  /** The files that folders are searched for if a call has no patterns (default: files of all known languages). */
  readonly defaultPatterns?: readonly string[];
  /** Returns true for arguments that without filepath and source are about the workspace (default: never). */
  readonly searchesWorkspace?: (input: Input) => boolean;
  /** Returns the address of a symbol that one of the files has to have; undefined if there is none (default: always). */
  readonly symbolOf?: (input: Input) => string | undefined;
};

/** The options on parsing: a file that can have no row is not parsed. */
type Parsing<Input> = {
  /** The kinds of definitions that the rows are made of, when of nothing else: a file without them is not parsed. */
  readonly onlyKinds?: ReadonlySet<string>;
  /** Returns the pattern of names that the rows are of; a file without its words is not parsed. Undefined for all names. */
  readonly nameGlobOf?: (input: Input) => string | undefined;
  /** Returns the text that a file needs for a row; a file without it is not parsed. Undefined if that may be none. */
  readonly neededTextOf?: (input: Input, language: Language) => Promise<NeededText | undefined>;
};

/** The notes of an answer (default: none). */
type Notes<Input> = {
  /** Returns a note on the whole call, which only its arguments decide, such as that they can find nothing. */
  readonly onCall?: (input: Input) => string | undefined;
  /** Returns a note on a call without a row. */
  readonly onNothing?: (input: Input, searched: SearchedFiles) => string | undefined;
};

/** The totals of an answer about several files. */
type Totals = {
  /** True if it always has processed_files and failed_files (default: false). */
  readonly countsFiles?: boolean;
  /** Returns what it sums up of the rows of its files, by name, such as diagnostics by code (default: nothing). */
  readonly countsOf?: (rows: RowValues) => Readonly<Record<string, number>>;
};

type ShortFormsMaker = (bounds: ShortBounds) => Promise<ShortForms>;

type ToolRows = {
  readonly rows: RowValues;
  /** The edits of the file, for a call that writes. */
  readonly edits?: readonly TextEdit[];
  /** Words of the arguments that a file without rows has all the same: see `Notes`. */
  readonly wordsHeld?: readonly string[];
  /** A note on the rows, such as that there are more. */
  readonly warning?: string;
  /** True when nothing was found: a batch leaves the file out, unless the call names it. */
  readonly isEmpty?: boolean;
  /** The place of the rows in the list of all; omitted if all are there. */
  readonly part?: ListPart;
};

/** The files that were searched without a row: their number, and word → the number of files that have it. */
type SearchedFiles = { readonly files: number; readonly filesWith: ReadonlyMap<string, number> };

/** A file of a language related to its extension, which the tool does not support. */
type UnreadFile = { readonly unread: UnreadKind };

/** A tool over files, without the type of its input; `input` validates before the handlers run. */
export type AnyFileTool = Described<TargetArguments> &
  Pick<FileTool, "needs"> &
  Pick<FileSearch<TargetArguments>, "defaultPatterns" | "listsFilepathAsRequired"> &
  Totals & {
    readonly needsCheck: boolean;
    readonly check: (input: unknown, language: Language, all: Languages) => Promise<void>;
    readonly searchesWorkspace: (input: unknown) => boolean;
    /** True for valid arguments that a tool over the index answers. */
    readonly needsIndexFor: (input: unknown) => boolean;
    /** Returns the arguments with the defaults of an answer that is read line by line. */
    readonly withReadArguments: (input: TargetArguments) => TargetArguments;
    /** Validates the arguments once for many files. */
    readonly bind: (input: unknown) => BoundTool;
  };

/** A tool in the table. */
export type AnyTool = AnyFileTool | AnyIndexTool | AnyServerTool;

/** True for a tool over files. */
export function isFileTool<Tool extends Pick<AnyTool, "needs">>(
  tool: Tool,
): tool is Exclude<Tool, AnyIndexTool | AnyServerTool> {
  return tool.needs !== "index" && tool.needs !== "program";
}

/** A tool bound to its arguments. */
export type BoundTool = Pick<FileTool, "name" | "kind" | "needs"> &
  Pick<Parsing<TargetArguments>, "onlyKinds"> & {
    readonly shortForms: ShortFormsMaker | undefined;
    readonly nameGlob: string | undefined;
    readonly neededText: ((language: Language) => Promise<NeededText | undefined>) | undefined;
    readonly noteOnNothing: (searched: SearchedFiles) => string | undefined;
    readonly note: string | undefined;
    readonly symbol: string | undefined;
    readonly rulesOf: (languages: Languages) => readonly string[];
    readonly rowsOf: (file: ParsedFile, room: RowRoom) => ToolRows | UnreadFile;
    /** Undefined for a tool that reads more than an outline. */
    readonly rowsOfOutline: ((file: FileOutline) => ToolRows) | undefined;
  };

/** Makes a tool for the table: its handlers receive arguments that its own schema has validated. */
export function defineTool<Input extends TargetArguments>(tool: FileTool<Input>): AnyFileTool {
  const { name, input, kind, needs, check, kindOf, search = {}, parsing = {}, notes = {}, totals = {} } = tool;
  const { listsFilepathAsRequired, defaultPatterns } = search;
  const { onlyKinds, nameGlobOf, neededTextOf } = parsing;
  return {
    ...descriptionOf(tool),
    needs,
    ...totals,
    ...(listsFilepathAsRequired && { listsFilepathAsRequired }),
    ...(defaultPatterns && { defaultPatterns }),
    needsCheck: check !== undefined,
    searchesWorkspace: (given) => {
      const known = input.safeParse(given);
      return known.success && (search.searchesWorkspace?.(known.data) ?? false);
    },
    needsIndexFor: (given) => {
      const known = tool.needsIndexFor && input.safeParse(given);
      return known?.success === true && (tool.needsIndexFor?.(known.data) ?? false);
    },
    withReadArguments: (given) => ({ ...tool.readArguments, ...given }),
    check: async (given, language, all) => check?.(input.parse(given), language, all),
    bind: (given) => {
      const known = input.parse(given);
      return {
        name,
        needs,
        kind: kindOf?.(known) ?? kind,
        ...(onlyKinds && { onlyKinds }),
        nameGlob: nameGlobOf?.(known),
        neededText: neededTextOf && ((language) => neededTextOf(known, language)),
        noteOnNothing: (searched) => notes.onNothing?.(known, searched),
        note: notes.onCall?.(known),
        symbol: search.symbolOf?.(known),
        shortForms: tool.shortFormsOf?.(known),
        rulesOf: (languages) => tool.rulesOf?.(known, languages) ?? [],
        rowsOf: (file, room) => tool.rowsOf(file, known, room),
        rowsOfOutline: tool.needs === "outline" ? (file) => tool.rowsOf(file, known) : undefined,
      };
    },
  };
}
