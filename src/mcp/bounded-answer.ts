/** The last bound of an answer: whatever a tool has written, no answer is longer than its limit. */

import { cutError } from "../answers/cut-error.ts";
import { type Answer, type CallEnd, endOf, type Failure, type Format, failed } from "../formats/format.ts";

/**
 * Ends the answer to a call. An error has its texts cut; any other answer that is too long, which tools avoid, is replaced
 * by an error that says how long it is and how to narrow it.
 *
 * @param maxChars UTF-16 code units; Infinity for no limit
 */
export function boundedAnswer(
  format: Format,
  writer: ReturnType<Format["begin"]>,
  end: CallEnd,
  maxChars: number,
): Answer {
  const answer = endOf(format, writer, end);
  const { length } = answer.text;
  if (length <= maxChars) return answer;
  const whole = "answer" in end ? end.answer : end;
  const failure = "error" in whole ? whole : tooLong(length, maxChars);
  return failed(format, cutError(failure, { maxChars, charsOf: (shorter) => format.ofFailure(shorter).length }));
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
