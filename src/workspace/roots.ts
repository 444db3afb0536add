import { realpathSync } from "node:fs";
import { messageOf, UserError } from "../errors.ts";
import type { Roots } from "../real-path.ts";

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
