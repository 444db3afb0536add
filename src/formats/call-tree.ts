import * as z from "zod";
import { CallEdge, CallNode } from "../answers/row-kinds.ts";
import { keysText } from "./keys-text.ts";
import type { Look } from "./look.ts";
import { plain } from "./plain.ts";
import { treeLines } from "./tree-lines.ts";

const Nodes = z.array(
  CallNode.extend({ name: z.string(), symbols: z.undefined().optional(), folder: z.undefined().optional() }).loose(),
);
const Edges = z.array(CallEdge);

/** Returns functions as an indented tree: what a function calls below it. Undefined for a graph of only names. */
export function callTree(nodes: unknown, edges: unknown, look: Look): readonly string[] | undefined {
  const known = { nodes: Nodes.safeParse(nodes), edges: Edges.safeParse(edges) };
  if (!known.nodes.success || !known.edges.success) return undefined;
  const shown = new Map<string, { text: string; children: { key: string; note: string }[] }>();
  for (const { id, name, kind, file, line, symbols: _, folder: __, ...values } of known.nodes.data) {
    const words = [...(kind === undefined ? [] : [look.paint("kind", plain(kind))]), look.paint("name", plain(name))];
    const place = file === undefined ? [] : [look.place(file, line === undefined ? "" : String(line))];
    const further = Object.keys(values).length === 0 ? [] : [look.paint("code", keysText(values))];
    shown.set(id ?? name, { text: [words.join(" "), ...place, ...further].join(look.gap), children: [] });
  }
  for (const { from, to, lines, ...edge } of known.edges.data) {
    const at = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
    for (const name of [from, to]) if (!shown.has(name)) shown.set(name, { text: plain(name), children: [] });
    shown.get(from)?.children.push({ key: to, note: [at, ...wordsOf(edge)].join(", ") });
  }
  return treeLines(shown, look);
}

/** The words after a call: how sure it is, the way to it, and whether it is of an override. */
export function wordsOf({
  confidence,
  via,
  override,
}: Pick<CallEdge, "confidence" | "override" | "via">): readonly string[] {
  return [
    ...(confidence === undefined ? [] : [confidence]),
    ...(via === undefined ? [] : [`via ${plain(via)}`]),
    ...(override === true ? ["override"] : []),
  ];
}
