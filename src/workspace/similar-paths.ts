/**
 * "Did you mean" for paths. Input: a path that is not there; output: at most three paths within the roots that are, and
 * differ in one name.
 */
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { groupBy } from "../base/group-by.ts";
import { listSmallFolder } from "../base/list-folder.ts";
import { editsBetween, nearestOf } from "../base/nearest.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { statsAt } from "../base/stats.ts";

/** UTF-16 code units of a path for which similar ones are searched: the longest that Linux has. */
const maxPathLength = 4_096;

/** Entries of a folder that are compared with a name. A part of a larger folder would depend on the order of the disk. */
const maxEntries = 2_000;

/** Paths that are suggested for one. */
const maxSuggestions = 3;

/**
 * Returns paths that are there and are written like one that is not, in the form in which it is written and the nearest
 * first: it differs in one name, and the folders before that name are there. Nothing outside of the roots is read or named.
 *
 * @param name the path as the caller wrote it, with `/`
 * @param bases the folders where a relative path may begin
 */
export function similarPaths(name: string, bases: readonly string[], roots: Roots): readonly string[] {
  if (name.length > maxPathLength) return [];
  for (const base of bases) {
    const path = resolve(base, name);
    if (!isInside(canonicalPath(path), roots)) continue;
    const similar = similarTo(path, roots);
    if (similar.length > 0) return similar.map((found) => writtenLike(name, base, found));
  }
  return [];
}

function similarTo(path: string, roots: Roots): readonly string[] {
  const { folder, missing, behind } = nearestFolderOf(path);
  const byStem = groupBy(namesIn(folder, roots), stemOf);
  const nearest = nearestOf(stemOf(missing), byStem.keys(), maxSuggestions).flatMap((stem) =>
    [...(byStem.get(stem) ?? [])].sort(
      (a, b) => editsBetween(a, missing) - editsBetween(b, missing) || (a < b ? -1 : 1),
    ),
  );
  const isInRoots = (found: string) => isInside(canonicalPath(found), roots);
  return nearest
    .map((name) => join(folder, name))
    .map((found) => (behind !== "" && isThere(join(found, behind)) ? join(found, behind) : found))
    .filter((found) => isInRoots(found))
    .slice(0, maxSuggestions);
}

type MissingName = {
  /** The folder that is there, absolute. */
  readonly folder: string;
  /** The first name that it has not. */
  readonly missing: string;
  /** The text after that name; "" for nothing. */
  readonly behind: string;
};

function nearestFolderOf(path: string): MissingName {
  let missing = path;
  while (!isThere(dirname(missing)) && dirname(missing) !== missing) missing = dirname(missing);
  return { folder: dirname(missing), missing: basename(missing), behind: relative(missing, path) };
}

/** False also below a file, and where it may not be looked at. */
function isThere(path: string): boolean {
  try {
    return statsAt(path) !== undefined;
  } catch {
    return false;
  }
}

/** The names in a folder; none when it is large, or cannot be listed. */
function namesIn(folder: string, roots: Roots): readonly string[] {
  try {
    return (listSmallFolder(folder, roots, maxEntries) ?? []).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** A name without its extension, which many other names share. */
function stemOf(name: string): string {
  return basename(name, extname(name));
}

function writtenLike(name: string, base: string, path: string): string {
  if (isAbsolute(name)) return path.split(sep).join("/");
  const written = relative(base, path).split(sep).join("/");
  return name.startsWith("./") ? `./${written}` : written;
}
