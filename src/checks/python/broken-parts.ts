import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";

/**
 * Returns the nodes that are not read since they do not parse: the smallest statement around each fault, and the statements
 * that a fault has moved into a block where they do not belong, as their columns show.
 */
export function brokenParts({ tree, text, positionOf }: FlatText): ReadonlySet<number> {
  const broken = new Set<number>();
  for (let node = 0; node < tree.size; node++) {
    if (!tree.isFault(node)) continue;
    let statement = node;
    for (let at = node; at > 0 && !isBlock(tree.type(tree.parents[statement] ?? 0)); ) {
      at = tree.parents[statement] ?? 0;
      statement = at;
    }
    broken.add(statement);
    node = (tree.nexts[statement] ?? node + 1) - 1;
  }
  addUnseparated(broken, { tree, text });
  if (broken.size === 0) return broken;
  for (let node = 0; node < tree.size; node++) {
    if (isBlock(tree.type(node))) addNeighbours(broken, node, { tree, positionOf });
  }
  return broken;
}

/**
 * Adds the statements of a block on the lines of broken ones, and statements that begin in another column than the
 * block.
 */
function addNeighbours(
  broken: Set<number>,
  block: number,
  { tree, positionOf }: Pick<FlatText, "tree" | "positionOf">,
): void {
  const expected = block === 0 ? 1 : positionOf(tree.start(block)).column;
  let last = noNode;
  let lastLine = 0;
  for (let child = tree.firstChild(block); child !== noNode; child = tree.nextSibling(child)) {
    const { line, column } = positionOf(tree.start(child));
    const isBeside = line === lastLine;
    if (isBeside && broken.has(last)) broken.add(child);
    if (isBeside && broken.has(child)) broken.add(last);
    if (!isBeside && column !== expected && tree.type(child) !== "comment") broken.add(child);
    last = child;
    lastLine = positionOf(tree.end(child)).line;
  }
}

/** Adds statements that lack the line break between them, which has no node. */
function addUnseparated(broken: Set<number>, { tree, text }: Pick<FlatText, "tree" | "text">): void {
  const blocks = new Set(tree.grammar.types.flatMap((type, id) => (isBlock(type) ? [id] : [])));
  for (let node = 0; node < tree.size; node++) {
    if (!blocks.has(tree.kinds[node] ?? 0)) continue;
    let last = noNode;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      const isStatement = tree.isNamed(child) && tree.type(child) !== "comment";
      if (isStatement && last !== noNode && !text.slice(tree.end(last), tree.start(child)).includes("\n")) {
        broken.add(last);
        broken.add(child);
      }
      last = isStatement ? child : noNode;
    }
  }
}

function isBlock(type: string): boolean {
  return type === "block" || type === "module";
}
