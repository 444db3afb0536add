/**
 * The optional parts of a tool over the index, by what decides them: how it reads files, where it looks, and how it answers in time.
 * Input: none, it has types only; output: the types. A tool that leaves out a part has the defaults of the part.
 */
import type { RowValues } from "../../answers/rows.ts";
import type { Term } from "../../code-index/search/question.ts";
import type { WantedLines } from "../source-lines/worded-lines.ts";
import type { FileRows, Plan } from "./plan.ts";

/** The options on reading the files of the code base. */
export type Reading<Input> = {
  /**
   * Returns the first reading of code that is not known, for a tool whose answers need few files: other files are read as its plans and
   * rows want them. Undefined for arguments that need all files (default: always).
   */
  readonly onDemand?: (input: Input) => OnDemand | undefined;
  /**
   * True if the word at a position is still being written, and the tool reads the unsaved text itself: of a file of the code base the
   * index then has the declarations of the saved text, and lines with the word answer nothing (default: false).
   */
  readonly completesWord?: boolean;
};

/** The first reading of code whose files are read as they are wanted. */
export type OnDemand = {
  /** The word of the name that is asked for (default: none, such as for a place). */
  readonly word?: string | undefined;
  /** The parts of the name that files must have to be read at first, `A::f` (default: the word). Errors of these files count. */
  readonly name?: string | undefined;
  /** True if it has rows for uses: it looks at all files with the word, and at what these lead to (default: false). */
  readonly isOfUses?: boolean;
  /** True if rows need files without the word, such as that of the class of a variable (default: false). */
  readonly rowsReadOthers?: boolean;
  /** True if only calls about one file read on demand: of several, all files are read at once (default: false). */
  readonly isOfOneFile?: boolean;
};

/** The options on the files that are searched. */
export type Search<Input> = {
  /**
   * True if a call without symbol is about its `filepath`, if that is one file: the code base around it is searched, as it is with a
   * line (default: false).
   */
  readonly isAboutFile?: boolean;
  /** The limit that the paths of a call set (default: "search"). */
  readonly pathsLimit?: PathsLimit;
  /** The search of the workspace for symbols that the files of a call do not have (default: there is none). */
  readonly wider?: WiderSearch<Input>;
  /**
   * Returns texts if the answer also has the lines of files that no language reads: each line has one of the texts, as a whole word; `at
   * place` for the word at a place. Undefined if the answer is to have no such lines (default: always).
   */
  readonly mentionOf?: (input: Input) => MentionOf | undefined;
  /** Returns the words that are looked for in files that no language reads, for `mentioned` of the bounds of the answer (default: none). */
  readonly wordsOf?: (rows: readonly FileRows[]) => readonly string[];
};

/**
 * The limit that the paths of a call set. If they do not limit the search, the workspace is searched, if it has these files.
 *
 * - `search`: the files that are searched
 * - `rows`: the files of the plan that have rows
 * - `plan`: what the plan itself has left out, such as if its files are files with callers
 * - `symbol`: the files in which the symbol is declared
 */
export type PathsLimit = "search" | "rows" | "plan" | "symbol";

/** A search of the workspace for the symbols of a call with `filepath`. */
type WiderSearch<Input> = {
  /** Returns true for a plan that has not found all symbols that are asked for. */
  readonly isWanted: (plan: Plan, input: Input) => boolean;
} & WiderRows;

/** The files that have rows in a wider search. */
export type WiderRows =
  | { readonly rowsIn: "all files" }
  | {
      readonly rowsIn: "named files";
      /**
       * Returns true if a file loses no row by the wider search: its rows are then the answer.
       *
       * @param wide the rows of the file by the wider search; undefined for none
       * @param narrow its rows by the search of the files of the call
       */
      readonly keepsRows: (wide: RowValues | undefined, narrow: RowValues) => boolean;
    };

/** Texts, one of them in each line, or the place of a name. */
export type MentionOf =
  /** @param withProse true if lines of prose are asked for, also with an ordinary word */
  { readonly texts: readonly string[]; readonly withProse?: boolean } | "at place";

/** The options on answering in time, and on the work of a call that the next one uses. */
export type InTime<Input> = {
  /**
   * For a call that names nothing: returns the arguments for the parts of its answer that need few files, which are given if there is no
   * time for the others; undefined if there are no such parts (default: always). `by path` if the arguments are known only with the
   * paths: such an answer is given after the time of a call about a name, others after the longer time for reading code.
   *
   * @param listed the paths of the files of the code as answers show them; undefined if they are not known yet
   */
  readonly lesser?: (input: Input, listed: readonly string[] | undefined) => LesserCall<Input> | "by path" | undefined;
  /**
   * Returns the files that most likely have rows, best first, by their paths: they are the answer if the time is over before any file was
   * looked at (default: none).
   *
   * @param listed the paths of the files of the code as answers show them
   */
  readonly likelyFiles?: (input: Input, listed: readonly string[]) => readonly string[];
  /**
   * Returns the terms of a question in words: if no symbol can be looked for in time, the answer has the lines in which most terms are
   * (default: none).
   */
  readonly termsOf?: (input: Input) => readonly Term[];
  /**
   * Returns true if the answer about a file has the files that import it: if they are not known in time, it has the lines with the name of
   * the file (default: never).
   */
  readonly listsImporters?: (input: Input) => boolean;
  /**
   * Returns true if a call about one file has most of its answer once that file is read: without the other files it is given after the
   * time of a call about a name, and not after that of the whole call (default: never).
   */
  readonly isOfOneFile?: (input: Input) => boolean;
  /**
   * Returns the names of the arguments of a call that choose among uses by what they are: the lines of a text search, which an early
   * answer has, are not chosen by them (default: none).
   */
  readonly filtersOf?: (input: Input) => readonly string[];
  /**
   * True if a plan reads many files, and stops between them if the call is over: its worker keeps the findings so far for the next call
   * (default: false).
   */
  readonly plansInSteps?: boolean;
  /** The lines that come first if a text search is all that there is time for (default: none before others). */
  readonly wantedLines?: WantedLines;
  /** True if rows depend on the plan and the code only: calls with the same plan then share them (default: false). */
  readonly planTellsRows?: boolean;
};

/** A call that takes less time than another one. */
export type LesserCall<Input> = {
  readonly input: Input;
  /** The parts that its answer lacks, in words. */
  readonly leavesOut: string;
  /** Keys of its answer that would be wrong as the answer to the other call. */
  readonly without?: readonly string[];
};
