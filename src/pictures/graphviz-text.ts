/** The places of a picture as Graphviz writes them. Input: texts of its format `json0`; output: points and curves. */

export type Point = { readonly x: number; readonly y: number };

/** A box by its middle. */
export type Box = Point & { readonly width: number; readonly height: number };

/** The places of the parts of a picture, in points from the top left corner: a point is 1/72 of an inch. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  /** True for one with so many edges that they are close to each other. */
  readonly isLarge: boolean;
  /** By the places of the nodes. */
  readonly nodes: readonly (Box & { readonly lines: readonly string[] })[];
  /** By the places of the edges. */
  readonly edges: readonly EdgeLayout[];
  /** By the places of the links. */
  readonly links: readonly Spline[];
  readonly groups: readonly (Box & { readonly name: string; readonly label: string })[];
};

type EdgeLayout = Spline & { readonly label: Point | undefined };

/** A curve, by its start, then three points for each of its parts, and the tip of the arrow at its end. */
export type Spline = { readonly curve: readonly Point[]; readonly tip: Point };

/** Reads numbers with commas between them. */
export function numbersOf(text: string): readonly number[] {
  return text.split(",").map(Number);
}

/** Reads a `splineType` of Graphviz: `e,x,y` for the tip, then the points of the curve. */
export function splineOf(pos: string, at: (coordinates: readonly number[]) => Point): Spline {
  const words = pos.split(";")[0]?.split(" ") ?? [];
  const curve = words.filter((word) => /^[-\d]/.test(word)).map((word) => at(numbersOf(word)));
  const end = words.find((word) => word.startsWith("e,"));
  return { curve, tip: end === undefined ? (curve.at(-1) ?? at([])) : at(numbersOf(end.slice("e,".length))) };
}
