import { noNode } from "../../syntax/flat/flat-tree.ts";
import { stringValue } from "./string-value.ts";
import type { Walk } from "./walk.ts";

/** Returns the strings of the lists and tuples that an expression adds up, from the last one on. */
export function exportedStrings(walk: Walk, value: number): readonly string[] {
  const found: string[][] = [];
  let at = inner(walk, value);
  while (walk.kind(at) === "binary_operator") {
    const right = inner(walk, walk.field(at, "right"));
    if (!isList(walk, right)) return found.flat();
    found.push(stringsOf(walk, right));
    at = inner(walk, walk.field(at, "left"));
  }
  if (isList(walk, at)) found.push(stringsOf(walk, at));
  return found.flat();
}

function isList(walk: Walk, node: number): boolean {
  const kind = walk.kind(node);
  return kind === "list" || kind === "tuple" || kind === "expression_list";
}

/** What is inside of parentheses. */
function inner(walk: Walk, node: number): number {
  let at = node;
  while (walk.kind(at) === "parenthesized_expression") at = walk.children(at)[0] ?? noNode;
  return at;
}

function stringsOf(walk: Walk, list: number): string[] {
  return walk.children(list).flatMap((child) => stringValue(walk, inner(walk, child)) ?? []);
}
