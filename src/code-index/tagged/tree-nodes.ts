/**
 * A flat tree with its text, as the parts that read terms of it ask about its nodes. Input: a tree and its text; output: nodes by
 * offset, field, kind or order. Valid as long as the tree is.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";

/** Nodes between a node and one around it that has a child of a field. */
const maxAround = 6;

export class TreeNodes {
  readonly tree: FlatTree;
  readonly text: string;

  constructor(tree: FlatTree, text: string) {
    this.tree = tree;
    this.text = text;
  }

  /** The innermost node that begins and ends as a name does at an offset; noNode for none. */
  nameNodeAt(offset: number): number {
    const tree = this.tree;
    let leaf = noNode;
    for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
      if (tree.end(node) > offset) leaf = node;
    }
    return leaf;
  }

  textOf(node: number): string {
    return this.text.slice(this.tree.start(node), this.tree.end(node));
  }

  kindOf(node: number): string {
    return this.tree.type(node);
  }

  parentOf(node: number): number {
    return this.tree.parents[node] ?? noNode;
  }

  startOf(node: number): number {
    return this.tree.start(node);
  }

  fieldOf(node: number): string {
    return this.tree.grammar.fields[this.tree.fields[node] ?? 0] ?? "";
  }

  /** The child of a node that the path of a field leads to: see `Field` of the rules for types. */
  childOf(node: number, field: string): number {
    const { levels } = pathOf(field);
    let at = node;
    for (const level of levels) {
      at = this.#childrenAt(at, level, true)[0] ?? noNode;
      if (at === noNode) return noNode;
    }
    return at;
  }

  /** The named children of a node, or the first one of them, that a level of a path means. */
  #childrenAt(node: number, { after, meant }: Level, isFirst: boolean): readonly number[] {
    const tree = this.tree;
    const found: number[] = [];
    let isAfter = after === undefined;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child)) continue;
      if (isAfter && this.#isMeant(child, meant)) {
        found.push(child);
        if (isFirst) break;
      }
      isAfter ||= after !== undefined && this.#isMeant(child, after);
    }
    return found;
  }

  #isMeant(child: number, meant: Meant): boolean {
    if (typeof meant === "string") return this.fieldOf(child) === meant;
    return meant.kinds === undefined ? (this.tree.flags[child] ?? 0) < 4 : meant.kinds.includes(this.kindOf(child));
  }

  /** The child with a field, or else the first or the last one with a name. */
  childOr(node: number, field: string | undefined, which: "first" | "last"): number {
    if (field !== undefined) return this.childOf(node, field);
    const children = this.namedChildren(node);
    return (which === "first" ? children[0] : children.at(-1)) ?? noNode;
  }

  /** The child with a field of the nearest node around one that has such a child; noNode for none. */
  childAround(node: number, field: string): number {
    for (let at = node, level = 0; at !== noNode && level < maxAround; at = this.parentOf(at), level++) {
      const child = this.childOf(at, field);
      if (child !== noNode) return child;
    }
    return noNode;
  }

  isIn(offset: number, node: number): boolean {
    return node !== noNode && this.tree.start(node) <= offset && offset < this.tree.end(node);
  }

  /** The nearest node around one, or the node itself, of a kind; noNode for none. */
  around(node: number, isMeant: (kind: string) => boolean, levels = Number.POSITIVE_INFINITY): number {
    for (let at = node, level = 0; at !== noNode && level <= levels; at = this.parentOf(at), level++) {
      if (isMeant(this.kindOf(at))) return at;
    }
    return noNode;
  }

  /** The number of named children before one. */
  positionIn(node: number, child: number): number {
    return this.namedChildren(node).indexOf(child);
  }

  /** The named children with a field, in source order. */
  childrenOf(node: number, field: string): readonly number[] {
    const { levels } = pathOf(field);
    return levels.reduce<readonly number[]>(
      (nodes, level) => nodes.flatMap((at) => this.#childrenAt(at, level, false)),
      [node],
    );
  }

  /** True for a node with a word in it, such as `static`. */
  hasSign(node: number, sign: string): boolean {
    const tree = this.tree;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) && this.textOf(child) === sign) return true;
    }
    return false;
  }

  siblingBefore(node: number): number {
    const parent = this.parentOf(node);
    let before = noNode;
    if (parent === noNode) return noNode;
    const tree = this.tree;
    for (let child = tree.firstChild(parent); child !== noNode && child !== node; child = tree.nextSibling(child)) {
      before = child;
    }
    return before;
  }

  endOf(node: number): number {
    return this.tree.end(node);
  }

  /** The children that the grammar names, without comments and the like. */
  namedChildren(node: number): readonly number[] {
    const { tree } = this;
    const found: number[] = [];
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && (tree.flags[child] ?? 0) < 4) found.push(child);
    }
    return found;
  }

  /** The named nodes in a node that have no named children. */
  leavesOf(node: number): readonly number[] {
    const tree = this.tree;
    const leaves: number[] = [];
    for (let at = node; at < (tree.nexts[node] ?? 0); at++) {
      if (tree.isNamed(at) && tree.firstNamedChild(at) === noNode) leaves.push(at);
    }
    return leaves;
  }
}

/** A child by its field, or by its kind; `kinds` is undefined for any kind but comments. */
type Meant = string | { readonly kinds: readonly string[] | undefined };

/** A step of a path from a node to a child of it. */
type Level = { readonly meant: Meant; readonly after: Meant | undefined };

type FieldPath = { readonly levels: readonly Level[] };

/** The paths of the rules of all languages. */
const paths = new Map<string, FieldPath>();

function pathOf(field: string): FieldPath {
  return getOrInsert(paths, field, () => ({
    levels: field.split("/").map((level) => {
      const [first = "", second] = level.split(">");
      return second === undefined
        ? { meant: meantBy(first), after: undefined }
        : { meant: meantBy(second), after: meantBy(first) };
    }),
  }));
}

function meantBy(written: string): Meant {
  if (!written.startsWith("(")) return written;
  const kinds = written.slice(1, -1);
  return { kinds: kinds === "*" ? undefined : kinds.split("|") };
}
