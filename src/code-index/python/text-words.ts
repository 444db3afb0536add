import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { wordsOfLine } from "../line-words.ts";
import type { WordRange } from "../names-outside-tree.ts";

/** The node around a string that is an annotation or a part of one, up to a bound. */
const annotationKinds = wordSet("type type_parameter generic_type subscript binary_operator list union_type");

/**
 * The words in strings and comments that the rules of `python/rules` may take for names: a string that is one word,
 * words of annotations, and comments with types. All others are text, however many there are.
 */
export function* textWordsIn(tree: FlatTree, text: string): Generator<WordRange> {
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.type(node);
    const [start, end] = [tree.start(node), tree.end(node)];
    if (kind === "comment" ? !/^#[ \t]*type:/.test(text.slice(start, end)) : kind !== "string_content") continue;
    const words = kind === "comment" || isInAnnotation(tree, node) ? wordsOfLine(text.slice(start, end)) : [];
    for (const { word, column } of words) yield { start: start + column - 1, end: start + column - 1 + word.length };
    if (words.length === 0 && kind !== "comment" && isWord(text.slice(start, end))) yield { start, end };
  }
}

function isInAnnotation(tree: FlatTree, content: number): boolean {
  const string = tree.parents[content] ?? noNode;
  const holder = string === noNode ? noNode : (tree.parents[string] ?? noNode);
  return holder !== noNode && annotationKinds.has(tree.type(holder));
}

function isWord(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(text);
}
