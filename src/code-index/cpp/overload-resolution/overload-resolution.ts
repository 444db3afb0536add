/**
 * The choice between overloaded functions of C++ ([over.match]). Input: functions of one name and a call; output: the function that is
 * called, with the rule by which each of the others is ruled out, or none if that is not known.
 */
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import { childrenOf } from "../../children-of.ts";
import type { Declaration, IndexedFile } from "../../code-index.ts";
import type { Constness, ObjectConstness, Receiver } from "../constness.ts";
import type { Containers } from "../containers.ts";
import { type Bindings, type Context, type Evaluations, noBindings, placeOf } from "../model.ts";
import { isFunction } from "../overloads.ts";
import type { Scopes } from "../scopes.ts";
import type { Types } from "../types.ts";
import { type Candidate, Candidates, isOfObject } from "./candidates.ts";
import { type BaseLike, type Deduced, deduceFrom, moreSpecialized, parametersIn, substituted } from "./deduction.ts";
import {
  type ClassFacts,
  type Comparison,
  type Conversion,
  compareConversions,
  conversionOf,
  type Passed,
  Rank,
} from "./implicit-conversions.ts";
import { PassedArguments } from "./passed-arguments.ts";
import { type Core, isSameType, type ValueType, ValueTypes } from "./value-types.ts";

/** Bases of bases, and constructors of a class, that are looked at. */
const maxBases = 12;
const maxConstructors = 40;

/** Classes, their bases and arguments, whose namespaces are looked into. */
const maxAssociated = 100;

/** The call that chooses between functions. */
export type Call = {
  readonly argumentTexts: readonly string[];
  readonly context: Context;
  /** The object that a member is called for; undefined for `this`, and for functions outside of classes. */
  readonly receiver?: Receiver | undefined;
  /** The types that parameters of the class stand for. */
  readonly bindings?: Bindings;
  /** The arguments of a template that are written. */
  readonly templateArguments?: readonly string[];
  /** True if such arguments are written, if only as `<>`. */
  readonly isOfTemplate?: boolean;
  /** True if the call may mean a function that is not given, as an operator of a library: one is then meant only if it can be called. */
  readonly mayMeanOther?: boolean;
};

/** The namespaces that the types of arguments are of, each by its key: see Containers. */
export type ArgumentScopes = {
  readonly namespaces: ReadonlySet<string>;
  /** False if the type of an argument is not known. */
  readonly isKnown: boolean;
};

/** The function that a call means, and the rules by which the other ones are not meant. */
export type Choice = {
  readonly declarations: readonly Declaration[];
  /** The first declaration of each function that is ruled out → the id of the rule. */
  readonly ruledOut: ReadonlyMap<Declaration, string>;
};

export type OverloadResolutionOptions = {
  readonly containers: Containers;
  readonly scopes: Scopes;
  readonly types: Types;
  readonly evaluations: Evaluations;
  readonly constness: ObjectConstness;
  /** Returns the file that is open. */
  readonly rootOf: () => IndexedFile | undefined;
  /** False if objects that are const are not told from others. */
  readonly usesConstness: boolean;
  readonly textOf: (path: string) => string | undefined;
};

/** A candidate with the conversions of the arguments to its parameters. */
type Viable = {
  readonly candidate: Candidate;
  /** A parameter with the types that parameters of a template are deduced as. */
  readonly parameterAt: (at: number) => ValueType | undefined;
  readonly conversions: readonly Conversion[];
  /** The conversion of the object; undefined for a function without one. */
  readonly object: Conversion | undefined;
  /** False if it may be ruled out for another reason than its conversions. */
  readonly isSure: boolean;
};

type ViableFunctions = {
  readonly viable: readonly Viable[];
  /** Specializations of templates, between which a call chooses last. */
  readonly special: readonly Candidate[];
  readonly passed: readonly Passed[];
  /** True for an argument that does not tell the candidates apart. */
  readonly settled: readonly boolean[];
  /** The first declaration of each function that is ruled out → the id of the rule. */
  readonly ruledOut: Map<Declaration, string>;
};

/** `operator int` and the like. */
const conversionName = /^operator\s+(?!new\b|delete\b|co_await\b)[\w:]/;

/** Types by which a class is converted. */
type ClassTypes = readonly (ValueType | undefined)[] | undefined;

export class OverloadResolution {
  readonly #options: OverloadResolutionOptions;
  readonly #values: ValueTypes;
  readonly #passed: PassedArguments;
  readonly #candidates: Candidates;
  readonly #facts: ClassFacts;
  #classes: { readonly root: IndexedFile | undefined; readonly types: Map<string, ClassTypes> } = {
    root: undefined,
    types: new Map(),
  };

  constructor(options: OverloadResolutionOptions) {
    const { containers, scopes, types, evaluations, constness, textOf } = options;
    this.#options = options;
    this.#values = new ValueTypes({ containers, scopes, types, evaluations, textOf });
    this.#passed = new PassedArguments({ scopes, types, values: this.#values, constness, evaluations, textOf });
    this.#candidates = new Candidates(textOf, containers, this.#values, options.rootOf);
    this.#facts = {
      depthOf: (derived, base) => this.#depthOf(derived, base, 0),
      convertingParameters: (core) => this.#known("converting", core, () => this.#convertingParameters(core)),
      conversionResults: (core) => this.#known("results", core, () => this.#conversionResults(core, 0)) ?? [],
    };
  }

  /** The types that a class without arguments has, which are the same as long as the same file is open; kept if all are known. */
  #known(what: string, core: Core, find: () => ClassTypes): ClassTypes {
    const isKept = core.kind === "class" && core.args.length === 0;
    if (!isKept) return find();
    const root = this.#options.rootOf();
    if (this.#classes.root !== root) this.#classes = { root, types: new Map() };
    const key = `${what} ${core.declaration.index} ${core.declaration.file.path}`;
    const known = this.#classes.types.get(key) ?? find();
    if (known !== undefined && !known.includes(undefined)) this.#classes.types.set(key, known);
    return known;
  }

  /** The function that a call means; undefined if more than one may be meant, or none is known to be. */
  choose(declarations: readonly Declaration[], call: Call): Choice | undefined {
    const found = this.#viableOf(declarations, call);
    if (found === undefined) return undefined;
    const { special, viable, passed, settled, ruledOut } = found;
    const best = viable.find((one) => viable.every((other) => one === other || isBetter(one, other, passed, settled)));
    if (best === undefined || (call.mayMeanOther === true && !isSurelyViable(best, settled))) return undefined;
    for (const { candidate } of viable) {
      const [first] = candidate.declarations;
      if (candidate !== best.candidate && first !== undefined) ruledOut.set(first, "worse");
    }
    const called = best.candidate.template === undefined ? best.candidate : specializationOf(best, special);
    return called && { declarations: called.declarations, ruledOut };
  }

  /** The functions that a call can mean: all, if that is not known of one. */
  callable(declarations: readonly Declaration[], call: Call): readonly Declaration[] {
    const found = this.#viableOf(declarations, call);
    return found === undefined ? declarations : found.viable.flatMap(({ candidate }) => candidate.declarations);
  }

  /** The functions that a call can mean; undefined if one of the declarations is not known well enough. */
  #viableOf(declarations: readonly Declaration[], call: Call): ViableFunctions | undefined {
    const { argumentTexts, context, bindings = noBindings, mayMeanOther = false } = call;
    if (!declarations.every(isFunction)) return undefined;
    const all = this.#candidates.of(declarations, bindings);
    if (all === undefined) return undefined;
    const candidates = withoutCopies(all.filter(({ isSpecialization }) => !isSpecialization));
    const special = all.filter(({ isSpecialization }) => isSpecialization);
    const passed = argumentTexts.map((text) => this.#passed.of(text, context));
    const ruledOut = new Map<Declaration, string>();
    // Fewer candidates may all have the same parameter at a place.
    for (let left = candidates; ; ) {
      const rest = left;
      const settled = argumentTexts.map((_, at) => !mayMeanOther && areAlike(rest, at));
      const viable = rest.flatMap((candidate) => {
        const found = this.#viable(candidate, passed, settled, call);
        const [first] = candidate.declarations;
        if (typeof found !== "string") return [found];
        if (first !== undefined) ruledOut.set(first, found);
        return [];
      });
      if (viable.length === 0 || viable.length === rest.length) return { special, viable, passed, settled, ruledOut };
      left = viable.map(({ candidate }) => candidate);
    }
  }

  /** The namespaces of the classes and enumerations that the arguments of a call are of ([basic.lookup.argdep]). */
  scopesOf(argumentTexts: readonly string[], context: Context): ArgumentScopes {
    const namespaces = new Set<string>();
    let isKnown = true;
    const seen = new Set<Declaration>();
    const queue = argumentTexts.map((text) => {
      const { type, form } = this.#passed.of(text, context);
      if (type === undefined && form === undefined) isKnown = false;
      return type;
    });
    for (let at = 0; at < queue.length && at < maxAssociated; at++) {
      const core = queue[at]?.core;
      if (core?.kind === "outside") queue.push(...core.args);
      if ((core?.kind !== "class" && core?.kind !== "enum") || seen.has(core.declaration)) continue;
      seen.add(core.declaration);
      namespaces.add(this.#options.containers.namespaceKeyOf(core.declaration));
      if (core.kind === "enum") continue;
      queue.push(...core.args);
      for (const base of this.#options.types.basesOf(core.type)) {
        if (base === undefined) isKnown = false;
        else queue.push(this.#values.ofType(base, false));
      }
    }
    return { namespaces, isKnown: isKnown && queue.length <= maxAssociated };
  }

  /** The conversions of a call to a candidate; the id of a rule by which it cannot be called. */
  #viable(
    candidate: Candidate,
    passed: readonly Passed[],
    settled: readonly boolean[],
    { context, receiver, templateArguments = [], isOfTemplate = templateArguments.length > 0 }: Call,
  ): Viable | string {
    const { least, most, template } = candidate;
    if (passed.length < least || (most >= 0 && passed.length > most)) return "argument-count";
    if (isOfTemplate && template === undefined) return "not-a-template";
    const names = template?.names ?? [];
    const written = new Set(names.slice(0, templateArguments.length));
    const deduced: Deduced = new Map(
      [...written].map((name, at) => [name, this.#values.ofText(templateArguments[at] ?? "", context)]),
    );
    let isSure = template === undefined || !template.isConstrained;
    const isDeduced = (pattern: ValueType) => parametersIn(pattern).every((name) => !written.has(name));
    const patterns = template && candidate.texts.map((_, at) => candidate.parameterAt(at));
    for (const [at, one] of passed.entries()) {
      const pattern = patterns?.[at];
      if (pattern === undefined || !isDeduced(pattern)) continue;
      const fits = deduceFrom(pattern, one, deduced, this.#baseLike);
      if (fits === "no") return "deduction";
      if (fits === undefined && !settled[at]) isSure = false;
    }
    const used = new Set(patterns?.flatMap((one) => (one === undefined ? [] : parametersIn(one))));
    if (patterns !== undefined && !names.every((name) => used.has(name) || written.has(name))) {
      if (!template?.isConstrained && !patterns.includes(undefined)) return "deduction";
      isSure = false;
    }
    const parameterAt = (at: number) => {
      const [parameter, one] = [candidate.parameterAt(at), passed[at]];
      if (parameter === undefined || template === undefined || one === undefined) return parameter;
      const isOfArgument = parameter.core.kind === "parameter" || isDeduced(parameter);
      return isOfArgument ? substituted(parameter, one, deduced) : undefined;
    };
    const conversions = passed.map((one, at): Conversion => {
      if (settled[at]) return { rule: "same-parameter", best: Rank.exact, worst: Rank.exact };
      if (at >= candidate.texts.length && !candidate.isPacked)
        return { rule: "ellipsis", best: Rank.ellipsis, worst: Rank.ellipsis };
      return conversionOf(one, parameterAt(at), this.#facts);
    });
    const object = isOfObject(candidate) ? objectConversion(candidate, this.#objectOf(receiver, context)) : undefined;
    const impossible = [...conversions, ...(object === undefined ? [] : [object])].find(
      ({ best }) => best === Rank.none,
    );
    if (impossible !== undefined) return impossible.rule;
    return { candidate, parameterAt, conversions, object, isSure: isSure && !candidate.isPacked };
  }

  #objectOf(receiver: Receiver | undefined, context: Context): CalledObject {
    const { constness, usesConstness } = this.#options;
    const isLvalue = receiver === undefined || receiver.arrow || this.#passed.of(receiver.text, context).isLvalue;
    return { constness: usesConstness ? constness.ofReceiver(receiver, context) : undefined, isLvalue };
  }

  readonly #baseLike: BaseLike = (derived, pattern) => {
    const { core } = derived;
    if (core.kind === "outside") return undefined;
    if (core.kind !== "class") return "none";
    const { types } = this.#options;
    let isKnown = true;
    const queue = [core.type];
    for (let at = 0; at < queue.length && at < maxBases; at++) {
      const type = queue[at];
      if (type === undefined) break;
      for (const base of types.basesOf(type)) {
        const own = this.#values.ofType(base, derived.isConst);
        if (own === undefined) isKnown = false;
        else if (isOfTemplate(own.core, pattern.core)) return { ...own, levels: derived.levels };
        if (base?.kind === "class") queue.push(base);
      }
    }
    return isKnown ? "none" : undefined;
  };

  #depthOf(derived: Core, base: Core, depth: number): number | "none" | undefined {
    if (derived.kind !== "class") {
      const isOpen = derived.kind === "outside" && (base.kind === "outside" || base.kind === "class");
      return isOpen && base.kind === "outside" ? undefined : "none";
    }
    if (base.kind !== "class" && base.kind !== "outside") return "none";
    if (depth > maxBases || isOfTemplate(derived, base)) return undefined;
    let nearest: number | "none" | undefined = "none";
    for (const one of this.#options.types.basesOf(derived.type)) {
      const core = this.#values.ofType(one, false)?.core;
      const isSame = core && isOfTemplate(core, base);
      const further = core === undefined ? undefined : isSame ? 0 : this.#depthOf(core, base, depth + 1);
      if (typeof further === "number")
        nearest = typeof nearest === "number" ? Math.min(nearest, further + 1) : further + 1;
      else if (further === undefined && nearest === "none") nearest = undefined;
    }
    return nearest;
  }

  #convertingParameters(core: Core): readonly (ValueType | undefined)[] | undefined {
    if (core.kind !== "class") return undefined;
    const { scopes, containers } = this.#options;
    const { declaration } = core;
    if ((declaration.flags & DeclarationFlag.forward) !== 0) return undefined;
    const found = scopes.memberOfClass(core.type, declaration.name, isFunction);
    const all = found?.rule === "class-member" ? found.declarations.filter(({ qualifier }) => qualifier === "") : [];
    if (all.length > maxConstructors) return undefined;
    const inherits = this.#inheritsConstructors(declaration);
    if (inherits) return undefined;
    // Copies do not convert; an aggregate is not made of one value.
    const single = all.filter(({ least, most }) => least <= 1 && (most < 0 || most >= 1));
    return single.flatMap((one) => {
      const head = this.#candidates.headOf(one);
      if (head === undefined) return [undefined];
      if (/\bexplicit\b/.test(head.before)) return [];
      if (/\btemplate\b/.test(head.before) || containers.templateParametersOf(one).length > 0) return [undefined];
      const type = this.#values.ofText(head.parameters[0] ?? "", { place: placeOf(one), bindings: core.type.bindings });
      return type?.core.kind === "class" && type.core.path === core.path && type.levels.length === 0 ? [] : [type];
    });
  }

  #inheritsConstructors(declaration: Declaration): boolean {
    const { types } = this.#options;
    const names = new Set(
      childrenOf(declaration)
        .filter(({ kind }) => kind === "using")
        .map(({ name }) => name),
    );
    if (names.size === 0) return false;
    const bases = types.basesOf({ kind: "class", declaration, args: [], pointers: 0, bindings: noBindings });
    return bases.some((base) => base?.kind !== "class" || names.has(base.declaration.name));
  }

  #conversionResults(core: Core, depth: number): readonly (ValueType | undefined)[] {
    if (core.kind === "number" || core.kind === "enum") return [];
    if (core.kind !== "class" || depth > maxBases) return [undefined];
    const { declaration, type } = core;
    if ((declaration.flags & DeclarationFlag.forward) !== 0) return [undefined];
    const own = childrenOf(declaration).filter(({ kind, name }) => kind === "function" && conversionName.test(name));
    const bindings = this.#options.scopes.bindingsOf(type);
    const results = own.flatMap((one) => {
      const head = this.#candidates.headOf(one);
      if (head !== undefined && /\bexplicit\b/.test(head.before)) return [];
      return [this.#values.ofText(one.type, { place: placeOf(one), bindings })];
    });
    const ofBases = this.#options.types.basesOf(type).flatMap((base) => {
      const inner = this.#values.ofType(base, false)?.core;
      return inner === undefined ? [undefined] : this.#conversionResults(inner, depth + 1);
    });
    return [...results, ...ofBases];
  }
}

/** The specialization of a template for its parameters, or the template itself; undefined if that is not known. */
function specializationOf({ candidate, parameterAt }: Viable, special: readonly Candidate[]): Candidate | undefined {
  for (const one of special) {
    const same = one.texts.map((_, at) => {
      const [parameter, other] = [parameterAt(at), one.parameterAt(at)];
      const isSame = isSameType(parameter, other);
      return isSame && parameter && other ? hasSameSigns(parameter, other) : isSame;
    });
    if (one.texts.length !== candidate.texts.length || same.includes(false)) continue;
    return same.includes(undefined) ? undefined : one;
  }
  return candidate;
}

function isOfTemplate(one: Core, other: Core): boolean {
  if (one.kind === "class" && other.kind === "class") return one.path === other.path;
  return one.kind === "outside" && other.kind === "outside" && one.name === other.name;
}

/** The object that a member is called for. */
type CalledObject = { readonly constness: Constness; readonly isLvalue: boolean | undefined };

/** The conversion of the object to a member that is const or not, and that takes temporaries or not. */
function objectConversion({ isConst, reference }: Candidate, { constness, isLvalue }: CalledObject): Conversion {
  const takesIt =
    reference === "" || (reference === "&" && isConst) || isLvalue === undefined
      ? reference === "" || (reference === "&" && isConst) || undefined
      : isLvalue === (reference === "&");
  if (takesIt === false) return { rule: "object-category", best: Rank.none, worst: Rank.none };
  const isTaken = takesIt === true ? Rank.exact : Rank.none;
  if (isConst) return { rule: "const-object", best: Rank.exact, worst: isTaken };
  const worst = constness === "mutable" ? isTaken : Rank.none;
  return { rule: "const-object", best: constness === "const" ? Rank.none : Rank.exact, worst };
}

/** True if all candidates have the same parameter at a place: the argument does not tell them apart. */
function areAlike(candidates: readonly Candidate[], at: number): boolean {
  const [first, ...others] = candidates;
  if (first === undefined) return false;
  const text = first.texts[at];
  return others.every((one): boolean => {
    if (text === undefined || one.texts[at] === undefined) return false;
    if (text === one.texts[at]) return (first.template === undefined) === (one.template === undefined);
    if (first.template !== undefined || one.template !== undefined) return false;
    return haveSameParameter(first, one, at);
  });
}

/** True for two functions that have parameters of one type at a place. */
function haveSameParameter(one: Candidate, other: Candidate, at: number): boolean {
  const [parameter, same] = [one.parameterAt(at), other.parameterAt(at)];
  return (
    parameter !== undefined &&
    same !== undefined &&
    isSameType(parameter, same) === true &&
    hasSameSigns(parameter, same)
  );
}

/** Functions without others that have the same parameters in other words, as a definition has them. */
function withoutCopies(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter((one, at) => !candidates.slice(0, at).some((other) => isCopy(one, other)));
}

function isCopy(one: Candidate, other: Candidate): boolean {
  if (one.template !== undefined || other.template !== undefined || one.isConst !== other.isConst) return false;
  if (one.reference !== other.reference || one.most !== other.most || one.texts.length !== other.texts.length)
    return false;
  if (one.declarations.every(isBodiless) === other.declarations.every(isBodiless)) return false;
  return one.texts.every((_, at) => haveSameParameter(one, other, at));
}

function isBodiless({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.declared) !== 0;
}

function hasSameSigns(one: ValueType, other: ValueType): boolean {
  return (
    one.reference === other.reference &&
    one.isConst === other.isConst &&
    one.levels.every((isConst, at) => isConst === other.levels[at])
  );
}

/** True if the call to a candidate surely compiles. */
function isSurelyViable({ isSure, conversions, object }: Viable, settled: readonly boolean[]): boolean {
  return (
    isSure &&
    conversions.every(({ worst }, at) => settled[at] || worst < Rank.none) &&
    (object === undefined || object.worst < Rank.none)
  );
}

/** True if the first candidate is surely called rather than the second one. */
function isBetter(one: Viable, other: Viable, passed: readonly Passed[], settled: readonly boolean[]): boolean {
  if (!isSurelyViable(one, settled)) return false;
  const results: Comparison[] = passed.map((argument, at) => {
    const [conversion, second] = [one.conversions[at], other.conversions[at]];
    if (settled[at] || conversion === undefined || second === undefined) return "equal";
    return compareConversions(
      argument,
      { conversion, parameter: one.parameterAt(at), text: one.candidate.texts[at] ?? "" },
      { conversion: second, parameter: other.parameterAt(at), text: other.candidate.texts[at] ?? "" },
    );
  });
  results.push(compareObjects(one, other));
  if (results.some((result) => result === undefined || result === "worse")) return false;
  if (results.includes("better")) return true;
  const order = orderOf(one.candidate, other.candidate);
  if (order !== undefined) return order === "first";
  // Were the other one as good, the call would have no meaning.
  return (
    results.includes("not worse") && (one.candidate.template === undefined || other.candidate.template !== undefined)
  );
}

/** Compares objects: a member that takes only temporaries is better for one, and one that is not const for an object that is not. */
function compareObjects(one: Viable, other: Viable): Comparison {
  const { candidate, object } = one;
  if (object === undefined || other.object === undefined) return "equal";
  const { isConst, reference } = other.candidate;
  if (candidate.reference !== reference && (candidate.reference === "&&" || reference === "&&"))
    return object.worst === Rank.none ? undefined : candidate.reference === "&&" ? "better" : "worse";
  if (candidate.isConst === isConst) return "equal";
  if (candidate.isConst) return undefined;
  return object.worst === Rank.exact ? "better" : undefined;
}

/** Of functions whose conversions are the same, the one that is not a template, or the more specialized template. */
function orderOf(one: Candidate, other: Candidate): "first" | "second" | undefined {
  if (one.template === undefined || other.template === undefined) {
    if (one.template === other.template) return undefined;
    return one.template === undefined ? "first" : "second";
  }
  const [first, second] = [one, other].map(({ texts, parameterAt }) => texts.map((_, at) => parameterAt(at)));
  return first && second && moreSpecialized(first, second);
}
