/**
 * The name resolution of Python: scopes, imports that are followed, star imports, `__all__`, builtins. Input: a name
 * and a place or a module; output: its declarations, or its dotted name outside of the code base.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { isLikely } from "../symbol-kind.ts";
import { builtinNames, moduleNames } from "./builtins.ts";
import { parseExpression } from "./expressions.ts";
import { type Module, Modules } from "./modules.ts";
import type { Projects } from "./project-settings.ts";
import { type Place, rivalsWhenRun, Scopes } from "./scopes.ts";

/** The meaning of a name. */
export type Meaning = (
  | { readonly kind: "declarations"; readonly declarations: readonly Declaration[] }
  | { readonly kind: "module"; readonly module: Module }
  /** Of another code base: its dotted name, and what the code base has by the name where that is missing. */
  | { readonly kind: "external"; readonly name: string; readonly fallbacks?: readonly Declaration[] }
) & {
  /** The way in which it was found: in a scope, by a star import, or as a builtin. */
  readonly by: "local" | "class" | "module" | "star" | "builtin";
  /** The imports on the way. */
  readonly via: readonly Declaration[];
  /** True if an import on the way may as well mean another module of its name. */
  readonly isGuess?: boolean;
  /** Set if branches bind the name: `any` of the declarations is meant, or the `first`, unless its import fails. */
  readonly ofBranches?: "any" | "first";
  /** Its dotted name outside of the code base, if the import of another branch leads there. */
  readonly outside?: string;
};

/** Imports of imports that are followed. */
const maxImports = 14;

/** Imports that are followed for one name: where each of several is followed by several, there is no end of them. */
const maxSteps = 1_000;

/** The imports, and the files with star imports, that were followed so far. */
type Path = {
  readonly via: readonly Declaration[];
  readonly stars: Set<IndexedFile>;
  readonly steps: { count: number };
};

function emptyPath(): Path {
  return { via: [], stars: new Set(), steps: { count: 0 } };
}

/** The scopes of files: a file of a code base is the same object for each file that is opened next to it. */
const scopesOfFiles = new WeakMap<IndexedFile, Scopes>();

/** A module whose names a file has by star imports. */
type StarredModule = {
  readonly module: Module;
  /** The star imports that lead to it, the file's own one first. */
  readonly via: readonly Declaration[];
};

export class Names {
  readonly modules: Modules;
  readonly #index: CodeIndex;
  readonly #starred = new Map<IndexedFile, readonly StarredModule[]>();
  readonly #exported = new Map<IndexedFile, ReadonlySet<string> | undefined>();

  constructor(index: CodeIndex, projects: Projects) {
    this.#index = index;
    this.modules = new Modules(index, projects);
  }

  scopesOf(file: IndexedFile): Scopes {
    return getOrInsert(scopesOfFiles, file, () => new Scopes(file));
  }

  /** The meaning of a name at a place; undefined if nothing binds it. */
  at(name: string, place: Place): Meaning | undefined {
    const bindings = this.scopesOf(place.file).lookUp(name, place);
    const meaning = bindings && this.#followed(bindings.declarations, bindings.scope, emptyPath(), bindings.rivals);
    const isEarly = bindings?.isLater === true && place.runsBefore?.(bindings.declarations) === true;
    const isGone = bindings?.scope === "module" && place.isDeleted?.(name, bindings.declarations) === true;
    const isUnbound = isEarly || isGone;
    const isOfBuiltin = bindings?.isLater === true && bindings.scope === "module" && builtinNames.has(name);
    if (bindings !== undefined && !isUnbound && !isOfBuiltin) return meaning;
    const starred = this.#byStar(place.file, name, emptyPath());
    if (starred !== undefined) return starred;
    if (builtinNames.has(name)) return { kind: "external", name: `builtins.${name}`, by: "builtin", via: [] };
    if (moduleNames.has(name)) return { kind: "external", name, by: "builtin", via: [] };
    // There is an error where such a name is used.
    return meaning && { ...meaning, isGuess: true };
  }

  /** The meaning of a name as an attribute of a module. */
  inModule(module: Module, name: string): Meaning | undefined {
    return this.#member(module, name, emptyPath());
  }

  /** The names that a file has by star imports, with what they mean there. */
  starredNames(file: IndexedFile): readonly Declaration[] {
    return this.#starredBy(file).flatMap(({ module: { file: from } }) =>
      from === undefined ? [] : this.namesOfModule(from).filter(({ name }) => this.#exports(from, name)),
    );
  }

  /** The declarations and imports in the own scope of a module, in source order. */
  namesOfModule(file: IndexedFile): readonly Declaration[] {
    const scopes = this.scopesOf(file);
    return [...scopes.names()].flatMap((name) => scopes.inModule(name).slice(-1));
  }

  /** The target of an import. */
  imported(declaration: Declaration): Meaning | undefined {
    return this.#follow(declaration, emptyPath());
  }

  /** The module that a dotted name means in a file: for each part of an import. */
  module(name: string, from: IndexedFile): Meaning {
    const module = this.modules.find(name, from);
    const common = { by: "module", via: [] } as const;
    if (module === undefined) return { kind: "external", name, ...common };
    return { kind: "module", module, ...common, ...(module.isGuess === true && { isGuess: true }) };
  }

  /** The member of a module with a name, or else another one that may be meant by the same import. */
  #member(module: Module, name: string, path: Path): Meaning | undefined {
    const meant = this.#ownMember(module, name, path);
    const isOpen = module.outside !== undefined && meant !== undefined && meant.kind !== "external";
    const own = isOpen ? withOutside(meant, `${module.outside}.${name}`) : meant;
    const { others: rivals = [], isGuess = false } = module;
    if (!isGuess && (own !== undefined || rivals.length === 0)) return own;
    const others = rivals.flatMap((other) => this.#ownMember(other, name, path) ?? []);
    const [first, ...rest] = own === undefined ? others : [own, ...others];
    if (first?.kind === "module") return { ...first, isGuess: true, module: { ...first.module, isGuess: true } };
    if (first?.kind !== "declarations") return first && { ...first, isGuess: true };
    const further = rest.flatMap((one) => (one.kind === "declarations" ? one.declarations.slice(0, 1) : []));
    return { ...first, declarations: [...new Set([...first.declarations, ...further])], isGuess: true };
  }

  #ownMember(module: Module, name: string, path: Path): Meaning | undefined {
    const { file } = module;
    if (file !== undefined) {
      const own = this.scopesOf(file).inModule(name);
      const left = own.filter((declaration) => !path.via.includes(declaration));
      const followed = this.#followed(whenImported(left), "module", path, rivalsWhenRun(left));
      if (followed !== undefined) return followed;
    }
    const submodule = this.modules.submodule(module, name);
    if (submodule !== undefined) return { kind: "module", module: submodule, by: "module", via: path.via };
    if (file === undefined) return undefined;
    const starred = this.#byStar(file, name, path);
    if (starred !== undefined) return starred;
    // A stub has what its source makes as it runs.
    const counterpart = this.modules.counterpart(file);
    const beside = counterpart === undefined ? [] : this.scopesOf(counterpart).inModule(name);
    const ofSource = this.#followed(whenImported(beside.filter((one) => !path.via.includes(one))), "module", path);
    return ofSource ?? this.#gotWhenAsked(module, file, name, path);
  }

  /**
   * The definitions of a name in the files of a package, if its `__getattr__` gives names that it does not have itself.
   */
  #gotWhenAsked({ folder }: Module, file: IndexedFile, name: string, { via }: Path): Meaning | undefined {
    const isGetting = this.scopesOf(file)
      .inModule("__getattr__")
      .some(({ kind }) => kind === "function");
    if (folder === undefined || !isGetting) return undefined;
    const declarations = this.#index
      .named(name)
      .filter((one) => one.parent === undefined && one.kind !== "import" && one.file.path.startsWith(`${folder}/`));
    return declarations.length === 0
      ? undefined
      : { kind: "declarations", declarations, by: "module", via, isGuess: true };
  }

  /**
   * The meaning of the first of some declarations, with its import followed.
   *
   * @param rivals the declarations in branches, if more than one may hold
   */
  #followed(
    declarations: readonly Declaration[],
    by: Meaning["by"],
    path: Path,
    rivals: readonly Declaration[] = [],
  ): Meaning | undefined {
    const [first] = declarations;
    if (first === undefined) return undefined;
    const branched = rivals.length > 1 ? this.#ofBranches(rivals, by, path) : undefined;
    if (branched !== undefined) return branched;
    if (first.kind !== "import") return { kind: "declarations", declarations, by, via: path.via };
    let external: Meaning | undefined;
    // Code that no Python of today runs does not count if there is an import.
    const taken = declarations.filter(({ flags }) => (flags & DeclarationFlag.excluded) === 0);
    const meant = taken.length > 0 ? taken : declarations;
    // Of `try: import a` and `except: import b`, the one that the code base has.
    for (const declaration of meant) {
      const meaning = declaration.kind === "import" ? this.#follow(declaration, path) : undefined;
      if (meaning !== undefined && meaning.kind !== "external")
        return withOutside({ ...meaning, by }, this.#besideOutside(declaration, rivals, path));
      external ??= meaning && { ...meaning, by };
    }
    const others = meant.filter(({ kind }) => kind !== "import");
    if (external?.kind === "external" && others.length > 0) return { ...external, fallbacks: others };
    if (external !== undefined || others.length === 0) return external;
    return { kind: "declarations", declarations: others, by, via: path.via };
  }

  /** The meaning of a name that several branches bind; undefined if all of them mean the same, or only one counts. */
  #ofBranches(rivals: readonly Declaration[], by: Meaning["by"], path: Path): Meaning | undefined {
    const found = rivals.flatMap((declaration) => {
      const meaning: Meaning | undefined =
        declaration.kind === "import"
          ? this.#follow(declaration, path)
          : { kind: "declarations", declarations: [declaration], by, via: path.via };
      return meaning === undefined ? [] : [{ declaration, meaning, isFallback: !isLikely(declaration) }];
    });
    const usual = found.filter(({ isFallback }) => !isFallback);
    const fallbacks = found.filter(({ isFallback }) => isFallback);
    const [first] = [...usual, ...fallbacks];
    if (first === undefined) return undefined;
    const inside = declaredIn(usual.map(({ meaning }) => meaning));
    const otherwise = declaredIn(fallbacks.map(({ meaning }) => meaning));
    const common = { by, via: first.meaning.via };
    if (inside.length > 0) {
      const ofBranches = inside.length > 1 ? "any" : "first";
      const declarations = [...new Set([...inside, ...otherwise])];
      if (declarations.length > 1) return { kind: "declarations", declarations, ...common, ofBranches };
    }
    const { meaning } = first;
    if (meaning.kind === "module") return moduleOf(usual.map((one) => one.meaning)) ?? { ...meaning, by };
    const external = usual.find((one) => one.meaning.kind === "external")?.meaning;
    // An import of an `except` clause is the one that the code base has.
    const defined = fallbacks.flatMap(({ declaration }) => (declaration.kind === "import" ? [] : declaration));
    const others = [...new Set([...inside, ...defined])];
    if (external?.kind !== "external" || others.length === 0) return undefined;
    return { ...external, by, fallbacks: others, ofBranches: "any" };
  }

  /** The name of another code base that the import of another branch means, next to the one of an import that the code base has. */
  #besideOutside(inside: Declaration, rivals: readonly Declaration[], path: Path): string | undefined {
    if (rivals.length < 2) return undefined;
    for (const rival of rivals) {
      const isOther = rival !== inside && rival.kind === "import" && !isSameModule(rival, inside);
      const meaning = isOther ? this.#follow(rival, path) : undefined;
      if (meaning?.kind === "external") return meaning.name;
    }
    return undefined;
  }

  #follow(declaration: Declaration, { via, stars, steps }: Path): Meaning | undefined {
    if (via.length >= maxImports || steps.count >= maxSteps || via.includes(declaration)) return undefined;
    steps.count += 1;
    const { type, file } = declaration;
    const path = { via: [...via, declaration], stars, steps };
    const [moduleName = "", name] = type.split(":");
    if (name === undefined) return { ...this.module(/^\.*[^.]*/.exec(type)?.[0] ?? type, file), via: path.via };
    const module = this.modules.find(moduleName, file);
    if (module !== undefined) return this.#member(module, name, path);
    if (moduleName.startsWith(".")) return undefined;
    return { kind: "external", name: `${moduleName}.${name}`, by: "module", via: path.via };
  }

  /** The meaning of a name that a file has by `from a import *`; the last one that brings it counts. */
  #byStar(file: IndexedFile, name: string, { via, stars, steps }: Path): Meaning | undefined {
    if (stars.has(file) || via.length >= maxImports) return undefined;
    stars.add(file);
    for (const { module, via: starVia } of this.#starredBy(file)) {
      if (via.length + starVia.length > maxImports) continue;
      // A module without `__all__` does not pass such a name on.
      if (starVia.length > 1 && name.startsWith("_")) continue;
      if (module.file !== undefined && (stars.has(module.file) || !this.#exports(module.file, name))) continue;
      const path = { via: [...via, ...starVia], stars, steps };
      // The modules after one without `__all__` are among the star imports of the file.
      const isListed = module.file !== undefined && this.#exportsOf(module.file) === undefined;
      if (isListed && module.file !== undefined) stars.add(module.file);
      const meaning = this.#member(module, name, path);
      // A star import of a `try` may bring the name, if it is of another code base.
      const isFallback = starVia.some((star) => !isLikely(star));
      if (meaning !== undefined)
        return { ...meaning, by: "star", ...(isFallback && { ofBranches: meaning.ofBranches ?? "first" }) };
    }
    return undefined;
  }

  /**
   * The modules that star imports of a file lead to, in the order in which they count: also through modules without
   * `__all__`, which pass on what they have.
   */
  #starredBy(file: IndexedFile): readonly StarredModule[] {
    const known = this.#starred.get(file);
    if (known !== undefined) return known;
    const found: StarredModule[] = [];
    const passed = new Set<IndexedFile | string | undefined>([file]);
    const first: { readonly stars: Declaration[]; readonly via: readonly Declaration[] } = {
      stars: this.#lastFirst(file),
      via: [],
    };
    const open = [first];
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const star = inner.stars.shift();
      if (star === undefined) {
        open.pop();
        continue;
      }
      const module = this.modules.find(star.type, star.file);
      const via = [...inner.via, star];
      const key = module?.file ?? module?.folder;
      if (module === undefined || passed.has(key)) continue;
      found.push({ module, via });
      // One with `__all__` has more names for the file that imports it itself than through another one.
      const isListed = module.file !== undefined && this.#exportsOf(module.file) === undefined;
      if (isListed || inner.via.length > 0) passed.add(key);
      if (isListed && module.file !== undefined && via.length < maxImports)
        open.push({ stars: this.#lastFirst(module.file), via });
    }
    this.#starred.set(file, found);
    return found;
  }

  /** The star imports of a file, the last one first. */
  #lastFirst(file: IndexedFile): Declaration[] {
    return [...this.scopesOf(file).stars].reverse();
  }

  /** True when `from module import *` brings a name, if the module has it. */
  #exports(file: IndexedFile, name: string): boolean {
    const names = this.#exportsOf(file);
    return names === undefined ? !name.startsWith("_") : names.has(name);
  }

  /** The names in `__all__` of a file. */
  #exportsOf(file: IndexedFile): ReadonlySet<string> | undefined {
    if (!this.#exported.has(file)) this.#exported.set(file, exportedNames(this.scopesOf(file)));
    return this.#exported.get(file);
  }
}

/** The first of several modules, with the others as candidates; undefined for one. */
function moduleOf(meanings: readonly Meaning[]): Meaning | undefined {
  const all = meanings.flatMap((one) => (one.kind === "module" ? one : []));
  const [first] = all;
  const modules = [...new Set(all.flatMap(({ module }) => (module.file === first?.module.file ? [] : module)))];
  if (first === undefined || modules.length === 0) return undefined;
  return { ...first, isGuess: true, module: { ...first.module, isGuess: true, others: modules } };
}

/** A meaning that is one of two: the other one has a name outside of the code base. */
function withOutside(meaning: Meaning, outside: string | undefined): Meaning {
  if (outside === undefined) return meaning;
  const open = { ...meaning, ofBranches: meaning.ofBranches ?? "first", outside } as const;
  return open.kind === "module" ? { ...open, module: { ...open.module, outside } } : open;
}

/** True for `from .parts import a` and `from parts import a`: one is for files that are run by themselves. */
function isSameModule(one: Declaration, other: Declaration): boolean {
  const [path, otherPath] = [one, other].map(({ type }) => `.${type.replace(/^\.+/, "")}`);
  return path !== undefined && otherPath !== undefined && (path.endsWith(otherPath) || otherPath.endsWith(path));
}

/** The first declaration of each of some meanings, each symbol once. */
function declaredIn(meanings: readonly Meaning[]): readonly Declaration[] {
  const symbols = new Map<string, Declaration>();
  for (const meaning of meanings) {
    const [first] = meaning.kind === "declarations" ? meaning.declarations : [];
    if (first === undefined || first.kind === "import") continue;
    const key = `${first.file.path} ${first.parent?.at} ${first.name}`;
    if (!symbols.has(key)) symbols.set(key, first);
  }
  return [...symbols.values()];
}

/**
 * Declarations of a module in the order in which they count when it has run: without branches that no Python of today
 * takes, without `except` clauses, functions and classes before values, and the last one first.
 */
function whenImported(declarations: readonly Declaration[]): readonly Declaration[] {
  const isValue = ({ kind, type }: Declaration) => kind === "import" || (kind === "variable" && /^(?:=|$)/.test(type));
  const rank = (declaration: Declaration) =>
    ((declaration.flags & DeclarationFlag.excluded) !== 0 ? 4 : 0) +
    (isLikely(declaration) ? 0 : 2) +
    (isValue(declaration) ? 1 : 0);
  return [...declarations].reverse().sort((a, b) => rank(a) - rank(b));
}

/**
 * The names in `__all__`; undefined if there is none, where it is not written as a list, or where that is empty: such a list
 * is extended by calls, `__all__.extend(part.__all__)`.
 */
function exportedNames(scopes: Scopes): ReadonlySet<string> | undefined {
  const declarations = scopes.inModule("__all__");
  if (declarations.length === 0) return undefined;
  const names = new Set<string>();
  for (const { type } of declarations) {
    const list = parseExpression(type.slice(1));
    if (list.kind === "string") {
      names.add(list.value);
      continue;
    }
    if (list.kind !== "list" && list.kind !== "tuple") return undefined;
    for (const item of list.items) if (item.kind === "string") names.add(item.value);
  }
  return names.size === 0 ? undefined : names;
}
