import type { IndexAnswer } from "../answers/answer.ts";
import type { FailedCall, IndexedCall, Measure, ResultEntry, ScanSummary } from "../engine/call.ts";
import type { AnyTool } from "../tools/tool.ts";

/** A format of answers. */
export type Format = {
  /** True when the answer contains totals and warnings; of other formats they are written next to it. */
  readonly hasTotals?: boolean;
  /** True when the answer has no place for what failed, which is then told next to it. */
  readonly omitsFailures?: boolean;
  /** Begins the answer to a call of a tool. */
  readonly begin: (tool: AnyTool) => FormatWriter;
  /** Returns the answer of a tool over the index. */
  readonly ofIndex: (answer: IndexAnswer) => Answer;
};

/** Writes one answer. A format holds rows that depend on the totals until the end. */
type FormatWriter = {
  /** Returns the text for the next file, in path order. */
  readonly file: (entry: ResultEntry) => string;
  readonly end: (end: ScanSummary | FailedCall) => Answer;
};

/** The end of an answer, or all of it. */
export type Answer = {
  readonly text: string;
  /** True when the call failed as a whole. */
  readonly failed: boolean;
};

/** The `ofIndex` of a format that `formatsOf` never has for tools over the index. */
export function refuseIndexAnswer(): never {
  throw new Error("a format of rows of files cannot write an answer from the index");
}

/** Returns the lengths of answers of a tool in a format. */
export function measureOf(format: Format, tool: AnyTool): Measure {
  return {
    answer: (answer) => written(format, answer).text.length,
    files: ({ entries, summary }) => {
      const writer = format.begin(tool);
      const chars = entries.reduce((sum, entry) => sum + writer.file(entry).length, 0);
      return chars + writer.end(summary).text.length;
    },
  };
}

/** Answers as a format has written them, so that the one that has been measured is not written twice. */
const known = new WeakMap<IndexAnswer, { readonly format: Format; readonly answer: Answer }>();

function written(format: Format, answer: IndexAnswer): Answer {
  const last = known.get(answer);
  if (last?.format === format) return last.answer;
  const made = format.ofIndex(answer);
  known.set(answer, { format, answer: made });
  return made;
}

/** Ends the answer to a call, of whichever kind its tool is. */
export function endOf(format: Format, writer: FormatWriter, end: ScanSummary | IndexedCall | FailedCall): Answer {
  return "answer" in end ? written(format, end.answer) : writer.end(end);
}
