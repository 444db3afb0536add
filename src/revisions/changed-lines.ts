/**
 * The lines of a text that another text does not have. Input: both texts; output: ranges of changed lines, with one bound of work for
 * all files of a call.
 */
import { diffArrays } from "diff";

/** Lines that differ past which two texts are as different as they can be: the time grows with the square. */
const maxDifferentLines = 3_000;

/** The sum of such squares past which further texts of a call count as different as a whole: some 3 s. */
const maxWork = 20_000_000;

/** Ranges of lines, which count from 1. */
type Ranges = (readonly [first: number, last: number])[];

/** The lines that only one of two texts has. */
export type LineChanges = {
  readonly changed: Ranges;
  readonly removed: Ranges;
  /** True if the lines between the first and the last one that differ were not compared one by one. */
  readonly isWhole: boolean;
};

/**
 * Returns a function that compares texts; its calls share a bound on the work, past which texts that differ do so as a whole.
 *
 * @param linesOf splits a text into lines that are equal or not; by default whatever their ends are
 */
export function lineComparer(
  work = maxWork,
  linesOf = linesWithoutEnds,
): (before: string, after: string) => LineChanges {
  let left = work;
  return (before, after) => {
    const [old, now] = [linesOf(before), linesOf(after)];
    let start = 0;
    while (start < old.length && start < now.length && old[start] === now[start]) start++;
    let end = 0;
    const isLeft = () => end < old.length - start && end < now.length - start;
    while (isLeft() && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
    const [oldPart, newPart] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
    // A line that the other text does not have differs for sure.
    const [oldShared, newShared] = [sharedLines(oldPart, newPart), sharedLines(newPart, oldPart)];
    const most = Math.min(maxDifferentLines, Math.floor(Math.sqrt(left)));
    const parts = diffArrays(textsAt(oldPart, oldShared), textsAt(newPart, newShared), { maxEditLength: most });
    const differing = (parts ?? []).reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
    left -= (parts === undefined ? most : differing) ** 2;
    if (parts === undefined) {
      const all = (length: number): Ranges => (length === 0 ? [] : [[start + 1, start + length]]);
      return { changed: all(newPart.length), removed: all(oldPart.length), isWhole: true };
    }
    const [oldSame, newSame] = [new Set<number>(), new Set<number>()];
    let [i, j] = [0, 0];
    for (const { added, removed, count } of parts) {
      if (!added && !removed) {
        for (const line of oldShared.slice(i, i + count)) oldSame.add(line);
        for (const line of newShared.slice(j, j + count)) newSame.add(line);
      }
      if (!added) i += count;
      if (!removed) j += count;
    }
    return {
      changed: rangesWithout(newSame, newPart.length, start),
      removed: rangesWithout(oldSame, oldPart.length, start),
      isWhole: false,
    };
  };
}

/** The numbers of the lines of a text that the other one has, too. */
function sharedLines(lines: readonly string[], other: readonly string[]): readonly number[] {
  const known = new Set(other);
  return lines.flatMap((line, i) => (known.has(line) ? [i] : []));
}

function textsAt(lines: readonly string[], numbers: readonly number[]): string[] {
  return numbers.map((i) => lines[i] ?? "");
}

/** The lines that are not among some, as ranges; `start` lines are before them. */
function rangesWithout(same: ReadonlySet<number>, length: number, start: number): Ranges {
  const ranges: Ranges = [];
  for (let i = 0; i < length; i++) {
    if (same.has(i)) continue;
    const first = i;
    while (i + 1 < length && !same.has(i + 1)) i++;
    ranges.push([start + first + 1, start + i + 1]);
  }
  return ranges;
}

function linesWithoutEnds(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
