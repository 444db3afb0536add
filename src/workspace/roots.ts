import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { messageOf, UserError } from "../errors.ts";

/** Real paths that bound what may be read; none means any path that the user can read. */
export type Roots = readonly string[];

/**
 * The real paths of the given folders.
 *
 * @throws UserError when one of them does not exist
 */
export function resolveRoots(dirs: readonly string[]): Roots {
  return dirs.map((dir) => {
    try {
      return realpathSync(dir);
    } catch (error) {
      throw new UserError(`Cannot use the root ${dir}: ${messageOf(error)}`);
    }
  });
}

/** Does a real path (no links, no `..`) lie within the roots? */
export function isInside(realPath: string, roots: Roots): boolean {
  return roots.length === 0 || roots.some((root) => !escapes(relative(root, realPath)));
}

function escapes(fromRoot: string): boolean {
  return fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
}
