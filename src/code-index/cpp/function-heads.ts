/**
 * The declarators of functions in the grammar of C++: conversion functions, friends, deduction guides, and variables
 * that the grammar takes for functions. Input: nodes of a declaration; output: its name, parameters and kind.
 */
import { spelling } from "../../syntax/declarators.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { type Declarator, declaratorAt, lastNameIn } from "./declarators.ts";
import type { NodeReader } from "./node-reader.ts";
import { oneLine } from "./type-texts.ts";

/** Reads a declarator, of a conversion function as well. */
export function functionDeclaratorAt(nodes: NodeReader, node: number): Declarator {
  const found = declaratorAt(nodes.tree, node);
  if (operatorCastText(nodes, found.whole) === undefined) return found;
  const cast = castIn(nodes, found.whole);
  const declarator = nodes.child(cast, "declarator");
  const isFunction = declarator !== noNode && nodes.tree.type(declarator).endsWith("function_declarator");
  return { ...found, name: cast, parameters: isFunction ? declarator : noNode };
}

/** The operator_cast at the end of a name; noNode for another name. */
export function castIn(nodes: NodeReader, whole: number): number {
  const last = lastNameIn(nodes.tree, whole);
  return nodes.tree.type(last) === "operator_cast" ? last : noNode;
}

/** The name and the type of a conversion function: `operator bool`. */
export function operatorCastText(
  nodes: NodeReader,
  whole: number,
): { readonly name: string; readonly type: string } | undefined {
  const cast = castIn(nodes, whole);
  if (cast === noNode) return undefined;
  const text = nodes.textOf(cast);
  const open = text.indexOf("(");
  const head = oneLine(open < 0 ? text : text.slice(0, open)).trim();
  return { name: spelling(head), type: head.slice("operator".length).trim() };
}

/** True for a function that is declared as a friend. */
export function isFriend(nodes: NodeReader, statement: number): boolean {
  for (
    let above = nodes.tree.parents[statement] ?? noNode;
    above !== noNode;
    above = nodes.tree.parents[above] ?? noNode
  ) {
    const kind = nodes.tree.type(above);
    if (kind === "friend_declaration") return true;
    if (kind !== "template_declaration") return false;
  }
  return false;
}

/** True for `Foo x(a, b)` in a function, which the grammar takes for the declaration of a function. */
export function isInitialized(nodes: NodeReader, parameters: number, statement: number): boolean {
  const list = nodes.child(parameters, "parameters");
  const tree = nodes.tree;
  if (
    list === noNode ||
    tree.firstNamedChild(list) === noNode ||
    nodes.textOf(nodes.child(statement, "type")) === "void"
  )
    return false;
  for (let child = tree.firstNamedChild(list); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) !== "parameter_declaration") {
      if (tree.isNamed(child)) return false;
      continue;
    }
    if (tree.type(nodes.child(child, "type")) === "primitive_type") return false;
  }
  return true;
}

/** True for `A(int) -> A<int>;`, which declares no name. */
export function isDeductionGuide(
  nodes: NodeReader,
  statement: number,
  { name, whole, parameters }: Declarator,
): boolean {
  if (parameters === noNode || whole !== name || nodes.child(statement, "type") !== noNode) return false;
  return nodes.hasChild(parameters, "trailing_return_type");
}

/** The nodes of parameters that are single words, as the arguments of a macro that makes a function are. */
export function wordsOfParameters(nodes: NodeReader, declarator: number): readonly number[] {
  const { tree } = nodes;
  const words: number[] = [];
  const list = nodes.child(declarator, "parameters");
  for (
    let child = list === noNode ? noNode : tree.firstNamedChild(list);
    child !== noNode;
    child = tree.nextSibling(child)
  ) {
    const type = nodes.child(child, "type");
    const isWord = type !== noNode && tree.type(type) === "type_identifier" && tree.nexts[child] === tree.nexts[type];
    if (isWord) words.push(type);
  }
  return words;
}
