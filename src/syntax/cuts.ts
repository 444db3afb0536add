import { countWhile } from "../base/count-while.ts";

/** A range of a text, in UTF-16 offsets, with what stands for it. */
export type Cut = { readonly start: number; readonly end: number; readonly put: string };

/** A text without some ranges, and the way back to it. */
export type CutText = {
  readonly text: string;
  /** The offset in the whole text of what starts at an offset in this one: a cut there is before it. */
  readonly wholeStart: (offset: number) => number;
  /**
   * The offset in the whole text of the end of a range at an offset in this one: a cut there without replacement is
   * after it.
   */
  readonly wholeEnd: (offset: number) => number;
  /** The offset in this text of an offset in the whole one, or -1 where that was cut out. */
  readonly offset: (wholeOffset: number) => number;
};

/** Returns two lists of cuts as one: of the second list those that no cut of the first one overlaps. Each list is in order. */
export function joinedCuts(cuts: readonly Cut[], further: readonly Cut[]): readonly Cut[] {
  if (further.length === 0) return cuts;
  const joined: Cut[] = [];
  let at = 0;
  for (const one of further) {
    for (let next = cuts[at]; next !== undefined && next.end <= one.start; next = cuts[++at]) joined.push(next);
    const next = cuts[at];
    if (next === undefined || next.start >= one.end) joined.push(one);
  }
  return [...joined, ...cuts.slice(at)];
}

/** Cuts ranges out of a text; they are in order and do not overlap. */
export function cutOut(text: string, cuts: readonly Cut[]): CutText {
  const parts: string[] = [];
  /** The end of each cut, in the short text and in the whole one. */
  const shortEnds: number[] = [];
  const wholeEnds: number[] = [];
  let from = 0;
  let length = 0;
  for (const { start, end, put } of cuts) {
    parts.push(text.slice(from, start), put);
    length += start - from + put.length;
    from = end;
    shortEnds.push(length);
    wholeEnds.push(end);
  }
  parts.push(text.slice(from));
  const wholeAfter = (cut: number, offset: number) =>
    cut < 0 ? offset : offset - (shortEnds[cut] ?? 0) + (wholeEnds[cut] ?? 0);
  return {
    text: parts.join(""),
    wholeStart: (offset) => wholeAfter(lastUpTo(offset, shortEnds), offset),
    wholeEnd: (offset) => {
      let last = lastUpTo(offset, shortEnds);
      while (last >= 0 && shortEnds[last] === offset && cuts[last]?.put === "") last -= 1;
      return wholeAfter(last, offset);
    },
    offset: (wholeOffset) => {
      const last = lastUpTo(wholeOffset, wholeEnds);
      const next = cuts[last + 1];
      if (next !== undefined && next.start <= wholeOffset) return -1;
      return last < 0 ? wholeOffset : wholeOffset - (wholeEnds[last] ?? 0) + (shortEnds[last] ?? 0);
    },
  };
}

/** The index of the last of these ends that is not after the offset, or -1. */
function lastUpTo(offset: number, ends: readonly number[]): number {
  return countWhile(ends.length, (at) => (ends[at] ?? 0) <= offset) - 1;
}
