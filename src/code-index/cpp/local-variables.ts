/** The local variables in a tree of C++ that end with their block. */
import { noNode } from "../../syntax/flat/flat-tree.ts";
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
  for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) < end; node++) {
    if (declaring.has(tree.type(node)) && isInFunction(nodes, node)) yield* declaredBy(nodes, node);
  }
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

function isInFunction({ tree }: NodeReader, node: number): boolean {
  for (let above = tree.parents[node] ?? noNode; above !== noNode; above = tree.parents[above] ?? noNode) {
    const type = tree.type(above);
    if (type === "function_definition" || type === "lambda_expression") return true;
    if (type === "field_declaration_list") return false;
  }
  return false;
}
