import * as z from "zod";
import type { RowValues } from "../answers/rows.ts";
import { dependencyTree } from "./dependency-tree.ts";
import { keysText } from "./keys-text.ts";
import type { Look } from "./look.ts";
import { plain } from "./plain.ts";

const Name = z.looseObject({ from: z.string(), name: z.string(), line: z.number() });
/** Of a file its line, of a function the lines of its calls. */
const Unresolved = z.looseObject({
  from: z.string(),
  name: z.string(),
  line: z.number().optional(),
  lines: z.array(z.number()).default([]),
});

const Graph = z.looseObject({
  /** Of the picture of classes there are none. */
  counts: z.record(z.string(), z.number()).optional(),
  graph: z.string().optional(),
  nodes: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))).default([]),
  edges: z
    .array(
      z.looseObject({
        /** Several ones, each with the line of the edge, in an answer with only names. */
        from: z.union([z.string(), z.array(z.string())]),
        to: z.union([z.string(), z.array(z.string())]),
        line: z.number().optional(),
        count: z.number().optional(),
      }),
    )
    .default([]),
  cycles: z.array(z.array(z.string())).default([]),
  unresolved: z.array(Unresolved).default([]),
  ambiguous: z.array(Name.extend({ candidates: z.array(z.string()) })).default([]),
  external: z.array(Name).default([]),
  output_format: z.string().optional(),
  warnings: z.array(z.string()).default([]),
  truncated_reason: z.string().optional(),
});

/** The start of a comment in a picture. */
const commentMarks: Readonly<Record<string, string>> = { mermaid: "%% ", dot: "// " };

/**
 * Writes an answer that is a graph: a picture as it is, with comments after it for names that stand for no file, or a
 * line `path: layer=0 in=1 out=2` for each node, `path:line: path` for each edge, and one for each cycle and each name
 * that stands for no file.
 */
export function graphLines(head: RowValues, look: Look): readonly string[] {
  const { counts, graph, nodes, edges, cycles, warnings, truncated_reason, ...open } = Graph.parse(head);
  const counted = counts === undefined ? [] : [keysText(counts)];
  const missing = truncated_reason === undefined ? [] : [...counted, `truncated: ${plain(truncated_reason)}`];
  const openLines = [
    ...open.unresolved.map(
      ({ from, line, lines, name }) => `${plain(from)}:${line ?? lines[0]}: unresolved ${plain(name)}`,
    ),
    ...open.ambiguous.map(
      ({ from, line, name, candidates }) =>
        `${plain(from)}:${line}: ambiguous ${plain(name)}: ${candidates.map(plain).join(", ")}`,
    ),
  ];
  if (graph !== undefined) {
    const mark = commentMarks[open.output_format ?? ""] ?? "";
    return [graph, ...openLines.map((line) => `${mark}${line}\n`), ...missing.map((line) => `${mark}${line}\n`)].map(
      look.whole,
    );
  }
  const tree = look.isForPeople ? dependencyTree(nodes, edges, look) : undefined;
  const graphOf =
    tree === undefined
      ? [
          ...nodes.map(({ file, folder, ...values }) => `${plain(file ?? folder)}: ${keysText(values)}`),
          ...edges.flatMap(({ from, to, line, count, ...time }) => {
            if (Array.isArray(from)) return from.map((place) => `${plain(place)}: ${plain(to)}`);
            if (Array.isArray(to)) return to.map((place) => `${plain(from)}:${plain(place)}`);
            const words = [plain(to), ...Object.keys(time), ...(count === undefined ? [] : [`(${count})`])];
            return `${plain(from)}:${line === undefined ? "" : `${line}:`} ${words.join(" ")}`;
          }),
        ]
      : [];
  const lines = [
    ...graphOf,
    ...cycles.map((cycle) => `cycle: ${[...cycle, cycle[0]].map(plain).join(" -> ")}`),
    ...openLines,
    ...open.external.map(({ from, line, name }) => `${plain(from)}:${line}: external ${plain(name)}`),
    ...warnings.map((warning) => `warning: ${plain(warning)}`),
    ...missing,
  ];
  return [look.block(tree ?? []), look.block(lines.map((line) => `${line}\n`))];
}
