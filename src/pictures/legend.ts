import { plainLine } from "./labels.ts";
import type { Picture } from "./picture.ts";
import { cellsOf, shortened } from "./text-lines.ts";

/** An entry of a legend: a sample with the classes of what it stands for, and words. */
export type LegendEntry = {
  readonly classes: string;
  readonly isEdge: boolean;
  readonly text: string;
  /** Points from the left of the legend. */
  readonly x: number;
};

/** The legend below a picture: its colours and lines, and texts below them. */
export type Legend = {
  readonly entries: readonly LegendEntry[];
  /** Texts, and how far their feet are above the end of the legend. */
  readonly texts: readonly { readonly text: string; readonly above: number }[];
  readonly width: number;
  readonly height: number;
};

/** Points of a sample, around it and around its text, and of a character of the text. */
export const sampleWidth = 26;
const gap = 8;
const cellWidth = 6.02;
const legendHeight = 26;

/** Points of a line of text, and its columns: the middle of a longer one is left out. */
export const legendTextHeight = 15;
const maxTextCells = 160;

/** The legend of a picture: it has no height where nothing needs to be said. */
export function legendOf({ nodes, edges, beneath = [] }: Picture): Legend {
  const dashed = [...new Set(edges.flatMap(({ isDashed, label }) => (isDashed && label !== undefined ? [label] : [])))];
  const parts = [
    ...(nodes.some(({ isInCycle }) => isInCycle) ? [{ classes: "n c", isEdge: false, text: "in a cycle" }] : []),
    ...(dashed.length > 0 ? [{ classes: "e d", isEdge: true, text: dashed.join(", ") }] : []),
    ...(nodes.some(({ isAbstract }) => isAbstract) ? [{ classes: "n a", isEdge: false, text: "abstract" }] : []),
    ...(nodes.some(({ isOutside }) => isOutside) ? [{ classes: "n o", isEdge: false, text: "from outside" }] : []),
  ];
  const entries: LegendEntry[] = [];
  let x = 0;
  for (const part of parts) {
    entries.push({ ...part, x });
    x += sampleWidth + cellsOf(part.text) * cellWidth + 3 * gap;
  }
  const texts = beneath.map((text, place) => ({
    text: shortened(plainLine(text), maxTextCells),
    above: (beneath.length - 1 - place) * legendTextHeight,
  }));
  const widest = Math.max(0, ...texts.map(({ text }) => cellsOf(text)));
  return {
    entries,
    texts,
    width: Math.max(x, widest * cellWidth),
    height: (entries.length === 0 ? 0 : legendHeight) + texts.length * legendTextHeight,
  };
}
