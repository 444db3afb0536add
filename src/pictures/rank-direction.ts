import type { Picture } from "./picture.ts";
import { cellsOf } from "./text-lines.ts";

/** The direction of edges in Graphviz: left to right, top to bottom, bottom to top, or right to left. */
export type RankDirection = "LR" | "TB" | "BT" | "RL";

/** The other direction for a picture that one makes too wide or too high. */
export const otherDirection = { LR: "TB", TB: "LR", BT: "RL", RL: "BT" } as const satisfies Readonly<
  Record<RankDirection, RankDirection>
>;

/** True if ranks are rows. */
export function hasRows(direction: RankDirection): boolean {
  return direction === "TB" || direction === "BT";
}

/** Characters next to each other that a screen shows. */
const maxRowCells = 130;

/** Characters that the gap between two nodes takes. */
const gapCells = 4;

/** The direction of a picture: bases are above classes, or on the left of them where a row would be too wide. */
export function rankDirectionOf(picture: Picture): RankDirection {
  if (picture.direction === "right") return "LR";
  return widestRow(picture) > maxRowCells ? "RL" : "BT";
}

/** Characters of the widest layer: each node is one step from the furthest node that it has edges to. */
function widestRow({ nodes, edges }: Picture): number {
  const layers = new Int32Array(nodes.length);
  // In a cycle layers would grow without end.
  for (let round = 0, hasChanged = true; hasChanged && round < nodes.length; round++) {
    hasChanged = false;
    for (const { from, to } of edges) {
      const above = (layers[to] ?? 0) + 1;
      if (from === to || (layers[from] ?? 0) >= above) continue;
      layers[from] = above;
      hasChanged = true;
    }
  }
  const rows = new Map<number, number>();
  for (const [place, { label }] of nodes.entries()) {
    const layer = layers[place] ?? 0;
    rows.set(layer, (rows.get(layer) ?? 0) + cellsOf(label) + gapCells);
  }
  return Math.max(0, ...rows.values());
}
