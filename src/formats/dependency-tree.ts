import * as z from "zod";
import { keysText } from "./keys-text.ts";
import type { Look } from "./look.ts";
import { type ShownNode, treeLines } from "./tree-lines.ts";

const Nodes = z.array(z.looseObject({ file: z.string().optional(), folder: z.string().optional() }));
const Edges = z.array(
  z.looseObject({ from: z.string(), to: z.string(), line: z.number().optional(), count: z.number().optional() }),
);

/**
 * Returns files, or folders, as an indented tree: what a file needs below it, with the line that says so. Undefined for
 * a graph of only names.
 */
export function dependencyTree(nodes: unknown, edges: unknown, look: Look): readonly string[] | undefined {
  const known = { nodes: Nodes.safeParse(nodes), edges: Edges.safeParse(edges) };
  if (!known.nodes.success || !known.edges.success) return undefined;
  const shown = new Map<string, { text: string; children: { key: string; note: string }[] }>();
  const named = known.nodes.data.map(({ file, folder, ...values }) => ({ name: file ?? folder ?? "", values }));
  for (const { name, values } of named) {
    const text = look.place(name, "") + look.gap + look.paint("code", keysText(values));
    shown.set(name, { text, children: [] });
  }
  for (const { from, to, line, count, ...further } of known.edges.data) {
    const place = line === undefined ? [] : [`line ${line}`];
    const times = count === undefined ? [] : [`${count} times`];
    const ends = [from, to].map((name) => shown.get(name) ?? { text: look.place(name, ""), children: [] });
    for (const [index, name] of [from, to].entries()) if (ends[index]) shown.set(name, ends[index]);
    shown.get(from)?.children.push({ key: to, note: [...place, ...times, ...Object.keys(further)].join(", ") });
  }
  const tree: ReadonlyMap<string, ShownNode> = shown;
  return treeLines(tree, look);
}
