import { dirname, join } from "node:path";
import { statsAt } from "../base/stats.ts";
import { repositoryMark } from "./repository.ts";

/**
 * Returns the folder of the repository that a folder is below; undefined for the folder of a repository itself, and for one
 * outside of any.
 *
 * @param folder absolute
 */
export function repositoryAbove(folder: string): string | undefined {
  if (isRepository(folder)) return undefined;
  for (let inner = folder, outer = dirname(folder); outer !== inner; inner = outer, outer = dirname(outer)) {
    if (isRepository(outer)) return outer;
  }
  return undefined;
}

/** True for a folder with `.git`, which is a file in a worktree and in a submodule. */
function isRepository(folder: string): boolean {
  return statsAt(join(folder, repositoryMark)) !== undefined;
}
