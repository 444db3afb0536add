import type { RowValues } from "../answers/rows.ts";
import { recordOf } from "../base/record.ts";
import type { Failure } from "./format.ts";
import { keysText } from "./keys-text.ts";
import { plain } from "./plain.ts";

/** Returns `message (details); did you mean a, b?` in one line, with control characters escaped. */
export function failureLine({ error, details }: Failure): string {
  return `${withDetails(error, details)}${hintText(details)}`;
}

/** Returns `message (details)`. */
export function withDetails(error: string, { details }: { readonly details?: unknown }): string {
  return `${plain(error)}${details === undefined ? "" : ` (${plain(details)})`}`;
}

/** Returns the hints of a failure, each after a semicolon: the code that was not searched, and similar names. */
export function hintText({ did_you_mean: similar, not_searched: notSearched }: RowValues): string {
  const left = notSearched === undefined ? "" : `; not searched: ${keysText(recordOf(notSearched))}`;
  return left + (Array.isArray(similar) ? `; did you mean ${similar.map(plain).join(", ")}?` : "");
}
