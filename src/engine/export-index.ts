/**
 * The export of what is known of a folder into one file (`codegrove index DIR --export FILE`). Input: a folder, or one of its shards;
 * output: the bytes of an artifact, the same for the same code on every machine.
 */
import { resolve } from "node:path";
import type { Deadline } from "../base/deadline.ts";
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { withSeparator } from "../base/real-path.ts";
import { artifactBytes } from "../cache/artifact-file.ts";
import { sharedKey } from "../cache/key.ts";
import type { FoundCode, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { FactStore, LoadedSegment, Place } from "../code-base/fact-store.ts";
import { skippedAgain } from "../code-base/reusable.ts";
import { Alive } from "../code-index/segment-index.ts";
import { type PortableFile, type PortablePart, portableGroups } from "../facts/portable.ts";
import { WorkerFailure } from "../workers/pool.ts";
import { pathsOf, type WorkerReply } from "../workers/protocol.ts";
import { slashed } from "../workspace/ignore-rules.ts";
import type { Shard } from "../workspace/shard.ts";
import { Stamps } from "../workspace/stamp.ts";
import { fillIndex } from "./fill-index.ts";
import { madeBy } from "./foreign-segments.ts";

/** A folder as it was read, with the bytes of its artifact. */
export type ExportedIndex = { readonly found: FoundCode; readonly bytes: Buffer };

/**
 * Fills the cache with the facts of a folder, or of one of its shards, and returns them as an artifact.
 *
 * @param folder absolute, with `/` between its parts
 * @param shard undefined for all files
 * @param macros see fillIndex
 * @throws UserError as fillIndex does, or when the facts are too many; and the signal's reason
 */
export async function exportIndex(
  folder: string,
  shard: Shard | undefined,
  codeBase: CodeBase,
  deadline: Deadline,
  progress: Progress,
  macros?: string,
): Promise<ExportedIndex> {
  const found = await fillIndex(folder, shard, codeBase, deadline, progress, macros, true);
  const { pool, host } = codeBase.options;
  const { store, kind } = codeBase.cache.openStored(folder);
  const chosen = filesOf(withSeparator(resolve(folder)), found, store, codeBase.options.roots);
  const indexOf = new Map(Array.from(chosen.keys(), ({ segment, index }) => [segment, index]));
  const parts = Array.from(chosen, ([{ segment }, files]) => ({ segment, files }));
  const packedOf = (reply: WorkerReply) => ("packed" in reply ? reply.packed : undefined);
  const pack = (group: readonly PortablePart[]) => {
    const asked = group.map(({ segment, files }) => ({ index: indexOf.get(segment) ?? new Uint8Array(), files }));
    return pool.request({ pack: asked }, packedOf, deadline.signal);
  };
  try {
    const packed = await Promise.all(portableGroups(parts).map(pack));
    const files = parts.reduce((sum, part) => sum + part.files.length, 0);
    const { version, settings } = kind;
    const head = { version, settings, madeBy: madeBy(host.nodeVersion), shard: shard ?? null, files };
    return { found, bytes: artifactBytes(head, packed, sharedKey(host.env)) };
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new UserError(`The index cannot be exported: ${error.message}`);
  }
}

/** Returns the files of segments that are current, and files that are skipped because of their content. */
function filesOf(
  folder: string,
  { segments, stamped, contextOf }: FoundCode,
  store: FactStore,
  roots: CodeBase["options"]["roots"],
): ReadonlyMap<LoadedSegment, PortableFile[]> {
  const chosen = new Map<LoadedSegment, PortableFile[]>();
  const taken = new Set<string>();
  const take = ({ loaded, file }: Place) => {
    const path = loaded.segment.pathOf(file);
    taken.add(path);
    if (!path.startsWith(folder)) return;
    const name = slashed(path.slice(folder.length));
    getOrInsert(chosen, loaded, () => []).push({ file, name, context: contextOf(path) });
  };
  for (const [loaded, alive] of segments) {
    alive.forEach((state, file) => {
      if (state === Alive.known) take({ loaded, file });
    });
  }
  const stamps = new Stamps(roots);
  const listed = stamped.filter(({ list }) => list.kind === "files");
  for (const { list, stamps: bytes } of listed) stamps.take(pathsOf(list.paths), bytes);
  for (const path of listed.flatMap(({ list }) => pathsOf(list.paths))) {
    if (taken.has(path)) continue;
    const size = stamps.at(path)?.size;
    const skipped = store.placesAt(path).find((place) => isSkipped(place, size));
    if (skipped !== undefined) take(skipped);
  }
  return chosen;
}

function isSkipped({ loaded: { segment }, file }: Place, size: number | undefined): boolean {
  return skippedAgain(segment.skippedOf(file), false) !== undefined && segment.stampOf(file).size === size;
}
