/**
 * The stamps of many paths, which worker threads ask the system for. Input: lists of paths; output: their stamps as
 * bytes, and the number of stamps that are others than before.
 */
import { basename } from "node:path";
import { piecesOf } from "../base/pieces.ts";
import type { Work } from "../workers/piece-job.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { joinedPaths, type PathList, pathsOf, type WorkerReply } from "../workers/protocol.ts";
import { sizeIn } from "../workspace/stamp.ts";

/** Paths with the stamps that they had: see stampsOfPaths; no bytes where a worker could not tell. */
export type Stamped = { readonly list: PathList; readonly stamps: Uint8Array };

/** Paths that a worker looks at in one request. */
const pathsPerList = 1_000;

export function listsOf(paths: readonly string[], kind: PathList["kind"]): readonly PathList[] {
  return piecesOf(paths, pathsPerList).map((some) => ({ kind, paths: joinedPaths(some) }));
}

/** Bytes of one stamp: see stampsOfPaths. */
const bytesPerStamp = 32;

/** By list, the places of its paths: calls about a code base ask for some of the same list again and again. */
const knownPlaces = new WeakMap<PathList, ReadonlyMap<string, number>>();

function placesIn(list: PathList): ReadonlyMap<string, number> {
  const places = knownPlaces.get(list) ?? new Map(pathsOf(list.paths).map((path, at) => [path, at]));
  knownPlaces.set(list, places);
  return places;
}

/** The stamps of the entries of folders that have one of some names, as text. */
export function stampsOfNamed(stamped: readonly Stamped[], names: ReadonlySet<string>): string {
  const found = stamped.flatMap(({ list, stamps }) => {
    if (list.kind !== "entries" || stamps.length === 0) return [];
    const named = [...placesIn(list)].filter(([path]) => names.has(basename(path)));
    return named.map(([path, at]) => `${path} ${stampAt(stamps, at).toString("hex")}`);
  });
  return found.join("\n");
}

/** The ones of some files that have more bytes by their stamps. */
export function largerThan(bytes: number, stamped: readonly Stamped[], paths: readonly string[]): ReadonlySet<string> {
  const lists = stamped.filter(({ list, stamps }) => list.kind === "files" && stamps.length > 0);
  const isLarge = (path: string) =>
    lists.some(({ list, stamps }) => {
      const at = placesIn(list).get(path);
      return at !== undefined && sizeIn(stamps, at) > bytes;
    });
  return new Set(paths.filter(isLarge));
}

function stampAt(stamps: Uint8Array, at: number): Buffer {
  return Buffer.from(stamps.subarray(at * bytesPerStamp, (at + 1) * bytesPerStamp));
}

/** The stamps of some files among the stamps of many; of paths that are not among them none. */
export function stampsOfSome(stamped: readonly Stamped[], files: ReadonlySet<string>): readonly Stamped[] {
  const paths: string[] = [];
  const stamps: Uint8Array[] = [];
  for (const { list, stamps: bytes } of stamped) {
    if (list.kind !== "files" || bytes.length === 0) continue;
    const places = placesIn(list);
    for (const path of files) {
      const at = places.get(path);
      if (at === undefined) continue;
      paths.push(path);
      stamps.push(stampAt(bytes, at));
    }
  }
  if (paths.length === 0) return [];
  return [{ list: { kind: "files", paths: joinedPaths(paths) }, stamps: Buffer.concat(stamps) }];
}

/**
 * Returns the number of paths whose stamps are others now; at least 1 for a list that a worker cannot stamp.
 *
 * @throws the signal's reason
 */
export async function countChanged(
  stamped: readonly Stamped[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<number> {
  const now = await stampPaths(
    stamped.map(({ list }) => list),
    pool,
    signal,
  );
  return stamped.reduce((sum, { stamps }, at) => sum + differing(stamps, now[at]?.stamps ?? new Uint8Array()), 0);
}

function differing(before: Uint8Array, now: Uint8Array): number {
  if (Buffer.compare(before, now) === 0) return 0;
  let count = before.length === now.length ? 0 : 1;
  for (let at = 0; at < Math.min(before.length, now.length); at += bytesPerStamp) {
    const end = at + bytesPerStamp;
    if (Buffer.compare(before.subarray(at, end), now.subarray(at, end)) !== 0) count++;
  }
  return count;
}

/**
 * Asks the system for the stamps of paths, in workers next to each other: of many files this takes longer than to
 * compare them.
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
