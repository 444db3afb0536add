/**
 * The types of a call. Input of a call: its options, and the sink that receives what is found; output: results of files, totals, and
 * failures.
 */
import type { IndexAnswer } from "../answers/answer.ts";
import type { Cursor } from "../answers/cursor.ts";
import type { RowValues } from "../answers/rows.ts";
import type { Deadline } from "../base/deadline.ts";
import type { ArgumentError, ErrorDetails } from "../base/errors.ts";
import type { PatchFolders } from "../base/patch-paths.ts";
import type { Roots } from "../base/real-path.ts";
import type { Spent, Stopwatch } from "../base/stopwatch.ts";
import type { Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { WrittenFile } from "../edits/text-edits.ts";
import type { Drawing, ImageBounds } from "../pictures/drawing.ts";
import type { Languages } from "../syntax/languages.ts";
import type { FileRows } from "../tools/contract/plan.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { Shard } from "../workspace/shard.ts";
import type { BackgroundFill } from "./background-fill.ts";
import type { Gate } from "./gate.ts";
import type { KeptRounds } from "./kept-rounds.ts";
import type { UnfinishedCalls } from "./unfinished-calls.ts";

/** The outcome of a file that is part of the answer. */
export type FileResult = Exclude<FileOutcome, { skipped: unknown }>;

/** An entry of `results`: a path as answers show it, and the result of the file. */
export type ResultEntry = { readonly name: string; readonly result: FileResult };

/** A receiver of the results of a call, one by one in path order. */
export type ResultSink = Progress & {
  /** @param isFlat true if the call names this one file */
  readonly result: (result: ResultEntry, isFlat: boolean) => void;
  /** Receives the name of each file that is done, whether the answer has a result of it or not, in path order. */
  readonly done?: (name: string) => void;
  /**
   * Receives what a tool over the index has found: the number of files that are looked at, and the rows of each, in path
   * order. They are then no part of the answer, and none is kept.
   */
  readonly rows?: { readonly planned: (files: number) => void; readonly file: (rows: FileRows) => void };
  /** Receives the seconds that a command has run, from time to time, and the last line of its output. */
  readonly elapsed?: (seconds: number, line: string) => void;
};

/** What a call runs with. */
export type Run = {
  readonly languages: Languages;
  readonly maxFileBytes: number;
  /** The folder of relative paths. */
  readonly cwd: string;
  readonly patchFolders: PatchFolders;
  /** The share of the files that is scanned; undefined for all. */
  readonly shard: Shard | undefined;
  readonly codeBase: CodeBase;
  readonly pool: WorkerPool;
  /** The folders in which the call may edit files; undefined if it may not. */
  readonly editRoots: Roots | undefined;
  /** Lets one call write at a time. */
  readonly writing: Gate;
  readonly deadline: Deadline;
  readonly stopwatch: Stopwatch;
  readonly sink: ResultSink;
  readonly options: CallOptions;
  /** UTF-16 code units of the answer, the call's own limit included; Infinity for no limit. */
  readonly maxChars: number;
  /** A note on arguments that were read in another way than they were written; undefined for none. */
  readonly note: string | undefined;
  readonly fill: BackgroundFill;
  /** True if the caller has its answer, and the names are resolved for the next call: calls come first. */
  readonly isBackground?: boolean;
  readonly unfinished: UnfinishedCalls;
  readonly rounds: KeptRounds;
};

export type CallOptions = {
  /** True when the paths are a listing, such as one on stdin: a file that cannot be parsed is skipped, not failed. */
  readonly listsFiles?: boolean;
  /** The length of the answer, which the limit bounds. Without it there is no limit, for callers that cut the answer themselves. */
  readonly measure?: Measure;
  /** True if the answer is read line by line: a tool may have other defaults of its arguments for it. */
  readonly isReadByLine?: boolean;
  /** How large images may be; by default as for files. */
  readonly image?: ImageBounds;
  /** Returns what a picture shows of a name, such as a path without the folder that it is about; by default all of it. */
  readonly pictureName?: (name: string) => string;
};

/** UTF-16 code units of an answer, in the format in which it is written. */
export type Measure = {
  /** Returns the length of an answer from the index. */
  readonly answer: (answer: IndexAnswer) => number;
  /** Returns the length of an answer about files. */
  readonly files: (answer: FileAnswer) => number;
};

/** An answer about files. */
export type FileAnswer = { readonly entries: readonly ResultEntry[]; readonly summary: ScanSummary };

/** The content of a page of an answer about files. */
export type PageContent = { readonly entries: readonly ResultEntry[]; readonly cut: PageCut };

/** The end of a page. */
export type PageCut = Pick<ScanSummary, "pageFullReason" | "shownRows" | "onPage"> & {
  readonly shortForm?: ScanSummary["shortForm"];
  /** The start of the next page; undefined if this is the last one. */
  readonly nextStart: Cursor | undefined;
};

/** The form of results that is poorer than was asked for, since that does not fit. */
export type ShortForm = {
  readonly detail: string;
  readonly reason: string;
  /** File → its symbols that most files use, as `name:line`; undefined beside names. */
  readonly mostUsed: RowValues | undefined;
};

/** The numbers of the first and the last row that are shown of a file, and of all its rows. */
type ShownRows = { readonly first: number; readonly last: number; readonly total: number };

/** The summary of a call: all of its answer but the results. */
export type ScanSummary = {
  /** True when the call names one file. */
  readonly flat: boolean;
  /** The number of files with a result, and of files that are missing. */
  readonly totalFiles: number;
  readonly failedFiles: number;
  /** Folder → number of the failed files of this page that the call does not name; undefined when there are none. */
  readonly unreadFolders: Readonly<Record<string, number>> | undefined;
  /** The number of files with a result or without findings, for a tool that checks files; undefined for other tools. */
  readonly checkedFiles: number | undefined;
  /** True for a check that found no file to check, which says nothing about the code. */
  readonly nothingChecked: boolean;
  /** Reason → number of skipped entries; undefined when none were skipped. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** Name of a known language → number of its files below folders that patterns leave out; undefined when there are none. */
  readonly notSearched: Readonly<Record<string, number>> | undefined;
  /** What the tool sums up of the rows of all files, by name; undefined where there is none. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** The reason why the call ended before all files were done; undefined when they were. */
  readonly stopped: string | undefined;
  /** The reason why files may be missing from the listing; undefined when it is complete. */
  readonly unlisted: string | undefined;
  /** The names of the files that are not done. */
  readonly missing: readonly string[];
  /** The reason why finished results are left out of the page; undefined when none are. */
  readonly pageFullReason: string | undefined;
  /** The rows that are shown of the last file of this page; undefined when all are. */
  readonly shownRows: ShownRows | undefined;
  /** The number of results on this page. */
  readonly onPage: number;
  /** The number of results on the pages before this one. */
  readonly onPagesBefore: number;
  /** The cursor of the next page; undefined when there is none, or when no file of this one is done. */
  readonly nextCursor: string | undefined;
  /** The number of files that were listed, and were gone when they were read, twice. */
  readonly changedDuringCall: number;
  /** Undefined for results as they were asked for. */
  readonly shortForm: ShortForm | undefined;
  /** The reason why there is no result; undefined when there are results. */
  readonly emptyReason: string | undefined;
  /** The files that the call has written; undefined for a call that writes none. */
  readonly written: readonly WrittenFile[] | undefined;
  /** UTF-16 code units of the answer. */
  readonly maxChars: number;
  /** A note on the arguments of the call; undefined when there is none. */
  readonly note: string | undefined;
  readonly spent: Spent;
};

/** The answer to a call of a tool over the index, or of one that needs no files. */
export type IndexedCall = {
  readonly answer: IndexAnswer;
  /** The picture of the answer, where it has one. */
  readonly drawing?: Exclude<Drawing, { readonly fits: unknown }>;
  readonly spent: Spent;
};

/** A call that failed as a whole. */
export type FailedCall = {
  readonly error: string;
  readonly details: ErrorDetails;
  /** Set when the call failed because an argument is missing or wrong. */
  readonly wrongArgument?: ArgumentError | undefined;
};
