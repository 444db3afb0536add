import { componentsOf, layersOf } from "../../code-index/digraph.ts";

/** Groups of nodes, by name, with the numbers of their nodes and of the edges between them. */
export type Groups = {
  readonly nodes: readonly { readonly name: string; readonly size: number; readonly layer: number }[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly count: number }[];
};

/** Groups the nodes of a graph: `names` has the name of each one's group. A group needs another one as its nodes do. */
export function grouped(
  names: readonly string[],
  edges: readonly { readonly from: number; readonly to: number }[],
): Groups {
  const groups = [...new Set(names)].sort();
  const numbers = new Map(groups.map((group, number) => [group, number]));
  const groupOf = names.map((name) => numbers.get(name) ?? 0);
  const sizes = new Int32Array(groups.length);
  for (const group of groupOf) sizes[group] = (sizes[group] ?? 0) + 1;
  const between = new Map<number, number>();
  for (const edge of edges) {
    const [from, to] = [groupOf[edge.from] ?? 0, groupOf[edge.to] ?? 0];
    const key = from * groups.length + to;
    if (from !== to) between.set(key, (between.get(key) ?? 0) + 1);
  }
  const connections = [...between]
    .sort(([a], [b]) => a - b)
    .map(([key, count]) => ({ from: Math.floor(key / groups.length), to: key % groups.length, count }));
  const targets: number[][] = groups.map(() => []);
  for (const { from, to } of connections) targets[from]?.push(to);
  const layers = layersOf({ targets }, componentsOf({ targets }));
  return {
    nodes: groups.map((name, number) => ({ name, size: sizes[number] ?? 0, layer: layers[number] ?? 0 })),
    edges: connections,
  };
}

/** Folders in the path of a file. */
export function foldersOf(file: string): readonly string[] {
  return file.split("/").slice(0, -1);
}

/** The first folders in the path of a file, at most `depth` of them. */
export function folderOf(file: string, depth: number): string {
  const folder = foldersOf(file).slice(0, depth).join("/");
  return folder === "" ? "." : folder;
}
