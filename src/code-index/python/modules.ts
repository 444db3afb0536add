import { dirname, join } from "node:path";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { standardModules } from "./builtins.ts";

/** A module or a package of the code base: a file, a folder, or both. */
export type Module = {
  /** The dotted name by which it is imported here. */
  readonly name: string;
  /** The file with its code: `a.py`, `a.pyi`, or `__init__.py` of a package; none for a namespace package. */
  readonly file: IndexedFile | undefined;
  /** The folder of its submodules, for a package. */
  readonly folder: string | undefined;
};

/** Depth of a path up to which folders are compared. */
const maxFolders = 1_000;

const extensions = [".py", ".pyi", ".pyw"];

/** How imports find the modules of a code base. */
export class Modules {
  private readonly index: CodeIndex;
  private readonly found = new Map<string, Module | undefined>();
  private readonly declarations = new WeakMap<IndexedFile, Declaration>();

  constructor(index: CodeIndex) {
    this.index = index;
  }

  /** The module of a file. */
  of(file: IndexedFile): Module {
    const name = fileName(file.path);
    const isPackage = name === "__init__";
    return {
      name: isPackage ? fileName(dirname(file.path)) : name,
      file,
      folder: isPackage ? dirname(file.path) : undefined,
    };
  }

  /**
   * The module that an import names: `a.b`, or with leading dots one relative to the file's package.
   *
   * Undefined for a module of another code base, or one that is not there.
   */
  find(name: string, from: IndexedFile): Module | undefined {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    if (dots > 0) {
      let folder = dirname(from.path);
      for (let up = 1; up < dots; up++) folder = dirname(folder);
      return this.below(folder, name.slice(dots));
    }
    const key = `${dirname(from.path)}\n${name}`;
    if (!this.found.has(key)) this.found.set(key, this.findAbsolute(name, dirname(from.path)));
    return this.found.get(key);
  }

  /** A module directly in a package. */
  submodule({ folder, name }: Module, part: string): Module | undefined {
    return folder === undefined ? undefined : this.at(join(folder, part), `${name}.${part}`);
  }

  /** The stub beside a source, `a.pyi` of `a.py`, or the source beside a stub. */
  counterpart({ path }: IndexedFile): IndexedFile | undefined {
    if (path.endsWith(".pyi")) return this.index.fileAt(path.slice(0, -1));
    return path.endsWith(".py") ? this.index.fileAt(`${path}i`) : undefined;
  }

  /** Returns a declaration of the module itself, with the index -1; undefined for a namespace package. */
  declarationOf({ file }: Module): Declaration | undefined {
    if (file === undefined) return undefined;
    const known = this.declarations.get(file);
    if (known !== undefined) return known;
    const { name } = this.of(file);
    const made = moduleDeclaration(file, name);
    this.declarations.set(file, made);
    return made;
  }

  private findAbsolute(name: string, folder: string): Module | undefined {
    const parts = name.split(".");
    const [top = ""] = parts;
    let best: { readonly module: Module; readonly rank: number } | undefined;
    for (const root of this.rootsOf(top)) {
      const module = this.below(root, name);
      if (module === undefined) continue;
      const rank = this.rankOf(root, folder, top, module);
      if (rank >= 0 && (best === undefined || rank > best.rank)) best = { module, rank };
    }
    return best?.module;
  }

  /** Folders that hold a module or a package of this name. */
  private rootsOf(top: string): readonly string[] {
    const roots = new Set<string>();
    for (const extension of extensions) {
      for (const { path } of this.index.filesNamed(top + extension)) roots.add(dirname(path));
    }
    for (const folder of this.index.folders.named(top)) roots.add(dirname(folder));
    return [...roots];
  }

  /**
   * How good a folder is as the one that an import begins in: negative for none.
   *
   * A source folder is no package itself. One that holds the importing file comes first, then the nearest one. The
   * importing file's own package is the last resort, as it is when a file is run as a script. What the standard library
   * has is looked for around the importing file alone.
   */
  private rankOf(root: string, folder: string, top: string, { file }: Module): number {
    const isAround = folder === root || folder.startsWith(`${root}/`);
    const isPackage = this.index.fileAt(join(root, "__init__.py")) !== undefined;
    const isStandard = standardModules.has(top);
    if (isPackage && (folder !== root || isStandard)) return -1;
    if (isStandard && !isAround) return -1;
    const place = isPackage ? 0 : isAround ? 2 : 1;
    const nearness =
      Math.min(sharedLength(root, folder), maxFolders) * maxFolders - Math.min(root.split("/").length, maxFolders);
    return (place * 2 + (file === undefined ? 0 : 1)) * maxFolders ** 2 + nearness + maxFolders;
  }

  private below(folder: string, name: string): Module | undefined {
    if (name === "") return this.at(folder, fileName(folder));
    let path = folder;
    for (const part of name.split(".")) path = join(path, part);
    return this.at(path, name);
  }

  private at(path: string, name: string): Module | undefined {
    const folder = this.index.folders.has(path) ? path : undefined;
    const candidates = [
      ...extensions.map((extension) => join(path, `__init__${extension}`)),
      ...extensions.map((extension) => path + extension),
    ];
    for (const candidate of candidates) {
      const file = this.index.fileAt(candidate);
      if (file !== undefined) return { name, file, folder: /\/__init__\.pyi?$/.test(candidate) ? path : undefined };
    }
    return folder === undefined ? undefined : { name, file: undefined, folder };
  }
}

/** The last part of a path without its extension. */
function fileName(path: string): string {
  return (/[^/]*$/.exec(path)?.[0] ?? "").replace(/\.pyi?w?$/, "");
}

/** The number of folders that two paths begin with alike. */
function sharedLength(one: string, other: string): number {
  const first = one.split("/");
  const second = other.split("/");
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared += 1;
  return shared;
}

function moduleDeclaration(file: IndexedFile, name: string): Declaration {
  const last = file.declarations.reduce((end, declaration) => Math.max(end, declaration.end), 0);
  return {
    ...{ name, kind: "namespace", flags: 0, line: 1, column: 1, endLine: 1, at: 0, start: 0, headEnd: 0, end: last },
    ...{ qualifier: "", type: "", least: 0, most: 0, parameters: 0, scopeStart: 0, scopeEnd: 0 },
    ...{ file, index: -1, parent: undefined },
  };
}
