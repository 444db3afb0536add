/**
 * The forms of an answer about a graph. Input: nodes and edges; output: the whole graph, the part that is few steps away, nodes
 * without edges, or numbers: the richest form that fits.
 */
import type { IndexResults, PictureToDraw } from "../../answers/answer.ts";
import { type Form, fitForms, type Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
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

/** The way to make an answer of a form. */
export type FormOptions = {
  /** Makes an answer with the keys of a form and its picture, and the reasons for which there is not more. */
  readonly answer: (values: RowValues, reasons: readonly string[], toDraw: PictureToDraw | undefined) => IndexResults;
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
  const { answer, whole, advice, pictureBound = "are more than a picture shows" } = options;
  const tooLong = `need more than ${room.maxChars.toLocaleString("en-US")} characters`;
  const noRows: GraphForm = { detail: "counts", values: () => ({}) };
  return fitForms(
    [...forms, noRows].map(({ detail, shows, values, ...form }) => ({
      ...form,
      shown: (size: number) => {
        const made = values(size);
        return made && { made: { ...(detail !== undefined && { detail }), ...made }, shows: shows?.(size) };
      },
    })),
    ({ made: { toDraw, ...keys }, shows }, excess) => {
      const bound = excess?.chars === undefined ? pictureBound : tooLong;
      const reason = [...(shows === undefined ? [] : [shows]), advice].join("; ");
      return answer(keys, excess === undefined ? [] : [`${whole} ${bound}: ${reason}`], toDraw);
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

/** The way to make forms of a part of a graph. */
export type PartForms<Edge> = {
  /** See stepsFrom; none for a graph without a start. */
  readonly steps: readonly number[];
  readonly edges: readonly Edge[];
  readonly nodeCount: number;
  /** UTF-16 code units that a node or an edge takes at the least. */
  readonly leastRowChars: number;
  readonly valuesOf: (part: GraphPart<Edge>) => PicturedValues | undefined;
};

/** The whole graph, then what is fewer steps away. */
export function depthForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  nodeCount,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly GraphForm[] {
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
export function rowForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly GraphForm[] {
  if (edges.length <= leastEdges) return [];
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
