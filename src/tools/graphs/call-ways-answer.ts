/**
 * The answer of get_dependency_graph about the ways from one symbol to another. Input: the calls that a walk from both of them
 * has found; output: at most three ways, the shortest first, or how much was looked at without finding one.
 */
import type { IndexResults } from "../../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../../answers/levels.ts";
import type { RowValues } from "../../answers/rows.ts";
import { counted } from "../../base/counted.ts";
import { type CallEdge, type CallGraph, keysOfSymbol } from "../../code-index/call-graph.ts";
import { waysBetween } from "../../code-index/call-ways.ts";
import type { CallSymbol } from "../../code-index/calls.ts";
import type { FoundSymbols } from "../../code-index/found-symbols.ts";
import { coverageOf, symbolHead } from "../answers/index-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { isPossible } from "./shown-calls.ts";

/** The results of a walk between two symbols. */
export type FoundWays = {
  readonly found: FoundSymbols;
  readonly starts: readonly CallSymbol[];
  readonly ends: readonly CallSymbol[];
  readonly graph: CallGraph;
  /** Rounds of the walk: in each of them a step from both ends. */
  readonly depth: number;
  readonly notKnown: string | undefined;
  /** True if functions of tests were followed. */
  readonly withTests: boolean;
  /** Symbols that were not followed, since a bound was reached. */
  readonly left: number;
  /** The keys of the symbols whose callees, or callers, were looked for. */
  readonly looked: { readonly callees: readonly string[]; readonly callers: readonly string[] };
};

/** Ways that an answer has. */
const maxWays = 3;

/** Calls of the longest way if the call has no `max_depth`. */
export const defaultWayLength = 10;

/** Returns the answer: ways with the places of their calls, or only the names on them. */
export function callWaysAnswer(
  walk: FoundWays,
  { to, longest }: { readonly to: string; readonly longest: number },
  bounds: AnswerBounds,
): IndexResults {
  const { found, graph, notKnown, depth } = walk;
  const [starts, ends] = [nodesOf(graph, walk.starts), nodesOf(graph, walk.ends)];
  const sureEdges = graph.edges.filter((edge) => !isPossible(edge));
  const sure = waysBetween(starts, ends, sureEdges, { most: maxWays, longest });
  // A way with a possible call is worth its place only where no sure one is.
  const ways = sure.length > 0 ? sure : waysBetween(starts, ends, graph.edges, { most: maxWays, longest });
  const looked = { from_start: followed(graph, walk.looked.callees), from_end: followed(graph, walk.looked.callers) };
  const isCut = bounds.endedAfter !== undefined && depth * 2 < longest;
  const cut = [
    ...(isCut ? [`calls are not followed further after ${bounds.endedAfter}`] : []),
    ...(walk.left === 0 ? [] : [`${counted(walk.left, "symbol")} too many to be followed`]),
  ];
  const [name = to, ...others] = new Set(walk.ends.map((end) => end.name));
  const isComplete = cut.length === 0 && depth * 2 < longest;
  const unresolved = graph.open.reduce((count, open) => count + (open.isExternal ? 0 : open.lines.length), 0);
  const missing =
    ways.length > 0
      ? []
      : [
          isComplete
            ? "No way: all calls that are resolved were followed."
            : `No way of at most ${counted(longest, "call")} was found.`,
          ...(unresolved > 0 ? [`${counted(unresolved, "call")} on the way from the start stay unresolved.`] : []),
          ...(walk.withTests ? [] : ["Functions of tests are not followed: see tests."]),
        ];
  const warnings = [...missing, ...(notKnown === undefined ? [] : [`${notKnown}.`])];
  const answer = (rows: readonly RowValues[], truncation: Truncation): IndexResults => ({
    head: {
      ...symbolHead(found),
      to: others.length > 0 ? to : name,
      counts: {
        ...(walk.starts.length > 1 && { starts: walk.starts.length }),
        ...(walk.ends.length > 1 && { ends: walk.ends.length }),
        ways: ways.length,
        ...looked,
      },
      ...(warnings.length > 0 && { warnings }),
      ...(cut.length > 0 && ways.length === 0 && { truncated: true, truncated_reason: cut.join("; ") }),
      ...truncation,
      ways: rows,
    },
    lists: [],
    tail: coverageOf(bounds),
  });
  const wayRow = (way: readonly CallEdge[]): RowValues => {
    const least = way.some(isPossible) ? "possible" : way.some(({ certainty }) => certainty === "likely") && "likely";
    return {
      length: way.length,
      ...(least && { confidence: least }),
      steps: [nodeRow(graph.nodes[way[0]?.from ?? 0]), ...way.map((edge) => stepRow(edge, graph))],
    };
  };
  const levels: readonly Level[] = [
    { detail: "full", answer: (truncation) => answer(ways.map(wayRow), truncation) },
    ...levelsOfFirst("full", "ways", ways, (first, truncation) => answer(first.map(wayRow), truncation)),
    { detail: "counts", answer: (truncation) => answer([], truncation) },
  ];
  return richestLevel(levels, bounds, (chars) => `${counted(ways.length, "way")} need ${chars} characters`);
}

function nodesOf({ nodes }: CallGraph, symbols: readonly CallSymbol[]): ReadonlySet<number> {
  const keys = new Set(symbols.flatMap(keysOfSymbol));
  const own = [...nodes.entries()].filter(([, node]) => keysOfSymbol(node).some((key) => keys.has(key)));
  return new Set(own.map(([number]) => number));
}

/** The number of symbols whose calls were looked for. */
function followed({ nodes }: CallGraph, keys: readonly string[]): number {
  const known = new Set(keys);
  return nodes.filter((node) => keysOfSymbol(node).some((key) => known.has(key))).length;
}

function nodeRow(symbol: CallSymbol | undefined): RowValues {
  if (symbol === undefined) return {};
  const { name, file, places, isFile } = symbol;
  return { name, file, ...(!isFile && { line: places[0]?.line ?? 1 }) };
}

/** The function that a call leads to, and the call: its line is in the function before it. */
function stepRow({ to, lines, certainty, isOfBase, via, isPassed }: CallEdge, { nodes }: CallGraph): RowValues {
  return {
    ...nodeRow(nodes[to]),
    lines,
    ...(certainty === "likely" && { confidence: certainty }),
    ...(certainty === "possible" && { possible: true }),
    ...(via.length > 0 && { via: via.join(", ") }),
    ...(isOfBase && { override: true }),
    ...(isPassed && { passed: true }),
  };
}
