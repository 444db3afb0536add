/**
 * The merging of shards into the cache of a folder (`codegrove index merge`). Input: cache folders that other processes
 * have filled; output: one cache, and how many files of the folder have facts of their content.
 */
import { dirname, resolve } from "node:path";
import type { Deadline } from "../base/deadline.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { isInside, withSeparator } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import { readShard } from "../cache/shard-folder.ts";
import type { CodeBaseOptions, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { StoredFacts } from "../code-base/fact-cache.ts";
import { type ForeignSegment, LoadedSegment, type Place } from "../code-base/fact-store.ts";
import { type Moved, movedPath } from "../code-base/moved-path.ts";
import { ReadContents } from "../code-base/read-contents.ts";
import { skippedAgain } from "../code-base/reusable.ts";
import { listsOf, stampPaths } from "../code-base/stamp-paths.ts";
import { Known } from "../facts/file-facts.ts";
import { listFiles } from "../workers/list-files.ts";
import { WorkerFailure } from "../workers/pool.ts";
import { pathsOf, type SegmentPart, type WorkerReply } from "../workers/protocol.ts";
import { readStamp, type Stamp, Stamps } from "../workspace/stamp.ts";

/** What a merge has found of the files of a folder. */
export type MergedFiles = {
  readonly files: number;
  /** Files with facts that are of their content. */
  readonly kept: number;
  /** Files whose facts are of another content, and files without facts. */
  readonly changed: number;
  readonly missing: number;
};

/**
 * Joins the facts of shards of a folder, and compares them with its files.
 *
 * @param folder absolute, with `/` between its parts
 * @param shards cache folders, as the command line has them
 * @throws UserError for a shard that does not fit, or when the cache cannot be used; and the signal's reason
 */
export async function mergeIndex(
  folder: string,
  shards: readonly string[],
  { options, cache }: CodeBase,
  { signal }: Deadline,
  progress: Progress,
): Promise<MergedFiles> {
  const { pool } = options;
  const stored = cache.openStored(folder);
  const foreign = foreignSegments(folder, shards, stored, options.cwd);
  const compactedOf = (reply: WorkerReply) => ("compacted" in reply ? reply.compacted : undefined);
  const compact = (parts: readonly SegmentPart[]) => pool.request({ compact: parts }, compactedOf, signal);
  try {
    await stored.store.join(foreign, compact);
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new UserError(`The shards cannot be merged: ${error.message}`);
  }
  const merged = await compare(folder, stored, options, signal, progress);
  try {
    stored.write();
    while (stored.store.isScattered) await stored.store.compact(compact);
  } catch (error) {
    throw new UserError(`The cache cannot be written: ${messageOf(error)}`);
  }
  return merged;
}

/** The segments of all shards, each folder's oldest first. */
function foreignSegments(
  folder: string,
  shards: readonly string[],
  { kind, owner, folder: cacheFolder }: StoredFacts,
  cwd: string,
): readonly ForeignSegment[] {
  const shardOf = new Map<string, string>();
  return shards.flatMap((written): readonly ForeignSegment[] => {
    const path = resolve(cwd, written);
    if (path === cacheFolder) throw new UserError(`${written} is the cache that the shards are merged into`);
    const { root, segments } = readShard(path, written, kind, owner);
    const loaded = segments.map(({ name, index, texts }) => {
      const same = shardOf.get(name);
      if (same !== undefined) throw new UserError(`${written} has the same facts as ${same}: name each shard once`);
      shardOf.set(name, written);
      try {
        return LoadedSegment.stored(index, name, () => texts);
      } catch (error) {
        throw new UserError(`${written} cannot be merged: ${messageOf(error)}`);
      }
    });
    if (root === kind.root) return loaded.map((one) => ({ loaded: one, moved: undefined }));
    const moved = movedTo(folder, root, loaded);
    if (moved === undefined) {
      throw new UserError(`${written} cannot be merged: it has facts of ${root}, whose files are not in ${folder}`);
    }
    return loaded.map((one) => ({ loaded: one, moved }));
  });
}

/** Files of a shard that are looked for where its code base may be now. */
const sampledFiles = 50;

/**
 * Finds out which folder of a code base that lies elsewhere a folder is: the one below which most of some files have the
 * same relative paths. The content of each file is compared afterwards.
 *
 * @returns undefined where no file is there
 */
function movedTo(folder: string, root: string, segments: readonly LoadedSegment[]): Moved | undefined {
  const paths = segments.flatMap(({ segment }) =>
    Array.from({ length: segment.files }, (_, file) => file).flatMap((file) =>
      (segment.knownOf(file) & Known.declarations) === 0 ? [] : segment.pathOf(file),
    ),
  );
  if (paths.length === 0) return { from: withSeparator(root), to: withSeparator(resolve(folder)) };
  const step = Math.max(1, Math.floor(paths.length / sampledFiles));
  const sample = paths.filter((_, index) => index % step === 0);
  const to = withSeparator(resolve(folder));
  let best: { readonly moved: Moved; readonly found: number } | undefined;
  for (let above = dirname(sample[0] ?? root); isInside(above, [root]); above = dirname(above)) {
    const moved = { from: withSeparator(above), to };
    const found = sample.filter((path) => exists(movedPath(path, moved) ?? "")).length;
    if (found > (best?.found ?? 0)) best = { moved, found };
    if (above === dirname(above)) break;
  }
  return best?.moved;
}

/** What is known of a file: its facts hold, may hold for its content, or are of another one. */
type Finding = "changed" | "kept" | "missing" | { readonly path: string; readonly places: readonly Place[] };

/** Compares the facts of a folder with its files, and notes the stamps of the files that they are of. */
async function compare(
  folder: string,
  { store }: StoredFacts,
  { roots, cwd, log, pool, host }: CodeBaseOptions,
  signal: AbortSignal,
  progress: Progress,
): Promise<MergedFiles> {
  const now = host.now();
  const request = { filepath: folder, recursive: true, noIgnore: false, roots, cwd };
  const listing = await listFiles(pool, request, log, signal, progress.found);
  const paths = listing.targets
    .filter(({ language, error }) => error === undefined && language !== undefined)
    .map(({ path }) => path);
  progress.total?.(paths.length);
  const stamps = new Stamps(roots);
  for (const { list, stamps: bytes } of await stampPaths(listsOf(paths, "files"), pool, signal)) {
    stamps.take(pathsOf(list.paths), bytes);
  }
  const findings = paths.map((path) => findingOf(path, stamps.at(path), store.placesAt(path), now));
  const open = findings.filter((finding) => typeof finding !== "string");
  const counts = { kept: 0, changed: 0, missing: 0 };
  const count = (finding: "changed" | "kept" | "missing") => {
    counts[finding]++;
    progress.known?.();
  };
  for (const finding of findings) if (typeof finding === "string") count(finding);
  const contents = new ReadContents(pool);
  await contents.read(
    open.map(({ path }) => path),
    signal,
  );
  for (const { path, places } of open) {
    const read = contents.at(path);
    const same = places.filter(({ loaded, file }) => loaded.segment.contentOf(file) === read?.content);
    for (const { loaded, file } of same) {
      if (read !== undefined) store.restamp(loaded, file, readStamp(read.stamp, now));
    }
    count(same.length === 0 ? "changed" : "kept");
  }
  return { files: paths.length, ...counts };
}

function findingOf(path: string, stamp: Stamp | undefined, all: readonly Place[], now: number): Finding {
  const isSkipped = ({ loaded: { segment }, file }: Place) =>
    skippedAgain(segment.skippedOf(file), false) !== undefined && segment.stampOf(file).size === stamp?.size;
  if (all.some(isSkipped)) return "kept";
  const places = all.filter(({ loaded, file }) => (loaded.segment.knownOf(file) & Known.declarations) !== 0);
  if (places.length === 0) return "missing";
  if (stamp === undefined) return "changed";
  if (places.some(({ loaded, file }) => loaded.segment.wasReadWith(file, stamp, now))) return "kept";
  return { path, places };
}
