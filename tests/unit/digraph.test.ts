import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../lab/random-numbers.mjs";
import {
  componentsOf,
  type Digraph,
  depthsFrom,
  impliedEdges,
  layersOf,
  shortestCycle,
} from "../../src/code-index/digraph.ts";
import { seed } from "../support/seed.ts";

const graph = (...targets: readonly (readonly number[])[]): Digraph => ({ targets });
const layers = (of: Digraph) => [...layersOf(of, componentsOf(of))];
const cycles = (of: Digraph) => componentsOf(of).flatMap((component) => [shortestCycle(of, component) ?? []]);

describe("layers", () => {
  test("are one more than the highest that a node needs", () => {
    expect(layers(graph([1, 2], [3], [], [2]))).toEqual([3, 2, 0, 1]);
  });

  test("a component has one, and counts once", () => {
    expect(layers(graph([1], [2, 3], [1], []))).toEqual([2, 1, 1, 0]);
  });

  test("of a chain and of a cycle without recursion", () => {
    const chain = graph(...Array.from({ length: 40_000 }, (_, node) => (node < 39_999 ? [node + 1] : [])));
    expect(layers(chain)[0]).toBe(39_999);
    const ring = graph(...Array.from({ length: 40_000 }, (_, node) => [(node + 1) % 40_000]));
    expect(cycles(ring).map(({ length }) => length)).toEqual([40_000]);
  });
});

describe("the shortest cycle of a component", () => {
  test.each([
    ["of two nodes in a longer one", graph([1], [2], [3, 1], [0]), [1, 2]],
    ["begins at its lowest node", graph([2], [0], [1]), [0, 2, 1]],
    ["is not an edge from a node to itself", graph([0, 1], [2], [0]), [0, 1, 2]],
  ])("%s", (_, of, cycle) => {
    expect(cycles(of)).toEqual([cycle]);
  });

  test("a node with an edge to itself has none", () => {
    expect(cycles(graph([0]))).toEqual([[]]);
  });

  test(`is as short as any, in random graphs (TEST_SEED=${seed})`, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 200; round++) {
      const size = 2 + Math.floor(random() * 9);
      const of = graph(
        ...Array.from({ length: size }, (_, node) =>
          Array.from({ length: size }, (_, target) => target).filter((target) => target !== node && random() < 0.2),
        ),
      );
      for (const component of componentsOf(of)) {
        const cycle = shortestCycle(of, component);
        const shortest = Math.min(...component.map((node) => cycleLengthAt(node, of)));
        expect(cycle?.length ?? Number.POSITIVE_INFINITY).toBe(shortest);
        for (const [at, node] of (cycle ?? []).entries()) {
          expect(of.targets[node]).toContain(cycle?.[(at + 1) % cycle.length]);
        }
      }
    }
  });
});

/** The length of the shortest cycle through a node, by the definition. */
function cycleLengthAt(node: number, { targets }: Digraph): number {
  for (let depth = 1; depth <= targets.length; depth++) {
    const before = depthsFrom([node], targets, depth - 1);
    if ([...before.keys()].some((end) => targets[end]?.includes(node))) return depth;
  }
  return Number.POSITIVE_INFINITY;
}

describe("implied edges", () => {
  const implied = (count: number, ...pairs: readonly (readonly [number, number])[]) => {
    const edges = pairs.map(([from, to]) => ({ from, to }));
    return [...impliedEdges(count, edges)].map(({ from, to }) => [from, to]);
  };

  test.each([
    [
      "a longer way leads to the same node",
      [
        [0, 1],
        [1, 2],
        [0, 2],
      ],
      [[0, 2]],
    ],
    [
      "not edges of a cycle, or between two ways of the same length",
      [
        [0, 1],
        [1, 0],
        [0, 2],
        [1, 3],
        [2, 3],
      ],
      [[1, 3]],
    ],
    [
      "not the only way",
      [
        [0, 1],
        [0, 2],
        [1, 3],
      ],
      [],
    ],
  ] as const)("%s", (_, edges, expected) => {
    expect(implied(4, ...edges)).toEqual(expected);
  });

  test("without them each node leads to the same nodes, in random graphs", () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 50; round++) {
      const count = 2 + Math.floor(random() * 60);
      const edges = Array.from({ length: Math.floor(random() * 3 * count) }, () => ({
        from: Math.floor(random() * count),
        to: Math.floor(random() * count),
      }));
      const gone = impliedEdges(count, edges);
      const reach = (left: typeof edges) => {
        const targets: number[][] = Array.from({ length: count }, () => []);
        for (const { from, to } of left) targets[from]?.push(to);
        return targets.map((_, node) => [...depthsFrom([node], targets, count).keys()].sort((a, b) => a - b));
      };
      expect(reach(edges.filter((edge) => !gone.has(edge)))).toEqual(reach(edges));
    }
  });
});
