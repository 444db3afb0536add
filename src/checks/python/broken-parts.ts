import { nodeFlags, noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";

const faults = nodeFlags.error | nodeFlags.missing;

/**
 * Returns the nodes that are not read since they do not parse: the smallest statement around each fault, and the statements
 * that a fault has moved into a block where they do not belong, as their columns show.
 */
export function brokenParts({ tree, positionOf }: FlatText): ReadonlySet<number> {
  const broken = new Set<number>();
  for (let node = 0; node < tree.size; node++) {
    if (((tree.flags[node] ?? 0) & faults) === 0) continue;
    let statement = node;
    for (let at = node; at > 0 && !isBlock(tree.type(tree.parents[statement] ?? 0)); ) {
      at = tree.parents[statement] ?? 0;
      statement = at;
    }
    broken.add(statement);
    node = (tree.nexts[statement] ?? node + 1) - 1;
  }
  if (broken.size === 0) return broken;
  for (let node = 0; node < tree.size; node++) {
    if (isBlock(tree.type(node))) addNeighbours(broken, node, { tree, positionOf });
  }
  return broken;
}

/** Adds the statements of a block on the lines of broken ones, and those that begin in another column than the block. */
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

function isBlock(type: string): boolean {
  return type === "block" || type === "module";
}
