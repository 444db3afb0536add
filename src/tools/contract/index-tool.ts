/**
 * The contract of a tool over the index of a code base: plan, rows of files, further rounds, answer. Input: a tool as
 * its file writes it; output: the same tool without the type of its input, as the table has it.
 */
import type { IndexAnswer } from "../../answers/answer.ts";
import type { RowValues } from "../../answers/rows.ts";
import type { Code, DeclaredFile, ResolvedFile } from "../../code-index/code.ts";
import type { Term } from "../../code-index/search/question.ts";
import type { FileEdits } from "../../edits/text-edits.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import type { WantedLines } from "../source-lines/worded-lines.ts";
import type { AnswerBounds, EditBounds } from "./answer-bounds.ts";
import { type Described, descriptionOf } from "./described.ts";
import type {
  InTime,
  LesserCall,
  MentionOf,
  OnDemand,
  PathsLimit,
  Reading,
  Search,
  WiderRows,
} from "./index-options.ts";
import type { FileRows, Plan } from "./plan.ts";

/**
 * A tool over the index of a code base: pure functions of what `Code` gives. The engine decides which files the code base
 * has, brings the index up to date, and calls in this order: `plan` in one worker, `rowsOf` for each of its files in any
 * worker, `answer` in the main thread, which sees no stranger's text but these rows. A tool that finds out from rows which
 * files to look at next has `next`: then `rowsOf` and `next` take turns.
 */
export type IndexTool<Input> = Omit<Described<Input>, "editsFiles"> & {
  readonly needs: "index";
  readonly reading?: Reading<Input>;
  readonly search?: Search<Input>;
  readonly time?: InTime<Input>;
  /** @throws UserError when the arguments name nothing: with alternatives */
  readonly plan: (code: Code, input: Input) => Promise<Plan>;
  /**
   * The plan of a further round, made in one worker from the last one and its rows; undefined if nothing is left to
   * read. A plan without files is the last one. There are no more rounds than the engine has time for, so the first
   * ones matter most.
   */
  readonly next?: (code: Code, plan: Plan, rows: readonly FileRows[], input: Input) => Promise<Plan | undefined>;
  /**
   * Of a tool that edits files, the edits that a call with `apply` writes; undefined if the answer says why there are none. It
   * gets the same plan and rows as the answer. An answer about some of the files would be wrong: if its time is over before all are
   * known, it has no edit.
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
} & FileReader<[code: Code, plan: Plan, input: Input]>;

/**
 * The function from a file of the plan to its rows, by what it reads of the file. It returns undefined for a file without a row.
 *
 * @typeParam Given the further parameters: the code, the plan and the input, or without the input that it is bound to
 */
type FileReader<Given extends readonly unknown[]> =
  | {
      /** The names of the file are resolved. The file stays open, as other calls may ask for it. */
      readonly rowsFrom?: "names";
      readonly rowsOf: (file: ResolvedFile, ...given: Given) => RowValues | undefined;
      /** The same rows without a tree, which is much faster; undefined if they need one, or there are no rows. */
      readonly rowsOfDeclarations?: (file: DeclaredFile, ...given: Given) => RowValues | undefined;
    }
  | {
      /** The same for a tool that gets each file of the code base, as the index knows it: no file stays open. */
      readonly rowsFrom: "names once";
      readonly rowsOf: (file: ResolvedFile, ...given: Given) => RowValues | undefined;
    }
  | {
      /** The file is parsed. Its names are not resolved: this takes less than half the time. */
      readonly rowsFrom: "tree";
      readonly rowsOf: (file: ParsedFile, path: string, ...given: Given) => RowValues | undefined;
    }
  | {
      /** The tool opens the file itself: it also looks at the text that the file would have. */
      readonly rowsFrom: "path";
      /** Null for a file without a row, undefined for one that cannot be read. */
      readonly rowsOf: (path: string, ...given: Given) => Promise<RowValues | null | undefined>;
    };

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

/** An index tool in the table, without the type of its input. */
export type AnyIndexTool = Described<CodeArguments> & {
  readonly needs: "index";
  /** See IndexTool, as all other parts that do not depend on arguments. */
  readonly reading: { readonly completesWord: boolean };
  readonly search: { readonly isAboutFile: boolean; readonly pathsLimit: PathsLimit };
  readonly time: {
    readonly plansInSteps: boolean;
    readonly planTellsRows: boolean;
    readonly wantedLines: WantedLines | undefined;
  };
  /** Validates the arguments once for many files. */
  readonly bind: (input: unknown) => BoundIndexTool;
};

/** An index tool bound to its arguments. */
export type BoundIndexTool = {
  /** See IndexTool, as all other parts. */
  readonly reading: { readonly onDemand: BoundOnDemand | undefined };
  readonly search: {
    readonly wider: BoundWiderSearch | undefined;
    readonly mention: MentionOf | undefined;
    readonly wordsOf: (rows: readonly FileRows[]) => readonly string[];
  };
  readonly time: {
    readonly listsImporters: boolean;
    readonly isOfOneFile: boolean;
    readonly filters: readonly string[];
    readonly terms: readonly Term[];
    readonly likelyFiles: (listed: readonly string[]) => readonly string[];
    /** See InTime; with the tool bound to the arguments. */
    readonly lesser: (listed: readonly string[] | undefined) => BoundLesserCall | "by path" | undefined;
  };
  readonly plan: (code: Code) => Promise<Plan>;
  readonly rows: FileReader<[code: Code, plan: Plan]>;
  readonly next: ((code: Code, plan: Plan, rows: readonly FileRows[]) => Promise<Plan | undefined>) | undefined;
  readonly editsOf: (plan: Plan, rows: readonly FileRows[], bounds: EditBounds) => readonly FileEdits[] | undefined;
  readonly answer: (plan: Plan, rows: readonly FileRows[], bounds: AnswerBounds) => IndexAnswer;
};

type BoundOnDemand = Required<OnDemand>;

export type BoundWiderSearch = { readonly isWanted: (plan: Plan) => boolean } & WiderRows;

export type BoundLesserCall = LesserCall<CodeArguments> & { readonly bound: () => BoundIndexTool };

/** Makes a tool for the table: its handlers receive arguments that its own schema has validated. */
export function defineIndexTool<Input extends CodeArguments>(tool: IndexTool<Input>): AnyIndexTool {
  const { needs, input, reading, search, time, editsOf } = tool;
  return {
    ...descriptionOf({ ...tool, editsFiles: editsOf !== undefined }),
    needs,
    reading: { completesWord: reading?.completesWord ?? false },
    search: { isAboutFile: search?.isAboutFile ?? false, pathsLimit: search?.pathsLimit ?? "search" },
    time: {
      plansInSteps: time?.plansInSteps ?? false,
      planTellsRows: time?.planTellsRows ?? false,
      wantedLines: time?.wantedLines,
    },
    bind: (given) => boundTo(tool, input.parse(given)),
  };
}

function boundTo<Input extends CodeArguments>(tool: IndexTool<Input>, known: Input): BoundIndexTool {
  const { reading = {}, search = {}, time = {} } = tool;
  const { wider, wordsOf } = search;
  return {
    reading: { onDemand: boundOnDemand(reading.onDemand?.(known)) },
    search: {
      wider: wider && { ...wider, isWanted: (plan) => wider.isWanted(plan, known) },
      mention: search.mentionOf?.(known),
      wordsOf: (rows) => wordsOf?.(rows) ?? [],
    },
    time: {
      listsImporters: time.listsImporters?.(known) ?? false,
      isOfOneFile: time.isOfOneFile?.(known) ?? false,
      filters: time.filtersOf?.(known) ?? [],
      terms: time.termsOf?.(known) ?? [],
      likelyFiles: (listed) => time.likelyFiles?.(known, listed) ?? [],
      lesser: (listed) => {
        const lesser = time.lesser?.(known, listed);
        if (lesser === undefined || lesser === "by path") return lesser;
        return { ...lesser, bound: () => boundTo(tool, lesser.input) };
      },
    },
    plan: (code) => tool.plan(code, known),
    rows: boundReader(tool, known),
    next: tool.next && (async (code, plan, rows) => tool.next?.(code, plan, rows, known)),
    editsOf: (plan, rows, bounds) => tool.editsOf?.(plan, rows, known, bounds),
    answer: (plan, rows, bounds) => tool.answer(plan, rows, known, bounds),
  };
}

function boundOnDemand(onDemand: OnDemand | undefined): BoundOnDemand | undefined {
  if (onDemand === undefined) return undefined;
  const { word, name, isOfUses = false, rowsReadOthers = false, isOfOneFile = false } = onDemand;
  return { word, name, isOfUses, rowsReadOthers, isOfOneFile };
}

function boundReader<Input>(tool: IndexTool<Input>, known: Input): BoundIndexTool["rows"] {
  switch (tool.rowsFrom) {
    case "names once":
      return { rowsFrom: tool.rowsFrom, rowsOf: (...given) => tool.rowsOf(...given, known) };
    case "tree":
      return { rowsFrom: tool.rowsFrom, rowsOf: (...given) => tool.rowsOf(...given, known) };
    case "path":
      return { rowsFrom: tool.rowsFrom, rowsOf: (...given) => tool.rowsOf(...given, known) };
    default: {
      const { rowsOf, rowsOfDeclarations } = tool;
      return {
        rowsOf: (...given) => rowsOf(...given, known),
        ...(rowsOfDeclarations && { rowsOfDeclarations: (...given) => rowsOfDeclarations(...given, known) }),
      };
    }
  }
}
