/**
 * Parts of a resource's text: an answer has as much of it as its limit allows, and says where the rest is. A URI with
 * `?offset=N` names the text from its UTF-16 code unit N on, counted from 0.
 */
import type { Params } from "./message.ts";

/** The whole text of a resource. */
export type Content = { readonly text: string; readonly mimeType: string };

/** Characters that are left for the note about the rest. */
export const noteChars = 200;

/** The URI of a resource without its offset, and the offset: 0 if it has none. */
type Place = { readonly base: string; readonly offset: number };

export function placeOf(uri: string): Place {
  const [suffix, digits] = /\?offset=(\d{1,15})$/.exec(uri) ?? ["", "0"];
  return { base: uri.slice(0, uri.length - suffix.length), offset: Number(digits) };
}

/**
 * Returns the contents of a resource from its offset on: its text, and if that is not all, a note whose URI is that of the
 * next part. A part ends with a line if it has more than one.
 *
 * @param maxChars UTF-16 code units of all texts together, at least noteChars; Infinity for no limit
 */
export function partsOf(uri: string, { text, mimeType }: Content, maxChars: number): readonly Params[] {
  const { base, offset } = placeOf(uri);
  const rest = text.slice(offset);
  if (rest.length <= maxChars) return [{ uri, mimeType, text: rest }];
  const part = wholeLines(rest.slice(0, maxChars - noteChars));
  const end = offset + part.length;
  const note = `Characters ${offset + 1} to ${end} of ${text.length}: the URI of this content reads the next ones.`;
  return [
    { uri, mimeType, text: part },
    { uri: `${base}?offset=${end}`, mimeType: "text/plain", text: note },
  ];
}

/** Returns the lines of a text that are whole, or a text of one line without half a character at its end. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  return end > 0 ? text.slice(0, end) : text.replace(/[\ud800-\udbff]$/, "");
}
