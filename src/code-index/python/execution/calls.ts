/**
 * The results of Python calls in an execution: each call runs the function with its own arguments (context-sensitive
 * interpretation). Input: callees and arguments; output: the returned or yielded values.
 */
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { parseExpression } from "../expressions.ts";
import { isStub, parametersOf } from "../functions.ts";
import type { Types } from "../types.ts";
import { isAnnotated } from "../value-text.ts";
import { maxCalls, maxSteps, type Run } from "./run.ts";
import { openedFile, standardCall } from "./standard-calls.ts";
import { isKindOf, standardMember, standardResult } from "./standard-classes.ts";
import { typeOfExpression } from "./standard-types.ts";
import {
  builtinOf,
  distinctThings,
  type Frame,
  type FunctionThing,
  type Given,
  instancesOf,
  type Key,
  noneThing,
  type ObjectThing,
  objectOf,
  substituted,
  type Thing,
  type Things,
  unknownThings,
} from "./things.ts";
import { hasVariable } from "./type-variables.ts";

export class Calls {
  readonly #run: Run;
  /** Functions that run, with how many runs each. */
  readonly #running = new Map<number, number>();

  constructor(run: Run) {
    this.#run = run;
  }

  callNode(node: number, frame: Frame): Things {
    const source = this.#run.source;
    const callee = source.child(node, "function");
    const list = source.child(node, "arguments");
    if (source.kind(callee) === "identifier" && source.textOf(callee) === "super") {
      const found = this.#super(node, frame);
      if (found !== undefined) return found;
    }
    return this.call(this.#run.expressions.valuesOf(callee, frame), this.#run.parameters.given(list, frame));
  }

  #super(node: number, frame: Frame): Things | undefined {
    const { types } = this.#run.evaluator.evaluate(this.#run.source.textOf(node), this.#run.expressions.placeOf(node));
    const type = types.find(({ kind }) => kind === "super");
    if (type?.kind !== "super") return undefined;
    let around: Frame | undefined = frame;
    while (around !== undefined && around.receiver === undefined) around = around.outer;
    const { receiver } = type;
    const otherwise: Things =
      receiver.kind === "instance" || receiver.kind === "class"
        ? this.#run.annotations.thingOf(receiver)
        : unknownThings;
    return [around?.receiver ?? otherwise[0] ?? { kind: "unknown" as const }].map(
      (one): Thing => ({ kind: "super", after: type.class, receiver: one }),
    );
  }

  /** The results of calling values. */
  call(callees: Things, given: Given): Things {
    return distinctThings(callees.flatMap((callee) => this.callOne(callee, given)));
  }

  callOne(callee: Thing, given: Given): Things {
    this.#run.steps += 1;
    if (this.#run.steps > maxSteps) return unknownThings;
    switch (callee.kind) {
      case "function":
        return this.resultsOf(callee, given);
      case "class":
        return this.#construct(callee, given);
      case "object":
        return callee.class === "builtins.None"
          ? unknownThings
          : this.call(this.#run.members.member([callee], "__call__"), given);
      case "method":
        return this.#callMethod(callee, given);
      case "outside": {
        const special = standardCall(callee.name, given, this.#run);
        const result = standardResult(callee.name);
        return special ?? (result === undefined ? unknownThings : typeOfExpression(result, new Map()));
      }
      case "elsewhere": {
        const { type } = callee;
        if (type.kind !== "function") return unknownThings;
        const { function: called, receiver } = type;
        const results = this.#withNone(this.#run.evaluator.resultTypes(called, receiver), called);
        if (!results.some(hasVariable)) return results;
        return substituted(results, this.#run.variables.solvedElsewhere(called, receiver !== undefined, given));
      }
      case "partial": {
        const positional = [...callee.given.positional, ...given.positional];
        return this.callOne(callee.of, { positional, named: new Map([...callee.given.named, ...given.named]) });
      }
      case "callable":
        return this.#run.variables.resultOf(callee, given.positional);
      case "managed":
        return [objectOf("_GeneratorContextManager", this.#run.items.iterated(this.callOne(callee.of, given)))];
      case "variable":
        return this.call(callee.bound, given);
      default:
        return unknownThings;
    }
  }

  /** The result of a function of another file, which may be None, too, where it says so. */
  #withNone(types: Types, { type, flags }: Declaration): Things {
    const things = this.#run.annotations.thingsOf(types);
    const results = /\bOptional\[|\|\s*None\b|\bNone\s*\|/.test(type) ? [...things, noneThing] : things;
    return (flags & DeclarationFlag.async) !== 0 ? [objectOf("Coroutine", results)] : results;
  }

  #callMethod({ receiver, name }: Extract<Thing, { kind: "method" }>, given: Given): Things {
    const found = standardMember(builtinOf(receiver), name);
    if (found === undefined) return unknownThings;
    // `path.open("rb")`
    if (name === "open") return openedFile(given.positional[0] ?? given.named.get("mode") ?? []);
    const [key] = given.positional[0] ?? [];
    const literal = key?.kind === "object" ? key.literal : undefined;
    if (
      isKindOf(builtinOf(receiver), "Mapping") &&
      literal !== undefined &&
      /^(?:get|pop|setdefault|__getitem__)$/.test(name)
    ) {
      const part = receiver.parts?.get(literal);
      if (part !== undefined) return part;
    }
    const results = this.#run.items.standardType(found.type, receiver);
    const [, otherwise] = given.positional;
    if (otherwise !== undefined && /^(?:get|pop|setdefault)$/.test(name))
      return [...results.filter((result) => result !== noneThing), ...otherwise];
    return results;
  }

  #construct(thing: Extract<Thing, { kind: "class" }>, given: Given): Things {
    const { class: of, items } = thing;
    if (typeof of !== "string") {
      const enumerated = this.#run.evaluator.members.isEnumerated(of);
      return [
        {
          kind: "object",
          class: of,
          items: items.length > 0 ? items : this.#solvedItems(of, given),
          ...(!enumerated && { given }),
        },
      ];
    }
    if (items.length > 0) return [{ kind: "object", class: of, items }];
    return standardCall(of, given, this.#run) ?? [{ kind: "object", class: of, items }];
  }

  /** The type variables of a class, by the arguments of its `__init__`. */
  #solvedItems(of: Declaration, given: Given): readonly Things[] {
    const parameters = this.#run.evaluator.classes.typeParameters(of);
    if (parameters.length === 0) return [];
    const object: ObjectThing = { kind: "object", class: of, items: [] };
    const [init] = this.#run.members.member([object], "__init__");
    if (init?.kind !== "function") return [];
    const solved = this.#run.variables.solved(init, this.#run.parameters.bind(init, given));
    return parameters.some((name) => solved.has(name))
      ? parameters.map((name) => solved.get(name) ?? unknownThings)
      : [];
  }

  /** A run of a function; undefined if there are too many. */
  frameFor(called: FunctionThing, given: Given | undefined): Frame | undefined {
    const { node, frame, receiver, variables } = called;
    const depth = frame.depth + 1;
    if (depth > maxCalls) return undefined;
    const name = receiver === undefined ? undefined : this.#firstName(node);
    const self: ReadonlyMap<string, Things> | undefined =
      receiver === undefined || name === undefined || given !== undefined ? undefined : new Map([[name, [receiver]]]);
    const bound = given === undefined ? undefined : this.#run.parameters.bind(called, given);
    const run: Frame = {
      node,
      outer: frame,
      given: bound,
      known: new Map(),
      declared: new Map(),
      depth,
      ...(receiver !== undefined && { receiver }),
      ...(variables !== undefined && { variables }),
    };
    // Of a run that any call may have led to, only the object is known.
    if (self !== undefined) for (const [parameter, values] of self) this.#setParameter(run, parameter, values);
    return run;
  }

  #firstName(node: number): string | undefined {
    const [first] = parametersOf(this.#run.source, this.#run.source.child(node, "parameters"));
    return first === undefined || first.role === "rest" ? undefined : this.#run.source.textOf(first.name);
  }

  #setParameter(frame: Frame, name: string, values: Things): void {
    for (const { name: node } of parametersOf(this.#run.source, this.#run.source.child(frame.node, "parameters"))) {
      if (this.#run.source.textOf(node) === name) frame.declared.set(this.#run.source.tree.start(node), values);
    }
  }

  /** The result of a call of a function; `given` is undefined for any call. */
  resultsOf(called: FunctionThing, given: Given | undefined): Things {
    const source = this.#run.source;
    const { node } = called;
    const runs = this.#running.get(node) ?? 0;
    if (runs > maxRecursion || this.#running.size > maxCalls) return [];
    const frame = this.frameFor(called, given);
    if (frame === undefined) return unknownThings;
    this.#running.set(node, runs + 1);
    try {
      if (source.kind(node) === "lambda") return this.#run.expressions.valuesOf(source.child(node, "body"), frame);
      return this.#resultsOfDefinition(called, frame, given);
    } finally {
      if (runs === 0) this.#running.delete(node);
      else this.#running.set(node, runs);
    }
  }

  #resultsOfDefinition(called: FunctionThing, frame: Frame, given: Given | undefined): Things {
    const source = this.#run.source;
    const { node, receiver, variables } = called;
    const declaration = this.#run.evaluator.names
      .scopesOf(this.#run.open.file)
      .at(source.tree.start(source.child(node, "name")));
    if (declaration === undefined) return unknownThings;
    const isAsync = (declaration.flags & DeclarationFlag.async) !== 0;
    const fitting = this.#fittingOverload(declaration, called, given);
    if (fitting !== undefined) return fitting;
    if (isAnnotated(declaration)) {
      const result = this.#run.annotations.annotated(parseExpression(declaration.type), declaration, frame);
      const solved = this.#run.variables.solved(called, frame.given ?? new Map());
      const self: Things =
        receiver === undefined ? [] : receiver.kind === "class" ? instancesOf([receiver]) : [receiver];
      const known = substituted(
        result,
        new Map([...(variables ?? []), ...solved, ...(self.length > 0 ? ([["Self", self]] as const) : [])]),
      );
      return isAsync && !/^(?:Async|Gener)/.test(builtinOf(known[0] ?? { kind: "unknown" }))
        ? [objectOf("Coroutine", known)]
        : known;
    }
    const { returns, yields } = this.#leaves(node);
    if (yields.length > 0) {
      const items = this.#run.branches.reached(yields, frame).flatMap((one) => this.#yielded(one, frame));
      if (isAsync) return [objectOf("AsyncGenerator", distinctThings(items))];
      const result = returns.length === 0 ? [noneThing] : this.#returned(returns, frame);
      const parts = this.#yieldedParts(node, yields, frame);
      return [
        {
          ...objectOf("Generator", distinctThings(items), unknownThings, result),
          ...(parts !== undefined && { parts }),
        },
      ];
    }
    const documented = this.#run.docstrings.resultsOf(declaration, frame);
    if (documented.length > 0 && returns.length === 0)
      return isAsync ? [objectOf("Coroutine", documented)] : documented;
    if (returns.length === 0 && isStub(source, source.child(node, "body"))) return unknownThings;
    const results = returns.length === 0 ? [noneThing] : this.#returned(returns, frame);
    const known = results.filter(({ kind }) => kind !== "unknown");
    const all = documented.length > 0 ? distinctThings([...known, ...documented]) : results;
    return isAsync ? [objectOf("Coroutine", all)] : all;
  }

  #returned(returns: readonly number[], frame: Frame): Things {
    const results = this.#run.branches.reached(returns, frame).flatMap((one) => {
      const value = this.#run.source.tree.firstNamedChild(one);
      return value === noNode ? [noneThing] : this.#run.expressions.valuesOf(value, frame);
    });
    return distinctThings(results);
  }

  /** The values of a generator in order; undefined if that depends on a test or a loop. */
  #yieldedParts(node: number, yields: readonly number[], frame: Frame): ReadonlyMap<Key, Things> | undefined {
    const { source } = this.#run;
    const body = source.child(node, "body");
    const parts: Things[] = [];
    for (const one of yields) {
      const statement = source.parent(one);
      if (
        source.kind(statement) === "assignment"
          ? source.parent(source.parent(statement)) !== body
          : source.parent(statement) !== body
      )
        return undefined;
      const value = source.tree.firstNamedChild(one);
      if (!this.#isDelegated(one)) {
        parts.push(this.#yielded(one, frame));
        continue;
      }
      const [of, ...others] = this.#run.expressions.valuesOf(value, frame);
      if (of?.kind !== "object" || of.parts === undefined || others.length > 0) return undefined;
      parts.push(...of.parts.values());
    }
    return new Map(parts.map((part, index) => [index, part]));
  }

  #isDelegated(node: number): boolean {
    const { tree } = this.#run.source;
    return this.#run.source.textOf(tree.nextSibling(tree.firstChild(node))) === "from";
  }

  #yielded(node: number, frame: Frame): Things {
    const { tree } = this.#run.source;
    const value = tree.firstNamedChild(node);
    if (value === noNode) return [noneThing];
    const values = this.#run.expressions.valuesOf(value, frame);
    return this.#isDelegated(node) ? this.#run.items.iterated(values) : values;
  }

  /** The statements that give the results of a function. */
  #leaves(node: number): { readonly returns: readonly number[]; readonly yields: readonly number[] } {
    const source = this.#run.source;
    const { tree } = source;
    const returns: number[] = [];
    const yields: number[] = [];
    const body = source.child(node, "body");
    for (let inner = body + 1; inner < (tree.nexts[body] ?? 0); ) {
      const kind = source.kind(inner);
      if (kind === "return_statement") returns.push(inner);
      if (kind === "yield") yields.push(inner);
      inner =
        kind === "function_definition" || kind === "class_definition" || kind === "lambda"
          ? (tree.nexts[inner] ?? tree.size)
          : inner + 1;
    }
    return { returns, yields };
  }

  /** The result of the overloads that take the arguments; undefined for a function without overloads. */
  #fittingOverload(declaration: Declaration, called: FunctionThing, given: Given | undefined): Things | undefined {
    const scopes = this.#run.evaluator.names.scopesOf(this.#run.open.file);
    const all = scopes.sameScope(declaration).filter(({ kind }) => kind === "function");
    const overloads = all.filter(({ flags }) => (flags & DeclarationFlag.overload) !== 0);
    if (overloads.length === 0 || given === undefined) return undefined;
    for (const overload of overloads) {
      const node = this.#run.frames.functionAt(overload);
      if (node === undefined || !isAnnotated(overload)) continue;
      const one: FunctionThing = { ...called, node };
      const bound = this.#run.parameters.bind(one, given);
      const parameters = scopes.parameters(overload).filter((parameter) => isAnnotated(parameter));
      const frame = this.frameFor(one, given);
      if (frame === undefined) return unknownThings;
      const isFitting = parameters.every((parameter) => {
        const values = bound.get(parameter.name);
        return (
          values === undefined ||
          this.#run.variables.fits(
            values,
            this.#run.annotations.annotated(parseExpression(parameter.type), parameter, frame),
          )
        );
      });
      if (!isFitting) continue;
      const solved = this.#run.variables.solved(one, bound);
      return substituted(
        this.#run.annotations.annotated(parseExpression(overload.type), overload, frame),
        new Map([...(called.variables ?? []), ...solved]),
      );
    }
    return unknownThings;
  }
}

/** Runs of one function in one another: more tell nothing new of what it returns. */
const maxRecursion = 2;
