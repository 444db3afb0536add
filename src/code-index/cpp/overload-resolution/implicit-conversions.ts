/**
 * The implicit conversions of C++ of an argument to a parameter ([over.best.ics]). Input: the type of an argument, and that of a
 * parameter; output: the ranks that the conversion may have, by the first rule of a table that says something.
 */
import { isArithmetic, isContainer, isTextClass, promotionOf } from "./known-types.ts";
import { type Core, isSameCore, isSameType, isTopConst, mayBeAlias, type ValueType } from "./value-types.ts";

/** An argument of a call. */
export type Passed = {
  /** Without reference; undefined if it is not known. */
  readonly type: ValueType | undefined;
  /** True for what has a place: it binds to `T&`, and not to `T&&`. Undefined if that is not known. */
  readonly isLvalue: boolean | undefined;
  /** `zero` converts to pointers, `text` is a literal; a `list` is in braces. */
  readonly form?: "zero" | "text" | "list";
};

/** The ranks of conversions, the best one first; `none` where there is no conversion. */
export const Rank = { exact: 0, promotion: 1, conversion: 2, user: 3, ellipsis: 4, none: 5 } as const;
export type Rank = (typeof Rank)[keyof typeof Rank];

/** A conversion: its rank is between `best` and `worst`. */
export type Conversion = {
  /** The id of the rule that has decided. */
  readonly rule: string;
  readonly best: Rank;
  readonly worst: Rank;
  /**
   * Classes between a class and its base, the largest number for `void`; 1 for an enumeration that is promoted further than to the
   * type that it is of.
   */
  readonly depth?: number;
  /** True for a pointer that becomes a truth value, which is worse than other conversions of pointers. */
  readonly isTruth?: boolean;
};

/** Answers questions of conversions about classes. */
export type ClassFacts = {
  /**
   * The number of classes from one to its base: 1 for a direct one; "none" if it is not its base, undefined if that is not known.
   */
  readonly depthOf: (derived: Core, base: Core) => number | "none" | undefined;
  /** The parameters by which constructors of a class convert, undefined for each that is not known. */
  readonly convertingParameters: (core: Core) => readonly (ValueType | undefined)[] | undefined;
  /** The results of conversion functions of a class and its bases, undefined for each that is not known. */
  readonly conversionResults: (core: Core) => readonly (ValueType | undefined)[];
};

type Question = {
  readonly passed: Passed;
  readonly type: ValueType;
  readonly parameter: ValueType;
  readonly facts: ClassFacts;
  /** False for the argument of a constructor that converts: it is not converted by another one. */
  readonly byUser: boolean;
};

type ConversionRule = { readonly id: string; readonly find: (question: Question) => Ranks | undefined };
type Ranks = Omit<Conversion, "rule">;

const sure = (rank: Rank): Ranks => ({ best: rank, worst: rank });
const between = (best: Rank, worst: Rank): Ranks => ({ best, worst });
const none = sure(Rank.none);
const exact = sure(Rank.exact);

/** A depth that is more than any of bases. */
const voidDepth = 1_000;

const conversionRules: readonly ConversionRule[] = [
  { id: "list", find: ofList },
  { id: "rvalue-to-reference", find: toReference },
  { id: "identity", find: identity },
  { id: "null-pointer", find: nullPointer },
  { id: "text-to-class", find: textToClass },
  { id: "pointer", find: pointer },
  { id: "alias-of-library", find: aliasOfLibrary },
  { id: "promotion", find: promotion },
  { id: "arithmetic", find: arithmetic },
  { id: "base", find: toBase },
  { id: "user", find: byConstructorOrFunction },
  { id: "no-conversion", find: () => none },
];

/** The conversion of an argument to a parameter of a known type. */
export function conversionOf(
  passed: Passed,
  parameter: ValueType | undefined,
  facts: ClassFacts,
  byUser = true,
): Conversion {
  if (parameter === undefined) return { rule: "unknown-parameter", ...between(Rank.exact, Rank.none) };
  const { type } = passed;
  if (passed.form !== "list" && type === undefined)
    return { rule: "unknown-argument", ...between(Rank.exact, Rank.none) };
  const question = { passed, type: type ?? parameter, parameter, facts, byUser };
  for (const { id, find } of conversionRules) {
    const ranks = find(question);
    if (ranks !== undefined) return { rule: id, ...ranks };
  }
  return { rule: "no-conversion", ...none };
}

function ofList({ passed }: Question): Ranks | undefined {
  return passed.form === "list" ? between(Rank.exact, Rank.none) : undefined;
}

/** `T&` takes no temporary and nothing const, `T&&` no object with a name: of its own type, or of a class derived from it. */
function toReference({ passed: { isLvalue }, type, parameter, facts }: Question): Ranks | undefined {
  const { reference } = parameter;
  if (reference === "") return undefined;
  const isSame = isSameType(type, parameter);
  const isRelated =
    isSame !== false ||
    (parameter.levels.length === 0 && type.levels.length === 0 && facts.depthOf(type.core, parameter.core) !== "none");
  if (reference === "&&") {
    if (!isRelated) return undefined;
    // An object that is const stays so, and one of the type is not copied.
    const addsConst = isTopConst(parameter) === true || isTopConst(type) === false;
    if (isLvalue === false && addsConst) return undefined;
    const isOwn = isSame === true || typeof facts.depthOf(type.core, parameter.core) === "number";
    if (isOwn && !addsConst && isTopConst(type) === true) return none;
    return isLvalue === true && isSame === true ? none : between(Rank.exact, Rank.none);
  }
  if (isConstReference(parameter)) return undefined;
  if (isLvalue === false) return none;
  if (!isRelated) return mayBeAlias(type.core) || mayBeAlias(parameter.core) ? between(Rank.exact, Rank.none) : none;
  const isConst = isTopConst(type);
  if (isConst === true && isTopConst(parameter) === false && isSame === true) return none;
  if (isSame !== true || isConst === undefined || isLvalue === undefined) {
    const depth = isSame === false ? facts.depthOf(type.core, parameter.core) : undefined;
    if (typeof depth === "number" && isConst === true) return none;
    if (typeof depth === "number" && isConst === false && isLvalue === true) return { ...sure(Rank.conversion), depth };
    return between(Rank.exact, Rank.none);
  }
  // The pointers that it refers to have to be the same.
  return hasSameConst(type, parameter) ? exact : type.isConst !== undefined ? none : between(Rank.exact, Rank.none);
}

function identity({ type, parameter }: Question): Ranks | undefined {
  if (isSameType(type, parameter) !== true) return undefined;
  return type.levels.length === 0 ? exact : qualified(type, parameter);
}

/** The conversion of a pointer to the same type, which may become one to something const. */
function qualified(type: ValueType, parameter: ValueType): Ranks {
  if (type.levels.length > 1 && !hasSameConst(type, parameter)) return between(Rank.exact, Rank.none);
  if (parameter.isConst === true || type.isConst === false) return exact;
  return type.isConst === undefined || parameter.isConst === undefined ? between(Rank.exact, Rank.none) : none;
}

function nullPointer({ passed, type, parameter }: Question): Ranks | undefined {
  const isNull = type.core.kind === "number" && type.core.name === "nullptr_t" && type.levels.length === 0;
  if (!isNull && passed.form !== "zero") return undefined;
  if (parameter.levels.length > 0) return sure(Rank.conversion);
  if (isNull && parameter.core.kind === "number") return none;
  if (isNull && parameter.core.kind === "enum") return none;
  if (parameter.core.kind === "number" && parameter.core.name === "nullptr_t") return sure(Rank.conversion);
  if (parameter.core.kind === "outside" && isTextClass(parameter.core.name)) return sure(Rank.user);
  return undefined;
}

/** A text of C becomes a string, by a constructor. */
function textToClass({ type, parameter, byUser }: Question): Ranks | undefined {
  const { core } = parameter;
  if (core.kind !== "outside" || parameter.levels.length > 0 || !isTextClass(core.name)) return undefined;
  if (!byUser) return type.core.kind === "outside" ? undefined : none;
  if (isNumber(type, "char") && type.levels.length === 1) return sure(Rank.user);
  const isView = core.name === "std::string_view";
  if (isView && type.core.kind === "outside" && type.core.name === "std::string" && type.levels.length === 0)
    return sure(Rank.user);
  if (core.name.startsWith("std::") && (type.core.kind === "number" || type.core.kind === "enum")) return none;
  return undefined;
}

function pointer({ type, parameter, facts }: Question): Ranks | undefined {
  const [from, to] = [type.levels.length, parameter.levels.length];
  if (from === 0 && to === 0) return undefined;
  if (from === 0) {
    if (mayBeAlias(type.core)) return between(Rank.exact, Rank.none);
    if (type.core.kind === "outside") return isContainer(type.core.name) ? none : between(Rank.user, Rank.none);
    return bySelf(type, parameter, facts);
  }
  if (to === 0) {
    if (isNumber(parameter, "bool")) return { ...sure(Rank.conversion), isTruth: true };
    return parameter.core.kind === "number" || parameter.core.kind === "enum" ? none : undefined;
  }
  const isCast = type.isConst === true && parameter.isConst === false;
  if (to === 1 && isNumber(parameter, "void")) {
    if (isCast && from === 1) return none;
    const isOpen = from === 1 && (type.isConst === undefined || parameter.isConst === undefined);
    return {
      ...(isOpen && parameter.isConst !== true ? between(Rank.conversion, Rank.none) : sure(Rank.conversion)),
      depth: voidDepth,
    };
  }
  if (from !== to) return mayBeAlias(type.core) || mayBeAlias(parameter.core) ? between(Rank.exact, Rank.none) : none;
  if (isCast && isSameCore(type.core, parameter.core) !== undefined) return none;
  if (from > 1) return isSameCore(type.core, parameter.core) === false ? none : between(Rank.exact, Rank.none);
  const depth = facts.depthOf(type.core, parameter.core);
  if (depth === "none") return none;
  if (depth === undefined)
    return between(isSameCore(type.core, parameter.core) === false ? Rank.conversion : Rank.exact, Rank.none);
  return parameter.isConst === true || type.isConst === false
    ? { ...sure(Rank.conversion), depth }
    : { ...between(Rank.conversion, Rank.none), depth };
}

/** A name of a library may stand for a number, or a class that anything is converted to. */
function aliasOfLibrary({ type, parameter, facts }: Question): Ranks | undefined {
  if (type.levels.length > 0 && parameter.levels.length === 0 && mayBeAlias(parameter.core))
    return between(Rank.exact, Rank.none);
  if (!mayBeAlias(type.core) && !mayBeAlias(parameter.core)) return undefined;
  const isOfClass = type.core.kind === "class" || parameter.core.kind === "class";
  if (!isOfClass) return between(Rank.exact, Rank.none);
  const depth = facts.depthOf(type.core, parameter.core);
  return typeof depth === "number" ? { ...sure(Rank.conversion), depth } : between(Rank.conversion, Rank.none);
}

function promotion({ type: { core }, parameter }: Question): Ranks | undefined {
  if (parameter.core.kind !== "number") return undefined;
  if (core.kind === "number") return promotionOf(core.name) === parameter.core.name ? sure(Rank.promotion) : undefined;
  if (core.kind !== "enum" || core.isScoped) return undefined;
  const depth = core.promotions?.indexOf(parameter.core.name) ?? -1;
  return depth < 0 ? undefined : { ...sure(Rank.promotion), ...(depth > 0 && { depth }) };
}

function arithmetic({ type: { core }, parameter }: Question): Ranks | undefined {
  if (parameter.core.kind !== "number" || !isArithmetic(parameter.core.name)) return undefined;
  if (core.kind === "number") return isArithmetic(core.name) ? sure(Rank.conversion) : none;
  if (core.kind !== "enum") return undefined;
  if (core.isScoped) return none;
  return core.promotions === undefined ? between(Rank.promotion, Rank.conversion) : sure(Rank.conversion);
}

function toBase({ type, parameter, facts }: Question): Ranks | undefined {
  if (type.levels.length > 0 || parameter.levels.length > 0) return undefined;
  if (type.core.kind !== "class" && type.core.kind !== "outside") return undefined;
  if (parameter.core.kind !== "class" && parameter.core.kind !== "outside") return undefined;
  const depth = facts.depthOf(type.core, parameter.core);
  if (typeof depth === "number") return { ...sure(Rank.conversion), depth };
  return depth === undefined ? between(Rank.conversion, Rank.none) : undefined;
}

/** Conversions by constructors of the parameter's class, and by functions of the argument's class. */
function byConstructorOrFunction({ passed, type, parameter, facts, byUser }: Question): Ranks | undefined {
  const { core } = parameter;
  if (!byUser) return none;
  if (type.core.kind === "outside" && isContainer(type.core.name) && core.kind !== "class" && core.kind !== "outside")
    return none;
  if (core.kind === "outside" && isContainer(core.name) && type.core.kind !== "class" && type.core.kind !== "outside")
    return none;
  const own = type.levels.length === 0 ? bySelf(type, parameter, facts) : none;
  if (core.kind === "outside") return between(Rank.user, Rank.none);
  if (core.kind !== "class") return own;
  const converting = facts.convertingParameters(core);
  if (converting === undefined) return between(Rank.user, Rank.none);
  const all = converting.map((one) => conversionOf(passed, one, facts, false));
  const [best, worst] = [Math.min(...all.map((one) => one.best)), Math.min(...all.map((one) => one.worst))];
  // If a function of the argument's class converts as well, it is one of both.
  if (worst < Rank.none) return sure(Rank.user);
  return best < Rank.none ? between(Rank.user, own.worst) : own;
}

/** Conversions by functions of the argument's class. */
function bySelf(type: ValueType, parameter: ValueType, facts: ClassFacts): Ranks {
  if (type.core.kind === "outside") return between(Rank.user, Rank.none);
  if (type.core.kind !== "class") return none;
  const all = facts.conversionResults(type.core).map((result) => {
    if (result === undefined) return between(Rank.exact, Rank.none);
    const passed = { type: { ...result, reference: "" as const }, isLvalue: result.reference === "&" };
    return conversionOf(passed, parameter, facts, false);
  });
  if (all.some(({ worst }) => worst < Rank.none)) return sure(Rank.user);
  return all.some(({ best }) => best < Rank.none) ? between(Rank.user, Rank.none) : none;
}

function isNumber({ core }: ValueType, name: string): boolean {
  return core.kind === "number" && core.name === name;
}

/** True for `const T&`, which takes temporaries. */
function isConstReference(type: ValueType): boolean {
  return type.reference === "&" && isTopConst(type) === true;
}

/** True if the targets of pointers are const in both types or in neither. */
function hasSameConst(one: ValueType, other: ValueType): boolean {
  if (one.levels.length === 0) return true;
  return one.isConst === other.isConst && one.levels.slice(0, -1).every((isConst, at) => isConst === other.levels[at]);
}

/** The conversion of an argument to a parameter of one of two functions. */
type Side = {
  readonly conversion: Conversion;
  readonly parameter: ValueType | undefined;
  /** The parameter as it is written; "" if there is none. */
  readonly text: string;
};

/** Compares the conversions of one argument: "better" for the first one; undefined if that is not known. */
export function compareConversions({ type, isLvalue }: Passed, one: Side, other: Side): Comparison {
  const [first, second] = [one.conversion, other.conversion];
  if (first.worst < second.best) return "better";
  if (second.worst < first.best) return "worse";
  const isSure = first.best === first.worst && second.best === second.worst;
  const { parameter: from } = one;
  const { parameter: to } = other;
  if (!isSure || from === undefined || to === undefined) {
    return first.worst <= second.best && cannotBeWorse({ type, isLvalue }, one, other) ? "not worse" : undefined;
  }
  if (first.best === Rank.ellipsis) return "equal";
  // A temporary is made of the argument.
  if (first.best === Rank.user)
    return isSameType(from, to) === true ? compareBindings(undefined, false, from, to) : undefined;
  const depths = (first.depth ?? 0) - (second.depth ?? 0);
  if (first.isTruth !== second.isTruth) return first.isTruth ? "worse" : "better";
  if (depths !== 0) return depths < 0 ? "better" : "worse";
  return compareBindings(type, isLvalue && !makesTemporary(first, type), from, to);
}

export type Comparison = "better" | "worse" | "equal" | "not worse" | undefined;

/** True for a conversion of the value: a reference is bound to the result, which has no place. */
function makesTemporary({ best, depth }: Conversion, type: ValueType | undefined): boolean {
  const isOfBase = best === Rank.conversion && depth !== undefined && type?.levels.length === 0;
  return best !== Rank.exact && !isOfBase;
}

/** True if a conversion at its worst is as good as another one of the same rank, whatever that refers to. */
function cannotBeWorse(
  { type, isLvalue }: Passed,
  { conversion: { worst, depth, isTruth }, parameter: from }: Side,
  { parameter: to, text }: Side,
): boolean {
  if (from === undefined || depth !== undefined || isTruth || worst > Rank.user) return false;
  // A name that is not known may stand for a pointer that adds no `const`.
  const isOpen = to === undefined || (mayBeAlias(to.core) && to.levels.length < from.levels.length);
  if (isOpen && from.levels.length > 0 && from.isConst !== false) return false;
  if (to === undefined) {
    const isTaken = from.reference === "&" && (isConstReference(from) ? isConstText.test(text) : isLvalue === true);
    return from.reference === "" || !/&\s*$/.test(text) || isTaken;
  }
  if (worst === Rank.user && isSameType(from, to) === false) return true;
  const result =
    worst === Rank.exact ? compareBindings(type, isLvalue, from, to) : compareBindings(undefined, false, from, to);
  return result === "better" || result === "equal";
}

/** `const T&` and `T const&`. */
const isConstText = /^const\b[^*&]*&\s*$|\bconst\s*&\s*$/;

/** Of equal conversions, the one that binds a temporary to `T&&`, and the one that adds no `const`. */
function compareBindings(
  type: ValueType | undefined,
  isLvalue: boolean | undefined,
  one: ValueType,
  other: ValueType,
): Comparison {
  if (one.reference !== "" && other.reference !== "") {
    if (one.reference !== other.reference) {
      if (isLvalue === undefined) return undefined;
      const isFirst = (one.reference === "&&") === (isLvalue === false);
      return isFirst ? "better" : "worse";
    }
    const [first, second] = [isTopConst(one), isTopConst(other)];
    if (first !== second) {
      if (first === undefined || second === undefined) return undefined;
      return first ? "worse" : "better";
    }
  }
  if (type !== undefined && type.levels.length > 0 && one.levels.length > 0 && one.isConst !== other.isConst) {
    if (one.isConst === undefined || other.isConst === undefined) return undefined;
    return one.isConst ? "worse" : "better";
  }
  return "equal";
}
