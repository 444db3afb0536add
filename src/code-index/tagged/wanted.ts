import type { DeclarationKind } from "../../facts/declaration-facts.ts";
import type { Sort, TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration } from "../code-index.ts";
import { isClass } from "../symbol-kind.ts";

/** A search for a name: the things that it may mean at its place, and the number of arguments if it is called. */
export type Wanted = {
  /** `value` is all but functions; undefined is `any` in a language without such rules, and else `value`. */
  readonly sort?: Sort | "value" | "any" | undefined;
  readonly count?: number | undefined;
  /** True for the beginning of a path from the top: `::name`. */
  readonly isAbsolute?: boolean;
};

export const anything: Wanted = {};
export const aValue: Wanted = { sort: "value" };
export const aFunction: Wanted = { sort: "function" };
export const aType: Wanted = { sort: "type" };

/** True if values, functions and types of one name are apart; otherwise a name means any of them. */
export function hasSorts({ sorts }: Pick<TypeRules, "sorts">): boolean {
  return Object.keys(sorts).length > 0;
}

/** True for a declaration that a name may mean at its place. */
export function isWanted(one: Declaration, sort: Wanted["sort"]): boolean {
  if (sort === undefined || sort === "any") return true;
  if (sort === "function") return (isCallable(one) && one.kind !== "constructor") || isAccessor(one);
  if (sort === "macro") return isCallable(one);
  return sort === "type" ? isType(one) || one.kind === "type_parameter" : !isCallable(one);
}

/** Of functions the ones that take a number of arguments, first of all exactly that number. */
export function fittingOf(found: readonly Declaration[], { sort, count }: Wanted): readonly Declaration[] {
  if (sort !== "function" || count === undefined) return found;
  const exact = found.filter(({ most }) => most === count);
  const fitting = exact.length > 0 ? exact : found.filter(({ most }) => most < 0);
  const written = fitting.filter(isCallable);
  return written.length > 0 ? written : fitting;
}

/** True for a declaration that has members. */
export function isType(one: Declaration): boolean {
  return isClass(one) || one.kind === "enum";
}

/** True for a field that is also a function without parameters: a component of a record. */
export function isAccessor({ kind, most }: Declaration): boolean {
  return kind === "field" && most === 0;
}

const callableKinds: ReadonlySet<DeclarationKind> = new Set(["function", "method", "constructor", "operator"]);

/** True for what a call runs: a property is a value. */
export function isCallable({ kind }: Declaration): boolean {
  return callableKinds.has(kind);
}
