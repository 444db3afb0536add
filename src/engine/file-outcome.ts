import type { ErrorDetails } from "../errors.ts";
import type { UnreadError } from "../workspace/read.ts";
import type { SkipReason } from "../workspace/skipped.ts";

/** What came of one file. `body` is the file's answer as JSON, without its braces. */
export type FileOutcome =
  | { readonly body: string; readonly warnings: readonly string[] }
  | { readonly skipped: SkipReason }
  | { readonly error: string; readonly details: ErrorDetails };

/** What comes of a file that cannot be read. Where nobody named it, it is skipped, unless the system refused it. */
export function outcomeOf(error: UnreadError, named: boolean): FileOutcome {
  if (!named && error.reason !== "unreadable") return { skipped: error.reason };
  return { error: error.message, details: error.details };
}
