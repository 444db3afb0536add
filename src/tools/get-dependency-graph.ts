/**
 * The tool get_dependency_graph. Input: files, or a symbol; output: which files include or import which, with layers
 * and cycles, or which functions call which, as rows or as a picture.
 */
import * as z from "zod";
import { ArgumentError, UserError } from "../base/errors.ts";
import type { Code } from "../code-index/code.ts";
import { includeFoldersOf } from "../code-index/cpp/compile-commands.ts";
import {
  type DependencyEdge,
  type DependencyGraph,
  dependencyGraphOf,
  type OpenDependency,
  targetsOf,
} from "../code-index/dependency-graph.ts";
import { depthsFrom, shortestCycle } from "../code-index/digraph.ts";
import { notFound } from "./answers/index-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import {
  maxChars,
  namedPaths,
  requirePlace,
  SymbolArguments,
  symbolName,
  symbolRequestOf,
} from "./arguments/symbol-arguments.ts";
import { unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { callGraphAnswer } from "./graphs/call-graph-answer.ts";
import {
  callsOfPlan,
  foundCalls,
  foundWays,
  nextOfCalls,
  planOfCalls,
  planOfWays,
  type Walk,
} from "./graphs/call-walk.ts";
import { callWaysAnswer, defaultWayLength } from "./graphs/call-ways-answer.ts";
import { cyclesAnswer, cyclesIn, FoundCycles } from "./graphs/cycles-answer.ts";
import { dependencyAnswer, FoundGraph, graphDetails } from "./graphs/dependency-answer.ts";
import { PictureArguments } from "./graphs/graph-pictures.ts";
import { testViews } from "./graphs/shown-calls.ts";

const directions = ["imports", "importers", "both"] as const;
type Direction = (typeof directions)[number];

/** Words for directions that go with calls; the others mean the same. */
const callWords = ["callees", "callers"] as const;
const otherWords = { callees: "imports", callers: "importers" } as const;
const callDirections = { imports: "callees", importers: "callers", both: "both" } as const;

/** Steps along calls if the call has no `max_depth`: three levels are seldom read. */
const defaultCallDepth = 2;

const { symbol, filepath, line, column, source } = SymbolArguments.shape;

const DependencyGraphArguments = requirePlace(
  SymbolArguments.extend({
    symbol: symbol.describe("For its calls"),
    filepath: filepath.describe("Default: the workspace"),
    line: line.describe("Line of symbol"),
    column: column.meta(unlisted),
    source: source.meta(unlisted),
    to: symbolName.describe("Ways from symbol to it"),
    direction: z
      .enum([...directions, ...callWords])
      .optional()
      .meta({ unlistedWords: true })
      .describe("Such as importers, callers, both"),
    max_depth: z.int().min(0).optional().describe("All by default; calls: 2"),
    only: z.enum(["cycles"]).optional().meta({ unlistedWords: true }).describe("cycles: whole ones of files"),
    tests: z.enum(testViews).optional().meta({ unlistedWords: true }).describe("fold (default), show or hide"),
    show_system_includes: z.boolean().optional().describe("With system includes").meta(unlisted),
    detail: z.enum(graphDetails).optional().meta({ unlistedWords: true }).describe("names is shortest"),
    ...PictureArguments.shape,
    max_chars: maxChars.meta(unlisted),
  }),
);

type DependencyGraphArguments = z.infer<typeof DependencyGraphArguments>;

/** Finds which files include or import which, with layers and cycles, or which functions call which. */
export const getDependencyGraph = defineIndexTool<DependencyGraphArguments>({
  needs: "index",
  name: "get_dependency_graph",
  title: "Get dependency graph",
  description:
    "Includes and imports between files, instead of grep; with symbol the calls of functions, over several steps. Lines, cycles.",
  help: {
    does: "which files include which; who calls whom",
    group: "Find code",
    examples: [
      { line: "codegrove get_dependency_graph --symbol area --direction callers", does: "who calls area" },
      { line: "codegrove get_dependency_graph --symbol main --direction callees", does: "what main calls" },
      {
        line: "codegrove get_dependency_graph src -o graph.svg",
        does: "a picture of the files below src, or its folders",
      },
      { line: "codegrove get_dependency_graph src --output-format dot -o graph.dot", does: "a graph for Graphviz" },
    ],
    synonyms: ["deps", "graph", "imports"],
  },
  input: DependencyGraphArguments,
  kind: "graph",
  search: { isAboutFile: true },
  time: {
    listsImporters: (input) => input.only === undefined && directionOf(input) !== "imports",
    isOfOneFile: (input) => !isAboutCalls(input) && input.only === undefined && directionOf(input) === "imports",
    planTellsRows: true,
  },
  plan: async (code, input) => {
    const ends = endsOf(input);
    if (ends !== undefined) return planOfWays(code, ends.from, ends.to, walkOf(input).tests);
    return isAboutCalls(input) && !isAboutCycles(input)
      ? await planOfCalls(code, symbolRequestOf(input), walkOf(input), foldersOf(code, input))
      : { files: [], found: isAboutCycles(input) ? foundCycles(code, input) : foundGraph(code, input) };
  },
  rowsOf: (file, code, plan, input) => (isAboutCalls(input) ? callsOfPlan(file, code, plan) : undefined),
  next: async (code, plan, rows, input) =>
    isAboutCalls(input) ? await nextOfCalls(code, plan, rows, depthOf(input)) : undefined,
  answer: (plan, rows, input, bounds) => {
    const {
      output_format: format = "json",
      detail = "full",
      theme,
      reduced,
      show_system_includes: listsExternal = false,
    } = input;
    if (isAboutCycles(input)) return cyclesAnswer(FoundCycles.parse(plan.found), detail, bounds);
    if (!isAboutCalls(input))
      return dependencyAnswer(FoundGraph.parse(plan.found), { format, detail, theme, reduced }, bounds);
    const ends = endsOf(input);
    if (ends !== undefined) {
      const ways = foundWays(plan, rows);
      if (ways.starts.length === 0) return notFound(ways.found, bounds);
      return callWaysAnswer(ways, { to: ends.to.symbol ?? "", longest: depthOf(input) }, bounds);
    }
    const calls = foundCalls(plan, rows);
    if (calls.found.symbols.length === 0) return notFound(calls.found, bounds);
    return callGraphAnswer(calls, { ...walkOf(input), format, detail, theme, reduced, listsExternal }, bounds);
  },
});

function isAboutCalls({ symbol, line }: DependencyGraphArguments): boolean {
  return symbol !== undefined || line !== undefined;
}

/** The folders of a call, if only their files are looked at; undefined for one without, and for one that names the file of its symbol. */
function foldersOf(code: Code, input: DependencyGraphArguments): string | undefined {
  const paths = [input.filepath ?? []].flat();
  return paths.every((path) => code.pathOf(path) !== undefined) ? undefined : namedPaths(input);
}

/** True for a call about only the cycles between files. @throws ArgumentError with an argument that does not go with it */
function isAboutCycles(input: DependencyGraphArguments): boolean {
  if (input.only === undefined) return false;
  const { output_format = "json" } = input;
  if (isAboutCalls(input) || output_format !== "json") {
    const other = isAboutCalls(input) ? "symbol" : "output_format";
    throw new ArgumentError(({ quoted }) => `Argument ${quoted("only")} is about files and excludes ${quoted(other)}.`);
  }
  return true;
}

function directionOf({ direction = "imports" }: DependencyGraphArguments): Direction {
  return direction === "callees" || direction === "callers" ? otherWords[direction] : direction;
}

function walkOf(input: DependencyGraphArguments): Walk {
  const { tests = "fold" } = input;
  return { direction: callDirections[directionOf(input)], maxDepth: depthOf(input), tests };
}

function depthOf({ to, max_depth = to === undefined ? defaultCallDepth : defaultWayLength }: DependencyGraphArguments) {
  return max_depth;
}

/**
 * The symbols of a call about ways between them; undefined for any other call. In the direction of callers the ways lead to
 * `symbol`.
 *
 * @throws ArgumentError with an argument that does not go with it
 */
function endsOf(input: DependencyGraphArguments) {
  const { to, filepath, line, output_format = "json" } = input;
  if (to === undefined) return undefined;
  if (!isAboutCalls(input))
    throw new ArgumentError(({ quoted }) => `Argument ${quoted("to")} goes with ${quoted("symbol")}.`);
  if (input.only !== undefined || output_format !== "json") {
    const other = input.only === undefined ? "output_format" : "only";
    throw new ArgumentError(({ quoted }) => `Argument ${quoted("to")} excludes ${quoted(other)}.`);
  }
  const own = symbolRequestOf(input);
  const other = {
    symbol: to,
    filepath: line === undefined ? [filepath ?? []].flat()[0] : undefined,
    line: undefined,
    column: undefined,
  };
  return walkOf(input).direction === "callers" ? { from: other, to: own } : { from: own, to: other };
}

/** The graph of a call about files, and the file that it is about; undefined for several. */
function graphOf(code: Code, { filepath }: DependencyGraphArguments) {
  const includeFolders = includeFoldersOf(code.index.roots, (file) => code.textOf(file));
  const graph = dependencyGraphOf(code.importable, (language) => code.dependenciesOf(language, includeFolders));
  const [file, ...others] = [filepath ?? []].flat();
  const path = file === undefined || others.length > 0 ? code.unsavedPath : code.pathOf(file);
  const start = path === undefined ? undefined : graph.files.findIndex((one) => one.path === path);
  if (start !== undefined && start < 0) {
    const { language = "" } = code.index.fileAt(path ?? "") ?? {};
    throw new UserError(notKnown("imports", [language], code), {
      details: "Its language.json does not say how imports name files.",
    });
  }
  const languages = [...new Set(code.index.files.map(({ language }) => language))];
  const unknown = languages.filter((language) => isUnknown("imports", language, code));
  const nameOf = (node: number) => code.nameOf(graph.files[node]?.path ?? "");
  return { graph, start, nameOf, ...(unknown.length > 0 && { notKnown: notKnown("imports", unknown, code) }) };
}

function foundCycles(code: Code, input: DependencyGraphArguments): FoundCycles {
  const { graph, start, nameOf, ...notes } = graphOf(code, input);
  return {
    ...(start !== undefined && { file: nameOf(start) }),
    ...notes,
    components: [...cyclesIn(graph, start, nameOf)],
    ambiguous: graph.ambiguous.length,
  };
}

function foundGraph(code: Code, input: DependencyGraphArguments): FoundGraph {
  const { max_depth = Number.POSITIVE_INFINITY, show_system_includes = false } = input;
  const direction = directionOf(input);
  const { graph, start, nameOf, ...notes } = graphOf(code, input);
  const part = start === undefined ? wholeOf(graph) : partAround(graph, start, direction, max_depth);
  const places = new Map(part.nodes.map((node, place) => [node, place]));
  const placeOf = (node: number) => places.get(node) ?? 0;
  const isUnread = (node: number) => code.index.fileAt(graph.files[node]?.path ?? "") === undefined;
  const shownOf = (open: readonly OpenDependency[]) =>
    open.flatMap(({ from, line, name }) => (places.has(from) ? [{ from: placeOf(from), line, name }] : []));
  const counts = edgeCounts(graph);
  // For one file, its own names are listed: names of the files that it needs are counted.
  const isListed = ({ from }: Pick<OpenDependency, "from">) => start === undefined || from === start;
  const isElsewhere = ({ from }: Pick<OpenDependency, "from">) =>
    !isListed({ from }) && direction !== "importers" && places.has(from);
  return {
    ...(start !== undefined && { file: nameOf(start), direction, start: placeOf(start) }),
    ...notes,
    nodes: part.nodes.map((node) => ({
      file: nameOf(node),
      layer: graph.layers[node] ?? 0,
      in: counts.into[node] ?? 0,
      out: counts.out[node] ?? 0,
      ...(isUnread(node) && { unread: true as const }),
    })),
    edges: part.edges.map(({ from, to, line, time }) => ({ from: placeOf(from), to: placeOf(to), line, time })),
    cycles: cyclesThrough(graph, places).map((cycle) => cycle.map(nameOf)),
    unresolved: shownOf(graph.unresolved.filter(isListed)),
    ...(start !== undefined && {
      elsewhere: {
        unresolved: graph.unresolved.filter(isElsewhere).length,
        ambiguous: graph.ambiguous.filter(isElsewhere).length,
      },
    }),
    ambiguous: graph.ambiguous
      .filter((open) => isListed(open) && places.has(open.from))
      .map(({ candidates, ...open }) => ({ ...open, from: placeOf(open.from), candidates: candidates.map(nameOf) })),
    ...(show_system_includes && { external: shownOf(graph.external) }),
  };
}

/** Nodes of a graph in ascending order, and edges between them. */
type Part = { readonly nodes: readonly number[]; readonly edges: readonly DependencyEdge[] };

function wholeOf({ files, edges }: DependencyGraph): Part {
  return { nodes: [...files.keys()], edges };
}

/** The dependencies of a file, its dependents, or both, at most `maxDepth` edges away, with the edges on the way. */
function partAround({ files, edges }: DependencyGraph, start: number, direction: Direction, maxDepth: number): Part {
  const reversed = () => edges.map(({ from, to }) => ({ from: to, to: from }));
  const none: ReadonlyMap<number, number> = new Map([[start, maxDepth]]);
  const needed = direction === "importers" ? none : depthsFrom([start], targetsOf(files.length, edges), maxDepth);
  const needing = direction === "imports" ? none : depthsFrom([start], targetsOf(files.length, reversed()), maxDepth);
  const isBefore = (depth: number | undefined) => depth !== undefined && depth < maxDepth;
  return {
    nodes: [...new Set([...needed.keys(), ...needing.keys()])].sort((a, b) => a - b),
    edges: edges.filter(({ from, to }) => isBefore(needed.get(from)) || isBefore(needing.get(to))),
  };
}

/** Of each file how many need it, and how many it needs. */
function edgeCounts({ files, edges }: DependencyGraph): { readonly into: Int32Array; readonly out: Int32Array } {
  const into = new Int32Array(files.length);
  const out = new Int32Array(files.length);
  for (const { from, to } of edges) {
    out[from] = (out[from] ?? 0) + 1;
    into[to] = (into[to] ?? 0) + 1;
  }
  return { into, out };
}

/** The shortest cycle of each component that has one of some files: short ones first. */
function cyclesThrough({ loading, components }: DependencyGraph, files: ReadonlyMap<number, number>) {
  return components
    .filter((component) => component.some((file) => files.has(file)))
    .flatMap((component) => {
      const cycle = shortestCycle(loading, component);
      return cycle === undefined ? [] : [cycle];
    })
    .sort((a, b) => a.length - b.length || (a[0] ?? 0) - (b[0] ?? 0));
}
