/**
 * The files that imports of Python need. Input: an import and its file; output: the file of the module or package, or the kind of
 * what is missing.
 */
import { dirname, join } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { Dependency, DependencyFinder, DependencyOptions } from "../dependency.ts";
import { bringsNames } from "../symbol-kind.ts";
import { type Module, Modules } from "./modules.ts";
import { Projects } from "./project-settings.ts";

/** The ends of the paths of modules that are in the tree and not in an index of Python: compiled ones, and left out files. */
const unsearched = [".pyx", ".c", ".cpp", ".cc", ".rs", ".py", "/__init__.py"];

/**
 * The rules by which imports of Python name files. An import of a submodule needs its file, but not the files of the
 * packages around it.
 */
export function pythonDependencies({ index, textOf }: DependencyOptions): DependencyFinder {
  const modules = new Modules(index, new Projects(index.roots, textOf));
  /** True for paths without an ending that have one of `unsearched`: many files import the same module that is missing. */
  const found = new Map<string, boolean>();
  return ({ type }, from) => {
    const colon = type.indexOf(":");
    const name = colon < 0 ? type : type.slice(0, colon);
    const module = modules.find(name, from);
    if (module === undefined) return { name, target: { missing: missingKind(name, from) } };
    if (colon < 0) return fileOf(module, name);
    const part = type.slice(colon + 1);
    const submodule = modules.submodule(module, part);
    const full = name.endsWith(".") ? name + part : `${name}.${part}`;
    if (submodule !== undefined && !defines(module, part)) return fileOf(submodule, full);
    return fileOf(module, name) ?? { name: full, target: { missing: kindBelow(module.folder, part) } };
  };

  /**
   * The kind of a module that is not in a package of the code base: it comes from outside of the folders that are searched, or
   * it is compiled, or else it should be there.
   */
  function kindBelow(folder: string | undefined, name: string): "external" | "unresolved" {
    if (folder === undefined) return "unresolved";
    const isSearched = index.roots.some((root) => folder === root || folder.startsWith(`${root}/`));
    const path = join(folder, ...name.split("."));
    const isThere = () =>
      getOrInsert(found, path, () => unsearched.some((ending) => textOf(path + ending) !== undefined));
    return isSearched && !isThere() ? "unresolved" : "external";
  }

  /**
   * A module of a package of the code base should be there, even below folders that are not packages; another one may
   * be installed.
   */
  function missingKind(name: string, from: IndexedFile): "external" | "unresolved" {
    const { 0: dots = "" } = /^\.*/.exec(name) ?? [];
    if (dots !== "")
      return kindBelow(
        join(dirname(from.path), ...dots.slice(1).replaceAll(".", "../").split("/")),
        name.slice(dots.length),
      );
    const parts = name.split(".");
    const known = parts.map((_, i) => modules.find(parts.slice(0, i + 1).join("."), from));
    const last = known.findLastIndex((module) => module?.file !== undefined);
    return last < 0 ? "external" : kindBelow(known[last]?.folder, parts.slice(last + 1).join("."));
  }

  /**
   * True when the file of a package has something else by the name of a submodule, which imports then get: a definition, or an
   * import such as `from .box import box`.
   */
  function defines(module: Module, name: string): boolean {
    return index
      .named(name)
      .some((found) => found.file === module.file && found.parent === undefined && !isSubmodule(found, module, name));
  }

  /** True for an import in the file of a package that brings the submodule itself. */
  function isSubmodule(found: Declaration, module: Module, name: string): boolean {
    if (!bringsNames(found)) return false;
    const colon = found.type.indexOf(":");
    if (colon < 0) return true;
    return (
      found.type.slice(colon + 1) === name && modules.find(found.type.slice(0, colon), found.file)?.file === module.file
    );
  }
}

function fileOf({ file }: Module, name: string): Dependency | undefined {
  return file && { name, target: { file } };
}
