import type { Copy } from "./copies.ts";
import { type FlatTree, nodeFlags, noNode } from "./flat/flat-tree.ts";
import type { Language } from "./languages.ts";
import type { RefusedNode } from "./refused-nodes.ts";

/**
 * Returns the statements that begin a line in another column than the first one of their block, by `aligned_nodes` of language.json, with
 * their first tokens as range: the grammar takes them for statements of the block. Of the file as a whole, the first one is in column 1.
 * Of several in one column, one below the other, only the first is returned.
 */
export function* misalignedNodesIn(
  tree: FlatTree,
  { aligned_nodes: kinds }: Language,
  { whole, wholeStart, wholeEnd }: Pick<Copy, "whole" | "wholeStart" | "wholeEnd">,
): Generator<RefusedNode> {
  const aligned = new Set(kinds.map((kind) => tree.grammar.idForNodeType(kind, true)));
  for (let node = root; node < tree.size; node++) {
    if (!aligned.has(tree.kinds[node] ?? null)) continue;
    let expected = node === root ? 0 : undefined;
    let before: number | undefined;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (((tree.flags[child] ?? 0) & nodeFlags.extra) !== 0) continue;
      const start = wholeStart(tree.start(child));
      const column = columnOfLine(whole, start);
      if (column === undefined) continue;
      expected ??= column;
      if (column !== expected && column !== before) {
        const first = tree.firstChild(child);
        const end = wholeEnd(tree.end(first === noNode ? child : first));
        yield { start, end, message: `Unexpected indentation: expected column ${expected + 1}` };
      }
      before = column;
    }
  }
}

/** The node of the file. */
const root = 0;

/** Columns of a tab, for Python. */
const tabColumns = 8;

/** The column of what begins a line, from 0; undefined for what is not the first of its line, or is joined to the line before. */
function columnOfLine(text: string, start: number): number | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (/\\\r?\n$/.test(text.slice(Math.max(0, lineStart - 3), lineStart))) return undefined;
  let column = 0;
  for (let at = lineStart; at < start; at++) {
    const sign = text.charAt(at);
    if (sign === " ") column++;
    else if (sign === "\t") column += tabColumns - (column % tabColumns);
    else if (sign === "\f") column = 0;
    else if (sign !== "\uFEFF") return undefined;
  }
  return column;
}
