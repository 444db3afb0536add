/**
 * The files that an include of C++ may mean. Input: the include, the file that has it, and the index; output: files of the
 * code base, the likeliest first.
 */
import { basename, dirname, join, posix } from "node:path";
import type { CodeIndex, Import, IndexedFile } from "../code-index.ts";
import { systemHeaders } from "./system-headers.ts";

/**
 * Returns the files that an include may mean, the likeliest first: the one in the folder of the file that has it, or
 * else the one in the first folder of `searched`, or else files whose path ends with what is included and which are
 * nearest to the file, first what is not in a folder of another platform, and what is in a folder `include`. Several are
 * equally near; none is of the code base where it is a header of the system, or is not there.
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
  const suffix = `/${posix.normalize(path).replace(/^(\.{1,2}\/)+/, "")}`;
  const nearest = nearestOf(index.filesNamed(basename(path)), from, (one) => one.endsWith(suffix));
  const rankOf = ({ path: one }: IndexedFile) =>
    (foreignFolder.test(one) ? 4 : unixFolder.test(one) ? 2 : 0) +
    (includeFolder.test(one.slice(0, -suffix.length)) ? 0 : 1);
  const found = nearest.length === 1 ? nearest : [...nearest].sort((one, other) => rankOf(one) - rankOf(other));
  if (found.length > 0 || !/^[A-Z][^.]*$/.test(basename(path))) return found;
  // `QtCore/QList` forwards to `QtCore/qlist.h`, and its name is not one of a source file; `<mutex>` is not `mutex.h`.
  const header = `${suffix.toLowerCase()}.h`;
  return nearestOf(index.filesNamed(basename(header)), from, (one) => one.toLowerCase().endsWith(header));
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
function nearestOf(
  files: readonly IndexedFile[],
  from: IndexedFile,
  isMeant: (path: string) => boolean,
): readonly IndexedFile[] {
  const folder = dirname(from.path);
  let nearest: IndexedFile[] = [];
  let most = -1;
  for (const file of files) {
    if (!isMeant(file.path) || file === from) continue;
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
