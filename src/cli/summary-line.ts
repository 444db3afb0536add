/**
 * The line on stderr that says what a call has read. Input: the end of a call over files, or the tail of an answer of the
 * index; output: a text for people.
 */
import { checkedText, type FindingCounts } from "../answers/empty-reason.ts";
import type { RowValues } from "../answers/rows.ts";
import { counted } from "../base/counted.ts";
import { recordOf } from "../base/record.ts";
import type { ScanSummary } from "../engine/call.ts";
import { truncation } from "../engine/summary.ts";
import { keysText } from "../formats/keys-text.ts";
import { plain } from "../formats/plain.ts";

/**
 * Returns a summary such as `120 files in 1.2 s, 1 failed, 3 skipped (2 binary, 1 too_large)`, or of a check
 * `120 files checked, 9 findings in 3 of them, 2 errors (1.2 s)`.
 */
export function scanLine(summary: ScanSummary, seconds: number, tally: FindingCounts): string {
  const { totalFiles, failedFiles, checkedFiles, notSearched } = summary;
  const { no_match: _, ...leftOut } = summary.skipped ?? {};
  return [
    checkedFiles === undefined
      ? `${totalFiles} ${totalFiles === 1 ? "file" : "files"} in ${seconds.toFixed(1)} s`
      : `${checkedText(checkedFiles, tally)} (${seconds.toFixed(1)} s)`,
    ...(failedFiles > 0 ? [`${failedFiles} failed`] : []),
    ...skippedText(checkedFiles === undefined ? (summary.skipped ?? {}) : leftOut),
    ...(notSearched === undefined ? [] : [`not searched: ${keysText(notSearched)}`]),
    ...[truncation(summary) ?? []].flat(),
    ...[summary.nextCursor ?? []].flat().map((cursor) => `next_cursor: ${cursor}`),
  ].join(", ");
}

/**
 * Returns what an answer of the index has searched, such as `450 files searched in 1.2 s, 4 skipped (4 objective_cpp), 1 with
 * syntax errors (src/a.cc)`; undefined for an answer that does not tell.
 */
export function searchLine(tail: RowValues, seconds: number): string | undefined {
  const { searched_files: searched, files_with_errors: withErrors, broken_files: names, skipped } = tail;
  const { unreadable_files: unreadable } = tail;
  if (typeof searched !== "number") return undefined;
  const broken = Array.isArray(names) ? ` (${names.map(plain).join(", ")})` : "";
  return [
    `${counted(searched, "file")} searched in ${seconds.toFixed(1)} s`,
    ...skippedText(recordOf(skipped ?? {})),
    ...(typeof withErrors === "number" ? [`${withErrors} with syntax errors${broken}`] : []),
    ...(Array.isArray(unreadable) ? [`not read: ${unreadable.map(plain).join(", ")}`] : []),
  ].join(", ");
}

function skippedText(skipped: RowValues): readonly string[] {
  const counts = Object.entries(skipped).map(([reason, count]) => [reason, Number(count)] as const);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return all === 0 ? [] : [`${all} skipped (${counts.map(([reason, count]) => `${count} ${reason}`).join(", ")})`];
}
