import { dirname } from "node:path/posix";

/** Number of symbols by their kind. */
export type Counts = Readonly<Record<string, number>>;

/** The symbols below a folder, by kind, and its files. */
export type FolderCounts = { readonly folder: string; readonly files: number; readonly counts: Counts };

/** Counts words, such as kinds, in the order in which they come first. */
export function countsOf(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/**
 * The counts of files by folder, of at most so many folders: the deepest are merged with their parents, and among
 * equally deep ones first the folders with the fewest files. In the order of their paths.
 *
 * @param most at least 1: folders of different tops, such as `.` and `/`, stay apart
 */
export function foldersOf(
  files: readonly { readonly file: string; readonly counts: Counts }[],
  most: number,
): readonly FolderCounts[] {
  const folders = new Map<string, FolderCounts>();
  /** Depth → the folders of that depth. */
  const byDepth = new Map<number, Set<string>>();
  const add = ({ folder, files: more, counts }: FolderCounts) => {
    const known = folders.get(folder);
    folders.set(folder, { folder, files: (known?.files ?? 0) + more, counts: sumOf(known?.counts ?? {}, counts) });
    const depth = depthOf(folder);
    const alike = byDepth.get(depth) ?? new Set();
    byDepth.set(depth, alike.add(folder));
  };
  for (const { file, counts } of files) add({ folder: dirname(file), files: 1, counts });
  const deepest = [...byDepth.keys()].reduce((depth, own) => Math.max(depth, own), 0);
  for (let depth = deepest; depth > 0 && folders.size > most; depth--) {
    const smallest = [...(byDepth.get(depth) ?? [])]
      .flatMap((folder) => folders.get(folder) ?? [])
      .sort((a, b) => a.files - b.files);
    for (const folder of smallest) {
      if (folders.size <= most) break;
      folders.delete(folder.folder);
      add({ ...folder, folder: dirname(folder.folder) });
    }
  }
  return [...folders.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Folders above a folder: empty for `.` and `/`. */
function depthOf(folder: string): number {
  return folder.split("/").filter((name) => name !== "" && name !== ".").length;
}

function sumOf(one: Counts, other: Counts): Counts {
  // A kind may have the name of what every object has: "constructor".
  const sum = new Map(Object.entries(one));
  for (const [kind, count] of Object.entries(other)) sum.set(kind, (sum.get(kind) ?? 0) + count);
  return Object.fromEntries(sum);
}
