/**
 * The types of the results of Python calls: overloads, constructors, `super()`, and type variables that the arguments
 * solve. Input: a parsed call and its place; output: types.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration } from "../code-index.ts";
import { annotated } from "./annotations.ts";
import { methodResult } from "./containers.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Argument, Expression } from "./expressions.ts";
import { type CallArguments, externalResult } from "./external-calls.ts";
import { iteratedTypes, partTypes } from "./items.ts";
import type { Place } from "./scopes.ts";
import { classOfSelf, distinct, instanceOf, type Substitution, substituted, type Type, type Types } from "./types.ts";

/** Callees, and arguments, that are looked at. */
const maxJoined = 8;

/** Methods that take the class without being declared as class methods. */
const classMethods: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

/** True for a method whose first parameter is the class. */
export function takesClass({ flags, name }: Declaration): boolean {
  return (flags & DeclarationFlag.classmethod) !== 0 || classMethods.has(name);
}

/** The types that a call gives. */
export function callTypes(
  { callee, items }: Extract<Expression, { kind: "call" }>,
  place: Place,
  evaluation: Evaluation,
): Types {
  if (callee.kind === "name" && callee.name === "super" && evaluation.names.at("super", place)?.kind === "external") {
    return superTypes(items, place, evaluation);
  }
  if (callee.kind !== "attribute") return resultsOf(evaluation.typesOf(callee, place), items, place, evaluation);
  const objects = evaluation.typesOf(callee.object, place);
  const results = objects.flatMap((object) => undeclaredResult(object, callee.name, evaluation));
  if (results.length > 0) return distinct(results);
  return resultsOf(evaluation.memberTypes(objects, callee.name), items, place, evaluation);
}

/** The known result of a method without a declaration of it. */
function undeclaredResult(object: Type, name: string, evaluation: Evaluation): Types {
  // The value of `with object as x` is as a rule the object.
  if (name !== "__enter__" && name !== "__aenter__") return [];
  if (object.kind === "external") {
    return object.isValue && methodResult(object, name) !== undefined ? [] : [object];
  }
  for (const method of ["__enter__", "__aenter__"]) {
    const member = evaluation.members.find(object, method);
    const isTyped = member?.kind === "declarations" && member.declarations.some(({ type }) => type !== "");
    if (isTyped) return resultsOf(evaluation.memberTypes([object], method), [], undefined, evaluation);
  }
  return [object];
}

/** The results of calling values: overloads by the number of arguments. */
export function resultsOf(
  callees: Types,
  items: readonly Argument[],
  place: Place | undefined,
  evaluation: Evaluation,
): Types {
  const isFunction = (type: Type) => type.kind === "function";
  const functions = callees.filter(isFunction);
  const fitting = functions.filter((type) => type.kind === "function" && takes(type.function, items));
  const used = [...(fitting.length > 0 ? fitting : functions), ...callees.filter((type) => !isFunction(type))];
  return distinct(used.slice(0, maxJoined).flatMap((type) => resultOf(type, items, place, evaluation)));
}

function takes({ least, most }: Declaration, items: readonly Argument[]): boolean {
  const isOpen = items.some(({ name }) => name === "*");
  return isOpen || (items.length >= least && (most < 0 || items.length <= most));
}

function resultOf(type: Type, items: readonly Argument[], place: Place | undefined, evaluation: Evaluation): Types {
  switch (type.kind) {
    case "class":
      return evaluation.uses("constructed") ? [{ ...type, kind: "instance" }] : [];
    case "function": {
      const passed = place === undefined ? undefined : passedTypes(type, items, place, evaluation);
      const results = evaluation.resultTypes(type.function, type.receiver, passed);
      return place === undefined ? results : substituted(results, solved(type.function, items, place, evaluation));
    }
    case "callable":
      return type.result;
    case "instance":
      return resultsOf(evaluation.memberTypes([type], "__call__"), items, place, evaluation);
    case "variable": {
      const results = resultsOf(type.bound, items, place, evaluation);
      return type.name === classOfSelf ? [{ kind: "variable", name: "Self", bound: results }] : results;
    }
    case "external":
      return externalResult(type, argumentsOf(items, place, evaluation));
    default:
      return [];
  }
}

function argumentsOf(items: readonly Argument[], place: Place | undefined, evaluation: Evaluation): CallArguments {
  const positional = items.filter(({ name }) => name === "");
  const typesOf = (item: Argument | undefined): Types =>
    item === undefined || place === undefined ? [] : evaluation.typesOf(item.value, place);
  return {
    at: (index) => typesOf(positional[index]),
    named: (name) => typesOf(items.find((item) => item.name === name)),
    annotated: (index) => {
      const item = positional[index];
      return item === undefined || place === undefined ? [] : annotated(item.value, place, evaluation);
    },
    allNamed: () =>
      distinct(
        items
          .filter(({ name }) => /^\w/.test(name))
          .slice(0, maxJoined)
          .flatMap((item) => typesOf(item)),
      ),
    iterated: (types) => iteratedTypes(types, evaluation),
    part: (types, part) => partTypes(types, part, evaluation),
    called: (types) => resultsOf(types, [], undefined, evaluation),
  };
}

/**
 * The types of the arguments of a call for the parameters that the result of the function names, `return kind()`: without them the
 * result has the types of defaults.
 */
function passedTypes(
  { function: declaration, receiver }: Extract<Type, { kind: "function" }>,
  items: readonly Argument[],
  place: Place,
  evaluation: Evaluation,
): ReadonlyMap<string, Types> {
  const passed = new Map<string, Types>();
  if (!declaration.type.startsWith("=") || items.some(({ name }) => /^\*/.test(name))) return passed;
  const named = new Set(declaration.type.match(/(?<![\w.])[^\W\d]\w*/g));
  const parameters = evaluation.names.scopesOf(declaration.file).parameters(declaration);
  const own = hasReceiver(declaration, receiver) ? parameters.slice(1) : parameters;
  for (const [at, { name, value }] of items.slice(0, maxJoined).entries()) {
    const parameter = name === "" ? own[at] : own.find((one) => one.name === name);
    if (parameter === undefined || !named.has(parameter.name)) continue;
    const isDefault = parameter.type.startsWith("=");
    if (parameter.type !== "" && !isDefault) continue;
    const types = evaluation.typesOf(value, place);
    if (types.length > 0 || isDefault) passed.set(parameter.name, types);
  }
  return passed;
}

/** True for a method whose first parameter is the object that it is called on, or its class. */
function hasReceiver(declaration: Declaration, receiver: Type | undefined): boolean {
  const isMethod = declaration.parent?.kind === "class" && (declaration.flags & DeclarationFlag.static) === 0;
  return isMethod && (receiver?.kind !== "class" || takesClass(declaration));
}

/** The type variables of a function in a call, by its single arguments. */
function solved(
  declaration: Declaration,
  items: readonly Argument[],
  place: Place,
  evaluation: Evaluation,
): Substitution {
  const solution = new Map<string, Types>();
  const parameters = evaluation.names.scopesOf(declaration.file).parameters(declaration);
  const isMethod = declaration.parent?.kind === "class" && (declaration.flags & DeclarationFlag.static) === 0;
  const own = isMethod ? parameters.slice(1) : parameters;
  for (const [at, { name, value }] of items.slice(0, maxJoined).entries()) {
    const parameter = name === "" ? own[at] : own.find((one) => one.name === name);
    if (parameter === undefined || parameter.type === "" || parameter.type.startsWith("=")) continue;
    for (const [variable, types] of solutions(parameter, value, place, evaluation)) {
      if (types.length > 0 && !solution.has(variable)) solution.set(variable, types);
    }
  }
  return solution;
}

/** `T`, `type[T]`, `Iterable[T]` or `Callable[…, T]` of a parameter, each with what it is for an argument. */
function solutions(
  parameter: Declaration,
  value: Expression,
  place: Place,
  evaluation: Evaluation,
): readonly (readonly [variable: string, types: Types])[] {
  const typesOf = () => evaluation.typesOf(value, place);
  const ofClass = /^(?:\w+\.)?[Tt]ype\[\s*["']?(\w+)["']?\s*\]$/.exec(parameter.type)?.[1];
  if (ofClass !== undefined) return [[ofClass, typesOf().flatMap(instanceOf)]];
  return evaluation.typesOfDeclaration(parameter).flatMap((type) => {
    if (type.kind === "variable") return [[type.name, typesOf()] as const];
    if (type.kind === "external") {
      const item = type.items[0]?.[0];
      return item?.kind === "variable" ? [[item.name, iteratedTypes(typesOf(), evaluation)] as const] : [];
    }
    const result = type.kind === "callable" ? type.result[0] : undefined;
    const called = () => resultsOf(typesOf(), [], undefined, evaluation);
    return result?.kind === "variable" ? [[result.name, called()] as const] : [];
  });
}

/** `super()` and `super(A, self)`. */
function superTypes(items: readonly Argument[], place: Place, evaluation: Evaluation): Types {
  if (!evaluation.uses("super")) return [];
  let method = evaluation.names.scopesOf(place.file).enclosing(place.offset, "function");
  while (method !== undefined && method.parent?.kind !== "class") method = method.parent;
  const around = method?.parent;
  const [named] = items[0] === undefined ? [] : evaluation.typesOf(items[0].value, place);
  const owner = named?.kind === "class" ? named.class : around;
  if (owner === undefined) return [];
  const kind = method !== undefined && takesClass(method) ? "class" : "instance";
  return [{ kind: "super", class: owner, receiver: { kind, class: around ?? owner, items: [] } }];
}
