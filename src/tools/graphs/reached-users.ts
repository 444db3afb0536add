/**
 * The users of symbols, such as changed ones, over one or more steps, and which tests reach them. Input: the calls that a walk from the
 * symbols has found; output: the users of each symbol, and the tests with the way from each to a symbol, the nearest first.
 */
import { compareText } from "../../base/compare-text.ts";
import { type CallEdge, type CallGraph, keysOfSymbol } from "../../code-index/call-graph.ts";
import type { CallSymbol } from "../../code-index/calls.ts";
import { isOfTest } from "../../code-index/test-path.ts";
import { atStart, lengths, OpenWays, type Step, stepBefore } from "./open-ways.ts";

/** A function, or the code of a file, that uses a changed symbol. */
export type User = {
  readonly symbol: CallSymbol;
  /** The number of the changed symbol. */
  readonly start: number;
  /** The lines of the uses, in the file of the user. */
  readonly lines: readonly number[];
  readonly certainty: CallEdge["certainty"];
  /** Steps to the changed symbol: 1 for one that uses it. */
  readonly depth: number;
  /** True if it is a changed symbol itself. */
  readonly isChanged: boolean;
  /** True if it does not call what leads to the changed symbol, but hands it over. */
  readonly isPassing: boolean;
};

/** A test that reaches a changed symbol. */
export type ReachingTest = {
  readonly symbol: CallSymbol;
  /** From what the test calls to the changed symbol; empty for a test that was changed itself. */
  readonly way: readonly CallSymbol[];
  /** The least sure step. */
  readonly certainty: CallEdge["certainty"];
};

export type Reached = {
  /** Users outside of tests, by start. */
  readonly users: readonly User[];
  /** The nearest first, and last the ones that only may reach a changed symbol. */
  readonly tests: readonly ReachingTest[];
  /** Tests that replace a function on each way to a changed symbol, and so run none. */
  readonly replacing: readonly CallSymbol[];
  /** By start: the functions that use it directly, tests as well, the ones that may use it, and the tests that reach it. */
  readonly counts: readonly { readonly users: number; readonly possible: number; readonly tests: number }[];
};

/** Users that have only the name of a symbol, which are listed of each symbol: the nearest ones. */
const maxPossible = 10;

/** Finds the users of the starts of a graph, at most `depth` steps away, and the tests at any distance. */
export function reachedUsers(graph: CallGraph, starts: readonly CallSymbol[], depth: number): Reached {
  const { nodes, edges } = graph;
  const into: CallEdge[][] = nodes.map(() => []);
  for (const edge of edges) into[edge.to]?.push(edge);
  const nodeOf = new Map(nodes.flatMap((node, i) => keysOfSymbol(node).map((key) => [key, i] as const)));
  const startNodes = starts.map((start) => keysOfSymbol(start).flatMap((key) => nodeOf.get(key) ?? [])[0]);
  const changed = new Set(startNodes);
  const inTests = nodes.map(isOfTest);
  const isTest = nodes.map((node, i) => inTests[i] === true && isTestItself(node, into[i] ?? [], inTests));
  const users: User[] = [];
  const nearest = new Map<number, Step>();
  const replacing = new Set<number>();
  const openWays = new OpenWays(graph, changed);
  const counts = startNodes.map((start, number) => {
    if (start === undefined) return { users: 0, possible: 0, tests: 0 };
    const steps = stepsTo(start, into);
    let [direct, possible, tests] = [0, 0, 0];
    for (const [node, step] of steps) {
      const symbol = nodes[node];
      if (node === start || step.edge === undefined || symbol === undefined) continue;
      if (step.depth === 1) {
        if (step.certainty === "possible") possible++;
        else direct++;
      }
      const way = isTest[node] ? openWays.nearest(node, start, step) : undefined;
      if (isTest[node] && way === undefined) replacing.add(node);
      if (way !== undefined && way.certainty !== "possible") tests += symbol.runIn?.length ?? 1;
      if (way !== undefined && way.length < (nearest.get(node)?.length ?? Number.POSITIVE_INFINITY))
        nearest.set(node, way);
      if (inTests[node] || step.depth > depth) continue;
      // Edges of only the name are in the order of their nearness.
      if (step.depth === 1 && step.certainty === "possible" && possible > maxPossible) continue;
      const { lines, isPassed } = step.edge;
      const { certainty, depth: distance } = step;
      const isChanged = changed.has(node);
      users.push({ symbol, start: number, lines, certainty, depth: distance, isChanged, isPassing: isPassed });
    }
    return { users: direct, possible, tests };
  });
  // A test that was changed is to be run as well.
  for (const start of startNodes) {
    if (start !== undefined && isTest[start] === true) nearest.set(start, atStart);
  }
  const isUnsure = ({ certainty }: Step) => Number(certainty === "possible");
  const tests = [...nearest]
    .sort(
      ([a, x], [b, y]) =>
        isUnsure(x) - isUnsure(y) ||
        x.length - y.length ||
        compareText(nodes[a]?.file ?? "", nodes[b]?.file ?? "") ||
        a - b,
    )
    .flatMap(([node, step]): readonly ReachingTest[] => {
      const { certainty } = step;
      const way = wayOf(step, nodes);
      return asTheyRun(nodes[node], way[0]).map((symbol) => ({ symbol, certainty, way }));
    });
  const replacingOnly = [...replacing].flatMap((node) => (nearest.has(node) ? [] : (nodes[node] ?? [])));
  return { users, tests, replacing: replacingOnly, counts };
}

/**
 * A test, or one for each class that runs it: the class that has its code may only give it to others.
 *
 * @param first the first call on the way of the test: it may be one of a `setUp` that a class replaces
 */
function asTheyRun(test: CallSymbol | undefined, first: CallSymbol | undefined): readonly CallSymbol[] {
  if (test?.runIn === undefined) return test === undefined ? [] : [test];
  const { runIn, ...symbol } = test;
  const running = runIn.filter(({ replaced }) => first === undefined || !replaced.includes(first.word));
  return running.map(({ name, file, place }) => {
    return name === symbol.name ? symbol : { ...symbol, name, file, places: [place], bodies: [] };
  });
}

/** True for a name that says that it is of a test, which nothing calls: `test_area`, `Area.Scales` of `TEST(Area, Scales) {}`. */
export function namesTest({ word }: Pick<CallSymbol, "word">): boolean {
  return /^test/i.test(word) || /^\w+\.\w+$/.test(word);
}

/** True for a function of a file of tests that no other one there calls, or whose name says that it is a test. */
function isTestItself(symbol: CallSymbol, into: readonly CallEdge[], inTests: readonly boolean[]): boolean {
  return symbol.isFile || namesTest(symbol) || !into.some(({ from, to }) => inTests[from] === true && from !== to);
}

/** The nearest way from each node to a start: a search of Dijkstra's with lengths in few buckets. */
function stepsTo(start: number, into: readonly (readonly CallEdge[])[]): ReadonlyMap<number, Step> {
  const steps = new Map<number, Step>([[start, atStart]]);
  const buckets: number[][] = [[start]];
  for (let length = 0; length < buckets.length; length++) {
    for (const node of buckets[length] ?? []) {
      const step = steps.get(node);
      if (step === undefined || step.length !== length) continue;
      for (const edge of into[node] ?? []) {
        // A use that has only the name leads no further, unless only one family of classes has it.
        if (edge.certainty === "possible" && step.depth > 0 && !isFollowed(edge, step)) continue;
        const next = length + lengths[edge.certainty];
        if (next >= (steps.get(edge.from)?.length ?? Number.POSITIVE_INFINITY)) continue;
        steps.set(edge.from, stepBefore(edge, step));
        buckets[next] ??= [];
        buckets[next]?.push(edge.from);
      }
    }
  }
  return steps;
}

/** True for a possible use on a way without another one. */
function isFollowed({ isOnly }: CallEdge, rest: Step): boolean {
  return isOnly === true && rest.certainty !== "possible";
}

function wayOf(step: Step, nodes: CallGraph["nodes"]): readonly CallSymbol[] {
  const way: CallSymbol[] = [];
  for (let at: Step | undefined = step; at?.edge !== undefined; at = at.rest) {
    const symbol = nodes[at.edge.to];
    if (symbol !== undefined) way.push(symbol);
  }
  return way;
}
