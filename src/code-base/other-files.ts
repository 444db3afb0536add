import type { WorkerPool } from "../workers/pool.ts";
import { areSettled } from "../workspace/stamp.ts";
import { countChanged, listsOf, type Stamped, stampPaths } from "./stamp-paths.ts";

/** Absolute path → the path as answers show it, in path order. */
export type ShownNames = ReadonlyMap<string, string>;

/** A listing of files, and the folders and files of rules that it depends on; undefined if that is not known. */
export type ListedNames = { readonly names: ShownNames; readonly seen: readonly string[] | undefined };

/** Listings that are kept. */
const maxKept = 8;

/** The files that no known language has, by the key of a request, as long as no folder of them has another stamp. */
export class OtherFiles {
  readonly #kept = new Map<string, { readonly names: ShownNames; readonly stamped: readonly Stamped[] }>();

  /**
   * Returns the files that were listed before if nothing has changed since, or else lists them.
   *
   * @param nowMs when the listing starts
   * @throws what listing throws, and the signal's reason
   */
  async of(
    key: string,
    list: () => Promise<ListedNames>,
    nowMs: number,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<ShownNames> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && (await countChanged(kept.stamped, pool, signal)) === 0) return kept.names;
    this.#kept.delete(key);
    const { names, seen } = await list();
    if (seen === undefined) return names;
    const stamped = await stampPaths(listsOf(seen, "entries"), pool, signal);
    if (stamped.every(({ stamps }) => stamps.length > 0 && areSettled(stamps, nowMs))) {
      this.#kept.set(key, { names, stamped });
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    }
    return names;
  }
}
