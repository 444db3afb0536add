/**
 * The answer of a call over the index whose time is over, about what is known by then. Input: a question, and what asks the workers;
 * output: the answer about the files that were read, or else how far the call came.
 */
import type { RowValues } from "../answers/rows.ts";
import { UserError } from "../base/errors.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import { shownName } from "../workers/protocol.ts";
import { Ask, type Question, type Reached, rowsOfFiles, type Walked } from "./ask.ts";
import { answerOf, askPart, progressInTime, roomOf } from "./ask-index.ts";
import type { IndexedCall } from "./call.ts";
import { notWrittenText, unchangedText } from "./early-answer.ts";

/**
 * Answers about the files that were read in time.
 *
 * @param last what has asked the workers until then
 * @param onAsk receives what asks them now
 * @returns undefined if nothing is known of the code
 * @throws UserError when the call fails as a whole, and the signal's reason
 */
export async function partOfAnswer(
  question: Question,
  last: Ask,
  onAsk: (ask: Ask) => void,
): Promise<IndexedCall | undefined> {
  if (last.reached !== undefined) return answerAboutReached(question, last.reached);
  const code = await last.part?.();
  if (code === undefined) return undefined;
  const ask = new Ask(question);
  onAsk(ask);
  const { answer, read, ...call } = await askPart(question, ask, code);
  return "error" in answer ? { answer, ...call } : { answer: cutAnswer(answer, read, code.files), ...call };
}

/** Answers with the rows that there are by now: no worker is asked. */
export function answerAboutReached(question: Question, { rows, ...reached }: Reached): IndexedCall {
  const { plan, call, code, unread: failed } = reached;
  const nameOf = (path: string) => shownName(path, call.view.names);
  const unread = new UnreadFiles().with(failed);
  for (const path of plan.files) if (!rows.has(path)) unread.add({ filepath: nameOf(path), error: timeOver });
  const walked: Walked = {
    ...reached,
    rows: rowsOfFiles(plan, rows, nameOf),
    unread,
    endedAfter: undefined,
    isWider: false,
  };
  const answer = answerOf(question, walked, roomOf(question), undefined);
  const { spent } = question.run.stopwatch;
  if ("error" in answer) return { answer, spent };
  return { answer: cutAnswer(answer, code.files - code.unread.with(unread).count, code.files), spent };
}

const timeOver = "the time was over";

/** Says in an answer that it is about some of the files, if it is not about all. */
function cutAnswer<Answer extends { readonly head: RowValues }>(answer: Answer, read: number, files: number): Answer {
  if (read === files) return answer;
  const [ofRead, all] = [read, files].map((count) => count.toLocaleString("en"));
  const reason = `Only ${ofRead} of ${all} files were read in time, and the answer is about these. The same call again goes on.`;
  return { ...answer, head: cutHead(answer.head, reason) };
}

/** The head of an answer that is cut, with the reason before its own. */
export function cutHead(head: RowValues, reason: string): RowValues {
  const { truncated_reason: own } = head;
  return { ...head, truncated: true, truncated_reason: own === undefined ? reason : `${reason} ${own}` };
}

/**
 * Says how far a call came that has nothing to say yet.
 *
 * @param error of the call, whose details say which files were read
 */
export function errorWithoutAnswer(
  { tool, input, run }: Pick<Question, "input" | "run" | "tool">,
  ask: Ask | undefined,
  error: UserError,
): UserError {
  const { timeoutMs = 0 } = run.deadline;
  if (input.apply === true) return new UserError("Nothing was written", { details: notWrittenText(timeoutMs) });
  const { details = progressInTime(ask) } = error.details;
  const reasons = [...(tool.editsFiles ? [unchangedText] : []), details];
  return new UserError(`${run.deadline.passed ?? error.message}, before there was an answer`, {
    details: reasons.join(" "),
  });
}
