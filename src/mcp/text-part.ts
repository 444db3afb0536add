/**
 * Parts of a resource's text: an answer has as much of it as its limit allows, and says where the rest is. A URI with
 * `?offset=N` names the text from its UTF-16 code unit N on, counted from 0.
 */
import { type Form, fitLists } from "../answers/fit.ts";
import { startOf } from "../base/cut-text.ts";
import type { Params } from "./message.ts";

/** The text of a resource, or a part of it. */
export type Content = { readonly text: string; readonly mimeType: string; readonly uri?: string };

/** The URI of a resource without its offset, and the offset: 0 if it has none. */
type Place = { readonly base: string; readonly offset: number };

export function placeOf(uri: string): Place {
  const [suffix, digits] = /\?offset=(\d{1,15})$/.exec(uri) ?? ["", "0"];
  return { base: uri.slice(0, uri.length - suffix.length), offset: Number(digits) };
}

/**
 * Returns the contents of resources from their offsets on: the text of each, and if that is not all, a note whose URI is that of
 * the next part. A part ends with a line if it has more than one. Each resource has an equal share of the room, and gets what
 * others do not need.
 *
 * @param maxChars UTF-16 code units of all texts together; Infinity for no limit
 */
export function partsOf(
  resources: readonly (Content & { readonly uri: string })[],
  maxChars: number,
): readonly Params[] {
  const lists = resources.map((resource) => ({ share: 1 / resources.length, forms: [partForm(resource)] }));
  const charsOf = (contents: readonly Content[]) => contents.reduce((sum, content) => sum + content.text.length, 0);
  return fitLists(lists, (shown) => shown.flat(), { maxChars, charsOf });
}

/** The text of a resource from its offset on, or as much of it as there is room for. */
function partForm({ uri, text, mimeType }: Content & { readonly uri: string }): Form<readonly Content[]> {
  const { base, offset } = placeOf(uri);
  const rest = text.slice(offset);
  const sizes = { least: Math.min(mostCharacterUnits, rest.length), most: rest.length };
  const shown = (length: number): readonly Content[] => {
    if (length === rest.length) return [{ uri, mimeType, text: rest }];
    const part = wholeLines(startOf(rest, length));
    const end = offset + part.length;
    const note = `Characters ${offset + 1} to ${end} of ${text.length}: the URI of this content reads the next ones.`;
    return [
      { uri, mimeType, text: part },
      { uri: `${base}?offset=${end}`, mimeType: "text/plain", text: note },
    ];
  };
  return { sizes, leastChars: 1, shown };
}

/** UTF-16 code units of the longest character: a part has at least one. */
const mostCharacterUnits = 2;

/** Returns the lines of a text that are whole; a text of one line as it is. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1) || text;
}
