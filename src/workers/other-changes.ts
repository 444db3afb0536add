/**
 * The files of a change that no language reads, such as documents, settings and pictures, and links and submodules: their paths only.
 * Input: what two states of a repository have; output: which of these differ.
 */
import { createHash } from "node:crypto";
import { compareText } from "../base/compare-text.ts";
import { maxOtherBytes } from "../base/limits.ts";
import { isLinked, isThere } from "../base/real-path.ts";
import { exactEntryAt } from "../base/stats.ts";
import type { OtherChange } from "../code-index/changed-texts.ts";
import { type FileIds, isContent, type RevisionEntries, type SeenFile } from "../revisions/revision-files.ts";

/** Files that differ, by their absolute paths. */
export type OtherChanges = {
  readonly changes: ReadonlyMap<string, OtherChange["change"]>;
  /** Files that may differ: too large, or too many, to be read. */
  readonly unknown: number;
};

/** Returns the paths that two commits have with different ids, or that one of them has. */
export function othersBetween(
  base: RevisionEntries,
  head: RevisionEntries,
  isOther: (path: string) => boolean,
): OtherChanges {
  const [before, after] = [idsOf(base, isOther), idsOf(head, isOther)];
  const changes = new Map<string, OtherChange["change"]>();
  for (const path of pathsOf(before, after)) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old !== now) changes.set(path, old === undefined ? "added" : now === undefined ? "removed" : "changed");
  }
  return { changes, unknown: 0 };
}

/** The working tree, as it is compared with a commit. */
export type WorkingTree = {
  readonly seen: ReadonlyMap<string, SeenFile>;
  readonly folders: readonly string[];
  /** Returns the bytes of a file; undefined if it cannot be read. */
  readonly bytesOf: (path: string) => Buffer | undefined;
  /** Returns the beginnings of the contents that are pointers to files elsewhere, by their ids. */
  readonly pointersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
};

/**
 * Returns the paths of a commit that are gone or other ones in the working tree, and the ones that git has got to know since. A file
 * with the time and the size that git has seen is not read.
 */
export async function othersInTree(
  base: RevisionEntries,
  { seen, folders, bytesOf, pointersOf }: WorkingTree,
  isOther: (path: string) => boolean,
): Promise<OtherChanges> {
  const changes = new Map<string, OtherChange["change"]>();
  const differing = new Map<string, { readonly id: string; readonly bytes: Buffer }>();
  let unknown = 0;
  let left = maxOtherBytes;
  const files = new Map([...base.files].filter(([path]) => isOther(path)));
  for (const [path] of base.links) if (!isThere(path)) changes.set(path, "removed");
  for (const path of pathsOf(files, new Map([...seen].filter(([one]) => isOther(one) && !base.links.has(one))))) {
    const old = files.get(path);
    const entry = exactEntryAt(path);
    if (entry === undefined || old === undefined) {
      if (old !== undefined || entry !== undefined) changes.set(path, old === undefined ? "added" : "removed");
      continue;
    }
    if (isLinked(path, folders) || !entry.isFile()) {
      changes.set(path, "changed");
      continue;
    }
    const known = seen.get(path);
    if (known !== undefined && isAsSeen(known, entry)) {
      if (known.id !== old) changes.set(path, "changed");
      continue;
    }
    left -= Number(entry.size);
    const bytes = left < 0 ? undefined : bytesOf(path);
    if (bytes === undefined) unknown++;
    else if (!isContent(bytes, old)) differing.set(path, { id: old, bytes });
  }
  const pointers = await pointersOf([...new Set([...differing.values()].map(({ id }) => id))]);
  for (const [path, { id, bytes }] of differing) {
    if (!isTarget(pointers.get(id), bytes)) changes.set(path, "changed");
  }
  return { changes, unknown };
}

function idsOf({ files, links }: RevisionEntries, isOther: (path: string) => boolean): FileIds {
  return new Map([...[...files].filter(([path]) => isOther(path)), ...links]);
}

function pathsOf(...maps: readonly ReadonlyMap<string, unknown>[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort(compareText);
}

const nanoseconds = 1_000_000_000n;

/** True for a file with the time and the size that git has seen: its content need not be read. */
export function isAsSeen(
  { modified, size }: SeenFile,
  { mtimeNs, size: now }: { readonly mtimeNs: bigint; readonly size: bigint },
): boolean {
  const [seconds, rest] = [mtimeNs / nanoseconds, mtimeNs % nanoseconds];
  // Some versions of git know only seconds.
  return BigInt(size) === now && (modified === `${seconds}:${rest}` || modified === `${seconds}:0`);
}

/** True for a file that Git LFS keeps elsewhere, and its commit as a text with its digest. */
function isTarget(pointer: Buffer | undefined, bytes: Buffer): boolean {
  const [, digest] =
    /^version https:\/\/git-lfs\S*\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/.exec(`${pointer ?? ""}`) ?? [];
  return digest !== undefined && createHash("sha256").update(bytes).digest("hex") === digest;
}
