/**
 * The names that a file sees outside of its own scopes: of its package, and by its imports. Input: an index, the
 * rules of a language and the files that imports name; output: declarations, or what an import stands for.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration, Import, IndexedFile } from "../code-index.ts";
import { sharedFolders } from "../cpp/include-search.ts";
import { type Dependency, type DependencyFinder, filesOf } from "../dependency.ts";
import { type NamedDeclarations, packageOf } from "./named-declarations.ts";

/** A package, a file or a module as an import names it. */
export type Module = {
  /** The import. */
  readonly declaration: Declaration;
  /** As it is written. */
  readonly path: string;
  /** Undefined if it is not known which files it names. */
  readonly target: Dependency["target"] | undefined;
};

/** The imports of a file, by the names that they bind. */
type FileImports = {
  readonly named: ReadonlyMap<string, Module>;
  /** Imports whose names are not known: the last parts of their paths cannot be names. */
  readonly unnamed: readonly Module[];
  /** Imports of all names. */
  readonly all: readonly Module[];
};

/** The meaning of a dotted name: types of a package with the parts after them, or a name from outside. */
export type PathMeaning =
  | { readonly declarations: readonly Declaration[]; readonly rest: readonly string[] }
  | { readonly external: string };

const noImport: Import = { kind: "include", name: "", type: "", flags: 0, line: 0, least: 0, at: 0 };

/** Imports by the last parts of their dotted names, and imports of all names of a package or type. */
type DottedImports = { readonly unnamed: ReadonlyMap<string, readonly Module[]>; readonly all: readonly Module[] };

/** Alias of an import that brings all names of a package, and of one that brings none. */
const allNames: ReadonlySet<string> = new Set([".", "*"]);
const noName = "_";

const identifier = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

export class Modules {
  readonly declarations: NamedDeclarations;
  readonly #rules: TypeRules;
  readonly #dependencies: DependencyFinder | undefined;
  readonly #imports = new Map<IndexedFile, FileImports>();
  readonly #dotted = new Map<IndexedFile, DottedImports>();
  readonly #unlikely: RegExp | undefined;

  constructor(declarations: NamedDeclarations, rules: TypeRules, dependencies: DependencyFinder | undefined) {
    this.declarations = declarations;
    this.#rules = rules;
    this.#dependencies = dependencies;
    this.#unlikely = rules.unlikely_files === undefined ? undefined : writtenRegex(rules.unlikely_files, "u");
  }

  /** The declarations of a name that a file has without an import: its own ones, and of other files of its package. */
  seenBy(file: IndexedFile, name: string): readonly Declaration[] {
    if (this.#rules.packages_by_name) {
      return nearestTo(file, this.declarations.inPackage(name, file.language, packageOf(file)));
    }
    const found = this.declarations.outermostIn(dirname(file.path), name);
    if (!this.#rules.package_line) return found.filter((one) => one.file === file);
    const own = packageOf(file);
    return this.inOrder(
      found.filter((one) => one.file === file || packageOf(one.file) === own),
      file,
    );
  }

  /**
   * The declarations, or the name from outside, that a dotted name of packages, types and members leads to from a file; undefined
   * if it should lead to something of the code base, and does not.
   */
  atPath(parts: readonly string[], file: IndexedFile): PathMeaning | undefined {
    for (let count = parts.length; count > 0; count--) {
      const [name = "", before] = [parts[count - 1], parts.slice(0, count - 1).join(".")];
      const types = nearestTo(file, this.declarations.inPackage(name, file.language, before));
      if (types.length > 0) return { declarations: types, rest: parts.slice(count) };
    }
    const target = this.#dependencies?.({ ...noImport, name: parts.join(".") }, file)?.target;
    const isOutside = target !== undefined && "missing" in target && target.missing === "external";
    return isOutside ? { external: parts.join(".") } : undefined;
  }

  /** The paths of the imports of a file that bring a name: of the last parts of dotted names, or with all names. */
  pathsBringing(
    file: IndexedFile,
    name: string,
  ): { readonly named: readonly Module[]; readonly all: readonly Module[] } {
    const { unnamed, all } = this.#dottedOf(file);
    return { named: unnamed.get(name) ?? [], all };
  }

  #dottedOf(file: IndexedFile): DottedImports {
    return getOrInsert(this.#dotted, file, () => {
      const imports = file.declarations.filter(({ kind }) => kind === "include");
      const modules = imports.map((declaration) => ({ declaration, path: bare(declaration.name), target: undefined }));
      const isAll = ({ declaration }: Module) => allNames.has(declaration.qualifier);
      // `import a.b.C as D` of Kotlin.
      const boundName = ({ declaration, path }: Module) =>
        declaration.qualifier === "" ? path.slice(path.lastIndexOf(".") + 1) : declaration.qualifier;
      return {
        unnamed: groupBy(
          modules.filter((one) => !isAll(one)),
          boundName,
        ),
        all: modules.filter(isAll),
      };
    });
  }

  /** The import of a file that binds a name; undefined for none. */
  imported(file: IndexedFile, name: string): Module | undefined {
    return this.#importsOf(file).named.get(name);
  }

  /** The imports of a file that may bind a name which nothing else has: it is not known by which names they go. */
  unnamed(file: IndexedFile): readonly Module[] {
    return this.#importsOf(file).unnamed;
  }

  /** The imports of a file that bring all names. */
  bringingAll(file: IndexedFile): readonly Module[] {
    return this.#importsOf(file).all;
  }

  /** The declarations of a name in the files of a module; undefined for a module from outside, or an unknown one. */
  inModule({ target }: Module, name: string): readonly Declaration[] | undefined {
    const files = filesOf(target);
    const [first] = files ?? [];
    if (files === undefined || first === undefined) return undefined;
    const folders = new Set(files.map(({ path }) => dirname(path)));
    const paths = new Set(files.map(({ path }) => path));
    const found = [...folders].flatMap((folder) => this.declarations.outermostIn(folder, name));
    const own = found.filter((one) => paths.has(one.file.path));
    // A test of the package may export names to its other tests: imports do not name its file.
    const isOfPackage = this.#rules.package_line && own.length === 0;
    const others = isOfPackage ? found.filter((one) => packageOf(one.file) === packageOf(first)) : own;
    return this.inOrder(others, first);
  }

  /** Declarations of one name in a package, the likely ones first, of these that of a file itself. */
  inOrder(found: readonly Declaration[], file: IndexedFile): readonly Declaration[] {
    if (found.length < 2) return found;
    const rank = (one: Declaration) => (this.#unlikely?.test(one.file.path) ? 2 : 0) + (one.file === file ? 0 : 1);
    return [...found].sort((a, b) => rank(a) - rank(b));
  }

  #importsOf(file: IndexedFile): FileImports {
    return getOrInsert(this.#imports, file, () => {
      const named = new Map<string, Module>();
      const unnamed: Module[] = [];
      const all: Module[] = [];
      for (const declaration of file.declarations) {
        if (declaration.kind !== "include" || declaration.qualifier === noName) continue;
        const { name: path, qualifier: alias } = declaration;
        const module = { declaration, path, target: this.#dependencies?.(declaration, file)?.target };
        if (allNames.has(alias)) all.push(module);
        else if (alias !== "") named.set(alias, module);
        else {
          const names = this.#namesOf(module);
          for (const name of names) if (!named.has(name)) named.set(name, module);
          if (names.length === 0) unnamed.push(module);
        }
      }
      return { named, unnamed, all };
    });
  }

  /** The names that an import without a name of its own may bind: of a known package its own one. */
  #namesOf({ path, target }: Module): readonly string[] {
    const [first] = filesOf(target) ?? [];
    const own = first && packageOf(first);
    if (own !== undefined && own !== "") return [own];
    const parts = path.split("/");
    const last = parts.at(-1) ?? "";
    const isVersion = /^v\d+$/.test(last) && parts.length > 1;
    const written = isVersion ? (parts.at(-2) ?? "") : last;
    // `gopkg.in/yaml.v3`, `go-isatty`, `color-go`: what is left of them as a name.
    const bare = written.replace(/\.v\d+$/, "").replace(/^go[-.]|[-.]go$/g, "");
    const short = bare.replace(/^.*[-.]/, "");
    return [...new Set([written, bare, short, bare.replaceAll("-", "_"), bare.replaceAll("-", "")])].filter((name) =>
      identifier.test(name),
    );
  }
}

/** A dotted name without the blanks in it. */
function bare(path: string): string {
  return path.replace(/\s/g, "");
}

/** Of declarations of one name in copies of a package the ones that share the most folders with a file. */
function nearestTo(file: IndexedFile, found: readonly Declaration[]): readonly Declaration[] {
  if (found.length < 2) return found;
  const shared = found.map((one) => (one.file === file ? Number.MAX_VALUE : sharedFolders(one.file.path, file.path)));
  const most = Math.max(...shared.slice(0, maxCopies));
  return found.filter((_, at) => shared[at] === most);
}

/** Copies of a type in a code base. */
const maxCopies = 1_000;

/** True for a module that is not in the code base. */
export function isFromOutside({ target }: Module): boolean {
  return target !== undefined && "missing" in target && target.missing === "external";
}
