import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import type { OpenFile } from "../../resolution.ts";
import { takesClass } from "../calls.ts";
import type { Evaluator } from "../evaluator.ts";
import { type Expression, parseExpression } from "../expressions.ts";
import { parametersOf } from "../functions.ts";
import { PythonTree } from "../python-tree.ts";
import type { Place } from "../scopes.ts";
import { targetsOf } from "../targets.ts";
import { lastName, type Type, type Types } from "../types.ts";
import { Use } from "../use.ts";
import { keyOfNode } from "../values/library.ts";
import { reachingDeclarations } from "../values/reaching-declarations.ts";
import { awaitedItems, type Runner, standardCall } from "./standard-calls.ts";
import { isKindOf, isStandardClass, standardMember, standardName, standardResult } from "./standard-classes.ts";
import {
  builtinOf,
  classesOf,
  distinctThings,
  type Frame,
  type FunctionThing,
  type Given,
  instancesOf,
  type Key,
  noneThing,
  nothingGiven,
  type ObjectThing,
  objectOf,
  substituted,
  type Thing,
  type Things,
  typeText,
  unknownThings,
  type Variables,
} from "./things.ts";

/** Calls in calls that are followed. */
const maxCalls = 24;

/** Runs of one function in one another: more tell nothing new of what it returns. */
const maxRecursion = 2;

/** Expressions in expressions. */
const maxDepth = 150;

/** Expressions that are looked at for one question. */
const maxSteps = 30_000;

/** Nodes of a file that is followed. */
const maxNodes = 400_000;

/** Calls of one function that tell what its parameters have. */
const maxCallers = 12;

/**
 * Follows what one expression of a file gives at run time, as CPython would: each call with its own arguments, objects with
 * what they were made with, containers with their parts. What other files do is asked of the types.
 *
 * Unlike the values of ValueFlow, which are those of all calls together, these are made for one question.
 */
export class Execution implements Runner {
  readonly #open: OpenFile;
  readonly #source: PythonTree;
  readonly #evaluator: Evaluator;
  #module: Frame = moduleFrame();
  /** By the last name of what is called: the calls of the file, in source order. */
  #callsByName: Map<string, number[]> | undefined;
  #functions: Map<number, number> | undefined;
  #steps = 0;
  #depth = 0;
  /** Functions that run, with how many runs each. */
  readonly #running = new Map<number, number>();
  readonly #askedCallers = new Set<number>();

  constructor(open: OpenFile, evaluator: Evaluator) {
    this.#open = open;
    this.#source = new PythonTree(open.tree, open.text);
    this.#evaluator = evaluator;
  }

  /** The type of what a declaration of the file has, as Python writes it; undefined where the code does not tell it. */
  typeOf(declaration: Declaration): string | undefined {
    if (this.#source.tree.size > maxNodes) return undefined;
    this.#steps = 0;
    this.#module = moduleFrame();
    this.#evaluator.start();
    if (declaration.kind === "function") return this.#resultType(declaration);
    const { parent, kind, name } = declaration;
    const scopes = this.#evaluator.names.scopesOf(this.#open.file);
    const isMember = kind === "field" && parent?.kind === "class";
    const all = isMember ? scopes.members(parent, name) : scopes.sameScope(declaration);
    const types = new Set(all.map((one) => typeText(this.#valuesOfDeclaration(one, this.#frameAround(one)))));
    const [type, ...others] = types;
    // As a rule `None` is what an attribute has before it gets another value.
    return others.length === 0 && (type !== "None" || !isMember) ? type : undefined;
  }

  #resultType(declaration: Declaration): string | undefined {
    const node = this.#functionAt(declaration);
    if (node === undefined || (declaration.flags & untoldResults) !== 0) return undefined;
    const thing: FunctionThing = { kind: "function", node, frame: this.#frameAround(declaration) };
    return typeText(this.#resultsOf(thing, undefined));
  }

  // Declarations

  #functionAt({ at }: Declaration): number | undefined {
    if (this.#functions === undefined) {
      this.#functions = new Map();
      const { tree } = this.#source;
      for (let node = 0; node < tree.size; node++) {
        if (this.#source.kind(node) === "function_definition")
          this.#functions.set(tree.start(this.#source.child(node, "name")), node);
      }
    }
    return this.#functions.get(at);
  }

  /** The function or the lambda that a node is in; 0 for none. */
  #functionNode(node: number): number {
    const source = this.#source;
    let inner = node;
    for (let outer = source.parent(node); outer > 0; inner = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "lambda") return outer;
      // Defaults and annotations are evaluated around the function.
      if (kind === "function_definition" && source.isField(inner, "body")) return outer;
    }
    return 0;
  }

  /** The frame of a function that any call may have run. */
  #openFrame(node: number): Frame {
    if (node === 0) return this.#module;
    return { ...moduleFrame(), node, outer: this.#openFrame(this.#functionNode(node)), given: undefined };
  }

  #frameAround(declaration: Declaration): Frame {
    const leaf = this.#source.leafAt(declaration.at);
    if (declaration.kind !== "parameter") return this.#openFrame(this.#functionNode(leaf));
    let node = leaf;
    while (node > 0 && !["function_definition", "lambda"].includes(this.#source.kind(node)))
      node = this.#source.parent(node);
    return this.#openFrame(node);
  }

  /** The frame that holds a declaration, seen from another one. */
  #frameOf(declaration: Declaration, from: Frame): Frame {
    const own = this.#frameAround(declaration);
    for (let frame: Frame | undefined = from; frame !== undefined; frame = frame.outer)
      if (frame.node === own.node) return frame;
    return own;
  }

  #valuesOfDeclaration(declaration: Declaration, frame: Frame): Things {
    const known = frame.declared.get(declaration.at);
    if (known !== undefined) return known;
    frame.declared.set(declaration.at, []);
    const values = distinctThings(this.#declared(declaration, frame));
    frame.declared.set(declaration.at, values);
    return values;
  }

  #declared(declaration: Declaration, frame: Frame): Things {
    switch (declaration.kind) {
      case "class":
        return this.#decorated(declaration, [{ kind: "class", class: declaration, items: [] }], frame);
      case "function": {
        const node = this.#functionAt(declaration);
        return node === undefined
          ? unknownThings
          : this.#decorated(declaration, [{ kind: "function", node, frame }], frame);
      }
      case "parameter":
        return this.#parameter(declaration, frame);
      case "type_parameter":
        return [{ kind: "variable", name: declaration.name, bound: [] }];
      case "alias":
        return this.#annotated(parseExpression(declaration.type), declaration, frame);
      case "import": {
        const meaning = this.#evaluator.names.imported(declaration);
        return meaning === undefined ? unknownThings : this.#thingsOf(this.#evaluator.typesOfMeaning(meaning));
      }
      default: {
        const isClause = /\bas\s+\(?$/.test(this.#open.text.slice(Math.max(declaration.at - 20, 0), declaration.at));
        if (isAnnotated(declaration) && !isClause && !finals.test(declaration.type))
          return this.#annotated(parseExpression(declaration.type), declaration, frame);
        const values = this.#bound(this.#source.leafAt(declaration.at), frame);
        return this.#withAdditions(declaration, this.#withUpdates(declaration, values, frame), frame);
      }
    }
  }

  /** What decorators make of a function or class. */
  #decorated(declaration: Declaration, values: Things, frame: Frame): Things {
    const source = this.#source;
    let definition = source.leafAt(declaration.at);
    while (definition > 0 && !/_definition$/.test(source.kind(definition))) definition = source.parent(definition);
    const around = source.parent(definition);
    if (source.kind(around) !== "decorated_definition") return values;
    let made = values;
    for (const decorator of [...source.namedChildren(around)].slice(0, -1).reverse()) {
      const expression = source.tree.firstNamedChild(decorator);
      if (methodDecorators.test(source.textOf(expression))) continue;
      const results = this.call(this.#valuesOf(expression, frame), { ...nothingGiven, positional: [made] });
      if (results.length > 0) made = results;
    }
    return made;
  }

  /** What the statement around a name assigns to it. */
  #bound(name: number, frame: Frame): Things {
    const source = this.#source;
    const target = source.kind(source.parent(name)) === "attribute" ? source.parent(name) : name;
    let inner = target;
    for (let node = source.parent(target); node > 0; inner = node, node = source.parent(node)) {
      const binder = Object.hasOwn(this.#binders, source.kind(node)) ? this.#binders[source.kind(node)] : undefined;
      if (binder !== undefined) return binder(node, target, frame, inner);
      if (/_(?:statement|definition)$|^block$/.test(source.kind(node))) return unknownThings;
    }
    return unknownThings;
  }

  readonly #binders: Readonly<Record<string, (node: number, target: number, frame: Frame, inner: number) => Things>> = {
    assignment: (node, target, frame) => {
      let value = this.#source.child(node, "right");
      for (let steps = 0; steps < maxDepth && this.#source.kind(value) === "assignment"; steps++)
        value = this.#source.child(value, "right");
      return value === noNode
        ? unknownThings
        : this.#partFor(this.#source.child(node, "left"), target, this.#valuesOf(value, frame));
    },
    augmented_assignment: (node, _, frame) =>
      this.#operation(
        /[^=]+/.exec(this.#source.textOf(this.#source.operatorOf(node)))?.[0] ?? "",
        this.#valuesOf(this.#source.child(node, "left"), frame),
        this.#valuesOf(this.#source.child(node, "right"), frame),
      ),
    named_expression: (node, _, frame) => this.#valuesOf(this.#source.child(node, "value"), frame),
    for_statement: (node, target, frame) => this.#loopPart(node, target, frame),
    for_in_clause: (node, target, frame) => this.#loopPart(node, target, frame),
    as_pattern: (node, target, frame) => {
      const source = this.#source;
      const values = this.#valuesOf(source.tree.firstNamedChild(node), frame);
      const around = source.kind(source.parent(node));
      if (around === "except_clause" || around === "except_group_clause") return this.#caught(values);
      if (around !== "with_item") return unknownThings;
      return this.#partFor(
        source.child(node, "alias"),
        target,
        values.flatMap((value) => this.#entered(value)),
      );
    },
  };

  #loopPart(node: number, target: number, frame: Frame): Things {
    const items = this.iterated(this.#valuesOf(this.#source.child(node, "right"), frame));
    return this.#partFor(this.#source.child(node, "left"), target, items);
  }

  #partFor(left: number, target: number, values: Things): Things {
    const all = targetsOf(this.#source, left);
    const found = all.find(({ node }) => node === target);
    if (found === undefined) return unknownThings;
    const { path, isRest } = found;
    if (isRest) return [objectOf("list", this.iterated(this.#partOf(values, path.slice(0, -1))))];
    const rest = all.find((one) => one.isRest && one.path.length === path.length && one.node < target);
    if (rest === undefined) return this.#partOf(values, path);
    // Of `a, *b, c` the number of c is told where that of all is.
    const last =
      all
        .filter((one) => one.path.length === path.length)
        .at(-1)
        ?.path.at(-1) ?? 0;
    const fromEnd = (path.at(-1) ?? 0) - last - 1;
    return this.#partOf(values, path.slice(0, -1)).flatMap((thing) =>
      thing.kind === "object" && thing.parts !== undefined ? this.#item(thing, fromEnd) : this.iterated([thing]),
    );
  }

  #partOf(values: Things, path: readonly number[]): Things {
    return path.reduce<Things>((things, index) => things.flatMap((thing) => this.#item(thing, index)), values);
  }

  /** What `except classes as name` catches. */
  #caught(values: Things): Things {
    return values.flatMap((value) =>
      value.kind === "object" && builtinOf(value) === "tuple" ? instancesOf(value.items.flat()) : instancesOf([value]),
    );
  }

  /** What `with value as name` gives. */
  #entered(value: Thing): Things {
    for (const method of ["__enter__", "__aenter__"]) {
      const found = this.member([value], method);
      if (found.length === 0 || found.some(({ kind }) => kind === "unknown")) continue;
      const results = this.call(found, nothingGiven);
      return method === "__enter__" ? results : results.flatMap(awaitedItems);
    }
    return unknownThings;
  }

  /** What `name += value` and the like make of values. */
  #withUpdates(declaration: Declaration, values: Things, frame: Frame): Things {
    const source = this.#source;
    const isField = declaration.kind === "field";
    const updates = (this.#calls().get(`${declaration.name}=`) ?? []).filter((update) => {
      const left = source.child(update, "left");
      return isField === (source.kind(left) === "attribute") && source.tree.start(left) !== declaration.at;
    });
    const results = updates.slice(0, maxCallers).flatMap((update) => {
      const operator = source.textOf(this.#source.operatorOf(update)).replace(/=$/, "");
      return this.#operation(
        operator,
        values,
        this.#valuesOf(source.child(update, "right"), this.#frameAt(update, frame)),
      );
    });
    return [...values, ...results.map(withoutLiteral)];
  }

  /** What calls of its methods add to a list, a set or a dictionary that a variable has. */
  #withAdditions(declaration: Declaration, values: Things, frame: Frame): Things {
    const isOpen = (value: Thing) => value.kind === "object" && /^(?:list|set|deque|dict)$/.test(builtinOf(value));
    if (!values.some(isOpen)) return values;
    const added = this.#addedTo(declaration, frame);
    if (added.length === 0) return values;
    return values.map((value): Thing => {
      if (value.kind !== "object" || !isOpen(value)) return value;
      const isMapping = builtinOf(value) === "dict";
      const [first = [], second = []] = value.items;
      const keys = distinctThings([...first, ...added.flatMap(({ keys: some }) => some)]);
      const items = added.flatMap(({ items: some }) => some);
      const { parts: _, ...rest } = value;
      const held = isMapping ? [keys, distinctThings([...second, ...items])] : [distinctThings([...first, ...items])];
      return {
        ...rest,
        items: held,
        ...(isMapping && value.parts !== undefined && { parts: this.#partsWith(value.parts, added) }),
      };
    });
  }

  #partsWith(parts: ReadonlyMap<Key, Things>, added: readonly Addition[]): ReadonlyMap<Key, Things> {
    const joined = new Map(parts);
    for (const { keys, items, parts: more = [] } of added) {
      for (const [key, part] of more) joined.set(key, part);
      // Under a key that is not known.
      if (keys.length === 0 && items.some(({ kind }) => kind === "unknown")) return new Map();
      for (const key of keys) {
        if (key.kind === "object" && key.literal !== undefined) joined.set(key.literal, items);
      }
    }
    return joined;
  }

  /** Calls of `name.append(value)` and the like, and `name[key] = value`, in the file. */
  #addedTo(declaration: Declaration, frame: Frame): readonly Addition[] {
    const source = this.#source;
    const { names } = this.#evaluator;
    const scopes = names.scopesOf(this.#open.file);
    const same = scopes.sameScope(declaration);
    const isField = declaration.kind === "field";
    const isSame = (object: number): boolean => {
      const last = isField ? source.child(object, "attribute") : object;
      if (source.textOf(last) !== declaration.name) return false;
      if (isField) return source.kind(object) === "attribute";
      const found = scopes.lookUp(declaration.name, this.#placeOf(object))?.declarations[0];
      return found !== undefined && same.includes(found);
    };
    const found: Addition[] = [];
    for (const [method, add] of Object.entries(additions)) {
      for (const call of this.#calls().get(method) ?? []) {
        const object = source.child(source.child(call, "function"), "object");
        if (!isSame(object) || found.length >= maxCallers) continue;
        const own = this.#frameAt(call, frame);
        found.push(add(this.#given(source.child(call, "arguments"), own), this));
      }
    }
    for (const assignment of this.#calls().get("[]") ?? []) {
      const left = source.child(assignment, "left");
      const [object = noNode, index = noNode] = source.namedChildren(left);
      const isNested = source.kind(object) === "subscript" && isSame(rootOf(source, object));
      if (isNested) found.push({ keys: [], items: unknownThings });
      if (isNested || !isSame(object) || found.length >= maxCallers) continue;
      const own = this.#frameAt(assignment, frame);
      found.push({ keys: this.#valuesOf(index, own), items: this.#valuesOf(source.child(assignment, "right"), own) });
    }
    return found;
  }

  /** The frame of a node, which is a known one where it is around it. */
  #frameAt(node: number, from: Frame): Frame {
    const own = this.#functionNode(node);
    for (let frame: Frame | undefined = from; frame !== undefined; frame = frame.outer)
      if (frame.node === own) return frame;
    return this.#openFrame(own);
  }

  // Parameters

  #parameter(declaration: Declaration, frame: Frame): Things {
    const { name, parent, type } = declaration;
    const method = parent?.kind === "function" ? parent : undefined;
    const owner = method?.parent?.kind === "class" ? method.parent : undefined;
    const isFirst =
      method !== undefined && this.#evaluator.names.scopesOf(this.#open.file).parameters(method)[0] === declaration;
    const given = frame.given?.get(name);
    if (given !== undefined && (!isAnnotated(declaration) || isFirst)) return given;
    if (isAnnotated(declaration) && !/^(?:tuple|dict)\[(?:str, )?object/.test(type)) {
      const annotated = this.#annotated(parseExpression(type), declaration, frame);
      // A type variable has the value of the call.
      return given !== undefined && annotated.some(({ kind }) => kind === "variable") ? given : annotated;
    }
    if (given !== undefined) return given;
    if (isFirst && owner !== undefined && (method.flags & DeclarationFlag.static) === 0) {
      const kind = takesClass(method) ? "class" : "object";
      return [{ kind, class: owner, items: [] }];
    }
    const value = this.#defaultOf(declaration, frame);
    if (frame.given !== undefined) return value ?? unknownThings;
    const passed = this.#passed(declaration, frame);
    const all = [...(value ?? []), ...passed];
    return all.length > 0 ? all : unknownThings;
  }

  #defaultOf(declaration: Declaration, frame: Frame): Things | undefined {
    const source = this.#source;
    const statement = source.parent(source.leafAt(declaration.at));
    const value = /default_parameter$/.test(source.kind(statement)) ? source.child(statement, "value") : noNode;
    return value === noNode ? undefined : this.#valuesOf(value, frame.outer ?? frame);
  }

  /** What the calls of the file give to a parameter. */
  #passed(declaration: Declaration, frame: Frame): Things {
    const source = this.#source;
    const { node } = frame;
    const parent = declaration.parent;
    if (parent?.kind !== "function" || this.#askedCallers.has(node)) return [];
    const isInit = parent.name === "__init__" || parent.name === "__new__";
    const name = isInit ? (parent.parent?.name ?? "") : parent.name;
    this.#askedCallers.add(node);
    try {
      const found: Thing[] = [];
      for (const call of (this.#calls().get(name) ?? []).slice(0, maxCallers)) {
        const own = this.#openFrame(this.#functionNode(call));
        for (const callee of this.#valuesOf(source.child(call, "function"), own)) {
          const target = isInit ? this.#initOf(callee, parent.name) : callee;
          if (target?.kind !== "function" || target.node !== node) continue;
          const bound = this.#bind(target, this.#given(source.child(call, "arguments"), own));
          found.push(...(bound.get(declaration.name) ?? []));
        }
      }
      return distinctThings(found);
    } finally {
      this.#askedCallers.delete(node);
    }
  }

  #initOf(callee: Thing, name: string): Thing | undefined {
    if (callee.kind !== "class") return undefined;
    return this.member([{ ...callee, kind: "object" }], name)[0];
  }

  #calls(): Map<string, number[]> {
    if (this.#callsByName !== undefined) return this.#callsByName;
    const source = this.#source;
    const calls = new Map<string, number[]>();
    const add = (name: string, node: number) => {
      const all = calls.get(name);
      if (all === undefined) calls.set(name, [node]);
      else all.push(node);
    };
    for (let node = 0; node < source.tree.size; node++) {
      const kind = source.kind(node);
      if (kind === "call") {
        const callee = source.child(node, "function");
        const last = source.kind(callee) === "attribute" ? source.child(callee, "attribute") : callee;
        if (source.kind(last) === "identifier") add(source.textOf(last), node);
      } else if (kind === "augmented_assignment") {
        const left = source.child(node, "left");
        add(`${source.textOf(source.kind(left) === "attribute" ? source.child(left, "attribute") : left)}=`, node);
      } else if (kind === "assignment" && source.kind(source.child(node, "left")) === "subscript") add("[]", node);
    }
    this.#callsByName = calls;
    return calls;
  }

  /** The arguments of a call for the parameters of a function. */
  #bind(called: FunctionThing, given: Given): Map<string, Things> {
    const source = this.#source;
    const list = source.child(called.node, "parameters");
    const parameters = parametersOf(source, list);
    const positional = called.receiver === undefined ? given.positional : [[called.receiver], ...given.positional];
    const bound = new Map<string, Things>();
    const named = new Map(given.named);
    let index = 0;
    let isNamedOnly = false;
    for (const { name, role, statement } of parameters) {
      const text = source.textOf(name);
      if (role === "rest") {
        const kind = source.kind(statement);
        const isOfNames = kind === "dictionary_splat_pattern" || source.textOf(statement).startsWith("**");
        if (isOfNames) bound.set(text, [dictOf(named)]);
        else {
          const rest = positional.slice(index);
          const items = rest.length > 0 ? rest : [];
          bound.set(text, [{ ...objectOf("tuple", ...items), parts: new Map(items.map((item, at) => [at, item])) }]);
          index = positional.length;
          isNamedOnly = true;
        }
        continue;
      }
      const value = (isNamedOnly ? undefined : positional[index]) ?? named.get(text);
      if (value !== undefined) bound.set(text, value);
      if (!isNamedOnly) index += 1;
      named.delete(text);
    }
    return bound;
  }

  #given(list: number, frame: Frame): Given {
    const source = this.#source;
    const positional: Things[] = [];
    const named = new Map<string, Things>();
    const items = source.kind(list) === "generator_expression" ? [list] : source.namedChildren(list);
    for (const item of items) {
      const inner = () => this.#valuesOf(source.tree.firstNamedChild(item), frame);
      switch (source.kind(item)) {
        case "keyword_argument":
          named.set(source.textOf(source.child(item, "name")), this.#valuesOf(source.child(item, "value"), frame));
          break;
        case "list_splat":
          for (const value of inner()) {
            if (value.kind !== "object") continue;
            const parts = value.parts === undefined ? [this.iterated([value])] : [...value.parts.values()];
            positional.push(...parts);
          }
          break;
        case "dictionary_splat":
          for (const value of inner()) {
            if (value.kind !== "object") continue;
            for (const [key, part] of value.parts ?? []) named.set(String(key), part);
          }
          break;
        default:
          positional.push(this.#valuesOf(item, frame));
      }
    }
    return { positional, named };
  }

  // Annotations

  /** What has an annotation that is written at a declaration. */
  #annotated(expression: Expression, at: Declaration, frame: Frame): Things {
    return distinctThings(this.#meantBy(expression, { file: at.file, offset: at.start }, frame, 0));
  }

  #meantBy(expression: Expression, place: Place, frame: Frame, depth: number): Things {
    if (depth > maxNesting) return unknownThings;
    const inner = (part: Expression) => this.#meantBy(part, place, frame, depth + 1);
    switch (expression.kind) {
      case "string":
        return inner(parseExpression(expression.value.trim()));
      case "literal":
        return expression.type === "NoneType" ? [noneThing] : unknownThings;
      case "name": {
        const meaning = this.#evaluator.names.at(expression.name, place);
        const [alias] = meaning?.kind === "declarations" ? meaning.declarations : [];
        if (meaning === undefined) return unknownThings;
        if (alias?.kind === "variable" && alias.type.startsWith("=") && alias.file === this.#open.file) {
          const text = alias.type.slice(1);
          const values = this.#valuesOfDeclaration(alias, this.#frameOf(alias, frame));
          if (values.some(({ kind }) => kind === "variable" || kind === "class")) return instancesOf(values);
          return this.#meantBy(parseExpression(text), { file: alias.file, offset: alias.start }, frame, depth + 1);
        }
        if (alias?.kind === "type_parameter") return [{ kind: "variable", name: alias.name, bound: [] }];
        if (alias !== undefined && alias.file === this.#open.file && alias.kind === "class")
          return [{ kind: "object", class: alias, items: [] }];
        return this.#instances(this.#thingsOf(this.#evaluator.typesOfMeaning(meaning)));
      }
      case "attribute":
        return this.#instances(this.#thingsOf(this.#evaluator.typesOf(expression, place)));
      case "operation":
        return expression.operator === "|" ? [...inner(expression.left), ...inner(expression.right)] : unknownThings;
      case "subscript":
        return this.#subscripted(expression, place, frame, depth);
      default:
        return unknownThings;
    }
  }

  #instances(things: Things): Things {
    return things.flatMap((thing): Things => {
      const name = thing.kind === "class" && typeof thing.class === "string" ? lastName(thing.class) : "";
      if (name === "None") return [noneThing];
      if (name === "Self") return [{ kind: "variable", name: "Self", bound: [] }];
      if (name === "Callable") return [{ kind: "callable", result: unknownThings }];
      return name === "Any" || name === "object" ? unknownThings : instancesOf([thing]);
    });
  }

  #subscripted(
    { object, index }: Extract<Expression, { kind: "subscript" }>,
    place: Place,
    frame: Frame,
    depth: number,
  ): Things {
    const items = index.kind === "tuple" ? index.items : [index];
    const inner = (part: Expression) => this.#meantBy(part, place, frame, depth + 1);
    const head = object.kind === "name" || object.kind === "attribute" ? object.name : "";
    const [first] = items;
    switch (head) {
      case "Union":
        return items.flatMap(inner);
      case "Optional":
        return [...items.flatMap(inner), noneThing];
      case "Annotated":
      case "ClassVar":
      case "Final":
      case "Required":
      case "NotRequired":
      case "InitVar":
        return first === undefined ? unknownThings : inner(first);
      case "Type":
      case "type":
        return classesOf(items.flatMap(inner));
      case "Callable":
        return [{ kind: "callable", result: items.length < 2 ? unknownThings : inner(items.at(-1) ?? index) }];
      case "Literal":
        return items.flatMap((item) => {
          if (item.kind === "string") return [{ ...objectOf("str"), literal: item.value }];
          return item.kind === "number" ? [objectOf("int")] : unknownThings;
        });
      case "Generator":
      case "AsyncGenerator":
        return [objectOf(head, first === undefined ? unknownThings : inner(first))];
      case "Coroutine":
        return [objectOf(head, inner(items.at(-1) ?? index))];
    }
    return inner(object).flatMap((thing): Things => {
      if (thing.kind !== "object") return unknownThings;
      const isOpen =
        builtinOf(thing) !== "" && standardName(builtinOf(thing)) === "tuple" && items[1]?.kind === "literal";
      const held = items.filter(({ kind }) => kind !== "literal" || !isOpen).map(inner);
      const isTuple = standardName(builtinOf(thing)) === "tuple";
      if (!isTuple) return [{ ...thing, items: held }];
      return [{ ...thing, items: held, ...(!isOpen && { parts: new Map(held.map((item, at) => [at, item])) }) }];
    });
  }

  // Types of other files

  #thingsOf(types: Types): Things {
    return types.length === 0 ? unknownThings : types.flatMap((type) => this.#thingOf(type));
  }

  #thingOf(type: Type): Things {
    const held = (items: readonly Types[]) => items.map((item) => this.#thingsOf(item));
    switch (type.kind) {
      case "instance":
        return [{ kind: "object", class: type.class, items: held(type.items) }];
      case "class":
        return type.class.file === this.#open.file && type.items.length === 0
          ? this.#valuesOfDeclaration(type.class, this.#frameAround(type.class))
          : [{ kind: "class", class: type.class, items: held(type.items) }];
      case "function": {
        const isOwn = type.function.file === this.#open.file && type.receiver === undefined;
        return isOwn
          ? this.#valuesOfDeclaration(type.function, this.#frameAround(type.function))
          : [{ kind: "elsewhere", type }];
      }
      case "callable":
        return [{ kind: "callable", result: this.#thingsOf(type.result) }];
      case "variable":
        return [{ kind: "variable", name: type.name, bound: this.#thingsOf(type.bound) }];
      case "external":
        return this.#outside(type.name, type.isValue, held(type.items));
      default:
        return [{ kind: "elsewhere", type }];
    }
  }

  #outside(name: string, isValue: boolean, items: readonly Things[]): Things {
    const last = lastName(name);
    const isClass = isStandardClass(last) || /^[A-Z]\w*[a-z]/.test(last) || classNames.has(last);
    if (name === "builtins.None") return [noneThing];
    if (isValue) return isClass ? [{ kind: "object", class: name, items }] : unknownThings;
    if (isClass && !callables.has(last)) return [{ kind: "class", class: name, items }];
    return [{ kind: "outside", name }];
  }

  // Expressions

  #placeOf(node: number): Place {
    const offset = this.#source.tree.start(node);
    return Use.at(this.#open, offset)?.place ?? { file: this.#open.file, offset };
  }

  #valuesOf(node: number, frame: Frame): Things {
    if (node === noNode) return unknownThings;
    const known = frame.known.get(node);
    if (known !== undefined) return known;
    this.#steps += 1;
    if (this.#steps > maxSteps || this.#depth > maxDepth) return unknownThings;
    frame.known.set(node, []);
    this.#depth += 1;
    const kind = this.#source.kind(node);
    const evaluate = Object.hasOwn(this.#expressions, kind) ? this.#expressions[kind] : undefined;
    const values = evaluate === undefined ? unknownThings : distinctThings(evaluate(node, frame));
    this.#depth -= 1;
    frame.known.set(node, values);
    return values;
  }

  /** By kind of an expression. */
  readonly #expressions: Readonly<Record<string, (node: number, frame: Frame) => Things>> = {
    identifier: (node, frame) => this.#name(node, frame),
    attribute: (node, frame) => {
      const source = this.#source;
      const objects = this.#valuesOf(source.child(node, "object"), frame);
      return this.#tested(node, frame) ?? this.member(objects, source.textOf(source.child(node, "attribute")));
    },
    call: (node, frame) => this.#callNode(node, frame),
    subscript: (node, frame) => this.#subscript(node, frame),
    string: (node) => {
      const text = this.#source.textOf(node);
      if (/^[rRfF]*[bB]/.test(text)) return [objectOf("bytes")];
      const key = keyOfNode(this.#source, node);
      return [key === undefined ? objectOf("str") : { ...objectOf("str"), literal: key.slice(1) }];
    },
    concatenated_string: (node, frame) => {
      const parts = [...this.#source.namedChildren(node)].flatMap((part) => this.#valuesOf(part, frame));
      const texts = parts.map((part) => (part.kind === "object" ? part.literal : undefined));
      const isBytes = parts.some((part) => builtinOf(part) === "bytes");
      if (isBytes) return [objectOf("bytes")];
      return [texts.includes(undefined) ? objectOf("str") : { ...objectOf("str"), literal: texts.join("") }];
    },
    integer: (node) => {
      const text = this.#source.textOf(node);
      if (/[jJ]$/.test(text) && !/^0[xX]/.test(text)) return [objectOf("complex")];
      const value = Number(text.replaceAll("_", ""));
      return [Number.isSafeInteger(value) ? { ...objectOf("int"), literal: value } : objectOf("int")];
    },
    float: (node) => [objectOf(/[jJ]$/.test(this.#source.textOf(node)) ? "complex" : "float")],
    true: () => [{ ...objectOf("bool"), literal: true }],
    false: () => [{ ...objectOf("bool"), literal: false }],
    none: () => [noneThing],
    ellipsis: () => [objectOf("ellipsis")],
    comparison_operator: () => [objectOf("bool")],
    not_operator: () => [objectOf("bool")],
    unary_operator: (node, frame) => this.#unary(node, frame),
    binary_operator: (node, frame) =>
      this.#operation(
        this.#source.textOf(this.#source.operatorOf(node)),
        this.#valuesOf(this.#source.tree.firstNamedChild(node), frame),
        this.#valuesOf(this.#source.tree.lastNamedChild(node), frame),
      ),
    boolean_operator: (node, frame) => {
      const { tree } = this.#source;
      const isAnd = this.#source.textOf(this.#source.operatorOf(node)) === "and";
      const left = this.#valuesOf(tree.firstNamedChild(node), frame);
      const kept = left.filter((value) => truthOfThing(value) !== isAnd);
      const isDecided = left.length > 0 && left.every((value) => truthOfThing(value) === !isAnd);
      return isDecided ? kept : [...kept, ...this.#valuesOf(tree.lastNamedChild(node), frame)];
    },
    conditional_expression: (node, frame) => {
      const [first = noNode, condition = noNode, second = noNode] = this.#source.namedChildren(node);
      const truth = this.#truthOf(condition, frame);
      return [
        ...(truth === false ? [] : this.#valuesOf(first, frame)),
        ...(truth === true ? [] : this.#valuesOf(second, frame)),
      ];
    },
    parenthesized_expression: (node, frame) => this.#valuesOf(this.#source.tree.firstNamedChild(node), frame),
    named_expression: (node, frame) => this.#valuesOf(this.#source.child(node, "value"), frame),
    await: (node, frame) => this.#valuesOf(this.#source.tree.firstNamedChild(node), frame).flatMap(awaitedItems),
    lambda: (node, frame) => [{ kind: "function", node, frame }],
    list: (node, frame) => this.#sequence("list", node, frame),
    tuple: (node, frame) => this.#sequence("tuple", node, frame),
    expression_list: (node, frame) => this.#sequence("tuple", node, frame),
    set: (node, frame) => this.#sequence("set", node, frame),
    dictionary: (node, frame) => this.#dictionary(node, frame),
    list_comprehension: (node, frame) => [objectOf("list", this.#element(node, frame))],
    set_comprehension: (node, frame) => [objectOf("set", this.#element(node, frame))],
    generator_expression: (node, frame) => [objectOf("Generator", this.#element(node, frame))],
    dictionary_comprehension: (node, frame) => {
      const [key = noNode, value = noNode] = this.#source.namedChildren(this.#source.tree.firstNamedChild(node));
      return [objectOf("dict", this.#valuesOf(key, frame), this.#valuesOf(value, frame))];
    },
  };

  #element(node: number, frame: Frame): Things {
    return this.#valuesOf(this.#source.tree.firstNamedChild(node), frame);
  }

  #name(node: number, frame: Frame): Things {
    const source = this.#source;
    const tested = this.#tested(node, frame);
    if (tested !== undefined) return tested;
    const text = source.textOf(node);
    const { names } = this.#evaluator;
    const meaning = names.at(text, this.#placeOf(node));
    if (meaning === undefined) return unknownThings;
    if (meaning.kind === "external" && standardResult(meaning.name) !== undefined && /^__/.test(meaning.name))
      return [objectOf("str")];
    const [first] = meaning.kind === "declarations" ? meaning.declarations : [];
    if (first?.file !== this.#open.file) return this.#thingsOf(this.#evaluator.typesOfMeaning(meaning));
    const scopes = names.scopesOf(first.file);
    const reaching = reachingDeclarations(source, node, scopes, scopes.sameScope(first));
    const run = reaching.filter((one) => this.#isReached(source.leafAt(one.at), this.#frameOf(one, frame)));
    const all = run.length > 0 ? run : reaching;
    const values = all.flatMap((declaration) =>
      this.#valuesOfDeclaration(declaration, this.#frameOf(declaration, frame)),
    );
    // What a clause of `del` or a branch without a value leaves is not looked at.
    const known = values.filter(({ kind }) => kind !== "unknown");
    return all.length > 1 && known.length > 0 && all.some(({ kind }) => kind === "import") ? known : values;
  }

  /** What a test around a name or an attribute says that it is. */
  #tested(node: number, frame: Frame): Things | undefined {
    const source = this.#source;
    const place = this.#placeOf(node);
    const tests = place.tests?.() ?? [];
    const text = source.textOf(node);
    const test = tests.find(({ name }) => name === text);
    if (test === undefined || test.isClass) return undefined;
    const start = this.#open.text.indexOf(test.classes, test.offset);
    if (start < 0) return undefined;
    let classes = source.leafAt(start);
    while (classes > 0 && source.textOf(classes) !== test.classes && source.tree.start(classes) === start)
      classes = source.parent(classes);
    const values = this.#valuesOf(classes, frame).flatMap((value) =>
      value.kind === "object" && builtinOf(value) === "tuple" ? value.items.flat() : [value],
    );
    const tested = values.filter(({ kind }) => kind === "class");
    return tested.length > 0 && tested.length === values.length ? instancesOf(tested) : undefined;
  }

  #unary(node: number, frame: Frame): Things {
    const { tree } = this.#source;
    const values = this.#valuesOf(tree.lastNamedChild(node), frame);
    const operator = this.#source.textOf(tree.firstChild(node));
    return values.flatMap((value): Things => {
      if (value.kind !== "object") return unknownThings;
      if (typeof value.class !== "string") {
        const method = { "-": "__neg__", "+": "__pos__", "~": "__invert__" }[operator] ?? "";
        return this.call(this.member([value], method), nothingGiven);
      }
      const literal = typeof value.literal === "number" && operator === "-" ? { literal: -value.literal } : {};
      const name = builtinOf(value) === "bool" ? "int" : builtinOf(value);
      return [{ ...objectOf(name), ...literal }];
    });
  }

  #sequence(name: string, node: number, frame: Frame): Things {
    const source = this.#source;
    const parts: Things[] = [];
    let isTold = true;
    for (const item of source.namedChildren(node)) {
      if (source.kind(item) !== "list_splat") {
        parts.push(this.#valuesOf(item, frame));
        continue;
      }
      for (const value of this.#valuesOf(source.tree.firstNamedChild(item), frame)) {
        const held = value.kind === "object" ? value.parts : undefined;
        if (held === undefined) isTold = false;
        parts.push(...(held === undefined ? [this.iterated([value])] : held.values()));
      }
    }
    const told = isTold && name !== "set" ? { parts: new Map(parts.map((part, at) => [at, part])) } : {};
    const items = name === "tuple" ? parts : [distinctThings(parts.flat())];
    return [{ ...objectOf(name, ...items), ...told }];
  }

  #dictionary(node: number, frame: Frame): Things {
    const source = this.#source;
    const parts = new Map<Key, Things>();
    const keys: Thing[] = [];
    const values: Thing[] = [];
    for (const pair of source.namedChildren(node)) {
      if (source.kind(pair) === "dictionary_splat") {
        for (const value of this.#valuesOf(source.tree.firstNamedChild(pair), frame)) {
          if (value.kind !== "object") continue;
          keys.push(...(value.items[0] ?? []));
          values.push(...(value.items[1] ?? []));
          for (const [key, part] of value.parts ?? []) parts.set(key, part);
        }
        continue;
      }
      const [key = noNode] = source.namedChildren(pair);
      const [ofKey, ofValue] = [this.#valuesOf(key, frame), this.#valuesOf(source.child(pair, "value"), frame)];
      keys.push(...ofKey);
      values.push(...ofValue);
      for (const one of ofKey) if (one.kind === "object" && one.literal !== undefined) parts.set(one.literal, ofValue);
    }
    return [{ ...objectOf("dict", distinctThings(keys), distinctThings(values)), parts }];
  }

  // Operators

  #operation(operator: string, left: Things, right: Things): Things {
    return distinctThings(left.flatMap((one) => right.flatMap((other) => this.#operationOf(operator, one, other))));
  }

  #operationOf(operator: string, left: Thing, right: Thing): Things {
    if (left.kind !== "object" || right.kind !== "object") return unknownThings;
    if (typeof left.class === "string" && typeof right.class === "string") {
      return builtinOperation(operator, left, right);
    }
    const name = operatorNames[operator];
    if (name === undefined) return unknownThings;
    for (const [object, method, other] of [
      [left, `__${name}__`, right],
      [right, `__r${name}__`, left],
    ] as const) {
      if (typeof object.class === "string") continue;
      const found = this.member([object], method);
      if (found.some(({ kind }) => kind === "function" || kind === "elsewhere"))
        return this.call(found, { ...nothingGiven, positional: [[other]] });
    }
    return unknownThings;
  }

  // Items

  #subscript(node: number, frame: Frame): Things {
    const source = this.#source;
    const [, ...indexes] = source.namedChildren(node);
    const [index = noNode] = indexes;
    const objects = this.#valuesOf(source.child(node, "value"), frame);
    const isSlice = source.kind(index) === "slice" && indexes.length === 1;
    const keys = isSlice || indexes.length > 1 ? [objectOf(isSlice ? "slice" : "tuple")] : this.#valuesOf(index, frame);
    return objects.flatMap((object): Things => {
      if (object.kind === "class") {
        const place = this.#placeOf(node);
        const held = indexes.map((one) => this.#meantBy(parseExpression(source.textOf(one)), place, frame, 0));
        return [{ ...object, items: held }];
      }
      if (object.kind !== "object") return unknownThings;
      if (typeof object.class !== "string") return this.#itemOfOwn(object, keys);
      if (isSlice) return [this.#sliced(object, index, frame)];
      const literals = keys.flatMap((key) => (key.kind === "object" && key.literal !== undefined ? [key.literal] : []));
      if (literals.length === 0) return this.#item(object, undefined);
      return literals.flatMap((literal) => this.#item(object, literal));
    });
  }

  #sliced(object: ObjectThing, slice: number, frame: Frame): Thing {
    const source = this.#source;
    const { literal: _, parts, ...rest } = object;
    const first = source.tree.firstChild(slice);
    const isWhole = source.textOf(slice).trim() === ":";
    const [start] =
      source.isField(first, "value") || source.kind(first) === "integer" ? this.#valuesOf(first, frame) : [];
    const from = isWhole
      ? 0
      : start?.kind === "object" && typeof start.literal === "number"
        ? start.literal
        : undefined;
    const isRest = isWhole || /^\s*\d+\s*:\s*$/.test(source.textOf(slice));
    if (parts === undefined || from === undefined || !isRest) {
      return builtinOf(object) === "tuple" ? { ...rest, items: [object.items.flat()] } : rest;
    }
    const kept = [...parts.values()].slice(from);
    const items = builtinOf(object) === "tuple" ? kept : [kept.flat()];
    return { ...rest, items, parts: new Map(kept.map((part, at) => [at, part])) };
  }

  /** The item of a value; any one where the key is undefined. */
  #item(thing: Thing, key: Key | undefined): Things {
    if (thing.kind !== "object") return unknownThings;
    if (typeof thing.class !== "string") {
      return this.#itemOfOwn(
        thing,
        key === undefined ? [] : [{ ...objectOf(typeof key === "number" ? "int" : "str"), literal: key }],
      );
    }
    const { parts } = thing;
    if (parts !== undefined && key !== undefined) {
      const index =
        typeof key === "number" && key < 0 && !isKindOf(builtinOf(thing), "Mapping") ? parts.size + key : key;
      const part = parts.get(index);
      if (part !== undefined) return part;
    }
    if (isKindOf(builtinOf(thing), "Mapping")) return thing.items[1] ?? unknownThings;
    const isOfMany = builtinOf(thing) === "tuple" && thing.items.length > 1;
    if (isOfMany && typeof key === "number") return thing.items.at(key) ?? thing.items.flat();
    const method = standardMember(thing.class, "__getitem__");
    // What cannot be indexed is unpacked.
    return method === undefined ? this.iterated([thing]) : this.#standardType(method.type, thing);
  }

  #itemOfOwn(object: ObjectThing, keys: Things): Things {
    const [key] = keys;
    const literal = key?.kind === "object" ? key.literal : undefined;
    const methods = this.member([object], "__getitem__");
    if (methods.some(({ kind }) => kind !== "unknown"))
      return this.call(methods, { ...nothingGiven, positional: [keys] });
    const field =
      typeof object.class === "string" || literal === undefined
        ? undefined
        : this.#fieldOf(object, object.class, literal);
    return field ?? unknownThings;
  }

  /** A field of a class whose fields are its items: of a TypedDict by name, of a NamedTuple by number. */
  #fieldOf(object: ObjectThing, owner: Declaration, key: Key): Things | undefined {
    const { classes, names } = this.#evaluator;
    const order = classes.order(owner);
    const owners = order.flatMap((one) => (one.kind === "class" ? [one.class] : []));
    const fields = owners.reverse().flatMap((one) => names.scopesOf(one.file).typedFields(one));
    const field = typeof key === "number" ? fields[key] : fields.find(({ name }) => name === key);
    return field === undefined ? undefined : this.#typedField(field, object);
  }

  #typedField(field: Declaration, object: ObjectThing): Things {
    if (field.file !== this.#open.file) return this.#thingsOf(this.#evaluator.typesOfDeclaration(field));
    return substituted(this.#annotated(parseExpression(field.type), field, this.#module), this.#variablesOf(object));
  }

  /** What iterating over values gives. */
  iterated(things: Things): Things {
    return distinctThings(
      things.flatMap((thing): Things => {
        if (thing.kind === "class" && typeof thing.class !== "string")
          return this.#evaluator.members.isEnumerated(thing.class) ? [{ ...thing, kind: "object" }] : unknownThings;
        if (thing.kind !== "object") return unknownThings;
        if (typeof thing.class === "string") return this.#standardItems(thing);
        return this.#itemsOfOwn(thing);
      }),
    );
  }

  #standardItems(thing: ObjectThing): Things {
    if (builtinOf(thing) === "tuple") return thing.items.flat();
    const method = standardMember(builtinOf(thing), "__iter__") ?? standardMember(builtinOf(thing), "__aiter__");
    if (method === undefined) return unknownThings;
    return this.#standardType(method.type, thing).flatMap((one) =>
      one.kind === "object" ? (one.items[0] ?? []) : unknownThings,
    );
  }

  #itemsOfOwn(object: ObjectThing): Things {
    for (const [method, step] of [
      ["__iter__", "__next__"],
      ["__aiter__", "__anext__"],
    ] as const) {
      const methods = this.member([object], method);
      if (!methods.some(({ kind }) => kind !== "unknown")) continue;
      const iterators = this.call(methods, nothingGiven);
      return iterators.flatMap((iterator): Things => {
        if (iterator.kind !== "object" || typeof iterator.class === "string") return this.iterated([iterator]);
        const items = this.call(this.member([iterator], step), nothingGiven);
        return step === "__next__" ? items : items.flatMap(awaitedItems);
      });
    }
    const getters = this.member([object], "__getitem__");
    return this.call(getters, { ...nothingGiven, positional: [[objectOf("int")]] });
  }

  #standardType(type: Expression, receiver: ObjectThing): Things {
    const [first = unknownThings, second = unknownThings] = receiver.items;
    const isTuple = builtinOf(receiver) === "tuple";
    const item = isTuple ? distinctThings(receiver.items.flat()) : first;
    const { literal: _, parts: _parts, ...plain } = receiver;
    const variables = new Map<string, Things>([
      ["T", item],
      ["K", first],
      ["V", second],
      ["A", [plain]],
    ]);
    return typeOfExpression(type, variables);
  }

  // Members

  /** What an attribute of values gives. */
  member(things: Things, name: string): Things {
    return distinctThings(things.flatMap((thing) => this.#memberOf(thing, name)));
  }

  #memberOf(thing: Thing, name: string): Things {
    switch (thing.kind) {
      case "object":
        if (name === "__class__") return classesOf([thing]);
        return typeof thing.class === "string"
          ? this.#memberOfStandard(thing, name)
          : this.#memberOfOwn(thing, thing.class, name);
      case "class":
        if (typeof thing.class === "string") return this.#memberOfStandardClass(thing, name);
        return this.#memberOfOwn(thing, thing.class, name);
      case "super":
        return this.#memberOfSuper(thing, name);
      case "outside": {
        const dotted = `${thing.name}.${name}`;
        const constant = standardResult(dotted);
        return constant !== undefined && constants.has(dotted)
          ? typeOfExpression(constant, new Map())
          : this.#outside(dotted, false, []);
      }
      case "elsewhere":
        return this.#thingsOf(this.#evaluator.memberTypes([thing.type], name));
      case "partial":
        return name === "func" ? [thing.of] : unknownThings;
      case "variable":
        return thing.bound.length === 0 ? unknownThings : this.member(thing.bound, name);
      case "function":
        return functionTexts.has(name) ? [objectOf("str")] : unknownThings;
      default:
        return unknownThings;
    }
  }

  #memberOfStandard(object: ObjectThing, name: string): Things {
    const found = standardMember(builtinOf(object), name);
    if (found === undefined) return unknownThings;
    return found.isMethod ? [{ kind: "method", receiver: object, name }] : this.#standardType(found.type, object);
  }

  #memberOfStandardClass(thing: Extract<Thing, { kind: "class" }>, name: string): Things {
    const of = typeof thing.class === "string" ? thing.class : "";
    const dotted = `${of}.${name}`;
    if (name === "from_iterable") return [{ kind: "outside", name: dotted }];
    if (name === "__name__" || name === "__qualname__") return [objectOf("str")];
    const found = standardMember(of, name);
    if (found === undefined) return unknownThings;
    const receiver: ObjectThing = { kind: "object", class: of, items: thing.items };
    return [{ kind: "method", receiver, name }];
  }

  #variablesOf(thing: { readonly class: unknown; readonly items: readonly Things[] }): Variables {
    const owner = thing.class;
    if (typeof owner === "string" || thing.items.length === 0) return new Map();
    const parameters = this.#evaluator.classes.typeParameters(owner as Declaration);
    return new Map(
      parameters.flatMap((name, at) => (thing.items[at] === undefined ? [] : [[name, thing.items[at]] as const])),
    );
  }

  #memberOfOwn(
    thing: Extract<Thing, { kind: "object" | "class" }>,
    owner: Declaration,
    name: string,
    after?: Declaration,
    receiver: Thing = thing,
  ): Things {
    const { classes, names } = this.#evaluator;
    const own = this.#variablesOf(thing);
    const all = classes.order(owner);
    const start = after === undefined ? 0 : all.findIndex((one) => one.kind === "class" && one.class === after) + 1;
    for (const ancestor of all.slice(start)) {
      if (ancestor.kind === "external") {
        const held = ancestor.type.items.map((item) => substituted(this.#thingsOf(item), own));
        const base: ObjectThing = { kind: "object", class: ancestor.type.name, items: held };
        if (standardMember(lastName(ancestor.type.name), name) !== undefined) return this.#memberOfStandard(base, name);
        const enumerated = this.#enumerated(thing, name);
        if (enumerated !== undefined) return enumerated;
        continue;
      }
      const { class: of, substitution } = ancestor;
      if (of.file !== this.#open.file) {
        const type: Type = { kind: thing.kind === "class" ? "class" : "instance", class: owner, items: [] };
        const found = this.#evaluator.members.find(type, name);
        if (found === undefined) continue;
        return this.#thingsOf(this.#evaluator.memberTypes([type], name));
      }
      const members = names.scopesOf(of.file).members(of, name);
      if (members.length === 0) continue;
      const variables: Variables = new Map([
        ...own,
        ...[...substitution].map(([variable, types]) => [variable, substituted(this.#thingsOf(types), own)] as const),
      ]);
      return this.#valuesOfMembers(members, receiver, variables);
    }
    if (after !== undefined || thing.kind === "class" || name.startsWith("__")) return unknownThings;
    for (const method of ["__getattr__", "__getattribute__"]) {
      const getters = this.#memberOfOwn(thing, owner, method);
      if (getters.some(({ kind }) => kind === "function"))
        return this.call(getters, { ...nothingGiven, positional: [[{ ...objectOf("str"), literal: name }]] });
    }
    return unknownThings;
  }

  #enumerated(thing: Thing, name: string): Things | undefined {
    if (
      thing.kind !== "object" ||
      typeof thing.class === "string" ||
      !this.#evaluator.members.isEnumerated(thing.class)
    )
      return undefined;
    if (name === "name" || name === "_name_") return [objectOf("str")];
    return name === "value" || name === "_value_" ? (thing.given?.positional[0] ?? unknownThings) : undefined;
  }

  #memberOfSuper(thing: Extract<Thing, { kind: "super" }>, name: string): Things {
    const { receiver, after } = thing;
    if ((receiver.kind !== "object" && receiver.kind !== "class") || typeof receiver.class === "string")
      return unknownThings;
    return this.#memberOfOwn(receiver, receiver.class, name, after, receiver);
  }

  #valuesOfMembers(members: readonly Declaration[], receiver: Thing, variables: Variables): Things {
    const typed = members.filter(
      (member) => member.kind === "field" && isAnnotated(member) && !finals.test(member.type),
    );
    const isSet = (member: Declaration) => this.#isSetByMethod(member);
    const set = receiver.kind === "object" ? members.filter(isSet) : [];
    const ofClass = members.filter((member) => !isSet(member));
    const last = ofClass.at(-1);
    const properties = ofClass.filter(({ flags }) => (flags & DeclarationFlag.property) !== 0);
    const used =
      typed.length > 0
        ? typed
        : properties.length > 0
          ? properties.slice(0, 1)
          : set.length > 0
            ? set
            : last === undefined
              ? []
              : [last];
    const found = used.flatMap((member) => this.#valuesOfMember(member, receiver, variables));
    // As a rule `None` is what an attribute has before it gets another value: which one it is then is not told.
    const isLater = used.length > 1 && found.includes(noneThing) && found.some((value) => value !== noneThing);
    return substituted(isLater ? [...found, ...unknownThings] : found, variables);
  }

  #isSetByMethod(member: Declaration): boolean {
    return member.kind === "field" && this.#open.text.charAt(member.at - 1) === ".";
  }

  #valuesOfMember(member: Declaration, receiver: Thing, variables: Variables): Things {
    if (this.#isSetByMethod(member)) return this.#setByMethod(member, receiver, variables);
    const frame = this.#frameAround(member);
    const values = this.#valuesOfDeclaration(member, frame);
    const isObject = receiver.kind === "object";
    if (member.kind === "function") {
      if ((member.flags & DeclarationFlag.static) !== 0) return values;
      if ((member.flags & DeclarationFlag.property) !== 0)
        return isObject
          ? this.call(
              values.map((value) => bound(value, receiver, variables)),
              nothingGiven,
            )
          : [objectOf("property")];
    }
    if (
      member.kind !== "function" &&
      member.parent !== undefined &&
      this.#evaluator.members.isEnumerated(member.parent) &&
      !isObject
    )
      return [{ kind: "object", class: member.parent, items: [], given: { ...nothingGiven, positional: [values] } }];
    return values.flatMap((value): Things => {
      if (value.kind === "function" && member.kind === "function" && takesClass(member)) {
        const [of = receiver] = isObject ? classesOf([receiver]) : [receiver];
        return [bound(value, of, variables)];
      }
      if (
        value.kind === "function" ||
        value.kind === "managed" ||
        (value.kind === "partial" && member.kind === "function")
      )
        return [isObject ? bound(value, receiver, variables) : value];
      if (value.kind !== "object" || typeof value.class === "string") return [value];
      const getters = this.#memberOfOwn(value, value.class, "__get__");
      if (!getters.some(({ kind }) => kind === "function")) return [value];
      const instance = isObject ? [receiver] : [noneThing];
      return this.call(getters, {
        ...nothingGiven,
        positional: [instance, isObject ? classesOf([receiver]) : [receiver]],
      });
    });
  }

  /** What a method assigns to an attribute of its object. */
  #setByMethod(member: Declaration, receiver: Thing, variables: Variables): Things {
    const leaf = this.#source.leafAt(member.at);
    const node = this.#functionNode(leaf);
    if (node === 0 || this.#source.kind(node) !== "function_definition") return unknownThings;
    const name = this.#source.textOf(this.#source.child(node, "name"));
    const outer = this.#openFrame(this.#functionNode(node));
    const of: FunctionThing = { kind: "function", node, frame: outer, receiver, variables };
    const given =
      receiver.kind === "object" && (name === "__init__" || name === "__new__") ? receiver.given : undefined;
    const frame = this.#frameFor(of, given);
    if (frame === undefined) return [];
    return this.#valuesOfDeclaration(member, frame);
  }

  // Calls

  #callNode(node: number, frame: Frame): Things {
    const source = this.#source;
    const callee = source.child(node, "function");
    const list = source.child(node, "arguments");
    if (source.kind(callee) === "identifier" && source.textOf(callee) === "super") {
      const found = this.#super(node, frame);
      if (found !== undefined) return found;
    }
    return this.call(this.#valuesOf(callee, frame), this.#given(list, frame));
  }

  #super(node: number, frame: Frame): Things | undefined {
    const { types } = this.#evaluator.evaluate(this.#source.textOf(node), this.#placeOf(node));
    const type = types.find(({ kind }) => kind === "super");
    if (type?.kind !== "super") return undefined;
    let around: Frame | undefined = frame;
    while (around !== undefined && around.receiver === undefined) around = around.outer;
    const { receiver } = type;
    const otherwise: Things =
      receiver.kind === "instance" || receiver.kind === "class" ? this.#thingOf(receiver) : unknownThings;
    return [around?.receiver ?? otherwise[0] ?? { kind: "unknown" as const }].map(
      (one): Thing => ({ kind: "super", after: type.class, receiver: one }),
    );
  }

  /** What calling values gives. */
  call(callees: Things, given: Given): Things {
    return distinctThings(callees.flatMap((callee) => this.#callOne(callee, given)));
  }

  #callOne(callee: Thing, given: Given): Things {
    this.#steps += 1;
    if (this.#steps > maxSteps) return unknownThings;
    switch (callee.kind) {
      case "function":
        return this.#resultsOf(callee, given);
      case "class":
        return this.#construct(callee, given);
      case "object":
        return callee.class === "builtins.None" ? unknownThings : this.call(this.member([callee], "__call__"), given);
      case "method":
        return this.#callMethod(callee, given);
      case "outside": {
        const special = standardCall(callee.name, given, this);
        const result = standardResult(callee.name);
        return special ?? (result === undefined ? unknownThings : typeOfExpression(result, new Map()));
      }
      case "elsewhere": {
        const { type } = callee;
        if (type.kind !== "function") return unknownThings;
        return this.#withNone(this.#evaluator.resultTypes(type.function, type.receiver), type.function);
      }
      case "partial": {
        const positional = [...callee.given.positional, ...given.positional];
        return this.#callOne(callee.of, { positional, named: new Map([...callee.given.named, ...given.named]) });
      }
      case "callable":
        return callee.result;
      case "managed":
        return [objectOf("_GeneratorContextManager", this.iterated(this.#callOne(callee.of, given)))];
      case "variable":
        return this.call(callee.bound, given);
      default:
        return unknownThings;
    }
  }

  /** The result of a function of another file, which may be None, too, where it says so. */
  #withNone(types: Types, { type, flags }: Declaration): Things {
    const things = this.#thingsOf(types);
    const results = /\bOptional\[|\|\s*None\b|\bNone\s*\|/.test(type) ? [...things, noneThing] : things;
    return (flags & DeclarationFlag.async) !== 0 ? [objectOf("Coroutine", results)] : results;
  }

  #callMethod({ receiver, name }: Extract<Thing, { kind: "method" }>, given: Given): Things {
    const found = standardMember(builtinOf(receiver), name);
    if (found === undefined) return unknownThings;
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
    const results = this.#standardType(found.type, receiver);
    const [, otherwise] = given.positional;
    if (otherwise !== undefined && /^(?:get|pop|setdefault)$/.test(name))
      return [...results.filter((result) => result !== noneThing), ...otherwise];
    return results;
  }

  #construct(thing: Extract<Thing, { kind: "class" }>, given: Given): Things {
    const { class: of, items } = thing;
    if (typeof of !== "string") {
      const enumerated = this.#evaluator.members.isEnumerated(of);
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
    return standardCall(of, given, this) ?? [{ kind: "object", class: of, items }];
  }

  /** What the type variables of a class stand for, by the arguments of its `__init__`. */
  #solvedItems(of: Declaration, given: Given): readonly Things[] {
    const parameters = this.#evaluator.classes.typeParameters(of);
    if (parameters.length === 0) return [];
    const object: ObjectThing = { kind: "object", class: of, items: [] };
    const [init] = this.member([object], "__init__");
    if (init?.kind !== "function") return [];
    const solved = this.#solved(init, this.#bind(init, given));
    return parameters.some((name) => solved.has(name))
      ? parameters.map((name) => solved.get(name) ?? unknownThings)
      : [];
  }

  /** A run of a function; undefined where there are too many. */
  #frameFor(called: FunctionThing, given: Given | undefined): Frame | undefined {
    const { node, frame, receiver, variables } = called;
    const depth = frame.depth + 1;
    if (depth > maxCalls) return undefined;
    const name = receiver === undefined ? undefined : this.#firstName(node);
    const self: ReadonlyMap<string, Things> | undefined =
      receiver === undefined || name === undefined || given !== undefined ? undefined : new Map([[name, [receiver]]]);
    const bound = given === undefined ? undefined : this.#bind(called, given);
    const run: Frame = {
      ...{ node, outer: frame, given: bound, known: new Map(), declared: new Map(), depth },
      ...(receiver !== undefined && { receiver }),
      ...(variables !== undefined && { variables }),
    };
    // Of a run that any call may have led to, only the object is known.
    if (self !== undefined) for (const [parameter, values] of self) this.#setParameter(run, parameter, values);
    return run;
  }

  #firstName(node: number): string | undefined {
    const [first] = parametersOf(this.#source, this.#source.child(node, "parameters"));
    return first === undefined || first.role === "rest" ? undefined : this.#source.textOf(first.name);
  }

  #setParameter(frame: Frame, name: string, values: Things): void {
    for (const { name: node } of parametersOf(this.#source, this.#source.child(frame.node, "parameters"))) {
      if (this.#source.textOf(node) === name) frame.declared.set(this.#source.tree.start(node), values);
    }
  }

  /** What a call of a function gives; `given` is undefined for any call. */
  #resultsOf(called: FunctionThing, given: Given | undefined): Things {
    const source = this.#source;
    const { node } = called;
    const runs = this.#running.get(node) ?? 0;
    if (runs > maxRecursion || this.#running.size > maxCalls) return [];
    const frame = this.#frameFor(called, given);
    if (frame === undefined) return unknownThings;
    this.#running.set(node, runs + 1);
    try {
      if (source.kind(node) === "lambda") return this.#valuesOf(source.child(node, "body"), frame);
      return this.#resultsOfDefinition(called, frame, given);
    } finally {
      if (runs === 0) this.#running.delete(node);
      else this.#running.set(node, runs);
    }
  }

  #resultsOfDefinition(called: FunctionThing, frame: Frame, given: Given | undefined): Things {
    const source = this.#source;
    const { node, receiver, variables } = called;
    const declaration = this.#evaluator.names
      .scopesOf(this.#open.file)
      .at(source.tree.start(source.child(node, "name")));
    if (declaration === undefined) return unknownThings;
    const isAsync = (declaration.flags & DeclarationFlag.async) !== 0;
    const fitting = this.#fittingOverload(declaration, called, given);
    if (fitting !== undefined) return fitting;
    if (isAnnotated(declaration)) {
      const result = this.#annotated(parseExpression(declaration.type), declaration, frame);
      const solved = this.#solved(called, frame.given ?? new Map());
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
      const items = this.#reached(yields, frame).flatMap((one) => this.#yielded(one, frame));
      return [objectOf(isAsync ? "AsyncGenerator" : "Generator", distinctThings(items))];
    }
    if (returns.length === 0 && isStub(source, source.child(node, "body"))) return unknownThings;
    const results = this.#reached(returns, frame).flatMap((one) => {
      const value = source.tree.firstNamedChild(one);
      return value === noNode ? [noneThing] : this.#valuesOf(value, frame);
    });
    const all: Things = returns.length === 0 ? [noneThing] : distinctThings(results);
    return isAsync ? [objectOf("Coroutine", all)] : all;
  }

  #yielded(node: number, frame: Frame): Things {
    const { tree } = this.#source;
    const value = tree.firstNamedChild(node);
    if (value === noNode) return [noneThing];
    const isDelegated = this.#source.textOf(tree.nextSibling(tree.firstChild(node))) === "from";
    const values = this.#valuesOf(value, frame);
    return isDelegated ? this.iterated(values) : values;
  }

  /** Those of some nodes that the run of a function comes to; all where it is not told. */
  #reached(nodes: readonly number[], frame: Frame): readonly number[] {
    if (nodes.length < 2) return nodes;
    const found = nodes.filter((node) => this.#isReached(node, frame));
    return found.length > 0 ? found : nodes;
  }

  /** False where a test around a node, or one before it that leaves the block, has another result in this run. */
  #isReached(node: number, frame: Frame): boolean {
    const source = this.#source;
    let inner = node;
    for (let outer = source.parent(node); outer > 0; inner = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "function_definition" || kind === "class_definition" || kind === "lambda") return true;
      if (kind === "if_statement" && !this.#isBranchTaken(outer, inner, frame)) return false;
      if (kind === "block" && this.#isLeftBefore(outer, inner, frame)) return false;
    }
    return true;
  }

  #isBranchTaken(statement: number, branch: number, frame: Frame): boolean {
    const source = this.#source;
    if (source.isField(branch, "condition")) return true;
    if (source.isField(branch, "consequence"))
      return this.#truthOf(source.child(statement, "condition"), frame) !== false;
    if (this.#truthOf(source.child(statement, "condition"), frame) === true) return false;
    for (const clause of source.namedChildren(statement)) {
      if (source.kind(clause) !== "elif_clause") continue;
      const truth = this.#truthOf(source.child(clause, "condition"), frame);
      if (clause === branch) return truth !== false;
      if (truth === true) return false;
    }
    return true;
  }

  #isLeftBefore(block: number, statement: number, frame: Frame): boolean {
    const source = this.#source;
    for (const child of source.namedChildren(block)) {
      if (child >= statement) return false;
      if (source.kind(child) !== "if_statement") continue;
      const taken = this.#takenBranch(child, frame);
      const last = source.kind(source.tree.lastNamedChild(taken));
      if (last === "return_statement" || last === "raise_statement") return true;
    }
    return false;
  }

  /** The block that an `if` goes into in this run; noNode where that is not told, and for the last one without a test. */
  #takenBranch(statement: number, frame: Frame): number {
    const source = this.#source;
    const clauses = [...source.namedChildren(statement)].filter((child) => source.kind(child) === "elif_clause");
    for (const tested of [statement, ...clauses]) {
      const truth = this.#truthOf(source.child(tested, "condition"), frame);
      if (truth === undefined) return noNode;
      if (truth) return source.child(tested, "consequence");
    }
    return noNode;
  }

  /** What a condition gives in this run; undefined where that is not told. */
  #truthOf(condition: number, frame: Frame): boolean | undefined {
    const source = this.#source;
    const [first = noNode, second = noNode] = source.namedChildren(condition);
    switch (source.kind(condition)) {
      case "parenthesized_expression":
        return this.#truthOf(first, frame);
      case "not_operator": {
        const truth = this.#truthOf(first, frame);
        return truth === undefined ? undefined : !truth;
      }
      case "boolean_operator": {
        const isAnd = source.textOf(this.#source.operatorOf(condition)) === "and";
        const parts = [this.#truthOf(first, frame), this.#truthOf(second, frame)];
        if (parts.includes(!isAnd)) return !isAnd;
        return parts.includes(undefined) ? undefined : isAnd;
      }
      case "comparison_operator":
        return this.#comparison(condition, frame);
      case "call":
        return this.#testOf(condition, frame);
      default:
        return agreed(this.#valuesOf(condition, frame).map(truthOfThing));
    }
  }

  #comparison(node: number, frame: Frame): boolean | undefined {
    const source = this.#source;
    const [first = noNode, second = noNode, ...others] = source.namedChildren(node);
    const operator = source.text.slice(source.tree.end(first), source.tree.start(second)).trim();
    if (others.length > 0 || !Object.hasOwn(comparisons, operator)) return undefined;
    const [left, right] = [this.#valuesOf(first, frame), this.#valuesOf(second, frame)];
    return agreed(left.flatMap((one) => right.map((other) => comparisons[operator]?.(one, other))));
  }

  /** `isinstance(value, classes)`. */
  #testOf(call: number, frame: Frame): boolean | undefined {
    const source = this.#source;
    if (source.textOf(source.child(call, "function")) !== "isinstance")
      return agreed(this.#valuesOf(call, frame).map(truthOfThing));
    const [value = noNode, classes = noNode] = source.namedChildren(source.child(call, "arguments"));
    const tested = this.#valuesOf(classes, frame).flatMap((one) =>
      one.kind === "object" && builtinOf(one) === "tuple" ? one.items.flat() : [one],
    );
    if (tested.length === 0 || tested.some(({ kind }) => kind !== "class")) return undefined;
    const expected = instancesOf(tested);
    return agreed(
      this.#valuesOf(value, frame).map((one) => {
        if (one.kind !== "object") return undefined;
        return expected.some((other) => other.kind === "object" && this.#isInstance(one, other));
      }),
    );
  }

  /** The statements that give the results of a function. */
  #leaves(node: number): { readonly returns: readonly number[]; readonly yields: readonly number[] } {
    const source = this.#source;
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
    const scopes = this.#evaluator.names.scopesOf(this.#open.file);
    const all = scopes.sameScope(declaration).filter(({ kind }) => kind === "function");
    const overloads = all.filter(({ flags }) => (flags & DeclarationFlag.overload) !== 0);
    if (overloads.length === 0 || given === undefined) return undefined;
    for (const overload of overloads) {
      const node = this.#functionAt(overload);
      if (node === undefined || !isAnnotated(overload)) continue;
      const one: FunctionThing = { ...called, node };
      const bound = this.#bind(one, given);
      const parameters = scopes.parameters(overload).filter((parameter) => isAnnotated(parameter));
      const frame = this.#frameFor(one, given);
      if (frame === undefined) return unknownThings;
      const isFitting = parameters.every((parameter) => {
        const values = bound.get(parameter.name);
        return (
          values === undefined || this.#fits(values, this.#annotated(parseExpression(parameter.type), parameter, frame))
        );
      });
      if (!isFitting) continue;
      const solved = this.#solved(one, bound);
      return substituted(
        this.#annotated(parseExpression(overload.type), overload, frame),
        new Map([...(called.variables ?? []), ...solved]),
      );
    }
    return unknownThings;
  }

  #fits(values: Things, expected: Things): boolean {
    return values.some((value) => expected.some((one) => this.#fitsOne(value, one)));
  }

  #fitsOne(value: Thing, expected: Thing): boolean {
    if (expected.kind === "variable" || expected.kind === "unknown" || value.kind === "unknown") return true;
    if (value.kind !== expected.kind) return false;
    if (value.kind !== "object" || expected.kind !== "object") return true;
    const isInside = this.#isInstance(value, expected);
    return (
      isInside &&
      expected.items.every((items, at) => {
        const held = value.items[at] ?? [];
        return held.length === 0 || this.#fits(held, items);
      })
    );
  }

  #isInstance(value: ObjectThing, expected: ObjectThing): boolean {
    if (typeof value.class === "string")
      return isKindOf(builtinOf(value), standardName(builtinOf(expected))) || looselyFits(value, expected);
    return this.#evaluator.classes
      .order(value.class)
      .some((one) =>
        one.kind === "class"
          ? one.class === expected.class
          : typeof expected.class === "string" && lastName(one.type.name) === lastName(expected.class),
      );
  }

  /** What the type variables of a function stand for in a run with some arguments. */
  #solved(called: FunctionThing, given: ReadonlyMap<string, Things>): Variables {
    const source = this.#source;
    const solved = new Map<string, Things>();
    if (source.kind(called.node) === "lambda") return solved;
    const scopes = this.#evaluator.names.scopesOf(this.#open.file);
    const declaration = scopes.at(source.tree.start(source.child(called.node, "name")));
    if (declaration === undefined) return solved;
    for (const parameter of scopes.parameters(declaration)) {
      const values = given.get(parameter.name) ?? this.#defaultOf(parameter, this.#openFrame(called.node));
      if (values === undefined || !isAnnotated(parameter)) continue;
      const isRest = /^(?:tuple\[.*, \.\.\.\]|dict\[str, .*\])$/.test(parameter.type);
      const expected = this.#annotated(parseExpression(parameter.type), parameter, called.frame);
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
        const results = values.flatMap((value) => this.#callOne(value, nothingGiven));
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
    const held = isMapping ? value.items : [this.iterated([value])];
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
    const own = this.#variablesOf(value);
    for (const ancestor of this.#evaluator.classes.order(value.class)) {
      if (ancestor.kind === "class" && ancestor.class === expected.class) {
        const parameters = this.#evaluator.classes.typeParameters(ancestor.class);
        for (const [at, items] of expected.items.entries()) {
          const types = ancestor.substitution.get(parameters[at] ?? "");
          if (types !== undefined) this.#unify(items, substituted(this.#thingsOf(types), own), solved, depth + 1);
        }
      }
      if (ancestor.kind === "external" && typeof expected.class === "string") {
        const base: ObjectThing = {
          kind: "object",
          class: ancestor.type.name,
          items: ancestor.type.items.map((item) => substituted(this.#thingsOf(item), own)),
        };
        if (base.items.length > 0) this.#unifyItems(expected, base, solved, depth + 1);
      }
    }
  }
}

/** What all of some truths are; undefined where they differ, or one is not known. */
function agreed(truths: readonly (boolean | undefined)[]): boolean | undefined {
  const [first, ...others] = new Set(truths);
  return others.length === 0 ? first : undefined;
}

function truthOfThing(thing: Thing): boolean | undefined {
  if (thing.kind === "class" || thing.kind === "function") return true;
  if (thing.kind !== "object") return undefined;
  if (builtinOf(thing) === "None") return false;
  return thing.literal === undefined ? undefined : Boolean(thing.literal);
}

type Comparison = (left: Thing, right: Thing) => boolean | undefined;

/** With values that are written in the code. */
const isSame: Comparison = (left, right) => {
  if (left.kind !== "object" || right.kind !== "object") {
    const isTold = left.kind === "class" && right.kind === "class";
    return isTold ? left.class === right.class : undefined;
  }
  const isNone = [left, right].map((one) => builtinOf(one) === "None");
  if (isNone.includes(true)) return isNone[0] === isNone[1];
  return left.literal === undefined || right.literal === undefined ? undefined : left.literal === right.literal;
};

const isOther: Comparison = (left, right) => {
  const same = isSame(left, right);
  return same === undefined ? undefined : !same;
};

function ordered(compare: (left: number, right: number) => boolean): Comparison {
  return (left, right) => {
    const [one, other] = [left, right].map((thing) => (thing.kind === "object" ? thing.literal : undefined));
    return typeof one === "number" && typeof other === "number" ? compare(one, other) : undefined;
  };
}

const comparisons: Readonly<Record<string, Comparison>> = {
  ...{ "==": isSame, "!=": isOther, is: isSame, "is not": isOther },
  "<": ordered((left, right) => left < right),
  "<=": ordered((left, right) => left <= right),
  ">": ordered((left, right) => left > right),
  ">=": ordered((left, right) => left >= right),
};

/** Types in types. */
const maxNesting = 8;

const untoldResults = DeclarationFlag.abstract | DeclarationFlag.async | DeclarationFlag.overload;

/** Annotations that leave the type to the value. */
const finals = /^(?:\w+\.)?(?:Final|ClassVar)$/;

/** Decorators that say how a method is bound, which its flags have. */
const methodDecorators =
  /^(?:\w+\.)*(?:property|cached_property|staticmethod|classmethod|abstractmethod|overload|setter|getter|deleter|override|final|abstractproperty)$/;

/** Names from outside that are classes. */
const classNames: ReadonlySet<string> = new Set([
  ...[
    "int",
    "str",
    "float",
    "bool",
    "bytes",
    "complex",
    "list",
    "dict",
    "set",
    "tuple",
    "frozenset",
    "object",
    "type",
    "None",
  ],
  ...[
    "range",
    "slice",
    "bytearray",
    "memoryview",
    "super",
    "OSError",
    "IOError",
    "Any",
    "date",
    "datetime",
    "time",
    "timedelta",
  ],
]);

/** Names that look like classes and are called for something else. */
const callables: ReadonlySet<string> = new Set([
  "TypeVar",
  "ParamSpec",
  "NewType",
  "NamedTuple",
  "TypedDict",
  "super",
  "ref",
]);

/** What is no function. */
const constants: ReadonlySet<string> = new Set([
  ...[
    "os.sep",
    "os.linesep",
    "sys.version",
    "sys.executable",
    "sys.platform",
    "sys.argv",
    "sys.path",
    "math.pi",
    "math.e",
  ],
]);

const functionTexts: ReadonlySet<string> = new Set(["__name__", "__doc__", "__qualname__", "__module__"]);

/** `a` of `a[0][1]`. */
function rootOf(source: PythonTree, subscript: number): number {
  let node = subscript;
  for (let steps = 0; steps < maxNesting && source.kind(node) === "subscript"; steps++)
    node = source.child(node, "value");
  return node;
}

type Addition = {
  readonly keys: Things;
  readonly items: Things;
  /** Of a dictionary that is added. */
  readonly parts?: ReadonlyMap<Key, Things>;
};

/** By method of a container: what it adds. */
const additions: Readonly<Record<string, (given: Given, runner: Runner) => Addition>> = {
  append: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  appendleft: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  add: ({ positional }) => ({ keys: [], items: positional[0] ?? [] }),
  insert: ({ positional }) => ({ keys: [], items: positional[1] ?? [] }),
  extend: ({ positional }, runner) => ({ keys: [], items: runner.iterated(positional[0] ?? []) }),
  update: ({ positional, named }, runner) => {
    const [first] = positional[0] ?? [];
    const isMapping = first?.kind === "object" && isKindOf(builtinOf(first), "Mapping");
    if (!isMapping && named.size === 0) return { keys: [], items: runner.iterated(positional[0] ?? []) };
    const [keys = [], items = []] = isMapping ? first.items : [];
    const parts = new Map<Key, Things>([...((isMapping && first.parts) || []), ...named]);
    return { keys, items: [...items, ...[...named.values()].flat()], parts };
  },
  extendleft: ({ positional }, runner) => ({ keys: [], items: runner.iterated(positional[0] ?? []) }),
};

const operatorNames: Readonly<Record<string, string>> = {
  ...{ "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul" },
  ...{ "|": "or", "&": "and", "^": "xor", "<<": "lshift", ">>": "rshift" },
};

const numbers = ["bool", "int", "float", "complex"];

/** What an operator gives of two objects of classes from outside. */
function builtinOperation(operator: string, left: ObjectThing, right: ObjectThing): Things {
  const [one, other] = [builtinOf(left), builtinOf(right)];
  if (numbers.includes(one) && numbers.includes(other)) return numberOperation(operator, left, right);
  if (one === "str" && operator === "%") return [objectOf("str")];
  if (operator === "*" && (other === "int" || other === "bool")) return [withoutLiteral(left)];
  if (operator === "*" && (one === "int" || one === "bool")) return [withoutLiteral(right)];
  if (operator === "+" && one === other) return [added(left, right)];
  if (["|", "&", "-", "^"].includes(operator) && isKindOf(one, "set") && isKindOf(other, "set"))
    return [
      objectOf(one, distinctThings([...(left.items[0] ?? []), ...(operator === "|" ? (right.items[0] ?? []) : [])])),
    ];
  const dates = `${one} ${operator} ${other}`;
  if (Object.hasOwn(dateOperations, dates))
    return [{ kind: "object", class: `datetime.${dateOperations[dates]}`, items: [] }];
  return unknownThings;
}

const dateOperations: Readonly<Record<string, string>> = {
  ...{ "datetime - datetime": "timedelta", "date - date": "timedelta", "timedelta - timedelta": "timedelta" },
  ...{ "timedelta + timedelta": "timedelta", "datetime - timedelta": "datetime", "datetime + timedelta": "datetime" },
  ...{ "timedelta + datetime": "datetime", "date + timedelta": "date", "date - timedelta": "date" },
};

function numberOperation(operator: string, left: ObjectThing, right: ObjectThing): Things {
  const rank = Math.max(numbers.indexOf(builtinOf(left)), numbers.indexOf(builtinOf(right)), 1);
  const name = operator === "/" && rank < 2 ? "float" : (numbers[rank] ?? "int");
  const [a, b] = [left.literal, right.literal];
  if (typeof a !== "number" || typeof b !== "number") return [objectOf(name)];
  const value = { "+": a + b, "-": a - b, "*": a * b }[operator];
  if (operator === "**" && b < 0) return [objectOf("float")];
  return [value === undefined || !Number.isSafeInteger(value) ? objectOf(name) : { ...objectOf(name), literal: value }];
}

function added(left: ObjectThing, right: ObjectThing): Thing {
  const name = builtinOf(left);
  if (typeof left.literal === "string" && typeof right.literal === "string")
    return { ...objectOf(name), literal: left.literal + right.literal };
  if (left.parts === undefined || right.parts === undefined || name === "dict") {
    return objectOf(
      name,
      ...(name === "tuple"
        ? [...left.items, ...right.items]
        : [distinctThings([...left.items, ...right.items].flat())].filter(({ length }) => length > 0)),
    );
  }
  const parts = [...left.parts.values(), ...right.parts.values()];
  return {
    ...objectOf(name, ...(name === "tuple" ? parts : [distinctThings(parts.flat())])),
    parts: new Map(parts.map((part, at) => [at, part])),
  };
}

function withoutLiteral(thing: Thing): Thing {
  if (thing.kind !== "object") return thing;
  const { literal: _, ...rest } = thing;
  return rest;
}

/** `Sequence` and the like for the classes that have what it asks for. */
function looselyFits(value: ObjectThing, expected: ObjectThing): boolean {
  const [one, other] = [builtinOf(value), standardName(builtinOf(expected))];
  if (["Sequence", "MutableSequence"].includes(other)) return ["list", "tuple", "str", "range", "deque"].includes(one);
  if (["Iterable", "Collection"].includes(other)) return standardMember(one, "__iter__") !== undefined;
  return one === "int" && other === "float";
}

function bound(value: Thing, receiver: Thing, variables: Variables): Thing {
  if (value.kind === "function") return value.receiver === undefined ? { ...value, receiver, variables } : value;
  if (value.kind === "managed") return { ...value, of: bound(value.of, receiver, variables) };
  return value;
}

function dictOf(named: ReadonlyMap<string, Things>): Thing {
  return { ...objectOf("dict", [objectOf("str")], distinctThings([...named.values()].flat())), parts: new Map(named) };
}

/** The type that a table of the standard library writes. */
function typeOfExpression(expression: Expression, variables: Variables): Things {
  switch (expression.kind) {
    case "name": {
      const known = variables.get(expression.name);
      if (known !== undefined) return known;
      if (expression.name === "object") return unknownThings;
      return [objectOf(expression.name)];
    }
    case "literal":
      return expression.type === "NoneType" ? [noneThing] : unknownThings;
    case "subscript": {
      const { object, index } = expression;
      const items = (index.kind === "tuple" ? index.items : [index]).map((item) => typeOfExpression(item, variables));
      const name = object.kind === "name" ? object.name : "";
      if (name === "Optional") return [...items.flat(), noneThing];
      const parts = name === "tuple" && items.length > 1 ? { parts: new Map(items.map((item, at) => [at, item])) } : {};
      return [{ ...objectOf(name, ...items), ...parts }];
    }
    default:
      return unknownThings;
  }
}

function isAnnotated({ type }: Declaration): boolean {
  return type !== "" && !type.startsWith("=");
}

function moduleFrame(): Frame {
  return { node: 0, outer: undefined, given: new Map(), known: new Map(), declared: new Map(), depth: 0 };
}

/** True for a body that does nothing: another one takes its place. */
function isStub(source: PythonTree, body: number): boolean {
  return [...source.namedChildren(body)].every((statement) => {
    const kind = source.kind(statement);
    if (kind === "pass_statement" || kind === "raise_statement") return true;
    return (
      kind === "expression_statement" &&
      /^(?:string|ellipsis)$/.test(source.kind(source.tree.firstNamedChild(statement)))
    );
  });
}
