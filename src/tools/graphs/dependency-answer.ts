/**
 * The answer of get_dependency_graph about files. Input: files and their imports of each other; output: nodes, edges, layers and
 * cycles, or a poorer form if these do not fit.
 */
import * as z from "zod";
import type { IndexResults } from "../../answers/answer.ts";
import { FileNode } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Picture } from "../../pictures/picture.ts";
import { coverageOf } from "../answers/index-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import {
  type FormOptions,
  formsOfGraph,
  type GraphForm,
  type GraphPart,
  richestForm,
  stepsFrom,
} from "./graph-forms.ts";
import { folderOf, type Groups, grouped } from "./graph-groups.ts";
import {
  beneathWith,
  cyclesOf,
  isWithinCycle,
  type OutputFormat,
  type PicturedValues,
  type PictureView,
  picturedValues,
  withCycles,
} from "./graph-pictures.ts";

const OpenRow = z.object({ from: z.number(), line: z.number(), name: z.string() });
type OpenRow = z.infer<typeof OpenRow>;

/** The dependencies that a call is about, as threads exchange them. `from` and `to` are places among the nodes. */
export const FoundGraph = z.object({
  /** The file that the call is about, with the direction; undefined for several. */
  file: z.string().optional(),
  direction: z.string().optional(),
  /** Says which languages have no rules for imports: their files are not nodes. */
  notKnown: z.string().optional(),
  nodes: z.array(FileNode),
  /** The place of the file among the nodes; undefined for several. */
  start: z.number().optional(),
  edges: z.array(
    z.object({ from: z.number(), to: z.number(), line: z.number(), time: z.enum(["load", "typing", "lazy"]) }),
  ),
  /** Files, short cycles first. */
  cycles: z.array(z.array(z.string())),
  /** For a call about one file, only the file itself; `elsewhere` counts the other files. */
  unresolved: z.array(OpenRow),
  elsewhere: z.object({ unresolved: z.number(), ambiguous: z.number() }).optional(),
  ambiguous: z.array(OpenRow.extend({ candidates: z.array(z.string()) })),
  /** Undefined if it is not requested. */
  external: z.array(OpenRow).optional(),
});
export type FoundGraph = z.infer<typeof FoundGraph>;

/** The JSON of an answer about a graph: rows of nodes and edges, or only names with their lines. */
export const graphDetails = ["full", "names"] as const;
type GraphDetail = (typeof graphDetails)[number];

/** The form of a graph in an answer. */
export type GraphView = {
  readonly format: OutputFormat;
  readonly detail: GraphDetail;
  readonly theme?: PictureView["theme"];
  readonly reduced?: PictureView["reduced"];
};

/** Cycles that an answer about folders has: the shortest. */
const maxGroupedCycles = 10;

/** The advice to callers if a graph does not fit. */
export const narrowingAdvice = "give one file in filepath, lower max_depth, or narrow filepath";

/** UTF-16 code units that a node of an answer takes at the least: `{"file":"a.h","layer":0,"in":0,"out":0},`. */
const leastNodeChars = 40;

/**
 * Returns the answer about dependencies: all files, or else files that are fewer steps away, files without edges, the
 * nearest edges, folders or numbers, as the budget allows.
 */
export function dependencyAnswer(found: FoundGraph, view: GraphView, bounds: AnswerBounds): IndexResults {
  const { format } = view;
  const options: FormOptions = {
    pictureBound: bounds.largestPicture?.bound,
    whole: `${counted(found.nodes.length, "file")} with ${counted(found.edges.length, "edge")}`,
    advice: narrowingAdvice,
    head: headOf(found, format),
    tail: coverageOf(bounds, found.notKnown === undefined ? [] : [`${found.notKnown}.`]),
  };
  return richestForm(formsOf(found, view, bounds), options, bounds);
}

/** The forms of an answer, from the richest to the poorest. */
function formsOf(
  found: FoundGraph,
  { format, detail, theme, reduced }: GraphView,
  bounds: AnswerBounds,
): readonly GraphForm[] {
  const { nodes, edges, start } = found;
  const boxed = start === undefined && (format === "svg" || format === "png") ? boxedPicture(found) : undefined;
  const steps = start === undefined ? [] : stepsFrom([start], nodes.length, edges);
  const valuesOf = (part: GraphPart<FoundGraph["edges"][number]>) =>
    format === "json"
      ? fileValues(part, found)
      : boxed === undefined
        ? pictureValues(filePicture(part, found), { format, theme, reduced }, found, bounds)
        : undefined;
  const isRows = format === "json";
  const formOfBoxes = (picture: Picture): GraphForm => ({
    detail: "boxes",
    shows: () => "files are shown in boxes of their folders, with arrows between folders",
    values: () => (format === "json" ? undefined : pictureValues(picture, { format, theme, reduced }, found, bounds)),
  });
  return formsOfGraph({
    steps,
    edges,
    nodeCount: nodes.length,
    leastRowChars: leastNodeChars,
    valuesOf,
    isRows,
    names: isRows && detail === "names" ? () => edgeNames(found) : undefined,
    nodes: "files",
    ...(boxed !== undefined && format !== "json" && { nearlyWhole: [formOfBoxes(boxed)] }),
    withoutEdges: () => ({ nodes, cycles: found.cycles.slice(0, maxGroupedCycles) }),
    files: nodes.map(({ file }) => file),
    ofFolders: (shownDepth) => {
      const folders = groupedByFolder(found, shownDepth);
      if (isRows) return folderValues(folders, found);
      return pictureValues(
        folderPicture(folders, fileCyclesIn(found, shownDepth)),
        { format, theme, reduced },
        found,
        bounds,
      );
    },
  });
}

function headOf({ file, direction, elsewhere, ...found }: FoundGraph, format: OutputFormat): RowValues {
  const lists = ["nodes", "edges", "cycles", "unresolved", "ambiguous", "external"] as const;
  const counts = lists.flatMap((list) => (found[list] === undefined ? [] : [[list, found[list].length]]));
  const others = Object.entries(elsewhere ?? {}).filter(([, count]) => count > 0);
  return {
    ...(file !== undefined && { file, direction }),
    ...(format !== "json" && { output_format: format }),
    counts: Object.fromEntries([...counts, ...others.map(([list, count]) => [`${list}_elsewhere`, count])]),
  };
}

/** The keys of an answer with some files and edges. */
function fileValues(
  part: GraphPart<FoundGraph["edges"][number]>,
  { nodes, edges: _, ...found }: FoundGraph,
): RowValues {
  const nameOf = (node: number) => nodes[node]?.file ?? "";
  const shown = new Set(part.nodes);
  const isShown = ({ from }: OpenRow) => shown.has(from);
  const names = new Set(part.nodes.map(nameOf));
  return {
    nodes: part.nodes.flatMap((node) => nodes[node] ?? []),
    edges: part.edges.map(({ from, to, line, time }) => ({
      from: nameOf(from),
      to: nameOf(to),
      line,
      ...(time !== "load" && { [time]: true }),
    })),
    ...openValues(nodes, {
      cycles: found.cycles.filter((cycle) => cycle.every((name) => names.has(name))),
      unresolved: found.unresolved.filter(isShown),
      ambiguous: found.ambiguous.filter(isShown),
      external: found.external?.filter(isShown),
    }),
  };
}

/**
 * The keys of an answer with only names: edges by the end that fewer of them have, `{to, from: ["a.cc:12"]}` or `{from,
 * to: ["12: a.h"]}`, where the line is the line of the import.
 */
function edgeNames({ nodes, edges, ...found }: FoundGraph): RowValues {
  const nameOf = (node: number) => nodes[node]?.file ?? "";
  const sorted = [...edges].sort((a, b) => a.to - b.to || a.from - b.from || a.line - b.line);
  const [byTarget, bySource] = [groupBy(sorted, ({ to }) => to), groupBy(edges, ({ from }) => from)];
  const marked = (text: string, { time }: FoundGraph["edges"][number]) => (time === "load" ? text : `${text} ${time}`);
  const rows =
    byTarget.size <= bySource.size
      ? Array.from(byTarget, ([to, group]) => ({
          to: nameOf(to),
          from: group.map((edge) => marked(`${nameOf(edge.from)}:${edge.line}`, edge)),
        }))
      : Array.from(bySource, ([from, group]) => ({
          from: nameOf(from),
          to: group.map((edge) => marked(`${edge.line}: ${nameOf(edge.to)}`, edge)),
        }));
  const names = new Set(nodes.map(({ file }) => file));
  const { cycles, ...open } = openValues(nodes, {
    ...found,
    cycles: found.cycles.filter((cycle) => cycle.every((name) => names.has(name))),
  });
  return { edges: rows, ...(cycles.length > 0 && { cycles }), ...open };
}

/** Cycles, and names that stand for no file. */
function openValues(
  nodes: FoundGraph["nodes"],
  { cycles, unresolved, ambiguous, external }: Pick<FoundGraph, "cycles" | "unresolved" | "ambiguous" | "external">,
): RowValues & Pick<FoundGraph, "cycles"> {
  const placed = <Row extends OpenRow>({ from, name, line, ...rest }: Row) => ({
    from: nodes[from]?.file ?? "",
    name,
    line,
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

/** The keys of an answer with a picture, and names without a file; undefined if it is too large to be read. */
function pictureValues(
  picture: Picture,
  view: PictureView,
  found: FoundGraph,
  bounds: AnswerBounds,
): PicturedValues | undefined {
  const { nodes, cycles, ...open } = found;
  const pictured = picturedValues(picture, view, bounds);
  return pictured && { ...pictured, ...openValues(nodes, { ...open, cycles: cycles.slice(0, maxGroupedCycles) }) };
}

function filePicture(part: GraphPart<FoundGraph["edges"][number]>, { nodes, start }: FoundGraph): Picture {
  const places = new Map(part.nodes.map((node, place) => [node, place]));
  const picture: Picture = {
    direction: "right",
    nodes: part.nodes.map((node) => {
      const { file } = nodes[node] ?? { file: "" };
      return { ...fileNode(file), ...(node === start && { isStart: true }) };
    }),
    edges: part.edges.map(({ from, to, time }) => ({
      from: places.get(from) ?? 0,
      to: places.get(to) ?? 0,
      ...(time !== "load" && { label: time, isDashed: true }),
    })),
  };
  // Cycles are of what is loaded at once, as in `cycles`.
  return withCycles(picture, ({ isDashed }) => isDashed !== true);
}

/** Arrows between files that are easy to follow in one picture, and folders that say more than these. */
const maxFollowedEdges = 150;
const leastBoxes = 3;

/** The group of the files without an import of each other, if files of several folders have none. */
const isolatedGroup = "no import of each other";

/**
 * Returns a picture of many files: a box for each folder, with its files in rows, and arrows between folders. Files without an
 * import are in a box of their own. Undefined for few edges or folders.
 */
function boxedPicture(found: FoundGraph): Picture | undefined {
  const { nodes, edges } = found;
  if (edges.length <= maxFollowedEdges) return undefined;
  const all = filePicture({ nodes: [...nodes.keys()], edges }, found);
  const connected = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from, to])));
  const groupAt = nodes.map(({ file }, place) =>
    connected.has(place) ? folderOf(file, Number.POSITIVE_INFINITY) : isolatedGroup,
  );
  if (new Set(groupAt).size < leastBoxes) return undefined;
  const groups = grouped(groupAt, edges);
  const nameOf = (group: number) => groups.nodes[group]?.name ?? "";
  const inside = edges.length - groups.edges.reduce((sum, { count }) => sum + count, 0);
  return {
    ...all,
    nodes: all.nodes.map((node, place) => ({
      ...node,
      group: groupAt[place],
      ...(!connected.has(place) && { label: node.title ?? node.label }),
    })),
    edges: all.edges.filter(({ isListed }) => isListed),
    links: groups.edges.map(({ from, to, count }) => ({ from: nameOf(from), to: nameOf(to), count })),
    beneath: [
      `an arrow: imports between files of two folders; ${counted(inside, "import")} within folders not shown`,
      ...(all.beneath ?? []),
    ],
  };
}

/** A file, drawn in its folder, unless that is the working folder. */
function fileNode(file: string): Picture["nodes"][number] {
  const end = file.lastIndexOf("/");
  if (end < 0) return { label: file };
  const folder = file.slice(0, Math.max(end, 1));
  return { label: file.slice(end + 1), title: file, ...(folder !== "." && { group: folder }) };
}

/**
 * Folders in the folder that has all of them, which would be the start of each name. Folders that need each other without a cycle of
 * their files are not marked: only cycles of files are listed.
 */
function folderPicture({ nodes, edges }: Folders, cycles: FileCycles): Picture {
  const top = commonFolder(nodes.map(({ folder }) => folder));
  const nameIn = (folder: string) => (folder === top ? "." : folder.slice(top === "" ? 0 : top.length + 1));
  const nameAt = (place: number) => nodes[place]?.folder ?? "";
  return {
    direction: "right",
    nodes: nodes.map(({ folder, files }) => ({
      label: `${nameIn(folder)} (${counted(files, "file")})`,
      title: folder,
      ...(top !== "" && top !== "." && { group: top }),
      ...(cycles.folders.has(folder) && { isInCycle: true }),
    })),
    edges: edges.map(({ from, to, count }) => ({
      from,
      to,
      label: String(count),
      ...(cycles.edges.has(edgeKey(nameAt(from), nameAt(to))) && { isInCycle: true }),
    })),
    ...beneathWith(cycles.list),
  };
}

/** The cycles of files as folders show them. */
type FileCycles = {
  readonly folders: ReadonlySet<string>;
  /** Edges between folders that have one between files of a cycle: see edgeKey. */
  readonly edges: ReadonlySet<string>;
  readonly list: Parameters<typeof beneathWith>[0];
};

/** Two folders as a key: no path has a NUL. */
function edgeKey(from: string, to: string): string {
  return `${from}\0${to}`;
}

/** @param depth parts of paths that name a folder */
function fileCyclesIn({ nodes, edges, cycles }: FoundGraph, depth: number): FileCycles {
  const loading = edges.filter(({ time }) => time === "load");
  const { components, cycleOf } = cyclesOf(nodes.length, loading);
  const folderAt = (place: number) => folderOf(nodes[place]?.file ?? "", depth);
  const places = new Map(nodes.map(({ file }, place) => [file, place]));
  return {
    folders: new Set(components.flatMap((component) => component.map(folderAt))),
    edges: new Set(
      loading
        .filter((edge) => isWithinCycle(edge, cycleOf))
        .map(({ from, to }) => edgeKey(folderAt(from), folderAt(to))),
    ),
    list: cycles.map((names) => ({
      names,
      nodes: components[cycleOf.get(places.get(names[0] ?? "") ?? -1) ?? -1]?.length ?? names.length,
    })),
  };
}

/**
 * Returns the deepest folder that has several folders, itself among them; empty if there is none, or only the top of
 * the disk.
 */
function commonFolder([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return "";
  const common = others.reduce((parts, folder) => {
    const own = folder.split("/");
    const end = parts.findIndex((part, at) => part !== own[at]);
    return end < 0 ? parts : parts.slice(0, end);
  }, first.split("/"));
  return common.join("/");
}
