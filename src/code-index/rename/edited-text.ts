/**
 * Texts with names replaced, and how they differ. Input: a text and the offsets of a name; output: the text with another name
 * there, its changed lines, and a unified diff. No line is added or removed.
 */
import { countWhile } from "../../base/count-while.ts";
import { type ChangedLines, linesOf, unifiedHunks } from "../../base/unified-hunks.ts";
import { editedText } from "../../edits/text-edits.ts";

/** The name at some offsets of a text, and the one that replaces it. */
export type Replacement = {
  /** In rising order. */
  readonly offsets: readonly number[];
  readonly oldName: string;
  readonly newName: string;
};

/** Returns the text with the new name at all offsets. */
export function withNewName(text: string, { offsets, oldName, newName }: Replacement): string {
  return editedText(
    text,
    offsets.map((start) => ({ start, end: start + oldName.length, text: newName })),
  );
}

/** The offset in the changed text of an offset that is not inside of a replaced name. */
export function shiftedOffset(offset: number, { offsets, oldName, newName }: Replacement): number {
  const before = countWhile(offsets.length, (index) => (offsets[index] ?? offset) < offset);
  return offset + before * (newName.length - oldName.length);
}

/** Lines around a change. */
const contextLines = 3;

/** Returns the hunks of a unified diff between texts with equally many lines; "" for equal texts. */
export function hunksOf(before: string, after: string): string {
  const [old, changed] = [linesOf(before), linesOf(after)];
  const blocks: ChangedLines[] = [];
  for (let from = 0; from < old.length; from++) {
    let to = from;
    while (to < old.length && old[to] !== changed[to]) to++;
    if (to === from) continue;
    blocks.push({ from, to, made: changed.slice(from, to) });
    from = to;
  }
  return unifiedHunks(old, blocks, contextLines)
    .map(({ diff }) => diff)
    .join("");
}
