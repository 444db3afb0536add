/**
 * The files that an include of C++ may mean. Input: the include, the file that has it, and the index; output: files of the
 * code base, the likeliest first.
 */
import { basename, dirname, join, posix } from "node:path";
import type { CodeIndex, Import, IndexedFile } from "../code-index.ts";
import { systemHeaders } from "./system-headers.ts";

/**
 * Returns the files that an include may mean, the likeliest first: the one in the folder of the file that has it, or
 * else the one in the first folder of `searched`, or else files whose path ends with what is included: in a folder around the
 * file or one that other includes of it lead to, or else not below such a folder, where the include would name the way from there.
 * Of these the nearest ones count, first what is not in a folder of another platform, and what is in a folder `include`. Several
 * are equally near; none is of the code base where it is a header of the system, or is not there.
 *
 * @param searched folders that a compiler searches, absolute
 */
export function includedFiles(
  { name: path, type }: Pick<Import, "name" | "type">,
  from: IndexedFile,
  index: CodeIndex,
  searched: readonly string[] = [],
): readonly IndexedFile[] {
  const isSystem = type === "<>";
  const beside = isSystem ? undefined : index.fileAt(join(dirname(from.path), path));
  if (beside !== undefined) return [beside];
  for (const folder of searched) {
    const file = index.fileAt(join(folder, path));
    if (file !== undefined && file !== from) return [file];
  }
  if (isSystem && systemHeaders.has(path)) return [];
  const suffix = suffixOf(path);
  const meant = index.filesNamed(basename(path)).filter((one) => one.path.endsWith(suffix) && one !== from);
  const nearest = nearestOf(meant.length < 2 ? meant : inFoldersOf(meant, suffix, from, index), from);
  const rankOf = ({ path: one }: IndexedFile) =>
    (foreignFolder.test(one) ? 4 : unixFolder.test(one) ? 2 : 0) +
    (includeFolder.test(one.slice(0, -suffix.length)) ? 0 : 1);
  const found = nearest.length === 1 ? nearest : [...nearest].sort((one, other) => rankOf(one) - rankOf(other));
  if (found.length > 0 || !/^[A-Z][^.]*$/.test(basename(path))) return found;
  // `QtCore/QList` forwards to `QtCore/qlist.h`, and its name is not one of a source file; `<mutex>` is not `mutex.h`.
  const header = `${suffix.toLowerCase()}.h`;
  const headers = index.filesNamed(basename(header)).filter((one) => one.path.toLowerCase().endsWith(header));
  return nearestOf(
    headers.filter((one) => one !== from),
    from,
  );
}

/** The files of some that are in a folder that other includes of a file lead to: a compiler may search it for this one. */
function inFoldersOf(
  files: readonly IndexedFile[],
  suffix: string,
  from: IndexedFile,
  index: CodeIndex,
): readonly IndexedFile[] {
  const roots = rootsOf(from, index);
  const folderOf = ({ path }: IndexedFile) => path.slice(0, -suffix.length);
  const isRoot = (folder: string) => roots.has(folder) || from.path.startsWith(`${folder}/`);
  const isBelow = (folder: string) => [...roots].some((root) => folder.startsWith(`${root}/`));
  const inRoots = files.filter((one) => isRoot(folderOf(one)));
  if (inRoots.length > 0) return inRoots;
  const apart = files.filter((one) => !isBelow(folderOf(one)));
  return apart.length > 0 ? apart : files;
}

/** The end of a path that an include names. */
function suffixOf(path: string): string {
  return `/${posix.normalize(path).replace(/^(\.{1,2}\/)+/, "")}`;
}

/** File → the folders; not of a file whose includes are not read yet. */
const rootsOfFiles = new WeakMap<IndexedFile, ReadonlySet<string>>();

/** The folders in which other includes of a file are found that only one file can be: a compiler searches them for all of its includes. */
function rootsOf(file: IndexedFile, index: CodeIndex): ReadonlySet<string> {
  const known = rootsOfFiles.get(file);
  if (known !== undefined) return known;
  const roots = new Set<string>();
  const includes = [...file.imports].filter(({ kind }) => kind === "include");
  for (const { name, type } of includes) {
    const isBeside = type !== "<>" && index.fileAt(join(dirname(file.path), name)) !== undefined;
    if (isBeside || systemHeaders.has(name)) continue;
    const suffix = suffixOf(name);
    const [found, ...others] = index.filesNamed(basename(name)).filter(({ path }) => path.endsWith(suffix));
    if (found !== undefined && others.length === 0) roots.add(found.path.slice(0, -suffix.length));
  }
  if (includes.length > 0) rootsOfFiles.set(file, roots);
  return roots;
}

/** A folder that builds give to the compiler for its includes. */
const includeFolder = /\/inc(?:lude)?$/;

/** A folder of sources for another platform than Linux: `platform/mac/include`. */
const foreignFolder =
  /\/(?:win|win32|win64|windows|msvc|mingw|mac|macos|macosx|osx|darwin|apple|ios|android|qnx|freertos|wasm)\//i;

/** A folder of sources for Linux and its like, in which a folder for Linux has more to say. */
const unixFolder = /\/(?:unix|posix|bsd|freebsd|generic)\//i;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

/** The files that the includes of a text mean, whether a compiler reads them or not. */
export function includesAhead(text: string, from: IndexedFile, index: CodeIndex): readonly IndexedFile[] {
  return [...text.matchAll(includeLine)].flatMap(([, quoted, system = ""]) => {
    const include = quoted === undefined ? { name: system, type: "<>" } : { name: quoted, type: "" };
    return includedFiles(include, from, index).slice(0, 1);
  });
}

/** The files that share the most folders with another one: short paths first. */
function nearestOf(files: readonly IndexedFile[], from: IndexedFile): readonly IndexedFile[] {
  const folder = dirname(from.path);
  let nearest: IndexedFile[] = [];
  let most = -1;
  for (const file of files) {
    const shared = sharedFolders(folder, file.path);
    if (shared > most) nearest = [];
    if (shared >= most) nearest.push(file);
    most = Math.max(most, shared);
  }
  return nearest.sort((a, b) => a.path.length - b.path.length);
}

/** The number of folders that two paths share, from the root on. */
export function sharedFolders(one: string, other: string): number {
  let shared = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === "/") shared++;
  return shared;
}
