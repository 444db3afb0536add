/**
 * The ways from tests to changed symbols through functions that the tests do not replace. Input: a graph of calls; output: the nearest
 * such way from a test to each changed symbol.
 */
import { groupBy } from "../../base/group-by.ts";
import type { CallEdge, CallGraph } from "../../code-index/call-graph.ts";
import type { CallSymbol, ReplacedFunction } from "../../code-index/calls.ts";

/** The nearest way from a node to a start: its first edge, and the rest. */
export type Step = {
  readonly length: number;
  readonly depth: number;
  readonly certainty: CallEdge["certainty"];
  readonly edge?: CallEdge;
  readonly rest?: Step;
};

/** The length of a step by its certainty: a way of three sure steps is as likely as one of a step that only has the name. */
export const lengths: Readonly<Record<CallEdge["certainty"], number>> = { exact: 10, likely: 11, possible: 35 };

/** The order of certainties, the surest first. */
const order = ["exact", "likely", "possible"] as const;

/** A way that begins with an edge. */
export function stepBefore(edge: CallEdge, rest: Step): Step {
  const certainty = order.indexOf(rest.certainty) > order.indexOf(edge.certainty) ? rest.certainty : edge.certainty;
  return { length: rest.length + lengths[edge.certainty], depth: rest.depth + 1, certainty, edge, rest };
}

/** The end of all ways to a start. */
export const atStart: Step = { length: 0, depth: 0, certainty: "exact" };

export class OpenWays {
  readonly #nodes: CallGraph["nodes"];
  readonly #starts: ReadonlySet<number | undefined>;
  readonly #from: readonly CallEdge[][];
  readonly #known = new Map<number, ReadonlyMap<number, Step>>();

  constructor({ nodes, edges }: CallGraph, starts: ReadonlySet<number | undefined>) {
    this.#nodes = nodes;
    this.#starts = starts;
    this.#from = nodes.map(() => []);
    for (const edge of edges) this.#from[edge.from]?.push(edge);
  }

  /** The nearest way that a test leaves open: a given one, if it does, or another one to the same start; undefined for none. */
  nearest(test: number, start: number, given: Step): Step | undefined {
    const { replaces = [] } = this.#nodes[test] ?? {};
    if (replaces.length === 0 || !this.#isReplaced(given, replaces)) return given;
    let known = this.#known.get(test);
    if (known === undefined) {
      known = this.#waysFrom(test, replaces);
      this.#known.set(test, known);
    }
    return known.get(start);
  }

  /** True for a way with a call of a function that a test replaces at its first call. */
  #isReplaced(way: Step, replaces: readonly ReplacedFunction[]): boolean {
    const held = way.edge === undefined ? [] : heldAt(way.edge, replaces);
    if (held.length === 0) return false;
    for (let at: Step | undefined = way; at?.edge !== undefined; at = at.rest) {
      if (this.#calls(at.edge, held)) return true;
    }
    return false;
  }

  #waysFrom(test: number, replaces: readonly ReplacedFunction[]): ReadonlyMap<number, Step> {
    const found = new Map<number, Step>();
    // The calls of a test at which the same functions are replaced are followed together.
    const groups = groupBy(this.#from[test] ?? [], (edge) => JSON.stringify(heldAt(edge, replaces)));
    for (const edges of groups.values()) {
      const [first] = edges;
      const held = first === undefined ? [] : heldAt(first, replaces);
      for (const [start, step] of this.#waysBy(edges, held)) {
        if (step.length < (found.get(start)?.length ?? Number.POSITIVE_INFINITY)) found.set(start, step);
      }
    }
    return found;
  }

  /** The nearest way to each start that begins with one of some edges: a search of Dijkstra's with lengths in few buckets. */
  #waysBy(first: readonly CallEdge[], held: readonly ReplacedFunction[]): ReadonlyMap<number, Step> {
    const lengthOf = new Map<number, number>();
    const before = new Map<number, CallEdge>();
    const buckets: number[][] = [];
    const follow = (edges: readonly CallEdge[], length: number) => {
      for (const edge of edges) {
        // A use that has only the name leads only to a start.
        if (edge.certainty === "possible" && edge.isOnly !== true && !this.#starts.has(edge.to)) continue;
        const next = length + lengths[edge.certainty];
        if (next >= (lengthOf.get(edge.to) ?? Number.POSITIVE_INFINITY) || this.#calls(edge, held)) continue;
        lengthOf.set(edge.to, next);
        before.set(edge.to, edge);
        buckets[next] ??= [];
        buckets[next]?.push(edge.to);
      }
    };
    follow(first, 0);
    for (let length = 0; length < buckets.length; length++) {
      for (const node of buckets[length] ?? []) {
        if (lengthOf.get(node) === length) follow(this.#from[node] ?? [], length);
      }
    }
    const ofFirst = new Set(first);
    const reached = [...lengthOf.keys()].filter((node) => this.#starts.has(node));
    return new Map(reached.map((start) => [start, wayTo(start, before, ofFirst)]));
  }

  /** True for an edge whose calls all run what takes the place of the callee. */
  #calls({ from, to, written }: CallEdge, held: readonly ReplacedFunction[]): boolean {
    const [caller, called] = [this.#nodes[from], this.#nodes[to]];
    if (caller === undefined || called === undefined || written === undefined) return false;
    return held.some((one) => isCalledAs(one, written, caller, called));
  }
}

/** The functions that are replaced while the calls of an edge of the test run. */
function heldAt({ lines }: CallEdge, replaces: readonly ReplacedFunction[]): readonly ReplacedFunction[] {
  return replaces.filter(({ first, last }) => lines.every((line) => first <= line && line <= last));
}

/**
 * True if a call finds its callee where that is replaced: a bare name in the module of the caller, which may have imported it, and a
 * name after a module or an object where the callee is declared.
 */
function isCalledAs(
  { path, name }: ReplacedFunction,
  written: "bare" | "qualified",
  caller: CallSymbol,
  { word, name: qualified, places }: CallSymbol,
): boolean {
  if (written === "bare") return name === word && caller.places[0]?.path === path;
  return name === qualified && places.some((place) => place.path === path);
}

function wayTo(start: number, before: ReadonlyMap<number, CallEdge>, first: ReadonlySet<CallEdge>): Step {
  const edges: CallEdge[] = [];
  for (let edge = before.get(start); edge !== undefined; edge = first.has(edge) ? undefined : before.get(edge.from))
    edges.push(edge);
  return edges.reduce((rest, edge) => stepBefore(edge, rest), atStart);
}
