import * as z from "zod";
import type { RowValues } from "../tools/rows.ts";
import { keysText } from "./keys-text.ts";
import { plain } from "./plain.ts";

const Name = z.looseObject({ from: z.string(), name: z.string(), line: z.number() });

const Graph = z.looseObject({
  counts: z.record(z.string(), z.number()),
  graph: z.string().optional(),
  nodes: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).default([]),
  edges: z
    .array(
      z.looseObject({ from: z.string(), to: z.string(), line: z.number().optional(), count: z.number().optional() }),
    )
    .default([]),
  cycles: z.array(z.array(z.string())).default([]),
  unresolved: z.array(Name).default([]),
  ambiguous: z.array(Name.extend({ candidates: z.array(z.string()) })).default([]),
  external: z.array(Name).default([]),
  truncated_reason: z.string().optional(),
});

/**
 * Writes an answer that is a graph: a picture as it is, or a line `path: layer=0 in=1 out=2` for each node, `path:line: path`
 * for each edge, and one for each cycle and each name that stands for no file.
 */
export function graphLines(head: RowValues): readonly string[] {
  const { counts, graph, nodes, edges, cycles, truncated_reason, ...open } = Graph.parse(head);
  const missing = truncated_reason === undefined ? [] : [keysText(counts), `truncated: ${plain(truncated_reason)}`];
  if (graph !== undefined) return [graph, ...missing.map((line) => `${line}\n`)];
  const lines = [
    ...nodes.map(({ file, folder, ...values }) => `${plain(file ?? folder)}: ${keysText(values)}`),
    ...edges.map(({ from, to, line, count, ...time }) => {
      const words = [plain(to), ...Object.keys(time), ...(count === undefined ? [] : [`(${count})`])];
      return `${plain(from)}:${line === undefined ? "" : `${line}:`} ${words.join(" ")}`;
    }),
    ...cycles.map((cycle) => `cycle: ${[...cycle, cycle[0]].map(plain).join(" -> ")}`),
    ...open.unresolved.map(({ from, line, name }) => `${plain(from)}:${line}: unresolved ${plain(name)}`),
    ...open.ambiguous.map(
      ({ from, line, name, candidates }) =>
        `${plain(from)}:${line}: ambiguous ${plain(name)}: ${candidates.map(plain).join(", ")}`,
    ),
    ...open.external.map(({ from, line, name }) => `${plain(from)}:${line}: external ${plain(name)}`),
    ...missing,
  ];
  return lines.map((line) => `${line}\n`);
}
