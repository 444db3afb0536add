import type { PythonTree } from "../python-tree.ts";
import { holds, isAlwaysBefore, loopsAround } from "./reaching-declarations.ts";

/** Writes of one key that are looked through. */
const maxWrites = 100;

/** The blocks around a write that are always executed with its statement. */
const plainKinds: ReadonlySet<string> = new Set([
  "assignment",
  "call",
  "expression_statement",
  "subscript",
  "attribute",
]);

/**
 * The writes of one key of a container whose value it no longer has, or not yet, when it is read: the nearest write
 * before it that is always executed counts, in the same function, and what is written after it there, where the
 * container is made there and no loop is around both. What other functions write stays.
 *
 * @param container the node that makes the container
 * @param isSure true for a write of this key of this container, and of no other one
 */
export function overwritten(
  source: PythonTree,
  container: number,
  writes: readonly number[],
  read: number,
  isSure: (write: number) => boolean,
): ReadonlySet<number> {
  if (writes.length < 2 || writes.length > maxWrites) return none;
  const offset = source.tree.start(read);
  const user = functionAround(source, read);
  const own = writes.filter((write) => write > 0 && functionAround(source, write) === user);
  const sure = own.filter(
    (write) =>
      isSure(write) &&
      source.tree.end(write) <= offset &&
      isPlain(source, write) &&
      isAlwaysBefore(source, write, offset),
  );
  const last = Math.max(...sure);
  const isMadeHere = functionAround(source, container) === user;
  const around = loopsAround(source, read);
  const isLater = (write: number) =>
    isMadeHere &&
    source.tree.start(write) > offset &&
    !around.some((loop) => holds(source, loop, source.tree.start(write)));
  return new Set(own.filter((write) => write < last || isLater(write)));
}

const none: ReadonlySet<number> = new Set();

/** The function or lambda around a node; 0 for the module. */
function functionAround(source: PythonTree, node: number): number {
  let outer = source.parent(node);
  while (outer > 0 && source.kind(outer) !== "function_definition" && source.kind(outer) !== "lambda")
    outer = source.parent(outer);
  return Math.max(outer, 0);
}

/** True for a node that is always executed where its statement is. */
function isPlain(source: PythonTree, node: number): boolean {
  let outer = node;
  while (plainKinds.has(source.kind(outer))) outer = source.parent(outer);
  return source.kind(outer) === "block" || source.kind(outer) === "module";
}
