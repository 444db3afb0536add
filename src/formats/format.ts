/**
 * The parts of a format, and the one way to write the answer to any call in it. Input: the results and the end of a call; output: a text, and
 * whether the call failed.
 */
import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import type { RowValues } from "../answers/rows.ts";
import type { PatchFolders } from "../base/patch-paths.ts";
import type { FailedCall, IndexedCall, Measure, ResultEntry, ScanSummary } from "../engine/call.ts";
import { failureOf } from "../engine/summary.ts";
import type { Languages } from "../syntax/languages.ts";
import type { AnyTool } from "../tools/contract/tool.ts";

/** The facts that a format may add to an answer. */
export type FormatContext = {
  /** The folders that the paths of a patch start from. */
  readonly patchFolders: PatchFolders;
  /** The languages of the files, whose lint rules a format may describe. */
  readonly languages: Languages;
  /** The name by which code scanning tells reports of one tool apart; undefined for the name of the command. */
  readonly category?: string | undefined;
};

/** A format of answers. */
export type Format = {
  /** True when the answer contains totals and warnings; of other formats they are written next to it. */
  readonly hasTotals?: boolean;
  /** True if answers are read line by line, so that rows come with their line of code. */
  readonly isReadByLine?: boolean;
  /** True when the answer has no place for what failed, which is then told next to it. */
  readonly omitsFailures?: boolean;
  /** Begins the answer to a call of a tool over files. */
  readonly begin: (tool: AnyTool, context: FormatContext) => FormatWriter;
  /** Returns the answer of a tool over the index. */
  readonly ofIndex: (results: IndexResults) => string;
  /** Returns the answer to a call that failed as a whole. */
  readonly ofFailure: (failure: Failure) => string;
};

/** Writes one answer. A format holds rows that depend on the totals until the end. */
type FormatWriter = {
  /**
   * Returns the text for the next file, in path order.
   *
   * @param isFlat true if the call names this one file
   */
  readonly file: (entry: ResultEntry, isFlat: boolean) => string;
  readonly end: (summary: ScanSummary) => Answer;
  /** Returns the end of an answer of a call that failed as a whole; left out, that is the `ofFailure` of the format. */
  readonly fail?: (failure: Failure) => string;
};

/** A call that failed as a whole. */
export type Failure = { readonly error: string; readonly details: RowValues };

/** The end of an answer, or all of it. */
export type Answer = {
  readonly text: string;
  /** True when the call failed as a whole. */
  readonly failed: boolean;
  /** The failure of a call; left out if only the one file that it names has failed. */
  readonly failure?: Failure;
};

/** The end of a call, of whichever kind its tool is. */
export type CallEnd = ScanSummary | IndexedCall | FailedCall;

/** The part of a format that `formatsOf` never has for tools over the index. */
export function refuseIndexAnswer(): never {
  throw new Error("a format of rows of files cannot write an answer from the index");
}

/** Returns the lengths of answers of a tool in a format. */
export function measureOf(format: Format, tool: AnyTool, context: FormatContext): Measure {
  return {
    answer: (answer) => writtenIn(format, answer).text.length,
    files: ({ entries, summary }) => {
      const writer = format.begin(tool, context);
      const chars = entries.reduce((sum, entry) => sum + writer.file(entry, summary.flat).length, 0);
      return chars + endOf(format, writer, summary).text.length;
    },
  };
}

/** Answers as a format has written them, so that the one that has been measured is not written twice. */
const known = new WeakMap<IndexAnswer, { readonly format: Format; readonly answer: Answer }>();

/** Returns the answer of a tool over the index in a format. */
export function writtenIn(format: Format, answer: IndexAnswer): Answer {
  const last = known.get(answer);
  if (last?.format === format) return last.answer;
  const made = "error" in answer ? failed(format, answer) : { text: format.ofIndex(answer), failed: false };
  known.set(answer, { format, answer: made });
  return made;
}

/** Ends the answer to a call. */
export function endOf(format: Format, writer: FormatWriter, end: CallEnd): Answer {
  if ("answer" in end) return writtenIn(format, end.answer);
  const fail = (failure: Failure) => ({ text: (writer.fail ?? format.ofFailure)(failure), failed: true, failure });
  if ("error" in end) return fail(end);
  const failure = failureOf(end);
  if (failure !== undefined) return fail(failure);
  try {
    return writer.end(end);
  } catch (error) {
    // V8 throws a RangeError for a string of more than half a billion characters.
    if (!(error instanceof RangeError)) throw error;
    return fail(tooLarge);
  }
}

const tooLarge: Failure = { error: "The answer is too large", details: { details: "Request fewer files." } };

/** Returns the answer to a call that failed. */
export function failed(format: Format, failure: Failure): Answer {
  return { text: format.ofFailure(failure), failed: true, failure };
}
