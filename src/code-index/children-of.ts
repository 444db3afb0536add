import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";

/** The declarations of each file by their direct parents. */
const childrenIn = new WeakMap<IndexedFile, ReadonlyMap<Declaration | undefined, readonly Declaration[]>>();

/** The declarations directly in a declaration, in source order. */
export function childrenOf(declaration: Declaration): readonly Declaration[] {
  const { file } = declaration;
  const children = getOrInsert(childrenIn, file, () => groupBy(file.declarations, ({ parent }) => parent));
  return children.get(declaration) ?? [];
}
