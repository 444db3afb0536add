import type { ErrorDetails } from "../errors.ts";
import type { SkipReason } from "../workspace/skipped.ts";

/** What came of one file. `body` is the file's answer as JSON, without its braces. */
export type FileOutcome =
  | { readonly body: string; readonly warnings: readonly string[] }
  | { readonly skipped: SkipReason }
  | { readonly error: string; readonly details: ErrorDetails };
