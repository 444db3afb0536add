/**
 * The forms of an answer about a graph. Input: nodes and edges; output: the whole graph, the part that is few steps away, nodes
 * without edges, or numbers: the richest form that fits.
 */
import type { IndexResults } from "../../answers/answer.ts";
import { type Form, fitForms, type Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { numberText } from "../../base/counted.ts";
import { foldersOf } from "./graph-groups.ts";
import type { PicturedValues } from "./graph-pictures.ts";

/** One of the forms that an answer about a graph may take. */
export type GraphForm = Omit<Form<never>, "shown"> & {
  /** The value of `detail`; undefined for all that was found. */
  readonly detail?: string;
  /** Says what it shows instead of all. */
  readonly shows?: (size: number) => string;
  /** Returns the keys of the answer; undefined for a picture that is too large to be read. */
  readonly values: (size: number) => PicturedValues | undefined;
};

/** An answer except its form. */
export type FormOptions = {
  /** Keys before the form. */
  readonly head: RowValues;
  readonly tail: RowValues;
  /** The reasons why more could not be found, whichever form it has. */
  readonly partial?: readonly string[];
  /** The message about a picture that is too large; by default that it shows less. */
  readonly pictureBound?: string | undefined;
  /** The excess, in words: `20 files with 30 edges`. */
  readonly whole: string;
  readonly advice: string;
};

/**
 * Returns the answer in the richest form that fits, or else without any. Any but the first says which bound was reached, and
 * what it shows.
 */
export function richestForm(forms: readonly GraphForm[], options: FormOptions, room: Room): IndexResults {
  const { head, tail, partial = [], whole, advice, pictureBound = "are more than a picture shows" } = options;
  const tooLong = `need more than ${numberText(room.maxChars)} characters`;
  const noRows: GraphForm = { detail: "counts", values: () => ({}) };
  return fitForms(
    [...forms, noRows].map(({ detail, shows, values, ...form }) => ({
      ...form,
      shown: (size: number) => {
        const made = values(size);
        return made && { made: { ...(detail !== undefined && { detail }), ...made }, shows: shows?.(size) };
      },
    })),
    ({ made: { aside, ...keys }, shows }, excess) => {
      const bound = excess?.chars === undefined ? pictureBound : tooLong;
      const reason = [...(shows === undefined ? [] : [shows]), advice].join("; ");
      const reasons = [...(excess === undefined ? [] : [`${whole} ${bound}: ${reason}`]), ...partial];
      const truncation = reasons.length > 0 && { truncated: true, truncated_reason: reasons.join("; ") };
      return {
        ...(aside !== undefined && { aside }),
        head: { ...head, ...truncation, ...keys },
        lists: [],
        tail,
      };
    },
    room,
  );
}

/** Edges of the form with the fewest of them that is still worth reading. */
const leastEdges = 5;

/** Steps from some nodes, along edges in either direction; Infinity for what they do not lead to. */
export function stepsFrom(
  starts: readonly number[],
  count: number,
  edges: readonly { readonly from: number; readonly to: number }[],
): readonly number[] {
  const near: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) {
    near[from]?.push(to);
    near[to]?.push(from);
  }
  const steps = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  const found = new Set(starts);
  for (const start of starts) steps[start] = 0;
  for (const node of found) {
    for (const next of near[node] ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      steps[next] = (steps[node] ?? 0) + 1;
    }
  }
  return steps;
}

/** A part of a graph: the numbers of its nodes, ascending, and its edges. */
export type GraphPart<Edge> = { readonly nodes: readonly number[]; readonly edges: readonly Edge[] };

/** The nodes that are at most `most` steps away, and the edges on the ways to them. */
function partWithin<Edge extends { readonly from: number; readonly to: number }>(
  steps: readonly number[],
  edges: readonly Edge[],
  most: number,
): GraphPart<Edge> {
  const stepOf = (node: number) => steps[node] ?? Number.POSITIVE_INFINITY;
  return {
    nodes: [...steps.keys()].filter((node) => stepOf(node) <= most),
    edges: edges.filter(({ from, to }) => {
      const [near, far] = [Math.min(stepOf(from), stepOf(to)), Math.max(stepOf(from), stepOf(to))];
      return near < most && far <= most;
    }),
  };
}

/** A graph, and the ways to show it, or a part of it. */
export type ShownGraph<Edge> = PartForms<Edge> & {
  /** True for rows of JSON, false for a picture. */
  readonly isRows: boolean;
  /** Returns only names with their lines, if these are asked for. */
  readonly names: (() => PicturedValues) | undefined;
  /** Returns all nodes without edges: `nodes` is the word for them, and the value of `detail`. */
  readonly nodes: string;
  readonly withoutEdges: () => PicturedValues;
  /** Forms after the whole graph and before what is fewer steps away. */
  readonly nearlyWhole?: readonly GraphForm[];
  /** The file of each node. */
  readonly files: readonly string[];
  /** The form with the nodes of each file as one, if the nodes are not files. */
  readonly ofFiles?: () => PicturedValues | undefined;
  /** Returns the graph of the folders that are the first parts of paths, at most `depth` of them. */
  readonly ofFolders: (depth: number) => PicturedValues | undefined;
};

/**
 * The forms of a graph, from the richest to the poorest: all of it, what is fewer steps away, nodes without edges, the nearest edges,
 * files, folders.
 */
export function formsOfGraph<Edge extends { readonly from: number; readonly to: number }>(
  graph: ShownGraph<Edge>,
): readonly GraphForm[] {
  const { isRows, names, nodes, withoutEdges, nearlyWhole = [], files, ofFiles, ofFolders } = graph;
  const [whole, ...nearer] = depthForms(graph);
  const depth = files.reduce((most, file) => Math.max(most, foldersOf(file).length), 0);
  const nodesOnly: GraphForm = {
    detail: nodes,
    shows: () => `${nodes} are shown without edges`,
    leastChars: graph.nodeCount * graph.leastRowChars,
    values: withoutEdges,
  };
  const grouped: GraphForm = { detail: "files", shows: () => "files are shown", values: () => ofFiles?.() };
  const folders: GraphForm = {
    detail: "folders",
    shows: () => "folders are shown",
    sizes: { least: 0, most: depth },
    values: ofFolders,
  };
  return [
    ...(names === undefined ? [whole, ...nearlyWhole, ...nearer] : [{ values: names }]),
    ...(isRows ? [nodesOnly, ...rowForms(graph)] : []),
    ...(ofFiles === undefined ? [] : [grouped]),
    folders,
  ];
}

/** The way to make forms of a part of a graph. */
type PartForms<Edge> = {
  /** See stepsFrom; none for a graph without a start. */
  readonly steps: readonly number[];
  readonly edges: readonly Edge[];
  readonly nodeCount: number;
  /** UTF-16 code units that a node or an edge takes at the least. */
  readonly leastRowChars: number;
  readonly valuesOf: (part: GraphPart<Edge>) => PicturedValues | undefined;
};

/** The whole graph, then what is fewer steps away. */
function depthForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  nodeCount,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly [GraphForm, ...GraphForm[]] {
  const furthest = steps.reduce((most, step) => (Number.isFinite(step) ? Math.max(most, step) : most), 0);
  const whole: GraphForm = {
    leastChars: nodeCount * leastRowChars,
    values: () => valuesOf({ nodes: Array.from({ length: nodeCount }, (_, node) => node), edges }),
  };
  if (furthest < 2) return [whole];
  const nearer: GraphForm = {
    detail: "depth",
    shows: (most) => `what is ${most} ${most === 1 ? "step" : "steps"} away is shown`,
    sizes: { least: 1, most: furthest - 1 },
    values: (most) => {
      const part = valuesOf(partWithin(steps, edges, most));
      return part && { shown_depth: most, ...part };
    },
  };
  return [whole, nearer];
}

/** Some of the nearest edges. */
function rowForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly GraphForm[] {
  if (steps.length === 0 || edges.length <= leastEdges) return [];
  const rows: GraphForm = {
    detail: "rows",
    shows: (count) => `the nearest ${count} edges are shown`,
    sizes: { least: leastEdges, most: edges.length - 1 },
    leastChars: leastRowChars,
    values: (count) => valuesOf(nearestPart(steps, edges, count)),
  };
  return [rows];
}

/** The edges that are the fewest steps away, and the nodes at their ends. */
function nearestPart<Edge extends { readonly from: number; readonly to: number }>(
  steps: readonly number[],
  edges: readonly Edge[],
  count: number,
): GraphPart<Edge> {
  const stepsTo = ({ from, to }: Edge) =>
    Math.min(steps[from] ?? 0, steps[to] ?? 0) + Math.max(steps[from] ?? 0, steps[to] ?? 0);
  const nearest = new Set([...edges].sort((a, b) => stepsTo(a) - stepsTo(b)).slice(0, count));
  const nodes = new Set([...nearest].flatMap(({ from, to }) => [from, to]));
  return { nodes: [...nodes].sort((a, b) => a - b), edges: edges.filter((edge) => nearest.has(edge)) };
}
