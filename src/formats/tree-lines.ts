import type { Look } from "./look.ts";
import { plain } from "./plain.ts";

/** A node of a tree as it is shown, and what is below it. */
export type ShownNode = {
  readonly text: string;
  /** Lines about the node itself, which are below it before its children. */
  readonly notes?: readonly string[];
  /** The keys of its children, each with what to say of it there. */
  readonly children: readonly { readonly key: string; readonly note?: string }[];
};

const indentation = "  ";

/**
 * Returns a graph as indented trees, each node with what is below it once; elsewhere, and in a cycle, it is marked. Trees
 * begin at nodes that are below no other, and where all that are left are in cycles at the first of them.
 */
export function treeLines(nodes: ReadonlyMap<string, ShownNode>, look: Look): readonly string[] {
  const below = new Set(
    [...nodes].flatMap(([key, { children }]) => children.map((child) => child.key).filter((child) => child !== key)),
  );
  const shown = new Set<string>();
  const roots = [...nodes.keys()].filter((key) => !below.has(key));
  return [...roots, ...nodes.keys()].flatMap((root) => (shown.has(root) ? [] : linesBelow(root, nodes, shown, look)));
}

/** A list of what is open instead of recursion: a chain of calls can be thousands of nodes long. */
function linesBelow(
  root: string,
  nodes: ReadonlyMap<string, ShownNode>,
  shown: Set<string>,
  look: Look,
): readonly string[] {
  const lines: string[] = [];
  const open = [{ key: root, note: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, note, depth } = next;
    const { text, notes = [], children } = nodes.get(key) ?? { text: plain(key), children: [] };
    const isRepeated = shown.has(key);
    const marks = [note, isRepeated && children.length > 0 ? "see above" : ""].filter((mark) => mark !== "");
    const end = marks.length === 0 ? "" : `${look.gap}${look.paint("code", `(${marks.join("; ")})`)}`;
    lines.push(`${indentation.repeat(depth)}${text}${end}\n`);
    if (isRepeated) continue;
    shown.add(key);
    lines.push(...notes.map((line) => `${indentation.repeat(depth + 1)}${line}\n`));
    for (const child of children.toReversed()) open.push({ key: child.key, note: child.note ?? "", depth: depth + 1 });
  }
  return lines;
}
