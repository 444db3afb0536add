import { groupBy } from "../base/group-by.ts";

/** A graph to draw: edges name nodes by their places. */
export type Picture = {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  /** The direction of edges: in class diagrams up, to the bases. */
  readonly direction: "right" | "up";
  /**
   * Arrows between groups: each group is then a box with the names of its nodes in rows, and only edges of listed cycles are drawn
   * between nodes. Undefined for a picture in which each edge is an arrow between nodes.
   */
  readonly links?: readonly PictureLink[];
  /** Lines of text beneath the graph, such as its cycles. */
  readonly beneath?: readonly string[];
};

export type PictureNode = {
  readonly label: string;
  /** The whole name, such as a path; the label where it is left out. */
  readonly title?: string;
  /** The folder or file that it is drawn in; undefined for none. */
  readonly group?: string | undefined;
  readonly isInCycle?: boolean;
  readonly isAbstract?: boolean;
  /** True for what the code base does not define. */
  readonly isOutside?: boolean;
  /** True for what the picture is about. */
  readonly isStart?: boolean;
};

export type PictureEdge = {
  readonly from: number;
  readonly to: number;
  readonly label?: string;
  /** True for what is not needed at once. */
  readonly isDashed?: boolean;
  readonly isInCycle?: boolean;
  /** True for an edge of a cycle that is listed beneath the picture. */
  readonly isListed?: boolean;
};

/** An arrow between two groups, by their names. */
export type PictureLink = {
  readonly from: string;
  readonly to: string;
  /** Edges between nodes of the groups. */
  readonly count: number;
};

/** Names and arrows of a picture whose groups are boxes: at page width, the names of more files are not readable. */
const maxBoxedNodes = 600;
const maxLinks = 300;

/** Nodes and edges of a picture: Mermaid draws 500 edges, and nobody reads more nodes. */
const maxPictureNodes = 300;
const maxPictureEdges = 500;

/**
 * True when a picture is small enough to be read.
 *
 * @param largest nodes and edges together that it may have
 */
export function isDrawable({ nodes, edges, links }: PictureSize, largest = Number.POSITIVE_INFINITY): boolean {
  const isReadable =
    links === undefined
      ? nodes.length <= maxPictureNodes && edges.length <= maxPictureEdges
      : nodes.length <= maxBoxedNodes && links.length <= maxLinks;
  return isReadable && nodes.length + edges.length <= largest;
}

type Counted = { readonly length: number };
type PictureSize = { readonly nodes: Counted; readonly edges: Counted; readonly links?: Counted };

/** The places of the nodes of each group, by its name, in the order of nodes; those without a group under "". */
export function groupsOf(nodes: readonly PictureNode[]): ReadonlyMap<string, readonly number[]> {
  return groupBy([...nodes.keys()], (place) => nodes[place]?.group ?? "");
}
