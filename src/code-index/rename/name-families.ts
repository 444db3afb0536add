/**
 * The members and parameters that have to keep one name: a member with what it replaces and what replaces it in the classes of its
 * hierarchy, a parameter with that of each such function, which a call may name. Input: a declaration; output: the others of its
 * family, and what is not known of it.
 */

import { BaseSearch } from "../base-search.ts";
import { childrenOf } from "../children-of.ts";
import { ClassHierarchy } from "../class-hierarchy.ts";
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import type { FoundSymbol } from "../found-symbols.ts";
import { overriddenBy, overridesOf } from "../overrides.ts";
import { declarationAt, keyOfPlace, placeOf } from "../places.ts";
import { qualifiedNameOf } from "../qualified-name.ts";
import { bringsNames, isClass, isFunction, isInner, mayBeOverridden, takeTheSame } from "../symbol-kind.ts";
import { declarationsOf } from "../symbols-of.ts";
import { traitsOf } from "../traits-of.ts";
import { placesOfWord } from "../word-places.ts";
import type { Refusal } from "./refusal.ts";
import { replacesMembers } from "./replacing-members.ts";

/** The declarations that have to keep one name with another one, and the ones that have to if a guess about a base holds. */
export type Family = { readonly sure: readonly Declaration[]; readonly perhaps: readonly Declaration[] };

const noFamily: Family = { sure: [], perhaps: [] };

/** The families of names of a code base. */
export class NameFamilies {
  /** Places that may be of a family, which only a running program would tell. */
  readonly refusals: Refusal[] = [];
  /** The functions that get a renamed parameter with others by `**`. */
  readonly takers = new Set<string>();
  /** Classes that read a renamed member of their own object, which only classes that derive from them declare. */
  readonly readers = new Set<Declaration>();
  readonly bases: BaseSearch;
  readonly #code: Code;
  readonly #hierarchy: ClassHierarchy;

  constructor(code: Code) {
    this.#code = code;
    const hierarchy = new ClassHierarchy(code);
    this.bases = new BaseSearch(code, (one) => hierarchy.basesOf(one));
    this.#hierarchy = hierarchy;
  }

  /** True if files were left out that may have classes in functions. */
  get isPartial(): boolean {
    return this.#hierarchy.isPartial;
  }

  /** The declarations of a symbol, also of a class in a function and of its members, which only its open file knows. */
  async declarationsOf({ places, forward }: FoundSymbol): Promise<readonly Declaration[]> {
    const found = await Promise.all(
      [...places, ...forward].map(async (place) => {
        const indexed = declarationAt(this.#code.index.fileAt(place.path), place);
        if (indexed !== undefined || this.#code.index.fileAt(place.path) === undefined) return indexed;
        const [local] = await this.#hierarchy.localsIn(place.path);
        const declaration = local && declarationAt(local.file, place);
        return declaration !== undefined && (isClass(declaration) || isOfClass(declaration)) ? declaration : undefined;
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  /** The other declarations of the family of a member or a parameter; none for any other declaration. */
  async othersOf(declaration: Declaration): Promise<Family> {
    const { parent, kind } = declaration;
    if (parent === undefined) return noFamily;
    if (kind === "parameter" && isFunction(parent)) {
      const given = this.#code.resolverOf(declaration.file.language).givenBy?.(declaration);
      return given === undefined ? await this.#parametersLike(declaration, parent) : { sure: [given], perhaps: [] };
    }
    if (!isClass(parent) || !mayBeMember(declaration)) return noFamily;
    const like = replacesMembers(declaration, this.#code) ? await this.#membersLike(declaration, parent) : noFamily;
    // By the traits of a language all members of a name are alike; by its resolver a function is also one of objects without a class.
    if (!isFunction(declaration) || traitsOf(declaration.file.language).replacingNames?.test(declaration.name))
      return like;
    return together([like, this.#overriding(declaration), await this.#inFunctions(declaration)]);
  }

  /** The members that a function overrides, and the ones that override it, as the files of their classes see them. */
  #overriding(member: Declaration): Family {
    const { index } = this.#code;
    const resolver = this.#code.resolverOf(member.file.language);
    const below = overridesOf(member, index, resolver).map((other) => ({
      other,
      derives: this.#derives(other, member),
    }));
    const above = overriddenBy(member, index, resolver).map((other) => ({
      other,
      derives: this.#derives(member, other),
    }));
    return familyOf([...below, ...above]);
  }

  /** The members of classes in functions that override a member. */
  async #inFunctions(member: Declaration): Promise<Family> {
    if (member.parent === undefined || !mayBeOverridden(member)) return noFamily;
    const { index } = this.#code;
    const below = await this.#hierarchy.around([member.parent], {
      direction: "down",
      maxDepth: Number.POSITIVE_INFINITY,
    });
    const overriding = below
      .filter(({ declaration: one }) => index.fileAt(one.file.path) !== one.file)
      .flatMap(({ declaration: one }) => childrenOf(one))
      .filter((other) => other.name === member.name && isFunction(other) && takeTheSame(other, member));
    return familyOf(overriding.map((other) => ({ other, derives: this.#isGuess(other, member) ? "guess" : true })));
  }

  /**
   * The members of the same name, of any kind, in the classes that a class derives from, that derive from it, and that one of these
   * derives from as well: one name on an object means any of them. If a base reads the member and does not declare it, the same holds
   * for the classes that derive from this base.
   */
  async #membersLike(member: Declaration, holder: Declaration): Promise<Family> {
    const { name } = member;
    const family = new Set<Declaration>();
    const perhaps = new Set<Declaration>();
    const keys = new Set<string>();
    const starts = new Set([holder]);
    // A set that grows is walked to its end.
    for (const start of starts) {
      const below = await this.#hierarchy.around([start], { direction: "down", maxDepth: Number.POSITIVE_INFINITY });
      const classes = [start, ...below.map(({ declaration }) => declaration)];
      if (start !== holder) {
        if (classes.some((one) => this.#mayHaveFromOutside(one, name))) continue;
        this.readers.add(start);
      }
      for (const near of classes) {
        const isGuess = near !== start && this.bases.derives(near, start) === "guess";
        for (const one of [near, ...this.#hierarchy.ancestorsOf(near)]) {
          const isPerhaps = isGuess || (one !== near && this.bases.derives(near, one) === "guess");
          if (!isPerhaps && !family.has(one) && this.#readsOfDerived(one, name)) starts.add(one);
          for (const same of [one, ...declarationsOf(one, this.#code)]) {
            (isPerhaps ? perhaps : family).add(same);
            keys.add(keyOfPlace(placeOf(same)));
          }
        }
      }
    }
    const others = this.#code.index
      .named(name)
      .filter((other) => other.parent !== undefined && this.#mayReplace(other));
    for (const other of others) {
      const { parent } = other;
      if (parent === undefined || !isClass(parent) || keys.has(keyOfPlace(placeOf(parent)))) continue;
      if (parent.file.language !== holder.file.language) continue;
      if (this.bases.derives(parent, holder) === "maybe") this.#refuse(other, member);
      else if (this.bases.derives(holder, parent) === "maybe") this.#refuse(member, other);
    }
    const membersIn = (classes: Iterable<Declaration>) =>
      [...classes]
        .flatMap(childrenOf)
        .filter((other) => other.name === name && other !== member && this.#mayReplace(other));
    return { sure: membersIn(family), perhaps: membersIn([...perhaps].filter((one) => !family.has(one))) };
  }

  #mayReplace(member: Declaration): boolean {
    return mayBeMember(member) && replacesMembers(member, this.#code);
  }

  /** True for a class that reads a member of its own object which neither it nor a base of it can have. */
  #readsOfDerived(holder: Declaration, name: string): boolean {
    const { ownMembers } = traitsOf(holder.file.language);
    if (ownMembers === undefined || this.bases.of(holder).others.length > 0) return false;
    if (this.#membersOf(holder).some((one) => one.name === name || ownMembers.givenBy.has(one.name))) return false;
    const text = (this.#code.textOf(holder.file.path) ?? "").slice(holder.start, holder.end);
    return placesOfWord(text, name).some((at) => ownMembers.before.test(text.slice(Math.max(at - maxBefore, 0), at)));
  }

  /** True for a class with bases from outside that has a member of a name from no class of the code base. */
  #mayHaveFromOutside(holder: Declaration, name: string): boolean {
    const isOpen = this.bases.of(holder).others.length > 0;
    return isOpen && !this.#membersOf(holder).some((one) => one.name === name);
  }

  /** The members of a class and of its bases. */
  #membersOf(holder: Declaration): readonly Declaration[] {
    return [holder, ...this.#hierarchy.ancestorsOf(holder)].flatMap(childrenOf).filter(mayBeMember);
  }

  /** The parameters of a name in the functions that a call of one of them may run. */
  async #parametersLike(parameter: Declaration, holder: Declaration): Promise<Family> {
    if (!traitsOf(parameter.file.language).namesArguments) return noFamily;
    const functions = isMaker(holder) ? makersWith(holder) : await this.#overridingAll(holder);
    const likeIn = (some: readonly Declaration[]) =>
      some.flatMap(childrenOf).filter((one) => one.kind === "parameter" && one.name === parameter.name);
    for (const one of functions.sure) if (likeIn([one]).length === 0) this.#noteTaker(one);
    return { sure: likeIn(functions.sure).filter((one) => one !== parameter), perhaps: likeIn(functions.perhaps) };
  }

  /** A function with all that it overrides and that overrides it. */
  async #overridingAll(holder: Declaration): Promise<Family> {
    const functions = new Set([holder]);
    const perhaps = new Set<Declaration>();
    // A set that grows is walked to its end.
    for (const one of functions) {
      const others = await this.othersOf(one);
      for (const other of [...declarationsOf(one, this.#code), ...others.sure]) functions.add(other);
      for (const other of others.perhaps) perhaps.add(other);
    }
    return { sure: [...functions], perhaps: [...perhaps].filter((one) => !functions.has(one)) };
  }

  /**
   * The parameters of a name in the constructors of other classes that a call without the name of its class may make: all that derive
   * from the class of a constructor, or from a base of it. None for other parameters.
   */
  async kinOf(parameter: Declaration): Promise<readonly Declaration[]> {
    const { parent: holder, kind, name, file } = parameter;
    const owner = holder?.parent;
    if (kind !== "parameter" || holder === undefined || owner === undefined || !isMaker(holder)) return [];
    if (!traitsOf(file.language).namesArguments) return [];
    const bases = this.#hierarchy.ancestorsOf(owner);
    const options = { direction: "down", maxDepth: Number.POSITIVE_INFINITY } as const;
    const below = await this.#hierarchy.around([owner, ...bases], options);
    const classes = new Set([...bases, ...below.map(({ declaration }) => declaration)]);
    return [...classes]
      .filter((one) => one !== owner)
      .flatMap(childrenOf)
      .filter(isMaker)
      .flatMap((one) => {
        const same = childrenOf(one).filter((other) => other.kind === "parameter" && other.name === name);
        const isBelow = one.parent !== undefined && this.bases.derives(one.parent, owner) === true;
        if (same.length === 0 && isBelow) this.#noteTaker(one);
        return same;
      });
  }

  /** Notes a function if it gets all other arguments that a call names. */
  #noteTaker(one: Declaration): void {
    const head = (this.#code.textOf(one.file.path) ?? "").slice(one.at, one.headEnd);
    if (!/[(,]\s*\*\*/.test(head)) return;
    this.takers.add(qualifiedNameOf(one, this.#code.separatorOf(one.file.language)));
  }

  /** Tells if the class of a member derives from that of another one; refuses the rename if that is not known. */
  #derives(derived: Declaration, base: Declaration): boolean | "guess" {
    const [holder, baseHolder] = [derived.parent, base.parent];
    if (holder === undefined || baseHolder === undefined) return false;
    const derives = this.bases.derives(holder, baseHolder);
    if (derives !== "maybe") return derives;
    this.#refuse(derived, base);
    return false;
  }

  #isGuess({ parent: derived }: Declaration, { parent: base }: Declaration): boolean {
    return derived !== undefined && base !== undefined && this.bases.derives(derived, base) === "guess";
  }

  #refuse(derived: Declaration, base: Declaration): void {
    const name = qualifiedNameOf(base, this.#code.separatorOf(base.file.language));
    this.refusals.push({ ...placeOf(derived), reason: `may override ${name}` });
  }

  /** True for a function that overrides one of a class of the code base, also by a guess. */
  overridesAny(member: Declaration): boolean {
    const { sure, perhaps } = this.#overriding(member);
    return [...sure, ...perhaps].some((one) => this.#derives(member, one) !== false);
  }
}

function familyOf(others: readonly { readonly other: Declaration; readonly derives: boolean | "guess" }[]): Family {
  return {
    sure: others.flatMap(({ other, derives }) => (derives === true ? [other] : [])),
    perhaps: others.flatMap(({ other, derives }) => (derives === "guess" ? [other] : [])),
  };
}

function together(families: readonly Family[]): Family {
  return { sure: families.flatMap(({ sure }) => sure), perhaps: families.flatMap(({ perhaps }) => perhaps) };
}

/** UTF-16 code units before a name that tell whether it is a member of the own object. */
const maxBefore = 100;

/** True for a method that gets the arguments of a call of its class. */
function isMaker(declaration: Declaration): boolean {
  const { name, parent, file } = declaration;
  const isMethod = isFunction(declaration) && parent !== undefined && isClass(parent);
  return isMethod && traitsOf(file.language).makers?.has(name) === true;
}

/** The methods of a class that get the arguments of the same call as one of them. Calls name the class, and so no other one. */
function makersWith({ parent }: Declaration): Family {
  return { sure: parent === undefined ? [] : childrenOf(parent).filter(isMaker), perhaps: [] };
}

function isOfClass({ parent }: Declaration): boolean {
  return parent !== undefined && (isClass(parent) || (parent.parent !== undefined && isClass(parent.parent)));
}

/** True for what a class may replace of its bases: neither a parameter nor an import, nor a variable of a comprehension in its body. */
function mayBeMember(declaration: Declaration): boolean {
  const { parent, scopeStart, scopeEnd } = declaration;
  // The members of a class in a function have the scope of this function.
  const isOfBody = scopeEnd > 0 && (parent === undefined || scopeStart > parent.start);
  return !isInner(declaration) && !bringsNames(declaration) && !isOfBody;
}
