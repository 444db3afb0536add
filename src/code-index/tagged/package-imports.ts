import { dirname, join } from "node:path";
import { isInside } from "../../base/real-path.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { FolderFiles } from "./folder-files.ts";

/** A manifest: its folder, and the path that imports have for it. */
type Manifest = { readonly folder: string; readonly path: string };

/** The paths of packages, which name all files of a folder, by the nearest manifest around the file that imports. */
export function packageDependencies(
  { manifest, path_line, extension, left_out }: ImportRulesOf<"package">,
  index: CodeIndex,
  textOf: (path: string) => string | undefined,
): DependencyFinder {
  const folders = new FolderFiles(index, (path) => path.endsWith(extension) && !path.endsWith(left_out));
  const line = writtenRegex(path_line, "m");
  const known = new Map<string, Manifest | undefined>();
  return ({ name }, from) => {
    const found = manifestOf(dirname(from.path));
    const isOwn = found !== undefined && (name === found.path || name.startsWith(`${found.path}/`));
    if (!isOwn) return { name, target: { missing: "external" } };
    const files = folders.of(join(found.folder, name.slice(found.path.length)));
    return { name, target: files.length > 0 ? { files } : { missing: "unresolved" } };
  };

  function manifestOf(start: string): Manifest | undefined {
    const passed: string[] = [];
    let found: Manifest | undefined;
    for (let folder = start; ; folder = dirname(folder)) {
      if (known.has(folder)) found = known.get(folder);
      else passed.push(folder);
      if (known.has(folder) || !index.roots.some((root) => isInside(folder, [root]))) break;
      const path = line.exec(textOf(join(folder, manifest)) ?? "")?.[1];
      if (path !== undefined) {
        found = { folder, path };
        break;
      }
      if (dirname(folder) === folder) break;
    }
    for (const folder of passed) known.set(folder, found);
    return found;
  }
}
