import type { Copy } from "./copies.ts";
import { errorKind, type FlatTree, noNode } from "./flat/flat-tree.ts";
import type { Language } from "./languages.ts";

/** Code that the grammar knows and the language refuses, by offsets in the text of the file. */
export type RefusedNode = { readonly start: number; readonly end: number; readonly message: string };

/** Returns the nodes of a tree that the language refuses, by `refused_nodes` of language.json, with their first tokens as range. */
export function* refusedNodesIn(
  tree: FlatTree,
  { refused_nodes: rules }: Language,
  { wholeStart, wholeEnd }: Pick<Copy, "wholeStart" | "wholeEnd">,
): Generator<RefusedNode> {
  const byKind = new Map(rules.map((rule) => [tree.grammar.idForNodeType(rule.node, true) ?? errorKind, rule]));
  for (let node = 0; node < tree.size; node++) {
    const rule = tree.kinds[node] === errorKind ? undefined : byKind.get(tree.kinds[node] ?? errorKind);
    if (rule === undefined || hasChild(tree, node, rule.unless_child)) continue;
    const first = tree.firstChild(node);
    const end = wholeEnd(tree.end(first === noNode ? node : first));
    yield { start: wholeStart(tree.start(node)), end, message: rule.message };
  }
}

function hasChild(tree: FlatTree, node: number, type: string | undefined): boolean {
  if (type === undefined) return false;
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) === type) return true;
  }
  return false;
}
