import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex, IndexedFile } from "../code-index.ts";
import { sharedFolders } from "../cpp/include-search.ts";
import type { DependencyFinder } from "../dependency.ts";
import { FolderFiles } from "./folder-files.ts";

/** Parts of a name: packages of real code have some ten. */
const maxParts = 100;

/** The files of dotted names: `a.b.C`, `a.b.C.Inner`, or `a.b` for all files of a folder. */
export function dottedDependencies({ extension }: ImportRulesOf<"dotted">, index: CodeIndex): DependencyFinder {
  const folders = new FolderFiles(index, (path) => path.endsWith(extension));
  return ({ name: written }, from) => {
    const name = written.replace(/\s/g, "");
    const parts = name.split(".").slice(0, maxParts);
    for (let count = parts.length; count > 1; count--) {
      const [file, ...others] = nearest(filesOf(parts.slice(0, count)), from);
      if (file !== undefined) return { name, target: others.length > 0 ? { ambiguous: [file, ...others] } : { file } };
    }
    const files = foldersOf(parts).flatMap((folder) => folders.of(folder));
    if (files.length > 0) return { name, target: { files } };
    const isOwn = parts.length > 2 && foldersOf(parts.slice(0, -1)).some((folder) => folders.of(folder).length > 0);
    return { name, target: { missing: isOwn ? "unresolved" : "external" } };
  };

  function filesOf(parts: readonly string[]): readonly IndexedFile[] {
    const end = `/${parts.join("/")}${extension}`;
    return index.filesNamed(`${parts.at(-1)}${extension}`).filter(({ path }) => path.endsWith(end));
  }

  function foldersOf(parts: readonly string[]): readonly string[] {
    const end = `/${parts.join("/")}`;
    return index.folders.named(parts.at(-1) ?? "").filter((folder) => folder.endsWith(end));
  }
}

/** The files that share the most folders with another one. */
function nearest(files: readonly IndexedFile[], from: IndexedFile): readonly IndexedFile[] {
  const shared = files.map(({ path }) => sharedFolders(path, from.path));
  const most = shared.reduce((best, count) => Math.max(best, count), 0);
  return files.filter((_, i) => shared[i] === most);
}
