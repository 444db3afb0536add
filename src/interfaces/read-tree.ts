import type { CommentSigns } from "../syntax/comment-signs.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import type { FlatText, ParsedFile } from "../syntax/parse.ts";

/** The tree of a file next to the text of the file with its macros. Both have the same offsets. */
export type ReadTree = {
  readonly tree: FlatTree;
  /** The text of the file. */
  readonly text: string;
  /** The text that was parsed, where masked macros are blanks. */
  readonly parsed: string;
  readonly positionOf: FlatText["wholePositionOf"];
  readonly commentSigns: CommentSigns;
  /** Returns a child by the name of its field; noNode when there is none. */
  readonly field: (node: number, name: string) => number;
  /** Returns the text of a node from the file, with its macros. */
  readonly textOf: (node: number) => string;
};

export function readTreeOf(file: ParsedFile): ReadTree {
  const { tree, text: parsed, wholePositionOf } = file.flat();
  const text = withLineFeeds(file.text);
  const fields = new Map<string, number>();
  const fieldId = (name: string) => {
    const known = fields.get(name) ?? tree.grammar.fieldIdForName(name) ?? -1;
    fields.set(name, known);
    return known;
  };
  return {
    tree,
    text,
    parsed,
    positionOf: wholePositionOf,
    commentSigns: file.language.comment_signs,
    field: (node, name) => tree.childByField(node, fieldId(name)),
    textOf: (node) => text.slice(tree.start(node), tree.end(node)),
  };
}

/** The children of a node, in source order. */
export function* childrenIn(tree: FlatTree, node: number): Generator<number> {
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) yield child;
}

/** The first child of one of these kinds; noNode when there is none. */
export function childOfKind(tree: FlatTree, node: number, kinds: ReadonlySet<string>): number {
  for (const child of childrenIn(tree, node)) {
    if (kinds.has(tree.type(child))) return child;
  }
  return noNode;
}

/** True when a part of a tree has nodes that the grammar did not expect or has put in. */
export function isDamaged({ tree }: ReadTree, first: number, behind: number): boolean {
  for (let node = first; node < behind; node++) if (tree.isFault(node)) return true;
  return false;
}

/** The node after all that is below a node. */
export function behind(tree: FlatTree, node: number): number {
  return tree.nexts[node] ?? tree.size;
}
