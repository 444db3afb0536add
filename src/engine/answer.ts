import type { ErrorDetails } from "../base/errors.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { FailedCall, FileResult, ResultEntry, ScanSummary } from "./call.ts";
import { listText } from "./list-text.ts";

/** An answer as compact JSON. */
export type Answer = {
  readonly text: string;
  /** True when the call failed as a whole. */
  readonly failed: boolean;
};

/** Returns the answer to a call: flat about one file, else a batch. */
export function answerOf(tool: AnyTool, end: ScanSummary | FailedCall, results: readonly ResultEntry[]): Answer {
  if ("error" in end) return failedAnswer(end);
  try {
    if (!end.flat) return { text: batchText(tool, end, results), failed: false };
    const [only] = results;
    return only === undefined ? failedAnswer(withoutResult(end)) : flatAnswer(only.result);
  } catch (error) {
    // V8 throws a RangeError for a string of more than half a billion characters.
    if (!(error instanceof RangeError)) throw error;
    return failedAnswer({ error: "The answer is too large", details: { details: "Request fewer files." } });
  }
}

/** Returns the failure of a call that was refused, or whose only file has no result; undefined for other calls. */
export function failureOf(end: ScanSummary | FailedCall): FailedCall | undefined {
  if ("error" in end) return end;
  return end.flat && end.onPage === 0 ? withoutResult(end) : undefined;
}

/** Returns the failure of a call whose only file has no result. */
function withoutResult({ stopped, skipped = {} }: ScanSummary): FailedCall {
  return { error: stopped ?? `The file was left out: ${Object.keys(skipped).join(", ")}`, details: {} };
}

/** Returns the answer to a failed call: `{"success":false,"error":…}`, then the details. */
function failedAnswer(failure: FailedCall): Answer {
  return { text: failedText(failure), failed: true };
}

export function failedText({ error, details }: FailedCall): string {
  return `{${failureKeys(error, details)}}`;
}

function flatAnswer(result: FileResult): Answer {
  return "error" in result ? failedAnswer(result) : { text: `{${doneKeys(result)}}`, failed: false };
}

/** Returns an entry of `results` as JSON. */
export function entryJson({ name, result }: ResultEntry): string {
  const keys = "error" in result ? failureKeys(result.error, result.details) : doneKeys(result);
  return `{"filepath":${JSON.stringify(name)},${keys}}`;
}

/** Returns the totals, the counts of files that are left out, and one entry per file, or the reason for none. */
function batchText(tool: AnyTool, summary: ScanSummary, results: readonly ResultEntry[]): string {
  const { totalFiles, failedFiles, skipped, missing, nextCursor, emptyReason } = summary;
  const truncated_reason = truncation(summary);
  const totals = {
    total_files: totalFiles,
    ...(tool.countsFiles ? { processed_files: totalFiles - failedFiles - missing.length } : {}),
    ...(tool.countsFiles || failedFiles > 0 ? { failed_files: failedFiles } : {}),
    skipped,
    ...(truncated_reason === undefined ? {} : { truncated: true, truncated_reason, next_cursor: nextCursor }),
  };
  const tail = emptyReason === undefined ? "" : `,"warnings":${JSON.stringify([emptyReason])}`;
  return `${JSON.stringify(totals).slice(0, -1)},"results":[${results.map(entryJson).join(",")}]${tail}}`;
}

/** Returns the reasons for missing files, their names, and how to continue; undefined when none are missing. */
export function truncation(summary: ScanSummary): string | undefined {
  const { stopped, missing, totalFiles, pageFullReason, onPage, onPagesBefore, nextCursor, unlisted } = summary;
  const before = onPagesBefore === 0 ? "" : `, ${onPagesBefore} on pages before`;
  const isStopped = stopped !== undefined && missing.length > 0;
  const reasons = [
    ...(unlisted === undefined ? [] : [unlisted]),
    ...(pageFullReason === undefined ? [] : [`${pageFullReason}: ${onPage} of ${totalFiles} files are here${before}`]),
    // A full page leaves out finished files, so their number would not be that of its results.
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
