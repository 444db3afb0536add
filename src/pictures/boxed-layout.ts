/**
 * The layout of a graph whose groups are boxes. Input: nodes in groups, and links between groups; output: the names of each group
 * in rows, its box where Graphviz places it, the curves of links, and arrows between nodes for the edges that are left.
 */
import type { Graph, RenderOptions, RenderResult } from "@viz-js/viz";
import { type Box, type Layout, numbersOf, type Point, type Spline, splineOf } from "./graphviz-text.ts";
import { groupsOf, type Picture } from "./picture.ts";
import type { RankDirection } from "./rank-direction.ts";
import { cellsOf, shortened } from "./text-lines.ts";

/** Renders a graph, and returns the text that Graphviz writes. */
export type Render = (graph: Graph, options: RenderOptions) => Extract<RenderResult, { status: "success" }>["output"];

/** Points: of a column of text in a font of 12 points, of a name's box, between names, and around and above the names of a group. */
const cellWidth = 0.602 * 12;
const nameHeight = 20;
const namePadding = 8;
const gap = 5;
const boxPadding = 10;
const boxHead = 24;

/** Columns of a name and of the name of a group: the middle of a longer one is left out. */
const maxNameCells = 36;
const maxGroupCells = 48;

/** The width of a page, in points: a layout that fits it is taken before the others, and of these the lowest. */
const pageWidth = 1_360;

/** Shapes of boxes that are tried: width for each height. */
const boxRatios = [0.4, 1, 2.2, 5];
const flowRatio = 1.2;
const directions: readonly RankDirection[] = ["TB", "LR"];

const pointsPerInch = 72;

/**
 * Lays out a picture with links. Graphviz gets only numbers.
 *
 * @param render throws UserError when Graphviz has no layout
 */
export function boxedLayoutOf(picture: Picture, render: Render): Layout {
  const candidates = boxRatios.flatMap((ratio) => {
    const boxes = boxesOf(picture, ratio);
    return directions.map((direction) => layoutWith(picture, boxes, ranked(picture, boxes, direction, render)));
  });
  const [lowest] = candidates.filter(({ width }) => width <= pageWidth).sort((a, b) => a.height - b.height);
  if (lowest !== undefined) return lowest;
  const boxes = boxesOf(picture, flowRatio);
  return layoutWith(picture, boxes, flowing(picture, boxes, ranked(picture, boxes, "TB", render)));
}

/** A group with the places of its nodes in it, from its top left corner. */
type GroupBox = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** By the places of nodes in the picture. */
  readonly names: readonly (Box & { readonly place: number; readonly line: string })[];
};

function boxesOf({ nodes }: Picture, ratio: number): readonly GroupBox[] {
  return Array.from(groupsOf(nodes), ([name, places]) => {
    const lines = places.map((place) => shortened(nodes[place]?.label ?? "", maxNameCells));
    const widest = Math.max(...lines.map(cellsOf)) * cellWidth + namePadding;
    const perColumn = Math.ceil(Math.sqrt((lines.length * (widest + gap)) / (ratio * (nameHeight + gap))));
    const rows = Math.ceil(lines.length / Math.ceil(lines.length / Math.max(1, perColumn)));
    const columns = columnsOf(lines, rows);
    const names = lines.map((line, at) => {
      const { left = 0, width = 0 } = columns[Math.floor(at / rows)] ?? {};
      const y = boxHead + (at % rows) * (nameHeight + gap) + nameHeight / 2;
      return { place: places[at] ?? 0, line, x: boxPadding + left + width / 2, y, width, height: nameHeight };
    });
    const last = columns.at(-1) ?? { left: 0, width: 0 };
    const title = cellsOf(shortened(name, maxGroupCells)) * cellWidth;
    return {
      name,
      names,
      width: Math.max(last.left + last.width, title) + 2 * boxPadding,
      height: boxHead + rows * (nameHeight + gap) - gap + boxPadding,
    };
  });
}

/** Columns of lines, each as wide as its longest one. */
function columnsOf(
  lines: readonly string[],
  rows: number,
): readonly { readonly left: number; readonly width: number }[] {
  const columns: { left: number; width: number }[] = [];
  for (let start = 0; start < lines.length; start += rows) {
    const { left, width } = columns.at(-1) ?? { left: -gap, width: 0 };
    const widest = Math.max(...lines.slice(start, start + rows).map(cellsOf)) * cellWidth;
    columns.push({ left: left + width + gap, width: widest + namePadding });
  }
  return columns;
}

/** The part of Graphviz's format `json0` that is read here. */
type Rendered = {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos?: string }[];
  readonly edges?: readonly { readonly id?: string; readonly pos?: string }[];
};

/** The places of boxes, and the curves of the links between them. */
type Places = {
  readonly width: number;
  readonly height: number;
  readonly middles: ReadonlyMap<GroupBox, Point>;
  /** By the places of the links. */
  readonly curves: readonly Spline[];
};

/** Has Graphviz place the boxes that have links: in ranks, along the arrows. */
function ranked({ links = [] }: Picture, boxes: readonly GroupBox[], direction: RankDirection, render: Render): Places {
  const linked = linkedBoxes(links, boxes);
  const numbers = new Map(linked.map(({ name }, number) => [name, number]));
  const graph: Graph = {
    directed: true,
    graphAttributes: { rankdir: direction, ranksep: 0.45, nodesep: 0.2 },
    nodeAttributes: { shape: "box", fixedsize: true, label: "" },
    edgeAttributes: { arrowsize: 0.7 },
    nodes: linked.map(({ width, height }, number) => ({
      name: `g${number}`,
      attributes: { width: width / pointsPerInch, height: height / pointsPerInch },
    })),
    edges: links.map(({ from, to }, place) => ({
      tail: `g${numbers.get(from)}`,
      head: `g${numbers.get(to)}`,
      attributes: { id: `e${place}` },
    })),
  };
  const { bb, objects = [], edges: curves = [] }: Rendered = JSON.parse(render(graph, { format: "json0" }));
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(bb);
  const at = ([x = 0, y = 0]: readonly number[]): Point => ({ x: x - left, y: top - y });
  const places = new Map(objects.map(({ name, pos = "" }) => [name, at(numbersOf(pos))]));
  const byId = new Map(curves.map(({ id = "", pos = "" }) => [id, pos]));
  return {
    width: right - left,
    height: top - bottom,
    middles: new Map(linked.map((box, number) => [box, places.get(`g${number}`) ?? origin])),
    curves: links.map((_, place) => splineOf(byId.get(`e${place}`) ?? "", at)),
  };
}

const origin: Point = { x: 0, y: 0 };

function linkedBoxes(links: NonNullable<Picture["links"]>, boxes: readonly GroupBox[]): readonly GroupBox[] {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  return boxes.filter(({ name }) => linked.has(name));
}

/** Places boxes in rows that fit a page, in the order of their ranks: arrows run between and behind the boxes. */
function flowing({ links = [] }: Picture, boxes: readonly GroupBox[], { middles }: Places): Places {
  const rankOf = (box: GroupBox) => middles.get(box) ?? origin;
  const sorted = [...middles.keys()].sort((a, b) => rankOf(a).y - rankOf(b).y || rankOf(a).x - rankOf(b).x);
  const rows = inRows(sorted, { width: pageWidth, top: 0, space: flowSpace });
  const byName = new Map(boxes.map((box) => [box.name, { ...box, ...(rows.middles.get(box) ?? origin) }]));
  const curves = links.map(({ from, to }) => {
    const [start, end] = [byName.get(from), byName.get(to)];
    return start === undefined || end === undefined ? { curve: [], tip: origin } : arrowBetween(start, end);
  });
  return { ...rows, curves };
}

/** Points between boxes in rows: arrows are seen there. */
const flowSpace = 36;

function layoutWith(picture: Picture, boxes: readonly GroupBox[], places: Places): Layout {
  const { nodes, edges } = picture;
  const lonely = inRows(
    boxes.filter((box) => !places.middles.has(box)),
    { width: Math.max(places.width, pageWidth), top: places.height, space: lonelySpace },
  );
  const groups = boxes.map((box) => ({
    ...box,
    ...(places.middles.get(box) ?? lonely.middles.get(box) ?? origin),
    label: shortened(box.name, maxGroupCells),
  }));
  const byPlace = new Map(
    groups.flatMap((group) =>
      group.names.map(({ place, line, ...name }) => {
        const corner = { x: group.x - group.width / 2, y: group.y - group.height / 2 };
        return [place, { ...name, x: corner.x + name.x, y: corner.y + name.y, lines: [line] }] as const;
      }),
    ),
  );
  const boxAt = (place: number) => byPlace.get(place) ?? { ...origin, width: 0, height: 0, lines: [] };
  return {
    width: Math.max(places.width, lonely.width),
    height: lonely.height,
    isLarge: true,
    nodes: nodes.map((_, place) => boxAt(place)),
    edges: edges.map(({ from, to }) => ({ ...arrowBetween(boxAt(from), boxAt(to)), label: undefined })),
    links: places.curves,
    groups,
  };
}

/** Points between boxes without links. */
const lonelySpace = 16;

/** Places boxes in rows of at most some width, below a top. @returns the foot of the last row as the height */
function inRows(
  boxes: readonly GroupBox[],
  { width, top, space }: { readonly width: number; readonly top: number; readonly space: number },
): Omit<Places, "curves"> {
  const middles = new Map<GroupBox, Point>();
  let [x, y, rowHeight, widest] = [0, top === 0 ? 0 : top + space, 0, 0];
  for (const box of boxes) {
    if (x > 0 && x + box.width > width) [x, y, rowHeight] = [0, y + rowHeight + space, 0];
    middles.set(box, { x: x + box.width / 2, y: y + box.height / 2 });
    x += box.width + space;
    widest = Math.max(widest, x - space);
    rowHeight = Math.max(rowHeight, box.height);
  }
  return { middles, width: widest, height: boxes.length === 0 ? top : y + rowHeight };
}

/** Points that the tip of an arrow is long, and the share of its length by which it bends. */
const tipLength = 8;
const bend = 0.12;

/** An arrow from one box to another: a curve, so that the two of a pair are apart. */
function arrowBetween(from: Box, to: Box): { readonly curve: readonly Point[]; readonly tip: Point } {
  const start = borderPoint(from, to);
  const tip = borderPoint(to, from);
  const [dx, dy] = [tip.x - start.x, tip.y - start.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  const end = { x: tip.x - (dx / length) * tipLength, y: tip.y - (dy / length) * tipLength };
  const at = (share: number) => ({ x: start.x + dx * share - dy * bend, y: start.y + dy * share + dx * bend });
  return { curve: [start, at(1 / 3), at(2 / 3), end], tip };
}

/** The point at which the line between the middles of two boxes leaves the first. */
function borderPoint(box: Box, other: Point): Point {
  const [dx, dy] = [other.x - box.x, other.y - box.y];
  const across = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
    1,
  );
  return { x: box.x + dx * across, y: box.y + dy * across };
}
