import type { ErrorDetails } from "../base/errors.ts";
import type { Unread } from "../workspace/expand.ts";
import type { SkipReason } from "../workspace/skipped.ts";
import type { Stamp } from "../workspace/stamp.ts";

/** What came of one file. `rowsJson` is the file's answer as JSON, without its braces. */
export type FileOutcome =
  | { readonly rowsJson: string; readonly warnings: readonly string[] }
  | { readonly skipped: SkipReason }
  | { readonly error: string; readonly details: ErrorDetails };

/** What a worker says of a file; `unchanged` when its content is the one that was known. */
export type WorkerOutcome = FileOutcome | { readonly unchanged: true };

/** The file as it was read, and a digest of its content. */
export type ReadIdentity = { readonly stamp: Stamp; readonly content: string };

/** Is an outcome that of the file's content, rather than of what went wrong? */
export function isFinding(outcome: FileOutcome): outcome is Exclude<FileOutcome, { error: unknown }> {
  return !("error" in outcome);
}

/** What comes of a file that cannot be read. Where nobody named it, it is skipped, unless the system refused it. */
export function outcomeOf(error: Unread, isExplicit: boolean): FileOutcome {
  if (!isExplicit && error.reason !== "unreadable") return { skipped: error.reason };
  return { error: error.message, details: error.details };
}
