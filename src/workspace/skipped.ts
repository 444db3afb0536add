import { Tally } from "../base/tally.ts";
import type { UnreadKind } from "../base/unread-kinds.ts";
import type { UnreadReason } from "./read.ts";

/** Why something was left out of a batch. */
export type SkipReason =
  | Exclude<UnreadReason, "unreadable">
  | "ignored_files"
  | "ignored_folders"
  | "linked_folders"
  /** A worktree of a repository that is read. */
  | "worktrees"
  | "broken_links"
  | "unreadable_folders"
  /** The name is of bytes that are not UTF-8. */
  | "invalid_names"
  | "unknown_language"
  | "query_language"
  /** Of a language near a known one, whose grammar cannot read it. */
  | UnreadKind
  /** Nothing of what the call asks for is in the file. */
  | "no_match";

/** Counts what was left out, by reason. */
export class Skipped extends Tally {
  count(reason: SkipReason): void {
    this.add({ [reason]: 1 });
  }
}
