/**
 * The calls of special methods by the syntax that runs them, such as `==`, `with` and `len()`. Input: an open file, and the names of special
 * methods; output: the places that run one of an object whose class is known.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { OpenFile, SpecialCall } from "../resolution.ts";
import type { Evaluator } from "./evaluator.ts";
import { PythonTree } from "./python-tree.ts";
import {
  arithmetic,
  comparisons,
  formatted,
  functions,
  iteration,
  type Methods,
  text,
  truth,
  unary,
} from "./special-methods.ts";
import { Use } from "./use.ts";

/** A value, and the methods that run for it. */
type Operand = { readonly node: number; readonly methods: Methods };

/** Returns the places of a file that run a special method of one of some names, in source order. */
export function specialCallsIn(
  open: OpenFile,
  names: ReadonlySet<string>,
  evaluator: Evaluator,
): readonly SpecialCall[] {
  const { tree } = open;
  const source = new PythonTree(tree, open.text);
  const found: SpecialCall[] = [];
  for (let node = 0; node < tree.size; node++) {
    const operandsOf = operands[source.kind(node)];
    if (operandsOf === undefined) continue;
    for (const { node: value, methods } of operandsOf(source, node)) {
      if (value === noNode || !methods.flat().some((name) => names.has(name))) continue;
      const declarations = methodsOf(source.operandText(value), methods, placeOf(value));
      const wanted = declarations.filter(({ name }) => names.has(name));
      if (wanted.length > 0) found.push({ offset: tree.start(value), declarations: wanted });
    }
  }
  return found;

  function placeOf(value: number) {
    const offset = tree.start(value);
    return Use.at(open, offset)?.placeOf(value) ?? { file: open.file, offset };
  }

  function methodsOf(written: string, methods: Methods, place: Parameters<Evaluator["evaluate"]>[1]) {
    const { types } = evaluator.evaluate(written, place);
    const objects = types.filter(({ kind }) => kind === "instance");
    return objects.flatMap((type) =>
      methods.flatMap((alternatives): readonly Declaration[] => {
        const members = alternatives.map((name) => evaluator.members.find(type, name));
        const member = members.find((one) => one?.kind === "declarations" && one.isGuess !== true);
        return member?.kind === "declarations" ? member.declarations.filter(({ kind }) => kind === "function") : [];
      }),
    );
  }
}

type OperandsOf = (source: PythonTree, node: number) => readonly Operand[];

const one = (node: number, ...methods: readonly string[]): readonly Operand[] => [
  { node, methods: methods.map((name) => [name]) },
];

const looped: OperandsOf = (source, node) => [
  { node: source.child(node, "right"), methods: [...iteration, ["__aiter__"], ["__anext__"]] },
];

const tested: OperandsOf = (source, node) => [{ node: source.child(node, "condition"), methods: truth }];

/** Kind of a node → the values whose methods it runs. */
const operands: Readonly<Record<string, OperandsOf>> = {
  with_item: (source, node) => {
    const value = source.child(node, "value");
    const object = source.kind(value) === "as_pattern" ? source.tree.firstNamedChild(value) : value;
    return one(object, "__enter__", "__exit__", "__aenter__", "__aexit__");
  },
  for_statement: looped,
  for_in_clause: looped,
  if_statement: tested,
  elif_clause: tested,
  while_statement: tested,
  not_operator: (source, node) => [{ node: source.tree.firstNamedChild(node), methods: truth }],
  unary_operator: (source, node) => {
    const name = unary[source.textOf(source.operatorOf(node))];
    return name === undefined ? [] : one(source.tree.firstNamedChild(node), name);
  },
  binary_operator: (source, node) => {
    const [left, right] = [source.child(node, "left"), source.child(node, "right")];
    const sign = source.textOf(source.operatorOf(node));
    if (sign === "%" && source.kind(left) === "string") {
      const values = source.kind(right) === "tuple" ? [...source.namedChildren(right)] : [right];
      return values.map((value) => ({ node: value, methods: text }));
    }
    const word = arithmetic[sign];
    return word === undefined ? [] : [...one(left, `__${word}__`), ...one(right, `__r${word}__`)];
  },
  augmented_assignment: (source, node) => {
    const word = arithmetic[source.textOf(source.operatorOf(node)).slice(0, -1)];
    const methods = word === undefined ? [] : [[`__i${word}__`, `__${word}__`]];
    return [{ node: source.child(node, "left"), methods }];
  },
  comparison_operator: (source, node) => {
    const [left = noNode, right = noNode] = source.namedChildren(node);
    const [ofLeft, ofRight] = comparisons[source.textOf(source.operatorOf(node))] ?? [[], []];
    return [
      { node: left, methods: ofLeft },
      { node: right, methods: ofRight },
    ];
  },
  subscript: (source, node) => {
    const isSet = source.isField(node, "left") && source.kind(source.parent(node)) === "assignment";
    const isDeleted = source.kind(source.parent(node)) === "delete_statement";
    return one(source.child(node, "value"), isSet ? "__setitem__" : isDeleted ? "__delitem__" : "__getitem__");
  },
  interpolation: (source, node) => [{ node: source.tree.firstNamedChild(node), methods: formatted }],
  decorator: (source, node) => one(source.tree.firstNamedChild(node), "__call__"),
  call: (source, node) => {
    const called = source.child(node, "function");
    const isMember = source.kind(called) === "attribute";
    const name = source.textOf(isMember ? source.child(called, "attribute") : called);
    const values = [...source.namedChildren(source.child(node, "arguments"))];
    const isFormat = isMember && name === "format";
    // Of a test assertEqual is a method, and sorted is none.
    const isKnown = Object.hasOwn(functions, name) && isMember === name.startsWith("assert");
    const methods = isFormat ? values.map(() => formatted) : isKnown ? functions[name] : [];
    const ofArguments = values.map((value, at) => ({ node: value, methods: methods?.[at] ?? [] }));
    return [...one(called, "__call__"), ...ofArguments];
  },
};
