import type { Roots } from "../base/real-path.ts";
import type { Snapshot } from "../cache/snapshot-file.ts";
import { areSettled } from "../workspace/stamp.ts";
import type { AliveFiles, CodeViews, ViewedCode } from "./code-views.ts";
import type { StoredSnapshot } from "./fact-cache.ts";
import type { LoadedSegment } from "./fact-store.ts";
import { listsOf, type Stamped, stampPaths } from "./stamp-paths.ts";
import { UnreadFiles } from "./unread-files.ts";
import type { WorkerPool } from "./worker/pool.ts";
import { type SharedBytes, sharedCopy } from "./worker/protocol.ts";

/** The files that a call over the index is about, and what is known of them. */
export type Code = ViewedCode & {
  /** Number of files. */
  readonly files: number;
  /** Reason → number of files that are left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Name of a known language → number of its files that patterns leave out. */
  readonly notSearched: Readonly<Record<string, number>>;
  /** The files that could not be read. */
  readonly unread: UnreadFiles;
  /**
   * The stamps of its files, from before their facts were looked up, and of the folders and files of rules that the list
   * of files depends on, as far as they are known.
   */
  readonly stamped: readonly Stamped[];
  /** Why there are no files, as a sentence; undefined where there are some. */
  readonly emptyReason: string | undefined;
};

/** Code that was found now, and what it depends on. */
export type FoundCode = {
  readonly code: Code;
  /** Headers that are none of its files, and whose macros count. */
  readonly headersBeside: readonly string[];
  /** True if the folders and files of rules that the list of files depends on are known. */
  readonly isListKnown: boolean;
  /** When the call began, before it looked at anything. */
  readonly startedAtMs: number;
};

/** Where the code of a request stands on disk, and the facts of its code base. */
export type StoredCode = {
  readonly snapshot: StoredSnapshot;
  /** Loads the segments on disk. */
  readonly segments: () => readonly LoadedSegment[];
};

type Kept = { readonly code: Code; readonly stamped: readonly Stamped[] };

/**
 * True if the outcome of a call may be used again as long as no stamp changes. A file that was not read is not an
 * outcome: its worker may live, or the system may open it, the next time.
 */
function mayBeUsedAgain({ code, isListKnown }: FoundCode): boolean {
  return code.unread.count === 0 && isListKnown;
}

/** Requests whose code is kept: an agent asks about one code base, and now and then about a part of it. */
const maxKept = 4;

/**
 * The code of the last calls, which the next one needs not list and compare with its facts as long as no stamp has
 * changed: of a file, a folder that was listed, or a file of ignore rules. Workers look at them, beside each other. The code
 * of a whole code base is on disk, too, for the next process.
 */
export class KeptCode {
  readonly #now: () => number;
  /** By key, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The code of the last call with a key, which may have changed since. */
  last(key: string): Code | undefined {
    return this.#kept.get(key)?.code;
  }

  /**
   * The code of the call with the same key; undefined where it may have changed.
   *
   * @throws the signal's reason
   */
  async unchanged(key: string, pool: WorkerPool, signal: AbortSignal): Promise<Code | undefined> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const isSame = await isUnchanged(kept.stamped, pool, signal);
    // Another call may have kept newer code meanwhile.
    if (this.#kept.get(key) !== kept) return isSame ? kept.code : undefined;
    this.#kept.delete(key);
    if (!isSame) return undefined;
    this.#kept.set(key, kept);
    return kept.code;
  }

  /**
   * The code that a former process has found, which is kept from now on; undefined where it may have changed, or its facts are gone.
   *
   * @throws the signal's reason
   */
  async stored(
    key: string,
    { snapshot: stored, segments }: StoredCode,
    views: CodeViews,
    roots: Roots,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<Code | undefined> {
    const snapshot = stored.load();
    if (snapshot === undefined || this.#now() < snapshot.foundAtMs) return undefined;
    const stamped = stampedOf(snapshot);
    const comparing = isUnchanged(stamped, pool, signal);
    // Workers look at the files meanwhile.
    const alive = aliveIn(snapshot, segments());
    if (!(await comparing) || alive === undefined) return undefined;
    const { base, names, macroDigest, macros, files, skipped, notSearched } = snapshot;
    const options = { roots, base, names, macroDigest };
    const viewed = await views.ofSegments(alive, { ...options, macros: async () => macros && sharedCopy(macros) });
    const left = { skipped, notSearched, unread: new UnreadFiles() };
    const code = { ...viewed, files, ...left, stamped, emptyReason: undefined };
    this.#keep(key, { code, stamped });
    return code;
  }

  /**
   * Keeps the code of a call, unless files were not read, or it has changed so lately that its stamps do not show the next
   * change.
   *
   * @param stored where it is stored as well; undefined for code that is kept in memory alone
   * @throws the signal's reason
   */
  async keep(
    key: string,
    found: FoundCode,
    stored: StoredSnapshot | undefined,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<void> {
    const { code, headersBeside, startedAtMs } = found;
    if (!mayBeUsedAgain(found) || this.#now() < startedAtMs) return;
    const stamped = [...(await stampPaths(listsOf(headersBeside, "files"), pool, signal)), ...code.stamped];
    if (!stamped.every(({ stamps }) => stamps.length > 0 && areSettled(stamps, startedAtMs))) return;
    this.#keep(key, { code, stamped });
    const snapshot = code.files > 0 ? snapshotOf(code, stamped, startedAtMs) : undefined;
    if (snapshot !== undefined) stored?.save(snapshot);
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The paths of a snapshot with the stamps that they had. */
export function stampedOf({ lists }: Snapshot): readonly Stamped[] {
  return lists.map(({ kind, paths, stamps }) => ({ list: { kind, paths: sharedCopy(paths) }, stamps }));
}

/**
 * True when all paths have the stamps that they had.
 *
 * @throws the signal's reason
 */
export async function isUnchanged(
  stamped: readonly Stamped[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<boolean> {
  const now = await stampPaths(
    stamped.map(({ list }) => list),
    pool,
    signal,
  );
  return stamped.every(({ stamps }, at) => Buffer.compare(stamps, now[at]?.stamps ?? nothing) === 0);
}

const nothing = new Uint8Array();

/** Returns what code is on disk; undefined where some of its facts are in memory alone. */
function snapshotOf(
  { view, segments, macroDigest, files, skipped, notSearched }: Code,
  lists: readonly Stamped[],
  foundAtMs: number,
): Snapshot | undefined {
  const named = storedSegments(segments);
  const [base] = view.folders;
  if (base === undefined || named === undefined) return undefined;
  return {
    ...{ foundAtMs, files, skipped, notSearched, base, macroDigest, segments: named, macros: view.macros },
    names: [...view.names],
    lists: storedLists(lists),
  };
}

/** What a snapshot has of segments; undefined where one of them is in memory alone. */
export function storedSegments(segments: AliveFiles): Snapshot["segments"] | undefined {
  const named = [...segments].flatMap(([{ name }, alive]) => (name === undefined ? [] : [{ name, alive }]));
  return named.length < segments.size ? undefined : named;
}

/** What a snapshot has of paths with their stamps: the inverse of `stampedOf`. */
export function storedLists(stamped: readonly Stamped[]): Snapshot["lists"] {
  return stamped.map(({ list: { kind, paths }, stamps }) => ({ kind, paths, stamps }));
}

/** Returns the segments of a snapshot; undefined where some are gone. */
export function aliveIn(snapshot: Snapshot, loaded: readonly LoadedSegment[]): AliveFiles | undefined {
  const byName = new Map(loaded.map((one) => [one.name, one]));
  const segments = new Map<LoadedSegment, SharedBytes>();
  for (const { name, alive } of snapshot.segments) {
    const one = byName.get(name);
    if (one === undefined || one.segment.files !== alive.length) return undefined;
    segments.set(one, sharedCopy(alive));
  }
  return segments;
}
