/**
 * Graphs of tools as pictures.
 *
 * Input: a graph as a picture's nodes and edges, and the arguments that ask for a form. Output: the picture with its cycles marked and
 * listed, and the values of an answer that has it.
 */
import * as z from "zod";
import type { Aside, PictureToDraw } from "../../answers/aside.ts";
import type { RowValues } from "../../answers/rows.ts";
import { counted } from "../../base/counted.ts";
import { componentsOf, impliedEdges, shortestCycle } from "../../code-index/digraph.ts";
import { dotOf } from "../../pictures/dot.ts";
import { mermaidOf } from "../../pictures/mermaid.ts";
import { isDrawable, type Picture, type PictureEdge } from "../../pictures/picture.ts";
import { unlisted } from "../arguments/target-arguments.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";

/** The form of a graph in an answer: as rows, in a language of pictures, or drawn. */
const outputFormats = ["json", "mermaid", "dot", "svg", "png"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The arguments that ask for a picture of a graph. */
export const PictureArguments = z.object({
  output_format: z.enum(outputFormats).optional().meta({ unlistedWords: true }).describe("Or mermaid, dot, svg, png"),
  theme: z
    .enum(["light", "dark"])
    .optional()
    .describe("Colours of svg and png (default: svg as its viewer prefers, png light)")
    .meta(unlisted),
  reduced: z
    .boolean()
    .optional()
    .describe("Leave out of the picture what a longer way implies: a to c next to a to b to c")
    .meta(unlisted),
});

/** The request for a picture. */
export type PictureView = {
  readonly format: Exclude<OutputFormat, "json">;
  readonly theme: PictureToDraw["theme"];
  /** True to leave out edges that a longer way implies. */
  readonly reduced: boolean | undefined;
};

/** The keys of an answer, and the picture next to it. */
export type PicturedValues = RowValues & { readonly aside?: Pick<Aside, "picture"> };

/**
 * Returns the keys of an answer with a picture; undefined if it is too large to be read.
 *
 * @param textOf writes it in a language of pictures; by default as a flowchart or a graph
 */
export function picturedValues(
  whole: Picture,
  { format, theme, reduced = false }: PictureView,
  { largestPicture }: AnswerBounds,
  textOf: Readonly<Record<"mermaid" | "dot", (picture: Picture) => string>> = { mermaid: mermaidOf, dot: dotOf },
): PicturedValues | undefined {
  const picture = reduced ? withoutImplied(whole) : whole;
  if (!isDrawable(picture, largestPicture?.size)) return undefined;
  return format === "svg" || format === "png"
    ? { aside: { picture: { picture, format, theme } } }
    : { graph: textOf[format](picture) };
}

/**
 * Returns a picture whose nodes and edges in cycles are marked: nodes and edges of a strongly connected component of
 * several nodes. The shortest cycle of each component is a line beneath it.
 */
export function withCycles(picture: Picture, counts: (edge: PictureEdge) => boolean = () => true): Picture {
  const { nodes, edges } = picture;
  const key = (from: number, to: number) => from * nodes.length + to;
  const { cycleOf, components, targets } = cyclesOf(nodes.length, edges.filter(counts));
  const nameOf = (place: number) => nodes[place]?.title ?? nodes[place]?.label ?? "";
  const cycles = components.flatMap((component) => {
    const cycle = shortestCycle({ targets }, component);
    return cycle === undefined ? [] : [{ cycle, names: cycle.map(nameOf), nodes: component.length }];
  });
  const listed = new Set(
    listedCycles(cycles).flatMap(({ cycle }) => cycle.map((from, at) => key(from, cycle[at + 1] ?? cycle[0] ?? from))),
  );
  return {
    ...picture,
    nodes: nodes.map((node, place) => (cycleOf.has(place) ? { ...node, isInCycle: true } : node)),
    edges: edges.map((edge) =>
      counts(edge) && isWithinCycle(edge, cycleOf)
        ? { ...edge, isInCycle: true, ...(listed.has(key(edge.from, edge.to)) && { isListed: true }) }
        : edge,
    ),
    ...beneathWith(cycles),
  };
}

type Edge = { readonly from: number; readonly to: number };

/** The strongly connected components of several nodes, and the number of each node's own. */
export function cyclesOf(count: number, edges: readonly Edge[]) {
  const targets: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) targets[from]?.push(to);
  const components = componentsOf({ targets }).filter((component) => component.length > 1);
  const cycleOf = new Map(components.flatMap((component, number) => component.map((node) => [node, number] as const)));
  return { components, cycleOf, targets };
}

/** True for an edge whose ends are in the same component. */
export function isWithinCycle({ from, to }: Edge, cycleOf: ReadonlyMap<number, number>): boolean {
  return cycleOf.has(from) && cycleOf.get(from) === cycleOf.get(to);
}

/** Cycles that a picture lists: the shortest. */
const maxListedCycles = 10;

function listedCycles<Cycle extends { readonly names: readonly string[] }>(cycles: readonly Cycle[]): readonly Cycle[] {
  return [...cycles].sort((a, b) => a.names.length - b.names.length).slice(0, maxListedCycles);
}

/** The lines beneath a picture, which list its cycles: short ones first. */
export function beneathWith(
  cycles: readonly { readonly names: readonly string[]; readonly nodes: number }[],
): Pick<Picture, "beneath"> {
  if (cycles.length === 0) return {};
  const shown = listedCycles(cycles);
  const lines = shown.map(({ names, nodes }) => {
    const rest = nodes > names.length ? ` (the shortest of ${nodes} that need each other)` : "";
    return `cycle: ${[...names, names[0] ?? ""].join(" → ")}${rest}`;
  });
  const left = cycles.length - shown.length;
  return { beneath: left === 0 ? lines : [...lines, `${counted(left, "further cycle")}, not listed`] };
}

/** Returns a picture without the edges and links that a longer way implies; dashed edges stay, and lead nowhere. */
function withoutImplied(picture: Picture): Picture {
  const { nodes, edges, links, beneath = [] } = picture;
  const groups = [...new Set(links?.flatMap(({ from, to }) => [from, to]))];
  const numbers = new Map(groups.map((group, number) => [group, number]));
  const numbered = links?.map((link) => ({ link, from: numbers.get(link.from) ?? 0, to: numbers.get(link.to) ?? 0 }));
  const solid = edges.filter(({ isDashed }) => isDashed !== true);
  const implied: ReadonlySet<unknown> =
    numbered === undefined ? impliedEdges(nodes.length, solid) : impliedEdges(groups.length, numbered);
  if (implied.size === 0) return picture;
  const left = [`${counted(implied.size, "arrow")} not shown: a longer way implies each of them`];
  return numbered === undefined
    ? { ...picture, edges: edges.filter((edge) => !implied.has(edge)), beneath: [...beneath, ...left] }
    : {
        ...picture,
        links: numbered.filter((one) => !implied.has(one)).map(({ link }) => link),
        beneath: [...beneath, ...left],
      };
}
