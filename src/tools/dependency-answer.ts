import * as z from "zod";
import { folderOf, foldersOf, type Groups, grouped } from "./graph-groups.ts";
import { isDrawable, type Picture, pictureFormats } from "./graph-pictures.ts";
import { answerText, coverageOf, type IndexResults } from "./index-answer.ts";
import type { AnswerBounds } from "./index-tool.ts";
import type { RowValues } from "./rows.ts";

const OpenRow = z.object({ from: z.number(), line: z.number(), name: z.string() });
type OpenRow = z.infer<typeof OpenRow>;

/** The dependencies that a call is about, as threads exchange them. `from` and `to` are places among the nodes. */
export const FoundGraph = z.object({
  /** The file that the call is about, with the direction; undefined for several. */
  file: z.string().optional(),
  direction: z.string().optional(),
  nodes: z.array(z.object({ file: z.string(), layer: z.number(), in: z.number(), out: z.number() })),
  edges: z.array(
    z.object({ from: z.number(), to: z.number(), line: z.number(), time: z.enum(["load", "typing", "lazy"]) }),
  ),
  /** Files, short cycles first. */
  cycles: z.array(z.array(z.string())),
  unresolved: z.array(OpenRow),
  ambiguous: z.array(OpenRow.extend({ candidates: z.array(z.string()) })),
  /** Undefined where it is not asked for. */
  external: z.array(OpenRow).optional(),
});
export type FoundGraph = z.infer<typeof FoundGraph>;

export type OutputFormat = "json" | keyof typeof pictureFormats;

/** Cycles that an answer about folders has: the shortest. */
const maxGroupedCycles = 10;

/** UTF-16 code units that a node of an answer takes at the least: `{"file":"a.h","layer":0,"in":0,"out":0},`. */
const leastNodeChars = 40;

/** Returns the answer about dependencies: all files, or else their folders, or else numbers, as the budget allows. */
export function dependencyAnswer(found: FoundGraph, format: OutputFormat, bounds: AnswerBounds): IndexResults {
  const { maxChars } = bounds;
  const isPicture = format !== "json";
  const fits = (graph: FoundGraph | Folders) =>
    isPicture ? isDrawable(graph) : graph.nodes.length * leastNodeChars <= maxChars;
  const answer = (values: RowValues, cut: RowValues): IndexResults => ({
    head: { ...headOf(found, format), ...cut, ...values },
    results: undefined,
    tail: coverageOf(bounds),
  });
  if (fits(found)) {
    const whole = answer(isPicture ? pictureOf(filePicture(found), format, found) : fileValues(found), {});
    if (answerText(whole).length <= maxChars) return whole;
  }
  const cut = {
    truncated: true,
    truncated_reason:
      `${counted(found.nodes.length, "file")} with ${counted(found.edges.length, "edge")} are more than ` +
      `${isPicture ? "a picture shows" : `${maxChars.toLocaleString("en-US")} characters`}: ` +
      "give one file in filepath, lower max_depth, or narrow filepath",
  };
  for (let depth = deepest(found); depth >= 0; depth--) {
    const folders = groupedByFolder(found, depth);
    if (!fits(folders)) continue;
    const values = isPicture ? pictureOf(folderPicture(folders), format, found) : folderValues(folders, found);
    const grouped = answer(values, { detail: "folders", ...cut });
    if (answerText(grouped).length <= maxChars) return grouped;
  }
  return answer({}, { detail: "counts", ...cut });
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

function headOf({ file, direction, ...found }: FoundGraph, format: OutputFormat): RowValues {
  const lists = ["nodes", "edges", "cycles", "unresolved", "ambiguous", "external"] as const;
  const counts = lists.flatMap((list) => (found[list] === undefined ? [] : [[list, found[list].length]]));
  return {
    ...(file !== undefined && { file, direction }),
    ...(format !== "json" && { output_format: format }),
    counts: Object.fromEntries(counts),
  };
}

/** The keys of an answer with all files. */
function fileValues({ nodes, edges, ...found }: FoundGraph): RowValues {
  const nameOf = (node: number) => nodes[node]?.file ?? "";
  return {
    nodes,
    edges: edges.map(({ from, to, line, time }) => ({
      ...{ from: nameOf(from), to: nameOf(to), line },
      ...(time !== "load" && { [time]: true }),
    })),
    ...openValues(nodes, found),
  };
}

/** Cycles, and names that stand for no file. */
function openValues(
  nodes: FoundGraph["nodes"],
  { cycles, unresolved, ambiguous, external }: Omit<FoundGraph, "nodes" | "edges">,
): RowValues {
  const placed = <Row extends OpenRow>({ from, name, line, ...rest }: Row) => ({
    ...{ from: nodes[from]?.file ?? "", name, line },
    ...rest,
  });
  return {
    cycles,
    ...(unresolved.length > 0 && { unresolved: unresolved.map(placed) }),
    ...(ambiguous.length > 0 && { ambiguous: ambiguous.map(placed) }),
    ...(external !== undefined && { external: external.map(placed) }),
  };
}

/** Folders with the numbers of their files and of the edges between them. */
type Folders = {
  readonly nodes: readonly { readonly folder: string; readonly files: number; readonly layer: number }[];
  readonly edges: Groups["edges"];
};

function deepest({ nodes }: FoundGraph): number {
  return nodes.reduce((most, { file }) => Math.max(most, foldersOf(file).length), 0);
}

/** Groups files by the first parts of their paths, at most `depth` of them. */
function groupedByFolder({ nodes, edges }: FoundGraph, depth: number): Folders {
  const groups = grouped(
    nodes.map(({ file }) => folderOf(file, depth)),
    edges,
  );
  return {
    nodes: groups.nodes.map(({ name, size, layer }) => ({ folder: name, files: size, layer })),
    edges: groups.edges,
  };
}

function folderValues({ nodes, edges }: Folders, { cycles }: FoundGraph): RowValues {
  const nameOf = (node: number) => nodes[node]?.folder ?? "";
  return {
    nodes,
    edges: edges.map(({ from, to, count }) => ({ from: nameOf(from), to: nameOf(to), count })),
    cycles: cycles.slice(0, maxGroupedCycles),
  };
}

function pictureOf(picture: Picture, format: Exclude<OutputFormat, "json">, found: FoundGraph): RowValues {
  return { graph: pictureFormats[format](picture), cycles: found.cycles.slice(0, maxGroupedCycles) };
}

function filePicture({ nodes, edges }: FoundGraph): Picture {
  return {
    nodes: nodes.map(({ file }) => file),
    edges: edges.map(({ from, to, time }) => ({ from, to, ...(time !== "load" && { label: time, isDashed: true }) })),
  };
}

function folderPicture({ nodes, edges }: Folders): Picture {
  return {
    nodes: nodes.map(({ folder, files }) => `${folder} (${counted(files, "file")})`),
    edges: edges.map(({ from, to, count }) => ({ from, to, label: String(count) })),
  };
}
