/**
 * The flat tree: a syntax tree as typed arrays in preorder, which passes read without an object for each node. Input:
 * arrays that copyTree has filled; output: the kind, range, field and neighbours of a node by its number.
 */
import type { Language as Grammar, Node } from "web-tree-sitter";
import { countWhile } from "../../base/count-while.ts";

/** The properties of a node, as bits of `FlatTree.flags`. */
export const nodeFlags = { named: 1, missing: 2, extra: 4, error: 8 } as const;

/** The kind of ERROR nodes: `ts_builtin_sym_error`. */
export const errorKind = 0xffff;

/** Instead of a node where there is none. */
export const noNode = -1;

/** The columns of a tree: a number for each node. */
class TreeColumns {
  /** The id that `Node.typeId` has, and that `Language.idForNodeType` gives. */
  readonly kinds: Uint16Array;
  /** UTF-16 offsets, as `Node.startIndex`. They never decrease. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The parent; noNode for the root. */
  readonly parents: Int32Array;
  /** The first node after all that is below a node: its next sibling, unless it is the last child. */
  readonly nexts: Uint32Array;
  /** The id of the field that a node is in its parent, as `TreeCursor.currentFieldId`; 0 for none. */
  readonly fields: Uint16Array;
  /** Bits of nodeFlags. */
  readonly flags: Uint8Array;

  constructor(columns: Readonly<TreeColumns>) {
    this.kinds = columns.kinds;
    this.starts = columns.starts;
    this.ends = columns.ends;
    this.parents = columns.parents;
    this.nexts = columns.nexts;
    this.fields = columns.fields;
    this.flags = columns.flags;
  }
}

/**
 * A syntax tree as typed arrays. A node is a number: its place in preorder, so that the root is 0, the first child of a
 * node follows it, and all below a node is a contiguous range.
 *
 * The arrays may be longer than `size`; what lies after it is not part of the tree. They belong to the pool of
 * `copyTree` and are valid until they are released.
 */
export class FlatTree extends TreeColumns {
  /** The root of the tree that this is a copy of; undefined once that may be gone. */
  readonly root: Node | undefined;
  readonly grammar: Grammar;
  /** Nodes. */
  readonly size: number;
  /** The source of the columns. */
  readonly arrays: TreeArrays;

  constructor(grammar: Grammar, root: Node | undefined, size: number, arrays: TreeArrays) {
    super(arrays);
    this.grammar = grammar;
    this.root = root;
    this.size = size;
    this.arrays = arrays;
  }

  /** A copy in arrays of its own, which is valid as long as anything holds it. */
  kept(): FlatTree {
    const { size, arrays } = this;
    return new FlatTree(this.grammar, undefined, size, arrays.copy(size));
  }

  /** The name of a node's kind, as `Node.type`. */
  type(node: number): string {
    return this.grammar.types[this.kinds[node] ?? errorKind] ?? "ERROR";
  }

  start(node: number): number {
    return this.starts[node] ?? 0;
  }

  end(node: number): number {
    return this.ends[node] ?? 0;
  }

  isNamed(node: number): boolean {
    return ((this.flags[node] ?? 0) & nodeFlags.named) !== 0;
  }

  /** True for an ERROR and a MISSING node. */
  isFault(node: number): boolean {
    return ((this.flags[node] ?? 0) & (nodeFlags.error | nodeFlags.missing)) !== 0;
  }

  /** The ERROR and MISSING nodes, in source order. */
  faults(): readonly number[] {
    const found: number[] = [];
    for (let node = 0; node < this.size; node++) if (this.isFault(node)) found.push(node);
    return found;
  }

  firstChild(node: number): number {
    return node + 1 < (this.nexts[node] ?? 0) ? node + 1 : noNode;
  }

  nextSibling(node: number): number {
    const next = this.nexts[node] ?? 0;
    const parent = this.parents[node] ?? noNode;
    return parent !== noNode && next < (this.nexts[parent] ?? 0) ? next : noNode;
  }

  /** The first child that is this field; noNode when there is none. */
  childByField(node: number, field: number): number {
    for (let child = this.firstChild(node); child !== noNode; child = this.nextSibling(child)) {
      if (this.fields[child] === field) return child;
    }
    return noNode;
  }

  /** The node that web-tree-sitter has as an object; noNode when it is of another tree. */
  indexOf({ startIndex, endIndex, typeId }: Node): number {
    for (let node = this.firstFrom(startIndex); node < this.size && this.start(node) === startIndex; node++) {
      if (this.kinds[node] === typeId && this.ends[node] === endIndex) return node;
    }
    return noNode;
  }

  /** The first node that starts at an offset or after it; `size` when there is none. */
  firstFrom(offset: number): number {
    return countWhile(this.size, (node) => this.start(node) < offset);
  }

  firstNamedChild(node: number): number {
    for (let child = this.firstChild(node); child !== noNode; child = this.nextSibling(child)) {
      if (this.isNamed(child)) return child;
    }
    return noNode;
  }

  lastNamedChild(node: number): number {
    let last = noNode;
    for (let child = this.firstChild(node); child !== noNode; child = this.nextSibling(child)) {
      if (this.isNamed(child)) last = child;
    }
    return last;
  }
}

/** The arrays of a flat tree: 21 bytes a node. */
export class TreeArrays extends TreeColumns {
  readonly capacity: number;

  /** @param capacity nodes */
  constructor(capacity: number) {
    super({
      kinds: new Uint16Array(capacity),
      starts: new Uint32Array(capacity),
      ends: new Uint32Array(capacity),
      parents: new Int32Array(capacity),
      nexts: new Uint32Array(capacity),
      fields: new Uint16Array(capacity),
      flags: new Uint8Array(capacity),
    });
    this.capacity = capacity;
  }

  /** The first nodes, in arrays that hold no more. */
  copy(nodes: number): TreeArrays {
    const copy = new TreeArrays(nodes);
    copy.kinds.set(this.kinds.subarray(0, nodes));
    copy.starts.set(this.starts.subarray(0, nodes));
    copy.ends.set(this.ends.subarray(0, nodes));
    copy.parents.set(this.parents.subarray(0, nodes));
    copy.nexts.set(this.nexts.subarray(0, nodes));
    copy.fields.set(this.fields.subarray(0, nodes));
    copy.flags.set(this.flags.subarray(0, nodes));
    return copy;
  }
}
