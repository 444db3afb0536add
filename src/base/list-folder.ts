// The door for listing folders.
import { closeSync, constants, type Dirent, opendirSync, openSync, readdirSync } from "node:fs";
import { codeOf } from "./errors.ts";
import { canonicalPath, hasOpenPaths, isInside, pathOfOpen, type Roots } from "./real-path.ts";
import { checkInside, NotReadError } from "./regular-file.ts";

export type { Dirent };

const withTypes = { withFileTypes: true } as const;

/** On Windows the last two do not exist. */
const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The entries of a folder that lies within the roots when it is listed, whatever takes its place meanwhile. If the
 * system does not give the path of an open folder, its real path is compared before and after.
 *
 * @param folder absolute
 * @throws NotReadError when it lies outside, or what the system says
 */
export function listFolder(folder: string, roots: Roots): readonly Dirent[] {
  return readFolder(folder, roots, (path) => readdirSync(path, withTypes));
}

/**
 * Returns the same as `listFolder` for a folder with few entries; undefined, without reading on, for more than `max`.
 */
export function listSmallFolder(folder: string, roots: Roots, max: number): readonly Dirent[] | undefined {
  return readFolder(folder, roots, (path) => {
    const entries: Dirent[] = [];
    const open = opendirSync(path);
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (entries.length === max) return undefined;
        entries.push(entry);
      }
    } finally {
      open.closeSync();
    }
    return entries;
  });
}

/** Returns the names in a folder of the package or of the user's own, sorted. @throws the system's error */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder).sort();
}

/** Does the same as namesIn, with no names if there is no folder. @throws the system's error */
export function namesIfThere(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Reads a folder at a path that leads to it, whatever takes its place. */
function readFolder<Read>(folder: string, roots: Roots, read: (path: string) => Read): Read {
  if (roots.length === 0) return read(folder);
  if (!hasOpenPaths) {
    const real = canonicalPath(folder);
    const entries = isInside(real, roots) ? { read: read(real) } : undefined;
    if (entries !== undefined && canonicalPath(folder) === real) return entries.read;
    throw new NotReadError("outside", `It lies outside of ${roots.join(", ")}`);
  }
  const fd = openSync(folder, flags);
  try {
    checkInside(fd, folder, roots);
    return read(pathOfOpen(fd));
  } finally {
    closeSync(fd);
  }
}
