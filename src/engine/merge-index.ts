/**
 * The merging of shards into the cache of a folder (`codegrove index merge`). Input: cache folders that other processes
 * have filled; output: one cache, and how many files of the folder have facts of their content.
 */
import type { Deadline } from "../base/deadline.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { listText } from "../base/list-text.ts";
import type { ArtifactTrust } from "../cache/artifact-file.ts";
import type { CodeBaseOptions, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { StoredFacts } from "../code-base/fact-cache.ts";
import type { ForeignSegment, Place } from "../code-base/fact-store.ts";
import { ReadContents } from "../code-base/read-contents.ts";
import { skippedAgain } from "../code-base/reusable.ts";
import { listsOf, stampPaths } from "../code-base/stamp-paths.ts";
import { Known } from "../facts/file-facts.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { listFiles } from "../workers/list-files.ts";
import { WorkerFailure } from "../workers/pool.ts";
import { pathsOf, type SegmentPart, type WorkerReply } from "../workers/protocol.ts";
import { readStamp, type Stamp, Stamps } from "../workspace/stamp.ts";
import { type ForeignFacts, foreignFactsAt } from "./foreign-segments.ts";

/** What a merge has found of the files of a folder. */
export type MergedFiles = {
  readonly files: number;
  /** Files with facts that are of their content. */
  readonly kept: number;
  /** Files whose facts are of another content, and files without facts. */
  readonly changed: number;
  readonly missing: number;
};

/** The way in which a merge takes its shards. */
export type MergeOptions = {
  readonly trust: ArtifactTrust;
  /** True to merge what is there, if shards are missing or were not finished. */
  readonly allowsMissing: boolean;
};

/**
 * Joins the facts of shards of a folder, and compares them with its files.
 *
 * @param folder absolute, with `/` between its parts
 * @param shards cache folders and artifacts, as the command line has them
 * @throws UserError for a shard that does not fit or is missing, or when the cache cannot be used; and the signal's reason
 */
export async function mergeIndex(
  folder: string,
  shards: readonly string[],
  { trust, allowsMissing }: MergeOptions,
  { options, cache }: CodeBase,
  { signal }: Deadline,
  progress: Progress,
): Promise<MergedFiles> {
  const stored = cache.openStored(folder);
  const facts = shards.map((written) => foreignFactsAt(written, { folder, stored, options, trust }));
  const compact = await joinForeign(stored, eachOnce(facts), options, signal);
  // A shard that is damaged, or has another key, is not called missing. So far, all is only in memory.
  const missing = missingShards(facts);
  if (missing !== undefined && !allowsMissing) {
    throw new UserError(`${missing}. Index what is missing, or merge the others with --allow-missing`);
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

/**
 * Adds the facts of other machines or processes to a code base, in memory.
 *
 * @param foreign the oldest first
 * @returns what merges segments
 * @throws UserError for facts that cannot be used
 */
export async function joinForeign(
  { store }: StoredFacts,
  foreign: readonly ForeignSegment[],
  { pool }: Pick<CodeBaseOptions, "pool">,
  signal: AbortSignal,
): Promise<(parts: readonly SegmentPart[]) => Promise<BuiltSegment>> {
  const compactedOf = (reply: WorkerReply) => ("compacted" in reply ? reply.compacted : undefined);
  const compact = (parts: readonly SegmentPart[]) => pool.request({ compact: parts }, compactedOf, signal);
  try {
    await store.join(foreign, compact);
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new UserError(`The facts cannot be joined: ${error.message}`);
  }
  return compact;
}

/** The segments of all, without copies: a shard that is named twice, or whose cache was copied, is the same shard. */
function eachOnce(facts: readonly ForeignFacts[]): readonly ForeignSegment[] {
  const seen = new Set<string>();
  return facts.flatMap(({ segments }) =>
    segments.filter(({ name }) => {
      const isCopy = name !== undefined && seen.has(name);
      if (name !== undefined) seen.add(name);
      return !isCopy;
    }),
  );
}

/** Says which shards are missing; undefined if all shards of some number of them are there. */
function missingShards(facts: readonly ForeignFacts[]): string | undefined {
  const done = new Map<number, Set<number>>();
  for (const { index, count } of facts.flatMap((one) => one.done)) {
    getOrInsert(done, count, () => new Set<number>()).add(index);
  }
  const missing = [...done].map(([count, indexes]) => {
    const absent = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !indexes.has(index));
    const isOne = absent.length === 1;
    const shown = listText(absent.map(String), maxListedShards);
    return { absent, text: `${isOne ? "Shard" : "Shards"} ${shown} of ${count} ${isOne ? "is" : "are"} missing` };
  });
  if (missing.some(({ absent }) => absent.length === 0)) return undefined;
  const unfinished = facts.flatMap((one) => (one.done.length === 0 ? [one.written] : []));
  const texts = [
    ...missing.map(({ text }) => text),
    ...unfinished.map((written) => `${written} was not filled by an index that has ended`),
  ];
  return texts.join("; ");
}

/** Numbers of missing shards in a message. */
const maxListedShards = 20;

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
