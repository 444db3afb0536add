/** What is said about the end of a call, in any format. */

import { listText } from "../base/list-text.ts";
import type { FailedCall, ScanSummary } from "./call.ts";

/** Returns the failure of a call that was refused, or whose only file has no result; undefined for other calls. */
export function failureOf(end: ScanSummary | FailedCall): FailedCall | undefined {
  if ("error" in end) return end;
  return end.flat && end.onPage === 0 ? withoutResult(end) : undefined;
}

/** Returns the failure of a call whose only file has no result. */
export function withoutResult({ stopped, skipped = {} }: ScanSummary): FailedCall {
  return { error: stopped ?? `The file was left out: ${Object.keys(skipped).join(", ")}`, details: {} };
}

/** Returns the reasons for missing files, their names, and how to continue; undefined when none are missing. */
export function truncation(summary: ScanSummary): string | undefined {
  const { stopped, missing, totalFiles, pageFullReason, onPage, onPagesBefore, nextCursor, unlisted } = summary;
  const { shownRows, flat } = summary;
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
  return nextCursor === undefined
    ? reasons.join("; ")
    : `${reasons.join("; ")}. Go on with cursor, the next_cursor of this answer.`;
}
