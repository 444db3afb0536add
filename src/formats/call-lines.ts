import * as z from "zod";
import { CallEdge, CallNode, OpenCall } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { callTree, wordsOf } from "./call-tree.ts";
import { graphLines } from "./graph-lines.ts";
import { keysText } from "./keys-text.ts";
import type { Look } from "./look.ts";
import { namedLine } from "./named-line.ts";
import { plain } from "./plain.ts";

const Calls = z.looseObject({
  counts: z.record(z.string(), z.number()),
  graph: z.string().optional(),
  nodes: z.array(CallNode.loose()).default([]),
  edges: z.array(CallEdge).default([]),
  cycles: z.array(z.array(z.string())).default([]),
  unresolved: z.array(OpenCall).default([]),
  external: z.array(OpenCall).default([]),
  truncated_reason: z.string().optional(),
  warnings: z.array(z.string()).default([]),
});

/**
 * Writes an answer about calls: a picture as it is, or a line `path:line: kind name` for each symbol,
 * `path:line: caller -> callee` for each edge, and one for each cycle and each name that stands for no function.
 */
export function callLines(head: RowValues, look: Look): readonly string[] {
  const { counts, graph, nodes, edges, cycles, unresolved, external, truncated_reason, warnings } = Calls.parse(head);
  if (graph !== undefined) return graphLines(head, look);
  const files = new Map(nodes.map(({ id, name = "", file = name }) => [id ?? name, file]));
  const at = (from: string, lines: readonly number[]) =>
    `${plain(files.get(from) ?? from)}:${lines[0]}: ${plain(from)}`;
  const openLines = (names: readonly OpenCall[], word: string) =>
    names.map(({ from, name, lines }) => `${at(from, lines)} -> ${word} ${plain(name)}${further(lines)}`);
  const tree = look.isForPeople ? callTree(nodes, edges, look) : undefined;
  const graphOf =
    tree === undefined
      ? [
          ...nodes.flatMap(({ name, kind, file, folder, line, symbols, id: _, ...values }) => {
            if (symbols !== undefined) return symbols.map((symbol) => `${plain(file ?? "")}:${nameBehindLine(symbol)}`);
            const place = [file ?? folder ?? name, ...(line === undefined ? [] : [line])].map(plain).join(":");
            const words = [kind, ...(file === undefined ? [] : [name])].filter((word) => word !== undefined).map(plain);
            return [`${place}:`, ...words, ...(Object.keys(values).length === 0 ? [] : [keysText(values)])].join(" ");
          }),
          ...edges.map(({ from, to, lines: ofCalls, ...edge }) =>
            [`${at(from, ofCalls)} -> ${plain(to)}${further(ofCalls)}`, ...wordsOf(edge)].join(" "),
          ),
        ]
      : [];
  const lines = [
    ...graphOf,
    ...cycles.map((cycle) => `cycle: ${[...cycle, cycle[0]].map(plain).join(" -> ")}`),
    ...openLines(unresolved, "unresolved"),
    ...openLines(external, "external"),
    ...warnings.map((warning) => `warning: ${plain(warning)}`),
    ...(truncated_reason === undefined ? [] : [keysText(counts), `truncated: ${plain(truncated_reason)}`]),
  ];
  return [look.block(tree ?? []), look.block(lines.map((line) => `${line}\n`))];
}

/** `12: A::f` for `A::f:12`. */
function nameBehindLine(symbol: string): string {
  const { name, line } = namedLine(symbol);
  return `${line}: ${plain(name)}`;
}

/** The lines of further calls. */
function further(lines: readonly number[]): string {
  return lines.length === 1 ? "" : ` (lines ${lines.join(", ")})`;
}
