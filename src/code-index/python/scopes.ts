/**
 * The scopes of one Python file (LEGB): functions, classes, comprehensions, `global` and `nonlocal`. Input: a name and
 * a place; output: the declarations that the place sees, the best first.
 */
import { countWhile } from "../../base/count-while.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy, pushTo } from "../../base/group-by.ts";
import { DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { TypeTest } from "./flow.ts";
import { isAnnotated } from "./value-text.ts";

/** The place of an evaluation: the meaning of names depends on the scopes around an offset. */
export type Place = {
  readonly file: IndexedFile;
  readonly offset: number;
  /** Comprehensions around the offset whose own names are not seen there: it is in the first thing that they iterate. */
  readonly outsideOf?: readonly Range[];
  /** The innermost lambda or comprehension around the offset: like a function, it does not see the names of a class. */
  readonly expressionScope?: Range | undefined;
  /** True for declarations of the file from which control can come to the place. */
  readonly reaches?: (declaration: Declaration) => boolean;
  /** The declarations of the file, all of one name in one scope, whose value the place may have: the nearest ones. */
  readonly reaching?: (scopes: Scopes, declarations: readonly Declaration[]) => readonly Declaration[];
  /** True if control comes to the place once and at once, so that nothing after it is bound there. */
  readonly runsBefore?: (declarations: readonly Declaration[]) => boolean;
  /** True if the place is in a branch that no Python of today takes. */
  readonly isExcluded?: () => boolean;
  /** True if the module has deleted what these declarations of a name bind. */
  readonly isDeleted?: (name: string, declarations: readonly Declaration[]) => boolean;
  /** The tests of types that hold at the place. */
  readonly tests?: () => readonly TypeTest[];
};

/** The place of a declaration: what its statement says is evaluated there. */
export function placeOf({ file, start, flags }: Declaration): Place {
  return { file, offset: start, isExcluded: () => (flags & DeclarationFlag.excluded) !== 0 };
}

export type Range = { readonly start: number; readonly end: number };

/** The binding of a name in the scope where it is found. */
export type Bindings = {
  readonly scope: "local" | "class" | "module";
  /** The declarations that the place sees, best first. */
  readonly declarations: readonly Declaration[];
  /** True if all of them are after the place, in the same function, class or module. */
  readonly isLater: boolean;
  /** Imports and definitions in branches, if more than one of them may hold at the place. */
  readonly rivals: readonly Declaration[];
};

type Scope = Range & { readonly kind: Bindings["scope"] };

/** The declarations of a name in one scope, in source order, and the ones that are more than assignments. */
type ScopedName = { readonly scope: Scope; readonly declarations: Declaration[]; readonly definitions: Declaration[] };

/** Declarations of a name in a scope that are weighed for a place: the last ones before it, and as many after. */
const maxWeighed = 100;

const everywhere: Scope = { kind: "module", start: 0, end: Number.POSITIVE_INFINITY };

export class Scopes {
  readonly file: IndexedFile;
  /** Names of `from a import *`, in source order. */
  readonly stars: readonly Declaration[];
  readonly #byName = new Map<string, Declaration[]>();
  /** Name → scope → its declarations there; made when the name is asked for. */
  readonly #scopesByName = new Map<string, ReadonlyMap<string, ScopedName>>();
  readonly #membersByName = new Map<Declaration, Map<string, readonly Declaration[]>>();
  readonly #byOffset = new Map<number, Declaration>();
  readonly #children = new Map<Declaration, Declaration[]>();
  /** Functions and classes. */
  readonly #containers: readonly Declaration[];

  constructor(file: IndexedFile) {
    this.file = file;
    this.stars = file.declarations.filter(({ kind }) => kind === "star_import");
    this.#containers = file.declarations.filter(({ kind }) => kind === "function" || kind === "class");
    for (const declaration of file.declarations) {
      this.#byOffset.set(declaration.at, declaration);
      if (declaration.kind !== "star_import") add(this.#byName, declaration.name, declaration);
      if (declaration.parent !== undefined) add(this.#children, declaration.parent, declaration);
    }
  }

  /** The declaration whose name begins at an offset. */
  at(offset: number): Declaration | undefined {
    return this.#byOffset.get(offset);
  }

  /** The declarations of a name in the module's own scope, in source order. */
  inModule(name: string): readonly Declaration[] {
    return this.#scopesOf(name).get(keyOf(everywhere))?.declarations ?? [];
  }

  /** The members of a class with a name, with attributes that methods set, in source order. */
  members(owner: Declaration, name: string): readonly Declaration[] {
    const byName = getOrInsert(this.#membersByName, owner, () =>
      groupBy(this.membersOf(owner), (member) => member.name),
    );
    return byName.get(name) ?? [];
  }

  /** The members of a class, with attributes that methods set, in source order. */
  membersOf(owner: Declaration): readonly Declaration[] {
    return (this.#children.get(owner) ?? []).filter((declaration) => this.#isMember(declaration, owner));
  }

  /** All names that the file declares, each once. */
  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** The parameters of a function, in source order. */
  parameters(owner: Declaration): readonly Declaration[] {
    const all = this.#children.get(owner) ?? [];
    return all.filter(({ kind, at }) => kind === "parameter" && at < owner.headEnd);
  }

  /** The fields that a class declares with a type, in source order. */
  typedFields(owner: Declaration): readonly Declaration[] {
    return (this.#children.get(owner) ?? []).filter((one) => one.kind === "field" && isTyped(one));
  }

  /** The type parameters of a class in brackets, in source order. */
  typeParameters(owner: Declaration): readonly Declaration[] {
    return (this.#children.get(owner) ?? []).filter(({ kind }) => kind === "type_parameter");
  }

  /** The innermost function, or class, that has the offset in its body. */
  enclosing(offset: number, kind: "function" | "class" | "any" = "any"): Declaration | undefined {
    const count = countWhile(this.#containers.length, (at) => (this.#containers[at]?.at ?? 0) <= offset);
    let container = this.#containers[count - 1];
    const holds = ({ headEnd, end, kind: own }: Declaration) =>
      headEnd <= offset && offset < end && (kind === "any" || own === kind);
    while (container !== undefined && !holds(container)) container = container.parent;
    return container;
  }

  /** The binding of a name at a place, by Python's rules of scopes; without star imports and builtins. */
  lookUp(name: string, place: Place): Bindings | undefined {
    const scoped = [...this.#scopesOf(name).values()].filter(({ scope }) => this.#isVisible(scope, place));
    scoped.sort(({ scope: a }, { scope: b }) => a.end - a.start - (b.end - b.start));
    // A function that binds a name of the module has declared it `global`.
    const globals = scoped.find(({ scope }) => scope === everywhere);
    const user = this.enclosing(place.offset, "function");
    if (globals !== undefined && user !== undefined && this.#binds(user, globals))
      scoped.splice(0, scoped.length, globals);
    let later: Bindings | undefined;
    for (const named of scoped) {
      const { scope } = named;
      const declarations = nearest(named, place.offset);
      const ordered = this.#inOrderOfUse(declarations, place);
      const isLater = ordered === undefined && scope.kind !== "local";
      const rivals = ordered === undefined ? [] : this.#rivalsAt(place, ordered, declarations);
      const bindings = { scope: scope.kind, declarations: ordered ?? declarations, isLater, rivals };
      // A class, and the module, look further out for what they have not bound yet.
      if (ordered !== undefined || scope.kind === "local") return bindings;
      later ??= bindings;
    }
    return later;
  }

  /** @param declarations in source order */
  #rivalsAt(
    place: Place,
    [first]: readonly Declaration[],
    declarations: readonly Declaration[],
  ): readonly Declaration[] {
    if (first === undefined || !mayHaveRivals(declarations)) return [];
    const isSameRun = this.enclosing(first.at, "function") === this.enclosing(place.offset, "function");
    if (!isSameRun) return first.parent === undefined ? rivalsWhenRun(declarations) : [];
    const found = place.reaching?.(this, declarations) ?? [];
    return mayHaveRivals(found) ? found.filter(isRival) : [];
  }

  /** The declarations of the same name in the same scope, in source order. */
  sameScope(declaration: Declaration): readonly Declaration[] {
    const scope = this.#scopeOf(declaration);
    if (scope === undefined) return [declaration];
    return this.#scopesOf(declaration.name).get(keyOf(scope))?.declarations ?? [declaration];
  }

  /**
   * Declarations of one name in one scope, the last one that was executed before the place first; undefined when all of
   * them are after it, in the same function or module.
   */
  #inOrderOfUse(declarations: readonly Declaration[], place: Place): readonly Declaration[] | undefined {
    const { offset, reaches = () => true, isExcluded: isInside = () => false } = place;
    const user = this.enclosing(offset, "function");
    const before: Declaration[] = [];
    const elsewhere: Declaration[] = [];
    const later: Declaration[] = [];
    for (const declaration of declarations) {
      const isSameRun = this.enclosing(declaration.at, "function") === user;
      if (declaration.kind === "parameter") before.push(declaration);
      else if (!isSameRun) elsewhere.push(declaration);
      else if (isBoundBefore(declaration, offset)) before.push(declaration);
      else later.push(declaration);
    }
    if (before.length === 0 && elsewhere.length === 0) return undefined;
    before.reverse();
    const ordered = [
      ...before.filter(reaches),
      ...before.filter((declaration) => !reaches(declaration)),
      ...elsewhere.filter(isDefinition).reverse(),
      ...elsewhere.filter((declaration) => !isDefinition(declaration)),
      ...later,
    ];
    if (!ordered.some(isExcluded)) return ordered;
    return isInside() ? [...ordered.filter(isExcluded), ...ordered.filter(isTaken)] : takenFirst(ordered);
  }

  #scopesOf(name: string): ReadonlyMap<string, ScopedName> {
    return getOrInsert(this.#scopesByName, name, () => {
      const found = new Map<string, ScopedName>();
      for (const declaration of this.#byName.get(name) ?? []) {
        const scope = this.#scopeOf(declaration);
        if (scope === undefined) continue;
        const scoped = getOrInsert(found, keyOf(scope), () => ({ scope, declarations: [], definitions: [] }));
        scoped.declarations.push(declaration);
        if (isDefinition(declaration)) scoped.definitions.push(declaration);
      }
      return found;
    });
  }

  /** True when a function has one of some declarations in its body, but not in that of an inner one. */
  #binds(user: Declaration, { declarations }: ScopedName): boolean {
    const { at: start, end } = user;
    for (let index = firstFrom(declarations, start); index < declarations.length; index++) {
      const { at } = declarations[index] ?? user;
      if (at >= end) return false;
      if (this.enclosing(at, "function") === user) return true;
    }
    return false;
  }

  /** The scope whose name a declaration is; undefined for attributes that methods set. */
  #scopeOf(declaration: Declaration): Scope | undefined {
    const { parent, kind, scopeStart, scopeEnd } = declaration;
    if (kind === "type_parameter" && parent !== undefined) return { kind: "local", start: parent.at, end: parent.end };
    if (parent?.kind === "class" && this.#isMember(declaration, parent)) {
      const isSetByMethod = kind === "field" && this.enclosing(declaration.at) !== parent;
      return isSetByMethod ? undefined : { kind: "class", start: parent.headEnd, end: parent.end };
    }
    if (scopeEnd > 0) return { kind: "local", start: scopeStart, end: scopeEnd };
    if (parent === undefined) return everywhere;
    return { kind: "local", start: parent.headEnd, end: parent.end };
  }

  /** True for a member of a class; false for what a lambda or a comprehension in its body binds. */
  #isMember({ scopeStart, scopeEnd }: Declaration, owner: Declaration): boolean {
    return scopeEnd === 0 || scopeStart <= owner.start;
  }

  #isVisible({ kind, start, end }: Scope, { offset, outsideOf, expressionScope }: Place): boolean {
    if (offset < start || offset >= end) return false;
    if (outsideOf?.some((range) => range.start === start && range.end === end)) return false;
    if (kind !== "class") return true;
    const inner = this.enclosing(offset, "function");
    return !((inner?.start ?? -1) >= start || (expressionScope?.start ?? -1) >= start);
  }
}

function keyOf({ kind, start, end }: Scope): string {
  return `${kind} ${start} ${end}`;
}

/** The index of the first declaration at an offset or after it. */
function firstFrom(declarations: readonly Declaration[], offset: number): number {
  return countWhile(declarations.length, (index) => (declarations[index]?.at ?? 0) < offset);
}

/** The declarations that are weighed for a place: all but where there are very many. */
function nearest({ declarations, definitions }: ScopedName, offset: number): readonly Declaration[] {
  if (declarations.length <= 2 * maxWeighed) return declarations;
  const behind = firstFrom(declarations, offset);
  const from = Math.max(behind - maxWeighed, 0);
  const near = declarations.slice(from, behind + maxWeighed);
  const definition = definitions[firstFrom(definitions, near[0]?.at ?? 0) - 1];
  return definition === undefined ? near : [definition, ...near];
}

/** True when a declaration of the same function or module binds its name before an offset, or at it. */
export function isBoundBefore({ kind, at, end, headEnd }: Declaration, offset: number): boolean {
  return kind === "function" || kind === "class" ? headEnd <= offset || at === offset : end <= offset || at === offset;
}

/** True for what says more of a name than that a value was assigned to it. */
function isDefinition({ kind, flags }: Declaration): boolean {
  return kind !== "variable" && kind !== "field" && (flags & DeclarationFlag.declared) === 0;
}

/** True for an import or a definition that Python of today comes to. */
function isRival(declaration: Declaration): boolean {
  return rivalKinds.has(declaration.kind) && isTaken(declaration);
}

const rivalKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["import", "function", "class"]);

/** True if an import is among the declarations of a name, and another import or a definition as well. */
function mayHaveRivals(declarations: readonly Declaration[]): boolean {
  return declarations.length > 1 && declarations.filter(isRival).length > 1 && declarations.some(isImport);
}

function isImport({ kind }: Declaration): boolean {
  return kind === "import";
}

/**
 * The declarations of a name in a module, in source order, that may hold when it has run: the last ones in branches, and the one
 * before them that is in none. None if only one may.
 */
export function rivalsWhenRun(declarations: readonly Declaration[]): readonly Declaration[] {
  if (!mayHaveRivals(declarations)) return [];
  const rivals: Declaration[] = [];
  for (const declaration of [...declarations].reverse()) {
    if (isRival(declaration)) rivals.push(declaration);
    if (!isIndented(declaration)) break;
  }
  return mayHaveRivals(rivals) ? rivals : [];
}

/**
 * True for a statement of a module that is in another one, such as `if` or `try`, by the column of its name. An import that begins
 * on an earlier line may be in one.
 */
function isIndented({ kind, flags, column, at, start }: Declaration): boolean {
  const before = column - 1;
  if (kind === "import") return before !== at - start;
  // A decorator is on an earlier line.
  const head = kind === "class" ? "class " : (flags & DeclarationFlag.async) === 0 ? "def " : "async def ";
  return before > (kind === "class" || kind === "function" ? head.length : at - start);
}

/** True for what is in a branch that no Python of today takes. */
function isExcluded({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.excluded) !== 0;
}

function isTaken(declaration: Declaration): boolean {
  return !isExcluded(declaration);
}

/** Declarations with those last that no Python of today comes to. */
export function takenFirst(declarations: readonly Declaration[]): readonly Declaration[] {
  return [...declarations.filter(isTaken), ...declarations.filter(isExcluded)];
}

/** True for what has a type without what is assigned to it. */
export function isTyped(declaration: Declaration): boolean {
  return isDefinition(declaration) || isAnnotated(declaration);
}

function add<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  pushTo(map, key, item);
}
