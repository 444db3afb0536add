/**
 * The copying of syntax trees out of web-tree-sitter. Input: the root of a tree; output: a flat tree, read from the
 * memory of the runtime, or by a cursor if a check shows another layout there.
 */
import type { Language as Grammar, Node } from "web-tree-sitter";
import type { LoadedGrammar } from "../grammars.ts";
import { copyByCursor } from "./cursor-copy.ts";
import { FlatTree, TreeArrays } from "./flat-tree.ts";
import { SubtreeReader } from "./subtree-reader.ts";

/** Nodes of arrays that are kept for the next tree: nodes of 1 MB of source, 5 MB of arrays. */
const maxKeptNodes = 262_144;

/** Nodes of the smallest arrays. */
const minNodes = 16_384;

/** The arrays of a tree that was released. One is enough: a thread has one file at a time. */
let kept: TreeArrays | undefined;

/**
 * Nodes of a grammar that are copied by a cursor before its reader is checked. The check parses a text, after which V8
 * optimizes the lexer for a quarter of a second: more than all the rest of a call about a short file.
 */
export const uncheckedNodes = 4_096;

/** By grammar, its reader after the check, and the nodes that were copied before it. */
const readers = new WeakMap<Grammar, SubtreeReader | "cursor">();
const copied = new WeakMap<Grammar, number>();

/**
 * Copies the tree below a root out of the memory of web-tree-sitter; by a cursor for the first nodes of a grammar, and
 * where a check shows that the memory is not as `SubtreeReader` expects it.
 */
export function copyTree(loaded: LoadedGrammar, root: Node): FlatTree {
  const size = root.descendantCount;
  const reader = readers.get(loaded.grammar) ?? readerFor(loaded, size);
  const arrays = arraysFor(size);
  if (reader === "cursor") copyByCursor(root, arrays);
  else reader.copy(root, arrays, size);
  return new FlatTree(root.tree.language, root, size, arrays);
}

/** @param size the nodes of a tree to be copied, of a grammar whose reader was not checked */
function readerFor(loaded: LoadedGrammar, size: number): SubtreeReader | "cursor" {
  const nodes = (copied.get(loaded.grammar) ?? 0) + size;
  copied.set(loaded.grammar, nodes);
  if (nodes <= uncheckedNodes) return "cursor";
  const reader = checkedReader(loaded) ?? "cursor";
  readers.set(loaded.grammar, reader);
  return reader;
}

/** Gives the arrays of a tree to the next one. The tree must not be used any more. */
export function releaseTree({ arrays }: FlatTree): void {
  if (arrays.capacity <= maxKeptNodes) kept = arrays;
}

function arraysFor(size: number): TreeArrays {
  const arrays = kept;
  kept = undefined;
  if (arrays !== undefined && arrays.capacity >= size) return arrays;
  let capacity = Math.max(minNodes, arrays?.capacity ?? 0);
  while (capacity < size) capacity *= 2;
  return new TreeArrays(capacity > maxKeptNodes ? size : capacity);
}

/**
 * A text that every grammar reads as some tree with errors, missing nodes, comments and blank lines; C-like languages
 * and Python read much of it as it is meant.
 */
const probe = `@a
class A(B):
    # é
    def f(self, *args, x: int = 1) -> None: return x if (y.z[0] else "\\n{a!r:>{w}}"
namespace n { template <class T, int N = 1> struct S : public B<T> { virtual int* f(T&& t) const = 0; /* c */
unsigned long a, *b[3] = {1, 2}; enum E { X, Y = 2 }; }; int A::f() { for (auto x : y) if (x) return "s"; else g(x + 1, } }
// c
#define M(a) a
import a.b as c, d; match x: case [1, *_]: pass
int x
`;

/** A reader that copies the probe as a cursor does; undefined when it does not. */
function checkedReader({ parser, memory }: LoadedGrammar): SubtreeReader | undefined {
  const tree = parser.parse(probe);
  if (tree === null) return undefined;
  try {
    const { rootNode: root } = tree;
    const { descendantCount: size } = root;
    const expected = new TreeArrays(size);
    copyByCursor(root, expected);
    const reader = new SubtreeReader(memory, root);
    const copied = new TreeArrays(size);
    reader.copy(root, copied, size);
    return haveEqualNodes(copied, expected) ? reader : undefined;
  } catch (error) {
    // A layout that is another one shows itself in any way.
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    tree.delete();
  }
}

function haveEqualNodes(one: TreeArrays, other: TreeArrays): boolean {
  const columns = ["kinds", "starts", "ends", "parents", "nexts", "fields", "flags"] as const;
  return columns.every((column) => one[column].every((value, node) => value === other[column][node]));
}
