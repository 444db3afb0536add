/**
 * The class hierarchy of a code base (type hierarchy, inheritance): resolved bases upward, derived classes downward.
 * Input: a class, and a direction; output: classes with their bases and derived classes, bounded by depth and number.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { wordSet } from "../base/word-list.ts";
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import { childrenOf } from "./children-of.ts";
import type { Code } from "./code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { enclosingOf } from "./enclosing.ts";
import { MacroMembers } from "./macro-members.ts";
import { isImplementation } from "./own-members.ts";
import { comparePlaces, declarationAt, placeOf } from "./places.ts";
import type { Base } from "./resolution.ts";
import { isClass, isForward, isFunction, isReplacedAsName, mayBeOverridden, takeTheSame } from "./symbol-kind.ts";
import { declarationsOf } from "./symbols-of.ts";
import { traitsOf } from "./traits-of.ts";

/** A class of a hierarchy. */
export type HierarchyClass = {
  readonly declaration: Declaration;
  readonly bases: readonly Base[];
  /** The classes that name it, or an alias of it, among their bases; undefined if they were not searched. */
  readonly derived: readonly Declaration[] | undefined;
};

export type HierarchyOptions = {
  readonly direction: "up" | "down" | "both";
  /** Steps from the class that is asked for. */
  readonly maxDepth: number;
};

/** Classes of one hierarchy: a larger one is cut. */
export const maxClasses = 20_000;

/** Classes that one derives from. */
const maxAncestors = 1_000;

/** Names of one class by aliases. */
const maxNames = 50;

/** Files that are searched for classes in functions: they are read for it. */
const maxSearchedFiles = 3_000;

/** The bases and the derived classes of a code base, each found once. */
export class ClassHierarchy {
  readonly #code: Code;
  readonly #bases = new Map<Declaration, readonly Base[]>();
  readonly #derived = new Map<Declaration, readonly Declaration[]>();
  readonly #ancestors = new Map<Declaration, readonly Declaration[]>();
  /** By path: what the heads and aliases of a file name. */
  readonly #namings = new Map<string, Namings>();
  /** The files that were searched for classes in functions. */
  readonly #searched = new Set<IndexedFile>();

  #isPartial = false;

  /** The methods that macros in bodies of classes define. */
  readonly macroMembers: MacroMembers;

  constructor(code: Code) {
    this.#code = code;
    this.macroMembers = new MacroMembers(code);
  }

  /** True when files were left out that may have classes in functions, since they are too many. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** The classes around some, these first, then level by level; at most `maxClasses`. */
  async around(
    classes: readonly Declaration[],
    { direction, maxDepth }: HierarchyOptions,
  ): Promise<readonly HierarchyClass[]> {
    const found = new Map<Declaration, HierarchyClass>();
    const visit = async (start: readonly Declaration[], way: "up" | "down") => {
      const seen = new Set<Declaration>();
      let level = start;
      for (let depth = 0; level.length > 0 && found.size < maxClasses; depth++) {
        const next: Declaration[] = [];
        for (const declaration of level) {
          if (seen.has(declaration) || found.size >= maxClasses) continue;
          seen.add(declaration);
          const known = found.get(declaration);
          const derived = way === "down" ? await this.derivedOf(declaration) : known?.derived;
          const bases = this.basesOf(declaration);
          found.set(declaration, { declaration, bases, derived });
          if (depth < maxDepth) next.push(...(way === "up" ? declarationsIn(bases) : (derived ?? [])));
        }
        level = next;
      }
    };
    if (direction !== "down") await visit(classes, "up");
    if (direction !== "up") await visit(classes, "down");
    return [...found.values()];
  }

  basesOf(declaration: Declaration): readonly Base[] {
    return getOrInsert(
      this.#bases,
      declaration,
      () => this.#code.resolverOf(declaration.file.language).basesOf?.(declaration) ?? [],
    );
  }

  /** The classes that derive from a class themselves, in path order. */
  async derivedOf(declaration: Declaration): Promise<readonly Declaration[]> {
    let derived = this.#derived.get(declaration);
    if (derived === undefined) {
      const same = new Set([declaration, ...declarationsOf(declaration, this.#code)]);
      derived = (await this.#candidates(declaration)).filter(
        (one) => !same.has(one) && declarationsIn(this.basesOf(one)).some((base) => same.has(base)),
      );
      this.#derived.set(declaration, derived);
    }
    return derived;
  }

  /** The classes that derive from a class of another code base themselves, by its name: `typing.TypedDict`, in path order. */
  async derivedFrom(external: string): Promise<readonly Declaration[]> {
    const names = new Set([external, `builtins.${external}`]);
    const isDerived = (one: Declaration) => this.basesOf(one).some(({ external: name = "" }) => names.has(name));
    return (await this.#candidates({ name: lastName(external) })).filter(isDerived);
  }

  /** The bases of a class, nearest first. */
  ancestorsOf(declaration: Declaration): readonly Declaration[] {
    return getOrInsert(this.#ancestors, declaration, () =>
      this.#basesFrom(declaration).filter((one) => typeof one !== "string"),
    );
  }

  /**
   * The methods of ancestors that a method overrides, nearest first. Methods of C++ are virtual, or override virtual
   * ones.
   */
  overriddenBy(method: Declaration): readonly Declaration[] {
    const { parent, name } = method;
    if (parent === undefined || /^~/.test(name)) return [];
    const same = this.ancestorsOf(parent).flatMap((ancestor) =>
      methodsNamed(name, ancestor).filter((other) => mayOverride(method, other)),
    );
    return [method, ...same].some(mayBeOverridden) ? same : [];
  }

  /** The bases of a class in the order in which their members are looked up: by name if they are not of the code base. */
  basesInOrder(declaration: Declaration): readonly (Declaration | string)[] {
    const order = this.#code.resolverOf(declaration.file.language).linearized?.(declaration);
    // Of a class in a function, only its open file knows the bases.
    return order !== undefined && order.length > 1
      ? order.filter((one) => one !== declaration)
      : this.#basesFrom(declaration);
  }

  /** The bases of a class, nearest first: by name if they are not of the code base. */
  #basesFrom(declaration: Declaration): readonly (Declaration | string)[] {
    const found = new Set<Declaration | string>([declaration]);
    for (const one of found) {
      if (typeof one === "string" || found.size > maxAncestors) continue;
      for (const base of this.basesOf(one)) found.add(base.declaration ?? base.external ?? base.written);
    }
    found.delete(declaration);
    return [...found];
  }

  /**
   * True when a method that it has, or inherits, has no implementation, also none that a macro in the body of a class defines. False if
   * a base from outside may implement it.
   */
  isAbstract(declaration: Declaration): boolean {
    const order = [declaration, ...this.basesInOrder(declaration)];
    const { linearized } = this.#code.resolverOf(declaration.file.language);
    // Where bases do not share their members, one from outside implements nothing of another base.
    const unknown =
      linearized === undefined ? -1 : order.findIndex((one) => typeof one === "string" && mayImplement(one));
    const classes = order
      .slice(0, unknown < 0 ? order.length : unknown)
      .filter((one): one is Declaration => typeof one !== "string");
    const nearestFirst = classes.flatMap(childrenOf);
    const byName = groupBy(nearestFirst, ({ name }) => name);
    return nearestFirst.some((method) => {
      if (!isFunction(method) || (method.flags & DeclarationFlag.abstract) === 0) return false;
      const same = byName.get(method.name) ?? [];
      const implemented = (nearer: Declaration) => mayOverride(nearer, method) && isImplementation(nearer);
      const nearer = same.slice(0, same.indexOf(method)).filter(implemented);
      if (nearer.some(({ parent }) => this.#sharesMembers(parent, method.parent))) return false;
      return !this.#isMade(method, classes);
    });
  }

  /** True if the members of a class override the members of another one: in C++ only of its bases. */
  #sharesMembers(one: Declaration | undefined, other: Declaration | undefined): boolean {
    if (one === undefined || other === undefined || one === other) return true;
    return !traitsOf(one.file.language).declaresOverriding || this.ancestorsOf(one).includes(other);
  }

  /** True if a macro in a class before that of a method makes a method of its name. */
  #isMade(method: Declaration, classes: readonly Declaration[]): boolean {
    const { madeNamed } = this.#code.resolverOf(method.file.language);
    if (madeNamed === undefined) return false;
    const nearer = classes.slice(0, classes.indexOf(method.parent ?? method));
    const making = new Set(madeNamed(method.name).map(({ parent }) => parent));
    return nearer.some((one) => making.has(one) || this.macroMembers.definingIn(one, method.name) !== undefined);
  }

  /** The classes of a file that are in functions: the same ones at each call. */
  async localsIn(path: string): Promise<readonly Declaration[]> {
    const { index } = this.#code;
    const known = getOrInsert(localsOfCode, index, () => new Map<string, Locals>());
    let locals = known.get(path);
    if (locals === undefined) {
      const indexed = (declaration: Declaration) => declarationAt(index.fileAt(declaration.file.path), declaration);
      locals =
        (await this.#code.withFile(path, ({ file, resolver }): Locals => {
          const classes = file.declarations.filter((one) => isClass(one) && indexed(one) === undefined);
          return new Map(
            classes.map((one) => {
              const bases = (resolver.basesOf?.(one) ?? []).map(({ declaration, ...base }) =>
                declaration === undefined ? base : { ...base, declaration: indexed(declaration) ?? declaration },
              );
              return [one, bases];
            }),
          );
        })) ?? new Map();
      known.set(path, locals);
    }
    for (const [one, bases] of locals) this.#bases.set(one, bases);
    return [...locals.keys()];
  }

  /** The classes whose heads name a class, or an alias of it; of its language, where it has a file. */
  async #candidates({
    name,
    file,
  }: Pick<Declaration, "name"> & Partial<Pick<Declaration, "file">>): Promise<readonly Declaration[]> {
    const names = new Set([name]);
    const factories = new Set<string>();
    const found = new Set<Declaration>();
    for (const word of names) {
      for (const path of this.#code.filesWith(word)) {
        this.#code.throwIfOver();
        const other = this.#code.index.fileAt(path);
        if (other === undefined || (file !== undefined && other.language !== file.language)) continue;
        const { aliases, results, classes } = this.#namingsIn(other);
        const others = factories.has(word) ? (results.get(word) ?? []) : [];
        for (const alias of [...(aliases.get(word) ?? []), ...others]) {
          if (names.size < maxNames) names.add(alias.name);
          if (isFunction(alias)) factories.add(alias.name);
        }
        for (const one of classes.get(word) ?? []) found.add(one);
        const { implementersIn } = this.#code.resolverOf(other.language);
        for (const one of implementersIn?.(other, word) ?? []) found.add(one);
        if (!this.#localWordsIn(other).has(word)) continue;
        for (const one of await this.localsIn(path)) if (wordsIn(one.type).has(word)) found.add(one);
      }
    }
    return [...found].sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
  }

  /** The words in the heads of what may be classes in functions: only files with such a word are opened. */
  #localWordsIn(file: IndexedFile): ReadonlySet<string> {
    const head = traitsOf(file.language).localClassHeads;
    if (head === undefined) return new Set();
    if (!this.#searched.has(file) && this.#searched.size >= maxSearchedFiles) {
      this.#isPartial = true;
      return new Set();
    }
    this.#searched.add(file);
    const known = wordsOfLocals.get(file);
    if (known !== undefined) return known;
    const text = this.#code.textOf(file.path) ?? "";
    const functions = enclosingOf(file);
    const heads = Array.from(text.matchAll(head)).filter(({ index }) => functions.isInFunction(index));
    const words = new Set(heads.flatMap(({ 1: bases = "" }) => [...wordsIn(bases)]));
    wordsOfLocals.set(file, words);
    return words;
  }

  #namingsIn(file: IndexedFile): Namings {
    return getOrInsert(this.#namings, file.path, () => namingsIn(file));
  }
}

/** The classes in functions of a file, which only open files know, and their bases. */
type Locals = ReadonlyMap<Declaration, readonly Base[]>;

/** Index → by path, the classes in functions: an index with other files is another object. */
const localsOfCode = new WeakMap<CodeIndex, Map<string, Locals>>();

/** File → the words in the heads of what may be classes in its functions. A file with another text is another object. */
const wordsOfLocals = new WeakMap<IndexedFile, ReadonlySet<string>>();

/**
 * The names in the declarations of a file: word → the aliases of it, the variables that get the result of a call of it, and the
 * classes whose heads have it.
 */
type Namings = {
  readonly aliases: ReadonlyMap<string, readonly Declaration[]>;
  readonly results: ReadonlyMap<string, readonly Declaration[]>;
  readonly classes: ReadonlyMap<string, readonly Declaration[]>;
};

function namingsIn({ declarations }: IndexedFile): Namings {
  const withHead = declarations.filter((one) => isClass(one) && one.type !== "" && !isForward(one));
  const results = byWord(declarations.filter(({ kind, type }) => kind === "variable" && /^=[\w.]+\(/.test(type)));
  return { aliases: byWord(declarations.filter(isAlias)), results, classes: byWord(withHead) };
}

/** The last part of a name: `exception` of `std::exception`, without its arguments. */
function lastName(name: string): string {
  return /[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?=$|<)/u.exec(name)?.[0] ?? name;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}\p{N}_$]+/gu));
}

/** Word → the declarations with it in their type. */
function byWord(declarations: readonly Declaration[]): ReadonlyMap<string, readonly Declaration[]> {
  const named = declarations.flatMap((declaration) =>
    Array.from(wordsIn(declaration.type), (word) => ({ word, declaration })),
  );
  const groups = groupBy(named, ({ word }) => word);
  return new Map(Array.from(groups, ([word, group]) => [word, group.map(({ declaration }) => declaration)]));
}

/** Of each class that was asked for, its methods by name. */
const methodsByName = new WeakMap<Declaration, ReadonlyMap<string, readonly Declaration[]>>();

function methodsNamed(name: string, declaration: Declaration): readonly Declaration[] {
  const methods = getOrInsert(methodsByName, declaration, () =>
    groupBy(methodsOf(declaration), (method) => method.name),
  );
  return methods.get(name) ?? [];
}

/** The methods of a class, in source order. */
export function methodsOf(declaration: Declaration): readonly Declaration[] {
  return childrenOf(declaration).filter(isFunction);
}

/** True for two methods that override each other if their classes derive from each other. */
function mayOverride(one: Declaration, other: Declaration): boolean {
  return one !== other && one.name === other.name && takeTheSame(one, other);
}

/** Bases whose only members are special methods of Python. */
const bareBases = wordSet("object builtins.object abc.ABC typing.Generic typing.Protocol");

/** True for a base from outside that may have other members than special methods. */
export function mayImplement(base: string): boolean {
  return !bareBases.has(base);
}

function declarationsIn(bases: readonly Base[]): readonly Declaration[] {
  return bases.flatMap(({ declaration }) => declaration ?? []);
}

const aliasKinds: ReadonlySet<string> = new Set(["alias", "import", "using"]);

function isAlias(declaration: Declaration): boolean {
  const { kind, type } = declaration;
  if (isReplacedAsName(declaration)) return true;
  // `B = A` of Python, and a function with `return A`.
  return aliasKinds.has(kind) || ((kind === "variable" || isFunction(declaration)) && /^=[\w.]+$/.test(type));
}
