/**
 * A graph of calls as trees, from a symbol to its callers or callees. Input: the head of an answer; output: the functions in the
 * order of lines, each with its depth, below the function that it calls or that calls it.
 */
import { type GraphEdge, type GraphNode, GraphRows } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { getOrInsert } from "../base/get-or-insert.ts";

/** A function in a tree of calls. */
export type TreeNode = {
  readonly depth: number;
  readonly node: GraphNode;
  /** The calls between it and the function above it, and that function; undefined at the top. */
  readonly above?: { readonly node: GraphNode; readonly edge: GraphEdge };
  /** True if an earlier line of the tree has it, with the functions below it. */
  readonly isRepeated: boolean;
  /** True if the functions below it were not looked for, or are left out. */
  readonly isCut: boolean;
};

/** Trees in one direction. */
export type CallTree = { readonly direction: "callers" | "callees"; readonly nodes: readonly TreeNode[] };

/**
 * The trees of a graph of calls; undefined for any other graph, and for one without edges.
 *
 * @param rows returns the rows of the head
 */
export function callTrees(head: RowValues, rows = () => GraphRows.parse(head)): readonly CallTree[] | undefined {
  const { direction } = head;
  if (head.graph !== undefined || head.edges === undefined || head.symbol === undefined) return undefined;
  const { nodes, edges } = rows();
  const isOfCalls = nodes.every(({ name, symbols }) => name !== undefined && symbols === undefined);
  if (!isOfCalls) return undefined;
  const starts = nodes.filter(({ start }) => start === true);
  if (starts.length === 0) return undefined;
  const directions = (["callers", "callees"] as const).filter((one) => direction === one || direction === "both");
  return directions.map((one) => ({ direction: one, nodes: treeOf(one, { nodes, edges, starts }) }));
}

/** The key of a node, by which edges name it. */
export function keyOfNode({ id, name, file, folder }: GraphNode): string {
  return id ?? name ?? file ?? folder ?? "";
}

/** A list of what is open instead of recursion: a chain of calls can be thousands of functions long. */
function treeOf(
  direction: CallTree["direction"],
  graph: Pick<GraphRows, "nodes" | "edges"> & { readonly starts: readonly GraphNode[] },
): readonly TreeNode[] {
  const [upper, lower] = direction === "callers" ? (["to", "from"] as const) : (["from", "to"] as const);
  const nodes = new Map(graph.nodes.map((node) => [keyOfNode(node), node]));
  const below = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) getOrInsert(below, String(edge[upper]), () => []).push(edge);
  const isPossible = ({ possible }: GraphEdge) => Number(possible === true);
  for (const edges of below.values()) edges.sort((a, b) => isPossible(a) - isPossible(b));
  const lines: TreeNode[] = [];
  const shown = new Set<GraphNode>();
  const open: Pick<TreeNode, "depth" | "node" | "above">[] = graph.starts
    .toReversed()
    .map((node) => ({ depth: 0, node }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { depth, node, above } = next;
    const edges = below.get(keyOfNode(node)) ?? [];
    const isRepeated = shown.has(node);
    const isKnown = direction === "callees" || node.entry === true || node.possible !== undefined;
    const isCut = edges.length === 0 && !isKnown && above?.edge.possible !== true;
    lines.push({ ...next, isRepeated, isCut });
    if (isRepeated) continue;
    shown.add(node);
    for (const edge of edges.toReversed()) {
      const key = String(edge[lower]);
      const lowerNode = nodes.get(key) ?? { name: key };
      open.push({ depth: depth + 1, node: lowerNode, above: { node, edge } });
    }
  }
  return lines;
}
