import { createHash } from "node:crypto";

/** The key of the fingerprint in a result of SARIF, with the version of its rule. */
export const fingerprintKey = "codegrove/v1";

type Finding = { readonly code: string; readonly message: string };

/**
 * Returns what gives each finding of an answer a fingerprint, in their order: 64 hexadecimal digits. It depends on the path, the code and
 * the message without numbers of lines, so that a finding stays the same when code above it changes. Findings of a file that are alike
 * are numbered, since code hosts show one of each fingerprint.
 */
export function fingerprints(): (path: string, finding: Finding) => string {
  const counts = new Map<string, number>();
  return (path, { code, message }) => {
    const key = [path, code, message.replace(/\bline \d+/g, "line")].join("\0");
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return createHash("sha256").update(`${key}\0${number}`).digest("hex");
  };
}
