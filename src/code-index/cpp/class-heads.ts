import { noNode } from "../../syntax/flat/flat-tree.ts";
import { splitArguments } from "./expression.ts";
import type { NodeReader } from "./node-reader.ts";
import { type ArgumentsHash, argumentsHash } from "./type-words.ts";

/** True for `class A;`, and not for `class A* a;`. */
export function isForwardDeclaration(nodes: NodeReader, node: number): boolean {
  if (nodes.child(node, "name") === noNode) return false;
  const parent = nodes.tree.parents[node] ?? noNode;
  const kind = parent === noNode ? "" : nodes.tree.type(parent);
  if (kind === "field_declaration") return nodes.child(parent, "declarator") === noNode;
  if (kind === "template_declaration") return true;
  return (
    nodes.tree.fields[node] === 0 && /^(translation_unit|declaration_list|compound_statement|preproc_\w+)$/.test(kind)
  );
}

/** True for the type of a declaration that has declarators: `struct { } x;`. */
export function isDeclared(nodes: NodeReader, node: number): boolean {
  const parent = nodes.tree.parents[node] ?? noNode;
  const isStatement = parent !== noNode && /^((field_)?declaration|type_definition)$/.test(nodes.tree.type(parent));
  return isStatement && nodes.child(parent, "declarator") !== noNode;
}

const noArguments: ArgumentsHash = { parameters: 0, least: 0, most: 0 };

/**
 * A hash of the template arguments of a specialization; for any other class or variable, only the number of arguments that a
 * template takes.
 *
 * @param whole the name
 * @param node what is directly in the `template <…>`
 */
export function specializationOf(nodes: NodeReader, whole: number, node: number): ArgumentsHash {
  const args = argumentsIn(nodes, whole);
  return args === undefined ? { ...noArguments, most: takenArguments(nodes, node) } : argumentsHash(args);
}

/** Arguments of a template that are counted: see `ArgumentsHash`. */
const mostArguments = 127;

/** The number of parameters of the template that a node is directly in, without a pack. */
function takenArguments(nodes: NodeReader, node: number): number {
  const { tree } = nodes;
  const around = tree.parents[node] ?? noNode;
  if (around === noNode || tree.type(around) !== "template_declaration") return 0;
  let count = 0;
  const list = nodes.child(around, "parameters");
  for (let one = tree.firstNamedChild(list); one !== noNode; one = tree.nextSibling(one)) {
    const type = tree.type(one);
    if (type.endsWith("parameter_declaration") && !type.startsWith("variadic")) count += 1;
  }
  return Math.min(count, mostArguments);
}

/** The template arguments at the end of a name, such as that of a specialization; undefined for a name without. */
export function argumentsIn(nodes: NodeReader, whole: number): readonly string[] | undefined {
  if (whole === noNode) return undefined;
  const args = nodes.kinds.field("arguments");
  let node = whole;
  while (nodes.tree.type(node) === "qualified_identifier") node = nodes.child(node, "name");
  const list = node === noNode ? noNode : nodes.tree.childByField(node, args);
  return list === noNode ? undefined : splitArguments(nodes.textOf(list).slice(1, -1));
}
