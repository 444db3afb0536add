import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** A variable outside of functions and blocks that a pattern names: `a` of `export const { a } = make();`. */
export type TakenVariable = { readonly name: number; readonly node: number; readonly isExported: boolean };

/** Patterns in each other. */
const maxDepth = 40;

/** The variables of a file that other files see, and that statements declare by a pattern. */
export function takenVariablesIn(tree: FlatTree, terms: WrittenTerms): readonly TakenVariable[] {
  const { taken_apart: rules } = terms.rules;
  if (rules === undefined) return [];
  const found: TakenVariable[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.type(node) !== rules.declarator || !tree.isNamed(node)) continue;
    const statement = terms.parentOf(node);
    const around = statement === noNode ? noNode : terms.parentOf(statement);
    const kind = around === noNode ? "" : terms.kindOf(around);
    const isExported = terms.rules.exports?.around.includes(kind) === true;
    const pattern = isExported || kind === rules.outermost ? terms.childOf(node, "name") : noNode;
    if (pattern === noNode || !Object.hasOwn(terms.rules.patterns, terms.kindOf(pattern))) continue;
    for (const name of namesIn(pattern, terms)) found.push({ name, node, isExported });
  }
  return found;
}

/** The nodes of the names that a pattern declares: neither its keys nor defaults. */
function namesIn(node: number, terms: WrittenTerms, depth = 0): readonly number[] {
  const { patterns } = terms.rules;
  const rule = depth > maxDepth ? undefined : patterns[terms.kindOf(node)];
  if (rule === undefined) return terms.namedChildren(node).length === 0 ? [node] : [];
  const children = terms.namedChildren(node);
  // Of `a = 1` only the first child is a name.
  const parts =
    rule.is === "member"
      ? [terms.childOf(node, rule.value)]
      : terms.childOf(node, "right") === noNode
        ? children
        : children.slice(0, 1);
  return parts.flatMap((part) => (part === noNode ? [] : namesIn(part, terms, depth + 1)));
}
