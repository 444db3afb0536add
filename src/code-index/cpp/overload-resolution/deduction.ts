/**
 * The deduction of template arguments and the order of templates ([temp.deduct.call], [temp.func.order]), for parameters such as
 * `T`, `const T&`, `T*` and `X<Y<T>>`. Input: parameters of a template, and types of arguments; output: the types that parameters of
 * the template stand for, or the reason why there are none.
 */
import type { Passed } from "./implicit-conversions.ts";
import { isSameCore, isSameType, isTopConst, mayBeAlias, type ValueType } from "./value-types.ts";

/** The types that parameters of a template stand for; undefined for one that cannot be known. */
export type Deduced = Map<string, ValueType | undefined>;

/** `yes` if a pattern fits, `no` if it cannot, undefined if that is not known. */
type Fit = "yes" | "no" | undefined;

/** Gives the base of a class that is a specialization of the template of another one: undefined if that is not known. */
export type BaseLike = (derived: ValueType, pattern: ValueType) => ValueType | "none" | undefined;

/** Deduces parameters of a template from one argument of a call. */
export function deduceFrom(pattern: ValueType, passed: Passed, deduced: Deduced, baseLike: BaseLike): Fit {
  if (!namesParameter(pattern)) return "yes";
  if (passed.form === "list") return pattern.core.kind === "parameter" ? "no" : undefined;
  const { type, isLvalue } = passed;
  if (type === undefined || type.isArray) return undefined;
  if (pattern.reference === "&" && isLvalue === false && !isTopConst(pattern)) return "no";
  const { core } = pattern;
  if (core.kind === "parameter" && isForwarding(pattern)) {
    // `T&&` is deduced as a reference for an object with a place, which no other argument is deduced as.
    const fit = bind(core.name, { ...type, reference: isLvalue === false ? "" : "&" }, deduced);
    return isLvalue === undefined && fit === "yes" ? undefined : fit;
  }
  // A copy of what is const is not.
  const target = pattern.reference === "" ? withoutTopConst(type) : type;
  return match({ ...pattern, reference: "" }, target, deduced, { isWhole: true, baseLike });
}

type MatchOptions = { readonly isWhole: boolean; readonly baseLike: BaseLike };

function match(pattern: ValueType, target: ValueType, deduced: Deduced, options: MatchOptions): Fit {
  const { core } = pattern;
  if (core.kind === "parameter") {
    const rest = target.levels.length - pattern.levels.length;
    if (rest < 0) return mayBeAlias(target.core) ? undefined : "no";
    const inner = { ...target, levels: target.levels.slice(0, rest) };
    if (pattern.reference !== "" && pattern.reference !== target.reference) return "no";
    const bare = pattern.isConst ? withoutTopConst(inner) : inner;
    // Inside of template arguments, and after pointers, `const T` takes only what is const.
    if (!options.isWhole && pattern.isConst === true && isTopConst(inner) === false) return "no";
    return bind(core.name, { ...bare, reference: "" }, deduced);
  }
  if (core.kind !== "class" && core.kind !== "outside") return isSameType(pattern, target) === false ? "no" : "yes";
  if (pattern.levels.length !== target.levels.length) return mayBeAlias(target.core) ? undefined : "no";
  const own =
    argsLike(pattern, target) ??
    (options.isWhole && pattern.levels.length <= 1 ? options.baseLike(target, pattern) : "none");
  if (own === "none") return "no";
  if (own === undefined) return undefined;
  const args = own.core.kind === "class" || own.core.kind === "outside" ? own.core.args : [];
  let isKnown = core.args.length === args.length;
  for (const [at, one] of core.args.entries()) {
    const arg = args[at];
    const fits =
      one === undefined || arg === undefined ? undefined : match(one, arg, deduced, { ...options, isWhole: false });
    if (fits === "no") return "no";
    isKnown &&= fits === "yes";
  }
  return isKnown ? "yes" : undefined;
}

/** A type if it is of the template of a pattern. */
function argsLike({ core }: ValueType, target: ValueType): ValueType | undefined {
  const other = target.core;
  const isLike =
    (core.kind === "class" && other.kind === "class" && core.path === other.path) ||
    (core.kind === "outside" && other.kind === "outside" && core.name === other.name);
  return isLike ? target : undefined;
}

/** Notes what a parameter stands for: one that would stand for two types stands for none. */
function bind(name: string, type: ValueType, deduced: Deduced): Fit {
  const known = deduced.get(name);
  if (known === undefined) {
    deduced.set(name, type);
    return "yes";
  }
  const isSame = isSameType(known, type);
  if (isSame === undefined) return undefined;
  const isConst = known.isConst === type.isConst || known.isConst === undefined || type.isConst === undefined;
  return isSame && isConst && known.reference === type.reference ? "yes" : "no";
}

/** A parameter with the types that parameters of the template stand for; undefined if one is not known. */
export function substituted(pattern: ValueType, passed: Passed, deduced: Deduced): ValueType | undefined {
  if (!namesParameter(pattern)) return pattern;
  const { core } = pattern;
  if (core.kind === "class" || core.kind === "outside") {
    const args = core.args.map((one) => one && substituted(one, { type: undefined, isLvalue: undefined }, deduced));
    return { ...pattern, core: { ...core, args } };
  }
  const own = core.kind === "parameter" ? deduced.get(core.name) : undefined;
  if (own === undefined) return undefined;
  const reference = isForwarding(pattern) ? (passed.isLvalue === false ? "&&" : "&") : pattern.reference;
  const levels = [...own.levels, ...pattern.levels];
  if (pattern.isConst !== true) return { ...own, levels, reference };
  if (own.levels.length === 0) return { ...own, levels, reference, isConst: true };
  return { ...own, levels: levels.map((isConst, at) => isConst || at === own.levels.length - 1), reference };
}

/** True for `T&&`, which takes any object. */
function isForwarding({ reference, levels, isConst }: ValueType): boolean {
  return reference === "&&" && levels.length === 0 && isConst === false;
}

/** True for a type that a parameter of the template is a part of. */
function namesParameter({ core }: ValueType): boolean {
  if (core.kind === "parameter") return true;
  if (core.kind !== "class" && core.kind !== "outside") return false;
  return core.args.some((one) => one !== undefined && namesParameter(one));
}

/** The names of parameters in a type. */
export function parametersIn({ core }: ValueType): readonly string[] {
  if (core.kind === "parameter") return [core.name];
  if (core.kind !== "class" && core.kind !== "outside") return [];
  return core.args.flatMap((one) => (one === undefined ? [] : parametersIn(one)));
}

/**
 * Tells which of two templates is more specialized: the one whose parameters the other one takes, but not the other way. Undefined
 * if it is neither, or not known.
 */
export function moreSpecialized(
  one: readonly (ValueType | undefined)[],
  other: readonly (ValueType | undefined)[],
): "first" | "second" | undefined {
  const [toOther, toOne] = [isTakenBy(one, other), isTakenBy(other, one)];
  if (toOther === undefined || toOne === undefined) return undefined;
  if (toOther !== toOne) return toOther === "yes" ? "first" : "second";
  if (toOther === "no") return undefined;
  // Of references to the same, `const T&` comes before `T&`, and both before `T&&`.
  const orders = new Set(one.map((type, at) => orderOfReferences(type, other[at])).filter((order) => order !== 0));
  const [order] = orders;
  return orders.size !== 1 || order === undefined ? undefined : order < 0 ? "first" : "second";
}

function orderOfReferences(one: ValueType | undefined, other: ValueType | undefined): number {
  if (one === undefined || other === undefined || one.reference === "" || other.reference === "") return 0;
  const rank = (type: ValueType) => (type.reference === "&&" ? 2 : isTopConst(type) ? 0 : 1);
  return rank(one) - rank(other);
}

/** "yes" if patterns take parameters of another template, whose names stand for types that nothing is known of. */
function isTakenBy(types: readonly (ValueType | undefined)[], patterns: readonly (ValueType | undefined)[]): Fit {
  const deduced: Deduced = new Map();
  let result: Fit = "yes";
  for (const [at, pattern] of patterns.entries()) {
    const type = types[at];
    if (pattern === undefined || type === undefined) return undefined;
    const bare = { ...withoutTopConst(type), reference: "" } as const;
    const wanted = { ...withoutTopConst(pattern), reference: "" } as const;
    const fits = namesParameter(wanted)
      ? match(wanted, bare, deduced, { isWhole: false, baseLike: () => "none" })
      : isSameOpaque(wanted, bare);
    if (fits === "no") return "no";
    if (fits === undefined) result = undefined;
  }
  return result;
}

function isSameOpaque(one: ValueType, other: ValueType): Fit {
  if (namesParameter(other)) return "no";
  const isSame = one.levels.length === other.levels.length && isSameCore(one.core, other.core);
  return isSame === undefined ? undefined : isSame ? "yes" : "no";
}

function withoutTopConst(type: ValueType): ValueType {
  if (type.levels.length === 0) return { ...type, isConst: false };
  return { ...type, levels: type.levels.map((isConst, at) => at < type.levels.length - 1 && isConst) };
}
