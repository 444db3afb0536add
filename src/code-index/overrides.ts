/**
 * The members of classes that override one another. Input: a member, and the index; output: the members of base classes that it
 * overrides, and the ones of derived classes that override it.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy, pushTo } from "../base/group-by.ts";
import { BaseSearch } from "./base-search.ts";
import { ancestorsOf, type LookupOrder } from "./class-bases.ts";
import type { Code } from "./code.ts";
import type { CodeIndex, Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import type { ReferencedSymbol } from "./occurrences.ts";
import { declarationAt, placeOf } from "./places.ts";
import { isClass, isFunction, mayBeOverridden, takeTheSame } from "./symbol-kind.ts";

/** Adds to a symbol which members of base classes it overrides, and which classes' members may override it. */
export function withOverrides(
  symbol: FoundSymbol,
  code: Pick<Code, "index" | "resolverOf">,
): Omit<ReferencedSymbol, "aliases" | "madeBy" | "made"> {
  const members = symbol.places
    .map((place) => declarationAt(code.index.fileAt(place.path), place))
    .filter((found) => found !== undefined)
    .filter((found) => isFunction(found) && found.parent !== undefined && isClass(found.parent));
  const implemented = symbol.places.flatMap((place) => {
    const method = declarationAt(code.index.fileAt(place.path), place);
    return method === undefined ? [] : (code.resolverOf(method.file.language).implementedBy?.(method) ?? []);
  });
  const inherited = members.flatMap((member) =>
    overriddenBy(member, code.index, code.resolverOf(member.file.language)),
  );
  const overridden = [...inherited, ...implemented];
  const bases = new BaseSearch(code);
  const guessed = inherited.filter((one) => members.every((member) => overridesByGuess(member, [one], bases)));
  const isOverridable = inherited.length > 0 || members.some(mayBeOverridden);
  const owners = isOverridable ? members.flatMap(({ parent }) => (parent === undefined ? [] : [placeOf(parent)])) : [];
  return { ...symbol, overridden: overridden.map(placeOf), guessed: guessed.map(placeOf), owners };
}

/** The members of base classes that a member overrides. */
export function overriddenBy(member: Declaration, index: CodeIndex, resolver: LookupOrder): readonly Declaration[] {
  const { parent, name } = member;
  if (parent === undefined || /^~/.test(name)) return [];
  const bases = new Set(ancestorsOf(parent, index, resolver));
  if (bases.size === 0) return [];
  const { all } = membersNamed(name, index, resolver);
  const ofBases = all.filter((found) => found.parent && bases.has(found.parent));
  const inBases = likeMember(ofBases, member);
  return mayBeOverridden(member) || inBases.some(mayBeOverridden) ? inBases : [];
}

/** True if a member overrides one of some others only if a base of its class is the class that a guess says. */
export function overridesByGuess(derived: Declaration, overridden: Iterable<Declaration>, bases: BaseSearch): boolean {
  const ways = Array.from(overridden, ({ parent: base }) => {
    const { parent: holder } = derived;
    return holder !== undefined && base !== undefined && bases.derives(holder, base);
  });
  return ways.includes("guess") && !ways.includes(true);
}

/** The members of derived classes that override a member: a call of it may run one of them. */
export function overridesOf(member: Declaration, index: CodeIndex, resolver: LookupOrder): readonly Declaration[] {
  const { parent, name } = member;
  if (parent === undefined || !isClass(parent) || !isFunction(member) || /^~/.test(name)) return [];
  if (!mayBeOverridden(member) && overriddenBy(member, index, resolver).length === 0) return [];
  const { ofDerived } = membersNamed(name, index, resolver);
  return likeMember(ofDerived.get(parent) ?? [], member);
}

/** The functions with a name that classes have as members, in the order of the index. */
type MembersNamed = {
  readonly all: readonly Declaration[];
  /** Class → the functions in classes that derive from it. */
  readonly ofDerived: ReadonlyMap<Declaration, readonly Declaration[]>;
};

/** Name → its functions, of each index and each way to look up members. */
const knownMembers = new WeakMap<CodeIndex, WeakMap<LookupOrder, Map<string, MembersNamed>>>();

function membersNamed(name: string, index: CodeIndex, resolver: LookupOrder): MembersNamed {
  const ofIndex = getOrInsert(knownMembers, index, () => new WeakMap());
  const ofResolver = getOrInsert(ofIndex, resolver, () => new Map());
  return getOrInsert(ofResolver, name, () => {
    const ofDerived = new Map<Declaration, Declaration[]>();
    const all = index.named(name).filter((found) => isFunction(found) && found.parent !== undefined);
    for (const found of all) {
      if (found.parent === undefined) continue;
      for (const base of ancestorsOf(found.parent, index, resolver)) pushTo(ofDerived, base, found);
    }
    return { all, ofDerived };
  });
}

/**
 * The members of other classes that may override a member, or that it may override: of each class the ones with parameters
 * of the same types, or else, since types may be written in several ways, of the same number.
 */
function likeMember(others: readonly Declaration[], member: Declaration): readonly Declaration[] {
  const alike = others.filter((other) => takeTheSame(other, member));
  return [...groupBy(alike, ({ parent }) => parent).values()].flatMap((ofClass) => {
    const same = ofClass.filter(({ parameters }) => parameters === member.parameters);
    return same.length > 0 ? same : ofClass;
  });
}
