import type { Range } from "../base/nested-ranges.ts";

/** Lines of a text by what they hold. */
export type LineCounts = {
  readonly total: number;
  /** Lines with code, whether they have a comment as well or not. */
  readonly code: number;
  /** Lines with comments and nothing else. */
  readonly comment: number;
  /** Lines with only white space, also inside of comments and strings. */
  readonly blank: number;
};

const [tab, newline, carriageReturn, space] = [9, 10, 13, 32];

/**
 * Counts the lines of a text, as cloc does.
 *
 * @param comments in source order, without overlaps
 */
export function lineCountsOf(text: string, comments: readonly Range[]): LineCounts {
  let [total, code, comment, blank] = [0, 0, 0, 0];
  let next = 0;
  // The first line of a script says what runs it, and nothing to its readers.
  const scriptEnd = text.startsWith("#!") ? endOfLine(text, 0) : 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    let hasCode = start < scriptEnd;
    let hasComment = false;
    for (let at = start; at < end && !hasCode; at++) {
      if (isBlank(text.charCodeAt(at))) continue;
      while ((comments[next]?.end ?? text.length) <= at) next++;
      const range = comments[next];
      if (range === undefined || at < range.start) hasCode = true;
      else {
        hasComment = true;
        at = Math.min(range.end, end) - 1;
      }
    }
    total++;
    if (hasCode) code++;
    else if (hasComment) comment++;
    else blank++;
    start = end + 1;
  }
  return { total, code, comment, blank };
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/** Blanks of ASCII: from a tab to a carriage return, and the space. */
function isBlank(code: number): boolean {
  return code === space || (code >= tab && code <= carriageReturn && code !== newline);
}
