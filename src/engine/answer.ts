import type { ErrorDetails } from "../base/errors.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { FailedCall, FileResult, ResultEntry, ScanSummary } from "./call.ts";
import { listText } from "./list-text.ts";

/** An answer as compact JSON. */
export type Answer = {
  readonly text: string;
  /** Did the call fail as a whole? */
  readonly failed: boolean;
};

/** The answer to a call with its results: flat about one file, else a batch. */
export function answerOf(tool: AnyTool, end: ScanSummary | FailedCall, results: readonly ResultEntry[]): Answer {
  if ("error" in end) return failedAnswer(end);
  try {
    if (!end.flat) return { text: batchText(tool, end, results), failed: false };
    const [only] = results;
    return only === undefined ? failedAnswer(withoutResult(end)) : flatAnswer(only.result);
  } catch (error) {
    // What V8 says when a text would grow past half a billion characters.
    if (!(error instanceof RangeError)) throw error;
    return failedAnswer({ error: "The answer is too large", details: { details: "Ask for fewer files." } });
  }
}

/** The failure of a call as a whole: it was refused, or the one file that it names has no result. */
export function failureOf(end: ScanSummary | FailedCall): FailedCall | undefined {
  if ("error" in end) return end;
  return end.flat && end.onPage === 0 ? withoutResult(end) : undefined;
}

/** What is said of a call about one file that has no result. */
function withoutResult({ stopped, skipped = {} }: ScanSummary): FailedCall {
  return { error: stopped ?? `The file was left out: ${Object.keys(skipped).join(", ")}`, details: {} };
}

/** The answer of a call that failed: `{"success":false,"error":…}`, with the details behind. */
function failedAnswer(failure: FailedCall): Answer {
  return { text: failedText(failure), failed: true };
}

export function failedText({ error, details }: FailedCall): string {
  return `{${failureKeys(error, details)}}`;
}

function flatAnswer(result: FileResult): Answer {
  return "error" in result ? failedAnswer(result) : { text: `{${doneKeys(result)}}`, failed: false };
}

/** One file's part of an answer about many. */
export function entryJson({ name, result }: ResultEntry): string {
  const keys = "error" in result ? failureKeys(result.error, result.details) : doneKeys(result);
  return `{"filepath":${JSON.stringify(name)},${keys}}`;
}

/** Totals, what was left out and why, then one result a file; or why there is none. */
function batchText(tool: AnyTool, summary: ScanSummary, results: readonly ResultEntry[]): string {
  const { totalFiles, failedFiles, skipped, missing, nextCursor, emptyReason } = summary;
  const truncated_reason = truncation(summary);
  const head = {
    total_files: totalFiles,
    ...(tool.countsFiles ? { processed_files: totalFiles - failedFiles - missing.length } : {}),
    ...(tool.countsFiles || failedFiles > 0 ? { failed_files: failedFiles } : {}),
    skipped,
    ...(truncated_reason === undefined ? {} : { truncated: true, truncated_reason, next_cursor: nextCursor }),
  };
  const tail = emptyReason === undefined ? "" : `,"warnings":${JSON.stringify([emptyReason])}`;
  return `${JSON.stringify(head).slice(0, -1)},"results":[${results.map(entryJson).join(",")}]${tail}}`;
}

/** Why files are missing, which, and how to go on; undefined when none are. */
export function truncation(summary: ScanSummary): string | undefined {
  const { stopped, missing, totalFiles, pageFullReason, onPage, onPagesBefore, nextCursor, unlisted } = summary;
  const before = onPagesBefore === 0 ? "" : `, ${onPagesBefore} on pages before`;
  const isStopped = stopped !== undefined && missing.length > 0;
  const reasons = [
    ...(unlisted === undefined ? [] : [unlisted]),
    ...(pageFullReason === undefined ? [] : [`${pageFullReason}: ${onPage} of ${totalFiles} files are here${before}`]),
    // A full page leaves out finished files: a count of these would not be the one of its results.
    ...(isStopped && pageFullReason === undefined
      ? [`${stopped}: ${onPage} of ${totalFiles} files are done${before}, not ${listText(missing)}`]
      : []),
    ...(isStopped && pageFullReason !== undefined ? [`${stopped}: not done are ${listText(missing)}`] : []),
  ];
  if (reasons.length === 0) return undefined;
  return nextCursor === undefined
    ? reasons.join("; ")
    : `${reasons.join("; ")}. Go on with cursor, the next_cursor of this answer.`;
}

function doneKeys({ rowsJson, warnings }: Extract<FileResult, { rowsJson: string }>): string {
  const tail = warnings.length === 0 ? "" : `,"warnings":${JSON.stringify(warnings)}`;
  return `${rowsJson},"success":true${tail}`;
}

function failureKeys(error: string, details: ErrorDetails): string {
  return JSON.stringify({ success: false, error, ...details }).slice(1, -1);
}
