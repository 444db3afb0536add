/**
 * The answer of a call over the index whose time is over, about what is known by then. Input: a question, and what asks the workers;
 * output: the answer about the files that were read, or else how far the call came.
 */
import { resultsOf } from "../answers/answer.ts";
import { timeOver } from "../answers/missing-files.ts";
import type { RowValues } from "../answers/rows.ts";
import { numberText } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import type { ListedFiles } from "../code-base/code.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import { coverageOf, leadOf } from "../tools/answers/index-answer.ts";
import { shownName } from "../workers/protocol.ts";
import { Ask, type Question, type Reached, rowsOfFiles, type Walked } from "./ask.ts";
import { answerOf, askPart, countsOf, progressInTime, roomOf } from "./ask-index.ts";
import type { IndexedCall } from "./call.ts";
import { listedFor, notWrittenText, unchangedText } from "./early-answer.ts";

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
  last: Pick<Ask, "part" | "reached">,
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
    isUnfinished: true,
  };
  const answer = answerOf(question, walked, roomOf(question), undefined);
  const { spent } = question.run.stopwatch;
  if ("error" in answer) return { answer, spent };
  return { answer: cutAnswer(answer, code.files - code.unread.with(unread).count, code.files), spent };
}

/** The paths of listed files as answers show them. */
export function shownNames({ paths, names }: Pick<ListedFiles, "names" | "paths">): readonly string[] {
  return paths.map((path) => shownName(path, names));
}

/**
 * Answers when no file was looked at: with the files that most likely have rows, and how many are not read yet. Workers are only asked
 * for a list of the files, if there is none and time is left.
 *
 * @param ask of the call until its names were to be resolved; undefined before that
 * @param error says which time is over
 * @returns undefined if the files are not known, and for a tool that edits files
 * @throws UserError when the time is over, and the signal's reason
 */
export async function answerWithoutRows(
  question: Question,
  ask: Ask | undefined,
  error: UserError,
): Promise<IndexedCall | undefined> {
  const { tool, bound, run } = question;
  const { deadline } = run;
  if (tool.editsFiles || (ask?.listed === undefined && deadline.signal.aborted)) return undefined;
  const listed = await listedFor(question, ask?.listed, deadline);
  const names = shownNames(listed);
  const allUnread = new UnreadFiles();
  for (const filepath of names) allUnread.add({ filepath, error: timeOver });
  const code = (await ask?.part?.()) ?? { ...listed, files: names.length, unread: allUnread };
  const { files, unread, skipped, notSearched } = code;
  const [ofRead, all] = [files - unread.count, files].map(numberText);
  const reason =
    `${deadline.passed ?? error.message}: ${ofRead} of ${all} files were read, and nothing was looked for in them yet. ` +
    "The same call again goes on.";
  const likely = bound.time.likelyFiles(names).map((filepath) => ({ filepath, unread: true }));
  const coverage = {
    searchedFiles: 0,
    filesWithErrors: 0,
    unread: unread.named,
    ...countsOf({ skipped, notSearched }),
  };
  return {
    answer: {
      head: cutHead(leadOf(unread.folders, 0, unread.lateCount), reason),
      lists: [resultsOf(likely)],
      tail: coverageOf(coverage),
    },
    spent: run.stopwatch.spent,
  };
}

/** Says in an answer that it is about some of the files, if it is not about all. */
function cutAnswer<Answer extends { readonly head: RowValues }>(answer: Answer, read: number, files: number): Answer {
  if (read === files) return answer;
  const [ofRead, all] = [read, files].map(numberText);
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
