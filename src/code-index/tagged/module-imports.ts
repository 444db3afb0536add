/**
 * Imports of a language whose files are modules of a tree, such as Rust: `use` and `mod`.
 *
 * Input: the rules of the language, and the files; output: the files that an import names.
 */
import { basename, dirname, join } from "node:path";
import { wordSet } from "../../base/word-list.ts";
import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex, IndexedFile } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { CargoPackages } from "./cargo-packages.ts";
import { pathsOfUse } from "./use-paths.ts";

/** The files of `use` and `mod`: `crate::a::b` is in a/b.rs, a/b/mod.rs, a.rs, or in the root of the crate. */
export function moduleDependencies(
  rules: ImportRulesOf<"module">,
  index: CodeIndex,
  textOf: (path: string) => string | undefined,
): DependencyFinder {
  const { extension, roots, folder_file, manifest, sources, known } = rules;
  const packages = manifest === undefined ? undefined : new CargoPackages(index, textOf, manifest);
  const ownFiles = new Set([...roots, folder_file]);
  return ({ name, type }, from) => {
    if (type === "module") {
      const file = fileOf(join(moduleFolder(from), name)) ?? fileOf(join(dirname(from.path), name));
      return { name, target: file === undefined ? { missing: "unresolved" } : { file } };
    }
    const found = pathsOfUse(name).map((parts) => filesOfPath(parts, from));
    const files = [...new Set(found.flatMap((file) => file ?? []))];
    const [file, ...others] = files;
    if (file === undefined) return { name, target: { missing: isFromOutside(name, from) ? "external" : "unresolved" } };
    return { name, target: others.length > 0 ? { files } : { file } };
  };

  /** The file of a path that begins in its own crate: that of the longest part of it which is a module with a file. */
  function filesOfPath([first = "", ...rest]: readonly string[], from: IndexedFile): IndexedFile | undefined {
    const parts = [...rest];
    let folder: string | undefined;
    if (first === "crate") folder = crateFolder(from);
    else if (first === "self") folder = moduleFolder(from);
    else if (first === "super") {
      folder = dirname(moduleFolder(from));
      for (; parts[0] === "super"; parts.shift()) folder = dirname(folder);
    }
    folder ??= folderOfPackage(first, from);
    if (folder === undefined) return fileBelow(first, from);
    for (let count = parts.length; count > 0; count--) {
      const file = fileOf(join(folder, ...parts.slice(0, count)));
      if (file !== undefined) return file;
    }
    return first === "self" ? from : (libraryIn(folder) ?? rootIn(folder) ?? fileOf(folder));
  }

  /** True for a path that begins with a package: the manifest names it, or there is none. */
  function isFromOutside(path: string, from: IndexedFile): boolean {
    const own = packages?.around(dirname(from.path));
    const [[first = ""] = []] = pathsOfUse(path);
    return own === undefined || own.needs.has(first) || wordSet(known).has(first);
  }

  /** The file of a path that begins with a module below the own one, or with a type of it. */
  function fileBelow(first: string, from: IndexedFile): IndexedFile | undefined {
    const own = packages?.around(dirname(from.path));
    if (own === undefined || own.needs.has(first) || wordSet(known).has(first)) return undefined;
    if (/^[A-Z]/.test(first)) return from;
    const root = crateFolder(from);
    return fileOf(join(moduleFolder(from), first)) ?? (root === undefined ? undefined : fileOf(join(root, first)));
  }

  /** The folder with the root of a package of the code base that a file names. */
  function folderOfPackage(name: string, from: IndexedFile): string | undefined {
    const own = packages?.around(dirname(from.path));
    if (own === undefined) return undefined;
    const needed = own.name === name ? own : packages?.at(own.needs.get(name) ?? "");
    if (needed === undefined) return undefined;
    return needed.library === undefined ? join(needed.folder, sources) : dirname(needed.library);
  }

  /** The library of a package that the manifest names, if its folder has it. */
  function libraryIn(folder: string): IndexedFile | undefined {
    const library = packages?.around(folder)?.library;
    return library !== undefined && dirname(library) === folder ? index.fileAt(library) : undefined;
  }

  function fileOf(path: string): IndexedFile | undefined {
    return index.fileAt(path + extension) ?? index.fileAt(join(path, folder_file));
  }

  function rootIn(folder: string): IndexedFile | undefined {
    for (const root of roots) {
      const file = index.fileAt(join(folder, root));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** The folder of the modules below that of a file. */
  function moduleFolder({ path }: IndexedFile): string {
    const folder = dirname(path);
    const name = basename(path);
    return ownFiles.has(name) ? folder : join(folder, name.slice(0, -extension.length));
  }

  function crateFolder({ path }: IndexedFile): string | undefined {
    for (let folder = dirname(path); index.folders.has(folder); folder = dirname(folder)) {
      if (rootIn(folder) !== undefined) return folder;
    }
    return undefined;
  }
}
