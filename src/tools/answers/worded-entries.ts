/**
 * Entries of files whose lines have a word, in every form that an answer has room for. Input: files with such lines; output:
 * forms of a list, from the richest to the poorest.
 */
import type { FileEntry } from "../../answers/answer.ts";
import type { Form } from "../../answers/fit.ts";
import { counted } from "../../base/counted.ts";
import type { WordedLine } from "../source-lines/worded-lines.ts";

/** The lines of a file that have a word, by the path that answers show. */
export type WordedEntry = { readonly filepath: string; readonly lines: readonly WordedLine[] };

/**
 * The forms of a list: lines with their text, or else as numbers, or else counted by file, for as many files as fit.
 *
 * @param list the name of the list
 * @param isRanked true if the first files say most: their lines are shown instead of counts of all
 */
export function wordedForms(
  files: readonly WordedEntry[],
  list: string,
  isRanked = false,
): readonly Form<readonly FileEntry[]>[] {
  const entries: readonly ((file: WordedEntry) => FileEntry)[] = [
    ({ filepath, lines }) => ({ filepath, references: lines.map(({ isComment, ...row }) => row) }),
    ({ filepath, lines }) => ({ filepath, [list]: lines.map(numberOf) }),
    countEntry,
  ];
  const firstWith = (entry: (file: WordedEntry) => FileEntry, least: number) => ({
    sizes: { least, most: files.length },
    shown: (size: number) => files.slice(0, size).map(entry),
  });
  const [lines = countEntry] = entries;
  const ranked = isRanked && files.length > 0 ? [firstWith(lines, 1)] : [];
  return [...ranked, ...entries.map((entry) => ({ shown: () => files.map(entry) })), firstWith(countEntry, 0)];
}

/** The number of a line, after the name of the function around it. A comment is no use of a name, which its text would show. */
function numberOf({ line, in: holder, isComment = false }: WordedLine): string {
  return `${holder === undefined ? "" : `${holder}:`}${line}${isComment ? " (comment)" : ""}`;
}

function countEntry({ filepath, lines }: WordedEntry): FileEntry {
  return { filepath, count: lines.length };
}

/** The number of lines of files. */
export function linesIn(files: readonly WordedEntry[]): number {
  return files.reduce((sum, { lines }) => sum + lines.length, 0);
}

/**
 * Says that a list is cut.
 *
 * @param left the files that it leaves out
 * @param advice what to do
 */
export function shortenedText(list: string, left: number, advice = "narrow filepath"): string {
  const files = left === 0 ? "" : ` ${counted(left, "file")} ${left === 1 ? "is" : "are"} left out.`;
  return `${list} is shortened: ${advice}.${files}`;
}
