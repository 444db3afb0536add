import type { ErrorDetails } from "../errors.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Skipped } from "../workspace/skipped.ts";
import type { FileOutcome } from "./file-outcome.ts";

/** An answer as compact JSON. */
export type Answer = {
  readonly text: string;
  /** Did the call fail as a whole? */
  readonly failed: boolean;
  /** Files of a batch that failed. */
  readonly failedFiles: number;
};

/** The answer of a call that failed: `{"success":false,"error":…}`, with the details behind. */
export function failedAnswer(error: string, details: ErrorDetails): Answer {
  return { text: `{${failedBody(error, details)}}`, failed: true, failedFiles: 0 };
}

/** The answer about one file. */
export function flatAnswer(outcome: FileOutcome): Answer {
  if ("error" in outcome) return failedAnswer(outcome.error, outcome.details);
  if ("skipped" in outcome) return failedAnswer(`The file was left out: ${outcome.skipped}`, {});
  return { text: `{${doneBody(outcome)}}`, failed: false, failedFiles: 0 };
}

/**
 * The answer about many files: totals, what was left out and why, then one result a file.
 *
 * @param outcomes one a target, undefined where the time did not suffice
 * @param stopped why it did not
 */
export function batchAnswer(
  tool: AnyTool,
  targets: readonly { readonly name: string }[],
  outcomes: readonly (FileOutcome | undefined)[],
  skipped: Skipped,
  stopped: string | undefined,
): Answer {
  const results: string[] = [];
  let total = 0;
  let failed = 0;
  const open: string[] = [];
  targets.forEach(({ name }, i) => {
    const outcome = outcomes[i];
    if (outcome !== undefined && "skipped" in outcome) {
      skipped.count(outcome.skipped);
      return;
    }
    total++;
    if (outcome === undefined) {
      open.push(name);
      return;
    }
    if ("error" in outcome) failed++;
    const body = "error" in outcome ? failedBody(outcome.error, outcome.details) : doneBody(outcome);
    results.push(`{"filepath":${JSON.stringify(name)},${body}}`);
  });
  const head = {
    total_files: total,
    ...(tool.countsFiles ? { processed_files: results.length - failed } : {}),
    ...(tool.countsFiles || failed > 0 ? { failed_files: failed } : {}),
    skipped: skipped.summary(),
    ...(stopped !== undefined && open.length > 0
      ? {
          truncated: true,
          truncated_reason: `${stopped}: ${results.length} of ${total} files are done, not ${some(open)}`,
        }
      : {}),
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"results":[${results.join(",")}]}`;
  return { text, failed: false, failedFiles: failed };
}

function some(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function doneBody({ body, warnings }: Extract<FileOutcome, { body: string }>): string {
  const tail = warnings.length === 0 ? "" : `,"warnings":${JSON.stringify(warnings)}`;
  return `${body},"success":true${tail}`;
}

function failedBody(error: string, details: ErrorDetails): string {
  return JSON.stringify({ success: false, error, ...details }).slice(1, -1);
}
