/**
 * The targets of Python assignments and loops, with unpacking: `a, (b, *c) = value`. Input: the left and the right
 * side; output: each assigned name, and the text of the part of the value that it gets.
 */
import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";
import { expressionText } from "./value-text.ts";

/** A name or an attribute that a statement assigns to. */
export type Target = {
  /** An identifier or an attribute. */
  readonly node: number;
  /** The part of the value that it gets: [1, 0] for `b` in `a, (b, c) = …`. */
  readonly path: readonly number[];
  /** For each part of the path after a `*rest`, which part it is from the end, 1 for the last one; 0 for the others. */
  readonly fromEnd: readonly number[];
  /** True for `*rest`. */
  readonly isRest: boolean;
};

/** Tuples in tuples that are followed. */
const maxNesting = 16;

const patterns = wordSet(
  "pattern_list tuple_pattern list_pattern expression_list tuple list parenthesized_expression as_pattern_target",
);

const splats: ReadonlySet<string> = new Set(["list_splat_pattern", "list_splat"]);

/** The names and attributes below the left side of an assignment, in source order. */
export function targetsOf(source: PythonTree, left: number): readonly Target[] {
  const targets: Target[] = [];
  const add = (node: number, path: readonly number[], fromEnd: readonly number[], isRest: boolean) => {
    const kind = source.kind(node);
    if (kind === "identifier" || kind === "attribute") targets.push({ node, path, fromEnd, isRest });
    else if (splats.has(kind)) add(source.tree.firstNamedChild(node), path, fromEnd, true);
    else if (patterns.has(kind) && path.length < maxNesting) addParts(node, path, fromEnd);
  };
  const addParts = (node: number, path: readonly number[], fromEnd: readonly number[]) => {
    const isTransparent = ["as_pattern_target", "parenthesized_expression"].includes(source.kind(node));
    const children = [...source.namedChildren(node)];
    const rest = children.findIndex((child) => splats.has(source.kind(child)));
    for (const [part, child] of children.entries()) {
      if (isTransparent) add(child, path, fromEnd, false);
      else add(child, [...path, part], [...fromEnd, rest >= 0 && part > rest ? children.length - part : 0], false);
    }
  };
  if (left !== noNode) add(left, [], [], false);
  return targets;
}

/** The expression that a target of an assignment gets: a part of the right side, as text; "" for unknown. */
export function assignedText(source: PythonTree, right: number, { path, fromEnd, isRest }: Target): string {
  if (isRest) return "[]";
  const numbers = path.map((part, depth) => (fromEnd[depth] ? -fromEnd[depth] : part));
  let value = right;
  for (const [depth, number] of numbers.entries()) {
    if (!["expression_list", "tuple", "list", "pattern_list"].includes(source.kind(value))) {
      return partText(source, value, numbers.slice(depth));
    }
    value = partAt(source, value, number);
  }
  const kind = source.kind(value);
  if (kind === "expression_list" || kind === "pattern_list") return tupleText(source, value);
  return kind === "yield" ? "" : expressionText(source, value);
}

/** A part of a list, from its end where the number is negative; noNode where a `*rest` is in between. */
function partAt(source: PythonTree, list: number, number: number): number {
  const parts = [...source.namedChildren(list)];
  const passed = number < 0 ? parts.slice(number) : parts.slice(0, number + 1);
  const isTold = !passed.some((part) => splats.has(source.kind(part)));
  return (isTold ? parts.at(number) : undefined) ?? noNode;
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
