/**
 * The repository that a folder is in. Input: the folder and the roots; output: the folder of its files and the folders of its data,
 * which no link and no file leads out of the roots to another repository.
 */
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { maxRuleFileBytes } from "../base/limits.ts";
import { listFolder } from "../base/list-folder.ts";
import { canonicalPath, isInside, isThere, type Roots } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { entryAt, statsAt } from "../base/stats.ts";

const mark = ".git";

/** The folders of a repository, absolute. */
export type RepositoryFolders = {
  /** Its files are below it. */
  readonly top: string;
  /** Its data: that of the worktree, whose HEAD is read. */
  readonly data: string;
};

/**
 * Finds the repository of a folder. A folder above the roots may be one: who has chosen the roots has put them there. Its files
 * outside of the roots are not read.
 *
 * @param folder real, absolute
 * @returns undefined if there is none
 * @throws UserError if its data are elsewhere
 */
export function repositoryAt(folder: string, roots: Roots): RepositoryFolders | undefined {
  for (let top = folder; ; top = dirname(top)) {
    if (isThere(join(top, mark))) return { top, data: dataOf(top, roots) };
    if (dirname(top) === top) return undefined;
  }
}

/** The folder of the data of a repository. */
function dataOf(top: string, roots: Roots): string {
  const at = join(top, mark);
  const isFolder = entryAt(at)?.isDirectory() === true;
  const data = isFolder ? at : statsAt(at)?.isDirectory() === true ? canonicalPath(at) : linkedData(at, top);
  if (roots.length === 0) return data;
  const common = commonData(data);
  const isOwn = isFolder || isInside(canonicalPath(data), roots) || isKnownThere(data, at) || isOfSubmodule(data, top);
  // A worktree has its objects in the repository that knows it; no other repository has them elsewhere.
  const isTogether = common === data || (isKnownThere(data, at) && common === dirname(dirname(data)));
  if (!isOwn || !isTogether || leadsElsewhere(common)) {
    throw new UserError(`The data of the repository at ${top} are outside of the roots`, {
      details: "Give the changes as diff.",
    });
  }
  return data;
}

/** The path in a file `.git`, as a linked worktree and a submodule have one. */
function linkedData(file: string, top: string): string {
  const path = lineOf(file)?.replace(/^gitdir: /, "");
  if (path === undefined) throw new UserError(`${file} names no repository`);
  return canonicalPath(resolve(top, path));
}

/** True if the data of a worktree say that it is at a file `.git`: then the repository itself has made it. */
function isKnownThere(data: string, file: string): boolean {
  const known = basename(dirname(data)) === "worktrees" ? lineOf(join(data, "gitdir")) : undefined;
  return known !== undefined && canonicalPath(resolve(data, known)) === canonicalPath(file);
}

/** True for data in the repository that a submodule is in, which say that they are of this one. */
function isOfSubmodule(data: string, top: string): boolean {
  const modules = /^(.*)[\\/]\.git[\\/]modules[\\/]/.exec(data)?.[1];
  if (modules === undefined || modules === top || !isInside(top, [modules])) return false;
  const [, worktree] = /^\s*worktree\s*=\s*(.*?)\s*$/m.exec(textOf(join(data, "config")) ?? "") ?? [];
  return worktree !== undefined && canonicalPath(resolve(data, worktree)) === canonicalPath(top);
}

/** The folder with the objects and references, which a file may name. */
function commonData(data: string): string {
  const named = lineOf(join(data, "commondir"));
  return named === undefined ? data : canonicalPath(resolve(data, named));
}

/**
 * True if a link may lead out of the data, or a file names further objects: these may name others in turn, in more than one way of
 * writing.
 */
function leadsElsewhere(data: string): boolean {
  const alternates = join(data, "objects", "info", "alternates");
  return (isThere(alternates) && textOf(alternates)?.trim() !== "") || hasLinks(data);
}

/** The entries of a folder of data that objects and references are read from. */
const readEntries: ReadonlySet<string> = new Set([
  "HEAD",
  "config",
  "objects",
  "packed-refs",
  "refs",
  "reftable",
  "shallow",
  "worktrees",
]);

/** True if something else than files and folders is among the files of a folder of data that git reads, or cannot be seen. */
function hasLinks(data: string): boolean {
  const read = entriesOf(data)?.filter(({ name }) => readEntries.has(name));
  if (read === undefined || read.some(isOdd)) return true;
  const folders = read.filter((entry) => entry.isDirectory()).map(({ name }) => join(data, name));
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder);
    if (entries === undefined || entries.some(isOdd)) return true;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(folder, entry.name));
  }
  return false;
}

type Entry = ReturnType<typeof listFolder>[number];

/** True for a link, and for a FIFO or a device, which git would wait for. */
function isOdd(entry: Entry): boolean {
  return !entry.isFile() && !entry.isDirectory();
}

/** The entries of a folder; undefined if it cannot be listed. */
function entriesOf(folder: string): readonly Entry[] | undefined {
  try {
    return listFolder(folder, []);
  } catch {
    return undefined;
  }
}

/** The text of a small file, without the line break at its end; undefined if it cannot be read. */
function lineOf(file: string): string | undefined {
  return textOf(file)?.trimEnd();
}

function textOf(file: string): string | undefined {
  try {
    return readSmallFile(file, maxRuleFileBytes).toString();
  } catch {
    return undefined;
  }
}
