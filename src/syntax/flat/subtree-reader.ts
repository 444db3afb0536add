/**
 * The reader of trees in the memory of web-tree-sitter, which is much faster than a cursor. Input: the memory and the
 * address of a root; output: the columns of a flat tree.
 */
import type { Node } from "web-tree-sitter";
import { errorKind, nodeFlags, noNode, type TreeArrays } from "./flat-tree.ts";

/*
 * The memory of tree-sitter 0.27.1 as web-tree-sitter compiles it: wasm32, little-endian, pointers of 4 bytes. All
 * offsets below are in words of 4 bytes.
 *
 * lib/src/tree.h, TSTree: the root's Subtree (2 words), then the TSLanguage. `Node.id` is the address of a node's
 * Subtree, and so that of the tree for its root.
 *
 * lib/src/subtree.h, Subtree: 8 bytes. With the lowest bit set it is a SubtreeInlineData, a small leaf:
 *
 *   bits 0–7    is_inline visible named extra has_changes is_missing is_keyword depends_on_column
 *   bits 8–15   symbol
 *   bits 16–31  parse_state
 *   bits 32–47  padding_columns, padding_rows, lookahead_bytes
 *   bits 48–55  padding_bytes
 *   bits 56–63  size_bytes
 *
 * else its first word is the address of a SubtreeHeapData, whose children are the Subtrees right before it.
 *
 * A padding is what lies between a node and the end of the one before it; that of a first child is also its parent's.
 * Text that is given as a string is UTF-16 to tree-sitter, so that a byte offset is twice a JavaScript offset.
 */
const treeWords = { language: 2 } as const;

/** lib/src/subtree.h, SubtreeHeapData. The fields after `flags` exist for a node with children. */
const heapWords = {
  paddingBytes: 1,
  sizeBytes: 4,
  childCount: 9,
  /** In its lower half, with the parse state above. */
  symbol: 10,
  flags: 11,
  visibleChildCount: 12,
  visibleDescendantCount: 14,
  /** In its upper half, with the repeat depth below. */
  production: 16,
} as const;

/** Bits of a SubtreeInlineData, and of SubtreeHeapData's flags. */
const inlineBits = { isInline: 1, visible: 2, named: 4, extra: 8, missing: 32 } as const;
const heapBits = { visible: 1, named: 2, extra: 4, missing: 512 } as const;

/** lib/src/parser.h, TSLanguage. */
const languageWords = {
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  /** In its lower half. */
  maxAliasSequenceLength: 9,
  fieldMapSlices: 16,
  fieldMapEntries: 17,
  symbolMetadata: 18,
  publicSymbolMap: 19,
  aliasSequences: 21,
} as const;

/** Bytes of a TSSymbolMetadata, and the place of `named` in it. */
const metadataSize = 3;
const namedOffset = 1;

/** The facts of the grammar about nodes: TSLanguage's tables for symbols, aliases and fields. */
type Tables = {
  /** Symbol → the kind that nodes of it have, as `ts_language_public_symbol` gives it. */
  readonly kinds: Uint16Array;
  /** Symbol → 1 where it is named. */
  readonly named: Uint8Array;
  /** Production and structural child index → the alias; `aliasWidth` for each production. */
  readonly aliases: Uint16Array;
  readonly aliasWidth: number;
  /** Production and structural child index → the field that is not inherited; `fieldWidth` for each production. */
  readonly fields: Uint16Array;
  readonly fieldWidth: number;
};

/** A subtree that is being gone through, as numbers on the stack. */
const frameLength = 7;

/** Numbers of a stack that is kept for the next tree: 10,000 levels. */
const maxKeptStack = 70_000;

/** Copies trees of one grammar out of the memory of web-tree-sitter. */
export class SubtreeReader {
  readonly #memory: WebAssembly.Memory;
  readonly #tables: Tables;
  /** Of the memory, which is another buffer each time that it has grown. */
  #words: Int32Array;
  #stack = new Int32Array(frameLength * 64);

  /**
   * @param root of any tree of the grammar
   * @throws Error when the memory cannot have the layout that is described above
   */
  constructor(memory: WebAssembly.Memory, root: Node) {
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer);
    this.#tables = tablesOf(memory, root);
  }

  /**
   * Copies the tree below a root into arrays that have room for its nodes.
   *
   * Fields and aliases belong to the production of a node's parent, hidden ones included. A node in a hidden parent has
   * the field that this parent has for it, or else the field of the hidden parent itself; extras have none.
   *
   * @throws Error when there are not as many nodes as `size`
   */
  copy(root: Node, arrays: TreeArrays, size: number): void {
    if (this.#words.buffer !== this.#memory.buffer) this.#words = new Int32Array(this.#memory.buffer);
    const words = this.#words;
    const { kinds, starts, ends, parents, nexts, fields, flags } = arrays;
    const tables = this.#tables;
    let stack = this.#stack;
    let depth = 0;
    let nodes = 0;
    // The open subtree: the root of the tree is the only child of none.
    let child = root.id >>> 2;
    let left = 1;
    let bytes = 0;
    let index = 0;
    let production = 0;
    let parent: number = noNode;
    let inherited = 0;
    for (;;) {
      if (left === 0) {
        if (depth === 0) break;
        depth -= frameLength;
        child = at(stack, depth);
        left = at(stack, depth + 1);
        bytes = at(stack, depth + 2);
        index = at(stack, depth + 3);
        production = at(stack, depth + 4);
        parent = at(stack, depth + 5);
        inherited = at(stack, depth + 6);
      }
      const head = at(words, child);
      const isInline = (head & inlineBits.isInline) !== 0;
      const heap = head >>> 2;
      let symbol: number;
      let start: number;
      let end: number;
      let isVisible: boolean;
      let isNamed: boolean;
      let isExtra: boolean;
      let isMissing: boolean;
      let children = 0;
      if (isInline) {
        const tail = at(words, child + 1);
        symbol = (head >>> 8) & 0xff;
        start = bytes + ((tail >>> 16) & 0xff);
        end = start + (tail >>> 24);
        isVisible = (head & inlineBits.visible) !== 0;
        isNamed = (head & inlineBits.named) !== 0;
        isExtra = (head & inlineBits.extra) !== 0;
        isMissing = (head & inlineBits.missing) !== 0;
      } else {
        const bits = at(words, heap + heapWords.flags);
        symbol = at(words, heap + heapWords.symbol) & 0xffff;
        start = bytes + at(words, heap + heapWords.paddingBytes);
        end = start + at(words, heap + heapWords.sizeBytes);
        children = at(words, heap + heapWords.childCount);
        isVisible = (bits & heapBits.visible) !== 0;
        isNamed = (bits & heapBits.named) !== 0;
        isExtra = (bits & heapBits.extra) !== 0;
        isMissing = (bits & heapBits.missing) !== 0;
      }
      child += 2;
      left--;
      let alias = 0;
      let field = 0;
      if (!isExtra) {
        if (production !== 0) alias = at(tables.aliases, production * tables.aliasWidth + index);
        if (index < tables.fieldWidth) field = at(tables.fields, production * tables.fieldWidth + index);
        if (field === 0) field = inherited;
        index++;
      }
      const isNode = isVisible || alias !== 0 || parent === noNode;
      const node = nodes;
      if (isNode) {
        if (nodes === size) throw new Error(`The tree has more than ${size} nodes.`);
        nodes++;
        if (alias !== 0) {
          symbol = alias;
          isNamed = tables.named[alias] === 1;
        }
        kinds[node] = at(tables.kinds, symbol);
        starts[node] = start >>> 1;
        ends[node] = end >>> 1;
        parents[node] = parent;
        nexts[node] = nodes + (children === 0 ? 0 : at(words, heap + heapWords.visibleDescendantCount));
        fields[node] = field;
        flags[node] =
          (isNamed ? nodeFlags.named : 0) |
          (isMissing ? nodeFlags.missing : 0) |
          (isExtra ? nodeFlags.extra : 0) |
          (symbol === errorKind ? nodeFlags.error : 0);
      }
      if (children === 0 || at(words, heap + heapWords.visibleChildCount) === 0) {
        bytes = end;
        continue;
      }
      if (left > 0) {
        if (depth === stack.length) stack = this.#grownStack();
        stack[depth] = child;
        stack[depth + 1] = left;
        stack[depth + 2] = end;
        stack[depth + 3] = index;
        stack[depth + 4] = production;
        stack[depth + 5] = parent;
        stack[depth + 6] = inherited;
        depth += frameLength;
      }
      child = heap - 2 * children;
      if (child < 0) throw new Error("The children of a subtree are not in the memory.");
      left = children;
      index = 0;
      production = at(words, heap + heapWords.production) >>> 16;
      parent = isNode ? node : parent;
      inherited = isNode ? 0 : field;
    }
    if (nodes !== size) throw new Error(`The tree has ${nodes} nodes, not ${size}.`);
    if (stack.length > maxKeptStack) this.#stack = new Int32Array(frameLength * 64);
  }

  #grownStack(): Int32Array<ArrayBuffer> {
    const stack = new Int32Array(this.#stack.length * 2);
    stack.set(this.#stack);
    this.#stack = stack;
    return stack;
  }
}

/** An item of an array that is known to have it. */
function at(array: Int32Array | Uint16Array, index: number): number {
  return array[index] ?? 0;
}

function tablesOf(memory: WebAssembly.Memory, root: Node): Tables {
  const words = new Int32Array(memory.buffer);
  const shorts = new Uint16Array(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  const { language: grammar } = root.tree;
  const language = at(words, (root.id >>> 2) + treeWords.language) >>> 2;
  const word = (offset: number) => at(words, language + offset);
  const symbolCount = word(languageWords.symbolCount) + word(languageWords.aliasCount);
  const productionCount = word(languageWords.productionCount);
  if (word(languageWords.fieldCount) !== grammar.fieldCount || symbolCount !== grammar.nodeTypeCount) {
    throw new Error("The language is not where it was expected in the memory.");
  }
  const kinds = new Uint16Array(errorKind + 1);
  kinds.set(shorts.subarray(word(languageWords.publicSymbolMap) >>> 1).subarray(0, symbolCount));
  kinds[errorKind] = errorKind;
  const metadata = word(languageWords.symbolMetadata);
  const named = Uint8Array.from({ length: symbolCount }, (_, symbol) => {
    return bytes[metadata + symbol * metadataSize + namedOffset] ?? 0;
  });
  const aliasWidth = word(languageWords.maxAliasSequenceLength) & 0xffff;
  const firstAlias = word(languageWords.aliasSequences) >>> 1;
  const aliases = shorts.slice(firstAlias, firstAlias + productionCount * aliasWidth);
  return { kinds, named, aliases, aliasWidth, ...fieldsOf(words, shorts, language, productionCount) };
}

/** TSFieldMapSlice: index and length. TSFieldMapEntry: field, and child index with `inherited` above it. */
function fieldsOf(
  words: Int32Array,
  shorts: Uint16Array,
  language: number,
  productionCount: number,
): Pick<Tables, "fields" | "fieldWidth"> {
  if (at(words, language + languageWords.fieldCount) === 0) return { fields: new Uint16Array(), fieldWidth: 0 };
  const slices = at(words, language + languageWords.fieldMapSlices) >>> 1;
  const entries = at(words, language + languageWords.fieldMapEntries) >>> 1;
  const found: { readonly production: number; readonly child: number; readonly field: number }[] = [];
  for (let production = 0; production < productionCount; production++) {
    const first = at(shorts, slices + 2 * production);
    const length = at(shorts, slices + 2 * production + 1);
    for (let entry = entries + 2 * first; entry < entries + 2 * (first + length); entry += 2) {
      const place = at(shorts, entry + 1);
      const isInherited = place >>> 8 !== 0;
      if (!isInherited) found.push({ production, child: place & 0xff, field: at(shorts, entry) });
    }
  }
  const fieldWidth = found.reduce((width, { child }) => Math.max(width, child + 1), 0);
  const fields = new Uint16Array(productionCount * fieldWidth);
  for (const { production, child, field } of found) {
    // The first entry counts, as for a cursor.
    const place = production * fieldWidth + child;
    if (fields[place] === 0) fields[place] = field;
  }
  return { fields, fieldWidth };
}
