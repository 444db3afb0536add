/**
 * The texts of types in declarations of C++, as the index stores them. Input: nodes of a declaration; output: its type,
 * bases or initial expression on one line, "" if that is too long.
 */
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declarator } from "./declarators.ts";
import { nodeKindsOf } from "./node-kinds.ts";
import type { NodeReader } from "./node-reader.ts";

/** Characters of an expression that a type is known by. */
const maxExpression = 160;

/** Characters of the text of a type. */
const maxType = 240;

/** A text on one line, with single spaces. */
export function oneLine(text: string): string {
  return /[^\S ]|\s\s/.test(text) ? text.replace(/\\?\s+/g, " ") : text;
}

/** The text of a type on one line; "" when it is too long to be of use. */
export function joined(text: string): string {
  return text.length > maxType ? "" : oneLine(text).trim();
}

/** The bases of a class, separated by `, `. */
export function basesOf(tree: FlatTree, text: string, node: number): string {
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) !== "base_class_clause") continue;
    const bases: string[] = [];
    for (let base = tree.firstNamedChild(child); base !== noNode; base = tree.nextSibling(base)) {
      if (/^(qualified_identifier|template_type|type_identifier)$/.test(tree.type(base))) {
        bases.push(joined(text.slice(tree.start(base), tree.end(base))));
      }
    }
    return bases.filter((base) => base !== "").join(", ");
  }
  return "";
}

/** The type of what a function returns. */
export function typeOfDeclarator(tree: FlatTree, text: string, statement: number, declarator: Declarator): string {
  const { parameters, suffix } = declarator;
  const typeField = nodeKindsOf(tree.grammar).field("type");
  for (let child = parameters === noNode ? noNode : tree.lastNamedChild(parameters); child !== noNode; ) {
    if (tree.type(child) !== "trailing_return_type") break;
    const result = tree.firstNamedChild(child);
    return result === noNode ? "" : joined(text.slice(tree.start(result), tree.end(result)));
  }
  const type = tree.childByField(statement, typeField);
  if (type === noNode || tree.type(type) === "placeholder_type_specifier") return "";
  return constBefore(tree, text, statement, suffix) + joined(text.slice(tree.start(type), tree.end(type))) + suffix;
}

/** `const ` of a type that is pointed or referred to, as `const A*` has it; a copy of a value does not keep its own. */
export function constBefore(tree: FlatTree, text: string, statement: number, suffix: string): string {
  if (suffix === "") return "";
  for (let child = tree.firstChild(statement); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) !== "type_qualifier") continue;
    if (text.slice(tree.start(child), tree.end(child)) === "const") return "const ";
  }
  return "";
}

/** True for a declaration whose type is written with `const` or `constexpr`. */
export function isWrittenConst(nodes: NodeReader, statement: number): boolean {
  const { tree } = nodes;
  for (let child = tree.firstChild(statement); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) === "type_qualifier" && /^const(?:expr)?$/.test(nodes.textOf(child))) return true;
  }
  return false;
}

/**
 * The text of an expression that a variable has its type from. Arguments of a long call are left out; "" for what is too
 * long without them.
 */
export function exprOf(tree: FlatTree, text: string, value: number): string {
  if (value === noNode) return "";
  let node = value;
  while (/^(argument_list|initializer_list|parenthesized_expression)$/.test(tree.type(node))) {
    const inner = tree.firstNamedChild(node);
    if (inner === noNode) return "";
    node = inner;
  }
  const type = tree.type(node);
  if (type === "lambda_expression") return "";
  const start = tree.start(node);
  const end = tree.end(node);
  if (end - start <= maxExpression) return oneLine(text.slice(start, end));
  if (type !== "call_expression") return "";
  const called = tree.firstNamedChild(node);
  const calledEnd = tree.end(called);
  return calledEnd - start > maxExpression ? "" : `${oneLine(text.slice(start, calledEnd))}()`;
}
