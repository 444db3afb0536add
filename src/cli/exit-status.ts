/**
 * The exit status of the command of a tool. Input: the end of its call and a tally of its results; output: the status and, of another
 * one than 0, the reasons, which go to stderr whatever the format of the answer is.
 */
import type { FailingWord } from "../answers/aside.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import { DiagnosticRows } from "../answers/row-kinds.ts";
import { counted, numberText } from "../base/counted.ts";
import type { IndexedCall, ResultEntry, ScanSummary } from "../engine/call.ts";
import { truncation } from "../engine/summary.ts";
import { failureLine, withDetails } from "../formats/failure-line.ts";
import type { Failure } from "../formats/format.ts";
import { plain } from "../formats/plain.ts";
import type { ToolCommand } from "./tool-command.ts";

/** Counts of the results of a call over files, with the first file that failed and the first error. */
export class ResultTally {
  filesWithFindings = 0;
  findings = 0;
  errors = 0;
  firstError: string | undefined;
  firstFailure: string | undefined;

  add({ name, result }: ResultEntry): void {
    if ("error" in result) this.firstFailure ??= `${plain(name)}: ${withDetails(result.error, result.details)}`;
    if (!("rows" in result) || result.rows.kind !== "diagnostics") return;
    const { diagnostics, diagnostic_count, error_count = diagnostic_count } = DiagnosticRows.parse(result.rows.values);
    this.findings += diagnostic_count;
    this.errors += error_count;
    if (diagnostic_count > 0) this.filesWithFindings++;
    const first = diagnostics.find(({ severity }) => severity === "error");
    if (first !== undefined) this.firstError ??= `${plain(name)}:${first.line}:${first.column} ${plain(first.message)}`;
  }
}

/** The exit status of a command, with its reasons. */
export type ExitStatus = {
  readonly status: 0 | 1 | 2;
  /** Failures, which the answer as text has, too. */
  readonly failures: readonly string[];
  /** Reasons that the answer may be silent about. */
  readonly reasons: readonly string[];
};

const done: ExitStatus = { status: 0, failures: [], reasons: [] };

/** Returns the status after a call that failed as a whole. */
export function statusOfFailure(failure: Failure): ExitStatus {
  return { status: 1, failures: [failureLine(failure)], reasons: [] };
}

/** Returns the status after an answer of the index: 1 if it misses files, or has what the command is to fail at. */
export function statusOfAnswer({ answer }: IndexedCall, { failOn }: Pick<ToolCommand, "failOn">): ExitStatus {
  if ("error" in answer) return statusOfFailure(answer);
  const { failing = [] } = answer.aside ?? {};
  if (failing === "always") return { ...done, status: 1 };
  const missing = sentencesOnMissing(answer.head);
  const reasons = failing.filter(({ word }) => failOn.includes(word)).map(failingText);
  const failures = missing === undefined ? [] : [missing];
  return { status: reasons.length + failures.length > 0 ? 1 : 0, failures, reasons };
}

/**
 * Returns the status after a scan: 1 if files failed or are missing, or have errors; 2 if a check had no file to check.
 *
 * @param isCut true if the format has lost rows that it has no way to leave out
 * @param areTold true if stderr has each file that failed, since the format has no place for them
 */
export function statusOfScan(
  end: ScanSummary,
  tally: ResultTally,
  { exitsZero, allowsEmpty }: Pick<ToolCommand, "exitsZero" | "allowsEmpty">,
  { isCut, areTold }: { readonly isCut: boolean; readonly areTold: boolean },
): ExitStatus {
  const missing = end.missing.length > 0 || end.unlisted !== undefined ? truncation(end) : undefined;
  const changed = sentencesOnMissing({ changed_during_call: end.changedDuringCall || undefined });
  const failed = end.failedFiles > 0 ? [counted(end.failedFiles, "failed file") + firstText(tally.firstFailure)] : [];
  const failures = [
    ...(areTold ? [] : failed),
    ...(missing === undefined ? [] : [plain(missing)]),
    ...(changed === undefined ? [] : [changed]),
    ...(tally.errors > 0 && !exitsZero ? [counted(tally.errors, "error") + firstText(tally.firstError)] : []),
  ];
  if (failures.length > 0 || failed.length > 0) return { status: 1, failures, reasons: [] };
  if (isCut) return { status: 1, failures: [], reasons: [plain(end.shortForm?.reason ?? "The answer is not whole")] };
  if (!end.nothingChecked || allowsEmpty) return done;
  // The patterns, the folder or the ignored files are wrong, not the code.
  return { status: 2, failures: [], reasons: [plain(end.emptyReason ?? "No file was checked.")] };
}

/** Returns `--fail-on errors: 5, the first: a.py:3 undefined name 'x'; …`. */
function failingText({ word, count, first }: FailingWord): string {
  const places = [...first.map(plain), ...(count > first.length ? ["…"] : [])].join("; ");
  return `--fail-on ${word}: ${numberText(count)}${count > first.length ? ", the first" : ""}: ${places}`;
}

function firstText(first: string | undefined): string {
  return first === undefined ? "" : `, the first: ${first}`;
}
