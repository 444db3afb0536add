import { FileGraph } from "../answers/answer-kinds.ts";
import { maxPageCycleFiles, maxPageCycles, maxPageNamedPlaces, maxPageNeededFiles } from "../base/limits.ts";
import { type FirstRows, firstRows, mapRows } from "./first-rows.ts";

/** The dependencies between files. */
export type Dependencies = {
  readonly files: number;
  readonly edges: number;
  /** Files that others need, the most needed first. */
  readonly needed: FirstRows<NeededFile>;
  /** Files in a circle, the shortest cycles first. */
  readonly cycles: FirstRows<FirstRows<string>>;
  /** Imports of something in the folder that is not there. */
  readonly unresolved: FirstRows<{ readonly path: string; readonly line: number; readonly name: string }>;
};

type NeededFile = {
  readonly path: string;
  /** Files that need it, and that it needs. */
  readonly into: number;
  readonly out: number;
};

/** Returns what a page says of a graph. @param within returns the path in the folder of one that a tool has named */
export function dependenciesOf(answer: unknown, within: (path: string) => string): Dependencies {
  const { counts, nodes, cycles, unresolved } = FileGraph.parse(answer);
  // Nodes are in path order, which sorting keeps where numbers are equal.
  const needed = nodes.filter((node) => node.in > 0).sort((a, b) => b.in - a.in);
  const namesIn = (cycle: readonly string[]) => mapRows(firstRows(cycle, maxPageCycleFiles), within);
  return {
    files: nodes.length,
    edges: counts.edges,
    needed: mapRows(firstRows(needed, maxPageNeededFiles), (node) => ({
      path: within(node.file),
      into: node.in,
      out: node.out,
    })),
    cycles: mapRows(firstRows(cycles, maxPageCycles, counts.cycles), namesIn),
    unresolved: mapRows(firstRows(unresolved, maxPageNamedPlaces, counts.unresolved), ({ from, line, name }) => ({
      path: within(from),
      line,
      name,
    })),
  };
}
