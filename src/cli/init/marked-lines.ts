import { UserError } from "../../base/errors.ts";
import { lineBreakOf } from "./line-break.ts";

const begin = "<!-- codegrove: begin -->";
const end = "<!-- codegrove: end -->";

/**
 * Returns a text with lines between two markers: lines that are there are replaced, otherwise they are added at the
 * end. All else stays as it is, line breaks included.
 *
 * @param text without a byte order mark; empty for a file that is not there
 * @throws UserError when the markers do not make a pair
 */
export function withMarkedLines(text: string, lines: readonly string[]): string {
  const lineBreak = lineBreakOf(text);
  const section = [begin, ...lines, end].join(lineBreak);
  const begins = placesOf(begin, text);
  const ends = placesOf(end, text);
  const [from] = begins;
  const [to] = ends;
  if (from === undefined && to === undefined) return text + gapAfter(text, lineBreak) + section + lineBreak;
  if (from === undefined || to === undefined || begins.length > 1 || ends.length > 1 || from > to) {
    throw new UserError(`its markers do not make a pair; leave one ${begin} with one ${end} below it, or none`);
  }
  return text.slice(0, from) + section + text.slice(to + end.length);
}

/** True for a text with such lines. */
export function hasMarkedLines(text: string): boolean {
  return text.includes(begin);
}

/** Returns the offsets of a marker that has a line for itself. */
function placesOf(marker: string, text: string): readonly number[] {
  const lines = text.matchAll(new RegExp(`^[ \\t]*${marker}[ \\t]*$`, "gm"));
  return [...lines].map(({ index, 0: line }) => index + line.indexOf(marker));
}

/** Returns what ends the last line and leaves an empty one. */
function gapAfter(text: string, lineBreak: string): string {
  if (text === "" || /\n\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? lineBreak : lineBreak + lineBreak;
}
