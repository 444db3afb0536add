import { resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { type Roots, realPathOf } from "../base/real-path.ts";

/**
 * The real paths of the given folders, which may be relative to the working folder.
 *
 * @throws UserError when one of them does not exist
 */
export function resolveRoots(dirs: readonly string[], cwd: string): Roots {
  return dirs.map((dir) => {
    try {
      return realPathOf(resolve(cwd, dir));
    } catch (error) {
      throw new UserError(`Cannot use the root ${dir}: ${messageOf(error)}`);
    }
  });
}
