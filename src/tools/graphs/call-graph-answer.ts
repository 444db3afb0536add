/**
 * The answer of get_dependency_graph about calls. Input: the symbols and calls that a walk has found; output: nodes, edges and
 * cycles, or a poorer form if these do not fit.
 */
import type { IndexResults } from "../../answers/answer.ts";
import type { CallEdge as CallEdgeRow, CallNode, OpenCall } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import { listText } from "../../base/list-text.ts";
import { type CallEdge, type CallGraph, keysOfSymbol } from "../../code-index/call-graph.ts";
import type { CallSymbol } from "../../code-index/calls.ts";
import type { FoundSymbols } from "../../code-index/found-symbols.ts";
import { keyOfPlace } from "../../code-index/places.ts";
import type { Picture } from "../../pictures/picture.ts";
import { coverageOf, notesOnUses, symbolHead } from "../answers/index-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import type { GraphView } from "./dependency-answer.ts";
import {
  type FormOptions,
  formsOfGraph,
  type GraphForm,
  type GraphPart,
  richestForm,
  stepsFrom,
} from "./graph-forms.ts";
import { folderOf, type Groups, grouped } from "./graph-groups.ts";
import { type PicturedValues, type PictureView, picturedValues, withCycles } from "./graph-pictures.ts";
import { isPossible, type ShownCalls } from "./shown-calls.ts";

/** The direction in which calls are followed from a symbol. */
export type CallDirection = "callers" | "callees" | "both";

/** The results of a walk along calls. */
export type FoundCalls = ShownCalls & {
  readonly found: FoundSymbols;
  /** The symbols that the walk began with. */
  readonly starts: readonly CallSymbol[];
  /** Says that calls of members are not known; undefined for a language with rules for them. */
  readonly notKnown: string | undefined;
  /** The folders that the call names, if only their files are looked at. */
  readonly searchedIn: string | undefined;
  /** Steps from the start that were gone. */
  readonly depth: number;
  /** By the key of a symbol, how many calls may be of it and are not listed. */
  readonly uncertain: ReadonlyMap<string, number>;
  /** Overriding members that calls may run, where there are too many to list. */
  readonly overrides: number;
  /** The keys of symbols that were not followed, since a bound was reached. */
  readonly notFollowed: ReadonlySet<string>;
  /** The keys of symbols whose callers were looked for. */
  readonly followedCallers: ReadonlySet<string>;
};

type Options = GraphView & {
  /** The direction in which calls were followed, and the maximum of steps. */
  readonly direction: CallDirection;
  readonly maxDepth: number;
  /** True if external names are listed; they are counted in any case. */
  readonly listsExternal: boolean;
};

/** A node of an answer. */
type Node = {
  /** The name, with its place where others have it, too. */
  readonly id: string;
  readonly row: CallNode & {
    readonly followed?: boolean;
    /** Calls that may be of it and are not listed. */
    readonly possible?: number;
  };
  readonly file: string;
};

/** Cycles in an answer without all edges: the shortest. */
const maxShortCycles = 10;

/** UTF-16 code units that a node of an answer takes at the least, in the shortest format: ` f :1 at 2`. */
const leastNodeChars = 8;

/**
 * Returns the answer about calls: all of them, or else calls that are fewer steps away, symbols without edges, the
 * nearest edges, or counts of files, of folders or in all, as the budget allows.
 */
export function callGraphAnswer(calls: FoundCalls, options: Options, bounds: AnswerBounds): IndexResults {
  const nodes = nodesOf(calls, options);
  const { possibleCallers, hiddenCallers } = calls;
  const notFollowed = nodes.filter(({ row }) => row.followed === false).length;
  const isCutShort = bounds.endedAfter !== undefined && calls.depth < options.maxDepth;
  const partial = [
    ...(isCutShort ? [`calls are not followed further after ${bounds.endedAfter}`] : []),
    ...(notFollowed === 0 ? [] : [`${counted(notFollowed, "symbol")} too many to be followed: start at one of them`]),
    ...(hiddenCallers === 0
      ? []
      : [
          `${possibleCallers - hiddenCallers} of ${possibleCallers} possible callers are shown: find_references has all`,
        ]),
  ];
  const { nodes: symbols, edges } = calls.graph;
  const formOptions: FormOptions = {
    pictureBound: bounds.largestPicture?.bound,
    whole: `${counted(symbols.length, "symbol")} with ${counted(edges.length, "edge")}`,
    advice: "lower max_depth, narrow filepath, or start at another symbol",
    head: headOf(calls, nodes, options, bounds),
    partial,
    tail: coverageOf(bounds),
  };
  return richestForm(formsOf(calls, nodes, options, bounds), formOptions, bounds);
}

function headOf(
  calls: FoundCalls,
  nodes: readonly Node[],
  { direction, format }: Options,
  { isAll = false }: Pick<AnswerBounds, "isAll">,
): RowValues {
  const { found, graph, notKnown, searchedIn, possible, overrides, tests } = calls;
  const callsOf = (isExternal: boolean) =>
    graph.open.reduce((count, open) => count + (open.isExternal === isExternal ? open.lines.length : 0), 0);
  const starts = startsOf(calls).map((node) => nodes[node]?.id ?? "");
  const warnings = [
    ...(direction === "callers" ? [] : withoutCode(calls)),
    ...(direction === "callees" ? [] : notesOnUses(found.symbols)),
    ...(direction === "callees" || searchedIn === undefined || isAll
      ? []
      : [`Only callers in ${searchedIn} are here: filepath leaves out all others.`]),
    ...(notKnown === undefined ? [] : [`${notKnown}. ${callsNotKnown[direction]}`]),
    ...noteOnCounted(nodes, calls),
  ];
  const external = callsOf(true);
  const uncertain = nodes.reduce((count, { row }) => count + (row.possible ?? 0), 0);
  return {
    ...symbolHead(found),
    ...(starts.length > 1 && { starts: starts.slice(0, maxListedStarts) }),
    direction,
    ...(format !== "json" && { output_format: format }),
    counts: {
      ...(starts.length > 1 && { starts: starts.length }),
      nodes: graph.nodes.length,
      edges: graph.edges.length,
      cycles: graph.cycles.length,
      ...(direction !== "callees" && { entry_points: nodes.filter(({ row }) => row.entry === true).length }),
      unresolved: callsOf(false),
      // Without rules for receivers a call of another code base is unresolved, and none is known to be external.
      ...((notKnown === undefined || external > 0) && { external }),
      ...(possible + uncertain > 0 && { possible: possible + uncertain }),
      ...(overrides > 0 && { overrides }),
    },
    ...(tests !== undefined && { tests }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The treatment of calls whose receivers have no known types, by the direction of a walk. */
const callsNotKnown = {
  callees: "Calls of members are unresolved.",
  callers: "Calls that may be of this symbol are possible.",
  both: "Calls of members are unresolved, and calls that may be of this symbol are possible.",
} as const;

/** Functions without a sure caller that the note on them names. */
const maxNamedEnds = 2;

/** Says of functions, except the start, without a sure caller that possible calls of them are only counted, and how to list them. */
function noteOnCounted(nodes: readonly Node[], { graph }: FoundCalls): readonly string[] {
  const called = new Set(graph.edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const ends = nodes.filter(({ row }, at) => row.possible !== undefined && row.start !== true && !called.has(at));
  if (ends.length === 0) return [];
  const names = listText(
    ends.map(({ id }) => id),
    maxNamedEnds,
  );
  return [`Calls that may be of ${names} are only counted, as possible: ask with the name as symbol.`];
}

/** The reason why symbols have no callees: none of their declarations has code. */
function withoutCode({ starts, graph }: FoundCalls): readonly string[] {
  const calling = new Set(
    [...graph.edges, ...graph.open].flatMap(({ from }) => keysOfSymbol(graph.nodes[from] ?? noKeys)),
  );
  return starts
    .filter((start) => !keysOfSymbol(start).some((key) => calling.has(key)))
    .flatMap(({ name, kind, places, bodies }) => {
      const own = new Set(places.map(keyOfPlace));
      if (bodies.some((place) => !own.has(keyOfPlace(place)))) return [];
      if (classKinds.has(kind))
        return [`${name}: the callees of a class are the callees of its constructors, which have no bodies here.`];
      return bodies.length > 0
        ? []
        : [`${name}: it has no body in the files that were searched, so no callees are known.`];
    })
    .slice(0, maxListedStarts);
}

const noKeys = { places: [], forward: [], isFile: false };

const classKinds: ReadonlySet<string> = new Set(["class", "struct"]);

/** Symbols of one name that an answer lists. */
const maxListedStarts = 20;

function nodesOf(calls: FoundCalls, { direction }: Options): readonly Node[] {
  const { graph, notFollowed, uncertain, followedCallers } = calls;
  const starts = new Set(startsOf(calls));
  const called = new Set(graph.edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const uses = new Map<string, number>();
  for (const { name } of graph.nodes) uses.set(name, (uses.get(name) ?? 0) + 1);
  return graph.nodes.map((symbol, number) => {
    const { name, kind, file, isFile, places } = symbol;
    const line = places[0]?.line ?? 1;
    const id = uses.get(name) === 1 ? name : `${name} (${file}:${line})`;
    const keys = keysOfSymbol(symbol);
    const isLeft = keys.some((key) => notFollowed.has(key));
    const possible = keys.map((key) => uncertain.get(key)).find((count) => count !== undefined);
    const isLooked = isFile || keys.some((key) => followedCallers.has(key));
    const isEntry = direction !== "callees" && isLooked && possible === undefined && !called.has(number);
    return {
      id,
      file,
      row: {
        ...(id !== name && { id }),
        name,
        kind,
        ...(!isFile && { file, line }),
        ...(starts.has(number) && { start: true as const }),
        ...(isEntry && { entry: true as const }),
        ...(isLeft && { followed: false }),
        ...(possible !== undefined && { possible }),
      },
    };
  });
}

/** The nodes that the walk began with. */
function startsOf({ graph, starts }: FoundCalls): readonly number[] {
  const keys = new Set(starts.flatMap(keysOfSymbol));
  return [...graph.nodes.entries()]
    .filter(([, node]) => keysOfSymbol(node).some((key) => keys.has(key)))
    .map(([number]) => number);
}

/** The forms of an answer, from the richest to the poorest. */
function formsOf(
  calls: FoundCalls,
  nodes: readonly Node[],
  options: Options,
  bounds: AnswerBounds,
): readonly GraphForm[] {
  const { edges } = calls.graph;
  const steps = stepsFrom(startsOf(calls), nodes.length, edges);
  const { format, detail, theme, reduced } = options;
  const starts = new Set(startsOf(calls));
  const valuesOf = (part: GraphPart<CallEdge>) =>
    format === "json"
      ? callValues(part, calls, nodes, options)
      : pictureValues(callPicture(part, nodes, starts), calls, nodes, { format, theme, reduced }, bounds);
  const groupValues = (names: readonly string[], key: "file" | "folder") => {
    const groups = grouped(names, edges);
    if (format === "json") return { nodes: groups.nodes.map(({ name, size }) => ({ [key]: name, symbols: size })) };
    return pictureValues(groupPicture(groups), calls, nodes, { format, theme, reduced }, bounds);
  };
  const isRows = format === "json";
  const files = nodes.map(({ file }) => file);
  const sure = edges.filter((edge) => !isPossible(edge));
  const ends = new Set([...starts, ...sure.flatMap(({ from, to }) => [from, to])]);
  const confirmed: GraphForm = {
    detail: "confirmed",
    shows: () => "possible callers are only counted",
    values: () => valuesOf({ nodes: [...nodes.keys()].filter((node) => ends.has(node)), edges: sure }),
  };
  return formsOfGraph({
    steps,
    edges,
    nodeCount: nodes.length,
    leastRowChars: leastNodeChars,
    valuesOf,
    isRows,
    names: isRows && detail === "names" ? () => symbolNames(calls, nodes) : undefined,
    nearlyWhole: sure.length < edges.length ? [confirmed] : [],
    nodes: "symbols",
    withoutEdges: () => symbolValues(calls, nodes),
    files,
    ofFiles: () => groupValues(files, "file"),
    ofFolders: (depth) =>
      groupValues(
        files.map((file) => folderOf(file, depth)),
        "folder",
      ),
  });
}

/** The keys of an answer with some symbols and their edges, and with the names in them that stand for no function. */
function callValues(
  part: GraphPart<CallEdge>,
  { graph, notKnown }: FoundCalls,
  nodes: readonly Node[],
  { listsExternal }: Options,
): RowValues {
  const idOf = (node: number) => nodes[node]?.id ?? "";
  const shown = new Set(part.nodes);
  const calling = new Set(part.edges.map(({ from }) => from));
  const isWhole = part.nodes.length === nodes.length;
  const openRows = (isExternal: boolean) =>
    graph.open
      .filter((open) => open.isExternal === isExternal && (isWhole || calling.has(open.from)))
      .map(({ from, name, lines }): OpenCall => ({ from: idOf(from), name, lines }));
  const unresolved = openRows(false);
  const external = openRows(true);
  return {
    nodes: part.nodes.flatMap((node) => nodes[node]?.row ?? []),
    edges: part.edges.map(
      ({ from, to, lines, certainty, isOfBase, via, isPassed }): CallEdgeRow => ({
        from: idOf(from),
        to: idOf(to),
        lines,
        ...(certainty === "likely" && { confidence: certainty }),
        ...(certainty === "possible" && { possible: true as const }),
        ...(via.length > 0 && { via: via.join(", ") }),
        ...(isOfBase && { override: true as const }),
        ...(isPassed && { passed: true as const }),
      }),
    ),
    cycles: graph.cycles.filter((cycle) => cycle.every((node) => shown.has(node))).map((cycle) => cycle.map(idOf)),
    ...(unresolved.length > 0 && { unresolved }),
    ...(listsExternal && (notKnown === undefined || external.length > 0) && { external }),
  };
}

/** The keys of an answer with symbols, and how many edges lead to and from each. */
function symbolValues({ graph }: FoundCalls, nodes: readonly Node[]): RowValues {
  const into = new Int32Array(nodes.length);
  const out = new Int32Array(nodes.length);
  for (const { from, to } of graph.edges) {
    out[from] = (out[from] ?? 0) + 1;
    into[to] = (into[to] ?? 0) + 1;
  }
  const rows = nodes.map(({ row }, node) => ({ ...row, in: into[node] ?? 0, out: out[node] ?? 0 }));
  return { nodes: rows, cycles: shortCycles(graph, nodes) };
}

/** The keys of an answer with only names: `{file, symbols: ["A::f:12"]}`, and names without a function. */
function symbolNames({ graph }: FoundCalls, nodes: readonly Node[]): RowValues {
  const files = Array.from(
    groupBy(nodes, ({ file }) => file),
    ([file, inFile]) => ({
      file,
      symbols: inFile.map(({ row: { name, line } }) => (line === undefined ? name : `${name}:${line}`)),
    }),
  );
  const unresolved = unresolvedRows(graph, nodes);
  return { nodes: files, ...(unresolved.length > 0 && { unresolved }) };
}

/** The keys of an answer with a picture; undefined if it is too large to be read. */
function pictureValues(
  picture: Picture,
  { graph }: FoundCalls,
  nodes: readonly Node[],
  view: PictureView,
  bounds: AnswerBounds,
): PicturedValues | undefined {
  const pictured = picturedValues(picture, view, bounds);
  if (pictured === undefined) return undefined;
  const unresolved = unresolvedRows(graph, nodes);
  return {
    ...pictured,
    cycles: shortCycles(graph, nodes),
    ...(unresolved.length > 0 && { unresolved }),
  };
}

function unresolvedRows({ open }: CallGraph, nodes: readonly Node[]): readonly OpenCall[] {
  return open
    .filter(({ isExternal }) => !isExternal)
    .map(({ from, name, lines }) => ({ from: nodes[from]?.id ?? "", name, lines }));
}

function shortCycles(graph: CallGraph, nodes: readonly Node[]): readonly (readonly string[])[] {
  return graph.cycles.slice(0, maxShortCycles).map((cycle) => cycle.map((node) => nodes[node]?.id ?? ""));
}

function callPicture(part: GraphPart<CallEdge>, nodes: readonly Node[], starts: ReadonlySet<number>): Picture {
  const places = new Map(part.nodes.map((node, place) => [node, place]));
  return withCycles({
    direction: "right",
    nodes: part.nodes.map((node) => ({ ...symbolNode(nodes[node]), ...(starts.has(node) && { isStart: true }) })),
    edges: part.edges.map(({ from, to, isOfBase, certainty, isPassed }) => ({
      from: places.get(from) ?? 0,
      to: places.get(to) ?? 0,
      ...(isOfBase && { label: "override", isDashed: true }),
      ...(isPassed && { label: "passed", isDashed: true }),
      ...(certainty === "possible" && { label: certainty, isDashed: true }),
    })),
  });
}

/** A symbol, drawn in its file. */
function symbolNode(node: Node | undefined): Picture["nodes"][number] {
  if (node === undefined) return { label: "" };
  const { id, file, row } = node;
  return {
    label: id,
    title: row.line === undefined ? id : `${String(row.name)} ${file}:${String(row.line)}`,
    group: file,
  };
}

function groupPicture({ nodes, edges }: Groups): Picture {
  return withCycles({
    direction: "right",
    nodes: nodes.map(({ name, size }) => ({ label: `${name} (${counted(size, "symbol")})`, title: name })),
    edges: edges.map(({ from, to, count }) => ({ from, to, label: String(count) })),
  });
}
