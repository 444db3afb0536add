import { createHash } from "node:crypto";

/** Characters of a digest: no two texts that a person can write have the same one. */
const digestLength = 32;

/** Returns a digest of texts that a person may type, in hexadecimal. */
export function shortDigest(texts: readonly string[]): string {
  return textDigest(JSON.stringify(texts)).slice(0, shortLength);
}

const shortLength = 8;

/** Returns a digest of a text, in hexadecimal. */
export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digestLength);
}
