/**
 * The values of Python expressions in an execution: names, operators, literals, comprehensions, `await`. Input: a node
 * and a run of its function; output: its values.
 */
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import type { Meaning } from "../names.ts";
import type { Place } from "../scopes.ts";
import { arithmetic } from "../special-methods.ts";
import { targetsOf } from "../targets.ts";
import { Use } from "../use.ts";
import { keyOfNode } from "../values/library.ts";
import { reachingDeclarations } from "../values/reaching-declarations.ts";
import { truthOfThing } from "./comparisons.ts";
import { builtinOperation } from "./operators.ts";
import { maxCallers, maxDepth, maxSteps, type Run } from "./run.ts";
import { awaitedItems } from "./standard-calls.ts";
import { isKindOf, standardMember, standardResult } from "./standard-classes.ts";
import {
  builtinOf,
  distinctThings,
  type Frame,
  instancesOf,
  type Key,
  noneThing,
  nothingGiven,
  type ObjectThing,
  objectOf,
  type Thing,
  type Things,
  unknownThings,
} from "./things.ts";

/** The values of a name in the file, in any run. */
type Named = {
  readonly meaning: Meaning | undefined;
  /** The declarations of the variable, where they are in the file. */
  readonly all: readonly Declaration[];
  readonly reaching: readonly Declaration[];
};

export class Expressions {
  readonly #run: Run;
  readonly #namedByNode = new Map<number, Named>();
  readonly #placeByNode = new Map<number, Place>();

  constructor(run: Run) {
    this.#run = run;
  }

  placeOf(node: number): Place {
    const known = this.#placeByNode.get(node);
    if (known !== undefined) return known;
    const offset = this.#run.source.tree.start(node);
    const place = Use.at(this.#run.open, offset)?.place ?? { file: this.#run.open.file, offset };
    this.#placeByNode.set(node, place);
    return place;
  }

  valuesOf(node: number, frame: Frame): Things {
    if (node === noNode) return unknownThings;
    const known = frame.known.get(node);
    if (known !== undefined) return known;
    this.#run.steps += 1;
    if (this.#run.steps > maxSteps || this.#run.depth > maxDepth) return unknownThings;
    frame.known.set(node, []);
    this.#run.depth += 1;
    const kind = this.#run.source.kind(node);
    const evaluate = Object.hasOwn(this.#expressions, kind) ? this.#expressions[kind] : undefined;
    const values = evaluate === undefined ? unknownThings : distinctThings(evaluate(node, frame));
    this.#run.depth -= 1;
    frame.known.set(node, values);
    return values;
  }

  /** By kind of an expression. */
  readonly #expressions: Readonly<Record<string, (node: number, frame: Frame) => Things>> = {
    identifier: (node, frame) => this.#name(node, frame),
    attribute: (node, frame) => {
      const source = this.#run.source;
      const objects = this.valuesOf(source.child(node, "object"), frame);
      return (
        this.#tested(node, frame) ?? this.#run.members.member(objects, source.textOf(source.child(node, "attribute")))
      );
    },
    call: (node, frame) => this.#run.calls.callNode(node, frame),
    subscript: (node, frame) => this.#run.items.subscript(node, frame),
    string: (node) => {
      const text = this.#run.source.textOf(node);
      if (/^[rRfF]*[bB]/.test(text)) return [objectOf("bytes")];
      const key = keyOfNode(this.#run.source, node);
      return [key === undefined ? objectOf("str") : { ...objectOf("str"), literal: key.slice(1) }];
    },
    concatenated_string: (node, frame) => {
      const parts = [...this.#run.source.namedChildren(node)].flatMap((part) => this.valuesOf(part, frame));
      const texts = parts.map((part) => (part.kind === "object" ? part.literal : undefined));
      const isBytes = parts.some((part) => builtinOf(part) === "bytes");
      if (isBytes) return [objectOf("bytes")];
      return [texts.includes(undefined) ? objectOf("str") : { ...objectOf("str"), literal: texts.join("") }];
    },
    integer: (node) => {
      const text = this.#run.source.textOf(node);
      if (/[jJ]$/.test(text) && !/^0[xX]/.test(text)) return [objectOf("complex")];
      const value = Number(text.replaceAll("_", ""));
      return [Number.isSafeInteger(value) ? { ...objectOf("int"), literal: value } : objectOf("int")];
    },
    float: (node) => [objectOf(/[jJ]$/.test(this.#run.source.textOf(node)) ? "complex" : "float")],
    true: () => [{ ...objectOf("bool"), literal: true }],
    false: () => [{ ...objectOf("bool"), literal: false }],
    none: () => [noneThing],
    ellipsis: () => [objectOf("ellipsis")],
    comparison_operator: () => [objectOf("bool")],
    not_operator: () => [objectOf("bool")],
    unary_operator: (node, frame) => this.#unary(node, frame),
    binary_operator: (node, frame) =>
      this.operation(
        this.#run.source.textOf(this.#run.source.operatorOf(node)),
        this.valuesOf(this.#run.source.tree.firstNamedChild(node), frame),
        this.valuesOf(this.#run.source.tree.lastNamedChild(node), frame),
      ),
    boolean_operator: (node, frame) => {
      const { tree } = this.#run.source;
      const isAnd = this.#run.source.textOf(this.#run.source.operatorOf(node)) === "and";
      const left = this.valuesOf(tree.firstNamedChild(node), frame);
      const kept = left.filter((value) => truthOfThing(value) !== isAnd);
      const isDecided = left.length > 0 && left.every((value) => truthOfThing(value) === !isAnd);
      return isDecided ? kept : [...kept, ...this.valuesOf(tree.lastNamedChild(node), frame)];
    },
    conditional_expression: (node, frame) => {
      const [first = noNode, condition = noNode, second = noNode] = this.#run.source.namedChildren(node);
      const truth = this.#run.branches.truthOf(condition, frame);
      return [
        ...(truth === false ? [] : this.valuesOf(first, frame)),
        ...(truth === true ? [] : this.valuesOf(second, frame)),
      ];
    },
    parenthesized_expression: (node, frame) => this.valuesOf(this.#run.source.tree.firstNamedChild(node), frame),
    named_expression: (node, frame) => this.valuesOf(this.#run.source.child(node, "value"), frame),
    await: (node, frame) =>
      this.valuesOf(this.#run.source.tree.firstNamedChild(node), frame).flatMap((value) => this.#awaited(value)),
    lambda: (node, frame) => [{ kind: "function", node, frame }],
    list: (node, frame) => this.#sequence("list", node, frame),
    tuple: (node, frame) => this.#sequence("tuple", node, frame),
    expression_list: (node, frame) => this.#sequence("tuple", node, frame),
    set: (node, frame) => this.#sequence("set", node, frame),
    dictionary: (node, frame) => this.#dictionary(node, frame),
    list_comprehension: (node, frame) => this.#comprehension("list", node, frame),
    set_comprehension: (node, frame) => this.#comprehension("set", node, frame),
    generator_expression: (node, frame) => this.#comprehension("Generator", node, frame),
    yield: (node, frame) => {
      const { tree } = this.#run.source;
      const isDelegated = this.#run.source.textOf(tree.nextSibling(tree.firstChild(node))) === "from";
      if (!isDelegated) return unknownThings;
      // The result of a generator; others have none.
      return this.valuesOf(tree.firstNamedChild(node), frame).flatMap((value): Things => {
        if (value.kind !== "object") return unknownThings;
        return builtinOf(value) === "Generator" ? (value.items[2] ?? unknownThings) : this.#resultOf(value);
      });
    },
    dictionary_comprehension: (node, frame) => {
      const [key = noNode, value = noNode] = this.#run.source.namedChildren(
        this.#run.source.tree.firstNamedChild(node),
      );
      return [objectOf("dict", this.valuesOf(key, frame), this.valuesOf(value, frame))];
    },
  };

  /** The result of `yield from` on a value that is not a generator. */
  #resultOf(value: ObjectThing): Things {
    return standardMember(builtinOf(value), "__iter__") === undefined ? unknownThings : [noneThing];
  }

  /** The result of `await`: for an object of the code base the result of its generator. */
  #awaited(value: Thing): Things {
    if (value.kind !== "object" || typeof value.class === "string") return awaitedItems(value);
    const generators = this.#run.calls.call(this.#run.members.member([value], "__await__"), nothingGiven);
    return generators.flatMap((one): Things => (one.kind === "object" && one.items[2]) || unknownThings);
  }

  #comprehension(name: string, node: number, frame: Frame): Things {
    const element = this.#run.source.tree.firstNamedChild(node);
    const runs = name === "set" ? undefined : this.#runsOf(node, frame);
    // A generator that is an expression is sent nothing and gives nothing back.
    const others: readonly Things[] = name === "Generator" ? [[noneThing], [noneThing]] : [];
    if (runs === undefined) return [objectOf(name, this.valuesOf(element, frame), ...others)];
    const each = runs.map((run) => this.valuesOf(element, run));
    return [
      { ...objectOf(name, distinctThings(each.flat()), ...others), parts: new Map(each.map((part, at) => [at, part])) },
    ];
  }

  /** A frame for each run of the element of a comprehension; undefined if the code does not tell how many there are. */
  #runsOf(node: number, frame: Frame): readonly Frame[] | undefined {
    const { source } = this.#run;
    let runs: readonly Frame[] = [frame];
    for (const clause of [...source.namedChildren(node)].slice(1)) {
      if (source.kind(clause) !== "for_in_clause") return undefined;
      const next: Frame[] = [];
      for (const run of runs) {
        const [items, ...others] = this.valuesOf(source.child(clause, "right"), run);
        if (items?.kind !== "object" || items.parts === undefined || others.length > 0) return undefined;
        if (isKindOf(builtinOf(items), "Mapping") || items.parts.size > maxCallers) return undefined;
        for (const part of items.parts.values()) next.push(this.#runWith(clause, part, run));
      }
      if (next.length > maxCallers) return undefined;
      runs = next;
    }
    return runs;
  }

  #runWith(clause: number, item: Things, frame: Frame): Frame {
    const { source, bindings } = this.#run;
    const declared = new Map(frame.declared);
    const left = source.child(clause, "left");
    for (const { node } of targetsOf(source, left))
      declared.set(source.tree.start(node), bindings.partFor(left, node, item));
    return { ...frame, known: new Map(), declared };
  }

  #name(node: number, frame: Frame): Things {
    return this.#kept(this.#valuesOfName(node, frame), this.#tested(node, frame));
  }

  /** The values that pass a test; if no value is known to pass, the type that the test asks for. */
  #kept(values: Things, tested: Things | undefined): Things {
    if (tested === undefined) return values;
    const objects = tested.flatMap((one) => (one.kind === "object" ? [one] : []));
    const passed = values.filter(
      (value) => value.kind === "object" && objects.some((one) => this.#run.variables.isInstance(value, one)),
    );
    return passed.length > 0 ? passed : tested;
  }

  /** The meaning of a name, the same in each run. */
  #named(node: number): Named {
    const known = this.#namedByNode.get(node);
    if (known !== undefined) return known;
    const { source, evaluator, open } = this.#run;
    const { names } = evaluator;
    const meaning = names.at(source.textOf(node), this.placeOf(node));
    const [first] = meaning?.kind === "declarations" ? meaning.declarations : [];
    const scopes = first?.file === open.file ? names.scopesOf(open.file) : undefined;
    const all = first === undefined || scopes === undefined ? [] : scopes.sameScope(first);
    const reaching = scopes === undefined ? [] : reachingDeclarations(source, node, scopes, all);
    const named = { meaning, all, reaching };
    this.#namedByNode.set(node, named);
    return named;
  }

  #valuesOfName(node: number, frame: Frame): Things {
    const source = this.#run.source;
    const text = source.textOf(node);
    const { meaning, all: declarations, reaching } = this.#named(node);
    if (meaning === undefined) return unknownThings;
    if (meaning.kind === "external" && standardResult(meaning.name) !== undefined && /^__/.test(meaning.name))
      return [objectOf("str")];
    if (declarations.length === 0) return this.#run.annotations.thingsOf(this.#run.evaluator.typesOfMeaning(meaning));
    const flowing = this.#run.flow.valuesAt(node, text, declarations, frame);
    if (flowing !== undefined) return flowing;
    const run = reaching.filter((one) =>
      this.#run.branches.isReached(source.leafAt(one.at), this.#run.frames.frameOf(one, frame)),
    );
    const all = run.length > 0 ? run : reaching;
    const values = all.flatMap((declaration) =>
      this.#run.bindings.valuesOfDeclaration(declaration, this.#run.frames.frameOf(declaration, frame)),
    );
    // The state after `del` or after a branch without a value is not followed.
    const known = values.filter(({ kind }) => kind !== "unknown");
    return all.length > 1 && known.length > 0 && all.some(({ kind }) => kind === "import") ? known : values;
  }

  /** The type that a test around a name or an attribute implies. */
  #tested(node: number, frame: Frame): Things | undefined {
    const source = this.#run.source;
    const place = this.placeOf(node);
    const tests = place.tests?.() ?? [];
    const text = source.textOf(node);
    const test = tests.find(({ name }) => name === text);
    if (test === undefined || test.isClass) return undefined;
    const start = this.#run.open.text.indexOf(test.classes, test.offset);
    if (start < 0) return undefined;
    let classes = source.leafAt(start);
    while (classes > 0 && source.textOf(classes) !== test.classes && source.tree.start(classes) === start)
      classes = source.parent(classes);
    const values = this.valuesOf(classes, frame).flatMap((value) =>
      value.kind === "object" && builtinOf(value) === "tuple" ? value.items.flat() : [value],
    );
    const tested = values.filter(({ kind }) => kind === "class");
    return tested.length > 0 && tested.length === values.length ? instancesOf(tested) : undefined;
  }

  #unary(node: number, frame: Frame): Things {
    const { tree } = this.#run.source;
    const values = this.valuesOf(tree.lastNamedChild(node), frame);
    const operator = this.#run.source.textOf(tree.firstChild(node));
    return values.flatMap((value): Things => {
      if (value.kind !== "object") return unknownThings;
      if (typeof value.class !== "string") {
        const method = { "-": "__neg__", "+": "__pos__", "~": "__invert__" }[operator] ?? "";
        return this.#run.calls.call(this.#run.members.member([value], method), nothingGiven);
      }
      const literal = typeof value.literal === "number" && operator === "-" ? { literal: -value.literal } : {};
      const name = builtinOf(value) === "bool" ? "int" : builtinOf(value);
      return [{ ...objectOf(name), ...literal }];
    });
  }

  #sequence(name: string, node: number, frame: Frame): Things {
    const source = this.#run.source;
    const parts: Things[] = [];
    let isTold = true;
    for (const item of source.namedChildren(node)) {
      if (source.kind(item) !== "list_splat") {
        parts.push(this.valuesOf(item, frame));
        continue;
      }
      for (const value of this.valuesOf(source.tree.firstNamedChild(item), frame)) {
        const held = value.kind === "object" ? value.parts : undefined;
        if (held === undefined) isTold = false;
        parts.push(...(held === undefined ? [this.#run.items.iterated([value])] : held.values()));
      }
    }
    const told = isTold && name !== "set" ? { parts: new Map(parts.map((part, at) => [at, part])) } : {};
    const items = name === "tuple" ? parts : [distinctThings(parts.flat())];
    return [{ ...objectOf(name, ...items), ...told }];
  }

  #dictionary(node: number, frame: Frame): Things {
    const source = this.#run.source;
    const parts = new Map<Key, Things>();
    const keys: Thing[] = [];
    const values: Thing[] = [];
    for (const pair of source.namedChildren(node)) {
      if (source.kind(pair) === "dictionary_splat") {
        for (const value of this.valuesOf(source.tree.firstNamedChild(pair), frame)) {
          if (value.kind !== "object") continue;
          keys.push(...(value.items[0] ?? []));
          values.push(...(value.items[1] ?? []));
          for (const [key, part] of value.parts ?? []) parts.set(key, part);
        }
        continue;
      }
      const [key = noNode] = source.namedChildren(pair);
      const [ofKey, ofValue] = [this.valuesOf(key, frame), this.valuesOf(source.child(pair, "value"), frame)];
      keys.push(...ofKey);
      values.push(...ofValue);
      for (const one of ofKey) if (one.kind === "object" && one.literal !== undefined) parts.set(one.literal, ofValue);
    }
    return [{ ...objectOf("dict", distinctThings(keys), distinctThings(values)), parts }];
  }

  operation(operator: string, left: Things, right: Things): Things {
    return distinctThings(left.flatMap((one) => right.flatMap((other) => this.#operationOf(operator, one, other))));
  }

  #operationOf(operator: string, left: Thing, right: Thing): Things {
    if (left.kind !== "object" || right.kind !== "object") return unknownThings;
    if (typeof left.class === "string" && typeof right.class === "string") {
      return builtinOperation(operator, left, right);
    }
    const name = arithmetic[operator];
    if (name === undefined) return unknownThings;
    for (const [object, method, other] of [
      [left, `__${name}__`, right],
      [right, `__r${name}__`, left],
    ] as const) {
      if (typeof object.class === "string") continue;
      const found = this.#run.members.member([object], method);
      if (found.some(({ kind }) => kind === "function" || kind === "elsewhere"))
        return this.#run.calls.call(found, { ...nothingGiven, positional: [[other]] });
    }
    return unknownThings;
  }
}
