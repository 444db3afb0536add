/** The written files of a call in its answer. Input: the files; output: keys of the head, and rows. */
import type { FileEntry } from "../../answers/answer.ts";
import type { RowValues } from "../../answers/rows.ts";
import type { WrittenFile } from "../../edits/text-edits.ts";

/** The part of an answer that rows of written files may take, and the characters that one takes in addition to its path. */
const shareOfAnswer = 0.25;
const charsOfRow = 90;

/** Returns the keys that say that files were written; none for a call that writes none. */
export function writtenHead(written: readonly WrittenFile[] | undefined): RowValues {
  if (written === undefined) return {};
  return {
    applied: true,
    written_files: written.length,
    written_edits: written.reduce((sum, { edits }) => sum + edits, 0),
  };
}

/** Returns a row for each written file with its stamp, as many as fit into a part of an answer. */
export function writtenRows(written: readonly WrittenFile[] = [], maxChars: number): readonly FileEntry[] {
  let left = maxChars * shareOfAnswer;
  const fitting = written.filter(({ filepath }) => {
    left -= filepath.length + charsOfRow;
    return left >= 0;
  });
  return fitting.map((file) => ({ ...file }));
}
