/** A range of a text, in UTF-16 offsets, with what stands for it. */
export type Cut = { readonly start: number; readonly end: number; readonly put: string };

/** A text without some ranges, and the way back to it. */
export type CutText = {
  readonly text: string;
  /** The offset in the whole text of an offset in this one. */
  readonly wholeOffset: (offset: number) => number;
  /** The offset in this text of an offset in the whole one that was not cut out. */
  readonly offset: (wholeOffset: number) => number;
};

/** Cuts ranges out of a text; they are in order and do not overlap. */
export function cutOut(text: string, cuts: readonly Cut[]): CutText {
  const parts: string[] = [];
  /** Where each cut ends, in the short text and in the whole one. */
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
  return {
    text: parts.join(""),
    wholeOffset: (offset) => shifted(offset, shortEnds, wholeEnds),
    offset: (wholeOffset) => shifted(wholeOffset, wholeEnds, shortEnds),
  };
}

/** An offset counted from the last end before it, and from there in the other text. */
function shifted(offset: number, ends: readonly number[], otherEnds: readonly number[]): number {
  let low = 0;
  for (let high = ends.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? offset : offset - (ends[low - 1] ?? 0) + (otherEnds[low - 1] ?? 0);
}
