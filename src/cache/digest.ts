import { createHash } from "node:crypto";

/** The digest of nothing that is known. */
export const noDigest = "\0".repeat(16);

/** 128 bits of SHA-256, a character a byte. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest().toString("latin1", 0, 16);
}
