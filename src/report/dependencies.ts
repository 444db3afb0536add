import { FileGraph } from "../answers/answer-kinds.ts";
import { maxCycleFiles, maxCycles, maxNamedPlaces, maxNeededFiles } from "./limits.ts";

/** The dependencies between files. */
export type Dependencies = {
  readonly files: number;
  readonly edges: number;
  /** Files that most others need. */
  readonly mostNeeded: readonly NeededFile[];
  /** The number of files that others need. */
  readonly neededCount: number;
  /** Files in a circle, the shortest cycles first. */
  readonly cycles: readonly Cycle[];
  readonly cycleCount: number;
  /** Imports of something in the folder that is not there. */
  readonly unresolved: readonly { readonly path: string; readonly line: number; readonly name: string }[];
  readonly unresolvedCount: number;
};

type NeededFile = {
  readonly path: string;
  /** Files that need it, and that it needs. */
  readonly into: number;
  readonly out: number;
};

export type Cycle = { readonly paths: readonly string[]; readonly leftOut: number };

/** Returns what a page says of a graph. @param within returns the path in the folder of one that a tool has named */
export function dependenciesOf(answer: unknown, within: (path: string) => string): Dependencies {
  const { counts, nodes, cycles, unresolved } = FileGraph.parse(answer);
  const needed = nodes.filter((node) => node.in > 0);
  return {
    files: nodes.length,
    edges: counts.edges,
    // Nodes are in path order, which sorting keeps where numbers are equal.
    mostNeeded: [...needed]
      .sort((a, b) => b.in - a.in)
      .slice(0, maxNeededFiles)
      .map((node) => ({ path: within(node.file), into: node.in, out: node.out })),
    neededCount: needed.length,
    cycles: cycles.slice(0, maxCycles).map((cycle) => ({
      paths: cycle.slice(0, maxCycleFiles).map(within),
      leftOut: Math.max(0, cycle.length - maxCycleFiles),
    })),
    cycleCount: counts.cycles,
    unresolved: unresolved.slice(0, maxNamedPlaces).map(({ from, line, name }) => ({ path: within(from), line, name })),
    unresolvedCount: counts.unresolved,
  };
}
