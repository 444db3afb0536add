import type { Work } from "./worker/piece-job.ts";
import type { WorkerPool } from "./worker/pool.ts";
import { type PathList, sharedCopy, type WorkerReply } from "./worker/protocol.ts";

/** Paths with the stamps that they had: see stampsOfPaths; no bytes where a worker could not tell. */
export type Stamped = { readonly list: PathList; readonly stamps: Uint8Array };

/** Paths that a worker looks at in one request. */
const pathsPerList = 1_000;

export function listsOf(paths: readonly string[], kind: PathList["kind"]): readonly PathList[] {
  return Array.from({ length: Math.ceil(paths.length / pathsPerList) }, (_, at) => {
    const some = paths.slice(at * pathsPerList, (at + 1) * pathsPerList);
    return { kind, paths: sharedCopy(Buffer.from(some.join("\0"))) };
  });
}

/** The paths of a list. */
export function pathsOf(paths: Uint8Array): readonly string[] {
  return Buffer.from(paths).toString().split("\0");
}

/**
 * Asks the system for the stamps of paths, in workers beside each other: of many files this takes longer than to compare them.
 *
 * @throws the signal's reason
 */
export async function stampPaths(
  lists: readonly PathList[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<readonly Stamped[]> {
  const stamped: Stamped[] = [];
  const work: Work<PathList, Uint8Array> = {
    items: lists,
    requestFor: (stampsOf) => ({ stampsOf }),
    resultOf: (reply: WorkerReply) => ("stamps" in reply ? reply.stamps : new Uint8Array()),
    failed: () => new Uint8Array(),
    onResult: (index, stamps) => {
      const list = lists[index];
      if (list !== undefined) stamped.push({ list, stamps });
    },
  };
  await pool.run(work, signal);
  signal.throwIfAborted();
  return stamped;
}
