/**
 * The layout of a graph by Graphviz. Input: nodes, edges and groups; output: their places and the curves of edges, in
 * points.
 */
import { type Graph, instance, type RenderOptions } from "@viz-js/viz";
import { UserError } from "../base/errors.ts";
import { boxedLayoutOf } from "./boxed-layout.ts";
import { type Layout, numbersOf, type Point, splineOf } from "./graphviz-text.ts";
import { groupsOf, type Picture } from "./picture.ts";
import { hasRows, otherDirection, type RankDirection, rankDirectionOf } from "./rank-direction.ts";
import { cellsOf, linesOf, shortened } from "./text-lines.ts";

/** Points of a column of text and between lines, in a font of 12 points whose characters are 0.602 em wide. */
const fontSize = 12;
const cellWidth = 0.602 * fontSize;
export const lineHeight = 15;

/** Sizes of text, in points: of nodes, of groups, of edges. */
export const fontSizes = { node: fontSize, group: 11, edge: 10 } as const;

/** Points of a column of the label of a group. */
const groupCellWidth = 0.602 * fontSizes.group;

/** Points around the lines of a node. */
const padding = { x: 9, y: 6 } as const;

const pointsPerInch = 72;

/** Columns of the label of a group, and of an edge. */
const maxGroupCells = 60;
export const maxLabelCells = 24;

/**
 * Lays out a picture by Graphviz, which gets only numbers and widths: no text of a picture has a meaning for it.
 *
 * @throws UserError when Graphviz has no layout
 */
export async function layoutOf(picture: Picture): Promise<Layout> {
  const viz = await instance();
  if (picture.links !== undefined) return boxedLayoutOf(picture, (graph, options) => rendered(graph, options, viz));
  const direction = rankDirectionOf(picture);
  const layout = layoutIn(picture, direction, viz);
  if (!isLong(layout) || picture.edges.length > maxTurnedEdges) return layout;
  const other = layoutIn(picture, otherDirection[direction], viz);
  return longerSide(other) < longerSide(layout) ? other : layout;
}

/** Points of a side, and times that it is longer than the other one, past which a picture is laid out in the other direction too. */
const maxLongSide = 1_600;
const maxRatio = 1.8;

/** Edges of a picture that is laid out twice: that of 500 edges takes a second or two. */
const maxTurnedEdges = 250;

function isLong(layout: Layout): boolean {
  const { width, height } = layout;
  return longerSide(layout) > Math.max(maxLongSide, maxRatio * Math.min(width, height));
}

function longerSide({ width, height }: Layout): number {
  return Math.max(width, height);
}

/** @throws UserError when Graphviz has no layout */
function layoutIn(picture: Picture, direction: RankDirection, viz: Awaited<ReturnType<typeof instance>>): Layout {
  const lines = picture.nodes.map(({ label }) => linesOf(label));
  const output: Rendered = JSON.parse(rendered(graphOf(picture, lines, direction), { format: "json0" }, viz));
  return readLayout(output, picture, lines);
}

/** @throws UserError when Graphviz has no layout */
function rendered(graph: Graph, options: RenderOptions, viz: Awaited<ReturnType<typeof instance>>): string {
  const result = viz.render(graph, options);
  if (result.status === "success") return result.output;
  const message = result.errors[0]?.message ?? "no layout";
  throw new UserError(`Graphviz cannot lay out this graph: ${message}`, { details: "Narrow it." });
}

function graphOf(picture: Picture, lines: readonly (readonly string[])[], direction: RankDirection): Graph {
  const { nodes, edges } = picture;
  const isTight = isLarge(picture);
  const room = isTight ? tightRoom : 0;
  const node = (place: number) => ({ name: `n${place}`, attributes: sizeOf(lines[place] ?? [], direction, room) });
  const lengths = edgeLengths(picture);
  const groups = [...clustersOf(nodes)];
  return {
    directed: true,
    graphAttributes: {
      rankdir: direction,
      ranksep: hasRows(direction) ? 0.45 : 0.6,
      fontname: "Courier",
      ...(isTight ? { nodesep: 0.05, nslimit: maxRounds, nslimit1: maxRounds } : { nodesep: 0.2 }),
    },
    nodeAttributes: { shape: "box", fixedsize: true, label: "" },
    edgeAttributes: { fontname: "Courier", fontsize: fontSizes.edge, arrowsize: 0.7 },
    nodes: groups.flatMap(([group, members]) => (group === "" ? members.map(node) : [])),
    subgraphs: groups.flatMap(([group, members], number) =>
      group === ""
        ? []
        : [{ name: `cluster_${number}`, graphAttributes: groupAttributes(group), nodes: members.map(node) }],
    ),
    edges: [
      ...edges.map(({ from, to, label, isDashed }, place) => ({
        tail: `n${from}`,
        head: `n${to}`,
        attributes: {
          id: `e${place}`,
          ...(label !== undefined && !isDashed && !isTight && { label: widthOnly(shortened(label, maxLabelCells)) }),
          ...(lengths[place] !== undefined && { minlen: lengths[place] }),
        },
      })),
      ...rowsOfLoneNodes(picture, direction).map(([tail, head]) => ({
        tail: `n${tail}`,
        head: `n${head}`,
        attributes: { id: "", style: "invis" },
      })),
    ],
  };
}

/**
 * The groups of nodes that Graphviz keeps together. One that has all nodes is drawn around its layout: as a cluster it would make
 * edges longer, some of them outside of its box.
 */
function clustersOf(nodes: Picture["nodes"]): ReadonlyMap<string, readonly number[]> {
  const groups = groupsOf(nodes);
  return groups.size > 1 ? groups : new Map([["", [...nodes.keys()]]]);
}

/** The only group of nodes; undefined if there are several, or nodes outside of it. */
function onlyGroupOf(nodes: Picture["nodes"]): string | undefined {
  const [name = "", ...others] = groupsOf(nodes).keys();
  return name === "" || others.length > 0 ? undefined : name;
}

function groupAttributes(group: string) {
  return {
    // Graphviz leaves less room at the ends of a label than the SVG does.
    label: widthOnly(`${shortened(group, maxGroupCells)}  `),
    fontsize: fontSizes.group,
    fontname: "Courier",
    labeljust: "l",
    margin: groupMargin,
  };
}

/** Points between the box of a group and its nodes, and above these for its label. */
const groupMargin = 10;
const groupHead = 28;

/** A text as wide as another one. */
function widthOnly(text: string): string {
  return "x".repeat(cellsOf(text));
}

/** The attributes for the size of a node, with room next to it. */
function sizeOf(lines: readonly string[], direction: RankDirection, room: number) {
  const { width, height } = boxOf(lines);
  const isBeside = hasRows(direction);
  return {
    width: (width + (isBeside ? room : 0)) / pointsPerInch,
    height: (height + (isBeside ? 0 : room)) / pointsPerInch,
  };
}

/** The size of the box around some lines, in points. */
function boxOf(lines: readonly string[]): { readonly width: number; readonly height: number } {
  const cells = Math.max(1, ...lines.map(cellsOf));
  return { width: cells * cellWidth + 2 * padding.x, height: lines.length * lineHeight + 2 * padding.y };
}

/**
 * Edges of a picture in which all of them are as far from each other as nodes are. In a larger one these distances
 * would be most of it: nodes have room of their own there, in points, and numbers of edges are only tooltips.
 */
const maxRoomyEdges = 80;
const tightRoom = 8;

function isLarge({ edges }: Picture): boolean {
  return edges.length > maxRoomyEdges;
}

/** Rounds of Graphviz's search for short edges, for each node: the layout of 500 edges takes a second. */
const maxRounds = 2;

/** Nodes at the ends of the edges of one node that are in one row; further ones are in the next, up to some rows. */
const maxLeavesOfRow = 14;
const maxRows = 5;

/** The least length of edges to nodes that have no other edge: many of them would make one endless row. */
function edgeLengths({ nodes, edges }: Picture): readonly (number | undefined)[] {
  const degrees = new Int32Array(nodes.length);
  for (const { from, to } of edges) {
    degrees[from] = (degrees[from] ?? 0) + 1;
    degrees[to] = (degrees[to] ?? 0) + 1;
  }
  const hubOf = ({ from, to }: Picture["edges"][number]) => {
    if (degrees[from] === 1) return `to ${to}`;
    return degrees[to] === 1 ? `from ${from}` : undefined;
  };
  const leaves = new Map<string, number>();
  for (const edge of edges) {
    const hub = hubOf(edge);
    if (hub !== undefined) leaves.set(hub, (leaves.get(hub) ?? 0) + 1);
  }
  const placed = new Map<string, number>();
  return edges.map((edge) => {
    const hub = hubOf(edge);
    const count = hub === undefined ? 0 : (leaves.get(hub) ?? 0);
    if (hub === undefined || count <= maxLeavesOfRow) return undefined;
    const place = placed.get(hub) ?? 0;
    placed.set(hub, place + 1);
    const rows = Math.min(maxRows, Math.ceil(count / maxLeavesOfRow));
    return 1 + (place % rows);
  });
}

/** The largest ratio of width to height of a field of nodes without edges. */
const fieldRatio = 1.6;

/** Pairs of nodes without edges: rows of them fill a field, where else they would be below each other. */
function rowsOfLoneNodes({ nodes, edges }: Picture, direction: RankDirection): readonly (readonly [number, number])[] {
  const connected = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from, to])));
  return [...groupsOf(nodes).values()].flatMap((members) => {
    const lone = members.filter((place) => !connected.has(place));
    const cells = lone.map((place) => Math.max(...linesOf(nodes[place]?.label ?? "").map(cellsOf)));
    const mean = cells.reduce((sum, one) => sum + one, 0) / Math.max(1, lone.length);
    const columns = Math.max(
      1,
      Math.round(Math.sqrt((lone.length * fieldRatio * 2 * lineHeight) / (mean * cellWidth + 60))),
    );
    const length = hasRows(direction) ? Math.ceil(lone.length / columns) : columns;
    return lone.flatMap((place, at) => {
      const next = lone[at + 1];
      return next === undefined || (at + 1) % length === 0 ? [] : [[place, next] as const];
    });
  });
}

/** The part of Graphviz's format `json0` that is read here. */
type Rendered = {
  readonly bb: string;
  readonly objects?: readonly {
    readonly name: string;
    readonly bb?: string;
    readonly pos?: string;
  }[];
  readonly edges?: readonly { readonly id?: string; readonly pos?: string; readonly lp?: string }[];
};

function readLayout(
  { bb, objects = [], edges = [] }: Rendered,
  picture: Picture,
  lines: readonly (readonly string[])[],
): Layout {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(bb);
  const around = onlyGroupOf(picture.nodes);
  const [side, head] = around === undefined ? [0, 0] : [groupMargin, groupHead];
  const at = ([x = 0, y = 0]: readonly number[]): Point => ({ x: x - left + side, y: top - y + head });
  const byName = new Map(objects.map((object) => [object.name, object]));
  const byId = new Map(edges.map((edge) => [edge.id ?? "", edge]));
  const clusters = [...clustersOf(picture.nodes).keys()].flatMap((name, number) => {
    const box = byName.get(`cluster_${number}`)?.bb;
    if (name === "" || box === undefined) return [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(box);
    const size = { width: x1 - x0, height: y1 - y0 };
    return [{ ...at([(x0 + x1) / 2, (y0 + y1) / 2]), ...size, name, label: shortened(name, maxGroupCells) }];
  });
  const label = shortened(around ?? "", maxGroupCells);
  const size = {
    width: Math.max(right - left, around === undefined ? 0 : cellsOf(label) * groupCellWidth) + 2 * side,
    height: top - bottom + head + side,
  };
  const middle = { x: size.width / 2, y: size.height / 2 };
  return {
    ...size,
    isLarge: isLarge(picture),
    nodes: lines.map((own, place) => {
      const { pos = "" } = byName.get(`n${place}`) ?? {};
      return { ...at(numbersOf(pos)), ...boxOf(own), lines: own };
    }),
    edges: picture.edges.map((_, place) => {
      const { pos = "", lp } = byId.get(`e${place}`) ?? {};
      return { ...splineOf(pos, at), label: lp === undefined ? undefined : at(numbersOf(lp)) };
    }),
    links: [],
    groups: around === undefined ? clusters : [{ ...middle, ...size, name: around, label }],
  };
}
