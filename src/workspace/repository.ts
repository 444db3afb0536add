import { basename, dirname, join, resolve } from "node:path";
import { maxRuleFileBytes } from "../base/limits.ts";
import { canonicalPath, isInside, isThere, type Roots } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";

/** The entry that makes a folder a repository: a folder, or a file in a submodule and in a linked worktree. */
export const repositoryMark = ".git";

/** A linked worktree of a repository, as its file `.git` says: `gitdir: <repository>/.git/worktrees/<id>`. */
type Worktree = { readonly repository: string; readonly id: string };

/**
 * True if a folder is a worktree of a repository that is read as well: one that contains the worktree, or one in the
 * walk. The file `.git` is read; the path in it is compared, and must be there if it is in one of these repositories.
 *
 * @param folder absolute, with a file `.git`
 * @param top the absolute folder where the walk begins
 * @param around the repository that contains the folder, absolute; it may have moved since its worktree was made
 */
export function isSecondWorktree(folder: string, top: string, around: string | undefined, roots: Roots): boolean {
  const worktree = worktreeAt(folder, roots);
  if (worktree === undefined) return false;
  const { repository, id } = worktree;
  const isRead = isInside(repository, [canonicalPath(top)]) || isInside(canonicalPath(folder), [repository]);
  const repositories = [...(isRead ? [repository] : []), ...(around === undefined ? [] : [around])];
  return repositories.some((at) => isThere(join(at, repositoryMark, "worktrees", id)));
}

const start = "gitdir: ";

/** Returns undefined for a submodule, and for a file that says nothing or cannot be read. */
function worktreeAt(folder: string, roots: Roots): Worktree | undefined {
  const text = textOf(join(folder, repositoryMark), roots);
  if (text?.startsWith(start) !== true) return undefined;
  const path = resolve(canonicalPath(folder), text.slice(start.length).trimEnd());
  const worktrees = dirname(path);
  const data = dirname(worktrees);
  if (basename(worktrees) !== "worktrees" || basename(data) !== repositoryMark) return undefined;
  return { repository: dirname(data), id: basename(path) };
}

function textOf(path: string, roots: Roots): string | undefined {
  try {
    return readSmallFile(path, maxRuleFileBytes, roots).toString();
  } catch {
    return undefined;
  }
}
