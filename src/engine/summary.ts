/** The end of a call, as any format says it. Input: the summary of a call over files; output: its failure, or keys and warnings. */
import type { RowValues } from "../answers/rows.ts";
import { listText } from "../base/list-text.ts";
import { leadOf } from "../tools/answers/index-answer.ts";
import { writtenHead, writtenRows } from "../tools/answers/written-files.ts";
import { type AnyTool, isFileTool } from "../tools/contract/tool.ts";
import type { FailedCall, ScanSummary, ShortForm } from "./call.ts";

/** Returns the failure of a call that was refused, or whose only file has no result; undefined for other calls. */
export function failureOf(end: ScanSummary | FailedCall): FailedCall | undefined {
  if ("error" in end) return end;
  if (!end.flat || end.onPage > 0) return undefined;
  const { stopped, skipped = {} } = end;
  return { error: stopped ?? `The file was left out: ${Object.keys(skipped).join(", ")}`, details: {} };
}

/** The parts of an answer other than its results: keys, in their order, and warnings. */
type Said = { readonly keys: RowValues; readonly warnings: readonly string[] };

/** Returns what the answer says in addition to its results: of one file the keys of its part, else the totals. */
export function saidOf(tool: AnyTool, summary: ScanSummary): Said {
  const { flat, totalFiles, failedFiles, skipped, notSearched, counts, missing, shownRows } = summary;
  const { unreadFolders, changedDuringCall, emptyReason, shortForm, note } = summary;
  const truncated_reason = truncation(summary);
  const { written, nextCursor: next_cursor } = summary;
  const part =
    truncated_reason === undefined
      ? {}
      : { truncated: true, truncated_reason, ...(written === undefined && { next_cursor }) };
  const warnings = [note, emptyReason].filter((warning) => warning !== undefined);
  const edits = writtenKeys(summary);
  if (flat) return { keys: shownRows === undefined ? edits : { ...edits, ...part }, warnings };
  const countsFiles = isFileTool(tool) && tool.countsFiles;
  const keys = {
    ...leadOf(unreadFolders, changedDuringCall),
    ...edits,
    total_files: totalFiles,
    ...(countsFiles && { processed_files: totalFiles - failedFiles - missing.length }),
    ...((countsFiles || failedFiles > 0) && { failed_files: failedFiles }),
    skipped,
    not_searched: notSearched,
    counts,
    ...part,
    ...(shortForm && shortKeys(shortForm, truncated_reason)),
  };
  return { keys, warnings };
}

/** Returns the keys on the files that the call has written; none for a call that writes none. */
export function writtenKeys({ written, maxChars }: Pick<ScanSummary, "maxChars" | "written">): RowValues {
  const rows = writtenRows(written, maxChars);
  return { ...writtenHead(written), ...(rows.length > 0 && { written: rows }) };
}

/** Returns the keys of a form that is poorer than was asked for. @param missing why results are missing, too */
export function shortKeys({ detail, reason, mostUsed }: ShortForm, missing?: string): RowValues {
  const truncated_reason = missing === undefined ? reason : `${reason}; ${missing}`;
  return { detail, truncated: true, truncated_reason, ...(mostUsed && { most_used: mostUsed }) };
}

/** Returns the reasons for missing files, their names, and how to continue; undefined when none are missing. */
export function truncation(summary: ScanSummary): string | undefined {
  const { stopped, missing, totalFiles, pageFullReason, onPage, onPagesBefore, nextCursor, unlisted } = summary;
  const { shownRows, flat, written } = summary;
  const before = onPagesBefore === 0 ? "" : `, ${onPagesBefore} on pages before`;
  const isStopped = stopped !== undefined && missing.length > 0;
  const files = `${onPage} of ${totalFiles} files are here${before}`;
  const rows = shownRows && `rows ${shownRows.first} to ${shownRows.last} of ${shownRows.total}`;
  const shownText = rows === undefined ? files : flat ? `${rows} are here` : `${files}, of the last one ${rows}`;
  const reasons = [
    ...(unlisted === undefined ? [] : [unlisted]),
    ...(pageFullReason === undefined ? [] : [`${pageFullReason}: ${shownText}`]),
    // A full page leaves out finished files, so their number would not be that of its results.
    ...(isStopped && pageFullReason === undefined
      ? [`${stopped}: ${onPage} of ${totalFiles} files are done${before}, not ${listText(missing)}`]
      : []),
    ...(isStopped && pageFullReason !== undefined ? [`${stopped}: not done are ${listText(missing)}`] : []),
  ];
  if (reasons.length === 0) return undefined;
  if (written !== undefined) return `${reasons.join("; ")}. All edits are written.`;
  return nextCursor === undefined
    ? reasons.join("; ")
    : `${reasons.join("; ")}. Go on with cursor, the next_cursor of this answer.`;
}
