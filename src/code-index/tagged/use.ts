import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { IndexedFile } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { FileNames } from "./file-names.ts";

/** A name at a place of an open file. */
export type Use = {
  readonly file: IndexedFile;
  readonly name: string;
  readonly offset: number;
  readonly names: FileNames;
  /** True for a name that is looked up in scopes: none is where the language has no locals.scm. */
  readonly isScoped: boolean;
};

/** The signs before the name of a member: the queries of editors take it for a variable's as well. */
const memberSigns: ReadonlySet<string> = new Set([".", "?.", "->", "?->", "::", "&."]);

const namesOf = new WeakMap<IndexedFile, FileNames>();

/** The use at an offset; undefined if no name begins. */
export function useAt({ file, tree, text, locals }: OpenFile, offset: number): Use | undefined {
  const names = namesOf.get(file) ?? new FileNames(file, locals);
  namesOf.set(file, names);
  let outermost = noNode;
  let leaf = noNode;
  for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
    if (tree.end(node) === offset) continue;
    if (outermost === noNode) outermost = node;
    leaf = node;
  }
  if (leaf === noNode) return undefined;
  const end = names.referenceAt(offset);
  const name = text.slice(offset, end ?? tree.end(leaf));
  return { file, name, offset, names, isScoped: end !== undefined && !isMember(tree, outermost) };
}

/** True for a node after a sign that belongs to the same parent. */
function isMember(tree: FlatTree, node: number): boolean {
  const before = node - 1;
  return before > 0 && tree.parents[before] === tree.parents[node] && memberSigns.has(tree.type(before));
}
