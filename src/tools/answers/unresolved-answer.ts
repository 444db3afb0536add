/**
 * The part of an answer over the index that was not resolved in time. Input: the lines that have the word of a symbol, in files whose
 * names were not resolved, and the answer about the other files, if there is one; output: both, as many lines as fit.
 */
import { type FileEntry, filledLists, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { type Excess, fitForms, type Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { maxUnresolvedLineChars } from "../../base/limits.ts";
import { linesIn, shortenedText, type WordedEntry, wordedForms } from "./worded-entries.ts";

const advice = "narrow filepath, or set max_chars";

/** The files whose names were not resolved. */
export type Unresolved = {
  /** The name that the call asks for, as it is written. */
  readonly symbol: string;
  /** Files that have the word, in path order, as answers show their paths; if they are ranked, the nearest first. */
  readonly files: readonly WordedEntry[];
  readonly isRanked?: boolean;
  /** True for a question about lines of a kind, which come first. */
  readonly isOfWanted?: boolean;
  /** The number of files that have the word and were resolved. */
  readonly resolved: number;
  /** The reason, and what to do, as a sentence. */
  readonly reason: string;
};

/**
 * Adds the unresolved lines to an answer: with their text, or else as numbers, or else counted by file.
 *
 * @param answer about the files that were resolved; by default none was
 * @param tail the keys that say what was searched
 * @param maxLineChars UTF-16 code units of the lines
 */
export function unresolvedAnswer(
  { symbol, files, isRanked, isOfWanted, resolved, reason }: Unresolved,
  answer: IndexResults | undefined,
  tail: RowValues,
  room: Room,
  maxLineChars = maxUnresolvedLineChars,
): IndexResults {
  const lines = linesIn(files);
  const counts = {
    resolved: `${resolved} of ${resolved + files.length} files`,
    ...(lines > 0 && { total_unresolved: lines }),
  };
  const { head, ...rest }: IndexResults = answer ?? { head: { symbol }, lists: [resultsOf([])], tail };
  const answerWith = (unresolved: readonly FileEntry[], excess?: Excess): IndexResults => {
    const cut = excess && shortenedText("unresolved", files.length - unresolved.length, advice);
    return {
      ...rest,
      head: { ...head, ...counts, truncated: true, truncated_reason: reasonsOf(head, reason, cut) },
      lists: filledLists([...rest.lists, { name: "unresolved", entries: unresolved }]),
    };
  };
  const maxChars = Math.min(room.maxChars, room.charsOf(answerWith([])) + maxLineChars);
  return fitForms(wordedForms(files, "unresolved", isRanked, isOfWanted), answerWith, { ...room, maxChars });
}

/** The reasons for all that is left out, the reason of the answer about other files last. */
function reasonsOf({ truncated_reason: own }: RowValues, reason: string, cut: string | undefined): string {
  return [reason, cut, typeof own === "string" ? own : undefined].filter((part) => part !== undefined).join(" ");
}
