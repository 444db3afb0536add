/**
 * The findings of a call about a code base, for later calls. Input: its files with their stamps, and where their facts are;
 * output: the same, as long as no stamp has changed: of a file, a header next to them, a folder that was listed, or a file of
 * ignore rules. Workers look at them, at the same time.
 */
import { setImmediate } from "node:timers/promises";
import type { WrittenSnapshot } from "../cache/snapshot-file.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { pathsOf, type SharedBytes, sharedCopy, shownName } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import { areSettled } from "../workspace/stamp.ts";
import type { AliveFiles } from "./code-views.ts";
import type { LoadedSegment, Place } from "./fact-store.ts";
import { countChanged, listsOf, type Stamped, stampPaths } from "./stamp-paths.ts";

/** The files of a code base as a call has found them, in memory. */
export type Snapshot = Pick<
  WrittenSnapshot,
  "base" | "files" | "foundAtMs" | "macroDigest" | "names" | "notSearched" | "skipped"
> & {
  /** CollectedMacros as JSON; undefined when no macros are masked. */
  readonly macros: SharedBytes | undefined;
  /** The places of the facts of its files. */
  readonly segments: AliveFiles;
  /** The stamps of all that it depends on: first of its files, in their order, from before their facts were looked up. */
  readonly stamped: readonly Stamped[];
};

/** The findings of a call. */
export type FoundSnapshot = Snapshot & {
  /** True if the folders and files of rules that the list of files depends on are known, and nothing of a file is missing. */
  readonly isWhole: boolean;
  /** Headers outside of its files whose macros count. */
  readonly headersBeside: readonly string[];
};

/** A snapshot on disk. */
export type StoredSnapshot = {
  /** Returns undefined if there is none that counts. */
  readonly load: () => WrittenSnapshot | undefined;
  /** Loads the segments of its code base. */
  readonly segments: () => readonly LoadedSegment[];
  /** Writes one, which may fail. */
  readonly save: (snapshot: WrittenSnapshot) => void;
};

/** Snapshots in memory: an agent asks about one code base, and now and then about a part of it. */
const maxKept = 4;

/** The snapshots of the last calls. One of a whole code base is on disk, too, for the next process. */
export class Snapshots {
  readonly #now: () => number;
  /** By key, the one that was used last at the end. */
  readonly #kept = new Map<string, Snapshot>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The snapshot with a key; undefined if something may have changed since, or it is not wanted.
   *
   * @param storedAs returns where a former process may have left it
   * @throws the signal's reason
   */
  async unchanged(
    key: string,
    storedAs: () => StoredSnapshot | undefined,
    isWanted: (snapshot: Snapshot) => boolean,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<Snapshot | undefined> {
    const kept = this.#kept.get(key);
    if (kept === undefined) {
      const stored = storedAs();
      const found = stored && (await unchangedOnDisk(stored, this.#now(), (snapshot) => snapshot, pool, signal));
      if (found !== undefined) this.#keep(key, found);
      return found !== undefined && isWanted(found) ? found : undefined;
    }
    if (!isWanted(kept)) return undefined;
    const isSame = await isUnchanged(kept.stamped, pool, signal);
    // Another call may have kept a newer one meanwhile.
    if (this.#kept.get(key) === kept) {
      if (isSame) this.#keep(key, kept);
      else this.#kept.delete(key);
    }
    return isSame ? kept : undefined;
  }

  /**
   * Caches the results of a call, if it may be used again.
   *
   * @param stored where it is stored as well; undefined for one that is kept only in memory
   * @throws the signal's reason
   */
  async keep(
    key: string,
    found: FoundSnapshot,
    stored: StoredSnapshot | undefined,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<void> {
    const snapshot = await reusable(found, this.#now(), pool, signal);
    if (snapshot === undefined) return;
    this.#keep(key, snapshot);
    if (stored !== undefined) save(snapshot, stored);
  }

  #keep(key: string, snapshot: Snapshot): void {
    this.#kept.delete(key);
    this.#kept.set(key, snapshot);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/**
 * Reads the snapshot of a former process; undefined if something has changed since, or facts are gone.
 *
 * @param read takes what it needs of the snapshot, while workers look at the files
 * @throws the signal's reason
 */
export async function unchangedOnDisk<Read>(
  stored: StoredSnapshot,
  nowMs: number,
  read: (snapshot: Snapshot) => Read,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<Read | undefined> {
  const written = stored.load();
  if (written === undefined || nowMs < written.foundAtMs) return undefined;
  const { lists, ...about } = written;
  const stamped = lists.map(({ kind, paths, stamps }) => ({ list: { kind, paths: sharedCopy(paths) }, stamps }));
  const comparing = isUnchanged(stamped, pool, signal);
  // Workers get the next paths between the steps.
  await setImmediate();
  const loaded = stored.segments();
  await setImmediate();
  const segments = aliveIn(written, loaded);
  const macros = written.macros && sharedCopy(written.macros);
  const found = segments && read({ ...about, segments, stamped, macros });
  return (await comparing) ? found : undefined;
}

/**
 * Writes what a call has found for the next process, if it may be used again.
 *
 * @throws the signal's reason
 */
export async function keepOnDisk(
  found: FoundSnapshot,
  nowMs: number,
  stored: StoredSnapshot,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<void> {
  const snapshot = await reusable(found, nowMs, pool, signal);
  if (snapshot !== undefined) save(snapshot, stored);
}

/** The files of a snapshot of one folder, each with the language that its facts were read as, and by path where these are. */
export function filesOf({ stamped, segments, files, names }: Snapshot) {
  const places = new Map<string, Place>();
  for (const [loaded, alive] of segments) {
    for (const [file, isAlive] of alive.entries()) {
      if (isAlive !== 0) places.set(loaded.segment.pathOf(file), { loaded, file });
    }
  }
  const targets: Target[] = [];
  for (const { list } of stamped) {
    for (const path of targets.length < files ? pathsOf(list.paths).slice(0, files - targets.length) : []) {
      const place = places.get(path);
      const language = place?.loaded.segment.languageOf(place.file);
      targets.push({ path, name: shownName(path, names), input: 0, isExplicit: false, language });
    }
  }
  return { targets, places };
}

/**
 * The findings of a call, if later ones may use it again as long as no stamp changes; undefined if its stamps do not show
 * the next change. A file that was not read is not an outcome: its worker may live, or the system may open it, the next
 * time.
 */
async function reusable(
  { isWhole, headersBeside, ...snapshot }: FoundSnapshot,
  nowMs: number,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const { files, foundAtMs } = snapshot;
  if (!isWhole || files === 0 || nowMs < foundAtMs) return undefined;
  const stamped = [...snapshot.stamped, ...(await stampPaths(listsOf(headersBeside, "files"), pool, signal))];
  const isSettled = stamped.every(({ stamps }) => stamps.length > 0 && areSettled(stamps, foundAtMs));
  return isSettled ? { ...snapshot, stamped } : undefined;
}

async function isUnchanged(stamped: readonly Stamped[], pool: WorkerPool, signal: AbortSignal): Promise<boolean> {
  return (await countChanged(stamped, pool, signal)) === 0;
}

/** Writes a snapshot, unless some of its facts are only in memory. */
function save({ segments, stamped, ...snapshot }: Snapshot, stored: StoredSnapshot): void {
  const named = [...segments].flatMap(([{ name }, alive]) => (name === undefined ? [] : [{ name, alive }]));
  if (named.length < segments.size) return;
  const lists = stamped.map(({ list: { kind, paths }, stamps }) => ({ kind, paths, stamps }));
  stored.save({ ...snapshot, segments: named, lists });
}

/** Returns the segments of a snapshot; undefined if some are gone. */
function aliveIn({ segments }: WrittenSnapshot, loaded: readonly LoadedSegment[]): AliveFiles | undefined {
  const byName = new Map(loaded.map((one) => [one.name, one]));
  const found = new Map<LoadedSegment, SharedBytes>();
  for (const { name, alive } of segments) {
    const one = byName.get(name);
    if (one === undefined || one.segment.files !== alive.length) return undefined;
    found.set(one, sharedCopy(alive));
  }
  return found;
}
