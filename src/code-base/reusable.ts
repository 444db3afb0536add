/** The outcomes of files that a later call may use again, as long as what they depend on is the same. */
import { unreadKinds } from "../base/unread-kinds.ts";
import type { FileOutcome } from "../workers/file-outcome.ts";
import type { SkipReason } from "../workspace/skipped.ts";

/** The skip reasons that depend only on a file's content. */
const reasonsInContent = ["binary", "other_text", "too_large", ...unreadKinds] as const satisfies readonly SkipReason[];

/**
 * True for an outcome that counts for later calls. Of an error the reason may be gone the next time, and a part of the rows is
 * for one page.
 */
export function isReusable(outcome: FileOutcome): outcome is Exclude<FileOutcome, { error: unknown }> {
  return !("error" in outcome) && !("part" in outcome && outcome.part !== undefined);
}

/**
 * Returns the outcome of a file that a former call has skipped; undefined if it is to be read. An explicit file is not skipped: it
 * has an error with its name.
 *
 * @param reason a skip reason, or any other text for a file that was not skipped
 */
export function skippedAgain(
  reason: string,
  isExplicit: boolean,
): Extract<FileOutcome, { skipped: unknown }> | undefined {
  const skipped = isExplicit ? undefined : reasonsInContent.find((one) => one === reason);
  return skipped && { skipped };
}
