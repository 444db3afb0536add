import { isAscii } from "node:buffer";
import { getOrInsert } from "../base/get-or-insert.ts";
import { binaryProbeBytes, declarationProbeBytes } from "../base/limits.ts";
import { writtenRegex } from "../base/written-regex.ts";

/** Text of a file, or why it is none. */
export type Decoded = { readonly text: string; readonly warning?: string } | { readonly binaryAt: number };

/**
 * The text of a file: UTF-16 where a byte order mark says so, else the encoding that it declares, else UTF-8;
 * without the mark. Bytes that are not valid become U+FFFD, with a warning. A NUL byte near the start makes it binary.
 *
 * @param declaration a regular expression for a line that declares the encoding in its first group
 */
export function decode(bytes: Uint8Array, declaration?: string): Decoded {
  const encoding = encodingOf(bytes, declaration);
  if (!encoding.startsWith("utf-16")) {
    const nul = bytes.subarray(0, binaryProbeBytes).indexOf(0);
    if (nul >= 0) return { binaryAt: nul };
  }
  if (encoding === "utf-8" && isAscii(bytes)) return { text: asciiText(bytes) };
  try {
    const decoder = getOrInsert(decoders, encoding, () => new TextDecoder(encoding, { fatal: true }));
    return { text: decoder.decode(bytes) };
  } catch {
    // The wrong bytes may have left a state in it.
    decoders.delete(encoding);
    const warning = `Some bytes are not valid ${encoding.toUpperCase()}; each such place reads U+FFFD.`;
    return { text: new TextDecoder(encoding).decode(bytes), warning };
  }
}

/** Encoding → its decoder: making one takes longer than decoding a short file. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Copied as it is, which takes a fraction of the time of decoding. */
function asciiText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Returns the name of the encoding of a file, in lower case. */
export function encodingOf(bytes: Uint8Array, declaration: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return (declaration === undefined ? undefined : declaredEncoding(bytes, writtenRegex(declaration))) ?? "utf-8";
}

/** PEP 263: the declaration is in the first line, or in the second when the first is blank or a comment. */
function declaredEncoding(bytes: Uint8Array, declaration: RegExp): string | undefined {
  const [first = "", second = ""] = Buffer.from(bytes.subarray(0, declarationProbeBytes))
    .toString("latin1")
    .split(/\r\n?|\n/);
  const line = declaration.test(first) || !/^\s*(?:#.*)?$/.test(first) ? first : second;
  const name = declaration.exec(line)?.[1]?.toLowerCase().replaceAll("_", "-");
  if (name === undefined) return undefined;
  const label = /^(?:utf-8|iso-8859-1|(?:iso-)?latin-1)(?=-|$)/.exec(name)?.[0] ?? name;
  try {
    return new TextDecoder(labels.get(label) ?? label).encoding;
  } catch {
    return undefined;
  }
}

/** Names that Python gives to encodings and the Encoding standard does not know. */
const labels: ReadonlyMap<string, string> = new Map([
  ["cp932", "shift_jis"],
  ["cp936", "gbk"],
  ["cp949", "euc-kr"],
  ["cp950", "big5"],
  ["iso-latin-1", "latin1"],
  ["latin-1", "latin1"],
  ["latin-9", "iso-8859-15"],
  ["mac-roman", "macintosh"],
]);
