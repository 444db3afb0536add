import type { Node } from "web-tree-sitter";
import { errorKind, nodeFlags, noNode, type TreeArrays } from "./flat-tree.ts";

/** Copies a tree through the public interface of web-tree-sitter, which takes five times as long as its memory. */
export function copyByCursor(root: Node, arrays: TreeArrays): void {
  const { kinds, starts, ends, parents, nexts, fields, flags } = arrays;
  const cursor = root.walk();
  let size = 0;
  let parent: number = noNode;
  try {
    for (;;) {
      const { currentNode: node } = cursor;
      const current = size++;
      const kind = node.typeId;
      kinds[current] = kind;
      starts[current] = node.startIndex;
      ends[current] = node.endIndex;
      parents[current] = parent;
      fields[current] = cursor.currentFieldId;
      flags[current] =
        (node.isNamed ? nodeFlags.named : 0) |
        (node.isMissing ? nodeFlags.missing : 0) |
        (node.isExtra ? nodeFlags.extra : 0) |
        (kind === errorKind ? nodeFlags.error : 0);
      if (cursor.gotoFirstChild()) {
        parent = current;
        continue;
      }
      nexts[current] = size;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        nexts[parent] = size;
        parent = parents[parent] ?? noNode;
      }
    }
  } finally {
    cursor.delete();
  }
}
