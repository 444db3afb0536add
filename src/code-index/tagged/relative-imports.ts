/**
 * The files of imports that name a path from the folder of the file, `./a`, or a name that settings of the project give to
 * a file: paths of a compiler, and packages of a workspace. Input: an import of a file, and the texts of settings; output: a file, or
 * whether the name is from outside.
 */
import { dirname, extname, join } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { isInside } from "../../base/real-path.ts";
import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex, IndexedFile } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { type CompilerPaths, compilerPathsOf, type NamedPaths, pathsByPattern } from "./compiler-paths.ts";
import { PackagePaths, type Packages } from "./package-paths.ts";

/**
 * A name that no package has, so that a setting of the project says which of its files is meant: `@/a`, `~/a`, `#a`, `/a`.
 */
const ownName = /^(?:@\/|~|#|\/)/;

type Settings = NonNullable<ImportRulesOf<"relative">["settings"]>;

/** The contents of settings by folder. An index is replaced when one of them changes. */
type Known = { readonly paths: Map<string, CompilerPaths | undefined>; readonly packages: Map<string, Packages> };

const ofIndexes = new WeakMap<CodeIndex, Known>();

export function relativeDependencies(
  rules: ImportRulesOf<"relative">,
  index: CodeIndex,
  textOf: (path: string) => string | undefined,
): DependencyFinder {
  const { extensions, folder_file, written_for, settings } = rules;
  const namedPaths = settings && pathsBySettings(settings, index, textOf);
  return ({ name }, from) => {
    if (!/^\.{1,2}(?:\/|$)/.test(name)) {
      const { paths, isOwn } = namedPaths?.(name, dirname(from.path)) ?? { paths: [], isOwn: false };
      for (const path of paths) {
        const file = fileAt(path);
        if (file !== undefined) return { name, target: { file } };
      }
      return { name, target: { missing: isOwn || ownName.test(name) ? "unresolved" : "external" } };
    }
    const path = join(dirname(from.path), name).replace(/\/$/, "");
    const file = fileAt(path);
    if (file !== undefined) return { name, target: { file } };
    // A style or data: no file of a language.
    const extension = extname(path);
    const isOther = extension !== "" && !extensions.includes(extension) && !Object.hasOwn(written_for, extension);
    return isOther ? undefined : { name, target: { missing: "unresolved" } };
  };

  /** The file of a path that may lack its extension, or be that of a folder. */
  function fileAt(path: string): IndexedFile | undefined {
    const extension = extname(path);
    const others = Object.hasOwn(written_for, extension) ? (written_for[extension] ?? []) : [];
    const candidates = [
      path,
      ...others.map((other) => path.slice(0, -extension.length) + other),
      ...extensions.map((other) => path + other),
      ...extensions.map((other) => join(path, folder_file + other)),
    ];
    for (const candidate of candidates) {
      const file = index.fileAt(candidate);
      if (file !== undefined) return file;
    }
    return undefined;
  }
}

/** The paths that settings around a folder give to a name. */
function pathsBySettings(
  { compilers, ...names }: Settings,
  index: CodeIndex,
  textOf: (path: string) => string | undefined,
): (name: string, folder: string) => NamedPaths {
  const { paths, packages } = getOrInsert(ofIndexes, index.overlay?.base ?? index, () => ({
    paths: new Map(),
    packages: new Map(),
  }));
  const ofPackages = new PackagePaths(names, index, textOf, packages);
  return (name, folder) => {
    const compiler = compilerAround(folder);
    const byPattern = compiler === undefined ? nothing : pathsByPattern(name, compiler);
    const byPackage = ofPackages.of(name, folder);
    return { paths: [...byPattern.paths, ...byPackage.paths], isOwn: byPattern.isOwn || byPackage.isOwn };
  };

  /** The paths of the nearest settings around a folder. */
  function compilerAround(start: string): CompilerPaths | undefined {
    const passed: string[] = [];
    let found: CompilerPaths | undefined;
    for (let folder = start; ; folder = dirname(folder)) {
      if (paths.has(folder)) {
        found = paths.get(folder);
        break;
      }
      passed.push(folder);
      for (const name of compilers) found ??= compilerPathsOf(join(folder, name), textOf);
      const isLast = dirname(folder) === folder || !index.roots.some((root) => isInside(folder, [root]));
      if (found !== undefined || isLast) break;
    }
    for (const folder of passed) paths.set(folder, found);
    return found;
  }
}

const nothing: NamedPaths = { paths: [], isOwn: false };
