/**
 * The names that files give to each other, in languages whose files are modules: imports, exports, and exports of what others
 * export. Input: an index, the rules of a language and the files that imports name; output: declarations, the file as a whole, or a
 * name from outside. A name that is not found for certain, or only beyond a bound, is undefined and never from outside.
 */
import { basename } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { pushTo } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { type Dependency, type DependencyFinder, filesOf } from "../dependency.ts";
import { moduleDeclarationOf } from "../module-declaration.ts";

/** A file or a library as an import names it, and the name in it that is meant. */
export type FileModule = {
  /** The declaration of the import or export. */
  readonly declaration: Declaration;
  /** As it is written; "" for the file itself. */
  readonly path: string;
  /** Undefined if it is not known which file it names. */
  readonly target: Dependency["target"] | undefined;
  /** The name in it that is meant; "" for the module itself. */
  readonly of: string;
};

/** The meaning of a name of a module; undefined if it is not known. */
export type Imported =
  | { readonly declarations: readonly Declaration[] }
  | { readonly module: FileModule }
  | { readonly external: string }
  | undefined;

/** The names that a file gives to others. */
type FileExports = {
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
  readonly bound: ReadonlyMap<string, FileModule>;
  /** The modules whose names it gives on. */
  readonly all: readonly FileModule[];
};

/** Names of modules that are looked up for one name: barrels of real code lead through some ten. */
const maxSteps = 500;

/** The search for one name. */
type Search = { left: number; readonly seen: Set<string> };

/** The name of an export that is all that the file gives. */
const wholeModule = "export=";

export class FileModules {
  readonly #rules: NonNullable<TypeRules["exports"]>;
  readonly #dependencies: DependencyFinder | undefined;
  /** File → what is known of it. A file that an open one replaces is another object. */
  readonly #imports = new Map<IndexedFile, ReadonlyMap<string, FileModule>>();
  readonly #exports = new Map<IndexedFile, FileExports>();

  constructor(rules: NonNullable<TypeRules["exports"]>, dependencies: DependencyFinder | undefined) {
    this.#rules = rules;
    this.#dependencies = dependencies;
  }

  /** The import of a file that binds a name; undefined for none. */
  imported(file: IndexedFile, name: string): FileModule | undefined {
    return getOrInsert(this.#imports, file, () => {
      const named = new Map<string, FileModule>();
      for (const one of file.declarations) {
        if (one.kind !== "import" || isExported(one) || named.has(one.name)) continue;
        named.set(one.name, this.#bindingOf(one, file));
      }
      return named;
    }).get(name);
  }

  /** The meaning of an import, through the exports of files. */
  meaningOf(module: FileModule): Imported {
    return module.of === "" ? { module } : this.memberOf(module, module.of);
  }

  /** The meaning of the declaration of an import or an export. */
  ofDeclared(declaration: Declaration, file: IndexedFile): Imported {
    return this.#ofBinding(file, this.#bindingOf(declaration, file), newSearch());
  }

  /** The name that a module gives to a file which has the module itself. */
  memberOf(module: FileModule, name: string): Imported {
    return this.#inTarget(module, name, newSearch());
  }

  /** The value of a call that gives a module by its path: all that the file exports as one, or else the module. */
  required(path: string, file: IndexedFile): Imported {
    const declaration = file.declarations.find(({ kind, name }) => kind === "include" && name === path);
    if (declaration === undefined) return undefined;
    const module = { declaration, path, target: this.#dependencies?.(declaration, file)?.target, of: "" };
    const [target] = filesOf(module.target) ?? [];
    const whole = target && this.#exportsOf(target).bound.get(wholeModule);
    return whole === undefined || target === undefined ? { module } : this.#ofBinding(target, whole, newSearch());
  }

  /** True for a file whose names are its own: it imports or exports something. */
  isModule(file: IndexedFile): boolean {
    const { declared, bound, all } = this.#exportsOf(file);
    if (declared.size > 0 || bound.size > 0 || all.length > 0) return true;
    return file.declarations.some(({ kind }) => kind === "include" || kind === "import");
  }

  /** The declarations that a module gives to other files, without the ones that it gives on. */
  declaredIn(module: FileModule): readonly Declaration[] {
    const [file] = filesOf(module.target) ?? [];
    return file === undefined ? [] : [...this.#exportsOf(file).declared.values()].flat();
  }

  #inTarget(module: FileModule, name: string, search: Search): Imported {
    const { target, path } = module;
    if (isOutside(module)) {
      return this.#rules.whole.includes(name) ? { module: { ...module, of: "" } } : { external: `${path}.${name}` };
    }
    const files = filesOf(target);
    const [file] = files ?? [];
    return file === undefined || files?.length !== 1 ? undefined : this.#exported(file, name, search);
  }

  /** The meaning of a name that a file exports. */
  #exported(file: IndexedFile, name: string, search: Search): Imported {
    const key = `${file.path}\n${name}`;
    if (search.seen.has(key) || --search.left < 0) return undefined;
    search.seen.add(key);
    const { declared, bound, all } = this.#exportsOf(file);
    const own = declared.get(name);
    if (own !== undefined) return { declarations: own };
    const binding = bound.get(name);
    if (binding !== undefined) return this.#ofBinding(file, binding, search);
    if (name !== "default") {
      const given = this.#givenOn(all, name, search);
      if (given !== undefined) return given;
    }
    const whole = bound.get(wholeModule);
    if (whole === undefined) return undefined;
    if (this.#rules.whole.includes(name)) return this.#ofBinding(file, whole, search);
    return undefined;
  }

  /** The meaning of a name that modules give on with all others: it is from outside only if no other module may have it. */
  #givenOn(all: readonly FileModule[], name: string, search: Search): Imported {
    const outside = all.filter(isOutside);
    let isKnown = true;
    for (const one of all) {
      if (isOutside(one)) continue;
      const found = this.#inTarget(one, name, search);
      if (found !== undefined) return found;
      isKnown &&= this.#hasAllNames(one, search);
    }
    const [only] = outside;
    return isKnown && only !== undefined && outside.length === 1 ? { external: `${only.path}.${name}` } : undefined;
  }

  /** True if a name that a module does not give is known to be missing there. */
  #hasAllNames(module: FileModule, search: Search): boolean {
    const [file] = filesOf(module.target) ?? [];
    return file !== undefined && search.left >= 0 && this.#exportsOf(file).all.length === 0;
  }

  #ofBinding(file: IndexedFile, binding: FileModule, search: Search): Imported {
    if (binding.path !== "") {
      return binding.of === "" ? { module: binding } : this.#inTarget(binding, binding.of, search);
    }
    const own = outermostOf(file, binding.of);
    const imported = this.imported(file, binding.of);
    if (imported === undefined || imported.declaration === binding.declaration) {
      return own.length > 0 ? { declarations: own } : undefined;
    }
    const given = imported.of === "" ? { module: imported } : this.#inTarget(imported, imported.of, search);
    // The variable of a `require` is the import itself.
    const others = own.filter(({ at }) => at !== imported.declaration.at);
    // A file that declares a value by the name of a type that it imports exports both by one name.
    return others.length > 0 ? { declarations: [...others, ...declarationsOf(given)] } : given;
  }

  #exportsOf(file: IndexedFile): FileExports {
    return getOrInsert(this.#exports, file, () => {
      const declared = new Map<string, Declaration[]>();
      const bound = new Map<string, FileModule>();
      const all: FileModule[] = [];
      for (const declaration of file.declarations) {
        if (!isExported(declaration)) continue;
        if (declaration.kind === "star_import") all.push(this.#bindingOf(declaration, file));
        else if (declaration.kind === "import") bound.set(declaration.name, this.#bindingOf(declaration, file));
        else if (declaration.parent === undefined) pushTo(declared, declaration.name, declaration);
      }
      return { declared, bound, all };
    });
  }

  /** The module that a name of an import or an export leads to: its type is `path:name`. */
  #bindingOf(declaration: Declaration, file: IndexedFile): FileModule {
    const { type } = declaration;
    const colon = type.lastIndexOf(":");
    const path = colon < 0 ? type : type.slice(0, colon);
    const include = { ...declaration, kind: "include" as const, name: path };
    const target = path === "" ? undefined : this.#dependencies?.(include, file)?.target;
    const of = colon < 0 ? "" : type.slice(colon + 1);
    return { declaration, path, target, of: of === "*" ? "" : of };
  }
}

function declarationsOf(imported: Imported): readonly Declaration[] {
  return imported !== undefined && "declarations" in imported ? imported.declarations : [];
}

function newSearch(): Search {
  return { left: maxSteps, seen: new Set() };
}

/** A file as it has itself: what it exports. */
export function moduleOf(file: IndexedFile): FileModule {
  return { declaration: moduleDeclaration(file), path: "", target: { file }, of: "" };
}

export function isOutside({ target }: FileModule): boolean {
  return target !== undefined && "missing" in target && target.missing === "external";
}

/** True for a declaration, or an import, that a file gives to others. */
function isExported({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.exported) !== 0;
}

/** True for a declaration in a function, which no other function and no other file sees. */
export function isInner({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.internal) !== 0;
}

/** The declarations of a name that a file has outside of types and functions. */
function outermostOf(file: IndexedFile, name: string): readonly Declaration[] {
  return (
    getOrInsert(outermost, file, () => {
      const byName = new Map<string, Declaration[]>();
      for (const one of file.declarations) {
        const isOutermost = one.parent === undefined && one.qualifier === "" && one.scopeEnd === 0 && !isInner(one);
        if (isOutermost && !importKinds.has(one.kind)) pushTo(byName, one.name, one);
      }
      return byName;
    }).get(name) ?? []
  );
}

const importKinds: ReadonlySet<string> = new Set(["include", "import", "star_import"]);
const outermost = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();

/** The declaration of a file as a whole. */
export function moduleDeclaration(file: IndexedFile): Declaration {
  return getOrInsert(moduleDeclarations, file, () =>
    moduleDeclarationOf(file, basename(file.path).replace(/\..*$/, ""), 0),
  );
}

const moduleDeclarations = new WeakMap<IndexedFile, Declaration>();
