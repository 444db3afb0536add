import { mermaidText } from "../../pictures/labels.ts";
import type { Picture } from "../../pictures/picture.ts";
import { rankDirectionOf } from "../../pictures/rank-direction.ts";
import { withCycles } from "./graph-pictures.ts";

/** A class of a diagram, and what it derives from. */
type DrawnClass = {
  readonly qualified: string;
  readonly filepath: string;
  readonly line: number;
  readonly is_abstract: boolean;
  readonly bases: readonly DrawnBase[];
};

/** A base as a class names it, with its place where the code base defines it. */
type DrawnBase = {
  readonly name: string;
  readonly filepath?: string | undefined;
  readonly line?: number | undefined;
  /** True if it may be another class. */
  readonly possible?: true | undefined;
};

/**
 * Returns the picture of classes and their bases, with an edge from each class to each base.
 *
 * @param asked the names of the classes that it is about
 */
export function classPicture(classes: readonly DrawnClass[], asked: ReadonlySet<string>): Picture {
  const names = [...new Set(classes.flatMap(({ qualified, bases }) => [qualified, ...bases.map(({ name }) => name)]))];
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const known = new Map(classes.map((one) => [one.qualified, one]));
  // Other bases of derived classes: they are of the code base, and no part of the hierarchy that is asked about.
  const further = new Map(
    classes.flatMap(({ bases }) => bases.flatMap((base) => (base.filepath === undefined ? [] : [[base.name, base]]))),
  );
  const edges = classes.flatMap(({ qualified, bases }) =>
    bases.map(({ name, possible }) => ({
      from: placeOf.get(qualified) ?? 0,
      to: placeOf.get(name) ?? 0,
      ...(possible === true && { label: "possible" }),
    })),
  );
  return withCycles({
    direction: "up",
    nodes: names.map((label) => {
      const one = known.get(label);
      const placed = one ?? further.get(label);
      if (placed === undefined) return { label, isOutside: true };
      const title = `${label} ${placed.filepath}:${placed.line}`;
      return {
        label,
        title,
        ...(one?.is_abstract && { isAbstract: true }),
        ...(asked.has(label) && { isStart: true }),
      };
    }),
    edges: [...new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()],
  });
}

/** Writes a picture of classes as a class diagram of Mermaid, bases above, or on the left where there are many. */
export function classDiagram(picture: Picture): string {
  const { nodes, edges } = picture;
  const lines = [
    "classDiagram",
    ...(rankDirectionOf(picture) === "RL" ? ["  direction LR"] : []),
    ...nodes.map(({ label }, place) => `  class c${place}["${mermaidText(label)}"]`),
    ...nodes.flatMap(({ isAbstract }, place) => (isAbstract ? [`  <<abstract>> c${place}`] : [])),
    ...edges.map(({ from, to, label }) => `  c${to} <|-- c${from}${label === undefined ? "" : ` : ${label}`}`),
  ];
  return `${lines.join("\n")}\n`;
}
