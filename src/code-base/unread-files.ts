/** The files that a call has not read. Input: each with its error; output: how many there are, by folder and by reason, and the first ones. */
import { posix } from "node:path";
import { timeOver } from "../answers/missing-files.ts";
import { countWhile } from "../base/count-while.ts";
import { maxNamedFiles, maxUnreadFolders, maxUnreadPlaces } from "../base/limits.ts";
import type { UnreadPlace } from "../code-index/unread-index.ts";
import type { UnreadFile } from "../tools/contract/answer-bounds.ts";

/** The files of a call over the index that could not be read: each is counted once, the first ones are named. */
export class UnreadFiles {
  readonly #files = new Map<string, UnreadFile>();
  readonly #places = new Map<string, UnreadPlace>();

  /** @param place of a file of a known language */
  add(file: UnreadFile, place?: UnreadPlace): void {
    if (this.#files.has(file.filepath)) return;
    this.#files.set(file.filepath, file);
    if (place !== undefined) this.#places.set(file.filepath, place);
  }

  /** The places of the first ones, at most `maxUnreadPlaces`. */
  get places(): readonly UnreadPlace[] {
    return [...this.#places.values()].slice(0, maxUnreadPlaces);
  }

  /** The files of both. */
  with(others: UnreadFiles): UnreadFiles {
    const all = new UnreadFiles();
    for (const { filepath, error } of [...this.#files.values(), ...others.#files.values()]) {
      all.add({ filepath, error }, this.#places.get(filepath) ?? others.#places.get(filepath));
    }
    return all;
  }

  /** The files with other names. */
  without(names: ReadonlySet<string>): UnreadFiles {
    const others = new UnreadFiles();
    for (const [name, file] of this.#files) if (!names.has(name)) others.add(file, this.#places.get(name));
    return others;
  }

  get count(): number {
    return this.#files.size;
  }

  /** The number of files that were only not read in time. */
  get lateCount(): number {
    return [...this.#files.values()].filter(({ error }) => error === timeOver).length;
  }

  /** Counts of the files by why they are missing, for `skipped`. */
  get skipped(): Readonly<Record<string, number>> {
    const late = this.lateCount;
    const failed = this.count - late;
    return { ...(failed > 0 && { unreadable: failed }), ...(late > 0 && { not_read_yet: late }) };
  }

  /** At most `maxNamedFiles`. */
  get named(): readonly UnreadFile[] {
    return [...this.#files.values()].slice(0, maxNamedFiles);
  }

  /** Folder → number of its files: the `maxUnreadFolders` folders with the most, then `(other folders)`; undefined for none. */
  get folders(): Readonly<Record<string, number>> | undefined {
    return this.count === 0 ? undefined : countsByFolder(this.#files.keys());
  }
}

/**
 * Returns folder → number of some paths in it, the largest numbers first, with all but `maxUnreadFolders` in one count.
 *
 * @param maxChars UTF-16 code units of the folders that are named
 */
export function countsByFolder(
  paths: Iterable<string>,
  maxChars = Number.POSITIVE_INFINITY,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  let chars = 0;
  const named = countWhile(Math.min(sorted.length, maxUnreadFolders), (i) => {
    chars += sorted[i]?.[0].length ?? 0;
    return chars <= maxChars;
  });
  const others = sorted.slice(named).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...sorted.slice(0, named), ...(others > 0 ? [["(other folders)", others] as const] : [])]);
}
