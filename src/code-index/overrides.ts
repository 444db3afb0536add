import { groupBy } from "../base/group-by.ts";
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
  const overridden = members.flatMap((member) =>
    overriddenBy(member, code.index, code.resolverOf(member.file.language)),
  );
  const isOverridable = overridden.length > 0 || members.some(mayBeOverridden);
  const owners = isOverridable ? members.flatMap(({ parent }) => (parent === undefined ? [] : [placeOf(parent)])) : [];
  return { ...symbol, overridden: overridden.map(placeOf), owners };
}

/** The members of base classes that a member overrides. */
export function overriddenBy(member: Declaration, index: CodeIndex, resolver: LookupOrder): readonly Declaration[] {
  const { parent, name } = member;
  if (parent === undefined || /^~/.test(name)) return [];
  const bases = new Set(ancestorsOf(parent, index, resolver));
  if (bases.size === 0) return [];
  const ofBases = index.named(name).filter((found) => isFunction(found) && found.parent && bases.has(found.parent));
  const inBases = likeMember(ofBases, member);
  return mayBeOverridden(member) || inBases.some(mayBeOverridden) ? inBases : [];
}

/** The members of derived classes that override a member: a call of it may run one of them. */
export function overridesOf(member: Declaration, index: CodeIndex, resolver: LookupOrder): readonly Declaration[] {
  const { parent, name } = member;
  if (parent === undefined || !isClass(parent) || !isFunction(member) || /^~/.test(name)) return [];
  if (!mayBeOverridden(member) && overriddenBy(member, index, resolver).length === 0) return [];
  const ofOthers = index.named(name).filter((found) => isFunction(found) && found.parent && found.parent !== parent);
  return likeMember(ofOthers, member).filter(
    (found) => found.parent && ancestorsOf(found.parent, index, resolver).includes(parent),
  );
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
