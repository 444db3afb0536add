import type { IndexedFile } from "../code-index.ts";
import type { Dependency, DependencyFinder, DependencyOptions } from "../dependency.ts";
import { bringsNames } from "../symbol-kind.ts";
import { type Module, Modules } from "./modules.ts";

/**
 * The rules by which imports of Python name files. An import of a submodule needs its file, but not the files of the
 * packages around it.
 */
export function pythonDependencies({ index }: DependencyOptions): DependencyFinder {
  const modules = new Modules(index);
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
    return fileOf(module, name) ?? { name: full, target: { missing: "unresolved" } };
  };

  /**
   * A module of a package of the code base should be there, even below folders that are not packages; another one may
   * be installed.
   */
  function missingKind(name: string, from: IndexedFile): "external" | "unresolved" {
    const parts = name.split(".");
    if (parts[0] === "") return "unresolved";
    const isOwn = parts.some((_, i) => modules.find(parts.slice(0, i + 1).join("."), from)?.file !== undefined);
    return isOwn ? "unresolved" : "external";
  }

  /** True when the file of a package has something of its own by the name of a submodule, which imports then get. */
  function defines({ file }: Module, name: string): boolean {
    return index.named(name).some((found) => found.file === file && found.parent === undefined && !bringsNames(found));
  }
}

function fileOf({ file }: Module, name: string): Dependency | undefined {
  return file && { name, target: { file } };
}
