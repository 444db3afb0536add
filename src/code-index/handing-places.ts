/**
 * The places that hand a function over instead of calling it: `Thread(target=f)`, `table = {"x": f}`, `connect(&A::f)`. Input: a
 * name in a tree, and the rules of its language; output: whether its value goes on from there.
 */
import { wordList } from "../base/word-list.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";

/** A value goes on from a place, or the place of the node around it decides. */
type HandingPlace = "handed" | "outer";

/** The rules of a language for functions that are named and not called. */
export type HandingRules = {
  /** Kind of the parent → field of the node in it, or `*` for any → the way of the value; a place without a rule ends it. */
  readonly places: ReadonlyMap<string, Readonly<Record<string, HandingPlace>>>;
  /** Kind of the parent → the word before a child that is only a condition. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** The end of the text before a value that goes nowhere: a function that only looks at its arguments, a list of names. */
  readonly keepers: RegExp;
};

/** Nodes around a name that are looked through: `[[[f]]]`. */
const maxLevels = 30;

/** UTF-16 code units before a value that may keep it: a called function with its qualifiers. */
const maxKeeper = 200;

/** Rules of places by their kinds of parents: each word is `kind`, for any field, or `kind.field`. */
export function handingPlacesOf(words: Readonly<Record<HandingPlace, readonly string[]>>): HandingRules["places"] {
  const places = new Map<string, Record<string, HandingPlace>>();
  for (const place of ["handed", "outer"] as const) {
    for (const word of words[place].flatMap((line) => wordList(line))) {
      const [kind = "", field = "*"] = word.split(".");
      places.set(kind, { ...places.get(kind), [field]: place });
    }
  }
  return places;
}

/** True for a name whose value is an argument, is assigned or returned, or is in a table. */
export function isHandedOver(
  { tree, text }: { readonly tree: FlatTree; readonly text: string },
  name: number,
  { places, conditions = {}, keepers }: HandingRules,
): boolean {
  let node = name;
  for (let level = 0; level < maxLevels; level++) {
    const parent = tree.parents[node] ?? noNode;
    const kind = parent === noNode ? "" : tree.type(parent);
    const fields = places.get(kind);
    const place = fields && (fields[tree.grammar.fields[tree.fields[node] ?? 0] ?? ""] ?? fields["*"]);
    if (place === undefined) return false;
    if (place === "handed") {
      const start = tree.start(node);
      return !keepers.test(text.slice(Math.max(tree.start(parent), start - maxKeeper), start));
    }
    const condition = conditions[kind];
    if (condition !== undefined && followsWord(tree, node, condition)) return false;
    node = parent;
  }
  return false;
}

/** True for a node after a word of the language in its parent. */
function followsWord(tree: FlatTree, node: number, word: string): boolean {
  let last = noNode;
  for (let child = tree.firstChild(tree.parents[node] ?? noNode); child !== noNode; child = tree.nextSibling(child)) {
    if (child === node) return last !== noNode && tree.type(last) === word;
    last = child;
  }
  return false;
}
