/**
 * The SVG of a graph. Input: the graph, laid out, and a theme; output: an SVG without scripts, links or anything that
 * is fetched.
 */

import type { Layout, Point, Spline } from "./graphviz-text.ts";
import { xmlText } from "./labels.ts";
import { fontSizes, layoutOf, lineHeight, maxLabelCells } from "./layout.ts";
import { type LegendEntry, legendOf, legendTextHeight, sampleWidth } from "./legend.ts";
import { type Palette, palettes } from "./palette.ts";
import type { Picture, PictureEdge, PictureLink, PictureNode } from "./picture.ts";
import { shortened } from "./text-lines.ts";

/** The colours of a picture; `auto` follows what the viewer prefers. */
export type Theme = keyof typeof palettes | "auto";

/** A font whose characters are as wide as the layout has them, first the one that PNGs have. */
const fonts = '"DejaVu Sans Mono",Menlo,Consolas,monospace';

/** Points around the picture. */
const margin = 10;

/** Characters of a tooltip: longer names are not read. */
const maxTitleCells = 300;

/**
 * Draws a picture as SVG: text, shapes and a style sheet, without scripts, links and what else is fetched. The id of a node is `n` with
 * its place in the picture, that of the name of a group with arrows `g` with its place; `data-ends` of an arrow has the ids of both ends.
 *
 * @throws UserError when it cannot be laid out
 */
export async function svgOf(picture: Picture, theme: Theme): Promise<string> {
  return svgWith(picture, await layoutOf(picture), theme);
}

function svgWith(picture: Picture, layout: Layout, theme: Theme): string {
  const legend = legendOf(picture);
  const textsHeight = legend.texts.length * legendTextHeight;
  const width = Math.ceil(Math.max(layout.width, legend.width) + 2 * margin);
  const height = Math.ceil(layout.height + legend.height + 2 * margin);
  const isBoxed = picture.links !== undefined;
  const digits = layout.isLarge ? 0 : decimals;
  const groupIds = new Map(layout.groups.map(({ name }, place) => [name, `g${place}`]));
  const edges = picture.edges.map((edge, place) => edgeOf(edge, layout.edges[place], picture, digits));
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}">`,
    `<style>${styleOf(theme)}</style>`,
    `<rect class="p" x="${-margin}" y="${-margin}" width="${width}" height="${height}"/>`,
    ...(picture.links ?? []).map((link, place) => linkOf(link, layout.links[place], groupIds)),
    ...layout.groups.map((group) => boxOfGroup(group, isBoxed)),
    ...(isBoxed ? [] : edges),
    // Names are above the edges that cross them.
    ...layout.groups.map((group, place) => nameOfGroup(group, isBoxed ? ` id="g${place}"` : "")),
    ...picture.nodes.map((node, place) => nodeOf(node, layout.nodes[place], place)),
    // Between rows of names, the arrows of cycles would be hidden.
    ...(isBoxed ? edges : []),
    ...legend.entries.map((entry) => entryOf(entry, layout.height + legend.height - textsHeight)),
    ...legend.texts.map(
      ({ text, above }) => `<g class="l">${textOf(text, 0, layout.height + legend.height - above - baseline)}</g>`,
    ),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

/** @param isFilled true if arrows run behind it */
function boxOfGroup(group: Layout["groups"][number], isFilled: boolean): string {
  return `<g class="${isFilled ? "g b" : "g"}">${rectOf(group)}</g>`;
}

function nameOfGroup({ name, label, x, y, width, height }: Layout["groups"][number], id: string): string {
  const text = textOf(label, x - width / 2 + textInset, y - height / 2 + fontSizes.group + textInset / 2);
  return `<g class="g"${id}>${titleOf(name, label)}${text}</g>`;
}

/** Points between the line around a group and its label. */
const textInset = 8;

function nodeOf(node: PictureNode, box: Layout["nodes"][number] | undefined, place: number): string {
  if (box === undefined) return "";
  const { label, title = label, isInCycle, isAbstract, isOutside, isStart } = node;
  const classes = ["n", isInCycle && "c", isAbstract && "a", isOutside && "o", isStart && "s"]
    .filter(Boolean)
    .join(" ");
  const { lines, x, y } = box;
  const first = y - ((lines.length - 1) * lineHeight) / 2 + baseline;
  const texts = lines.map((line, at) => textOf(line, x, first + at * lineHeight)).join("");
  return `<g class="${classes}" id="n${place}">${titleOf(title, lines.join(""))}${rectOf(box)}${texts}</g>`;
}

/** An entry of the legend, whose foot is at `bottom`. */
function entryOf({ classes, isEdge, text, x }: LegendEntry, bottom: number): string {
  const y = bottom - fontSizes.edge;
  const sample = isEdge
    ? `<path d="M${rounded(x)},${rounded(y)}h${sampleWidth}"/>`
    : rectOf({ x: x + sampleWidth / 2, y, width: sampleWidth, height: fontSizes.node });
  const words = textOf(text, x + sampleWidth + textInset, y + baseline);
  return `<g class="${classes} l">${sample}${words}</g>`;
}

/** Points from the middle of a line to the foot of its letters. */
const baseline = 4;

function edgeOf(
  { from, to, label, isDashed, isInCycle }: PictureEdge,
  layout: Layout["edges"][number] | undefined,
  { nodes, direction }: Picture,
  digits: number,
): string {
  if (layout === undefined || layout.curve.length === 0) return "";
  const classes = ["e", isInCycle && "c", isDashed && "d"].filter(Boolean).join(" ");
  const title = `${shortName(nodes[from])} → ${shortName(nodes[to])}${label === undefined ? "" : ` (${label})`}`;
  const arrow = arrowOf(layout, direction === "up" ? "t" : "h", digits);
  const place = layout.label;
  const text =
    label === undefined || place === undefined
      ? ""
      : textOf(shortened(label, maxLabelCells), place.x, place.y + baseline);
  return `<g class="${classes}" data-ends="n${from} n${to}">${titleOf(title, "")}${arrow}${text}</g>`;
}

/** An arrow between groups: the more edges it is for, the wider it is. */
function linkOf(
  { from, to, count }: PictureLink,
  layout: Spline | undefined,
  groupIds: ReadonlyMap<string, string>,
): string {
  if (layout === undefined || layout.curve.length === 0) return "";
  const width = linkWidths.findLastIndex((least) => count >= least) + 1;
  const ends = `${groupIds.get(from) ?? ""} ${groupIds.get(to) ?? ""}`;
  const title = titleOf(`${from} → ${to} (${count})`, "");
  return `<g class="e w${width}" data-ends="${ends}">${title}${arrowOf(layout, "h", 0)}</g>`;
}

/** The least edges of links of each width. */
const linkWidths = [1, 5, 20];

function arrowOf({ curve: [start = origin, ...others], tip }: Spline, headClass: string, digits: number): string {
  const corners = headOf(others.at(-1) ?? start, tip).map((corner) => pointText(corner, digits));
  return `<path d="${curveText(start, others, digits)}"/><path class="${headClass}" d="M${corners.join("L")}Z"/>`;
}

const origin: Point = { x: 0, y: 0 };

/** Half of the width of an arrow's head for each point of its length. */
const headRatio = 0.45;

/** The corners of the triangle of an arrow from the end of its curve to its tip. */
function headOf(from: Point, tip: Point): readonly Point[] {
  const [x, y] = [(tip.x - from.x) * headRatio, (tip.y - from.y) * headRatio];
  return [tip, { x: from.x - y, y: from.y + x }, { x: from.x + y, y: from.y - x }];
}

/** The tooltip of a part; none if the drawn text says the same. */
function titleOf(title: string, drawn: string): string {
  return title === drawn ? "" : `<title>${xmlText(shortened(title, maxTitleCells))}</title>`;
}

function rectOf({ x, y, width, height }: Point & { readonly width: number; readonly height: number }): string {
  const corner = `x="${rounded(x - width / 2)}" y="${rounded(y - height / 2)}"`;
  return `<rect ${corner} width="${rounded(width)}" height="${rounded(height)}" rx="4"/>`;
}

function textOf(text: string, x: number, y: number): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}">${xmlText(text)}</text>`;
}

/** The name of a node in the tooltip of an edge. */
function shortName({ label, title = label }: PictureNode = { label: "" }): string {
  return title.length < label.length ? title : label;
}

/** Decimals of coordinates: less than a tenth of a point is not seen, and of many edges not even that. */
const decimals = 1;

function pointText({ x, y }: Point, digits: number): string {
  return `${rounded(x, digits)},${rounded(y, digits)}`;
}

/** A curve whose parts are written from the end of the one before, which takes fewer characters. */
function curveText(start: Point, points: readonly Point[], digits: number): string {
  let from = start;
  const steps = points.map((point, at) => {
    const [x, y] = [stepText(from.x, point.x, digits), stepText(from.y, point.y, digits)];
    if (at % pointsOfPart === pointsOfPart - 1) from = point;
    return y.startsWith("-") ? `${x}${y}` : `${x},${y}`;
  });
  return `M${pointText(start, digits)}c${steps.join(" ")}`;
}

const pointsOfPart = 3;

/** The way between two coordinates as they are written, so that what is rounded does not add up. */
function stepText(from: number, to: number, digits: number): string {
  return String(rounded(rounded(to, digits) - rounded(from, digits), digits));
}

function rounded(value: number, digits = decimals): number {
  return Number(value.toFixed(digits));
}

function styleOf(theme: Theme): string {
  if (theme !== "auto") return `${shapes}${coloursOf(palettes[theme])}`;
  return `${shapes}${coloursOf(palettes.light)}@media (prefers-color-scheme:dark){${coloursOf(palettes.dark)}}`;
}

/**
 * Shapes and lines. Selectors have types and classes only: readers of SVG other than browsers, such as the one that draws
 * PNGs, leave out rules with `:not()`, and a shape without a rule is black.
 */
const shapes = [
  `text{font:${fontSizes.node}px ${fonts};white-space:pre;text-anchor:middle}`,
  `.g text{font-size:${fontSizes.group}px;text-anchor:start}`,
  `.e text{font-size:${fontSizes.edge}px}`,
  ".g text,.e text{stroke-width:3px;stroke-linejoin:round;paint-order:stroke}",
  ".g rect,.e path{fill:none}",
  ".d path{stroke-dasharray:5 3}.d .h,.d .t{stroke-dasharray:none}",
  ".a rect{stroke-dasharray:6 3}.a text{font-style:italic}",
  ".o rect{stroke-dasharray:2 3}",
  ".s rect{stroke-width:2.5}",
  ".w2 path{stroke-width:1.8}.w3 path{stroke-width:3}.w1 .h,.w2 .h,.w3 .h{stroke-width:1}",
  `.l text{font-size:${fontSizes.edge}px;font-style:normal;text-anchor:start}`,
].join("");

function coloursOf({ page, text, quiet, node, nodeLine, groupLine, edge, cycle, cycleLine }: Palette): string {
  return [
    `.p{fill:${page}}`,
    `text{fill:${text}}.g text,.e text,.o text,.l text{fill:${quiet}}`,
    `.b rect{fill:${page}}.g rect{stroke:${groupLine}}.g text,.e text{stroke:${page}}`,
    `.n rect{fill:${node};stroke:${nodeLine}}`,
    `.e path{stroke:${edge}}.e .h{fill:${edge}}.e .t{fill:${page}}`,
    `.n.c rect{fill:${cycle};stroke:${cycleLine}}.e.c path{stroke:${cycleLine}}.e.c .h{fill:${cycleLine}}`,
  ].join("");
}
