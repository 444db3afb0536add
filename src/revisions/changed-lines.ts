import { diffArrays } from "diff";

/** Lines that differ past which two texts are as different as they can be: the time grows with the product of both. */
const maxDifferentLines = 3_000;

/** Ranges of lines, which count from 1. */
type Ranges = (readonly [first: number, last: number])[];

/** Returns the lines that only one of two texts has: all lines between the first and the last one for texts that differ much. */
export function changedLinesOf(before: string, after: string): { readonly changed: Ranges; readonly removed: Ranges } {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const isLeft = () => end < old.length - start && end < now.length - start;
  while (isLeft() && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [oldPart, newPart] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const parts = diffArrays(oldPart, newPart, { maxEditLength: maxDifferentLines });
  const changed: Ranges = [];
  const removed: Ranges = [];
  if (parts === undefined) {
    if (newPart.length > 0) changed.push([start + 1, start + newPart.length]);
    if (oldPart.length > 0) removed.push([start + 1, start + oldPart.length]);
    return { changed, removed };
  }
  let [oldLine, newLine] = [start + 1, start + 1];
  for (const { added, removed: isRemoved, count = 0 } of parts) {
    if (added) changed.push([newLine, newLine + count - 1]);
    if (isRemoved) removed.push([oldLine, oldLine + count - 1]);
    if (!isRemoved) newLine += count;
    if (!added) oldLine += count;
  }
  return { changed, removed };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
