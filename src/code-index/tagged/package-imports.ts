/**
 * The files of imports that name a package by its path, which a manifest such as go.mod begins. Input: an import of a file, and
 * the texts of manifests; output: the files of the folder of the package, or whether it is from outside.
 */
import { dirname, join, resolve } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { isInside } from "../../base/real-path.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { FolderFiles } from "./folder-files.ts";

/** The path that imports have for a folder. */
type Module = { readonly folder: string; readonly path: string };

type PackageRules = ImportRulesOf<"package">;

/** Modules that one manifest, or one workspace, names: real ones name some hundred. */
const maxModules = 2_000;

/** Index → folder → what the manifests around it say. An index is replaced when one of these changes. */
const ofIndexes = new WeakMap<CodeIndex, Map<string, readonly Module[]>>();

/** The paths of packages, which name all files of a folder: by the manifests around the file that imports. */
export function packageDependencies(
  rules: PackageRules,
  index: CodeIndex,
  textOf: (path: string) => string | undefined,
): DependencyFinder {
  const { extension, left_out, vendored } = rules;
  const folders = new FolderFiles(index, (path) => path.endsWith(extension) && !path.endsWith(left_out));
  const known = getOrInsert(ofIndexes, index.overlay?.base ?? index, () => new Map());
  const manifests = new Manifests(rules, index, textOf, known);
  return ({ name }, from) => {
    const modules = manifests.around(dirname(from.path));
    const [own] = modules;
    const isOf = ({ path }: Module) => name === path || name.startsWith(`${path}/`);
    const named = modules.filter(isOf).sort((a, b) => b.path.length - a.path.length);
    for (const { folder, path } of named) {
      const files = folders.of(join(folder, name.slice(path.length)));
      if (files.length > 0) return { name, target: { files } };
    }
    if (named.length > 0) return { name, target: { missing: "unresolved" } };
    const copies = own === undefined || vendored === undefined ? [] : folders.of(join(own.folder, vendored, name));
    return { name, target: copies.length > 0 ? { files: copies } : { missing: "external" } };
  };
}

class Manifests {
  readonly #rules: PackageRules;
  readonly #index: CodeIndex;
  readonly #textOf: (path: string) => string | undefined;
  readonly #known: Map<string, readonly Module[]>;

  constructor(
    rules: PackageRules,
    index: CodeIndex,
    textOf: (path: string) => string | undefined,
    known: Map<string, readonly Module[]>,
  ) {
    this.#rules = rules;
    this.#index = index;
    this.#textOf = textOf;
    this.#known = known;
  }

  /** The modules that the files of a folder know: first the own one, then the ones that its manifest or workspace names. */
  around(start: string): readonly Module[] {
    const passed: string[] = [];
    let own: readonly Module[] = [];
    for (let folder = start; ; folder = dirname(folder)) {
      const known = this.#known.get(folder);
      if (known === undefined) passed.push(folder);
      own = known ?? this.#modulesOf(folder);
      const isLast = dirname(folder) === folder || !this.#index.roots.some((root) => isInside(folder, [root]));
      if (own.length > 0 || known !== undefined || isLast) break;
    }
    for (const folder of passed) this.#known.set(folder, own);
    return own;
  }

  /** The modules that the manifest in a folder names; none if there is none. */
  #modulesOf(folder: string): readonly Module[] {
    const text = this.#textOf(join(folder, this.#rules.manifest));
    const path = text === undefined ? undefined : this.#pathIn(text);
    if (text === undefined || path === undefined) return [];
    return [{ folder, path }, ...this.#replacedIn(text, folder), ...this.#inWorkspaceOf(folder)];
  }

  #pathIn(text: string): string | undefined {
    return writtenRegex(this.#rules.path_line, "m").exec(text)?.[1];
  }

  #replacedIn(text: string, folder: string): readonly Module[] {
    const { replace_line: line } = this.#rules;
    if (line === undefined) return [];
    const found = [...text.matchAll(writtenRegex(line, "gm"))].slice(0, maxModules);
    return found.flatMap(({ 1: path, 2: target }) =>
      path === undefined || target === undefined ? [] : [{ path, folder: resolve(folder, target) }],
    );
  }

  /** The other modules of the workspace that a folder is in. */
  #inWorkspaceOf(start: string): readonly Module[] {
    const { workspace } = this.#rules;
    if (workspace === undefined) return [];
    for (let folder = start; ; folder = dirname(folder)) {
      const text = this.#textOf(join(folder, workspace.file));
      if (text !== undefined) {
        const found = [...text.matchAll(writtenRegex(workspace.member_line, "gm"))].slice(0, maxModules);
        return found.flatMap(({ 1: member }) => {
          const own = member === undefined ? undefined : resolve(folder, member);
          const path =
            own === undefined ? undefined : this.#pathIn(this.#textOf(join(own, this.#rules.manifest)) ?? "");
          return own === undefined || path === undefined || own === start ? [] : [{ folder: own, path }];
        });
      }
      if (dirname(folder) === folder || !this.#index.roots.some((root) => isInside(folder, [root]))) return [];
    }
  }
}
