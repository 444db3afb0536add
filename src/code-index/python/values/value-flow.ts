/**
 * The flow of functions, classes and objects through one Python file (points-to analysis), for calls by value and types
 * of parameters. Input: an open file; output: calls of functions by other names, and the types that calls pass.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import { oneLine } from "../../../syntax/one-line.ts";
import type { Declaration } from "../../code-index.ts";
import { keyOfPlace, placeOf } from "../../places.ts";
import type { HandedValue, OpenFile, ParameterCall, PassedValues, ValueCall } from "../../resolution.ts";
import { isLambda } from "../../symbol-kind.ts";
import { takesClass } from "../calls.ts";
import type { Evaluator } from "../evaluator.ts";
import { isStub, type Parameter, parametersOf } from "../functions.ts";
import { PythonTree } from "../python-tree.ts";
import { targetsOf } from "../targets.ts";
import type { Type } from "../types.ts";
import { Heap } from "./heap.ts";
import { HeldNames } from "./held-names.ts";
import { containerMethods, functionsOfArguments, keyOfNode, stringKey } from "./library.ts";
import { overwritten } from "./reaching-writes.ts";
import { joinedTypes, ofBuiltin, operationValues, typeOfValues } from "./value-types.ts";
import { type Arguments, classOf, distinctValues, type Value, type Values, valuesOf } from "./values.ts";

/** Times that a file is gone through: a value that takes more steps on its way is not followed. */
const maxRounds = 8;

/** Further times for what is unknown. */
const maxUnknownRounds = 4;

/** Nodes of a file whose values are followed: the time is that of as many steps a round. */
const maxNodes = 400_000;

/** Expressions in expressions. A call that another one leads to, as to `__call__`, counts as several of them. */
const maxDepth = 60;
const callDepth = 12;

/** Calls that are followed in all rounds of one file. */
const maxSteps = 1_000_000;

/** UTF-16 code units of what is called that are shown: `table[key]` of `table[key](…)`. */
const maxWritten = 40;

/**
 * Follows the values of one file that are functions, classes and their objects: through variables, parameters, results,
 * attributes, containers and decorators. It goes through all statements again until no variable has a new value; the
 * order of statements matters only for variables (an inclusion-based analysis as in L. O. Andersen, "Program Analysis
 * and Specialization for the C Programming Language", 1994; PyCG does the same for Python). Uses of these functions in
 * other files are not seen.
 */
export class ValueFlow {
  readonly #open: OpenFile;
  readonly #source: PythonTree;
  readonly #evaluator: Evaluator;
  readonly #heap = new Heap();
  /** By the offset of the name of a function: its node. */
  readonly #functions = new Map<number, number>();
  /** The nodes that a round goes through. */
  readonly #inOrder: number[] = [];
  readonly #calls = new Map<string, ValueCall>();
  /** Of a flow with parameters: the calls of what is passed for them, and what calls pass to functions of other files. */
  readonly #parameterCalls = new Map<string, ParameterCall>();
  readonly #handing: HandingCall[] = [];
  /** By the offset of a call: what is called, as it is written. */
  readonly #written = new Map<number, string>();
  /** The values of nodes in this round. */
  readonly #known = new Map<number, Values>();
  readonly #names: HeldNames;
  /** By the node of a call: what the types say of it, which does not change. */
  readonly #typedCalls = new Map<number, Values>();

  /** True once all values are known that the file tells: what has none then is unknown, and so is what gets it. */
  #marksUnknown = false;
  /** The nodes of writes to one key of one container. */
  readonly #sureWrites = new Set<number>();
  /** True for a file that no other one imports: all calls of its functions are in it. */
  #isProgram = false;
  #addsDefaults = false;
  /** The functions and lambdas that are called. */
  readonly #called = new Set<number>();
  readonly #generators = new Set<number>();
  /** Functions whose decorators come from outside: they are called, but may give something else than they return. */
  readonly #wrapped = new Set<Declaration>();
  #hasRun = false;
  #steps = 0;

  /** @param withParameters true to follow what other files pass for parameters, too: `passedValues` */
  constructor(open: OpenFile, evaluator: Evaluator, withParameters = false) {
    this.#open = open;
    this.#source = new PythonTree(open.tree, open.text);
    this.#evaluator = evaluator;
    this.#names = new HeldNames(open, this.#source, evaluator, this.#heap, withParameters);
  }

  /** The calls of functions and classes of the code base by their values, in source order. */
  calls(): readonly ValueCall[] {
    this.#run();
    return [...this.#calls.values()].sort((a, b) => a.offset - b.offset || a.target.at - b.target.at);
  }

  /** The calls of what other files pass for parameters, and what the file passes to functions of other files. */
  passedValues(): PassedValues {
    this.#run();
    const handed = new Map<string, HandedValue>();
    for (const one of this.#handing.flatMap((call) => this.#handedIn(call)))
      handed.set(`${keyOfPlace(placeOf(one.parameter))} ${keyOfPlace(placeOf(one.value))}`, one);
    return { calls: [...this.#parameterCalls.values()], handed: [...handed.values()] };
  }

  /**
   * The type of all values that a variable, a parameter or an attribute gets in the file, or a function returns there,
   * as Python writes it. Undefined if one of them is not known, where a variable gets values of several types, since
   * calls of one function are not told apart, and where `None` is all that is known.
   */
  typeOf(declaration: Declaration): string | undefined {
    this.#markUnknown();
    const { parent, kind, name } = declaration;
    if (kind === "function") return this.#resultType(declaration);
    const held = this.#heap.variables;
    if (kind === "parameter") return valueType(typeOfValues(held.get(declaration)?.all ?? [], this.#source));
    const scopes = this.#evaluator.names.scopesOf(this.#open.file);
    const isMember = kind === "field" && parent?.kind === "class";
    const all = isMember ? scopes.members(parent, name) : scopes.sameScope(declaration);
    const sets = all.map((one) => held.get(one)?.all ?? []);
    const assigned = isMember ? [...sets.filter(({ length }) => length > 0), this.#heap.attribute(parent, name)] : sets;
    const types = assigned.map((values) => typeOfValues(values, this.#source));
    const type = joinedTypes(types);
    return type?.includes("|") ? undefined : valueType(type);
  }

  #resultType({ at, flags }: Declaration): string | undefined {
    const node = this.#functions.get(at);
    const source = this.#source;
    const isTold = node !== undefined && (flags & untoldResults) === 0;
    if (!isTold || isStub(source, source.child(node, "body"))) return undefined;
    if (this.#generators.has(node)) return "Generator";
    const values = this.#heap.results.has(node) ? this.#resultsFor(node, [], noArguments) : undefined;
    return values === undefined ? "None" : typeOfValues(values, source);
  }

  #run(): void {
    const { tree } = this.#source;
    if (this.#hasRun || tree.size > maxNodes) return;
    this.#hasRun = true;
    this.#isProgram = !this.#evaluator.names.modules.isImported(this.#open.file);
    for (let node = 0; node < tree.size; node++) {
      const kind = this.#source.kind(node);
      if (Object.hasOwn(this.#statements, kind)) this.#inOrder.push(node);
      if (kind === "function_definition") this.#functions.set(tree.start(this.#source.child(node, "name")), node);
    }
    this.#goThrough(maxRounds);
    if (!this.#isProgram) return;
    this.#addsDefaults = true;
    this.#goThrough(maxRounds);
  }

  /** Marks what is unknown, on which types depend and calls do not. */
  #markUnknown(): void {
    this.#run();
    if (this.#marksUnknown) return;
    this.#marksUnknown = true;
    this.#goThrough(maxUnknownRounds);
  }

  #goThrough(rounds: number): void {
    for (let round = 0; round < rounds; round++) {
      this.#known.clear();
      const before = [...this.#calls];
      this.#parameterCalls.clear();
      this.#handing.length = 0;
      // The last round knows most: what the types say counts where no value is known in the end.
      if (!this.#marksUnknown) this.#calls.clear();
      for (const node of this.#inOrder) this.#statements[this.#source.kind(node)]?.(node);
      if (this.#steps > maxSteps) for (const [key, call] of before) this.#calls.set(key, call);
      if (!this.#heap.takeChange()) break;
    }
  }

  // Statements

  /** By kind of a node that a round goes through: what it does. Others are evaluated as parts of these. */
  readonly #statements: Readonly<Record<string, (node: number) => void>> = {
    assignment: (node) => this.#assign(this.#source.child(node, "left"), this.#valuesOf(lastRight(this.#source, node))),
    augmented_assignment: (node) => this.#assignField(node, "left", "right"),
    named_expression: (node) => this.#assignField(node, "name", "value"),
    default_parameter: (node) => this.#default(node),
    typed_default_parameter: (node) => this.#default(node),
    for_statement: (node) => this.#loop(node),
    for_in_clause: (node) => this.#loop(node),
    as_pattern: (node) => this.#enter(node),
    call: (node) => void this.#valuesOf(node),
    decorated_definition: (node) => this.#decorate(node),
    return_statement: (node) => this.#return(node),
    yield: (node) => this.#yield(node),
    raise_statement: (node) => this.#raise(this.#source.tree.firstNamedChild(node)),
  };

  #assignField(node: number, target: "left" | "name", value: "right" | "value"): void {
    this.#assign(this.#source.child(node, target), this.#valuesOf(this.#source.child(node, value)));
  }

  /**
   * The default of a parameter. In a file that no other one imports, it counts where a call leaves the parameter out, or
   * nothing in the file calls the function.
   */
  #default(node: number): void {
    const holder = this.#functionAround(node);
    const isCalled = holder !== undefined && this.#called.has(holder);
    if (!this.#isProgram || (this.#addsDefaults && !isCalled)) this.#assignField(node, "name", "value");
  }

  #loop(node: number): void {
    const items = this.#iterated(this.#valuesOf(this.#source.child(node, "right")), node, 0);
    this.#assign(this.#source.child(node, "left"), items);
  }

  /** `raise A` makes an object of the class. */
  #raise(value: number): void {
    if (value === noNode || this.#source.kind(value) === "call") return;
    const classes = this.#valuesOf(value).filter((one) => one.kind === "typed" && one.type.kind === "class");
    this.#call(classes, noArguments, value, this.#offsetOf(value), 0);
  }

  /** `with value as name`. */
  #enter(node: number): void {
    const source = this.#source;
    const value = source.tree.firstNamedChild(node);
    if (source.kind(source.parent(node)) !== "with_item") return;
    const objects = this.#valuesOf(value);
    const entered = this.#callMethod(objects, "__enter__", this.#offsetOf(value), 0);
    this.#assign(source.child(node, "alias"), entered.length > 0 ? entered : objects);
  }

  #return(node: number): void {
    const value = this.#source.tree.firstNamedChild(node);
    const values = value === noNode ? ofBuiltin("none") : this.#valuesOf(value);
    const holder = this.#functionAround(node);
    if (holder !== undefined) this.#addResult(holder, value, this.#orUnknown(values));
  }

  /** Adds a result of a function or lambda; a parameter that it gives back is what each call gives to it. */
  #addResult(holder: number, value: number, values: Values): void {
    const parameter = this.#source.kind(value) === "identifier" ? this.#names.parameterAt(value, holder) : undefined;
    this.#heap.add(this.#heap.results, holder, parameter === undefined ? values : [{ kind: "argument", node: value }]);
  }

  #yield(node: number): void {
    const { tree } = this.#source;
    const isDelegated = tree.type(tree.nextSibling(tree.firstChild(node))) === "from";
    const value = tree.firstNamedChild(node);
    const values = this.#valuesOf(value);
    const holder = this.#functionAround(node);
    if (holder === undefined) return;
    this.#generators.add(holder);
    this.#heap.add(this.#heap.items, holder, isDelegated ? this.#iterated(values, node, 0) : values);
  }

  #functionAround(node: number): number | undefined {
    const source = this.#source;
    for (let outer = source.parent(node); outer > 0; outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "function_definition" || kind === "lambda") return outer;
      if (kind === "class_definition") return undefined;
    }
    return undefined;
  }

  /** `@decorator` before a function or class: calls it with that. */
  #decorate(node: number): void {
    const source = this.#source;
    const decorators = [...source.namedChildren(node)];
    const definition = decorators.pop() ?? noNode;
    const name = source.child(definition, "name");
    const declared = this.#evaluator.names.scopesOf(this.#open.file).at(source.tree.start(name));
    if (declared === undefined) return;
    let values: Values = valuesOf(this.#evaluator.typesOfDeclaration(declared));
    for (const decorator of decorators.reverse()) {
      const expression = source.tree.firstNamedChild(decorator);
      const callees = this.#valuesOf(expression).filter((value) => !isOutside(value));
      if (callees.length === 0 && !/(?:^|\.)(?:override|final|abstractmethod)$/.test(source.textOf(expression)))
        this.#wrapped.add(declared);
      if (callees.length === 0) continue;
      const named = source.kind(expression) === "call" ? source.child(expression, "function") : expression;
      const results = this.#call(
        callees,
        { ...noArguments, positional: [values] },
        decorator,
        this.#offsetOf(named),
        0,
      );
      if (results.length > 0) values = results;
    }
    const others = values.filter((value) => !isDeclared(value, declared));
    this.#heap.add(this.#heap.decorated, source.tree.start(name), others);
  }

  // Assignment

  #orUnknown(values: Values): Values {
    return values.length === 0 && this.#marksUnknown ? [{ kind: "unknown" }] : values;
  }

  #assign(left: number, values: Values): void {
    if (left === noNode || this.#orUnknown(values).length === 0) return;
    const source = this.#source;
    let rest: readonly number[] | undefined;
    for (const { node, path, isRest } of targetsOf(source, left)) {
      // Of `a, *b, c` the index of c is unknown: it may be any item after a.
      const isBehind = rest !== undefined && rest.length === path.length;
      const parts =
        isRest || isBehind ? this.#restOf(values, isBehind ? (rest ?? path) : path, node) : this.#partsOf(values, path);
      if (isRest) rest = path;
      if (isBehind) {
        this.#assignName(
          node,
          parts.flatMap((part) => this.#itemOf(part, [])),
        );
        continue;
      }
      if (source.kind(node) === "identifier") this.#assignName(node, parts);
      else this.#assignAttribute(node, parts);
    }
    if (source.kind(left) === "subscript") this.#assignItem(left, values);
  }

  #assignName(node: number, values: Values): void {
    const declaration = this.#names.declarationAt(node);
    if (declaration !== undefined) this.#heap.add(this.#heap.variables, declaration, this.#orUnknown(values));
  }

  #assignAttribute(node: number, values: Values): void {
    const source = this.#source;
    const name = source.textOf(source.child(node, "attribute"));
    for (const object of this.#valuesOf(source.child(node, "object"))) {
      const owner = classOf(object);
      if (owner !== undefined) this.#heap.addAttribute(owner, name, this.#orUnknown(values));
    }
  }

  #assignItem(node: number, values: Values): void {
    const source = this.#source;
    const [, index = noNode] = source.namedChildren(node);
    const keys = this.#keysOf(index);
    const written = this.#valuesOf(source.child(node, "value"));
    this.#noteWrite(node, written, keys.length);
    for (const container of written) {
      if (container.kind === "container") this.#heap.addUnder(container.node, keys, values, node);
    }
  }

  /** Notes whether a write is to one container, and to one key of it. */
  #noteWrite(node: number, containers: Values, keys: number): void {
    if (containers.length === 1 && keys === 1) this.#sureWrites.add(node);
    else this.#sureWrites.delete(node);
  }

  /** The part of values that a target gets: [1, 0] for `b` of `a, (b, c) = …`. */
  #partsOf(values: Values, path: readonly number[]): Values {
    return path.reduce<Values>(
      (parts, index) => distinctValues(parts.flatMap((part) => this.#itemOf(part, [String(index)]))),
      values,
    );
  }

  /** `*rest`: a list of what follows. */
  #restOf(values: Values, path: readonly number[], node: number): Values {
    for (const value of this.#partsOf(values, path.slice(0, -1))) this.#heap.copyParts(value, node, path.at(-1) ?? 0);
    return [{ kind: "container", node }];
  }

  // Expressions

  #valuesOf(node: number, depth = 0): Values {
    if (node === noNode || depth > maxDepth) return [];
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#known.set(node, []);
    const values = distinctValues(this.#evaluated(node, depth + 1));
    this.#known.set(node, values);
    return values;
  }

  #evaluated(node: number, depth: number): Values {
    const source = this.#source;
    const inner = (child: number) => this.#valuesOf(child, depth);
    switch (source.kind(node)) {
      case "identifier":
        return this.#names.valuesAt(node);
      case "attribute":
        return inner(source.child(node, "object")).flatMap((object) =>
          this.#names.memberOf(object, source.textOf(source.child(node, "attribute"))),
        );
      case "call":
        return this.#valuesOfCall(node, depth);
      case "subscript": {
        const [, index = noNode] = source.namedChildren(node);
        if (source.kind(index) === "slice") return this.#slice(node, index, inner(source.child(node, "value")));
        const keys = this.#keysOf(index, depth);
        return inner(source.child(node, "value")).flatMap((value) => this.#itemOf(value, keys, node));
      }
      case "string":
      case "integer": {
        const key = keyOfNode(source, node);
        return key === undefined ? ofBuiltin(source.kind(node)) : [{ kind: "key", text: key }];
      }
      case "unary_operator":
        return inner(source.tree.lastNamedChild(node)).filter(({ kind }) => kind !== "container");
      case "lambda":
        this.#addResult(node, source.child(node, "body"), inner(source.child(node, "body")));
        return [{ kind: "lambda", node }];
      case "list":
      case "tuple":
      case "expression_list":
      case "set":
        return this.#sequence(node, depth);
      case "dictionary":
        return this.#dictionary(node, depth);
      case "list_comprehension":
      case "set_comprehension":
      case "generator_expression":
        this.#heap.addPart(node, undefined, inner(source.tree.firstNamedChild(node)));
        return [{ kind: "container", node }];
      case "dictionary_comprehension": {
        const pair = source.tree.firstNamedChild(node);
        this.#heap.addPart(node, undefined, inner(source.child(pair, "value")));
        return [{ kind: "container", node }];
      }
      case "conditional_expression": {
        const [first = noNode, , second = noNode] = source.namedChildren(node);
        return [...inner(first), ...inner(second)];
      }
      case "boolean_operator":
        return [...inner(source.tree.firstNamedChild(node)), ...inner(source.tree.lastNamedChild(node))];
      case "parenthesized_expression":
        return inner(source.tree.firstNamedChild(node));
      case "await":
        return this.#awaited(source.tree.firstNamedChild(node), depth);
      case "named_expression":
        return inner(source.child(node, "value"));
      case "binary_operator":
        return this.#operation(node, depth);
      default:
        return ofBuiltin(source.kind(node));
    }
  }

  /** The result of an asynchronous function; other awaited values are unknown. */
  #awaited(call: number, depth: number): Values {
    const values = this.#valuesOf(call, depth);
    const callees = this.#valuesOf(this.#source.child(call, "function"), depth);
    return callees.length > 0 && callees.every(isAsync) ? values : [];
  }

  /** `list + list`, and what builtin classes make of numbers and strings. */
  #operation(node: number, depth: number): Values {
    const { tree } = this.#source;
    const [left, right] = [tree.firstNamedChild(node), tree.lastNamedChild(node)].map((operand) =>
      this.#valuesOf(operand, depth),
    );
    if (left === undefined || right === undefined) return [];
    const containers = [...left, ...right].filter(({ kind }) => kind === "container");
    return containers.length > 0 ? containers : operationValues(tree.type(this.#source.operatorOf(node)), left, right);
  }

  #sequence(node: number, depth: number): Values {
    const source = this.#source;
    let index = 0;
    for (const item of source.namedChildren(node)) {
      if (source.kind(item) === "list_splat") {
        const held = this.#valuesOf(source.tree.firstNamedChild(item), depth);
        this.#heap.addPart(node, undefined, this.#iterated(held, item, depth));
      } else this.#heap.addPart(node, String(index), this.#valuesOf(item, depth), item);
      index += 1;
    }
    return [{ kind: "container", node }];
  }

  /** `list[1:]`: the items from a number on, if that number is known. */
  #slice(node: number, slice: number, values: Values): Values {
    const source = this.#source;
    const first = source.tree.firstChild(slice);
    const start = source.kind(first) === "integer" ? Number(source.textOf(first)) : 0;
    for (const value of values) this.#heap.copyParts(value, node, start);
    return values.length === 0 ? [] : [{ kind: "container", node }];
  }

  #dictionary(node: number, depth: number): Values {
    const source = this.#source;
    for (const pair of source.namedChildren(node)) {
      if (source.kind(pair) === "pair") {
        const [key = noNode] = source.namedChildren(pair);
        const values = this.#valuesOf(source.child(pair, "value"), depth);
        this.#heap.addUnder(node, this.#keysOf(key, depth), values, pair);
      } else if (source.kind(pair) === "dictionary_splat") {
        for (const value of this.#valuesOf(source.tree.firstNamedChild(pair), depth)) this.#heap.copyParts(value, node);
      }
    }
    return [{ kind: "container", node }];
  }

  #keysOf(node: number, depth = 0): readonly string[] {
    return this.#valuesOf(node, depth).flatMap((value) => (value.kind === "key" ? [value.text] : []));
  }

  // Items

  /** @param read the node that reads the item: what is written over before it does not count */
  #itemOf(value: Value, keys: readonly string[], read = noNode): Values {
    if (value.kind === "container") return this.#itemAt(value, keys, read);
    if (value.kind !== "typed" || value.type.kind !== "instance") return [];
    return this.#resultsOf(this.#names.memberOf(value, "__getitem__"));
  }

  #itemAt(container: Extract<Value, { kind: "container" }>, keys: readonly string[], read: number): Values {
    const parts = this.#heap.partsOf(container);
    if (parts === undefined) return [];
    const [key, ...others] = keys;
    const writes = key === undefined || others.length > 0 || read === noNode ? [] : parts.writesOf(key);
    const over = overwritten(this.#source, container.node, writes, read, (write) => this.#sureWrites.has(write));
    return key === undefined || over.size === 0 ? parts.at(keys) : parts.atWithout(key, (write) => over.has(write));
  }

  /** The items of a loop over values: it calls `__iter__` of objects, and `__next__` of the result. */
  #iterated(values: Values, node: number, depth: number): Values {
    const right = this.#source.child(node, "right");
    const offset = this.#offsetOf(right === noNode ? node : right);
    return distinctValues(
      values.flatMap((value): Values => {
        if (value.kind === "container") return this.#heap.partsOf(value)?.all() ?? [];
        if (value.kind !== "typed" || value.type.kind !== "instance") return [];
        const iterators = this.#callMethod([value], "__iter__", offset, depth);
        return iterators.flatMap((iterator) =>
          iterator.kind === "container"
            ? (this.#heap.partsOf(iterator)?.all() ?? [])
            : this.#callMethod([iterator], "__next__", offset, depth),
        );
      }),
    );
  }

  // Calls

  #valuesOfCall(node: number, depth: number): Values {
    const source = this.#source;
    const callee = source.child(node, "function");
    const list = source.child(node, "arguments");
    const given = this.#argumentsOf(list, depth);
    if (source.kind(callee) === "identifier" && source.textOf(callee) === "super") {
      const types = this.#evaluator.evaluate(source.textOf(node), this.#names.placeOf(node)).types;
      if (types.some(({ kind }) => kind === "super")) return valuesOf(types);
    }
    const handled = this.#containerCall(callee, given, depth);
    if (handled !== undefined) return handled;
    const callees = this.#valuesOf(callee, depth);
    const offset = this.#offsetOf(callee, list);
    return this.#call(callees, given, node, offset, depth);
  }

  /** A method of a container: `d.get(key)`, `list.append(value)`. */
  #containerCall(callee: number, given: Arguments, depth: number): Values | undefined {
    const source = this.#source;
    if (source.kind(callee) !== "attribute") return undefined;
    const containers = this.#valuesOf(source.child(callee, "object"), depth).filter(({ kind }) => kind === "container");
    if (containers.length === 0) return undefined;
    const name = source.child(callee, "attribute");
    const method = containerMethods.get(source.textOf(name));
    if (method === undefined) return [];
    // `update` with one dictionary writes all of its keys.
    this.#noteWrite(callee, containers, given.positional[0]?.length ?? 1);
    return containers.flatMap((container) =>
      container.kind === "container"
        ? method({
            heap: this.#heap,
            container,
            given,
            nodes: [callee, name],
            itemAt: (keys) => this.#itemAt(container, keys, callee),
          })
        : [],
    );
  }

  #argumentsOf(list: number, depth: number): Arguments {
    const source = this.#source;
    const positional: Values[] = [];
    const named = new Map<string, Values>();
    let isOpen = false;
    const items = source.kind(list) === "generator_expression" ? [list] : source.namedChildren(list);
    for (const item of items) {
      switch (source.kind(item)) {
        case "keyword_argument":
          named.set(source.textOf(source.child(item, "name")), this.#valuesOf(source.child(item, "value"), depth));
          break;
        case "list_splat":
          isOpen = true;
          for (const value of this.#valuesOf(source.tree.firstNamedChild(item), depth))
            for (const set of this.#heap.partsOf(value)?.byKey.values() ?? []) positional.push(set.all);
          break;
        case "dictionary_splat":
          isOpen = true;
          for (const value of this.#valuesOf(source.tree.firstNamedChild(item), depth))
            for (const [key, set] of this.#heap.partsOf(value)?.byKey ?? []) named.set(key.slice(1), set.all);
          break;
        default:
          positional.push(this.#valuesOf(item, depth));
      }
    }
    return { positional, named, isOpen };
  }

  /** Calls values, notes which functions and classes of the code base these are, and returns what the calls give. */
  #call(callees: Values, given: Arguments, node: number, offset: number, depth: number): Values {
    return distinctValues(callees.flatMap((callee) => this.#callOne(callee, given, node, offset, depth)));
  }

  #callOne(callee: Value, given: Arguments, node: number, offset: number, depth: number): Values {
    this.#steps += 1;
    if (depth > maxDepth || this.#steps > maxSteps) return [];
    if (callee.kind === "lambda") {
      const held = this.#variableOf(callee.node);
      if (held !== undefined) this.#note(offset, held);
      const parameters = parametersOf(this.#source, this.#source.child(callee.node, "parameters"));
      this.#bind(parameters, given, callee.node);
      return this.#resultsFor(callee.node, parameters, given);
    }
    if (callee.kind === "parameter") this.#noteParameter(offset, callee.declaration);
    if (callee.kind === "partial") return this.#callOne(callee.of, given, node, offset, depth + 1);
    if (callee.kind !== "typed") return [];
    const { type } = callee;
    switch (type.kind) {
      case "function": {
        this.#note(offset, type.function);
        const results = this.#callFunction(type.function, type.receiver, given, node);
        const isOpen = this.#wrapped.has(type.function) || (isAsync(callee) && !this.#isAwaited(node));
        return isOpen ? [] : results;
      }
      case "class":
        return this.#construct(type, given, node, offset, depth);
      case "instance":
        return this.#call(this.#names.memberOf(callee, "__call__"), given, node, offset, depth + callDepth);
      case "external":
        return this.#callOutside(type, given, node, offset, depth);
      default:
        return this.#typedCall(node);
    }
  }

  /** The variable or the field whose value a lambda is as it is written. */
  #variableOf(lambda: number): Declaration | undefined {
    const source = this.#source;
    let value = lambda;
    while (source.kind(source.parent(value)) === "parenthesized_expression") value = source.parent(value);
    const assignment = source.parent(value);
    if (source.kind(assignment) !== "assignment" || !source.isField(value, "right")) return undefined;
    const left = source.child(assignment, "left");
    const name = source.kind(left) === "attribute" ? source.child(left, "attribute") : left;
    const declared = this.#evaluator.names.scopesOf(this.#open.file).at(source.tree.start(name));
    return declared !== undefined && isLambda(declared) ? declared : undefined;
  }

  #isAwaited(node: number): boolean {
    return node !== noNode && this.#source.kind(this.#source.parent(node)) === "await";
  }

  /** The results of a function, of this file or of another one. */
  #callFunction(called: Declaration, receiver: Type | undefined, given: Arguments, node: number): Values {
    const definition = called.file === this.#open.file ? this.#functions.get(called.at) : undefined;
    if (definition === undefined) {
      const isHanding = called.file !== this.#open.file && this.#handing.length < maxHanding;
      if (isHanding) this.#handing.push({ called, receiver, given });
      return valuesOf(this.#evaluator.resultTypes(called, receiver));
    }
    const parameters = parametersOf(this.#source, this.#source.child(definition, "parameters"));
    const isBound = isBoundTo(called, receiver);
    const passed = isBound ? parameters.slice(1) : parameters;
    this.#bind(passed, given, definition);
    const [self] = parameters;
    if (isBound && self !== undefined && receiver?.kind === "instance" && receiver.class !== called.parent)
      this.#assignName(self.name, valuesOf([receiver]));
    const items = this.#heap.items.get(definition);
    if (items !== undefined) {
      // The generator has the node of its function.
      this.#heap.addPart(definition, undefined, items.all);
      return [{ kind: "container", node: definition }];
    }
    const results = this.#resultsFor(definition, passed, given);
    // A method that returns its own object returns that of the call.
    const isSelf = (value: Value) => receiver?.kind === "instance" && isInstanceOf(value, called.parent);
    const own = results.map(
      (value): Value => (isSelf(value) && receiver !== undefined ? { kind: "typed", type: receiver } : value),
    );
    if (own.length > 0) return own;
    return node === noNode ? [] : valuesOf(this.#evaluator.resultTypes(called, receiver));
  }

  /** The results of a function or lambda, with what a call gives for its parameters; without one, what all calls give. */
  #resultsFor(holder: number, parameters: readonly Parameter[], given: Arguments): Values {
    const results = this.#heap.results.get(holder)?.all ?? [];
    if (!results.some(({ kind }) => kind === "argument")) return results;
    return distinctValues(
      results.flatMap((value) =>
        value.kind === "argument" ? this.#argumentFor(value.node, parameters, given) : [value],
      ),
    );
  }

  #argumentFor(node: number, parameters: readonly Parameter[], given: Arguments): Values {
    const text = this.#source.textOf(node);
    const index = parameters.findIndex(({ name }) => this.#source.textOf(name) === text);
    const parameter = parameters[index];
    const all = () => this.#orUnknown(this.#names.valuesAt(node));
    if (parameter === undefined || parameter.role === "rest" || given.isOpen === true) return all();
    const values = given.positional[index] ?? given.named.get(text);
    if (values !== undefined) return values;
    return parameter.role === "optional" ? this.#valuesOf(this.#source.child(parameter.statement, "value")) : all();
  }

  /** Makes an object of a class: calls its `__init__`, which can be that of a base. */
  #construct(
    type: Extract<Type, { kind: "instance" | "class" }>,
    given: Arguments,
    node: number,
    offset: number,
    depth: number,
  ): Values {
    this.#note(offset, type.class);
    const object: Type = { ...type, kind: "instance" };
    const made: Value = { kind: "typed", type: object };
    const isTold = this.#evaluator.members.find(object, "__init__")?.kind === "declarations";
    if (isTold) this.#call(this.#names.memberOf(made, "__init__"), given, node, offset, depth + callDepth);
    return [made];
  }

  /** An external function may call its arguments: `map(f, list)`. */
  #callOutside(
    type: Extract<Type, { kind: "external" }>,
    given: Arguments,
    node: number,
    offset: number,
    depth: number,
  ): Values {
    const known = functionsOfArguments.get(type.name);
    if (known === undefined) return this.#typedCall(node);
    const [first = [], second = []] = given.positional;
    if (known.does === "partial") return first.map((of) => ({ kind: "partial", of }));
    if (known.does === "same") return first;
    const called = known.keyword === undefined ? first : (given.named.get(known.keyword) ?? []);
    const items = known.keyword === undefined ? second : first;
    const parts = this.#iterated(items, node, depth);
    const results = this.#call(called, { ...noArguments, positional: [parts] }, node, offset, depth + callDepth);
    if (known.does === "call") return results;
    this.#heap.addPart(node, undefined, known.does === "map" ? results : parts);
    return [{ kind: "container", node }];
  }

  /** The result of a call by types. */
  #typedCall(node: number): Values {
    const { tree } = this.#source;
    if (node === noNode || tree.end(node) - tree.start(node) > maxCallLength) return [];
    return getOrInsert(this.#typedCalls, node, () =>
      valuesOf(this.#evaluator.evaluate(this.#source.textOf(node), this.#names.placeOf(node)).types),
    );
  }

  #callMethod(objects: Values, name: string, offset: number, depth: number): Values {
    const methods = objects.flatMap((object) =>
      object.kind === "typed" && object.type.kind === "instance" ? this.#names.memberOf(object, name) : [],
    );
    return this.#call(methods, noArguments, noNode, offset, depth);
  }

  /** The results of methods whose calls are not recorded. */
  #resultsOf(methods: Values): Values {
    return methods.flatMap((method) =>
      method.kind === "typed" && method.type.kind === "function"
        ? this.#callFunction(method.type.function, method.type.receiver, noArguments, noNode)
        : [],
    );
  }

  /** Gives the arguments of a call to the parameters of a function or lambda. */
  #bind(parameters: readonly Parameter[], given: Arguments, holder: number): void {
    const source = this.#source;
    const named = new Map(given.named);
    let index = 0;
    this.#called.add(holder);
    for (const { name, role, statement } of parameters) {
      const text = source.textOf(name);
      if (role !== "rest") {
        const values = given.positional[index] ?? named.get(text);
        if (values !== undefined) this.#assignName(name, values);
        // A parameter that a call leaves out has its default.
        const mayBeLeftOut = role === "optional" && (values === undefined || given.isOpen === true);
        if (mayBeLeftOut) this.#assignField(statement, "name", "value");
        named.delete(text);
        index += 1;
        continue;
      }
      const isOfNames = source.kind(statement) === "dictionary_splat_pattern";
      if (isOfNames) for (const [key, values] of named) this.#heap.addPart(name, stringKey(key), values);
      else
        for (const [at, values] of given.positional.slice(index).entries())
          this.#heap.addPart(name, String(at), values);
      if (holder !== noNode) this.#assignName(name, [{ kind: "container", node: name }]);
    }
  }

  #note(offset: number, target: Declaration): void {
    // The calls of a file are the same whether its types were asked for before or not.
    if (this.#marksUnknown) return;
    const key = `${offset} ${target.file.path}:${target.at}`;
    if (!this.#calls.has(key)) this.#calls.set(key, { offset, target, written: this.#written.get(offset) ?? "" });
  }

  #noteParameter(offset: number, parameter: Declaration): void {
    const key = `${offset} ${parameter.at}`;
    const isOwn = parameter.file === this.#open.file;
    if (isOwn) this.#parameterCalls.set(key, { offset, parameter, written: this.#written.get(offset) ?? "" });
  }

  /** The functions, classes and parameters that a call passes to a function of another file. */
  #handedIn({ called, receiver, given }: HandingCall): readonly HandedValue[] {
    const all = this.#evaluator.names.scopesOf(called.file).parameters(called);
    const isBound = isBoundTo(called, receiver);
    const parameters = isBound ? all.slice(1) : all;
    // Parameters after `*` get values by their names only.
    const rest = parameters.findIndex(isRest);
    const byPlace = rest < 0 ? parameters : parameters.slice(0, rest);
    const handed = (parameter: Declaration | undefined, values: Values) =>
      parameter === undefined
        ? []
        : values.flatMap((one) => this.#calledBy(one)).map((value) => ({ parameter, value }));
    return [
      ...given.positional.flatMap((values, at) => handed(byPlace[at], values)),
      ...[...given.named].flatMap(([name, values]) => {
        return handed(
          parameters.find((one) => one.name === name && !isRest(one)),
          values,
        );
      }),
    ];
  }

  /** The functions, classes and parameters that a call of a value runs. */
  #calledBy(value: Value): readonly Declaration[] {
    switch (value.kind) {
      case "lambda":
        return [this.#variableOf(value.node) ?? []].flat();
      case "partial":
        return this.#calledBy(value.of);
      case "parameter":
        return [value.declaration];
      case "typed": {
        const { type } = value;
        if (type.kind === "function") return [type.function];
        if (type.kind === "class") return [type.class];
        if (type.kind !== "instance") return [];
        return this.#names.memberOf(value, "__call__").flatMap((one) => (isInstance(one) ? [] : this.#calledBy(one)));
      }
      default:
        return [];
    }
  }

  /** The offset of the last name of what is called, or else of `otherwise`; its text is kept as that of the call. */
  #offsetOf(callee: number, otherwise = callee): number {
    const source = this.#source;
    const kind = source.kind(callee);
    const name = kind === "attribute" ? source.child(callee, "attribute") : kind === "identifier" ? callee : otherwise;
    const offset = source.tree.start(name);
    if (!this.#written.has(offset)) this.#written.set(offset, oneLine(source.textOf(callee), maxWritten));
    return offset;
  }
}

/** UTF-16 code units of a call whose result is asked of the types. */
const maxCallLength = 2_000;

/** Functions whose results are not what their code returns. */
const untoldResults = DeclarationFlag.abstract | DeclarationFlag.async | DeclarationFlag.overload;

/** A type of a variable: `None` is as a rule what it has before it gets another one. */
function valueType(type: string | undefined): string | undefined {
  return type === "None" ? undefined : type;
}

const noArguments: Arguments = { positional: [], named: new Map() };

/** The value of `a = b = value`. */
function lastRight(source: PythonTree, node: number): number {
  let value = source.child(node, "right");
  for (let steps = 0; steps < maxDepth && source.kind(value) === "assignment"; steps++)
    value = source.child(value, "right");
  return value;
}

function isAsync(value: Value): boolean {
  const { type } = value.kind === "typed" ? value : { type: undefined };
  return type?.kind === "function" && (type.function.flags & DeclarationFlag.async) !== 0;
}

function isOutside(value: Value): boolean {
  return value.kind === "typed" && value.type.kind === "external" && !functionsOfArguments.has(value.type.name);
}

function isDeclared(value: Value, declaration: Declaration): boolean {
  if (value.kind !== "typed") return false;
  const { type } = value;
  if (type.kind === "function") return type.function === declaration;
  return type.kind === "class" && type.class === declaration;
}

/** True for a method that gets the object, or the class, that it is called on. */
function isBoundTo(called: Declaration, receiver: Type | undefined): boolean {
  if (called.parent?.kind !== "class" || receiver === undefined) return false;
  return takesClass(called) || receiver.kind !== "class";
}

/** A call of a function of another file. */
type HandingCall = {
  readonly called: Declaration;
  readonly receiver: Type | undefined;
  readonly given: Arguments;
};

/** Calls of functions of other files that are kept. */
const maxHanding = 20_000;

/** True for `*args` and `**named`. */
function isRest({ start, at }: Declaration): boolean {
  return start < at;
}

function isInstance(value: Value): boolean {
  return value.kind === "typed" && value.type.kind === "instance";
}

function isInstanceOf(value: Value, owner: Declaration | undefined): boolean {
  return value.kind === "typed" && value.type.kind === "instance" && value.type.class === owner;
}
