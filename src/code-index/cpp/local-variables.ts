/** The local variables in a tree of C++ that end with their block. */
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { declaratorAt, lastNameIn } from "./declarators.ts";
import type { NodeReader } from "./node-reader.ts";

/** A variable in a function that is an object, or an array of objects, and not a reference or a pointer. */
export type LocalVariable = {
  /** The node of its name. */
  readonly name: number;
  /** The node of the last name of its type; noNode for `auto`. */
  readonly type: number;
  /** The dimensions of an array; 0 for an object. */
  readonly dimensions: number;
};

const declaring: ReadonlySet<string> = new Set(["declaration", "for_range_loop"]);

/** Words of variables that do not end with their block. */
const lasting: ReadonlySet<string> = new Set(["static", "extern", "thread_local"]);

/** The local variables of a range, in source order, by only their syntax: functions may be among them. */
export function* localVariablesIn(nodes: NodeReader, start: number, end: number): Generator<LocalVariable> {
  const { tree } = nodes;
  const first = tree.firstFrom(start);
  const holders = holdersAround(tree, first);
  for (let node = first; node < tree.size && tree.start(node) < end; node++) {
    while (node >= (holders.at(-1)?.end ?? tree.size)) holders.pop();
    const type = tree.type(node);
    const isFunction = isHolder.get(type);
    if (isFunction !== undefined) holders.push({ end: tree.nexts[node] ?? tree.size, isFunction });
    else if (declaring.has(type) && holders.at(-1)?.isFunction === true) yield* declaredBy(nodes, node);
  }
}

/** A node that holds variables of a function, or members. */
type Holder = { readonly end: number; readonly isFunction: boolean };

/** The kinds of such nodes: true for the ones of functions. */
const isHolder: ReadonlyMap<string, boolean> = new Map([
  ["function_definition", true],
  ["lambda_expression", true],
  ["field_declaration_list", false],
]);

/** The holders around a node, the innermost one last. */
function holdersAround(tree: FlatTree, node: number): Holder[] {
  const found: Holder[] = [];
  for (let above = tree.parents[node] ?? noNode; above !== noNode; above = tree.parents[above] ?? noNode) {
    const isFunction = isHolder.get(tree.type(above));
    if (isFunction !== undefined) found.push({ end: tree.nexts[above] ?? tree.size, isFunction });
  }
  return found.reverse();
}

function* declaredBy(nodes: NodeReader, node: number): Generator<LocalVariable> {
  const { tree } = nodes;
  const written = nodes.child(node, "type");
  if (written === noNode) return;
  const type = tree.type(written) === "placeholder_type_specifier" ? noNode : lastNameIn(tree, written);
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.fields[child] !== nodes.kinds.field("declarator")) continue;
    if (nodes.wordsBefore(node, child).some((word) => lasting.has(word))) return;
    const { name, suffix } = declaratorAt(tree, child);
    if (name !== noNode && /^(?:\[\])*$/.test(suffix)) yield { name, type, dimensions: suffix.length / 2 };
  }
}
