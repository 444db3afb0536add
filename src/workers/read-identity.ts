import { digestOf } from "../cache/digest.ts";
import { type FileBytes, type ReadLimits, readBytes } from "../workspace/read.ts";
import type { ReadIdentity } from "./file-outcome.ts";

/** Returns the stamp and the digest of the bytes that were read; undefined when the file changed meanwhile. */
export function identityOf({ stamp, bytes }: FileBytes): ReadIdentity | undefined {
  return stamp === undefined ? undefined : { stamp, content: digestOf(bytes) };
}

/** Reads the file at an absolute path; null if it cannot be read, or changed meanwhile. */
export function identityAt(path: string, limits: ReadLimits): ReadIdentity | null {
  try {
    return identityOf(readBytes(path, path, limits)) ?? null;
  } catch {
    return null;
  }
}
