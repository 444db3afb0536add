/**
 * Edits of the bytes of a file. Input: the bytes, and edits of their text; output: the bytes after them, in the same encoding. Bytes
 * outside of the edits stay as they are, a byte order mark among them.
 */
import { decode, encodingOf } from "../workspace/decode.ts";
import { editedText, type TextEdit } from "./text-edits.ts";

/** The text of a file, or why it is not edited, as a sentence. */
export type ReadText = { readonly text: string } | { readonly fault: string };

/** @param declaration a regular expression for a line that declares the encoding in its first group */
export function textToEdit(bytes: Uint8Array, declaration: string | undefined): ReadText {
  const decoded = decode(bytes, declaration);
  if ("binaryAt" in decoded) return { fault: "It is binary." };
  const { text, warning } = decoded;
  return warning === undefined ? { text } : { fault: `${warning.replace(/;.*$/, "")}.` };
}

/**
 * Returns the bytes after edits of the text; or why it cannot be written.
 *
 * @param text the text of the bytes, which are all valid
 */
export function editedBytes(
  bytes: Uint8Array,
  text: string,
  edits: readonly TextEdit[],
  declaration: string | undefined,
): { readonly bytes: Uint8Array } | { readonly fault: string } {
  const encoding = encodingOf(bytes, declaration);
  const codec = codecs.get(encoding) ?? singleBytes;
  const mark = markOf(bytes) !== "" ? 3 : encoding.startsWith("utf-16") ? 2 : 0;
  const parts: Uint8Array[] = [bytes.subarray(0, mark)];
  let [done, at] = [0, mark];
  for (const { start, end, text: inserted } of edits) {
    const from = at + codec.bytesOf(text.slice(done, start)).length;
    parts.push(bytes.subarray(at, from), codec.bytesOf(inserted));
    at = from + codec.bytesOf(text.slice(start, end)).length;
    done = end;
  }
  parts.push(bytes.subarray(at));
  const made = Buffer.concat(parts);
  // Text that the encoding lacks, and offsets in characters of several bytes, show here, as does a line that declares another encoding.
  const read = textToEdit(made, declaration);
  if (!("text" in read) || read.text !== editedText(text, edits)) {
    return { fault: `The new text cannot be written in its encoding, ${encoding.toUpperCase()}.` };
  }
  return { bytes: made };
}

/** Returns the byte order mark of bytes of UTF-8; "" for none. */
export function markOf(bytes: Uint8Array): string {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "\ufeff" : "";
}

type Codec = { readonly bytesOf: (text: string) => Uint8Array };

/** Encodings whose texts can be written whole. */
const codecs: ReadonlyMap<string, Codec> = new Map([
  ["utf-8", { bytesOf: (text: string) => Buffer.from(text, "utf8") }],
  ["utf-16le", { bytesOf: (text: string) => Buffer.from(text, "utf16le") }],
  ["utf-16be", { bytesOf: (text: string) => Buffer.from(text, "utf16le").swap16() }],
]);

/** Of all others, a character is a byte: what is right for Latin-1 is checked afterwards. */
const singleBytes: Codec = { bytesOf: (text) => Buffer.from(text, "latin1") };
