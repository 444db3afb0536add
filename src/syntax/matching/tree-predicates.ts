/**
 * The predicates of queries about the nodes around a captured one, such as `#has-ancestor?`, which tree-sitter does not
 * have. Input: the operator and kinds of nodes; output: the test of a match.
 */
import { countWhile } from "../../base/count-while.ts";
import { type FlatTree, noNode } from "../flat/flat-tree.ts";
import type { Found, Predicate } from "./predicate.ts";

/** True for a node that a predicate holds for. */
type NodeTest = (tree: FlatTree, node: number) => boolean;

/** Makes a test from the kinds that a predicate names. */
type TestOf = (kinds: ReadonlySet<string>, first: string) => NodeTest;

/**
 * The predicates about the nodes around a captured one, and inside of it. `has-ancestor?` and `has-parent?` are from
 * Neovim's queries; `nearest-ancestor?` holds when the nearest ancestor of one of the kinds is of the first one.
 */
const tests: ReadonlyMap<string, TestOf> = new Map<string, TestOf>([
  ["has-ancestor?", (kinds) => ancestorTest(kinds, () => true)],
  ["nearest-ancestor?", (kinds, first) => ancestorTest(kinds, (type) => type === first)],
  ["has-parent?", (kinds) => (tree, node) => isOf(kinds, tree, tree.parents[node] ?? noNode)],
  ["has-child?", (kinds) => hasChild(kinds)],
  ["has-descendant?", (kinds) => hasDescendant(kinds)],
]);

const negation = "not-";

/** The operators of these predicates, each with or without `not-` before it. */
export const treePredicates: readonly string[] = [...tests.keys()].flatMap((name) => [name, negation + name]);

/** Returns the predicate of an operator over the nodes of a capture; undefined for another operator, and for one without kinds. */
export function readTreePredicate(operator: string, capture: number, kinds: readonly string[]): Predicate | undefined {
  const isNegated = operator.startsWith(negation);
  const testOf = tests.get(isNegated ? operator.slice(negation.length) : operator);
  const [first] = kinds;
  if (testOf === undefined || first === undefined) return undefined;
  const test = testOf(new Set(kinds), first);
  return (found, tree) => nodesOf(capture, found).every((node) => test(tree, node) !== isNegated);
}

function nodesOf(capture: number, found: Found): readonly number[] {
  const nodes: number[] = [];
  for (let i = 0; i < found.length; i += 2) if (found[i] === capture) nodes.push(found[i + 1] ?? 0);
  return nodes;
}

function isOf(kinds: ReadonlySet<string>, tree: FlatTree, node: number): boolean {
  return node !== noNode && kinds.has(tree.type(node));
}

const [unknown, no, yes] = [0, 1, 2];

/** The nearest ancestor of one of the kinds decides. The result for a node is valid for all nodes on the way to it. */
function ancestorTest(kinds: ReadonlySet<string>, isRight: (type: string) => boolean): NodeTest {
  let known: { readonly tree: FlatTree; readonly results: Uint8Array } | undefined;
  return (tree, node) => {
    if (known?.tree !== tree) known = { tree, results: new Uint8Array(tree.size) };
    const { results } = known;
    const path: number[] = [];
    let result = unknown;
    for (let at = node; result === unknown; ) {
      result = results[at] ?? unknown;
      if (result !== unknown) break;
      path.push(at);
      at = tree.parents[at] ?? noNode;
      if (at === noNode) result = no;
      else if (kinds.has(tree.type(at))) result = isRight(tree.type(at)) ? yes : no;
    }
    for (const passed of path) results[passed] = result;
    return result === yes;
  };
}

/** A node with many children may be captured many times. */
function hasChild(kinds: ReadonlySet<string>): NodeTest {
  let known: { readonly tree: FlatTree; readonly parents: ReadonlySet<number> } | undefined;
  return (tree, node) => {
    if (known?.tree !== tree) known = { tree, parents: new Set(nodesOfKinds(tree, kinds, (at) => tree.parents[at])) };
    return known.parents.has(node);
  };
}

function hasDescendant(kinds: ReadonlySet<string>): NodeTest {
  let known: { readonly tree: FlatTree; readonly nodes: readonly number[] } | undefined;
  return (tree, node) => {
    if (known?.tree !== tree) known = { tree, nodes: nodesOfKinds(tree, kinds, (at) => at) };
    const { nodes } = known;
    const before = countWhile(nodes.length, (i) => (nodes[i] ?? 0) <= node);
    return (nodes[before] ?? Number.POSITIVE_INFINITY) < (tree.nexts[node] ?? 0);
  };
}

/** The results of `of` for each node of one of the kinds, in their order. */
function nodesOfKinds(
  tree: FlatTree,
  kinds: ReadonlySet<string>,
  of: (node: number) => number | undefined,
): readonly number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.size; node++) if (kinds.has(tree.type(node))) found.push(of(node) ?? noNode);
  return found;
}
