import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";
import { expressionText } from "./value-text.ts";

/** A name or an attribute that a statement assigns to. */
export type Target = {
  /** An identifier or an attribute. */
  readonly node: number;
  /** Which part of the value it gets: [1, 0] for `b` in `a, (b, c) = …`. */
  readonly path: readonly number[];
  /** True for `*rest`. */
  readonly isRest: boolean;
};

/** Tuples in tuples that are followed. */
const maxNesting = 16;

const patterns: ReadonlySet<string> = new Set([
  ...["pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list", "parenthesized_expression"],
  ...["as_pattern_target"],
]);

/** The names and attributes below the left side of an assignment, in source order. */
export function targetsOf(source: PythonTree, left: number): readonly Target[] {
  const targets: Target[] = [];
  const add = (node: number, path: readonly number[], isRest: boolean) => {
    const kind = source.kind(node);
    if (kind === "identifier" || kind === "attribute") targets.push({ node, path, isRest });
    else if (kind === "list_splat_pattern" || kind === "list_splat") add(source.tree.firstNamedChild(node), path, true);
    else if (patterns.has(kind) && path.length < maxNesting) addParts(node, path);
  };
  const addParts = (node: number, path: readonly number[]) => {
    const isTransparent = ["as_pattern_target", "parenthesized_expression"].includes(source.kind(node));
    let part = 0;
    for (const child of source.namedChildren(node)) {
      add(child, isTransparent ? path : [...path, part], false);
      part += 1;
    }
  };
  if (left !== noNode) add(left, [], false);
  return targets;
}

/** The expression that a target of an assignment gets: a part of the right side, as text; "" for unknown. */
export function assignedText(source: PythonTree, right: number, { path, isRest }: Target): string {
  if (isRest) return "[]";
  let value = right;
  for (const [depth, part] of path.entries()) {
    if (!["expression_list", "tuple", "list", "pattern_list"].includes(source.kind(value))) {
      return partText(source, value, path.slice(depth));
    }
    const parts = [...source.namedChildren(value)];
    value = parts[part] ?? noNode;
  }
  const kind = source.kind(value);
  if (kind === "expression_list" || kind === "pattern_list") return tupleText(source, value);
  return kind === "yield" ? "" : expressionText(source, value);
}

/** The text of what a loop goes through. */
export function iteratedText(source: PythonTree, right: number): string {
  return source.kind(right) === "expression_list" ? tupleText(source, right) : expressionText(source, right);
}

function tupleText(source: PythonTree, list: number): string {
  const text = expressionText(source, list);
  return text === "" ? "" : `(${text})`;
}

const primaries: ReadonlySet<string> = new Set(["identifier", "attribute", "call", "subscript"]);

function partText(source: PythonTree, value: number, path: readonly number[]): string {
  const text = expressionText(source, value);
  if (text === "") return "";
  const primary = primaries.has(source.kind(value)) ? text : `(${text})`;
  return primary + path.map((part) => `[${part}]`).join("");
}
