import { dotText } from "./labels.ts";
import { palettes } from "./palette.ts";
import { groupsOf, type Picture, type PictureEdge, type PictureNode } from "./picture.ts";
import { rankDirectionOf } from "./rank-direction.ts";

const { cycle, cycleLine, groupLine, quiet } = palettes.light;

/** Writes a picture as a graph of Graphviz. */
export function dotOf(picture: Picture): string {
  const { nodes, edges, direction } = picture;
  const lineOf = (place: number) => nodeLine(place, nodes[place] ?? { label: "" });
  const groups = [...groupsOf(nodes)].flatMap(([group, members], number) =>
    group === ""
      ? members.map((place) => `  ${lineOf(place)}`)
      : [
          `  subgraph cluster_${number} {`,
          `    label="${dotText(group)}"; color="${groupLine}"; fontcolor="${quiet}";`,
          ...members.map((place) => `    ${lineOf(place)}`),
          "  }",
        ],
  );
  const lines = [
    `digraph ${direction === "right" ? "dependencies" : "classes"} {`,
    `  rankdir=${rankDirectionOf(picture)};`,
    "  node [shape=box];",
    ...groups,
    ...edges.map((edge) => `  ${edgeLine(edge, direction)}`),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function nodeLine(place: number, node: PictureNode): string {
  const { label, title = label, isInCycle, isAbstract, isOutside, isStart } = node;
  const styles = [
    ...(isInCycle ? ["filled"] : []),
    ...(isAbstract ? ["dashed"] : isOutside ? ["dotted"] : []),
    ...(isStart ? ["bold"] : []),
  ];
  const attributes = [
    `label="${dotText(label)}"`,
    ...(title === label ? [] : [`tooltip="${dotText(title)}"`]),
    ...(styles.length === 0 ? [] : [`style=${styles.length === 1 ? styles[0] : `"${styles.join(",")}"`}`]),
    ...(isInCycle ? [`color="${cycleLine}"`, `fillcolor="${cycle}"`] : []),
  ];
  return `n${place} [${attributes.join(", ")}];`;
}

function edgeLine({ from, to, label, isDashed, isInCycle }: PictureEdge, direction: Picture["direction"]): string {
  const attributes = [
    ...(direction === "up" ? ["arrowhead=empty"] : []),
    ...(label === undefined ? [] : [`label="${dotText(label)}"`]),
    ...(isDashed ? ["style=dashed"] : []),
    ...(isInCycle ? [`color="${cycleLine}"`] : []),
  ];
  return `n${from} -> n${to}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
}
