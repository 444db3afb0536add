/**
 * The places in a tree of C++ that may call an overloaded operator by its sign. Input: a range of a tree; output: sites
 * with the operator's name, its sign and its operands.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { lastNameIn } from "./declarators.ts";
import type { NodeReader } from "./node-reader.ts";

/** A place that may call an operator by its sign, by its syntax. */
export type OperatorSite = {
  /** The node of the whole expression. */
  readonly node: number;
  /** `operator<<`, `operator""_km`. */
  readonly name: string;
  /** The offsets of the sign; only of `[` and `(` if there are two. */
  readonly start: number;
  readonly end: number;
  /** The nodes of the operands in source order; of a literal none. */
  readonly operands: readonly number[];
  /** Additional arguments of a function, by which `a++` differs from `++a`. */
  readonly further: number;
  /** Of a call, the name that is called; noNode where it is not called by a name. */
  readonly called: number;
};

/** The places between two offsets that may call operators, in the order of their expressions. */
export function* operatorSitesIn(nodes: NodeReader, start: number, end: number): Generator<OperatorSite> {
  const { tree } = nodes;
  for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) < end; node++) {
    const site = readers.get(tree.type(node))?.(nodes, node);
    if (site !== undefined) yield site;
  }
}

type Reader = (nodes: NodeReader, node: number) => OperatorSite | undefined;

/** Kind of a node → the operator that it may call. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["binary_expression", (nodes, node) => withSign(nodes, node, ["left", "right"])],
  ["assignment_expression", (nodes, node) => withSign(nodes, node, ["left", "right"])],
  ["unary_expression", (nodes, node) => withSign(nodes, node, ["argument"])],
  ["pointer_expression", (nodes, node) => withSign(nodes, node, ["argument"])],
  ["update_expression", ofUpdate],
  ["comma_expression", ofComma],
  ["subscript_expression", ofSubscript],
  ["field_expression", ofArrow],
  ["call_expression", ofCall],
  ["user_defined_literal", ofLiteral],
]);

const noMore = { further: 0, called: noNode } as const;

function withSign(nodes: NodeReader, node: number, fields: readonly string[]): OperatorSite | undefined {
  const { tree } = nodes;
  const sign = nodes.child(node, "operator");
  const operands = fields.map((field) => nodes.child(node, field));
  if (sign === noNode || operands.includes(noNode)) return undefined;
  const name = `operator${nodes.textOf(sign)}`;
  return { node, name, start: tree.start(sign), end: tree.end(sign), operands, ...noMore };
}

function ofUpdate(nodes: NodeReader, node: number): OperatorSite | undefined {
  const site = withSign(nodes, node, ["argument"]);
  if (site === undefined) return undefined;
  const isPostfix = nodes.tree.start(site.operands[0] ?? node) < site.start;
  return isPostfix ? { ...site, further: 1 } : site;
}

function ofComma(nodes: NodeReader, node: number): OperatorSite | undefined {
  const { tree } = nodes;
  const operands = [nodes.child(node, "left"), nodes.child(node, "right")];
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) !== "," || operands.includes(noNode)) continue;
    return { node, name: "operator,", start: tree.start(child), end: tree.end(child), operands, ...noMore };
  }
  return undefined;
}

function ofSubscript(nodes: NodeReader, node: number): OperatorSite | undefined {
  const argument = nodes.child(node, "argument");
  return argument === noNode
    ? undefined
    : withList(nodes, { node, name: "operator[]", object: argument, list: nodes.child(node, "indices") });
}

/** `a->b`, which calls `operator->` of an object. */
function ofArrow(nodes: NodeReader, node: number): OperatorSite | undefined {
  const sign = nodes.child(node, "operator");
  return nodes.textOf(sign) === "->" ? withSign(nodes, node, ["argument"]) : undefined;
}

/** `a(1)`, which calls `operator()` of an object. */
function ofCall(nodes: NodeReader, node: number): OperatorSite | undefined {
  const { tree } = nodes;
  const object = nodes.child(node, "function");
  const list = nodes.child(node, "arguments");
  if (object === noNode || list === noNode || tree.type(list) !== "argument_list") return undefined;
  const kind = tree.type(object);
  const isNamed = /^(?:identifier|qualified_identifier|field_expression|template_function)$/.test(kind);
  if (!isNamed && !/^(?:call|subscript|compound_literal)_expression$/.test(kind)) return undefined;
  const called = isNamed
    ? lastNameIn(tree, kind === "field_expression" ? nodes.child(object, "field") : object)
    : noNode;
  const site = withList(nodes, { node, name: "operator()", object, list });
  return site && { ...site, called };
}

function withList(
  nodes: NodeReader,
  { node, name, object, list }: { node: number; name: string; object: number; list: number },
): OperatorSite | undefined {
  const { tree } = nodes;
  if (list === noNode) return undefined;
  const operands = [object];
  for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && tree.type(child) !== "comment") operands.push(child);
  }
  const start = tree.start(list);
  return { node, name, start, end: start + 1, operands, ...noMore };
}

function ofLiteral(nodes: NodeReader, node: number): OperatorSite | undefined {
  const { tree } = nodes;
  const suffix = tree.lastNamedChild(node);
  if (suffix === noNode || tree.type(suffix) !== "literal_suffix") return undefined;
  const isText = /["']/.test(nodes.textOf(node));
  const name = `operator""${nodes.textOf(suffix)}`;
  return {
    node,
    name,
    start: tree.start(suffix),
    end: tree.end(suffix),
    operands: [],
    further: isText ? 2 : 1,
    called: noNode,
  };
}
