/**
 * The taking over of facts from other files with the same contents: of another checkout, of a folder that has moved, of files that were
 * renamed. Input: paths that no facts are known of, the store of their code base, and other code bases of the cache; output: the store
 * with facts at these paths, so that nothing is parsed. Facts depend on a content and on macros, and not on a path.
 */
import { sep } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import { Turns } from "../base/turns.ts";
import { contentSign, contentSigns } from "../cache/segment-folder.ts";
import type { SegmentPart } from "../workers/protocol.ts";
import type { FactStore, LoadedSegment, Place, TakenPart } from "./fact-store.ts";
import { type Moved, movedPath } from "./moved-path.ts";
import type { ReadContents } from "./read-contents.ts";

/** Facts that may be taken over. */
export type FactSource = {
  /** For each segment, the signs of its contents: see contentSigns. */
  readonly signs: readonly Uint32Array[];
  /** Loads the segments, which may be gone. */
  readonly segments: () => readonly LoadedSegment[];
};

export type TakeOptions = {
  readonly store: FactStore;
  readonly contents: ReadContents;
  /** Lists the facts of other code bases. */
  readonly others: () => readonly FactSource[];
  /** Makes one segment of several. */
  readonly compact: (parts: readonly SegmentPart[]) => Promise<Parameters<typeof LoadedSegment.built>[0]>;
};

/** Files without facts from which on others are looked for: of fewer, looking takes longer than parsing. */
const minWanted = 8;

/** Files that are read first: if no facts are of one of their contents, the others are not read for this. */
const sampledFiles = 64;

/** Code bases that facts are taken from for one call. */
const maxSources = 4;

/**
 * Takes over facts of files with the same contents.
 *
 * @param paths absolute; of files without facts of their content
 * @param listed all files of the call: files of the store that are not among them may have been renamed
 * @param isBackground true when calls come first
 * @throws the signal's reason, or Error if facts are gone meanwhile or no segment can be made of them
 */
export async function takeFacts(
  paths: readonly string[],
  listed: ReadonlySet<string>,
  { store, contents, others, compact }: TakeOptions,
  signal: AbortSignal,
  isBackground: boolean,
): Promise<void> {
  if (paths.length < minWanted) return;
  const left = leftIn(store, listed);
  const own = { signs: left.map(({ segment }) => contentSigns(segment)), segments: () => left };
  const sources = [own, ...others()].filter(({ signs }) => signs.length > 0);
  if (sources.length === 0) return;
  const sample = spread(paths, sampledFiles);
  await contents.read(sample, signal, isBackground);
  const sampled = contentsAt(sample, contents);
  if (sources.every((source) => countOf(sampled, source) === 0)) return;
  await contents.read(paths, signal, isBackground);
  const wanted = new Map(contentsAt(paths, contents));
  for (let taken = 0; taken < maxSources && wanted.size >= minWanted && sources.length > 0; taken++) {
    const counts = sources.map((source) => countOf(wanted, source));
    const most = Math.max(...counts);
    if (most < minWanted) return;
    const [source] = sources.splice(counts.indexOf(most), 1);
    await takeFrom(source?.segments() ?? [], wanted, { store, compact }, new Turns(signal));
    signal.throwIfAborted();
  }
}

/** The segments of a store with facts of files that are not listed. */
function leftIn({ segments }: FactStore, listed: ReadonlySet<string>): readonly LoadedSegment[] {
  return segments.filter(({ segment }) => {
    for (let file = 0; file < segment.files; file++) if (!listed.has(segment.pathOf(file))) return true;
    return false;
  });
}

/** Takes facts of one code base, and removes the paths that have facts now from the wanted ones. */
async function takeFrom(
  segments: readonly LoadedSegment[],
  wanted: Map<string, string>,
  { store, compact }: Pick<TakeOptions, "compact" | "store">,
  turns: Turns,
): Promise<void> {
  // Another call may have taken them meanwhile.
  await dropKnown(wanted, store, turns);
  await store.takeOver(await partsOf(segments, wanted, turns), compact);
  await dropKnown(wanted, store, turns);
}

async function dropKnown(wanted: Map<string, string>, store: FactStore, turns: Turns): Promise<void> {
  const isOf = (content: string) => (place: Place) => place.loaded.segment.contentOf(place.file) === content;
  for (const [path, content] of wanted) {
    if (store.placesAt(path).some(isOf(content))) wanted.delete(path);
    if (turns.isOver) await turns.next();
  }
}

/** Path → content, of files that could be read. */
function contentsAt(paths: readonly string[], contents: ReadContents): ReadonlyMap<string, string> {
  return new Map(
    paths.flatMap((path) => {
      const content = contents.at(path)?.content;
      return content === undefined ? [] : [[path, content]];
    }),
  );
}

/** The number of paths whose content a source may have. */
function countOf(wanted: ReadonlyMap<string, string>, { signs }: FactSource): number {
  let count = 0;
  for (const content of wanted.values()) {
    const sign = contentSign(content);
    if (signs.some((sorted) => holds(sorted, sign))) count++;
  }
  return count;
}

/** True if ascending numbers have a number. */
function holds(sorted: Uint32Array, number: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === number;
}

/** Some items, from all parts of a list. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** The segments with facts of wanted contents, with a new path for each of their files. */
async function partsOf(
  segments: readonly LoadedSegment[],
  wanted: ReadonlyMap<string, string>,
  turns: Turns,
): Promise<readonly TakenPart[]> {
  const pathOf = await newPaths(segments, wanted, turns);
  const parts: TakenPart[] = [];
  for (const loaded of segments) {
    const { segment } = loaded;
    const paths: string[] = [];
    const alive = new Uint8Array(segment.files);
    for (let file = 0; file < segment.files; file++) {
      const path = pathOf(segment.pathOf(file));
      paths.push(path);
      alive[file] = wanted.get(path) === segment.contentOf(file) ? 1 : 0;
      if (turns.isOver) await turns.next();
    }
    if (alive.includes(1)) parts.push({ loaded, paths, alive });
  }
  return parts;
}

/**
 * Finds the new paths for files of a code base: most have moved from one folder to another one, others were renamed as well.
 *
 * @returns a function from an old path to a new one
 */
async function newPaths(
  segments: readonly LoadedSegment[],
  wanted: ReadonlyMap<string, string>,
  turns: Turns,
): Promise<(path: string) => string> {
  const oldPaths = await oldPathsOf(segments, new Set(wanted.values()), turns);
  const moved = commonMove(oldPaths, wanted);
  const back = moved && { from: moved.to, to: moved.from };
  /** True for a file whose facts are wanted where it has moved to. */
  const isWantedThere = (path: string) => {
    const content = wanted.get((moved && movedPath(path, moved)) ?? "");
    return content !== undefined && oldPaths.get(content)?.has(path) === true;
  };
  /** By content, the files that were not looked at yet. */
  const open = new Map<string, Iterator<string>>();
  const renamed = new Map<string, string>();
  for (const [path, content] of wanted) {
    if (turns.isOver) await turns.next();
    const old = oldPaths.get(content);
    const movedFrom = back && movedPath(path, back);
    if (old === undefined || (movedFrom !== undefined && old.has(movedFrom))) continue;
    const left = getOrInsert(open, content, () => old.values());
    for (let next = left.next(); next.done !== true; next = left.next()) {
      if (renamed.has(next.value) || isWantedThere(next.value)) continue;
      renamed.set(next.value, path);
      break;
    }
  }
  return (path) => renamed.get(path) ?? (moved && movedPath(path, moved)) ?? path;
}

/** Content → the paths of its facts. */
async function oldPathsOf(
  segments: readonly LoadedSegment[],
  contents: ReadonlySet<string>,
  turns: Turns,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { segment } of segments) {
    for (let file = 0; file < segment.files; file++) {
      const content = segment.contentOf(file);
      if (contents.has(content)) getOrInsert(found, content, () => new Set()).add(segment.pathOf(file));
      if (turns.isOver) await turns.next();
    }
  }
  return found;
}

/** The move that most wanted paths agree on; undefined if no content was found. */
function commonMove(
  oldPaths: ReadonlyMap<string, ReadonlySet<string>>,
  wanted: ReadonlyMap<string, string>,
): Moved | undefined {
  const votes = new Map<string, { readonly moved: Moved; count: number }>();
  for (const [path, content] of spread([...wanted], votingFiles)) {
    let votesLeft = maxVotesOfFile;
    for (const old of oldPaths.get(content) ?? []) {
      if (votesLeft-- === 0) break;
      const moved = moveBetween(old, path);
      getOrInsert(votes, JSON.stringify(moved), () => ({ moved, count: 0 })).count++;
    }
  }
  return [...votes.values()].sort((one, other) => other.count - one.count)[0]?.moved;
}

/** Files that decide what has moved. */
const votingFiles = 1_000;

/** Files with the content of one that count as its former places: many files may be empty, or have only a licence. */
const maxVotesOfFile = 4;

/** The folders that two paths begin with, before the part that they share at their ends. */
function moveBetween(from: string, to: string): Moved {
  const [old, now] = [from.split(sep), to.split(sep)];
  let common = 0;
  while (common < Math.min(old.length, now.length) - 1 && old.at(-1 - common) === now.at(-1 - common)) common++;
  // Files with other names are in folders that have moved from one to the other.
  const kept = Math.max(1, common);
  const folderOf = (parts: readonly string[]) => parts.slice(0, -kept).join(sep) + sep;
  return { from: folderOf(old), to: folderOf(now) };
}
