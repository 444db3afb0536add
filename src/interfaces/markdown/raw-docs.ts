import { countWhile } from "../../base/count-while.ts";
import type { Range } from "../../base/nested-ranges.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PlacedSymbol } from "../../syntax/symbols.ts";
import { beginsLine } from "../edits.ts";
import { childrenIn, type ReadTree } from "../read-tree.ts";
import { docstringLines } from "./docstrings.ts";
import { commentLines } from "./doxygen.ts";

/** The documentation of symbols: lines of comments or docstrings. */
export class RawDocs {
  readonly #file: ReadTree;
  readonly #comments: readonly Range[];

  constructor(file: ReadTree) {
    this.#file = file;
    const { tree } = file;
    const comments: Range[] = [];
    for (let node = 0; node < tree.size; node++) {
      if (tree.type(node).endsWith("comment")) comments.push({ start: tree.start(node), end: tree.end(node) });
    }
    this.#comments = comments;
  }

  /** The lines of the string that a body begins with; undefined when there is none. */
  docstringAt(offset: number): readonly string[] | undefined {
    const { tree, textOf } = this.#file;
    for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
      if (tree.type(node) !== "string") continue;
      const statement = tree.parents[node] ?? noNode;
      if (statement === noNode || tree.end(statement) !== tree.end(node)) return undefined;
      return tree.type(statement) === "expression_statement" ? docstringLines(textOf(node)) : undefined;
    }
    return undefined;
  }

  /** The docstring of a module. */
  docstringOfModule(): readonly string[] | undefined {
    const { tree } = this.#file;
    for (const node of childrenIn(tree, 0)) {
      if (tree.type(node) !== "comment") return this.docstringAt(tree.start(node));
    }
    return undefined;
  }

  /** The lines of the comments above a symbol, or else of the one after it on its line. */
  commentOf({ start, end }: Pick<PlacedSymbol, "start" | "end">): readonly string[] | undefined {
    const { text, parsed, commentSigns } = this.#file;
    let next = start;
    const found: string[] = [];
    for (let i = countWhile(this.#comments.length, (at) => (this.#comments[at]?.end ?? 0) <= start) - 1; i >= 0; i--) {
      const comment = this.#comments[i];
      if (comment === undefined || !isAdjacent(parsed, comment.end, next) || !beginsLine(text, comment.start)) break;
      found.unshift(text.slice(comment.start, comment.end));
      next = comment.start;
      if (found.length >= maxComments) break;
    }
    if (found.length > 0) return found.flatMap((comment) => commentLines(comment, commentSigns));
    const behind = this.#comments[countWhile(this.#comments.length, (at) => (this.#comments[at]?.start ?? 0) < end)];
    if (behind === undefined || behind.start - end > maxGap) return undefined;
    if (!/^[ \t;,]*$/.test(text.slice(end, behind.start))) return undefined;
    return commentLines(text.slice(behind.start, behind.end), commentSigns);
  }
}

/** Comments above one symbol: each line may be one. */
const maxComments = 200;

/** UTF-16 code units between a symbol and its comment. */
const maxGap = 500;

/** True when blanks with at most one line break, or macros that are masked, are between a comment and what is below it. */
function isAdjacent(parsed: string, from: number, to: number): boolean {
  if (to - from > maxGap) return false;
  const gap = parsed.slice(from, to);
  return gap.trim() === "" && gap.split("\n").length <= 2;
}
