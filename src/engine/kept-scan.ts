import { setImmediate } from "node:timers/promises";
import { withSeparator } from "../base/real-path.ts";
import type { Snapshot } from "../cache/snapshot-file.ts";
import type { Target } from "../workspace/expand.ts";
import { slashed } from "../workspace/ignore-rules.ts";
import { areSettled } from "../workspace/stamp.ts";
import { type AliveFiles, aliveAt } from "./code-views.ts";
import type { StoredSnapshot } from "./fact-cache.ts";
import type { LoadedSegment, Place } from "./fact-store.ts";
import { aliveIn, isUnchanged, stampedOf, storedLists, storedSegments } from "./kept-code.ts";
import { listsOf, pathsOf, type Stamped, stampPaths } from "./stamp-paths.ts";
import type { WorkerPool } from "./worker/pool.ts";

/** The files of a folder as a former call has found them, none of which has changed since, and where their facts are. */
export type KeptScan = {
  readonly targets: readonly Target[];
  /** The folder, absolute. */
  readonly base: string;
  /** Reason → number of entries that the walk has left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Name of a known language → number of its files that patterns leave out. */
  readonly notSearched: Readonly<Record<string, number>>;
  /** By the path of each file. */
  readonly places: ReadonlyMap<string, Place>;
};

/** What a call over one folder has found. */
export type FinishedScan = Pick<KeptScan, "targets" | "base" | "skipped" | "notSearched"> & {
  /** Returns where the facts are that tell the outcome of a file; undefined where none do. */
  readonly placeOf: (path: string) => Place | undefined;
  /** The stamps of the targets, in their order, from before their facts were looked up. */
  readonly files: readonly Stamped[];
  /** Headers that are none of the targets, and whose macros count. */
  readonly headersBeside: readonly string[];
  /** The folders and files of rules that the list of files depends on. */
  readonly seen: readonly string[];
  /** When the call began, before it looked at anything. */
  readonly startedAtMs: number;
};

/**
 * The scan that a snapshot is of; undefined where a stamp has changed or facts are gone. Workers look at the files meanwhile.
 *
 * @param segments loads the facts on disk
 * @throws the signal's reason
 */
export async function unchangedScan(
  snapshot: Snapshot,
  segments: () => readonly LoadedSegment[],
  nowMs: number,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<KeptScan | undefined> {
  if (nowMs < snapshot.foundAtMs) return undefined;
  const comparing = isUnchanged(stampedOf(snapshot), pool, signal);
  // Workers get the next paths between the steps.
  await setImmediate();
  const loaded = segments();
  await setImmediate();
  const alive = aliveIn(snapshot, loaded);
  const places = alive && placesOf(alive);
  await setImmediate();
  const targets = places && targetsOf(snapshot, places);
  if (!(await comparing) || places === undefined || targets === undefined) return undefined;
  const { base, skipped, notSearched } = snapshot;
  return { targets, base, skipped, notSearched, places };
}

/**
 * Keeps a scan for the next process, unless a file has changed so lately that its stamp does not show the next change, or
 * has no facts on disk.
 *
 * @throws the signal's reason
 */
export async function keepScan(
  stored: StoredSnapshot,
  { targets, base, skipped, notSearched, placeOf, files, headersBeside, seen, startedAtMs }: FinishedScan,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<void> {
  const name = namedAs(base, targets);
  const places = targets.flatMap(({ path }) => placeOf(path) ?? []);
  const segments = storedSegments(aliveAt(places));
  const isWhole = places.length === targets.length && targets.length > 0;
  if (!isWhole || name === undefined || segments === undefined) return;
  const others = [...listsOf(seen, "entries"), ...listsOf(headersBeside, "files")];
  const stamped = [...files, ...(await stampPaths(others, pool, signal))];
  if (!stamped.every(({ stamps }) => stamps.length > 0 && areSettled(stamps, startedAtMs))) return;
  stored.save({
    ...{ foundAtMs: startedAtMs, files: targets.length, skipped, notSearched, base },
    ...{ macroDigest: "", macros: undefined, segments },
    names: [{ folder: withSeparator(base), name }],
    lists: storedLists(stamped),
  });
}

/** What the caller has written for a folder; undefined where names do not all begin with it. */
function namedAs(base: string, targets: readonly Target[]): string | undefined {
  const folder = withSeparator(base);
  const [first] = targets;
  const name = first?.name.slice(0, folder.length - first.path.length);
  return targets.every((target) => target.name === name + slashed(target.path.slice(folder.length))) ? name : undefined;
}

function placesOf(alive: AliveFiles): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [loaded, files] of alive) {
    for (const [file, isAlive] of files.entries()) {
      if (isAlive !== 0) places.set(loaded.segment.pathOf(file), { loaded, file });
    }
  }
  return places;
}

/** The targets of a snapshot: the first paths of its lists. Each has the language that its facts were read as. */
function targetsOf({ lists, files, names: [start] }: Snapshot, places: KeptScan["places"]): readonly Target[] {
  const { folder, name } = start ?? { folder: "", name: "" };
  const targets: Target[] = [];
  for (const { paths } of lists) {
    for (const path of pathsOf(paths)) {
      if (targets.length === files) return targets;
      const place = places.get(path);
      const language = place?.loaded.segment.languageOf(place.file);
      targets.push({ path, name: name + slashed(path.slice(folder.length)), input: 0, isExplicit: false, language });
    }
  }
  return targets;
}
