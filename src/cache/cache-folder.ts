/**
 * The folder of the cache as a whole: the paths of its files, its bounds (least recently used files go first), and the
 * commands that show and clear it. Input: the folder; output: its contents by code base, or the bytes that were
 * removed.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import type { Host } from "../base/host.ts";
import { maxCacheBytes, maxCacheFiles } from "../base/limits.ts";
import { listFolder, namesIn } from "../base/list-folder.ts";
import { exists, statsAt } from "../base/stats.ts";
import { loadHead } from "./fact-file.ts";
import { removeEmptyFolder, removeFile } from "./own-files.ts";
import { passingSuffix } from "./replace-file.ts";
import { segmentHead } from "./segment-folder.ts";
import { rootOfSnapshot } from "./snapshot-file.ts";
import { compiledFolder, compiledName } from "./user-folder.ts";

/** Milliseconds after which a temporary file counts as left over by a process. */
const abandonedMs = 3_600_000;

/** Milliseconds by which the clocks of machines with a common home folder may differ. */
const maxClockSkewMs = 3_600_000;

/** A file in the folder of the cache. */
type CacheFile = {
  readonly path: string;
  /** The folder around it, of a code base or of the program's own code. */
  readonly codeBase: string;
  readonly bytes: number;
  readonly usedMs: number;
  readonly isPassing: boolean;
};

/** The part of the cache about a code base. */
export type CachedCodeBase = {
  readonly root: string;
  readonly bytes: number;
  /** The number of versions that have facts about it; undefined for one. */
  readonly versions?: number;
  readonly used: string;
  /** True if its folder is not there any more. */
  readonly gone?: boolean;
  /** The facts about its files, and the calls with cached answers. */
  readonly kept: readonly string[];
};

/**
 * The folder with the facts that a version of the program has about a code base: several versions have one each, so that none removes
 * what another one uses. Its name starts like the root's, for people.
 *
 * @param version see versionOf
 */
export function codeBaseFolder(folder: string, root: string, version: string): string {
  const name = basename(root)
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);
  return join(folder, `${name}-${shortHash(`${version} ${root}`)}`);
}

/**
 * The file of facts about a code base that answer a question.
 *
 * @param codeBase see codeBaseFolder
 */
export function factPath(codeBase: string, question: string): string {
  return join(codeBase, `${shortHash(question)}.facts`);
}

/**
 * The file of the snapshot of a code base for a question.
 *
 * @param codeBase see codeBaseFolder
 */
export function snapshotPath(codeBase: string, question: string): string {
  return join(codeBase, `${shortHash(question)}.snapshot`);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Removes files until the rest keeps the bounds: the code base that was not used for longest first, as a version knows it, and of it
 * the files that were not used for longest. The files of a segment go together.
 */
export function boundCache(folder: string): void {
  const now = Date.now();
  // A file of the future was not used since the clock was set back: it would stay for longest.
  const files = filesIn(folder).map((file) => (file.usedMs > now + maxClockSkewMs ? { ...file, usedMs: 0 } : file));
  for (const { path, isPassing, usedMs } of files) {
    if (isPassing && now - usedMs > abandonedMs) removeFile(path);
  }
  const facts = files.filter(({ isPassing }) => !isPassing);
  let bytes = facts.reduce((sum, file) => sum + file.bytes, 0);
  let count = facts.length;
  if (bytes <= maxCacheBytes && count <= maxCacheFiles) return;
  const lastUse = new Map<string, number>();
  for (const { codeBase, path, usedMs } of facts) {
    for (const key of [codeBase, stemOf(path)]) lastUse.set(key, Math.max(usedMs, lastUse.get(key) ?? 0));
  }
  const useOf = (key: string) => lastUse.get(key) ?? 0;
  const leastUsed = facts.sort(
    (a, b) =>
      useOf(a.codeBase) - useOf(b.codeBase) ||
      useOf(stemOf(a.path)) - useOf(stemOf(b.path)) ||
      (a.path < b.path ? -1 : 1),
  );
  let removed = "";
  for (const file of leastUsed) {
    const isRest = stemOf(file.path) === removed;
    if (bytes <= maxCacheBytes && count <= maxCacheFiles && !isRest) return;
    removeFile(file.path);
    bytes -= file.bytes;
    count--;
    removed = stemOf(file.path);
    removeIfEmpty(join(folder, file.codeBase));
  }
}

/** The path without its extension, which the files of a segment share. */
function stemOf(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}

/** Bytes of the code that V8 kept of the program. */
export function compiledBytes(folder: string): number {
  return filesIn(folder).reduce((sum, { codeBase, bytes }) => sum + (codeBase === compiledFolder ? bytes : 0), 0);
}

/** The contents of the cache, the code base that was used last first. */
export function cachedCodeBases(folder: string, uid: Host["uid"]): readonly CachedCodeBase[] {
  const found = new Map<string, Known>();
  for (const { path, codeBase, bytes, usedMs, isPassing } of filesIn(folder)) {
    const head = isPassing || codeBase === compiledFolder ? undefined : headOf(path, uid);
    if (head === undefined) continue;
    const known = getOrInsert(found, head.root, newKnown);
    known.bytes += bytes;
    known.usedMs = Math.max(usedMs, known.usedMs);
    known.folders.add(codeBase);
    for (const one of head.kept) known.kept.add(one);
  }
  const latestFirst = [...found].sort(([, a], [, b]) => b.usedMs - a.usedMs);
  return latestFirst.map(([root, { bytes, usedMs, folders, kept }]) => ({
    root,
    bytes,
    ...(folders.size > 1 && { versions: folders.size }),
    used: new Date(usedMs).toISOString(),
    ...(!exists(root) && { gone: true }),
    kept: [...kept].sort(),
  }));
}

/** The sum of the files about a code base. */
type Known = { bytes: number; usedMs: number; readonly folders: Set<string>; readonly kept: Set<string> };

const newKnown = (): Known => ({ bytes: 0, usedMs: 0, folders: new Set(), kept: new Set() });

/** The head of a file; undefined if it does not belong to a code base. */
function headOf(path: string, uid: Host["uid"]): Pick<CachedCodeBase, "root" | "kept"> | undefined {
  const head = loadHead(path, uid);
  if (head !== undefined) return { root: head.root, kept: [head.question] };
  const root = rootOfSnapshot(path, uid);
  if (root !== undefined) return { root, kept: ["files"] };
  const segment = segmentHead(path, uid);
  return segment && { root: segment.root, kept: segment.known };
}

/**
 * Removes the files of the cache, and nothing else.
 *
 * @returns how many bytes they had
 * @throws what the system says
 */
export function clearCache(folder: string): number {
  return remove(folder, filesIn(folder));
}

/** Removes the code that V8 kept of the program, as clearCache does. */
export function clearCompiled(folder: string): number {
  return remove(
    folder,
    filesIn(folder).filter(({ codeBase }) => codeBase === compiledFolder),
  );
}

function remove(folder: string, files: readonly CacheFile[]): number {
  let bytes = 0;
  for (const file of files) {
    removeFile(file.path);
    bytes += file.bytes;
    removeIfEmpty(join(folder, file.codeBase));
  }
  return bytes;
}

function filesIn(folder: string): CacheFile[] {
  return foldersIn(folder).flatMap((codeBase) =>
    entriesOf(join(folder, codeBase)).flatMap((name) => {
      const isPassing = passingSuffix.test(name);
      if (!isOurs(codeBase, name.replace(passingSuffix, ""))) return [];
      const path = join(folder, codeBase, name);
      const stats = statsAt(path);
      if (stats === undefined) return [];
      return [{ path, codeBase, bytes: stats.size, usedMs: stats.mtimeMs, isPassing }];
    }),
  );
}

function isOurs(folderName: string, name: string): boolean {
  return folderName === compiledFolder
    ? compiledName.test(name)
    : /^[0-9a-f]{16}\.(?:facts|texts|contents|snapshot|shard)$/.test(name);
}

/** The folders of the code bases in the cache. */
export function codeBaseFoldersIn(folder: string): readonly string[] {
  return foldersIn(folder)
    .filter((name) => name !== compiledFolder)
    .map((name) => join(folder, name));
}

/** Not links to folders: the cache makes none. */
function foldersIn(folder: string): readonly string[] {
  try {
    const entries = listFolder(folder, []);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch {
    return [];
  }
}

function removeIfEmpty(folder: string): void {
  try {
    removeEmptyFolder(folder);
  } catch {
    // It holds other files still.
  }
}
