import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import type { RowValues } from "../answers/rows.ts";
import type { ErrorDetails } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import type { FailedCall, FileResult, ResultEntry, ScanSummary, ShortForm } from "../engine/call.ts";
import { failureOf, truncation, withoutResult } from "../engine/summary.ts";
import { leadOf } from "../tools/index-answer.ts";
import { type AnyTool, isFileTool } from "../tools/tool.ts";
import type { Answer, Format } from "./format.ts";

/** Returns an answer as JSON: the head, an entry of each list a file, the tail. Keys with undefined are left out. */
export function answerText({ head, results, lists, tail }: IndexResults): string {
  return jsonText({ ...head, results, ...lists, ...tail, success: true });
}

/** One compact JSON object: flat about one file, else the totals and an entry of `results` for each file. */
export const json: Format = {
  hasTotals: true,
  begin: (tool) => {
    let first: ResultEntry | undefined;
    // Texts take less memory than rows.
    const texts: string[] = [];
    return {
      file: (entry) => {
        first ??= entry;
        texts.push(entryText(entry));
        return "";
      },
      end: (end) => answerOf(tool, end, first, texts),
    };
  },
  ofIndex: (answer) => ("error" in answer ? failedIndexAnswer(answer) : { text: answerText(answer), failed: false }),
};

/**
 * Each file as a JSON object on a line of its own, and where they are shorter than was asked for, a line that says so. An
 * answer from the index ends with a line of its other keys, and names the list of files that are not in `results`: those of
 * `possible` have `possible: true`.
 */
export const jsonLines: Format = {
  begin: () => ({
    file: (entry) => `${entryText(entry)}\n`,
    end: (end) => {
      const failure = failureOf(end);
      if (failure !== undefined) return { text: `${failureText(failure)}\n`, failed: true };
      const form = "error" in end ? undefined : end.shortForm;
      return { text: form === undefined ? "" : `${jsonText(shortKeys(form, undefined))}\n`, failed: false };
    },
  }),
  ofIndex: (answer) => {
    if ("error" in answer) {
      const { text, failed } = failedIndexAnswer(answer);
      return { text: `${text}\n`, failed };
    }
    const { head, results = [], lists = {}, tail } = answer;
    const further = Object.entries(lists).flatMap(([list, files]) => files.map((file) => ({ [list]: true, ...file })));
    const lines = [...results, ...further];
    const summary = { ...head, ...tail, success: true };
    return { text: [...lines, summary].map((line) => `${jsonText(line)}\n`).join(""), failed: false };
  },
};

/**
 * @param first the first entry
 * @param texts the texts of all entries
 */
function answerOf(
  tool: AnyTool,
  end: ScanSummary | FailedCall,
  first: ResultEntry | undefined,
  texts: readonly string[],
): Answer {
  if ("error" in end) return failedAnswer(end);
  return orTooLarge(() => {
    if (!end.flat) return { text: batchText(tool, end, texts), failed: false };
    return first === undefined ? failedAnswer(withoutResult(end)) : flatAnswer(first.result, end);
  }, failedAnswer);
}

/** Returns an answer, or that of a failure when it has too many characters for one text. */
export function orTooLarge(answer: () => Answer, failed: (failure: FailedCall) => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    // V8 throws a RangeError for a string of more than half a billion characters.
    if (!(error instanceof RangeError)) throw error;
    return failed({ error: "The answer is too large", details: { details: "Request fewer files." } });
  }
}

function flatAnswer(result: FileResult, summary: ScanSummary): Answer {
  if ("error" in result) return failedAnswer(result);
  const { note } = summary;
  const warnings = note === undefined ? result.warnings : [...result.warnings, note];
  const part = summary.shownRows === undefined ? "" : `,${jsonText(partKeys(summary)).slice(1, -1)}`;
  return { text: `{${result.rows.encoded}${part}${success}${tailOf(warnings)}}`, failed: false };
}

/** Returns the answer to a failed call: `{"success":false,"error":…}`, then the details. */
function failedAnswer(failure: FailedCall): Answer {
  return { text: failureText(failure), failed: true };
}

function failedIndexAnswer({ error, details }: Extract<IndexAnswer, { readonly error: string }>): Answer {
  return { text: jsonText({ success: false, error, ...details }), failed: true };
}

/** Returns the totals, the counts of files that are left out, and one entry per file, or the reason for none. */
function batchText(tool: AnyTool, summary: ScanSummary, texts: readonly string[]): string {
  const { keys, warnings } = totalsOf(tool, summary);
  return `${jsonText(keys).slice(0, -1)},"results":[${texts.join(",")}]${tailOf(warnings)}}`;
}

/** The keys that say of a call what its results do not, and its warnings. */
export function totalsOf(
  tool: AnyTool,
  summary: ScanSummary,
): { readonly keys: RowValues; readonly warnings: readonly string[] } {
  const { totalFiles, failedFiles, skipped, notSearched, counts, missing } = summary;
  const { unreadFolders, changedDuringCall, emptyReason, shortForm, note } = summary;
  const { truncated_reason } = partKeys(summary);
  const countsFiles = isFileTool(tool) && tool.countsFiles;
  const keys = {
    ...leadOf(unreadFolders, changedDuringCall),
    total_files: totalFiles,
    ...(countsFiles ? { processed_files: totalFiles - failedFiles - missing.length } : {}),
    ...(countsFiles || failedFiles > 0 ? { failed_files: failedFiles } : {}),
    skipped,
    not_searched: notSearched,
    counts,
    ...partKeys(summary),
    ...(shortForm === undefined ? {} : shortKeys(shortForm, truncated_reason)),
  };
  return { keys, warnings: [note, emptyReason].filter((warning) => warning !== undefined) };
}

/** The keys that say what an answer leaves out and how to go on; none when it is complete. */
export function partKeys(summary: ScanSummary): {
  readonly truncated?: true;
  readonly truncated_reason?: string;
  readonly next_cursor?: string | undefined;
} {
  const truncated_reason = truncation(summary);
  return truncated_reason === undefined ? {} : { truncated: true, truncated_reason, next_cursor: summary.nextCursor };
}

/** @param missing why results are missing; undefined when none are */
function shortKeys({ detail, reason, mostUsed }: ShortForm, missing: string | undefined): object {
  const truncated_reason = missing === undefined ? reason : `${reason}; ${missing}`;
  return { detail, truncated: true, truncated_reason, ...(mostUsed === undefined ? {} : { most_used: mostUsed }) };
}

/** Returns an entry of `results`. */
function entryText({ name, result }: ResultEntry): string {
  const keys = "error" in result ? failureKeys(result.error, result.details) : doneKeys(result);
  return `{"filepath":${jsonText(name)},${keys}}`;
}

function failureText({ error, details }: FailedCall): string {
  return `{${failureKeys(error, details)}}`;
}

const success = ',"success":true';

function doneKeys({ rows, warnings }: Extract<FileResult, { rows: unknown }>): string {
  return rows.encoded + success + tailOf(warnings);
}

function tailOf(warnings: readonly string[]): string {
  return warnings.length === 0 ? "" : `,"warnings":${jsonText(warnings)}`;
}

function failureKeys(error: string, details: ErrorDetails): string {
  return jsonText({ success: false, error, ...details }).slice(1, -1);
}
