import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { NodeReader } from "./node-reader.ts";

/** A pointer that a statement declares which the grammar takes for an expression. */
export type DeclaredPointer = {
  readonly name: number;
  /** The type that it is written with: of a pointer to a function that of its result. */
  readonly type: number;
  /** The text after that type in the type of the pointer. */
  readonly suffix: string;
};

/**
 * Reads `void (*table[])() = {f};` and `int (*items)[3];`, which the grammar reads as calls and an assignment.
 *
 * @param isOutside true outside of functions, where a statement is not an expression whatever its type is
 */
export function declaredPointerIn(
  nodes: NodeReader,
  statement: number,
  isOutside: boolean,
): DeclaredPointer | undefined {
  const { tree } = nodes;
  const whole = tree.firstNamedChild(statement);
  const isAssigned = whole !== noNode && tree.type(whole) === "assignment_expression";
  const declared = isAssigned ? nodes.child(whole, "left") : whole;
  if (declared === noNode) return undefined;
  const isCall = tree.type(declared) === "call_expression";
  if (!isCall && tree.type(declared) !== "subscript_expression") return undefined;
  const head = nodes.child(declared, isCall ? "function" : "argument");
  if (head === noNode || tree.type(head) !== "call_expression") return undefined;
  const type = nodes.child(head, "function");
  const list = nodes.child(head, "arguments");
  if (type === noNode || list === noNode || !(isOutside ? namedType : ownType).test(tree.type(type))) return undefined;
  const pointer = tree.firstNamedChild(list);
  if (pointer === noNode || pointer !== tree.lastNamedChild(list)) return undefined;
  if (tree.type(pointer) !== "pointer_expression" || !nodes.textOf(pointer).startsWith("*")) return undefined;
  let name = nodes.child(pointer, "argument");
  while (name !== noNode && tree.type(name) === "subscript_expression") name = nodes.child(name, "argument");
  if (name === noNode || tree.type(name) !== "identifier") return undefined;
  return { name, type, suffix: isCall ? "(*)()" : "[]*" };
}

/** Kinds of nodes that are types of the language, and kinds of names that may be types. */
const ownType = /^(?:primitive_type|sized_type_specifier)$/;
const namedType = /^(?:primitive_type|sized_type_specifier|identifier|qualified_identifier|template_function)$/;
