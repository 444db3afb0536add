import { parse, relative, resolve, sep } from "node:path";
import { canonicalPath, isInside } from "./real-path.ts";

/** The folders that the paths of a patch may start from, absolute. Shown paths are relative to the first one, the working folder. */
export type PatchFolders = readonly [string, ...(readonly string[])];

/**
 * Returns the path of each file in one patch, as `git apply` takes it: `a.py` for `./a.py` and for a path in full. All start from the
 * first folder that has all of the files, or from the top of the disk.
 *
 * @param shownPaths as answers show them
 */
export function patchPaths(shownPaths: readonly string[], folders: PatchFolders): ReadonlyMap<string, string> {
  const [cwd] = folders;
  const inFolder = (folder: string) => {
    const found = shownPaths.map((shown) => pathIn(folder, resolve(cwd, shown)));
    return found.every((path) => path !== undefined) ? found : undefined;
  };
  const chosen = folders.reduce<readonly string[] | undefined>((found, folder) => found ?? inFolder(folder), undefined);
  const fromTop = (path: string) => relative(parse(path).root, path);
  const paths = chosen ?? shownPaths.map((shown) => fromTop(resolve(cwd, shown)));
  return new Map(shownPaths.map((shown, at) => [shown, (paths[at] ?? shown).split(sep).join("/")]));
}

/** The path of a file from a folder, if it is written below it or really is below it. */
function pathIn(folder: string, path: string): string | undefined {
  const inside = isInside(path, [folder]) ? path : canonicalPath(path);
  return isInside(inside, [folder]) ? relative(folder, inside) : undefined;
}
