import { mermaidText } from "./labels.ts";
import { palettes } from "./palette.ts";
import { groupsOf, type Picture } from "./picture.ts";

const { cycle, cycleLine, text: cycleText } = palettes.light;

/** Writes a picture as a flowchart of Mermaid. */
export function mermaidOf({ nodes, edges, direction }: Picture): string {
  const lineOf = (place: number) => `n${place}["${mermaidText(nodes[place]?.label ?? "")}"]`;
  const groups = [...groupsOf(nodes)].flatMap(([group, members], number) =>
    group === ""
      ? members.map((place) => `  ${lineOf(place)}`)
      : [`  subgraph g${number}["${mermaidText(group)}"]`, ...members.map((place) => `    ${lineOf(place)}`), "  end"],
  );
  const arrows = edges.map(({ from, to, label, isDashed = false }) => {
    const text = label === undefined ? "" : `|"${mermaidText(label)}"|`;
    return `  n${from} ${isDashed ? "-.->" : "-->"}${text} n${to}`;
  });
  const inCycle = placesOf(nodes, ({ isInCycle }) => isInCycle === true);
  const edgesInCycle = placesOf(edges, ({ isInCycle }) => isInCycle === true);
  const colours = [
    ...(inCycle.length === 0
      ? []
      : [
          `  classDef cycle fill:${cycle},stroke:${cycleLine},color:${cycleText}`,
          `  class ${inCycle.map((place) => `n${place}`).join(",")} cycle`,
        ]),
    ...(edgesInCycle.length === 0 ? [] : [`  linkStyle ${edgesInCycle.join(",")} stroke:${cycleLine}`]),
  ];
  return `${[`flowchart ${direction === "right" ? "LR" : "BT"}`, ...groups, ...arrows, ...colours].join("\n")}\n`;
}

function placesOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): readonly number[] {
  return items.flatMap((item, place) => (isMeant(item) ? [place] : []));
}
