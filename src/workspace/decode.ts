import { binaryProbeBytes } from "../limits.ts";

/** Text of a file, or why it is none. */
export type Decoded = { readonly text: string; readonly warning?: string } | { readonly binaryAt: number };

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/**
 * The text of a file: UTF-16 where a byte order mark says so, UTF-8 otherwise, without the mark.
 * Bytes that are not valid become U+FFFD, with a warning. A NUL byte near the start makes it binary.
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") {
    const nul = bytes.subarray(0, binaryProbeBytes).indexOf(0);
    if (nul >= 0) return { binaryAt: nul };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    const warning = `Some bytes are not valid ${encoding.toUpperCase()}; each such place reads U+FFFD.`;
    return { text: new TextDecoder(encoding).decode(bytes), warning };
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}
