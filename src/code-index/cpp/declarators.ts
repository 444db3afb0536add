import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { nodeKindsOf } from "./node-kinds.ts";

/**
 * The parts of a declarator: `*A::f(int a)` names f, with the qualifier `A`, as a function whose result is a pointer.
 */
export type Declarator = {
  /** The node of the last part of the name; noNode where there is none, as in `int (*)(int)`. */
  readonly name: number;
  /** The node that holds the whole name, with its qualifier and template arguments. */
  readonly whole: number;
  /** The function_declarator around the name; noNode when it declares no function. */
  readonly parameters: number;
  /** Its addition to the type, or to the type of the result: `*`, `&`, `[]`. */
  readonly suffix: string;
  /** The structured_binding_declarator of `auto [a, b]`; noNode for others. */
  readonly binding: number;
};

const nestingKinds = wordSet(`
  pointer_declarator pointer_type_declarator array_declarator function_declarator init_declarator
  parenthesized_declarator reference_declarator attributed_declarator variadic_declarator
`);
const lastChildKinds = new Set(["parenthesized_declarator", "reference_declarator", "variadic_declarator"]);
const templateKinds = new Set(["template_function", "template_method", "template_type", "dependent_name"]);

/** Reads a declarator from the outside to the name. */
export function declaratorAt(tree: FlatTree, declarator: number): Declarator {
  const declaratorField = nodeKindsOf(tree.grammar).field("declarator");
  let suffix = "";
  let parameters: number = noNode;
  let isPointerToFunction = false;
  let node = declarator;
  for (let type = tree.type(node); nestingKinds.has(type); type = tree.type(node)) {
    if (type === "function_declarator") {
      parameters = node;
      isPointerToFunction = false;
    } else if (type.startsWith("pointer")) {
      if (parameters !== noNode) isPointerToFunction = true;
      else suffix += "*";
    } else if (type === "reference_declarator") {
      if (parameters !== noNode) isPointerToFunction = true;
      else suffix += tree.type(tree.firstChild(node));
    } else if (type === "array_declarator" && parameters === noNode) suffix += "[]";
    const inner = lastChildKinds.has(type) ? tree.lastNamedChild(node) : tree.childByField(node, declaratorField);
    const next = inner === noNode ? tree.firstNamedChild(node) : inner;
    if (next === noNode) return { name: noNode, whole: node, parameters, suffix, binding: noNode };
    node = next;
  }
  if (isPointerToFunction) {
    suffix = `${suffix}(*)()`;
    parameters = noNode;
  }
  if (tree.type(node) === "structured_binding_declarator") {
    return { name: noNode, whole: node, parameters, suffix, binding: node };
  }
  return { name: lastNameIn(tree, node), whole: node, parameters, suffix, binding: noNode };
}

/** The node of the last part of a name: `f` of `A<int>::f<3>`. */
export function lastNameIn(tree: FlatTree, whole: number): number {
  const nameField = nodeKindsOf(tree.grammar).field("name");
  let node = whole;
  for (;;) {
    const type = tree.type(node);
    if (type === "qualified_identifier" || templateKinds.has(type)) {
      const name = tree.childByField(node, nameField);
      const next = name === noNode ? tree.lastNamedChild(node) : name;
      if (next === noNode) return node;
      node = next;
    } else return node;
  }
}
