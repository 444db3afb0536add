import { dotText, mermaidText } from "./picture-labels.ts";

/** A class of a diagram, and what it derives from. */
type DrawnClass = {
  readonly qualified: string;
  readonly is_abstract: boolean;
  readonly bases: readonly { readonly name: string }[];
};

/** Writes classes and their bases as a class diagram of Mermaid, or as a graph of Graphviz, bases above. */
export function classDiagram(classes: readonly DrawnClass[], format: "mermaid" | "dot"): string {
  const names = [...new Set(classes.flatMap(({ qualified, bases }) => [qualified, ...bases.map(({ name }) => name)]))];
  const idOf = new Map(names.map((name, at) => [name, `c${at}`]));
  const edges = classes.flatMap(({ qualified, bases }) =>
    bases.map(({ name }) => [idOf.get(name) ?? "", idOf.get(qualified) ?? ""] as const),
  );
  const abstract = new Set(classes.filter(({ is_abstract }) => is_abstract).map(({ qualified }) => qualified));
  const distinct = [...new Map(edges.map((edge) => [edge.join(" "), edge])).values()];
  const lines =
    format === "mermaid"
      ? [
          "classDiagram",
          ...names.map((name) => `  class ${idOf.get(name)}["${mermaidText(name)}"]`),
          ...[...abstract].map((name) => `  <<abstract>> ${idOf.get(name)}`),
          ...distinct.map(([base, derived]) => `  ${base} <|-- ${derived}`),
        ]
      : [
          "digraph classes {",
          "  rankdir=BT; node [shape=box];",
          ...names.map(
            (name) => `  ${idOf.get(name)} [label="${dotText(name)}"${abstract.has(name) ? ", style=dashed" : ""}];`,
          ),
          ...distinct.map(([base, derived]) => `  ${derived} -> ${base} [arrowhead=empty];`),
          "}",
        ];
  return `${lines.join("\n")}\n`;
}
