import { dotText, mermaidText } from "./picture-labels.ts";
/** A graph to draw: edges name nodes by their places. */
export type Picture = {
  /** The label of each node. */
  readonly nodes: readonly string[];
  readonly edges: readonly PictureEdge[];
};

type PictureEdge = {
  readonly from: number;
  readonly to: number;
  readonly label?: string;
  /** True for what is not needed at once. */
  readonly isDashed?: boolean;
};

/** Nodes and edges of a picture: Mermaid draws 500 edges, and nobody reads more nodes. */
const maxPictureNodes = 300;
const maxPictureEdges = 500;

/** True when a picture is small enough to be read. */
export function isDrawable({ nodes, edges }: { readonly nodes: Sized; readonly edges: Sized }): boolean {
  return nodes.length <= maxPictureNodes && edges.length <= maxPictureEdges;
}

type Sized = { readonly length: number };

/** Languages of pictures by name. */
export const pictureFormats = { mermaid: mermaidOf, dot: dotOf } as const;

function mermaidOf({ nodes, edges }: Picture): string {
  const lines = [
    "flowchart LR",
    ...nodes.map((label, node) => `  n${node}["${mermaidText(label)}"]`),
    ...edges.map(({ from, to, label, isDashed = false }) => {
      const text = label === undefined ? "" : `|"${mermaidText(label)}"|`;
      return `  n${from} ${isDashed ? "-.->" : "-->"}${text} n${to}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function dotOf({ nodes, edges }: Picture): string {
  const lines = [
    "digraph dependencies {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...nodes.map((label, node) => `  n${node} [label="${dotText(label)}"];`),
    ...edges.map(({ from, to, label, isDashed = false }) => {
      const attributes = [
        ...(label === undefined ? [] : [`label="${dotText(label)}"`]),
        ...(isDashed ? ["style=dashed"] : []),
      ];
      return `  n${from} -> n${to}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
    }),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}
