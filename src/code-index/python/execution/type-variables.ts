import { parseExpression } from "../expressions.ts";
import { lastName } from "../types.ts";
import { isAnnotated, maxNesting, type Run } from "./run.ts";
import { isKindOf, standardMember, standardName } from "./standard-classes.ts";
import {
  builtinOf,
  distinctThings,
  type FunctionThing,
  instancesOf,
  nothingGiven,
  type ObjectThing,
  substituted,
  type Thing,
  type Things,
  type Variables,
  withoutLiteral,
} from "./things.ts";

/** What type variables stand for in a call, and which annotations take its arguments. */
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
    if (value.kind !== expected.kind) return false;
    if (value.kind !== "object" || expected.kind !== "object") return true;
    const isInside = this.isInstance(value, expected);
    return (
      isInside &&
      expected.items.every((items, at) => {
        const held = value.items[at] ?? [];
        return held.length === 0 || this.fits(held, items);
      })
    );
  }

  isInstance(value: ObjectThing, expected: ObjectThing): boolean {
    if (typeof value.class === "string")
      return isKindOf(builtinOf(value), standardName(builtinOf(expected))) || looselyFits(value, expected);
    return this.#run.evaluator.classes
      .order(value.class)
      .some((one) =>
        one.kind === "class"
          ? one.class === expected.class
          : typeof expected.class === "string" && lastName(one.type.name) === lastName(expected.class),
      );
  }

  /** What the type variables of a function stand for in a run with some arguments. */
  solved(called: FunctionThing, given: ReadonlyMap<string, Things>): Variables {
    const source = this.#run.source;
    const solved = new Map<string, Things>();
    if (source.kind(called.node) === "lambda") return solved;
    const scopes = this.#run.evaluator.names.scopesOf(this.#run.open.file);
    const declaration = scopes.at(source.tree.start(source.child(called.node, "name")));
    if (declaration === undefined) return solved;
    for (const parameter of scopes.parameters(declaration)) {
      const values =
        given.get(parameter.name) ?? this.#run.parameters.defaultOf(parameter, this.#run.frames.openFrame(called.node));
      if (values === undefined || !isAnnotated(parameter)) continue;
      const isRest = /^(?:tuple\[.*, \.\.\.\]|dict\[str, .*\])$/.test(parameter.type);
      const expected = this.#run.annotations.annotated(parseExpression(parameter.type), parameter, called.frame);
      this.#unify(expected, values, solved, isRest ? 1 : 0);
    }
    return solved;
  }

  #unify(expected: Things, values: Things, solved: Map<string, Things>, depth: number): void {
    if (depth > maxNesting) return;
    for (const one of expected) {
      if (one.kind === "variable") {
        const usual = one.name.startsWith("type ") ? instancesOf(values) : values.map(withoutLiteral);
        const name = one.name.replace(/^type /, "");
        solved.set(name, distinctThings([...(solved.get(name) ?? []), ...usual]));
      } else if (one.kind === "callable") {
        const results = values.flatMap((value) => this.#run.calls.callOne(value, nothingGiven));
        if (one.result.some(({ kind }) => kind === "variable")) this.#unify(one.result, results, solved, depth + 1);
      } else if (one.kind === "object" || one.kind === "class") {
        for (const value of values) if (value.kind === one.kind) this.#unifyItems(one, value, solved, depth);
      }
    }
  }

  #unifyItems(
    expected: Extract<Thing, { kind: "object" | "class" }>,
    value: Extract<Thing, { kind: "object" | "class" }>,
    solved: Map<string, Things>,
    depth: number,
  ): void {
    if (expected.items.length === 0) return;
    if (
      expected.class === value.class ||
      (typeof value.class === "string" &&
        typeof expected.class === "string" &&
        standardName(value.class) === standardName(expected.class))
    ) {
      for (const [at, items] of expected.items.entries()) this.#unify(items, value.items[at] ?? [], solved, depth + 1);
      return;
    }
    if (value.kind !== "object") return;
    if (typeof expected.class !== "string" || typeof value.class !== "string") {
      this.#unifyAncestor(expected, value, solved, depth);
      return;
    }
    const isMapping = isKindOf(builtinOf(value), "Mapping") && isKindOf(lastName(expected.class), "Mapping");
    const held = isMapping ? value.items : [this.#run.items.iterated([value])];
    for (const [at, items] of expected.items.entries()) this.#unify(items, held[at] ?? [], solved, depth + 1);
  }

  /** `Base[T]` for an object of a class that inherits from `Base[int]`. */
  #unifyAncestor(
    expected: Extract<Thing, { kind: "object" | "class" }>,
    value: ObjectThing,
    solved: Map<string, Things>,
    depth: number,
  ): void {
    if (typeof value.class === "string") return;
    const own = this.#run.members.variablesOf(value);
    for (const ancestor of this.#run.evaluator.classes.order(value.class)) {
      if (ancestor.kind === "class" && ancestor.class === expected.class) {
        const parameters = this.#run.evaluator.classes.typeParameters(ancestor.class);
        for (const [at, items] of expected.items.entries()) {
          const types = ancestor.substitution.get(parameters[at] ?? "");
          if (types !== undefined)
            this.#unify(items, substituted(this.#run.annotations.thingsOf(types), own), solved, depth + 1);
        }
      }
      if (ancestor.kind === "external" && typeof expected.class === "string") {
        const base: ObjectThing = {
          kind: "object",
          class: ancestor.type.name,
          items: ancestor.type.items.map((item) => substituted(this.#run.annotations.thingsOf(item), own)),
        };
        if (base.items.length > 0) this.#unifyItems(expected, base, solved, depth + 1);
      }
    }
  }
}

/** `Sequence` and the like for the classes that have what it asks for. */
function looselyFits(value: ObjectThing, expected: ObjectThing): boolean {
  const [one, other] = [builtinOf(value), standardName(builtinOf(expected))];
  if (["Sequence", "MutableSequence"].includes(other)) return ["list", "tuple", "str", "range", "deque"].includes(one);
  if (["Iterable", "Collection"].includes(other)) return standardMember(one, "__iter__") !== undefined;
  return one === "int" && other === "float";
}
