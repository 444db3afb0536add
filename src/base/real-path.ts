/**
 * The door for symbolic links, and the check that a path lies within the roots (path traversal). Input: a path, or the
 * descriptor of an open file; output: its real path without links, and whether it is inside.
 */
// The door for links.
import { fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { platform } from "node:os";
import { dirname, isAbsolute, join, parse, relative, sep } from "node:path";

/** Real paths of the folders that may be read; an empty list allows all. */
export type Roots = readonly string[];

/** A folder as what the paths in it begin with: with one separator at the end. */
export function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

/** True when a real path (no links, no `..`) lies within the roots. */
export function isInside(realPath: string, roots: Roots): boolean {
  return roots.length === 0 || roots.some((root) => !escapes(relative(root, realPath)));
}

function escapes(fromRoot: string): boolean {
  return fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
}

/** Links followed for one path: the bound of Linux (path_resolution(7)). */
const maxLinks = 40;

/** Returns the real path of what is there. @throws the system's error */
export function realPathOf(path: string): string {
  return realpathSync(path);
}

/**
 * Returns the real path that an absolute path has, or would have if it existed: symbolic links are followed also where
 * their targets are missing, as `realpath --canonicalize-missing` does. So a path outside of the roots is refused alike
 * whether it exists or not.
 */
export function canonicalPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return canonicalMissing(path);
  }
}

/** Resolves the components one by one, as the system does: `..` after a link leads above the link's target. */
function canonicalMissing(path: string): string {
  let links = maxLinks;
  let [real, left] = split(path);
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      real = dirname(real);
      continue;
    }
    const place = join(real, name);
    const target = links > 0 ? targetOf(place) : undefined;
    if (target === undefined) {
      real = place;
      continue;
    }
    links--;
    const [root, components] = split(target);
    if (isAbsolute(target)) real = root;
    left = [...left, ...components];
  }
  return real;
}

/** Returns the root of a path, and its components in reverse order. */
function split(path: string): [root: string, components: string[]] {
  const { root } = parse(path);
  return [root, path.slice(root.length).split(sep).reverse()];
}

/** True for what is there and can be seen, a link that leads nowhere too; a path may go on below a file. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** True for a path that is a symbolic link, or that leads over one below the nearest of the folders that it is in. */
export function isLinked(path: string, folders: readonly string[]): boolean {
  const ends = new Set(folders);
  for (let at = path; !ends.has(at) && dirname(at) !== at; at = dirname(at)) {
    try {
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return true;
    } catch {
      // A path may go on below a file; the folders above it are looked at all the same.
    }
  }
  return false;
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const openFiles = "/proc/self/fd";

/** True on Linux, where the system knows the path of an open file. */
export const hasOpenPaths = platform() === "linux" && isFolder(openFiles);

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns a path to an open file itself, wherever it was moved; on systems that have open paths. */
export function pathOfOpen(fd: number): string {
  return `${openFiles}/${fd}`;
}

/**
 * Returns the real path of an open file or folder, whatever its path leads to by now. If the system does not know it,
 * the path is resolved once more and compared with the open file by device and inode; undefined when they differ.
 *
 * @param path the absolute path that was opened
 * @throws the system's error
 */
export function realPathOfOpen(fd: number, path: string): string | undefined {
  if (hasOpenPaths) return readlinkSync(pathOfOpen(fd));
  const open = fstatSync(fd, { bigint: true });
  const real = realpathSync.native(path);
  const now = lstatSync(real, { bigint: true });
  return now.dev === open.dev && now.ino === open.ino ? real : undefined;
}
