/**
 * The contract of a tool over the index of a code base: plan, rows of files, further rounds, answer. Input: a tool as
 * its file writes it; output: the same tool without the type of its input, as the table has it.
 */
import type { IndexAnswer } from "../../answers/answer.ts";
import type { RowPlace } from "../../answers/cursor.ts";
import type { Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import type { PatchFolders } from "../../base/patch-paths.ts";
import type { Code, DeclaredFile, ResolvedFile } from "../../code-index/code.ts";
import type { FileEdits, WrittenFile } from "../../edits/text-edits.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import { type Described, descriptionOf } from "./described.ts";

/** The results of an index tool before it reads single files. It is passed to other threads: plain data. */
export type Plan = {
  /** The files to look at, absolute, in path order, or the best first if the answer has an order of its own. */
  readonly files: readonly string[];
  /** The input of the tool for them and for its answer. */
  readonly found: RowValues;
  /** True if files without the word of the name may change it: nothing was found, or a way to somewhere else. */
  readonly mayNeedMore?: boolean;
};

/** The rows of one file, in source order: `filepath` as answers show it. Plain data. */
export type FileRows = { readonly filepath: string; readonly rows: RowValues };

/** The limits of an answer. */
export type AnswerBounds = Room & {
  /** Files of the code base that were read and searched, and how many with the name or, for most tools, of all have syntax errors. */
  readonly searchedFiles: number;
  readonly filesWithErrors: number;
  /** Reason → number of files that were left out. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** Name of a known language → number of its files below folders that patterns leave out; undefined when there are none. */
  readonly notSearched?: Readonly<Record<string, number>> | undefined;
  /** The first of the files that could not be read, at most `maxNamedFiles`; `skipped` counts them all. */
  readonly unread: readonly UnreadFile[];
  /** Folder → number of its files that could not be read; undefined if all were. */
  readonly unreadFolders?: Readonly<Record<string, number>> | undefined;
  /** The end of the page before, from the cursor of the call; undefined for a call without one. */
  readonly after: RowPlace | undefined;
  /** List → number of its rows on the pages before, if the tool has counted them in the cursor. */
  readonly before?: Readonly<Record<string, number>> | undefined;
  /** Returns the cursor of the page after a row: it is refused with other arguments. */
  readonly cursorAfter: (place: RowPlace, counts?: Readonly<Record<string, number>>) => string;
  /** The reason why a planned further round did not run, such as `100 rounds`; undefined if none was planned. */
  readonly endedAfter?: string | undefined;
  /**
   * The nodes and edges together that a picture may have, and the message about a larger one, such as "are too many for
   * 1,568 pixels"; undefined if all pictures are taken that can be read.
   */
  readonly largestPicture?: { readonly size: number; readonly bound: string } | undefined;
  /** Words of the rows → a file that no language reads and that has it; undefined for a tool that does not ask, and if none was searched. */
  readonly mentioned?:
    | { readonly fileOf: ReadonlyMap<string, string>; readonly searched: number; readonly total: number }
    | undefined;
  /** The reason why no file was searched, as a sentence; undefined if some were. */
  readonly emptyReason?: string | undefined;
  /** True if the workspace was searched for the symbols, since the files of the call do not have them: see `looksWider`. */
  readonly isWider?: boolean;
  /** True if the paths that the call names are all of the workspace (default: false). */
  readonly isAll?: boolean;
  readonly patchFolders: PatchFolders;
  /** The files that the call has written; undefined for a call that writes none. */
  readonly written?: readonly WrittenFile[] | undefined;
};

/** The parts of a plan that are not known. */
type EditBounds = Pick<AnswerBounds, "endedAfter" | "unread">;

/** A file that could not be read, as answers show its path, and why. */
export type UnreadFile = { readonly filepath: string; readonly error: string };

/**
 * A tool over the index of a code base: pure functions of what `Code` gives. The engine decides which files the code base
 * has, brings the index up to date, and calls in this order: `plan` in one worker, `rowsOf` for each of its files in any
 * worker, `answer` in the main thread, which sees no stranger's text but these rows. A tool that finds out from rows which
 * files to look at next has `next`: then `rowsOf` and `next` take turns.
 */
export type IndexTool<Input> = Described<Input> & {
  readonly needs: "index";
  /**
   * True when a call without symbol is about its `filepath`, where that is one file: the code base around it is searched, as
   * it is with a line.
   */
  readonly isAboutFile?: boolean;
  /**
   * True if the answer about a file has the files that import it: if they are not known in time, it has the lines with the name of the
   * file (default: always false).
   */
  readonly listsImporters?: (input: Input) => boolean;
  /** True if the word at a position is still being written: lines with it answer nothing (default: false). */
  readonly completesWord?: boolean;
  /**
   * False when the tool reads the unsaved text itself: of a file of the code base it is then not parsed, and the index has
   * the declarations of the saved one (default: true).
   */
  readonly indexesUnsaved?: boolean;
  /** Set for a tool whose answers need few files: of code that is not known, these are read as its plans and rows want them. */
  readonly onDemand?: {
    /** Returns the word of the name that is asked for; undefined for a place. */
    readonly wordOf: (input: Input) => string | undefined;
    /** Returns the parts of the name that files must have to be read at first, `A::f` (default: the word). Errors of these files count. */
    readonly nameOf?: (input: Input) => string | undefined;
    /** True when it has rows for uses: it looks at all files with the word, and at what these lead to. */
    readonly isOfUses: boolean;
    /** True when rows need files without the word, such as that of the class of a variable (default: false). */
    readonly rowsReadOthers?: boolean;
    /** False for arguments that need all files (default: always true). */
    readonly isEnough?: (input: Input) => boolean;
  };
  /**
   * For a call that names nothing: the arguments for the parts of its answer that need few files, which are given if there is no time for
   * the others; undefined if there are no such parts.
   *
   * @param listed the paths of the files of the code as answers show them; undefined if they are not known yet
   */
  readonly lesser?: (input: Input, listed: readonly string[] | undefined) => LesserCall<Input> | undefined;
  /**
   * Set for a tool whose answers also have the lines of files that no language reads: returns texts: each line has one of them, as a
   * whole word; `at place` for the word at a place, and undefined if the answer is to have none.
   */
  readonly mentionOf?: (input: Input) => MentionOf | undefined;
  /** Returns the words that are looked for in files that no language reads, for `mentioned` of the bounds of the answer. */
  readonly wordsOf?: (rows: readonly FileRows[]) => readonly string[];
  /**
   * True when `filepath` says only which files have rows: the workspace is searched, if it has them. `by plan` if the files of the
   * plan are others, such as files with callers: then the plan itself has left out what the call does not name.
   */
  readonly narrowsRows?: boolean | "by plan";
  /**
   * For a plan that has not found all symbols that are asked for: if `filepath` is given, the workspace is searched for them. `named`
   * if only the files that the call names have rows then, and `all` if others have, too; undefined for a plan that has found them.
   */
  readonly looksWider?: (plan: Plan, input: Input) => "named" | "all" | undefined;
  /** True if a file loses no row by that: with the rows that it has by the wider search, and the ones by the files of the call. */
  readonly keepsRows?: (wide: RowValues | undefined, narrow: RowValues) => boolean;
  /** True if a plan reads many files, and stops between them if the call is over: its worker keeps the findings so far for the next call. */
  readonly plansInSteps?: boolean;
  /** True if rows depend on the plan and the code, and on no other argument: calls with the same plan then share them. */
  readonly planTellsRows?: boolean;
  /** True when `rowsOf` gets each file of the code base as the index knows it, and no other call of it will follow soon. */
  readonly readsAll?: boolean;
  /** The argument that the first word of a command line is, instead of a symbol. */
  readonly firstArgument?: string;
  /**
   * The argument that a command line reads from stdin: for `-` as its flag, and of a tool with a `firstArgument` also for `-` as the
   * first word, instead of a list of paths.
   */
  readonly stdinArgument?: string;
  /** Properties of answers at which a command line can fail, each with the part of `include` that tells: see `failing` of the answer. */
  readonly failWords?: FailWords;
  /** @throws UserError when the arguments name nothing: with alternatives */
  readonly plan: (code: Code, input: Input) => Promise<Plan>;
  /** Undefined if a file has no row. A tool has this, `rowsOfParsed` or `rowsAt`. */
  readonly rowsOf?: (file: ResolvedFile, code: Code, plan: Plan, input: Input) => RowValues | undefined;
  /** The same rows without a tree, which is much faster; undefined if they need one, or there are no rows. */
  readonly rowsOfDeclarations?: (file: DeclaredFile, code: Code, plan: Plan, input: Input) => RowValues | undefined;
  /**
   * The rows of a file from its tree and its symbols, instead of `rowsOf`: if names are not resolved, this takes less
   * than half the time.
   */
  readonly rowsOfParsed?: (
    file: ParsedFile,
    path: string,
    code: Code,
    plan: Plan,
    input: Input,
  ) => RowValues | undefined;
  /**
   * The rows of a file that the tool opens itself, instead of `rowsOf`: it also looks at the text that the file would have.
   * Null if it has no row, undefined if it cannot be read.
   */
  readonly rowsAt?: (path: string, code: Code, plan: Plan, input: Input) => Promise<RowValues | null | undefined>;
  /**
   * True if an answer about some of the files would be wrong: if its time is over before all are known, it has no edit, and `filepath` only says where
   * the symbol is declared, if the workspace has it.
   */
  readonly isWhole?: boolean;
  /**
   * The plan of a further round, made in one worker from the last one and its rows; undefined if nothing is left to
   * read. A plan without files is the last one. There are no more rounds than the engine has time for, so the first
   * ones matter most.
   */
  readonly next?: (code: Code, plan: Plan, rows: readonly FileRows[], input: Input) => Promise<Plan | undefined>;
  /**
   * Of a tool that edits files, the edits that a call with `apply` writes; undefined if the answer says why there are none. It
   * gets the same plan and rows as the answer.
   *
   * @throws UserError if they must not be written
   */
  readonly editsOf?: (
    plan: Plan,
    rows: readonly FileRows[],
    input: Input,
    bounds: EditBounds,
  ) => readonly FileEdits[] | undefined;
  /** Gets the plan of the last round, and the rows of all rounds: the rows of a file once for each. */
  readonly answer: (plan: Plan, rows: readonly FileRows[], input: Input, bounds: AnswerBounds) => IndexAnswer;
};

/** A call that takes less time than another one. */
type LesserCall<Input> = {
  readonly input: Input;
  /** The parts that its answer lacks, in words. */
  readonly leavesOut: string;
  /** True if its answer is given after the time of a call about a name (default: after the longer time for reading code). */
  readonly isSoon?: boolean;
  /** True if its arguments are known only with the paths of the files. */
  readonly needsPaths?: boolean;
  /** Keys of its answer that would be wrong as the answer to the other call. */
  readonly without?: readonly string[];
};

/** Texts, one of them in each line, or the place of a name. */
type MentionOf = { readonly texts: readonly string[] } | "at place";

/** The arguments that the engine reads of every index tool. */
export type CodeArguments = {
  readonly symbol?: string | undefined;
  /** Further symbols. */
  readonly symbols?: readonly string[] | undefined;
  /** The files to search; with `line` or `source` the file of the position. */
  readonly filepath?: string | readonly string[] | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The unsaved text of `filepath`. */
  readonly source?: string | undefined;
  /** The language of `source` where there is no filepath. */
  readonly language?: string | undefined;
  readonly recursive?: boolean | undefined;
  readonly file_patterns?: readonly string[] | undefined;
  readonly no_ignore?: boolean | undefined;
  /** Lines of files, such as `a.txt:10-60`, that the call asks for instead of anything else. */
  readonly lines?: readonly string[] | undefined;
  readonly max_chars?: number | undefined;
  readonly cursor?: string | undefined;
  /** True if the files are to be written. */
  readonly apply?: boolean | undefined;
};

type FailWords = Readonly<Record<string, string | undefined>>;

/** An index tool in the table, without the type of its input. */
export type AnyIndexTool = Described<CodeArguments> & {
  readonly needs: "index";
  readonly isAboutFile: boolean;
  readonly indexesUnsaved: boolean;
  readonly isWhole: boolean;
  readonly completesWord: boolean;
  readonly plansInSteps: boolean;
  readonly narrowsRows: boolean | "by plan";
  readonly planTellsRows: boolean;
  readonly firstArgument: string | undefined;
  readonly stdinArgument: string | undefined;
  readonly failWords: FailWords;
  /** Validates the arguments once for many files. */
  readonly bind: (input: unknown) => BoundIndexTool;
};

/** An index tool bound to its arguments. */
export type BoundIndexTool = {
  /** Set for a tool that has files read as it wants them, with the word of the name that is asked for. */
  readonly onDemand:
    | {
        readonly word: string | undefined;
        readonly name: string | undefined;
        readonly isOfUses: boolean;
        readonly rowsReadOthers: boolean;
      }
    | undefined;
  readonly readsAll: boolean;
  /** See IndexTool. */
  readonly listsImporters: boolean;
  /** See IndexTool; with the tool bound to the arguments. */
  readonly lesser: (
    listed: readonly string[] | undefined,
  ) => (LesserCall<CodeArguments> & { readonly bound: () => BoundIndexTool }) | undefined;
  readonly wordsOf: ((rows: readonly FileRows[]) => readonly string[]) | undefined;
  /** See IndexTool. */
  readonly mention: MentionOf | undefined;
  readonly plan: (code: Code) => Promise<Plan>;
  readonly looksWider: (plan: Plan) => "named" | "all" | undefined;
  readonly keepsRows: (wide: RowValues | undefined, narrow: RowValues) => boolean;
  readonly rowsOf: (file: ResolvedFile, code: Code, plan: Plan) => RowValues | undefined;
  readonly rowsOfDeclarations: ((file: DeclaredFile, code: Code, plan: Plan) => RowValues | undefined) | undefined;
  readonly rowsOfParsed:
    | ((file: ParsedFile, path: string, code: Code, plan: Plan) => RowValues | undefined)
    | undefined;
  readonly rowsAt: ((path: string, code: Code, plan: Plan) => Promise<RowValues | null | undefined>) | undefined;
  readonly next: ((code: Code, plan: Plan, rows: readonly FileRows[]) => Promise<Plan | undefined>) | undefined;
  readonly editsOf:
    | ((plan: Plan, rows: readonly FileRows[], bounds: EditBounds) => readonly FileEdits[] | undefined)
    | undefined;
  readonly answer: (plan: Plan, rows: readonly FileRows[], bounds: AnswerBounds) => IndexAnswer;
};

/**
 * Returns a function that reads what plans of a tool hold, each of them once: `rowsOf` gets the same plan for each of its files.
 *
 * @param schema of `found`
 */
export function planReader<Found>(schema: { readonly parse: (found: unknown) => Found }): (plan: Plan) => Found {
  const read = new WeakMap<Plan, { readonly found: Found }>();
  return (plan) => {
    const known = read.get(plan) ?? { found: schema.parse(plan.found) };
    read.set(plan, known);
    return known.found;
  };
}

/** Makes a tool for the table: its handlers receive arguments that its own schema has validated. */
export function defineIndexTool<Input extends CodeArguments>(tool: IndexTool<Input>): AnyIndexTool {
  const { needs, input, isAboutFile = false, indexesUnsaved = true, narrowsRows = false, isWhole = false } = tool;
  const {
    firstArgument,
    stdinArgument,
    failWords = {},
    planTellsRows = false,
    completesWord = false,
    plansInSteps = false,
  } = tool;
  return {
    ...descriptionOf(tool),
    needs,
    isAboutFile,
    indexesUnsaved,
    narrowsRows,
    planTellsRows,
    isWhole,
    completesWord,
    plansInSteps,
    firstArgument,
    stdinArgument,
    failWords,
    bind: (given) => boundTo(tool, input.parse(given)),
  };
}

function boundTo<Input extends CodeArguments>(tool: IndexTool<Input>, known: Input): BoundIndexTool {
  const { onDemand } = tool;
  return {
    onDemand:
      onDemand === undefined || onDemand.isEnough?.(known) === false
        ? undefined
        : {
            word: onDemand.wordOf(known),
            name: onDemand.nameOf?.(known),
            isOfUses: onDemand.isOfUses,
            rowsReadOthers: onDemand.rowsReadOthers === true,
          },
    lesser: (listed) => {
      const lesser = tool.lesser?.(known, listed);
      return lesser && { ...lesser, bound: () => boundTo(tool, lesser.input) };
    },
    readsAll: tool.readsAll === true,
    listsImporters: tool.listsImporters?.(known) === true,
    wordsOf: tool.wordsOf,
    mention: tool.mentionOf?.(known),
    plan: (code) => tool.plan(code, known),
    looksWider: (plan) => tool.looksWider?.(plan, known),
    keepsRows: (wide, narrow) => tool.keepsRows?.(wide, narrow) ?? wide !== undefined,
    rowsOf: (file, code, plan) => tool.rowsOf?.(file, code, plan, known),
    rowsOfDeclarations:
      tool.rowsOfDeclarations && ((file, code, plan) => tool.rowsOfDeclarations?.(file, code, plan, known)),
    rowsOfParsed: tool.rowsOfParsed && ((file, path, code, plan) => tool.rowsOfParsed?.(file, path, code, plan, known)),
    rowsAt: tool.rowsAt && (async (path, code, plan) => tool.rowsAt?.(path, code, plan, known)),
    next: tool.next && (async (code, plan, rows) => tool.next?.(code, plan, rows, known)),
    editsOf: tool.editsOf && ((plan, rows, bounds) => tool.editsOf?.(plan, rows, known, bounds)),
    answer: (plan, rows, bounds) => tool.answer(plan, rows, known, bounds),
  };
}
