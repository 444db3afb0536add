/**
 * The type variables of generic Python functions and classes (unification). Input: annotations of parameters and the
 * values of arguments; output: what each variable stands for, and whether a value fits a type.
 */
import { wordRecord } from "../../../base/word-list.ts";
import type { Declaration } from "../../code-index.ts";
import { parseExpression } from "../expressions.ts";
import { isAnnotated } from "../value-text.ts";
import { maxNesting, type Run } from "./run.ts";
import { isKindOf, standardMember, standardName } from "./standard-classes.ts";
import {
  builtinOf,
  distinctThings,
  type Frame,
  type FunctionThing,
  type Given,
  instancesOf,
  nothingGiven,
  type ObjectThing,
  substituted,
  type Thing,
  type Things,
  type Variables,
  withoutLiteral,
} from "./things.ts";

export class TypeVariables {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  fits(values: Things, expected: Things): boolean {
    return values.some((value) => expected.some((one) => this.#fitsOne(value, one)));
  }

  #fitsOne(value: Thing, expected: Thing): boolean {
    if (expected.kind === "variable" || expected.kind === "unknown" || value.kind === "unknown") return true;
    if (value.kind !== expected.kind) return expected.kind === "callable" && callableKinds.has(value.kind);
    if (value.kind !== "object" || expected.kind !== "object") return true;
    const held = this.#asBase(value, expected);
    return (
      held !== undefined &&
      expected.items.every((items, at) => {
        const own = held[at] ?? [];
        return own.length === 0 || this.fits(own, items);
      })
    );
  }

  isInstance(value: ObjectThing, expected: ObjectThing): boolean {
    // An annotation takes an int for a float; a test does not.
    const isWidened = builtinOf(expected) === "float" && builtinOf(value) !== "float";
    return !isWidened && this.#asBase(value, expected) !== undefined;
  }

  /** The type variables of a function in a run with some arguments. */
  solved(called: FunctionThing, given: ReadonlyMap<string, Things>): Variables {
    const source = this.#run.source;
    if (source.kind(called.node) === "lambda") return new Map();
    const scopes = this.#run.evaluator.names.scopesOf(this.#run.open.file);
    const declaration = scopes.at(source.tree.start(source.child(called.node, "name")));
    if (declaration === undefined) return new Map();
    const otherwise = (parameter: Declaration) =>
      this.#run.parameters.defaultOf(parameter, this.#run.frames.openFrame(called.node));
    return this.#solvedBy(declaration, called.frame, (parameter) => given.get(parameter.name) ?? otherwise(parameter));
  }

  /** The same for a function of another file. */
  solvedElsewhere(declaration: Declaration, isBound: boolean, { positional, named }: Given): Variables {
    const parameters = this.#run.evaluator.names.scopesOf(declaration.file).parameters(declaration);
    const first = isBound ? 1 : 0;
    return this.#solvedBy(declaration, this.#run.module, (parameter) => {
      const at = parameters.indexOf(parameter) - first;
      return at < 0 ? undefined : (positional[at] ?? named.get(parameter.name));
    });
  }

  #solvedBy(
    declaration: Declaration,
    frame: Frame,
    valuesOf: (parameter: Declaration) => Things | undefined,
  ): Variables {
    const solved = new Map<string, Things>();
    for (const parameter of this.#run.evaluator.names.scopesOf(declaration.file).parameters(declaration)) {
      const values = isAnnotated(parameter) ? valuesOf(parameter) : undefined;
      if (values === undefined) continue;
      const expected = this.#run.annotations.annotated(parseExpression(parameter.type), parameter, frame);
      this.#solve(expected, values, solved, 0);
    }
    return solved;
  }

  /** The result of something callable whose parameters have types with variables. */
  resultOf({ parameters = [], result }: Extract<Thing, { kind: "callable" }>, given: readonly Things[]): Things {
    const solved = new Map<string, Things>();
    for (const [at, expected] of parameters.entries()) this.#solve(expected, given[at] ?? [], solved, 0);
    return substituted(result, solved);
  }

  #solve(expected: Things, values: Things, solved: Map<string, Things>, depth: number): void {
    if (depth > maxNesting) return;
    const others = expected.filter((one) => one.kind !== "variable");
    for (const one of expected) {
      switch (one.kind) {
        case "variable": {
          // Of `T | None`, T is not None.
          const left =
            others.length === 0 ? values : values.filter((value) => !others.some((other) => isOfClass(value, other)));
          this.#assign(one.name, left, solved);
          break;
        }
        case "callable":
          this.#solveCallable(one, values, solved, depth);
          break;
        case "object":
        case "class":
          for (const value of values) {
            if (value.kind !== one.kind) continue;
            const held = this.#asBase(value, one) ?? [];
            for (const [at, items] of one.items.entries()) this.#solve(items, held[at] ?? [], solved, depth + 1);
          }
      }
    }
  }

  /** `type T` is the class of what T is. */
  #assign(name: string, values: Things, solved: Map<string, Things>): void {
    const isOfClasses = name.startsWith("type ");
    const plain = isOfClasses
      ? instancesOf(values.filter(({ kind }) => kind === "class" || kind === "variable"))
      : values.map(withoutLiteral);
    const variable = isOfClasses ? name.slice("type ".length) : name;
    const known = distinctThings([...(solved.get(variable) ?? []), ...plain]);
    if (known.length > 0) solved.set(variable, known);
  }

  #solveCallable(
    expected: Extract<Thing, { kind: "callable" }>,
    values: Things,
    solved: Map<string, Things>,
    depth: number,
  ): void {
    if (!expected.result.some(hasVariable)) return;
    const positional = (expected.parameters ?? []).map((one) => substituted(one, solved));
    const given = positional.some((one) => one.some(hasVariable)) ? nothingGiven : { ...nothingGiven, positional };
    const results = values.flatMap((value) =>
      callableKinds.has(value.kind) || value.kind === "class" || value.kind === "object"
        ? this.#run.calls.callOne(value, given)
        : [],
    );
    const known = results.filter(({ kind }) => kind !== "unknown");
    this.#solve(expected.result, known, solved, depth + 1);
  }

  /** The contents of a value as an instance of its class or of a base; undefined if it is not. */
  #asBase(
    value: Extract<Thing, { kind: "object" | "class" }>,
    expected: Extract<Thing, { kind: "object" | "class" }>,
  ): readonly Things[] | undefined {
    const { class: of } = value;
    if (typeof of === "string") {
      return typeof expected.class === "string" ? this.#asStandard({ ...value, kind: "object" }, expected) : undefined;
    }
    const own = this.#run.members.variablesOf(value);
    for (const ancestor of this.#run.evaluator.classes.order(of)) {
      if (ancestor.kind === "class" && ancestor.class === expected.class) {
        if (ancestor.class === of) return value.items;
        return this.#run.evaluator.classes
          .typeParameters(ancestor.class)
          .map((name) => substituted(this.#run.annotations.thingsOf(ancestor.substitution.get(name) ?? []), own));
      }
      if (ancestor.kind !== "external" || typeof expected.class !== "string") continue;
      const { name, items } = ancestor.type;
      const held = items.map((item) => substituted(this.#run.annotations.thingsOf(item), own));
      const found = this.#asStandard({ kind: "object", class: name, items: held }, expected);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #asStandard(
    value: ObjectThing,
    expected: Extract<Thing, { kind: "object" | "class" }>,
  ): readonly Things[] | undefined {
    if (typeof expected.class !== "string") return undefined;
    const [one, other] = [standardName(builtinOf(value)), standardName(expected.class)];
    if (one === "tuple" && other === "tuple") {
      // `tuple[T, ...]` holds any number of T.
      const isOpen = expected.kind === "object" && expected.parts === undefined && expected.items.length === 1;
      return isOpen ? [value.items.flat()] : value.items;
    }
    if (one === other || (typeof value.class === "string" && value.class === expected.class)) return value.items;
    if (isKindOf(one, other)) return isKindOf(other, "Mapping") ? value.items : [this.#run.items.iterated([value])];
    const members = structures[other];
    if (members === undefined) return one === "int" && other === "float" ? [] : undefined;
    return members.every((name) => standardMember(one, name) !== undefined)
      ? [this.#run.items.iterated([value])]
      : undefined;
  }
}

/** By class that stands for all with some methods: these. */
const structures: Readonly<Record<string, readonly string[]>> = {
  ...wordRecord("Iterable Collection Container Reversible", ["__iter__"]),
  Iterator: ["__next__"],
  Generator: ["__next__", "send"],
  Sequence: ["__getitem__", "index"],
  MutableSequence: ["__getitem__", "append"],
  AbstractSet: ["union"],
  MutableSet: ["union", "add"],
  AsyncIterable: ["__aiter__"],
  AsyncIterator: ["__anext__"],
};

const callableKinds: ReadonlySet<string> = new Set([
  "function",
  "method",
  "partial",
  "callable",
  "elsewhere",
  "outside",
]);

/** True if a thing, or what it holds, depends on a type variable. */
export function hasVariable(thing: Thing): boolean {
  switch (thing.kind) {
    case "variable":
      return true;
    case "object":
    case "class":
      return thing.items.some((items) => items.some(hasVariable));
    case "callable":
      return [...(thing.parameters ?? []), thing.result].some((things) => things.some(hasVariable));
    default:
      return false;
  }
}

function isOfClass(value: Thing, other: Thing): boolean {
  return value.kind === "object" && other.kind === "object" && value.class === other.class;
}
