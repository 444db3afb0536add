import { fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { platform } from "node:os";
import { dirname, isAbsolute, join, parse, relative, sep } from "node:path";

/** Real paths of folders that bound what may be read; none means no bound. */
export type Roots = readonly string[];

/** True when a real path (no links, no `..`) lies within the roots. */
export function isInside(realPath: string, roots: Roots): boolean {
  return roots.length === 0 || roots.some((root) => !escapes(relative(root, realPath)));
}

function escapes(fromRoot: string): boolean {
  return fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
}

/** Links followed for one path: the bound of Linux (path_resolution(7)). */
const maxLinks = 40;

/**
 * The real path that an absolute path has, or would have if it existed: links are followed also where they lead to
 * nothing, as `realpath --canonicalize-missing` does. So what lies outside of the roots is refused alike whether it
 * exists or not.
 */
export function canonicalPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return canonicalMissing(path);
  }
}

/** Goes through the components one by one, as the system does: `..` behind a link leads above the link's target. */
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

/** The root of a path, and its components, the first one last. */
function split(path: string): [root: string, components: string[]] {
  const { root } = parse(path);
  return [root, path.slice(root.length).split(sep).reverse()];
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const openFiles = "/proc/self/fd";

/** True on Linux, where the system gives the path of what is open. */
export const hasOpenPaths = platform() === "linux" && isFolder(openFiles);

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A path to what is open itself, wherever it is by now; on systems that have open paths. */
export function pathOfOpen(fd: number): string {
  return `${openFiles}/${fd}`;
}

/**
 * The real path of an open file or folder, whatever its path leads to by now. Where the system does not give it, the
 * path is resolved once more and compared with what is open by device and inode; undefined when they differ.
 *
 * @param path the absolute path that was opened
 * @throws what the system says
 */
export function realPathOfOpen(fd: number, path: string): string | undefined {
  if (hasOpenPaths) return readlinkSync(pathOfOpen(fd));
  const open = fstatSync(fd, { bigint: true });
  const real = realpathSync.native(path);
  const now = lstatSync(real, { bigint: true });
  return now.dev === open.dev && now.ino === open.ino ? real : undefined;
}
