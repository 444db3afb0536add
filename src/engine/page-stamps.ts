/**
 * The stamps of the files on pages, by which the next page knows that one has changed. Input: the files of a call, and the end of
 * a page; output: digests for its cursor.
 */
import { createHash } from "node:crypto";
import type { Cursor, PageStamps } from "../answers/cursor.ts";
import { listsOf, stampPaths } from "../code-base/stamp-paths.ts";
import type { Target } from "../workspace/expand.ts";
import { digestLength, isAtEnd, isOpenAt } from "./page-start.ts";
import type { WorkerPool } from "./worker/pool.ts";

/** The digest of files of which one has changed since it was shown. */
const changed = "changed";

/**
 * Returns the stamps of the files up to the end of a page.
 *
 * @throws the signal's reason
 */
export async function stampsUpTo(
  end: Cursor,
  targets: readonly Target[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<PageStamps> {
  const digestOf = async (files: readonly Target[]) => {
    const paths = files.map(({ path }) => path);
    const hash = createHash("sha256");
    for (const { list, stamps } of await stampPaths(listsOf(paths, "files"), pool, signal))
      hash.update(list.paths).update(stamps);
    return hash.digest("base64url").slice(0, digestLength);
  };
  const done = targets.filter((target) => !isOpenAt(target, end));
  const open = targets.filter((target) => isAtEnd(target, end));
  return { done: await digestOf(done), ...(end.place.line > 0 && { open: await digestOf(open) }) };
}

/** True if the file in which a page begins is another one now, whose rows cannot be continued. */
export function isOpenChanged({ stamps }: Cursor, now: PageStamps): boolean {
  return stamps?.open !== undefined && stamps.open !== now.open;
}

/** True if a file that a page before has shown is another one now. */
export function isDoneChanged({ stamps }: Cursor, now: PageStamps): boolean {
  return stamps !== undefined && stamps.done !== now.done;
}

/** Returns stamps by which also all further pages say that a file has changed. */
export function changedStamps(now: PageStamps): PageStamps {
  return { ...now, done: changed };
}
