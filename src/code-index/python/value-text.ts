/**
 * The texts of Python annotations and values, as the index stores them as types. Input: the node of an expression;
 * output: its text on one line, or a shorter expression of the same type, "" if it is too long.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { oneLine } from "../../syntax/one-line.ts";
import { type Expression, parseExpression } from "./expressions.ts";
import type { PythonTree } from "./python-tree.ts";

/** UTF-16 code units of a type or an expression that is kept as it is written. */
const maxTextLength = 200;

/** The same for `__all__`, which names what a star import brings. */
const maxNamesLength = 20_000;

/** By kind of a long expression, a short one of the same type. */
const shapes: Readonly<Record<string, string>> = {
  string: '""',
  concatenated_string: '""',
  list: "[]",
  list_comprehension: "[]",
  dictionary: "{}",
  dictionary_comprehension: "{}",
  set: "set()",
  set_comprehension: "set()",
  comparison_operator: "True",
  not_operator: "True",
};

/** The text of an annotation; "" for one that is too long. */
export function annotationText(source: PythonTree, node: number): string {
  return wholeText(source, node, maxTextLength) ?? "";
}

/** The same of what annotates a value; "" for an annotation that says something else: a number, or a text. */
export function typeText(source: PythonTree, node: number): string {
  const text = annotationText(source, node);
  const value = source.kind(node) === "type" ? source.tree.firstNamedChild(node) : node;
  switch (source.kind(value)) {
    case "integer":
    case "float":
      return "";
    case "string":
      return text.length > 0 && isType(parseExpression(insideQuotes(text))) ? text : "";
    case "binary_operator":
      return source.textOf(source.operatorOf(value)) === "|" ? text : "";
    default:
      return text;
  }
}

function insideQuotes(text: string): string {
  return /^[rRuU]?("""|'''|["'])(.*)\1$/s.exec(text)?.[2]?.trim() ?? "";
}

/** True for an expression that can be a type. */
export function isType(expression: Expression): boolean {
  switch (expression.kind) {
    case "name":
    case "attribute":
    case "subscript":
    case "string":
    case "call":
      return true;
    case "literal":
      return expression.type === "NoneType";
    case "operation":
      return expression.operator === "|";
    default:
      return false;
  }
}

/** The text of `__all__`. */
export function namesText(source: PythonTree, node: number): string {
  return wholeText(source, node, maxNamesLength) ?? "";
}

/**
 * The text of an expression, or of a shorter one of the same type: a call without its arguments, a literal without its
 * items; "" where there is none.
 */
export function expressionText(source: PythonTree, node: number): string {
  // The calls and attributes after what is looked at.
  let suffix = "";
  for (let inner = node; inner !== noNode && suffix.length <= maxTextLength; ) {
    const kind = source.kind(inner);
    if (kind === "lambda") return "";
    if (kind === "string" && inner === node) return '""';
    const text = wholeText(source, inner, maxTextLength);
    if (text !== undefined) return text + suffix;
    const shape = shapes[kind];
    if (shape !== undefined) return shape + suffix;
    if (kind === "parenthesized_expression" || kind === "await") {
      inner = source.tree.firstNamedChild(inner);
    } else if (kind === "call") {
      suffix = `()${suffix}`;
      inner = source.child(inner, "function");
    } else if (kind === "attribute") {
      suffix = `.${source.textOf(source.child(inner, "attribute"))}${suffix}`;
      inner = source.child(inner, "object");
    } else {
      return "";
    }
  }
  return "";
}

/** The text of a node on one line; undefined if it is too long, or has a comment in it. */
function wholeText(source: PythonTree, node: number, maxLength: number): string | undefined {
  if (node === noNode) return "";
  const { tree } = source;
  // Several times as long, it can still be short without its indentation.
  if (tree.end(node) - tree.start(node) > 4 * maxLength) return undefined;
  const text = source.textOf(node);
  if (!text.includes("\n")) return text.length > maxLength ? undefined : text;
  const line = oneLine(text, maxLength + 1);
  return line.length > maxLength || text.includes("#") ? undefined : line;
}

/** True for a declaration whose type is an annotation, and not its value. */
export function isAnnotated({ type }: { readonly type: string }): boolean {
  return type !== "" && !type.startsWith("=");
}

/** Annotations that leave the type to the value. */
export const finals = /^(?:\w+\.)?(?:Final|ClassVar)$/;
