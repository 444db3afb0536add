import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import type { PythonTree } from "../python-tree.ts";
import { isBoundBefore, type Scopes } from "../scopes.ts";

const loops: ReadonlySet<string> = new Set(["for_statement", "while_statement"]);

/**
 * The declarations of one variable whose value a name may have at its place: the nearest one before it that is always
 * executed before it, those between, those after it in a loop around both, and those of other functions.
 *
 * @param all in source order
 */
export function reachingDeclarations(
  source: PythonTree,
  name: number,
  scopes: Scopes,
  all: readonly Declaration[],
): readonly Declaration[] {
  if (all.length < 2) return all;
  const offset = source.tree.start(name);
  const user = scopes.enclosing(offset, "function");
  const isSameRun = ({ kind, at, parent }: Declaration) =>
    kind === "parameter" ? parent === user : scopes.enclosing(at, "function") === user;
  const own = all.filter(isSameRun);
  if (own.length === 0) return all;
  const before: Declaration[] = [];
  let sure: Declaration | undefined;
  for (const declaration of [...own].reverse()) {
    if (declaration.kind !== "parameter" && !isBoundBefore(declaration, offset)) continue;
    before.push(declaration);
    if (declaration.kind !== "parameter" && !isAlwaysBefore(source, source.leafAt(declaration.at), offset)) continue;
    sure = declaration;
    break;
  }
  const around = loopsAround(source, name).filter((loop) => sure === undefined || !holds(source, loop, sure.at));
  const again = own.filter(
    (declaration) => !before.includes(declaration) && around.some((loop) => holds(source, loop, declaration.at)),
  );
  const found = [...before, ...again, ...all.filter((declaration) => !isSameRun(declaration))];
  return found.length > 0 ? found : all;
}

/** True for a node in a block that also holds the place: then it has run before. */
export function isAlwaysBefore(source: PythonTree, node: number, offset: number): boolean {
  let block = node;
  while (block > 0 && source.kind(block) !== "block") block = source.parent(block);
  return block <= 0 || holds(source, block, offset);
}

/** The loops around a node, up to its function. */
export function loopsAround(source: PythonTree, node: number): readonly number[] {
  const found: number[] = [];
  for (let outer = source.parent(node); outer > 0 && outer !== noNode; outer = source.parent(outer)) {
    const kind = source.kind(outer);
    if (kind === "function_definition") break;
    if (loops.has(kind)) found.push(outer);
  }
  return found;
}

export function holds({ tree }: PythonTree, node: number, offset: number): boolean {
  return tree.start(node) <= offset && offset < tree.end(node);
}
