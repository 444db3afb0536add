/**
 * The call graph: functions as nodes, calls as edges, and its cycles (strongly connected components). Input: the calls
 * that workers have found in each file; output: a graph with nodes and edges in a fixed order.
 */
import { compareText } from "../base/compare-text.ts";
import type { CallSymbol, FileCalls } from "./calls.ts";
import { componentsOf, shortestCycle } from "./digraph.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { comparePlaces, keyOfPlace } from "./places.ts";

/** A graph of calls. Edges name nodes by their indices. */
export type CallGraph = {
  /** In path, line and column order. */
  readonly nodes: readonly CallSymbol[];
  /** Caller → callee, in the order of the nodes; possible ones last, the nearest first. */
  readonly edges: readonly CallEdge[];
  /** Calls of names that stand for no function of the code base, by their callers. */
  readonly open: readonly OpenName[];
  /** The shortest cycle of each component that has one, short ones first: one of a node is a function that calls itself. */
  readonly cycles: readonly (readonly number[])[];
};

export type CallEdge = {
  readonly from: number;
  readonly to: number;
  /** Of the calls, ascending: in the file of the caller's first place, as a rule. */
  readonly lines: readonly number[];
  /** That of its surest call; `possible` if the caller may call another symbol of the name in all of them. */
  readonly certainty: "exact" | "likely" | "possible";
  /** Of a possible edge how close the caller is to what it may call: see `NearCallers`. */
  readonly nearness: number;
  /** True when all calls name a member that the callee overrides. */
  readonly isOfBase: boolean;
  /** The other names by which it is called, each once, as they are written; none if a call has its own name. */
  readonly via: readonly string[];
  /** True if the caller calls it nowhere, but hands it over, as an argument, a result or in a table. */
  readonly isPassed: boolean;
  /** Set for a possible edge if only one family of classes has the name. */
  readonly isOnly?: true | undefined;
  /** The name is written so in all of its calls, if that is known. */
  readonly written?: "bare" | "qualified" | undefined;
};

/** The calls of one name in one caller. */
export type OpenName = {
  readonly from: number;
  readonly name: string;
  readonly lines: readonly number[];
  readonly isExternal: boolean;
};

/** Symbols by their places: of two with a place in common the first one counts. */
class SymbolsByPlace {
  readonly all: CallSymbol[] = [];
  readonly #indices = new Map<string, number>();

  indexOf(symbol: CallSymbol): number {
    const keys = keysOfSymbol(symbol);
    const known = keys.map((key) => this.#indices.get(key)).find((index) => index !== undefined);
    const index = known ?? this.all.push(symbol) - 1;
    for (const key of keys) if (!this.#indices.has(key)) this.#indices.set(key, index);
    return index;
  }
}

/**
 * Makes a graph of the calls in some files, and of the symbols that they were looked for of, which need not have any. A possible
 * call adds nothing to an edge of calls that are known, nor does a place that hands the callee over.
 */
export function callGraphOf(files: readonly FileCalls[], starts: readonly CallSymbol[]): CallGraph {
  const symbols = new SymbolsByPlace();
  for (const start of starts) symbols.indexOf(start);
  const edges = new Map<string, Collected<CallEdge>>();
  const passed = new Map<string, Collected<CallEdge>>();
  const possible = new Map<string, Collected<CallEdge>>();
  const open = new Map<string, Collected<OpenName>>();
  // Names that stand for nothing by themselves, if values are known that other files pass for them.
  const answered = new Set<string>();
  for (const file of files) {
    const indices = file.symbols.map((symbol) => symbols.indexOf(symbol));
    const indexOf = (index: number) => indices[index] ?? 0;
    for (const call of [...file.callers, ...file.callees]) {
      const [from, to] = [indexOf(call.from), indexOf(call.to)];
      const key = `${from} ${to}`;
      const isPassed = call.isPassed === true;
      const ofKind = isPassed ? passed : edges;
      const known = ofKind.get(key);
      const lines = known?.lines ?? new Set();
      const certainty = known?.certainty === "exact" ? "exact" : call.certainty;
      const isOfBase = (known?.isOfBase ?? true) && call.isOfBase;
      const via = joinedNames(known?.via, call.via);
      const written = known === undefined || known.written === call.written ? call.written : undefined;
      if (call.via !== undefined) answered.add(`${from} ${call.line} ${lastWordOf(call.via)}`);
      const edge = { from, to, lines: lines.add(call.line), certainty, nearness: 0, isOfBase, via, isPassed };
      ofKind.set(key, written === undefined ? edge : { ...edge, written });
    }
    for (const call of file.possible) {
      const [from, to] = [indexOf(call.from), indexOf(call.to)];
      const key = `${from} ${to}`;
      const known = possible.get(key);
      const lines = known?.lines ?? new Set();
      const nearness = Math.min(known?.nearness ?? call.nearness, call.nearness);
      const isOnly = (known?.isOnly ?? call.isOnly) === true;
      const edge = { ...impliedByName, from, to, lines: lines.add(call.line), nearness };
      possible.set(key, isOnly ? { ...edge, isOnly } : edge);
    }
    for (const { from, name, line, isExternal } of file.open) {
      const key = `${indexOf(from)} ${isExternal} ${name}`;
      const entry = open.get(key) ?? { from: indexOf(from), name, lines: new Set<number>(), isExternal };
      open.set(key, entry);
      entry.lines.add(line);
    }
  }
  for (const [key, edge] of [...passed, ...possible]) {
    const known = edges.get(key);
    if (known === undefined) edges.set(key, edge);
    else if (edge.isPassed && known.written !== undefined) edges.set(key, { ...known, written: undefined });
  }
  const left = [...open.values()].flatMap((entry) => {
    const lines = [...entry.lines].filter((line) => !answered.has(`${entry.from} ${line} ${entry.name}`));
    return lines.length === 0 ? [] : [{ ...entry, lines: new Set(lines) }];
  });
  return sortedGraph(symbols.all, [...edges.values()], left);
}

/** `action` of `self.action`: an open name is the last one of what is called. */
function lastWordOf(written: string): string {
  return /[\p{L}\p{N}_]*$/u.exec(written)?.[0] ?? written;
}

/**
 * Returns the part of a graph with some of its edges and open names, and with the nodes that these have, or that are kept in any
 * case.
 */
export function partOfGraph(
  { nodes, edges, open }: CallGraph,
  keeps: {
    readonly node: (node: CallSymbol) => boolean;
    readonly edge: (edge: CallEdge) => boolean;
    readonly open: (name: OpenName) => boolean;
  },
): CallGraph {
  const kept = { edges: edges.filter(keeps.edge), open: open.filter(keeps.open) };
  const used = new Set([...kept.edges.flatMap(({ from, to }) => [from, to]), ...kept.open.map(({ from }) => from)]);
  const left = [...nodes.entries()].filter(([number, node]) => used.has(number) || keeps.node(node));
  const numbers = new Map(left.map(([number], place) => [number, place]));
  const numberOf = (number: number) => numbers.get(number) ?? 0;
  const placed = kept.edges.map((edge) => ({ ...edge, from: numberOf(edge.from), to: numberOf(edge.to) }));
  return {
    nodes: left.map(([, node]) => node),
    edges: placed,
    open: kept.open.map((name) => ({ ...name, from: numberOf(name.from) })),
    cycles: cyclesOf(left.length, placed),
  };
}

/** The other keys of an edge of calls that may be of another symbol. */
const impliedByName = { certainty: "possible", isOfBase: false, via: [], isPassed: false } as const;

/** Other names that are shown of one edge. */
const maxNames = 5;

/** @param known the nodes of the calls before, if any @param name the name in a call; undefined for its own */
function joinedNames(known: readonly string[] | undefined, name: string | undefined): readonly string[] {
  if (name === undefined || (known !== undefined && known.length === 0)) return [];
  return [...new Set([...(known ?? []), name])].slice(0, maxNames);
}

/** An item whose lines are being collected. */
type Collected<Item> = Omit<Item, "lines"> & { readonly lines: Set<number> };

function sortedGraph(
  symbols: readonly CallSymbol[],
  edges: readonly Collected<CallEdge>[],
  open: readonly Collected<OpenName>[],
): CallGraph {
  const order = [...symbols.keys()].sort((a, b) => compareSymbols(symbols[a], symbols[b]));
  const placeOf = new Int32Array(symbols.length);
  for (const [place, index] of order.entries()) placeOf[index] = place;
  const withLines = <Item extends { readonly lines: Set<number> }>(item: Item) => ({
    ...item,
    lines: [...item.lines].sort((a, b) => a - b),
  });
  const nodes = order.flatMap((index) => symbols[index] ?? []);
  const placed = edges
    .map(({ from, to, ...edge }) => withLines({ from: placeOf[from] ?? 0, to: placeOf[to] ?? 0, ...edge }))
    .sort((a, b) => orderOf(a) - orderOf(b) || a.from - b.from || a.to - b.to);
  return {
    nodes,
    edges: placed,
    open: open
      .map(({ from, ...name }) => withLines({ from: placeOf[from] ?? 0, ...name }))
      .sort((a, b) => a.from - b.from || (a.lines[0] ?? 0) - (b.lines[0] ?? 0) || compareText(a.name, b.name)),
    cycles: cyclesOf(nodes.length, placed),
  };
}

function orderOf({ certainty, nearness }: Pick<CallEdge, "certainty" | "nearness">): number {
  return certainty === "possible" ? 1 + nearness : 0;
}

function cyclesOf(count: number, all: readonly CallEdge[]): readonly (readonly number[])[] {
  const edges = all.filter(({ certainty, isPassed }) => certainty !== "possible" && !isPassed);
  const targets: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) targets[from]?.push(to);
  const callItself = edges.filter(({ from, to }) => from === to).map(({ from }) => [from]);
  const longer = componentsOf({ targets }).flatMap((component) => {
    const cycle = shortestCycle({ targets }, component);
    return cycle === undefined ? [] : [cycle];
  });
  return [...callItself, ...longer].sort((a, b) => a.length - b.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** The keys of the places of a symbol: two are the same one when they have a key in common. */
export function keysOfSymbol({
  places,
  forward,
  isFile,
}: Pick<FoundSymbol, "places" | "forward" | "isFile">): readonly string[] {
  return isFile ? places.map(({ path }) => path) : [...places, ...forward].map(keyOfPlace);
}

function compareSymbols(a: CallSymbol | undefined, b: CallSymbol | undefined): number {
  const [x, y] = [a?.places[0], b?.places[0]];
  return x === undefined || y === undefined ? 0 : comparePlaces(x, y);
}
