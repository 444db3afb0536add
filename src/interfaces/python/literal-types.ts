import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenIn, type ReadTree } from "../read-tree.ts";

/** The types of displays and comprehensions, by the kind of their nodes. */
const types: ReadonlyMap<string, string> = new Map([
  ["list", "list"],
  ["list_comprehension", "list"],
  ["dictionary", "dict"],
  ["dictionary_comprehension", "dict"],
  ["set", "set"],
  ["set_comprehension", "set"],
  ["tuple", "tuple"],
]);

/**
 * Returns the type that a literal has for sure; undefined for what is not a literal, and for None, which says nothing.
 */
export function literalType(file: ReadTree, value: number): string | undefined {
  const { tree, textOf } = file;
  let at = value;
  while (tree.type(at) === "parenthesized_expression" || tree.type(at) === "unary_operator") {
    const inner = tree.type(at) === "unary_operator" ? file.field(at, "argument") : tree.firstNamedChild(at);
    if (inner === noNode) return undefined;
    if (tree.type(at) === "unary_operator" && !/^[+-]/.test(textOf(at))) return undefined;
    at = inner;
  }
  const kind = tree.type(at);
  if (kind === "true" || kind === "false") return at === value ? "bool" : undefined;
  if (kind === "integer") return /j$/i.test(textOf(at)) ? "complex" : "int";
  if (kind === "float") return /j$/i.test(textOf(at)) ? "complex" : "float";
  if (kind === "string") return prefixedType(textOf(at));
  if (kind !== "concatenated_string") return types.get(kind);
  const parts = new Set(
    [...childrenIn(tree, at)].filter((part) => tree.isNamed(part)).map((part) => prefixedType(textOf(part))),
  );
  return parts.size === 1 ? [...parts][0] : undefined;
}

/** `bytes` of `b"…"`. */
function prefixedType(string: string): string {
  return /^[a-z]*b[a-z]*["']/i.test(string) ? "bytes" : "str";
}
