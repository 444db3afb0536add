import { posix } from "node:path";
import { maxNamedFiles, maxUnreadFolders } from "../base/limits.ts";
import type { UnreadFile } from "../tools/index-tool.ts";

/** The files of a call over the index that could not be read: each is counted once, the first ones are named. */
export class UnreadFiles {
  readonly #files = new Map<string, UnreadFile>();

  add(file: UnreadFile): void {
    if (!this.#files.has(file.filepath)) this.#files.set(file.filepath, file);
  }

  /** The files of both. */
  with(others: UnreadFiles): UnreadFiles {
    const all = new UnreadFiles();
    for (const file of [...this.#files.values(), ...others.#files.values()]) all.add(file);
    return all;
  }

  get count(): number {
    return this.#files.size;
  }

  /** At most `maxNamedFiles`. */
  get named(): readonly UnreadFile[] {
    return [...this.#files.values()].slice(0, maxNamedFiles);
  }

  /** Folder → number of its files: the `maxUnreadFolders` folders with the most, then `(other folders)`. */
  get folders(): Readonly<Record<string, number>> {
    return countsByFolder(this.#files.keys());
  }
}

/** Returns folder → number of some paths in it, the largest numbers first, with all but `maxUnreadFolders` in one count. */
export function countsByFolder(paths: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  const others = sorted.slice(maxUnreadFolders).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([
    ...sorted.slice(0, maxUnreadFolders),
    ...(others > 0 ? [["(other folders)", others] as const] : []),
  ]);
}
