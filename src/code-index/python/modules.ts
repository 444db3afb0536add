/**
 * The module search of Python imports (packages, namespace packages, stubs, source roots), without sys.path. Input: a
 * dotted name and the importing file; output: the module of the code base that it means, with others that it may mean.
 */
import { dirname, join } from "node:path";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { moduleDeclarationOf } from "../module-declaration.ts";
import { isTestPath } from "../test-path.ts";
import { standardModules } from "./builtins.ts";
import type { Projects } from "./project-settings.ts";
import { type RenamedPackage, renamedPackage } from "./renamed-packages.ts";

/** A module or a package of the code base: a file, a folder, or both. */
export type Module = {
  /** The dotted name by which it is imported here. */
  readonly name: string;
  /** The file with its code: `a.py`, `a.pyi`, or `__init__.py` of a package; none for a namespace package. */
  readonly file: IndexedFile | undefined;
  /** The folder of its submodules, for a package. */
  readonly folder: string | undefined;
  /** Of a namespace package: further folders of its submodules. */
  readonly portions?: readonly string[];
  /** Other modules with files that an import of this name may mean, best first. */
  readonly others?: readonly Module[];
  /** True when one of the others may be meant as well, or one from outside. */
  readonly isGuess?: boolean;
  /** The module of another code base that the import of another branch means. */
  readonly outside?: string;
};

/** Further modules of one name that are looked into. */
const maxOthers = 4;

/** The places where an import finds a module: folders of one place come before folders of the next ones. */
const places = { outerPackage: 0, ownPackage: 1, tests: 2, sources: 3, project: 4, around: 5 } as const;

/**
 * The relation of a folder to an import that may begin in it: the number of common folders, and of folders around it.
 */
type Root = { readonly place: number; readonly shared: number; readonly depth: number };

type Candidate = Root & { readonly module: Module; readonly root: string };

/** Names of folders that hold the sources of a project next to its `setup.py`. */
const sourceFolders: ReadonlySet<string> = new Set(["src", "lib", "python"]);

/** Files in the folder of a project, which is then one that its tests import from. */
const projectFiles = ["setup.py", "conftest.py"];

/** Folders of code that is not part of what others import, though tests and examples import each other. */
const asideFolder = /(?:^|\/)(?:fixtures?|examples?|samples?|demos?|docs?|benchmarks?|vendor|_vendor)\//;

/** Folders of copied libraries. */
const vendorFolder = /^_?vendor(?:ed|s)?$/;

const extensions = [".py", ".pyi", ".pyw"];

export class Modules {
  readonly #index: CodeIndex;
  readonly #projects: Projects;
  readonly #found = new Map<string, Module | undefined>();
  readonly #heads = new Map<string, Module | undefined>();
  readonly #renamed = new Map<string, RenamedPackage | undefined>();
  #scores: ReadonlyMap<string, number> | undefined;
  readonly #declarations = new WeakMap<IndexedFile, Declaration>();

  constructor(index: CodeIndex, projects: Projects) {
    this.#index = index;
    this.#projects = projects;
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
      return this.#below(folder, name.slice(dots));
    }
    const key = `${dirname(from.path)}\n${name}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#findAnywhere(name, dirname(from.path)));
    const found = this.#found.get(key) ?? this.#headIn(name, from);
    if (found?.file !== from) return found;
    // A script with the name of the package that it starts does not import itself, nor does a module of a package that has the name
    // of a library.
    const [other, ...others] = found.others ?? [];
    if (other !== undefined) return { ...other, others, isGuess: others.length > 0 };
    return this.#isInPackage(from) && !name.includes(".") ? undefined : found;
  }

  /** True for a module of a package: not the one with the code of the package itself. */
  #isInPackage(file: IndexedFile): boolean {
    const isPackage = this.of(file).folder !== undefined;
    return !isPackage && this.#index.fileAt(join(dirname(file.path), "__init__.py")) !== undefined;
  }

  /** The package that an import of a file begins with whose other parts lead to a module. */
  #headIn(name: string, from: IndexedFile): Module | undefined {
    if (name.includes(".")) return undefined;
    const key = `${from.path}\n${name}`;
    if (!this.#heads.has(key)) this.#heads.set(key, this.#findHead(name, from));
    return this.#heads.get(key);
  }

  #findHead(name: string, from: IndexedFile): Module | undefined {
    for (const { type } of from.imports) {
      const [dotted = ""] = type.split(":");
      if (!dotted.startsWith(`${name}.`)) continue;
      const found = this.find(dotted, from);
      const path = found?.folder ?? found?.file?.path;
      const parents = dotted.split(".").slice(1);
      if (path !== undefined) return this.#at(join(path, ...parents.map(() => "..")), name);
    }
    return undefined;
  }

  /** True if a file may be imported by another one: a part of an import has its name. */
  isImported(file: IndexedFile): boolean {
    const name = fileName(file.path);
    return name === "__init__" || importedParts(withoutOverlays(this.#index)).has(name);
  }

  /** A module directly in a package. */
  submodule({ folder, name, portions = [] }: Module, part: string): Module | undefined {
    if (folder === undefined) return undefined;
    const found = [folder, ...portions].flatMap((one) => this.#at(join(one, part), `${name}.${part}`) ?? []);
    const [first, ...others] = found;
    const further = others.flatMap(({ folder: one }) => one ?? []);
    const isSplit = first !== undefined && further.length > 0;
    return found.find(({ file }) => file !== undefined) ?? (isSplit ? { ...first, portions: further } : first);
  }

  /** The stub next to a source, `a.pyi` of `a.py`, or the source next to a stub. */
  counterpart({ path }: IndexedFile): IndexedFile | undefined {
    if (path.endsWith(".pyi")) return this.#index.fileAt(path.slice(0, -1));
    return path.endsWith(".py") ? this.#index.fileAt(`${path}i`) : undefined;
  }

  /** Returns a declaration of the module itself, with the index -1; undefined for a namespace package. */
  declarationOf({ file }: Module): Declaration | undefined {
    if (file === undefined) return undefined;
    const known = this.#declarations.get(file);
    if (known !== undefined) return known;
    const { name } = this.of(file);
    const last = file.declarations.reduce((end, declaration) => Math.max(end, declaration.end), 0);
    const made = moduleDeclarationOf(file, name, last);
    this.#declarations.set(file, made);
    return made;
  }

  /**
   * The module that folders tell, or else, if they tell none or several, the settings of the project; if there is none, the one that the
   * other imports of its package lead to, as a guess.
   */
  #findAnywhere(name: string, folder: string): Module | undefined {
    const found = this.#findAbsolute(name, folder);
    const isSure = found !== undefined && found.isGuess !== true;
    return isSure ? found : (this.#configured(name, folder) ?? found ?? this.#inRenamed(name, folder));
  }

  /** The module of a package whose folder has another name, as no setting says. */
  #inRenamed(name: string, folder: string): Module | undefined {
    const parts = name.split(".");
    const [top = ""] = parts;
    if (standardModules.has(top)) return undefined;
    if (!this.#renamed.has(top)) this.#renamed.set(top, this.#findRenamed(top));
    const renamed = this.#renamed.get(top);
    if (renamed === undefined || renamed.parts.some((part, i) => parts[i] !== part)) return undefined;
    const path = parts.slice(renamed.parts.length);
    const modules = [...renamed.folders]
      .sort((one, other) => sharedLength(other, folder) - sharedLength(one, folder))
      .flatMap((one) => this.#at(join(one, ...path), name) ?? []);
    const [first, ...others] = modules;
    return first && { ...first, others: others.slice(0, maxOthers), isGuess: true };
  }

  #findRenamed(top: string): RenamedPackage | undefined {
    // A folder of the name is looked into by name.
    if (this.#rootsOf(top).length > 0) return undefined;
    return renamedPackage(top, withoutOverlays(this.#index), (folder, parts, name) => {
      const module = this.#at(join(folder, ...parts), name);
      if (module === undefined) return false;
      if (name === "") return parts.length > 0;
      return this.submodule(module, name) !== undefined || (module.file !== undefined && mayDefine(module.file, name));
    });
  }

  /** The module that the settings of the project around a folder lead to. */
  #configured(name: string, folder: string): Module | undefined {
    const parts = name.split(".");
    const project = standardModules.has(parts[0] ?? "") ? undefined : this.#projects.around(folder);
    if (project === undefined) return undefined;
    for (let length = parts.length; length > 0; length--) {
      const renamed = project.packages.get(parts.slice(0, length).join("."));
      const found = renamed === undefined ? undefined : this.#at(join(renamed, ...parts.slice(length)), name);
      if (found !== undefined) return found;
    }
    const modules = project.roots.flatMap((root) => this.#below(root, name) ?? []);
    return modules.find(({ file }) => file !== undefined);
  }

  #findAbsolute(name: string, folder: string): Module | undefined {
    const [top = ""] = name.split(".");
    const candidates = this.#rootsOf(top).flatMap((root): readonly Candidate[] => {
      const module = this.#below(root, name);
      const found = module && this.#rootFor(root, folder, top);
      if (module === undefined || found === undefined) return [];
      const isFar = found.place === places.outerPackage;
      return isFar && (module.file === undefined || name === top) ? [] : [{ module, root, ...found }];
    });
    const [best, ...others] = this.#ordered(candidates);
    if (best === undefined) return undefined;
    const modules = others.flatMap(({ module }) => (module.file === undefined ? [] : [module])).slice(0, maxOthers);
    const [second] = others;
    const isBelowTests = best.place === places.tests && !this.#isAside(folder);
    const isGuess = isBelowTests || (second !== undefined && isRival(second, best));
    if (best.module.file === undefined) {
      const portions = others.flatMap(({ module: { file, folder: one } }) =>
        file === undefined && one !== undefined ? [one] : [],
      );
      return portions.length === 0 ? best.module : { ...best.module, portions };
    }
    if (modules.length === 0 && !isGuess) return best.module;
    return { ...best.module, others: modules, isGuess };
  }

  /** Candidates, the best one first. On a tie, the one whose folder is imported from most. */
  #ordered(candidates: Candidate[]): readonly Candidate[] {
    const sorted = candidates.sort(compareCandidates);
    const [best] = sorted;
    const rivals = best === undefined ? [] : sorted.filter((one) => one === best || isRival(one, best));
    if (rivals.length < 2) return sorted;
    this.#scores ??= this.#importedFolders();
    const scoreOf = ({ root }: Candidate) => this.#scores?.get(root) ?? 0;
    const ranked = [...rivals].sort((one, other) => scoreOf(other) - scoreOf(one));
    return [...ranked, ...sorted.filter((one) => !rivals.includes(one))];
  }

  /**
   * Folder → the number of files outside of it, or below it, that import what no other folder has: the folders of a project
   * from which imports begin, whatever its configuration says.
   */
  #importedFolders(): ReadonlyMap<string, number> {
    const importers = new Map<string, Set<string>>();
    for (const { path, imports } of this.#index.files.filter(({ language }) => language === "python")) {
      for (const { kind, type } of imports) {
        const [top = ""] = kind === "include" ? [] : type.split(/[.:]/);
        if (top === "" || standardModules.has(top)) continue;
        const paths = importers.get(top) ?? new Set();
        importers.set(top, paths.add(path));
      }
    }
    const scores = new Map<string, number>();
    for (const [top, paths] of importers) {
      const [root, ...others] = this.#rootsOf(top);
      if (root === undefined || others.length > 0) continue;
      // Scripts in one folder import each other, wherever it is.
      const count = [...paths].filter((path) => dirname(path) !== root).length;
      scores.set(root, (scores.get(root) ?? 0) + count);
    }
    return scores;
  }

  /** Folders that hold a module or a package of this name. */
  #rootsOf(top: string): readonly string[] {
    const roots = new Set<string>();
    for (const extension of extensions) {
      for (const { path } of this.#index.filesNamed(top + extension)) roots.add(dirname(path));
    }
    for (const folder of this.#index.folders.named(top)) roots.add(dirname(folder));
    return [...roots];
  }

  /**
   * The relation of a folder to an import: undefined if no import of the file begins in it.
   *
   * A source folder is not a package itself. One that holds the importing file comes first, then that of the project,
   * then the nearest one; one of tests comes last, since only what is below it has it in its path. The importing file's
   * own package comes after all of them, as it is when a file is run as a script, and so does the folder of the code base
   * where that is a package. A package around that one is the last resort, for names of several parts: a program may put
   * its own folder into the path, and a library of one part may have the name of a module there. Modules
   * of the standard library are searched only around the importing file.
   */
  #rootFor(root: string, folder: string, top: string): Root | undefined {
    const isBelow = (outer: string) => folder === outer || folder.startsWith(`${outer}/`);
    const isAround = isBelow(root);
    const isPackage = this.#index.fileAt(join(root, "__init__.py")) !== undefined;
    const isStandard = standardModules.has(top);
    const mayBeScripts = folder === root || (isAround && this.#index.roots.includes(root));
    // Nothing tells whether a folder above the code of the call is a package.
    const isKnown = this.#index.roots.some((one) => root === one || root.startsWith(`${one}/`));
    if (isStandard && (isPackage || !isKnown)) return undefined;
    if ((isPackage || isStandard) && !isAround) return undefined;
    // Copies of libraries are for the package that has them: others import the library itself.
    if (!isAround && vendorFolder.test(fileName(root)) && !isBelow(dirname(root))) return undefined;
    const ofPackage = mayBeScripts ? places.ownPackage : places.outerPackage;
    const place = isPackage ? ofPackage : isAround ? places.around : this.#placeAside(root);
    return { place, shared: sharedLength(root, folder), depth: root.split("/").length };
  }

  /** The place of a folder that is not around an importing file. */
  #placeAside(root: string): number {
    if (this.#isAside(root)) return places.tests;
    const isSource = sourceFolders.has(fileName(root));
    const folders = isSource ? [root, dirname(root)] : [root];
    const isProject = projectFiles.some((file) => folders.some((one) => this.#index.fileAt(join(one, file))));
    return isProject || (isSource && this.#index.roots.includes(dirname(root))) ? places.project : places.sources;
  }

  /** True for a folder of tests, examples and the like. */
  #isAside(folder: string): boolean {
    const root = this.#index.roots.find((one) => folder === one || folder.startsWith(`${one}/`)) ?? "";
    const inside = `${folder.slice(root.length)}/`;
    return isTestPath(inside) || asideFolder.test(inside);
  }

  #below(folder: string, name: string): Module | undefined {
    if (name === "") return this.#at(folder, fileName(folder));
    let path = folder;
    for (const part of name.split(".")) path = join(path, part);
    return this.#at(path, name);
  }

  #at(path: string, name: string): Module | undefined {
    const folder = this.#index.folders.has(path) ? path : undefined;
    const candidates = [
      ...extensions.map((extension) => join(path, `__init__${extension}`)),
      ...extensions.map((extension) => path + extension),
    ];
    for (const candidate of candidates) {
      const file = this.#index.fileAt(candidate);
      if (file !== undefined) return { name, file, folder: /\/__init__\.pyi?$/.test(candidate) ? path : undefined };
    }
    return folder === undefined ? undefined : { name, file: undefined, folder };
  }
}

/** True for a file that binds a name, or may have it by a star import. */
function mayDefine({ declarations, imports }: IndexedFile, name: string): boolean {
  const isBound = declarations.some((one) => one.name === name && one.parent === undefined);
  return isBound || [...imports].some(({ kind }) => kind === "star_import");
}

const partsOfImports = new WeakMap<CodeIndex, ReadonlySet<string>>();

/** The index below what is open, which need not be looked at again for each open file. */
function withoutOverlays(index: CodeIndex): CodeIndex {
  let below = index;
  while (below.overlay !== undefined) below = below.overlay.base;
  return below;
}

/** The parts of all imports of Python: `a`, `b` and `c` of `from a.b import c`. */
function importedParts(index: CodeIndex): ReadonlySet<string> {
  const known = partsOfImports.get(index);
  if (known !== undefined) return known;
  const parts = new Set<string>();
  for (const { imports } of index.files.filter(({ language }) => language === "python")) {
    for (const { type } of imports) for (const part of type.split(/[.:]/)) parts.add(part);
  }
  partsOfImports.set(index, parts);
  return parts;
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

/**
 * Compares candidates, the best one first: by place, then the nearer one. A folder without a file of its own is a package
 * only where no path has one with a file.
 */
function compareCandidates(one: Candidate, other: Candidate): number {
  return rankOf(other) - rankOf(one) || other.shared - one.shared || one.depth - other.depth;
}

function rankOf({ place, module: { file } }: Candidate): number {
  if (file === undefined) return 2 * place;
  return 2 * place + 1 + (place >= places.sources ? 2 * places.around : 0);
}

/** True if nothing tells which of two modules an import means: none is around it, or the nearer one of a project. */
function isRival({ place, shared, module }: Candidate, best: Candidate): boolean {
  if (module.file === undefined || place !== best.place || place === places.around) return false;
  return place !== places.project || shared === best.shared;
}
