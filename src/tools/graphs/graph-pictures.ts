import * as z from "zod";
import type { Aside, PictureToDraw } from "../../answers/aside.ts";
import type { RowValues } from "../../answers/rows.ts";
import { componentsOf } from "../../code-index/digraph.ts";
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
});

/** The request for a picture. */
export type PictureView = {
  readonly format: Exclude<OutputFormat, "json">;
  readonly theme: PictureToDraw["theme"];
};

/** The keys of an answer, and the picture next to it. */
export type PicturedValues = RowValues & { readonly aside?: Pick<Aside, "picture"> };

/**
 * Returns the keys of an answer with a picture; undefined if it is too large to be read.
 *
 * @param textOf writes it in a language of pictures; by default as a flowchart or a graph
 */
export function picturedValues(
  picture: Picture,
  { format, theme }: PictureView,
  { largestPicture }: AnswerBounds,
  textOf: Readonly<Record<"mermaid" | "dot", (picture: Picture) => string>> = { mermaid: mermaidOf, dot: dotOf },
): PicturedValues | undefined {
  if (!isDrawable(picture, largestPicture?.size)) return undefined;
  return format === "svg" || format === "png"
    ? { aside: { picture: { picture, format, theme } } }
    : { graph: textOf[format](picture) };
}

/**
 * Returns a picture whose nodes and edges in cycles are marked: nodes and edges of a strongly connected component of
 * several nodes.
 */
export function withCycles(picture: Picture, counts: (edge: PictureEdge) => boolean = () => true): Picture {
  const targets: number[][] = picture.nodes.map(() => []);
  for (const edge of picture.edges) if (counts(edge)) targets[edge.from]?.push(edge.to);
  const cycles = componentsOf({ targets }).filter((component) => component.length > 1);
  const cycleOf = new Map(cycles.flatMap((component, number) => component.map((node) => [node, number] as const)));
  const isInCycle = (edge: PictureEdge) =>
    counts(edge) && cycleOf.has(edge.from) && cycleOf.get(edge.from) === cycleOf.get(edge.to);
  return {
    ...picture,
    nodes: picture.nodes.map((node, place) => (cycleOf.has(place) ? { ...node, isInCycle: true } : node)),
    edges: picture.edges.map((edge) => (isInCycle(edge) ? { ...edge, isInCycle: true } : edge)),
  };
}
