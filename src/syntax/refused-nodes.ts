/**
 * Code that a grammar knows and its language refuses. Input: a tree, and `refused_nodes` of language.json; output: ranges with a message.
 */
import type { Copy } from "./copies.ts";
import { errorKind, type FlatTree, nodeFlags, noNode } from "./flat/flat-tree.ts";
import type { Language } from "./languages.ts";

/** Code that the grammar knows and the language refuses, by offsets in the text of the file. */
export type RefusedNode = { readonly start: number; readonly end: number; readonly message: string };

type Rule = Language["refused_nodes"][number];

/** Returns the nodes of a tree that the language refuses, by `refused_nodes` of language.json, with their first tokens as range. */
export function* refusedNodesIn(
  tree: FlatTree,
  { refused_nodes: rules }: Language,
  { whole, wholeStart, wholeEnd }: Pick<Copy, "whole" | "wholeStart" | "wholeEnd">,
): Generator<RefusedNode> {
  const byKind = new Map(rules.map((rule) => [tree.grammar.idForNodeType(rule.node, true) ?? errorKind, rule]));
  const textOf = (node: number) => whole.slice(wholeStart(tree.start(node)), wholeEnd(tree.end(node)));
  for (let node = 0; node < tree.size; node++) {
    const rule = tree.kinds[node] === errorKind ? undefined : byKind.get(tree.kinds[node] ?? errorKind);
    if (rule === undefined || !isRefused(tree, node, rule, textOf)) continue;
    const first = tree.firstChild(node);
    const end = wholeEnd(tree.end(first === noNode ? node : first));
    yield { start: wholeStart(tree.start(node)), end, message: rule.message };
  }
}

/** True if all conditions of a rule hold for the children of a node, comments left out. */
function isRefused(tree: FlatTree, node: number, rule: Rule, textOf: (node: number) => string): boolean {
  const types = new Set<string>();
  let last: string | undefined;
  /** The number of children, and of the ones whose text matches. */
  let [children, matching] = [0, 0];
  const pattern = rule.mixes === undefined ? undefined : new RegExp(rule.mixes);
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (((tree.flags[child] ?? 0) & nodeFlags.extra) !== 0) continue;
    last = tree.type(child);
    types.add(last);
    children++;
    if (pattern?.test(textOf(child)) === true) matching++;
  }
  return (
    (rule.unless_child === undefined || !types.has(rule.unless_child)) &&
    (rule.child === undefined || types.has(rule.child)) &&
    (rule.last_child === undefined || last === rule.last_child) &&
    (pattern === undefined || (matching > 0 && matching < children))
  );
}
