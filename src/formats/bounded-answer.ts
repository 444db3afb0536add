/** The last bound of an answer: whatever a tool has written, no answer is longer than its limit. */

import { cutError } from "../answers/cut-error.ts";
import type { RowValues } from "../answers/rows.ts";
import type { FailedCall, IndexedCall, ScanSummary } from "../engine/call.ts";
import { type Answer, endOf, type Format } from "./format.ts";

/**
 * Ends the answer to a call. An error has its texts cut; any other answer that is too long, which tools avoid, is replaced
 * by an error that says how long it is and how to narrow it.
 *
 * @param maxChars UTF-16 code units; Infinity for no limit
 */
export function boundedAnswer(
  format: Format,
  writer: ReturnType<Format["begin"]>,
  end: ScanSummary | IndexedCall | FailedCall,
  maxChars: number,
): Answer {
  const answer = endOf(format, writer, end);
  const { length } = answer.text;
  if (length <= maxChars) return answer;
  const failure = failureIn(end) ?? tooLong(length, maxChars);
  const cut = cutError(failure, { maxChars, charsOf: (shorter) => format.ofIndex(shorter).text.length });
  return format.ofIndex(cut);
}

type Failure = { readonly error: string; readonly details: RowValues };

function failureIn(end: ScanSummary | IndexedCall | FailedCall): Failure | undefined {
  if ("error" in end) return end;
  return "answer" in end && "error" in end.answer ? end.answer : undefined;
}

function tooLong(length: number, maxChars: number): Failure {
  return {
    error: `The answer would have ${length} characters, and an answer has at most ${maxChars}`,
    details: {
      details:
        "Narrow filepath, symbol or query, set max_results or max_nodes lower, or raise max_chars or --max-result-chars.",
    },
  };
}
