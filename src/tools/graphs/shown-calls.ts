/**
 * The part of a graph of calls that an answer shows. Input: all calls that a walk has found; output: the same without functions of
 * tests, which are counted, and with as many possible callers as are worth reading.
 */
import { type CallEdge, type CallGraph, keysOfSymbol, partOfGraph } from "../../code-index/call-graph.ts";
import type { CallSymbol } from "../../code-index/calls.ts";
import { isOfTest } from "../../code-index/test-path.ts";

/** The treatment of functions of tests: counted, shown as others, or left out. */
export const testViews = ["fold", "show", "hide"] as const;
export type TestView = (typeof testViews)[number];

/** The calls that an answer shows, and the numbers of others. */
export type ShownCalls = {
  readonly graph: CallGraph;
  /** Calls of the start, or in it, that may be of another symbol: shown and hidden ones. */
  readonly possible: number;
  /** Functions with such calls, and how many of them are hidden since they are too many. */
  readonly possibleCallers: number;
  readonly hiddenCallers: number;
  /** The functions of tests that are not shown; undefined for none. */
  readonly tests: FoldedTests | undefined;
};

/** Functions of tests, functions that only may call the symbol, and the files of both. */
type FoldedTests = { readonly functions: number; readonly files: number; readonly possible?: number };

/** Possible callers that are shown: as many as one reads. */
const maxPossibleCallers = 30;

/** Returns the calls of an answer from all that were found. */
export function shownCalls(all: CallGraph, starts: readonly CallSymbol[], tests: TestView): ShownCalls {
  const keys = new Set(starts.flatMap(keysOfSymbol));
  const isStart = (node: CallSymbol) => keysOfSymbol(node).some((key) => keys.has(key));
  const isFolded = (node: CallSymbol | undefined) => tests !== "show" && node !== undefined && isOfTest(node);
  const hasTest = ({ from, to }: CallEdge) => isFolded(all.nodes[from]) || isFolded(all.nodes[to]);
  const left = all.edges.filter((edge) => !hasTest(edge));
  const possible = left.filter(isPossible);
  const callers = [...new Set(possible.map(({ from }) => from))];
  const hidden = new Set(callers.slice(maxPossibleCallers));
  const shown = new Set(left.filter((edge) => !isPossible(edge) || !hidden.has(edge.from)));
  const graph = partOfGraph(all, {
    node: isStart,
    edge: (edge) => shown.has(edge),
    open: ({ from }) => !isFolded(all.nodes[from]),
  });
  return {
    graph,
    possible: possible.reduce((count, { lines }) => count + lines.length, 0),
    possibleCallers: callers.length,
    hiddenCallers: hidden.size,
    tests: tests === "fold" ? foldedTests(all, all.edges.filter(hasTest), isFolded) : undefined,
  };
}

/** True for an edge whose calls all may be of another symbol. */
export function isPossible({ certainty }: CallEdge): boolean {
  return certainty === "possible";
}

function foldedTests(
  { nodes }: CallGraph,
  edges: readonly CallEdge[],
  isFolded: (node: CallSymbol | undefined) => boolean,
): FoldedTests | undefined {
  const foldedIn = (some: readonly CallEdge[]) =>
    new Set(some.flatMap(({ from, to }) => [from, to]).filter((node) => isFolded(nodes[node])));
  const all = foldedIn(edges);
  if (all.size === 0) return undefined;
  const sure = foldedIn(edges.filter((edge) => !isPossible(edge)));
  const possible = all.size - sure.size;
  const files = new Set([...all].map((node) => nodes[node]?.file));
  return { functions: sure.size, files: files.size, ...(possible > 0 && { possible }) };
}
