import { shortened } from "../../base/cut-text.ts";
import { withLineFeeds } from "../../syntax/copies.ts";

/** Lines of a text, counted from 1, the last one included: Infinity for the end. */
export type LineRange = { readonly from: number; readonly to: number };

/** Lines of a text, the number of all of them, and whether the first one of the text ends with a carriage return. */
export type TextLines = { readonly lines: readonly string[]; readonly total: number; readonly hasReturns: boolean };

/** The lines and the UTF-16 code units of a line that one answer can have. */
const maxLines = 5_000;
const maxLineChars = 2_000;

/** Returns the lines of a range, at most 5,000; of a longer line the first 2,000 characters, and `…`. */
export function linesIn(given: string, { from, to }: LineRange): TextLines {
  const all = withLineFeeds(given).split("\n");
  if (all.at(-1) === "") all.pop();
  const asked = all.slice(from - 1, Math.min(to, from + maxLines - 1));
  return { lines: asked.map(cutLine), total: all.length, hasReturns: given.charAt(given.indexOf("\n") - 1) === "\r" };
}

/** Returns a line without the carriage return of its end. */
function cutLine(given: string): string {
  const line = given.endsWith("\r") ? given.slice(0, -1) : given;
  return shortened(line, maxLineChars + 1);
}
