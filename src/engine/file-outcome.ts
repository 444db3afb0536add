import type { ErrorDetails } from "../base/errors.ts";
import type { Unread } from "../workspace/expand.ts";
import type { SkipReason } from "../workspace/skipped.ts";
import type { Stamp } from "../workspace/stamp.ts";

/** The outcome of one file. `rowsJson` is a JSON object without its braces. */
export type FileOutcome =
  | { readonly rowsJson: string; readonly warnings: readonly string[] }
  | { readonly skipped: SkipReason }
  | { readonly error: string; readonly details: ErrorDetails };

/** The outcome of a file from a worker; `unchanged` when the content has the digest of the cache. */
export type WorkerOutcome = FileOutcome | { readonly unchanged: true };

/** The stamp of a file as it was read, and the digest of its content. */
export type ReadIdentity = { readonly stamp: Stamp; readonly content: string };

/** True for an outcome that is not an error. */
export function isFinding(outcome: FileOutcome): outcome is Exclude<FileOutcome, { error: unknown }> {
  return !("error" in outcome);
}

/** Returns the outcome of a file that cannot be read: skipped unless it is explicit or the system refused it. */
export function outcomeOf(error: Unread, isExplicit: boolean): FileOutcome {
  if (!isExplicit && error.reason !== "unreadable") return { skipped: error.reason };
  return { error: error.message, details: error.details };
}
