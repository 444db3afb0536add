/**
 * Graphs of files, folders and calls as text. Input: the head of an answer; output: a picture as it is, or a line for each node,
 * each edge, each cycle and each name that stands for nothing known. Calls are a tree instead of nodes and edges; people get a tree
 * of files as well.
 */
import { type GraphEdge, type GraphNode, GraphRows, type OpenName } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { type CallTree, callTrees, keyOfNode, type TreeNode } from "./call-tree.ts";
import { componentLines } from "./component-lines.ts";
import { keysText } from "./keys-text.ts";
import type { Look } from "./look.ts";
import { namedLine } from "./named-line.ts";
import { plain } from "./plain.ts";
import { type ShownNode, treeLines } from "./tree-lines.ts";
import { wayLines } from "./way-lines.ts";

/** The start of a comment in a picture. */
const commentMarks: Readonly<Record<string, string>> = { mermaid: "%% ", dot: "// " };

/**
 * Writes an answer that is a graph: a picture as it is, with comments after it for names that stand for no file; or a line
 * `path: layer=0 in=1 out=2` for each file and `path:line: path` for each edge, a tree of calls (`callTrees`) or, of only their
 * symbols, `path:line: kind name`, and a line for each cycle and each name that stands for no file or function.
 */
export function graphLines(head: RowValues, look: Look): readonly string[] {
  const rows = GraphRows.parse(head);
  const { counts, graph, nodes, edges, cycles, warnings, truncated_reason, ...open } = rows;
  const counted = counts === undefined ? [] : [keysText(counts)];
  const missing = truncated_reason === undefined ? [] : [...counted, `truncated: ${plain(truncated_reason)}`];
  if (graph !== undefined) {
    const mark = commentMarks[open.output_format ?? ""] ?? "";
    const names = openLines(open, ({ from, line, lines = [] }) => `${plain(from)}:${line ?? lines[0]}:`);
    return [graph, ...[...names, ...missing].map((line) => `${mark}${line}\n`)].map(look.whole);
  }
  const files = new Map(nodes.map((node) => [keyOfNode(node), node.file ?? keyOfNode(node)]));
  const placeOf = ({ from, line, lines: [first] = [] }: Pick<OpenName, "from" | "line" | "lines">) =>
    first === undefined
      ? `${plain(from)}:${line === undefined ? "" : `${line}:`}`
      : `${plain(files.get(from) ?? from)}:${first}: ${plain(from)} ->`;
  const calls = callTrees(head, () => rows)?.flatMap((one, _, { length }) => callLines(one, length > 1, look));
  const own = (componentLines(head) ?? wayLines(head))?.map((line) => `${line}\n`);
  const tree =
    calls ?? own ?? (look.isForPeople ? graphTree(nodes, edges, head.symbol !== undefined, look) : undefined);
  const lines = [
    ...(tree === undefined ? [...nodes.flatMap(nodeLines), ...edges.flatMap((edge) => edgeLines(edge, placeOf))] : []),
    ...cycles.map((cycle) => `cycle: ${[...cycle, cycle[0]].map(plain).join(" -> ")}`),
    ...openLines(open, placeOf),
    ...(typeof open.external === "string" ? [] : open.external).map(
      (name) => `${placeOf(name)} external ${plain(name.name)}${furtherLines(name.lines)}`,
    ),
    ...warnings.map((warning) => `warning: ${plain(warning)}`),
    ...missing,
  ];
  return [look.block(tree ?? []), look.block(lines.map((line) => `${line}\n`))];
}

function openLines(
  { unresolved, ambiguous }: Pick<GraphRows, "unresolved" | "ambiguous">,
  placeOf: (name: OpenName) => string,
): readonly string[] {
  return [
    ...unresolved.map((name) => `${placeOf(name)} unresolved ${plain(name.name)}${furtherLines(name.lines)}`),
    ...ambiguous.map(
      (name) => `${placeOf(name)} ambiguous ${plain(name.name)}: ${(name.candidates ?? []).map(plain).join(", ")}`,
    ),
  ];
}

function nodeLines({ id: _, name, kind, file, folder, line, symbols, ...values }: GraphNode): readonly string[] {
  if (symbols !== undefined) {
    return symbols.map(namedLine).map((symbol) => `${plain(file ?? "")}:${symbol.line}: ${plain(symbol.name)}`);
  }
  const place = [file ?? folder ?? name, ...(line === undefined ? [] : [line])].map(plain).join(":");
  const words = [kind, ...(file === undefined ? [] : [name])].filter((word) => word !== undefined).map(plain);
  return [[`${place}:`, ...words, ...(Object.keys(values).length === 0 ? [] : [keysText(values)])].join(" ")];
}

function edgeLines(
  edge: GraphEdge,
  placeOf: (end: Pick<OpenName, "from" | "line" | "lines">) => string,
): readonly string[] {
  const { from, to } = edge;
  if (Array.isArray(from)) return from.map((place) => `${plain(place)}: ${plain(to)}`);
  if (Array.isArray(to)) return to.map((place) => `${plain(from)}:${plain(place)}`);
  const count = edge.count === undefined ? [] : [`(${edge.count})`];
  const words = [`${plain(to)}${furtherLines(edge.lines)}`, ...wordsOf(edge), ...count];
  return [`${placeOf({ from, line: edge.line, lines: edge.lines })} ${words.join(" ")}`];
}

/** The lines of further calls. */
function furtherLines(lines: readonly number[] = []): string {
  return lines.length < 2 ? "" : ` (lines ${lines.join(", ")})`;
}

/** The words after an edge: how sure it is, the way to it, whether it is of an override, and its other marks. */
function wordsOf(edge: GraphEdge): readonly string[] {
  const { confidence, via, override, ...others } = edge;
  const { from: _, to: __, line: ___, lines: ____, count: _____, ...marks } = others;
  return [
    ...(confidence === undefined ? [] : [confidence]),
    ...(via === undefined ? [] : [`via ${plain(via)}`]),
    ...(override === true ? ["override"] : []),
    ...Object.keys(marks),
  ];
}

/**
 * Returns a graph as an indented tree, below each node the nodes that it needs or calls, with the lines. Undefined for a graph of
 * only names, and for calls between files.
 */
function graphTree(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  isOfCalls: boolean,
  look: Look,
): readonly string[] | undefined {
  if (nodes.some(({ name, symbols }) => symbols !== undefined || (isOfCalls && name === undefined))) return undefined;
  const shown = new Map<string, ShownNode & { readonly children: { key: string; note: string }[] }>();
  for (const node of nodes) {
    const { id: _, name, kind, file, folder, line, symbols: __, ...values } = node;
    const words = [
      ...(kind === undefined ? [] : [look.paint("kind", plain(kind))]),
      ...(name === undefined ? [] : [look.paint("name", plain(name))]),
    ];
    const path = file ?? folder;
    const place = path === undefined ? [] : [look.place(path, line === undefined ? "" : String(line))];
    const further = Object.keys(values).length === 0 ? [] : [look.paint("code", keysText(values))];
    const cells = [...(words.length === 0 ? [] : [words.join(" ")]), ...place, ...further];
    shown.set(keyOfNode(node), { text: cells.join(look.gap), children: [] });
  }
  for (const edge of edges) {
    const { from, to } = edge;
    if (typeof from !== "string" || typeof to !== "string") return undefined;
    for (const name of [from, to]) {
      const text = isOfCalls ? plain(name) : look.place(name, "");
      if (!shown.has(name)) shown.set(name, { text, children: [] });
    }
    const { line, lines = line === undefined ? [] : [line], count } = edge;
    const at = lines.length === 0 ? [] : [`${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`];
    const times = count === undefined ? [] : [`${count} times`];
    shown.get(from)?.children.push({ key: to, note: [...at, ...times, ...wordsOf(edge)].join(", ") });
  }
  return treeLines(shown, look);
}

/** Returns a tree of calls, a line a function: `kind name path:line (lines 1, 2, likely; above)`. */
function callLines({ direction, nodes }: CallTree, isOneOfTwo: boolean, look: Look): readonly string[] {
  const title = isOneOfTwo ? [`${look.paint("heading", direction)}:\n`] : [];
  return [...title, ...nodes.map((one) => callLine(one, look))];
}

function callLine({ depth, node, above, isRepeated, isCut }: TreeNode, look: Look): string {
  const { id: _, name, kind, file, line, start: __, entry: ___, followed: ____, ...values } = node;
  const words = [...(kind === undefined ? [] : [look.paint("kind", plain(kind))]), look.paint("name", plain(name))];
  const place = file === undefined ? [] : [look.place(file, line === undefined ? "" : String(line))];
  const { lines = [], ...edge } = above?.edge ?? { from: "", to: "" };
  const at = lines.length === 0 ? [] : [`${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`];
  const marks = [[...at, ...wordsOf(edge)].join(", "), ...(isRepeated ? ["above"] : []), ...(isCut ? ["..."] : [])];
  const shown = marks.filter((mark) => mark !== "");
  const further = Object.keys(values).length === 0 ? [] : [look.paint("code", keysText(values))];
  const end = shown.length === 0 ? [] : [look.paint("code", `(${shown.join("; ")})`)];
  return `${"  ".repeat(depth)}${[words.join(" "), ...place, ...further, ...end].join(look.gap)}\n`;
}
