import type { FileData } from "../page-data.ts";

/** A folder, with all that is below it. */
export type Folder = {
  /** The part of the path that is shown: several folders if each is the only entry of its parent. */
  readonly name: string;
  /** Relative to the folder of the report, with `/` at the end; "" for that folder. */
  readonly path: string;
  readonly folders: readonly Folder[];
  readonly files: readonly FileData[];
  readonly fileCount: number;
  readonly lines: number;
};

/** Returns the folders of files, which are in path order. */
export function folderTree(files: readonly FileData[]): Folder {
  return folderOf("", "", files);
}

function folderOf(name: string, path: string, below: readonly FileData[]): Folder {
  const files: FileData[] = [];
  const byFolder = new Map<string, FileData[]>();
  for (const file of below) {
    const end = file.path.indexOf("/", path.length);
    if (end < 0) {
      files.push(file);
      continue;
    }
    const inner = file.path.slice(path.length, end);
    const group = byFolder.get(inner);
    if (group === undefined) byFolder.set(inner, [file]);
    else group.push(file);
  }
  const [only] = byFolder;
  // A folder whose only entry is another folder is shown together with it.
  if (name !== "" && files.length === 0 && byFolder.size === 1 && only !== undefined) {
    const [inner, group] = only;
    return folderOf(`${name}/${inner}`, `${path}${inner}/`, group);
  }
  return {
    name,
    path,
    files,
    fileCount: below.length,
    folders: [...byFolder].map(([inner, group]) => folderOf(inner, `${path}${inner}/`, group)),
    lines: below.reduce((sum, { lines }) => sum + lines, 0),
  };
}
