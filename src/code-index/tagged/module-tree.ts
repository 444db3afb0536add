/**
 * The modules of languages whose files name their modules, as in Rust: `mod a;`, `mod a { }`, `use crate::a::b as c`. Input: a
 * module and a name or a path; output: what it leads to, through the imports of modules: declarations, a module, or a name
 * from outside.
 */
import { basename, dirname, extname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { NestedRanges } from "../../base/nested-ranges.ts";
import type { ModuleRules } from "../../syntax/type-rules.ts";
import type { Declaration, Import, IndexedFile } from "../code-index.ts";
import { type DependencyFinder, filesOf } from "../dependency.ts";
import { bringsNames, isFunction } from "../symbol-kind.ts";
import { isMember, type NamedDeclarations } from "./named-declarations.ts";
import { namesOfUse, type UsedPath } from "./use-paths.ts";
import { isType } from "./wanted.ts";

/** A module: that of a file, or one that is declared with a body in it. */
export type Space = { readonly file: IndexedFile; readonly module: Declaration | undefined };

/** The target of a name or a path. */
export type SpaceTarget =
  | { readonly declarations: readonly Declaration[]; readonly by: "package" | "imported" | "star" }
  | { readonly space: Space; readonly declarations: readonly Declaration[] }
  | { readonly external: string };

/** The things that a name may mean: with `macro` one that is called with its sign. */
export type SpaceSort = "type" | "value" | "macro" | "any";

/** An import of a module, or of a function in it. */
type Used = UsedPath & { readonly declaration: Declaration };

/** Modules and imports that one name leads through. */
const maxSteps = 60;

const noImport: Import = { kind: "include", name: "", type: "", flags: 0, line: 0, least: 0, at: 0 };

/** A look-up on its way: imports of each other end. */
type Way = { readonly seen: Set<string>; steps: number };

export class ModuleTree {
  readonly #declarations: NamedDeclarations;
  readonly #rules: ModuleRules;
  readonly #dependencies: DependencyFinder | undefined;
  readonly #spaces = new Map<IndexedFile, Map<Declaration | undefined, Space>>();
  readonly #parents = new Map<IndexedFile, Space | undefined>();
  readonly #namings = new Map<Space, readonly Declaration[]>();

  constructor(declarations: NamedDeclarations, rules: ModuleRules, dependencies: DependencyFinder | undefined) {
    this.#declarations = declarations;
    this.#rules = rules;
    this.#dependencies = dependencies;
  }

  /** The module that a declaration is in. */
  spaceOf(declaration: Declaration): Space {
    let at = declaration.parent;
    while (at !== undefined && at.kind !== "module") at = at.parent;
    return this.#space(declaration.file, at);
  }

  /** The module at an offset of a file. */
  spaceAt(file: IndexedFile, offset: number): Space {
    const [inner] = holdersIn(file).modules.around(offset);
    return this.#space(file, inner?.declaration);
  }

  /** The module around one; undefined for the root of a crate, and for a file that no module names. */
  parentOf({ file, module }: Space): Space | undefined {
    if (module !== undefined) return this.spaceOf(module);
    if (this.#parents.has(file)) return this.#parents.get(file);
    const parent = this.#parentOfFile(file);
    this.#parents.set(file, parent);
    return parent;
  }

  /** The module that names a file as one of its modules. */
  #parentOfFile(file: IndexedFile): Space | undefined {
    const stem = basename(file.path, extname(file.path));
    const name = basename(file.path) === this.#rules.folder_file ? basename(dirname(file.path)) : stem;
    const naming = this.#declarations.index
      .named(name)
      .find((one) => isModuleOfFile(one) && one.file !== file && this.#fileOf(one) === file);
    return naming && this.spaceAt(naming.file, naming.at);
  }

  /** The root of the crate that a module is in. */
  rootOf(space: Space): Space {
    let root = space;
    for (let depth = 0; depth < maxSteps; depth++) {
      const parent = this.parentOf(root);
      if (parent === undefined) break;
      root = parent;
    }
    if (root.module !== undefined || root !== space) return root;
    const [file] = filesOf(this.#dependencies?.({ ...noImport, name: this.#rules.root }, space.file)?.target) ?? [];
    return file === undefined || this.#rules.roots.includes(basename(space.file.path))
      ? root
      : this.#space(file, undefined);
  }

  /** The target of a name in a module, at an offset of it if functions may have imports of their own. */
  lookUp(name: string, space: Space, sort: SpaceSort, offset?: number): SpaceTarget | undefined {
    return this.#lookUp(name, space, sort, { seen: new Set(), steps: 0 }, offset);
  }

  /** The target of a path, which begins in a module, or as an import of it. */
  atPath(path: readonly string[], space: Space, sort: SpaceSort): SpaceTarget | undefined {
    return this.#atPath(path, space, sort, { seen: new Set(), steps: 0 });
  }

  /** The target of a name in a module as one of its members. */
  memberOf(space: Space, name: string, sort: SpaceSort): SpaceTarget | undefined {
    return this.#memberOf(space, name, sort, { seen: new Set(), steps: 0 });
  }

  /** A package that a file may name without an import. */
  packageNamed(name: string, file: IndexedFile): SpaceTarget | undefined {
    const target = this.#dependencies?.({ ...noImport, name }, file)?.target;
    if (target !== undefined && "missing" in target) {
      // A module of the name may be meant where no manifest says which packages there are.
      const isModule = this.#declarations.index.named(name).some((one) => isModuleOfFile(one) || one.kind === "module");
      return target.missing === "external" && !isModule ? { external: name } : undefined;
    }
    const [root] = filesOf(target) ?? [];
    return root === undefined || root === file ? undefined : this.#moduleTarget(root);
  }

  /** The target of a name at the beginning of a path from the top: a package, or before 2018 a name of the own root. */
  fromTop(name: string, space: Space, sort: SpaceSort): SpaceTarget | undefined {
    return this.packageNamed(name, space.file) ?? this.lookUp(name, this.rootOf(space), sort);
  }

  #memberOf(space: Space, name: string, sort: SpaceSort, way: Way): SpaceTarget | undefined {
    if (name === this.#rules.outer) {
      const parent = this.parentOf(space);
      return parent && this.#spaceTarget(parent);
    }
    return this.#lookUp(name, space, sort, way);
  }

  #lookUp(name: string, space: Space, sort: SpaceSort, way: Way, offset?: number): SpaceTarget | undefined {
    const key = `${space.file.path} ${space.module?.at ?? ""} ${name} ${sort}`;
    if (way.seen.has(key) || ++way.steps > maxSteps) return undefined;
    way.seen.add(key);
    const used = usedIn(space.file, space.module);
    const inFunctions = offset === undefined ? [] : usedAround(space.file, offset);
    for (const one of inFunctions) {
      if (one.name !== name) continue;
      const found = this.#imported(one, space, sort, way);
      if (found !== undefined) return found;
    }
    const own = this.#itemsIn(space, name);
    const fitting = own.filter((one) => fits(one, sort));
    if (fitting.length > 0) return this.#ownTarget(fitting);
    const named = (used.named.get(name) ?? []).map((one) => this.#imported(one, space, sort, way));
    const [imported] = named.filter((one) => one !== undefined && !isOther(one, sort));
    if (imported !== undefined) return imported;
    for (const one of [...inFunctions.filter(isAll), ...used.all]) {
      const target = this.#atPath(one.path, space, "type", way);
      const brought = target && this.#step(target, name, sort, way);
      if (brought !== undefined && !("external" in brought) && !isOther(brought, sort)) return asStar(brought);
    }
    if (own.length > 0) return this.#ownTarget(own);
    return named.find((one) => one !== undefined);
  }

  /** The target of an import; its own name is not the beginning of its path. */
  #imported({ path, declaration }: Used, space: Space, sort: SpaceSort, way: Way): SpaceTarget | undefined {
    const key = `use ${declaration.file.path} ${declaration.at} ${path.join(" ")} ${sort}`;
    if (way.seen.has(key)) return undefined;
    way.seen.add(key);
    const found = this.#atPath(path, space, sort, way);
    if (found === undefined || "external" in found || "space" in found) return found;
    return { ...found, by: "imported" };
  }

  #atPath(path: readonly string[], space: Space, sort: SpaceSort, way: Way): SpaceTarget | undefined {
    let target: SpaceTarget | undefined;
    for (const [at, name] of path.entries()) {
      const wanted = at === path.length - 1 ? sort : "type";
      if (at > 0) target = target && this.#step(target, name, wanted, way);
      else target = this.#first(name, space, path.length > 1 ? "type" : sort, way);
      if (target === undefined) return undefined;
    }
    return target;
  }

  #first(name: string, space: Space, sort: SpaceSort, way: Way): SpaceTarget | undefined {
    const { root, own, outer } = this.#rules;
    if (name === root) return this.#spaceTarget(this.rootOf(space));
    if (name === own) return this.#spaceTarget(space);
    if (name === outer) return this.#memberOf(space, outer, sort, way);
    const found = this.#lookUp(name, space, sort, way);
    if (found !== undefined) return found;
    // Before 2018, a path of an import begins in the root.
    const crate = this.rootOf(space);
    const old = crate === space ? undefined : this.#lookUp(name, crate, sort, way);
    return old ?? this.packageNamed(name, space.file);
  }

  #step(target: SpaceTarget, name: string, sort: SpaceSort, way: Way): SpaceTarget | undefined {
    if ("external" in target) return { external: `${target.external}${this.#rules.separator}${name}` };
    if ("space" in target) return this.#memberOf(target.space, name, sort, way);
    const found = target.declarations.filter(isType).flatMap((one) => this.#declarations.membersOf(one, name));
    return found.length > 0 ? { declarations: found, by: "imported" } : undefined;
  }

  #ownTarget(own: readonly Declaration[]): SpaceTarget {
    const [first] = own;
    if (first?.kind === "module") return { space: this.#space(first.file, first), declarations: [first] };
    if (first !== undefined && isModuleOfFile(first)) {
      const file = this.#fileOf(first);
      if (file !== undefined) return { space: this.#space(file, undefined), declarations: [first] };
    }
    return { declarations: own, by: "package" };
  }

  #moduleTarget(file: IndexedFile): SpaceTarget {
    return this.#spaceTarget(this.#space(file, undefined));
  }

  #spaceTarget(space: Space): SpaceTarget {
    return { space, declarations: this.namingOf(space) };
  }

  /** The declaration that names a module. */
  namingOf(space: Space): readonly Declaration[] {
    if (space.module !== undefined) return [space.module];
    return getOrInsert(this.#namings, space, () => this.#namingOfFile(space));
  }

  #namingOfFile(space: Space): readonly Declaration[] {
    const parent = this.parentOf(space);
    const naming = parent?.file.declarations.find((one) => isModuleOfFile(one) && this.#fileOf(one) === space.file);
    return naming === undefined ? [] : [naming];
  }

  /** The declarations of a name in a module: items, and modules of files. */
  #itemsIn({ file, module }: Space, name: string): readonly Declaration[] {
    return this.#declarations.inFile(file, name).filter((one) => {
      if (isModuleOfFile(one)) return moduleAround(one) === module;
      if (bringsNames(one) || one.qualifier !== "" || isMember(one)) return false;
      return one.parent === module;
    });
  }

  #fileOf(declaration: Declaration): IndexedFile | undefined {
    return filesOf(this.#dependencies?.(declaration, declaration.file)?.target)?.[0];
  }

  #space(file: IndexedFile, module: Declaration | undefined): Space {
    const ofFile = getOrInsert(this.#spaces, file, () => new Map<Declaration | undefined, Space>());
    return getOrInsert(ofFile, module, () => ({ file, module }));
  }
}

/** The facts of `mod a;`. */
function isModuleOfFile({ kind, type }: Declaration): boolean {
  return kind === "include" && type === "module";
}

/** A word that the type of a macro has in facts. */
const macroType = "#macro";

function isMacro({ type }: Declaration): boolean {
  return type === macroType;
}

/** True for a declaration that a name may mean at its place. A struct is also the function that makes it. */
function fits(one: Declaration, sort: SpaceSort): boolean {
  if (sort === "any") return true;
  if (isMacro(one)) return sort === "macro";
  const isModule = one.kind === "module" || isModuleOfFile(one);
  if (sort === "type") return isModule || isType(one) || one.kind === "type_parameter" || one.kind === "alias";
  return sort === "value" && !isModule && one.kind !== "interface" && one.kind !== "enum" && one.kind !== "alias";
}

/** True for a target of another sort than the name may mean: there may be one behind it. */
function isOther(target: SpaceTarget, sort: SpaceSort): boolean {
  if ("external" in target) return false;
  return "space" in target ? sort !== "type" && sort !== "any" : !target.declarations.some((one) => fits(one, sort));
}

function asStar(target: SpaceTarget): SpaceTarget {
  return "by" in target ? { ...target, by: "star" } : target;
}

function isAll({ name }: Used): boolean {
  return name === "*";
}

type Held = { readonly start: number; readonly end: number; readonly declaration: Declaration };

/** The modules with bodies, and the functions, of a file. */
type Holders = { readonly modules: NestedRanges<Held>; readonly functions: NestedRanges<Held> };

const holders = new WeakMap<IndexedFile, Holders>();

function holdersIn(file: IndexedFile): Holders {
  return getOrInsert(holders, file, () => {
    const rangesOf = (isMeant: (one: Declaration) => boolean) =>
      new NestedRanges(
        file.declarations
          .filter(isMeant)
          .map((declaration) => ({ start: declaration.start, end: declaration.end, declaration })),
      );
    return { modules: rangesOf(({ kind }) => kind === "module"), functions: rangesOf(isFunction) };
  });
}

function moduleAround({ file, at }: Declaration): Declaration | undefined {
  const [inner] = holdersIn(file).modules.around(at);
  return inner?.declaration;
}

/** The imports of a module that are outside of functions, by their names. */
type UsedNames = { readonly named: ReadonlyMap<string, readonly Used[]>; readonly all: readonly Used[] };

type FileUses = {
  readonly byModule: ReadonlyMap<Declaration | undefined, UsedNames>;
  readonly inFunctions: NestedRanges<Held & { readonly used: readonly Used[] }>;
};

const usesOfFiles = new WeakMap<IndexedFile, FileUses>();

const noUses: UsedNames = { named: new Map(), all: [] };

function usesOf(file: IndexedFile): FileUses {
  return getOrInsert(usesOfFiles, file, () => {
    const imports = file.declarations.filter((one) => one.kind === "include" && !isModuleOfFile(one));
    const all = imports.map((declaration) => {
      const used = namesOfUse(declaration.name).map((one) => ({ ...one, declaration }));
      // `extern crate a as b;`
      const named = declaration.qualifier === "" ? used : used.map((one) => ({ ...one, name: declaration.qualifier }));
      const [inFunction] = holdersIn(file).functions.around(declaration.at);
      return { used: named, module: moduleAround(declaration), holder: inFunction };
    });
    const ofModules = groupBy(
      all.filter(({ holder }) => holder === undefined),
      ({ module }) => module,
    );
    const byModule = new Map(
      Array.from(ofModules, ([module, ofModule]) => {
        const used = ofModule.flatMap((one) => one.used);
        const names: UsedNames = {
          named: groupBy(
            used.filter((one) => !isAll(one)),
            ({ name }) => name,
          ),
          all: used.filter(isAll),
        };
        return [module, names] as const;
      }),
    );
    const inFunctions = all.flatMap(({ used, holder }) => (holder === undefined ? [] : [{ ...holder, used }]));
    return { byModule, inFunctions: new NestedRanges(inFunctions) };
  });
}

function usedIn(file: IndexedFile, module: Declaration | undefined): UsedNames {
  return usesOf(file).byModule.get(module) ?? noUses;
}

/** The imports of the functions around an offset, of the innermost one first. */
function usedAround(file: IndexedFile, offset: number): readonly Used[] {
  return Array.from(usesOf(file).inFunctions.around(offset), ({ used }) => used).flat();
}
