/** What a call takes and gives besides rows: the results of files, totals, failures. */
import type { ArgumentError, ErrorDetails } from "../base/errors.ts";
import type { Spent } from "../base/stopwatch.ts";
import type { FileOutcome } from "./file-outcome.ts";

/** What came of a file that is part of the answer. */
export type FileResult = Exclude<FileOutcome, { skipped: unknown }>;

/** One file's result with the path as answers show it. */
export type ResultEntry = { readonly name: string; readonly result: FileResult };

/** Takes the results of a call one by one, in path order. */
export type ResultSink = {
  /** How many files there are, before the first result. */
  readonly total?: (files: number) => void;
  readonly result: (result: ResultEntry) => void;
};

export type CallOptions = {
  /** Does the call list files rather than name them? Then those that cannot be asked are skipped, not failed. */
  readonly listsFiles?: boolean;
  /** In place of the engine's, for who cuts the answer himself. */
  readonly maxResultChars?: number;
};

/** What is to be said of a call besides its results. */
export type ScanSummary = {
  /** Did the call name one file? */
  readonly flat: boolean;
  /** Files with a result, and those that the time did not suffice for. */
  readonly totalFiles: number;
  readonly failedFiles: number;
  /** Reason → count of what was left out; undefined when nothing was. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** Why the call ended before all files were done; undefined when they were. */
  readonly stopped: string | undefined;
  /** Why there may be more files than were listed; undefined when there are none. */
  readonly unlisted: string | undefined;
  /** The files that are not done. */
  readonly missing: readonly string[];
  /** Why results were left out that are done; undefined when none were. */
  readonly pageFullReason: string | undefined;
  /** How many results are handed on. */
  readonly onPage: number;
  /** How many results the pages before this one hold. */
  readonly onPagesBefore: number;
  /** What the next call goes on from; undefined when there is nothing more, or nowhere to go on from. */
  readonly nextCursor: string | undefined;
  /** Why there is no result; undefined when there are some. */
  readonly emptyReason: string | undefined;
  readonly spent: Spent;
};

/** A call that failed as a whole. */
export type FailedCall = {
  readonly error: string;
  readonly details: ErrorDetails;
  /** Set when the call failed because an argument is missing or wrong. */
  readonly wrongArgument?: ArgumentError | undefined;
};
