/**
 * The name lookup of C++: qualified, unqualified, in classes with their bases, by using-directives, and dependent on
 * arguments (ADL). Input: a name and a place; output: the declarations of the first scope that has it.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isForeign, isForward, isLikely, isOpenScope } from "../symbol-kind.ts";
import type { Agreement } from "./branch-table.ts";
import {
  type Containers,
  classKinds,
  isSameOrAround,
  isScopedEnum,
  isSpecialization,
  isSpecializedFunction,
  isTemplateParameter,
  lastPart,
  outerPath,
} from "./containers.ts";
import { type NamePart, parsePath } from "./expression.ts";
import type { MacroMembers } from "./macro-members.ts";
import {
  type Bindings,
  type ClassType,
  type Context,
  type Evaluations,
  type Found,
  noBindings,
  type Place,
  placeOf,
  type TypeSource,
} from "./model.ts";
import { overloadsOf } from "./overloads.ts";
import { isStandardName } from "./standard-library.ts";
import type { Seen, Visibility } from "./visibility.ts";

const { local } = DeclarationFlag;

/** The kinds that can be before `::`. */
export const qualifierKinds = wordSet("namespace namespace_alias class struct union enum alias type_parameter using");

export type Scope =
  | { readonly kind: "namespace"; readonly path: string }
  | { readonly kind: "class"; readonly type: ClassType }
  | { readonly kind: "external"; readonly name: string };

/** A namespace of a using-directive, and the namespace in which its names are looked up: both by their paths. */
export type OpenedNamespace = { readonly target: string; readonly into: string };

/** Using-directives that are followed from one scope, at most: each takes some of the steps that a name has. */
const maxOpened = 1_000;

/** Accepts declarations that a name may mean. It is a cache key: the same function each time. */
export type Accept = (declaration: Declaration) => boolean;

const acceptAll: Accept = () => true;
const isNoLabel: Accept = ({ kind }) => kind !== "label";

export type ScopesOptions = {
  readonly containers: Containers;
  readonly visibility: Visibility;
  readonly evaluations: Evaluations;
  readonly types: TypeSource;
  readonly off: ReadonlySet<string>;
  /** True for a name that nothing in the code base declares, in a file that includes a library. */
  readonly isOfLibrary: (name: string, file: IndexedFile) => boolean;
  readonly macroMembers: MacroMembers;
  /** True for two offsets of a file in different branches of an `#if`. */
  readonly areBranches: (file: IndexedFile, one: number, other: number) => boolean;
  /** See `Lookup.agreement`. */
  readonly agreement: (one: Declaration, place: Place) => Agreement | undefined;
};

export class Scopes {
  readonly #containers: Containers;
  readonly #visibility: Visibility;
  readonly #evaluations: Evaluations;
  readonly #types: TypeSource;
  readonly #off: ReadonlySet<string>;
  readonly #isOfLibrary: ScopesOptions["isOfLibrary"];
  readonly #macroMembers: MacroMembers;
  readonly #areBranches: ScopesOptions["areBranches"];
  readonly #agreement: ScopesOptions["agreement"];
  readonly #locals = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();
  #directives = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();
  /** The open file that these were seen with. */
  #directivesRoot: IndexedFile | undefined;

  constructor({ containers, visibility, evaluations, types, off, ...others }: ScopesOptions) {
    this.#containers = containers;
    this.#visibility = visibility;
    this.#evaluations = evaluations;
    this.#types = types;
    this.#off = off;
    this.#isOfLibrary = others.isOfLibrary;
    this.#macroMembers = others.macroMembers;
    this.#areBranches = others.areBranches;
    this.#agreement = others.agreement;
  }

  /** The target of a name without qualifier at a place: the innermost declarations that are accepted. */
  unqualified(name: string, context: Context, accept: Accept = acceptAll): Found | undefined {
    const { place } = context;
    const found = this.#off.has("local") ? [] : this.#localsAt(name, place, accept);
    if (found.length > 0) {
      return (
        this.#inLocalClass(name, found, context, accept) ?? this.#followed(this.#result("local", found, noBindings))
      );
    }
    return this.#templateParameter(name, place, accept) ?? this.#inScopes(name, context, accept);
  }

  /** The target of a qualified name. Without qualifier it is looked up from inside outward. */
  qualified(parts: readonly NamePart[], isGlobal: boolean, context: Context, accept?: Accept): Found | undefined {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return undefined;
    if (parts.length === 1 && !isGlobal) return this.unqualified(last.name, context, accept);
    const scope = this.scopeOf(parts.slice(0, -1), isGlobal, context);
    const isHeadUnknown = scope === undefined || (scope.kind === "external" && scope.name === first.name);
    const opened =
      isHeadUnknown && !this.#isFromOutside(first.name, context.place)
        ? this.#withoutHead(parts, context, accept)
        : undefined;
    return opened ?? (scope && this.memberOf(scope, last.name, context.place, accept));
  }

  /** The scope that the parts before the last `::` name; undefined when it is not known. */
  scopeOf(parts: readonly NamePart[], isGlobal: boolean, context: Context): Scope | undefined {
    let scope: Scope | undefined = isGlobal ? { kind: "namespace", path: "" } : undefined;
    for (const [index, part] of parts.entries()) {
      const accept = (declaration: Declaration) => qualifierKinds.has(declaration.kind);
      const isFirst = index === 0 && !isGlobal;
      const found: Found | undefined = isFirst
        ? this.unqualified(part.name, context, accept)
        : scope && this.memberOf(scope, part.name, context.place, accept);
      const isOutside =
        found === undefined &&
        isFirst &&
        (this.#isFromOutside(part.name, context.place) || this.#isOfUnknown(part.name, context));
      if (isOutside) return { kind: "external", name: part.name };
      if (found === undefined) return undefined;
      scope = this.#scopeFrom(found, part, context);
      if (scope === undefined) return undefined;
    }
    return scope;
  }

  /** The target of a name in a scope. */
  memberOf(scope: Scope, name: string, place: Place, accept: Accept = acceptAll): Found | undefined {
    if (scope.kind === "external") {
      return { ...this.#result("external", [], noBindings), external: `${scope.name}::${name}` };
    }
    if (scope.kind === "class") {
      const found = this.memberOfClass(scope.type, name, accept);
      const isOwn = found !== undefined && found.external === undefined && found.rule !== "base-member";
      return isOwn ? found : (this.#itself(scope, name, accept) ?? found);
    }
    const { path } = scope;
    const found = this.#inNamespace(path, name, place, accept, new Set());
    // A specialization of a library's template is where the library declares it.
    const isOfLibrary = this.#isOutside(path) && found?.declarations.every(isSpecialization);
    if (found !== undefined && !isOfLibrary) {
      // A target of an include comes before a copy of the same library elsewhere.
      return (found.isVisible ? undefined : this.#inOpenedNamespace(path, name, place, accept)) ?? found;
    }
    if (!this.#isOutside(path)) return this.#inOpenedNamespace(path, name, place, accept);
    return { ...this.#result("external", [], noBindings), external: `${path}::${name}` };
  }

  /** A class by its own name in itself, which hides names of its bases: `A::A::f`, or `A::A` of a class without constructors. */
  #itself({ type: { declaration, bindings } }: Extract<Scope, { kind: "class" }>, name: string, accept: Accept) {
    const isNamed = declaration.name === name && accept(declaration);
    return isNamed ? this.#result("class-member", [declaration], bindings) : undefined;
  }

  /** The target of a name in a class: its own member, or one of the bases. */
  memberOfClass(type: ClassType, name: string, accept: Accept = acceptAll): Found | undefined {
    const { declaration } = type;
    const isMeant: Accept = (one) => accept(one) && !inheritsConstructors(one);
    const { own, ofOthers } = this.#ownMembers(declaration, name);
    const first = own.filter(isMeant);
    const found = (members: readonly Declaration[]) =>
      this.#followed(this.#result("class-member", members, this.bindingsOf(type)));
    const isExcluded = first.length > 0 && first.every(isForeign);
    if (first.length > 0 && !isExcluded) return found(first);
    const inherited = this.#memberOfBases(type, name, accept);
    // A member for other platforms and versions is else one of its base from outside.
    if (isExcluded) return inherited?.external === undefined ? found(first) : inherited;
    if (inherited !== undefined && inherited.external === undefined) return inherited;
    const second = ofOthers.filter(isMeant);
    return second.length > 0 ? found(second) : inherited;
  }

  #memberOfBases(type: ClassType, name: string, accept: Accept): Found | undefined {
    if (this.#off.has("base-member")) return undefined;
    return this.#evaluations.run(`member ${name}`, type.declaration, () => {
      let isOutside = false;
      let best: Found | undefined;
      for (const base of this.#types.basesOf(type)) {
        if (base?.kind === "external") isOutside = true;
        if (base?.kind !== "class") continue;
        const found = this.memberOfClass(base, name, accept);
        if (found?.external !== undefined) isOutside = true;
        else if (found !== undefined && (best === undefined || this.#dominates(found, best))) best = found;
      }
      if (best !== undefined) return { ...best, rule: "base-member" };
      return isOutside ? { ...this.#result("external", [], noBindings), external: name } : undefined;
    });
  }

  /** True for a member of a class that is derived from the class of another one: of two virtual bases, it is the one that is meant. */
  #dominates(one: Found, other: Found): boolean {
    const [derived, base] = [classOfMember(one), classOfMember(other)];
    if (derived === undefined || base === undefined || derived === base) return false;
    const seen = new Set([derived]);
    // The set grows while it is passed.
    for (const inner of seen) {
      if (seen.size > maxDominated) return false;
      for (const next of this.#types.basesOf(plainClass(inner))) if (next?.kind === "class") seen.add(next.declaration);
    }
    return seen.has(base);
  }

  /** The arguments for the parameters of a class. */
  bindingsOf({ declaration, args, bindings }: ClassType): Bindings {
    if (args.length === 0) return bindings;
    const own = new Map(bindings);
    this.#containers.templateParametersOf(declaration).forEach(({ name }, index) => {
      const arg = args[index];
      if (arg !== undefined) own.set(name, arg);
    });
    return own;
  }

  /** The class that a place is in: that of the function around it, or the class itself. */
  classAt(place: Place): Declaration | undefined {
    for (let around = place.parent; around !== undefined; around = around.parent) {
      if (classKinds.has(around.kind)) return around;
      if (around.qualifier !== "") {
        return this.#classOfPath(this.#containers.containerOf(around), place);
      }
    }
    return undefined;
  }

  /** True if a local variable, a parameter or a local class has this name at a place. */
  hasLocal(name: string, place: Place): boolean {
    return this.#localsAt(name, place, isNoLabel).length > 0;
  }

  /** A label hides no variable, and before `::` a variable no class: only what is accepted counts. */
  #localsAt(name: string, { file, offset }: Place, accept: Accept): readonly Declaration[] {
    const all = this.#localsNamed(name, file).filter(accept);
    const reaching = all.filter(({ scopeStart, scopeEnd }) => scopeStart <= offset && offset < scopeEnd);
    const around = reaching.filter((one) => !hasSibling(one, all) || !this.#areBranches(file, one.at, offset));
    // The innermost scope ends first; in one scope the last declaration before the place counts.
    const innermost = Math.min(...around.map(({ scopeEnd }) => scopeEnd));
    const found = around.filter(({ scopeEnd }) => scopeEnd === innermost);
    // Of the macros that the branches of a condition define, a common build has the one in the likely branch.
    const last = found.findLast((one) => one.kind !== "macro" || isLikely(one)) ?? found.at(-1);
    if (last === undefined || last.kind === "function") return found;
    const isRival = (one: Declaration) => isLikely(one) && this.#areBranches(file, one.at, last.at);
    return [isLikely(last) ? last : (found.findLast(isRival) ?? last)];
  }

  #localsNamed(name: string, file: IndexedFile): readonly Declaration[] {
    let locals = this.#locals.get(file);
    if (locals === undefined) {
      const declared = file.declarations.filter((declaration) => declaration.scopeEnd !== 0 && !isMember(declaration));
      locals = groupBy(declared, ({ name: own }) => own);
      this.#locals.set(file, locals);
    }
    return locals.get(name) ?? [];
  }

  /** A local, with its other declarations in branches of the same `#if`s: a build has one of them. */
  branchesOfLocal(declaration: Declaration): readonly Declaration[] {
    const { file, name, kind, at } = declaration;
    if (kind !== "variable" && !classKinds.has(kind)) return [declaration];
    const siblings = this.#localsNamed(name, file).filter((one) => one.kind === kind && isSibling(one, declaration));
    return [declaration, ...siblings.filter((one) => this.#areBranches(file, one.at, at))];
  }

  /** True if a name is a parameter of a template around a place, or of a lambda. */
  isTemplateParameter(name: string, place: Place): boolean {
    if (this.#localsAt(name, place, isNoLabel).some(isTemplateParameter)) return true;
    return this.#templateParameter(name, place, isTemplateParameter) !== undefined;
  }

  #templateParameter(name: string, place: Place, accept: Accept): Found | undefined {
    if (this.#off.has("template-parameter")) return undefined;
    const find = (declaration: Declaration | undefined) =>
      declaration &&
      this.#containers.templateParametersOf(declaration).filter((one) => one.name === name && accept(one));
    const own = find(place.template);
    if (own !== undefined && own.length > 0) return this.#result("template-parameter", own, noBindings);
    for (let around = place.parent; around !== undefined && around.kind !== "namespace"; around = around.parent) {
      const found = find(around) ?? [];
      if (found.length > 0) return this.#result("template-parameter", found, noBindings);
    }
    return undefined;
  }

  /** A member of a class in a function, which comes before what the function around the class declares. */
  #inLocalClass(name: string, locals: readonly Declaration[], context: Context, accept: Accept): Found | undefined {
    for (let around = context.place.parent; around !== undefined; around = around.parent) {
      if (!classKinds.has(around.kind) || (around.flags & local) === 0) continue;
      const { start, end } = around;
      if (locals.some(({ at }) => start <= at && at < end)) return undefined;
      const found = this.#inClass(plainClass(around), name, context, accept);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Classes and namespaces from inside outward; first what is seen, then everything. */
  #inScopes(name: string, context: Context, accept: Accept): Found | undefined {
    const { place } = context;
    let unseen: Found | undefined;
    for (const level of this.levelsAt(place)) {
      const found =
        level.kind === "class"
          ? this.#inClass(level.type, name, context, accept)
          : level.kind === "namespace"
            ? this.#inNamespace(level.path, name, place, accept, new Set())
            : undefined;
      if (found === undefined) continue;
      if (found.isVisible) return this.#besideLibraries(found, name, place);
      unseen ??= found;
    }
    return unseen && this.#besideLibraries(unseen, name, place);
  }

  /**
   * A declaration that no include leads to, or that is for other platforms than the place, where a using-directive may bring the
   * name from a library: it has a standard name.
   */
  #besideLibraries(found: Found, name: string, place: Place): Found {
    const isOpen = found.external === undefined && found.rule === "namespace" && !this.#off.has("using-directive");
    const isOther = (one: Declaration) =>
      !this.#visibility.sees(place.file, one.file) || (isForeign(one) && this.#agreement(one, place) !== "same");
    if (!isOpen || !found.declarations.every(isOther) || !this.isStandard(name, place)) return found;
    return { ...this.#result("using-directive", [], noBindings), external: `std::${name}` };
  }

  /** True for a name that a using-directive brings from the standard library, if nothing else declares it. */
  isStandard(name: string, place: Place): boolean {
    if (!isStandardName(name)) return false;
    const paths = [...this.levelsAt(place)].flatMap((level) => (level.kind === "namespace" ? [level.path] : []));
    return paths.flatMap((path) => this.#directivesIn(path, place)).some(({ type }) => type === "std");
  }

  #inClass(type: ClassType, name: string, { bindings }: Context, accept: Accept): Found | undefined {
    if (this.#off.has("class-member")) return undefined;
    const { declaration } = type;
    const found = this.memberOfClass({ ...type, bindings }, name, (one) => accept(one) && !isConstructor(one));
    if (found !== undefined && found.external === undefined) return found;
    if (declaration.name === name && accept(declaration)) return this.#result("class-member", [declaration], bindings);
    return undefined;
  }

  /** The classes and namespaces around a place, from inside outward. */
  *levelsAt(place: Place): Generator<Scope> {
    const { parent } = place;
    const lexical = new Map<string, Declaration>();
    let start: string | undefined;
    // The scopes around a namespace are namespaces, also if a class has their path elsewhere.
    let namespace: string | undefined;
    for (let around = parent; around !== undefined; around = around.parent) {
      if (classKinds.has(around.kind)) {
        if ((around.flags & local) !== 0) yield { kind: "class", type: plainClass(around) };
        else lexical.set(this.#containers.innerPathOf(around), around);
      }
      if (isScopedEnum(around)) start ??= this.#containers.innerPathOf(around);
      if (around.kind === "namespace") namespace ??= this.#containers.innerPathOf(around);
      if (around.kind === "namespace" || classKinds.has(around.kind)) start ??= this.#containers.innerPathOf(around);
      else if (isInResult(place, around)) continue;
      else if (around.qualifier !== "" || around.parent === undefined) start ??= this.#containers.containerOf(around);
    }
    for (let path = start ?? ""; ; path = outerPath(path)) {
      const isNamespace = path === "" || isSameOrAround(path, namespace);
      const declaration = isNamespace ? undefined : (lexical.get(path) ?? this.#classOfPath(path, place));
      if (declaration !== undefined) yield { kind: "class", type: plainClass(declaration) };
      else yield { kind: "namespace", path };
      if (path === "") return;
    }
  }

  #classOfPath(path: string, { file }: Place): Declaration | undefined {
    const name = lastPart(path);
    const sees = (one: IndexedFile) => this.#visibility.sees(file, one);
    const known = this.#containers.knownMembers(outerPath(path), name, sees);
    const seen = known?.declarations.filter((one) => sees(one.file)) ?? [];
    const seenClasses = seen.filter(({ kind }) => classKinds.has(kind));
    if (seenClasses.length === 0 && (known?.isOpen || seen.some(({ kind }) => kind === "namespace"))) return undefined;
    if (seenClasses.some((one) => !isForward(one) && one.parameters === 0))
      return this.definitionAmong(file, seenClasses);
    const classes = this.#containers.classesAt(path);
    if (classes.length === 0) return this.#classOfAlias(path, sees);
    return this.#isNamespaceAt(path, file, classes) ? undefined : this.definitionAmong(file, classes);
  }

  /** The class of another name in which a function is defined: `typedef A Fixture; TEST_F(Fixture, Name) {}`. */
  #classOfAlias(path: string, sees: (file: IndexedFile) => boolean): Declaration | undefined {
    const members = this.#containers.members(outerPath(path), lastPart(path));
    const aliases = members.filter((one) => one.kind === "alias" && sees(one.file) && isLikely(one));
    const classes = aliases.map((alias) => {
      const type = this.#types.typeNamed(this.#result("alias", [alias], noBindings), []);
      return type?.kind === "class" ? type.declaration : undefined;
    });
    return new Set(classes).size === 1 ? classes[0] : undefined;
  }

  /** True if a file sees a namespace of this path, but not a class. */
  #isNamespaceAt(path: string, file: IndexedFile, classes: readonly Declaration[]): boolean {
    if (classes.some((one) => this.#visibility.sees(file, one.file))) return false;
    const all = this.#containers.members(outerPath(path), lastPart(path));
    return all.some((one) => one.kind === "namespace" && this.#visibility.sees(file, one.file));
  }

  /** The definition that is nearest to a file: of the template itself, not of a specialization. */
  definitionAmong(file: IndexedFile, classes: readonly Declaration[]): Declaration | undefined {
    const ordered = this.#visibility.ordered(file, classes);
    const isWhole = (one: Declaration) => !isForward(one);
    return ordered.find((one) => isWhole(one) && one.parameters === 0) ?? ordered.find(isWhole) ?? ordered[0];
  }

  /**
   * The members of a class that have a name: members of this definition, and of others under other conditions, which
   * count if no base has the name.
   */
  #ownMembers(
    declaration: Declaration,
    name: string,
  ): { readonly own: readonly Declaration[]; readonly ofOthers: readonly Declaration[] } {
    const { file } = declaration;
    if ((declaration.flags & local) !== 0) {
      const own = file.declarations.filter((one) => one.name === name && isInClass(one, declaration));
      return { own, ofOthers: [] };
    }
    const all = this.#containers.membersOfClass(this.#containers.innerPathOf(declaration), name);
    const inside = all.filter((one) => isInClass(one, declaration));
    // `class A::B {};` defines the B that A only announces.
    if (inside.length > 0 && inside.every(isForward)) return { own: this.#visibility.ordered(file, all), ofOthers: [] };
    if (inside.length > 0) {
      // Functions of a class are specialized outside of it.
      const members = overloadsOf(all).hasSpecializedFunction
        ? all.filter((one) => isSpecializedFunction(one) || inside.includes(one))
        : inside;
      return { own: this.#visibility.ordered(file, members), ofOthers: [] };
    }
    const made = this.#off.has("macro-member") ? [] : this.#macroMembers.membersOf(declaration, name);
    if (made.length > 0) {
      // A macro may only declare a function that is defined outside of the class.
      const defined = all.filter((one) => !isMember(one));
      return { own: defined.length > 0 ? this.#visibility.ordered(file, defined) : made, ofOthers: [] };
    }
    const { declarations, rank } = this.#visibility.seenFrom(file, all);
    if (rank === 2) return { own: [], ofOthers: [] };
    return isForward(declaration) || !declarations.some(isMember)
      ? { own: declarations, ofOthers: [] }
      : { own: [], ofOthers: declarations };
  }

  /**
   * The target of a name in a namespace, or in the namespaces of its using-directives, and so on: the first that is
   * seen, in the order of the directives; or else one that is not seen.
   *
   * @param passed the namespaces that were looked into, to which these are added
   */
  #inNamespace(path: string, name: string, place: Place, accept: Accept, passed: Set<string>): Found | undefined {
    if (this.#off.has("namespace") || passed.has(path)) return undefined;
    passed.add(path);
    const own = this.#ownOfNamespace(path, name, place, accept);
    if (own?.isVisible) return own;
    const open = [{ own, directives: this.#directivesFor(path, name, place, passed) }];
    let unseen: Found | undefined;
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const directive = this.#evaluations.step() ? inner.directives.shift() : undefined;
      if (directive === undefined) {
        open.pop();
        // A target of its directives comes before a member of a namespace itself.
        if (open.length > 0 && inner.own?.external === undefined) unseen ??= inner.own;
        continue;
      }
      const target = this.#namespaceOf(directive);
      if (target === undefined || passed.has(target)) continue;
      passed.add(target);
      const found = this.#ownOfNamespace(target, name, place, accept);
      if (!found?.isVisible) open.push({ own: found, directives: this.#directivesFor(target, name, place, passed) });
      else if (found.external === undefined) return { ...found, rule: "using-directive" };
    }
    return unseen ?? own;
  }

  /** The target of a name in a namespace itself. */
  #ownOfNamespace(path: string, name: string, place: Place, accept: Accept): Found | undefined {
    const { declarations, rank } = this.#membersFrom(path, name, place.file, accept);
    if (declarations.length === 0) return undefined;
    return this.#followed({ ...this.#result("namespace", declarations, noBindings), isVisible: rank < 2 });
  }

  /** The members of a namespace with a name as a file sees them: others need not be known if it sees some. */
  #membersFrom(path: string, name: string, file: IndexedFile, accept: Accept): Seen {
    const known = this.#containers.knownMembers(path, name, (one) => this.#visibility.sees(file, one));
    const seen = known && this.#membersSeen(known.declarations, file, accept);
    if (seen !== undefined && (known?.isOpen || seen.rank === 0)) return seen;
    return this.#membersSeen(this.#containers.members(path, name), file, accept);
  }

  /** The members of a namespace with one name that are visible from a file, in order. */
  #membersSeen(members: readonly Declaration[], file: IndexedFile, accept: Accept): Seen {
    return this.#visibility.kept(members, file, accept, () => {
      const found = members.filter((one) => accept(one) && isSeenOutside(one, file));
      const { declarations, rank } = this.#visibility.seenFrom(file, found);
      const seen = rank === 2 ? declarations.filter((one) => !isOpenedBySource(one)) : declarations;
      return { declarations: this.#visibility.ordered(file, seen), rank };
    });
  }

  /** The using-directives of a namespace that may lead to a name, one of each that is written: many headers repeat one. */
  #directivesFor(path: string, name: string, place: Place, passed: ReadonlySet<string>): Declaration[] {
    if (this.#off.has("using-directive")) return [];
    // Most names are in no namespace that was not looked into.
    if (!this.#containers.isMemberBeyond(passed, name)) return [];
    const byType = groupBy(this.#directivesIn(path, place), ({ type }) => type);
    return [...byType.values()].flatMap((written) => written.slice(0, 1));
  }

  /** The path of the namespace, or of the enumeration, that a using-directive names. */
  #namespaceOf(directive: Declaration): string | undefined {
    const target = parsePath(directive.type);
    const scope =
      target &&
      this.#evaluations.run("directive", directive, () => {
        return this.scopeOf(target.parts, target.isGlobal, { place: placeOf(directive), bindings: noBindings });
      });
    if (scope?.kind === "namespace") return scope.path;
    const isEnum = scope?.kind === "class" && scope.type.declaration.kind === "enum";
    return isEnum ? this.#containers.innerPathOf(scope.type.declaration) : undefined;
  }

  /**
   * The namespaces whose names using-directives around a place bring into other ones: the innermost namespace around both. The first
   * are the ones of the innermost scope. `isWhole` is false if there are more.
   */
  openedAt(place: Place): { readonly opened: readonly OpenedNamespace[]; readonly isWhole: boolean } {
    const opened: OpenedNamespace[] = [];
    if (this.#off.has("using-directive")) return { opened, isWhole: true };
    let isWhole = true;
    for (const level of this.levelsAt(place))
      if (level.kind === "namespace" && !this.#addOpenedFrom(level.path, place, opened)) isWhole = false;
    return { opened, isWhole };
  }

  /** Returns false if there are too many to add all. */
  #addOpenedFrom(path: string, place: Place, opened: OpenedNamespace[]): boolean {
    const passed = new Set([path]);
    let looked = 0;
    // The set grows while it is passed.
    for (const one of passed) {
      const written = new Set<string>();
      for (const directive of this.#directivesIn(one, place)) {
        const isBefore = directive.file !== place.file || directive.at < place.offset;
        if (!isBefore || written.has(directive.type)) continue;
        if (++looked > maxOpened) return false;
        written.add(directive.type);
        const target = this.#namespaceOf(directive);
        if (target === undefined || passed.has(target)) continue;
        passed.add(target);
        opened.push({ target, into: nearestAround(path, target) });
      }
    }
    return true;
  }

  /** The using-directives of a namespace that are seen from a place. */
  #directivesIn(path: string, { file, offset }: Place): Declaration[] {
    const found: Declaration[] = [];
    for (const directive of this.#directivesSeenFrom(file).get(path) ?? []) {
      if (
        directive.scopeEnd === 0 ||
        (directive.file === file && directive.scopeStart <= offset && offset < directive.scopeEnd)
      ) {
        found.push(directive);
      }
    }
    return found;
  }

  /** Path of a namespace → its using-directives that a file sees. */
  #directivesSeenFrom(file: IndexedFile): ReadonlyMap<string, readonly Declaration[]> {
    if (this.#directivesRoot !== this.#visibility.root) {
      this.#directives = new WeakMap();
      this.#directivesRoot = this.#visibility.root;
    }
    let directives = this.#directives.get(file);
    if (directives === undefined) {
      this.#visibility.lookAround(file);
      const own = file.declarations.filter(({ kind, scopeEnd }) => kind === "using_namespace" && scopeEnd > 0);
      const others = this.#containers.directives().filter((one) => this.#visibility.sees(file, one.file));
      directives = groupBy([...own, ...others], (directive) => this.#containers.namespaceOf(directive));
      this.#directives.set(file, directives);
    }
    return directives;
  }

  /**
   * Replaces using-declarations by what they name, next to what is declared there itself: that hides functions with the
   * same parameters.
   */
  #followed(found: Found): Found {
    const { usings } = overloadsOf(found.declarations);
    if (usings.length === 0) return found;
    const own = found.declarations.filter(({ kind }) => kind !== "using");
    const throughs = usings.map((using) => this.#through(using, found.bindings));
    const hiding = new Set(own.filter(({ kind }) => kind === "function").map(({ parameters }) => parameters));
    const inside = throughs
      .filter((through) => through?.external === undefined)
      .flatMap((through) => through?.declarations ?? [])
      .filter(({ kind, parameters }) => kind !== "function" || !hiding.has(parameters));
    const declarations = [...new Set([...own, ...inside])];
    const outside = throughs.find((through) => through?.external !== undefined);
    if (declarations.length > 0) {
      const via = own.length > 0 ? found.via : [...usings, ...found.via];
      return { ...found, declarations, via, ...(outside !== undefined && { isBesideOutside: true }) };
    }
    const through = outside ?? throughs.find((one) => one !== undefined);
    return through === undefined ? found : { ...through, via: usings };
  }

  #through(using: Declaration, bindings: Bindings): Found | undefined {
    const target = parsePath(using.type);
    return (
      target &&
      this.#evaluations.run("using", using, () => {
        return this.qualified(
          target.parts,
          target.isGlobal,
          { place: placeOf(using), bindings },
          (one) => one !== using,
        );
      })
    );
  }

  #scopeFrom(found: Found, part: NamePart, context: Context): Scope | undefined {
    if (found.external !== undefined) return { kind: "external", name: found.external };
    const [first] = found.declarations;
    const space = found.declarations.find(({ kind }) => kind === "namespace");
    if (first === undefined) return undefined;
    if (space !== undefined) {
      const path = this.#containers.pathOf(space);
      return { kind: "namespace", path };
    }
    if (first.kind === "namespace_alias") {
      const target = parsePath(first.type);
      return (
        target &&
        this.#evaluations.run("alias", first, () => {
          return this.scopeOf(target.parts, target.isGlobal, { place: placeOf(first), bindings: noBindings });
        })
      );
    }
    const args = part.args.map((text) => ({ text, context }));
    const type = this.#types.typeNamed(found, args);
    if (type?.kind === "class") return { kind: "class", type };
    return type?.kind === "external" ? { kind: "external", name: type.name } : undefined;
  }

  /** A member of a namespace that a macro opens in some files: it is then declared in a namespace around it. */
  #inOpenedNamespace(path: string, name: string, place: Place, accept: Accept): Found | undefined {
    if (this.#off.has("opened-by-macro")) return undefined;
    for (let outer = path; outer !== ""; ) {
      outer = outerPath(outer);
      const found = this.#openedByMacro(
        this.#inNamespace(outer, name, place, withoutRepeats(accept), new Set([path])),
        place,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * A name whose first parts no declaration has: a macro may open the namespace. The rest is then looked up where it is
   * seen.
   */
  #withoutHead(parts: readonly NamePart[], context: Context, accept?: Accept): Found | undefined {
    const [head, ...rest] = parts;
    if (this.#off.has("opened-by-macro") || head === undefined || rest.length === 0) return undefined;
    const space = (declaration: Declaration) => declaration.kind === "namespace" || classKinds.has(declaration.kind);
    if (this.unqualified(head.name, context, space) !== undefined) return undefined;
    const isMeant = rest.length === 1 ? withoutRepeats(accept) : accept;
    return this.#openedByMacro(this.qualified(rest, true, context, isMeant), context.place);
  }

  /**
   * What is found without its namespace, if a macro may open that around it. A class is not its own base, nor a field of itself:
   * `class W : private Ui::W` and `class W { Ui::W form; };` are about a class that a tool makes. Nor does `using A::x;` name itself.
   */
  #openedByMacro(found: Found | undefined, place: Place): Found | undefined {
    if (!found?.isVisible || found.external !== undefined) return undefined;
    const isOwn = found.declarations.some(
      (one) => isInHead(place, one) || one === place.parent || isItself(place, one),
    );
    return isOwn ? undefined : { ...found, rule: "opened-by-macro" };
  }

  /** True for a namespace that only other source files open: what is seen of it is from outside of the code base. */
  #isFromOutside(name: string, { file }: Place): boolean {
    if (this.#isOutside(name)) return true;
    const spaces = this.#containers.members("", name);
    const isUnseen = (one: Declaration) => isOpenedBySource(one) && !this.#visibility.sees(file, one.file);
    return spaces.length > 0 && spaces.every(isUnseen);
  }

  /** True for a name that a library is seen to have: nothing in the code base declares it, nor what is around the place. */
  #isOfUnknown(name: string, context: Context): boolean {
    return this.#isOfLibrary(name, context.place.file) && this.unqualified(name, context) === undefined;
  }

  /** True for a namespace that is partly outside of the code base. */
  #isOutside(name: string): boolean {
    return name === "std" || name.startsWith("std::");
  }

  #result(rule: string, declarations: readonly Declaration[], bindings: Bindings): Found {
    return { rule, declarations, bindings, isVisible: true, via: [] };
  }
}

/** Bases of bases that are looked through for a class. */
const maxDominated = 100;

/** The class that a member is declared in. */
function classOfMember({ declarations }: Found): Declaration | undefined {
  return declarations.find(({ parent }) => parent !== undefined && classKinds.has(parent.kind))?.parent;
}

/** True for the path of a namespace that is around another one, or the same. */
function isAround(path: string, inner: string): boolean {
  return path === "" || isSameOrAround(path, inner);
}

/** The innermost namespace around both. */
function nearestAround(one: string, other: string): string {
  let path = one;
  while (!isAround(path, other)) path = outerPath(path);
  return path;
}

/** The type of a class inside of itself. */
export function plainClass(declaration: Declaration): ClassType {
  return { kind: "class", declaration, args: [], pointers: 0, bindings: noBindings };
}

/** True before the name of a function that is defined outside of its class: the members are not seen there yet. */
export function isInResult({ file, offset }: Place, { kind, file: own, qualifier, start, at }: Declaration): boolean {
  return kind === "function" && qualifier !== "" && file === own && start <= offset && offset < at;
}

/** True for a place in the head of a class, such as its bases: they are other classes. */
export function isInHead({ file, offset }: Place, { file: own, kind, start, headEnd }: Declaration): boolean {
  return classKinds.has(kind) && file === own && start <= offset && offset < headEnd;
}

/** Test of declarations → the same without `namespace asio = boost::asio;`. */
const withoutRepeated = new WeakMap<Accept, Accept>();

function withoutRepeats(accept: Accept = acceptAll): Accept {
  return getOrInsert(
    withoutRepeated,
    accept,
    () => (one) => accept(one) && !(one.kind === "namespace_alias" && repeatsName(one)),
  );
}

/** True for `namespace asio = boost::asio;` and `using Device = ::Device;`, which name something that is called so in another scope. */
export function repeatsName({ kind, name, type }: Declaration): boolean {
  return (kind === "namespace_alias" || kind === "alias") && type.endsWith(`::${name}`);
}

/** True for a place in a using-declaration. */
function isItself({ file, offset }: Place, { file: own, kind, start, end }: Declaration): boolean {
  return kind === "using" && file === own && start <= offset && offset < end;
}

/** True for two declarations of a name whose scope has the same end. */
function isSibling(one: Declaration, other: Declaration): boolean {
  return one !== other && one.scopeEnd === other.scopeEnd;
}

function hasSibling(declaration: Declaration, all: readonly Declaration[]): boolean {
  return all.length > 1 && all.some((one) => isSibling(one, declaration));
}

/** True for a member of a class or an enumeration, which is not a local though it may be in a function. */
function isMember({ parent }: Declaration): boolean {
  return parent !== undefined && (classKinds.has(parent.kind) || isScopedEnum(parent));
}

/** True for a declaration in a class, and in anonymous classes and enumerations in it. */
function isInClass(declaration: Declaration, owner: Declaration): boolean {
  for (let { parent } = declaration; parent !== undefined; parent = parent.parent) {
    if (parent === owner) return true;
    if (!isOpenScope(parent)) return false;
  }
  return false;
}

const headerPath = /\.(h|hh|hpp|hxx|inc|inl|ipp|tcc|tpp|cuh)$/i;

/** True for a namespace in a file that others do not include as a rule. */
function isOpenedBySource({ kind, file }: Declaration): boolean {
  return kind === "namespace" && !headerPath.test(file.path);
}

/** True unless a declaration is seen in another file only. */
function isSeenOutside(declaration: Declaration, from: IndexedFile): boolean {
  const { file } = declaration;
  if (file === from || headerPath.test(file.path)) return true;
  for (let around: Declaration | undefined = declaration; around !== undefined; around = around.parent) {
    if ((around.flags & DeclarationFlag.internal) !== 0) return false;
  }
  return true;
}

/** True for `using base::base;` and `using B<T>::B;`, which declare constructors and no name. */
export function inheritsConstructors({ kind, name, type }: Declaration): boolean {
  return kind === "using" && parsePath(type)?.parts.at(-2)?.name === name;
}

/** True for a constructor: the name of a class in itself is the class. */
function isConstructor({ kind, name, parent, qualifier }: Declaration): boolean {
  if (kind !== "function") return false;
  return parent?.name === name || qualifier === name || qualifier.endsWith(`::${name}`);
}
