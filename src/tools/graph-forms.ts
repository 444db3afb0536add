import type { PicturedValues } from "./graph-pictures.ts";
import { answerText, type IndexResults } from "./index-answer.ts";
import type { PictureToDraw } from "./index-tool.ts";
import type { RowValues } from "./rows.ts";

/** One of the forms that an answer about a graph may take. */
export type GraphForm = {
  /** The value of `detail`; undefined for all that was found. */
  readonly detail?: string;
  /** What it shows in place of all, in words. */
  readonly shows?: string;
  /** UTF-16 code units that it takes at the least: it is not made where that is too much. */
  readonly leastChars?: number;
  /** Returns the keys of the answer; undefined for a picture that is too large to be read. */
  readonly values: () => PicturedValues | undefined;
};

/** How an answer is made of a form. */
export type FormOptions = {
  readonly maxChars: number;
  /** Makes an answer with the keys of a form and its picture, and why there is not more. */
  readonly answer: (values: RowValues, reasons: readonly string[], toDraw: PictureToDraw | undefined) => IndexResults;
  /** What is said of a picture that is too large; by default that it shows less. */
  readonly pictureBound?: string | undefined;
  /** What is too much, in words: `20 files with 30 edges`. */
  readonly whole: string;
  readonly advice: string;
};

/**
 * Returns the answer in the first form that is at most `maxChars` long as JSON, or else without any: forms go from the
 * richest to the poorest. Any but the first says which bound was reached, and what it shows.
 */
export function richestForm(forms: readonly GraphForm[], options: FormOptions): IndexResults {
  const { maxChars, answer, whole, advice, pictureBound = "are more than a picture shows" } = options;
  let bound: string | undefined;
  for (const { detail, shows, leastChars = 0, values } of forms) {
    const made: PicturedValues | undefined = leastChars <= maxChars ? values() : {};
    const tooLong = `need more than ${maxChars.toLocaleString("en-US")} characters`;
    if (made === undefined) {
      bound ??= pictureBound;
      continue;
    }
    const reasons =
      bound === undefined ? [] : [`${whole} ${bound}: ${shows === undefined ? "" : `${shows}; `}${advice}`];
    const { toDraw, ...keys } = made;
    const form = answer({ ...(detail !== undefined && { detail }), ...keys }, reasons, toDraw);
    if (leastChars <= maxChars && answerText(form).length <= maxChars) return form;
    bound ??= tooLong;
  }
  return answer({ detail: "counts" }, [`${whole} ${bound ?? ""}: ${advice}`], undefined);
}

/** How many of a list a form shows: ever fewer of them, down to some that are still worth reading. */
function fewerThan(total: number): readonly number[] {
  const counts: number[] = [];
  for (let count = total * shrinking; count >= leastRows; count *= shrinking) counts.push(Math.floor(count));
  return counts;
}

const shrinking = 0.8;
const leastRows = 5;

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

/** How forms are made of a part of a graph. */
export type PartForms<Edge> = {
  /** See stepsFrom; none for a graph without a start. */
  readonly steps: readonly number[];
  readonly edges: readonly Edge[];
  readonly nodeCount: number;
  /** UTF-16 code units that a node or an edge takes at the least. */
  readonly leastRowChars: number;
  readonly valuesOf: (part: GraphPart<Edge>) => PicturedValues | undefined;
};

/** The whole graph, then what is ever fewer steps away. */
export function depthForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  nodeCount,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly GraphForm[] {
  const furthest = steps.reduce((most, step) => (Number.isFinite(step) ? Math.max(most, step) : most), 0);
  const shallower = Array.from({ length: Math.max(furthest - 1, 0) }, (_, i) => furthest - 1 - i);
  return [
    {
      leastChars: nodeCount * leastRowChars,
      values: () => valuesOf({ nodes: Array.from({ length: nodeCount }, (_, node) => node), edges }),
    },
    ...shallower.map((most) => ({
      detail: "depth",
      shows: `what is ${most} ${most === 1 ? "step" : "steps"} away is shown`,
      values: () => {
        const part = valuesOf(partWithin(steps, edges, most));
        return part && { shown_depth: most, ...part };
      },
    })),
  ];
}

/** Ever fewer of the nearest edges. */
export function rowForms<Edge extends { readonly from: number; readonly to: number }>({
  steps,
  edges,
  leastRowChars,
  valuesOf,
}: PartForms<Edge>): readonly GraphForm[] {
  return fewerThan(edges.length).map((count) => ({
    detail: "rows",
    shows: `the nearest ${count} edges are shown`,
    leastChars: count * leastRowChars,
    values: () => valuesOf(nearestPart(steps, edges, count)),
  }));
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
