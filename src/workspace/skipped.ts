import type { UnreadReason } from "./read.ts";

/** Why something was left out of a batch. */
export type SkipReason =
  | Exclude<UnreadReason, "unreadable">
  | "ignored_files"
  | "ignored_folders"
  | "linked_folders"
  | "broken_links"
  | "unreadable_folders"
  /** The name is of bytes that are not UTF-8. */
  | "invalid_names"
  | "unknown_language"
  | "query_language"
  /** Nothing of what the call asks for is in the file. */
  | "no_match";

/** Counts what was left out, by reason. */
export class Skipped {
  readonly #counts = new Map<string, number>();

  count(reason: SkipReason): void {
    this.add({ [reason]: 1 });
  }

  add(counts: Readonly<Record<string, number>>): void {
    for (const [reason, count] of Object.entries(counts)) {
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
    }
  }

  /** Reason → count in alphabetical order, or undefined when nothing was left out. */
  summary(): Readonly<Record<string, number>> | undefined {
    if (this.#counts.size === 0) return undefined;
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
