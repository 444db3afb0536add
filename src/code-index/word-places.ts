/**
 * The places of words in texts, and what is around them. Input: a text, with its tree if it is parsed; output: offsets of words, and
 * whether a place is in a comment or a string.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";

export const anyWord = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;

/** The offsets of some words in a text. */
export function placesOfWords(text: string, words: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: word, index } of text.matchAll(anyWord)) {
    if (words.has(word)) getOrInsert(places, word, () => []).push(index);
  }
  return places;
}

/** The offsets of one word in a text: as `placesOfWords`, without a look at other words. */
export function placesOfWord(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const before = /[\p{L}\p{N}\p{M}_$]*$/u.exec(text.slice(Math.max(at - maxSide, 0), at))?.[0] ?? "";
    const after = text.slice(at + word.length, at + word.length + 2);
    // A word begins after digits, and does not end at one.
    if (/^[\p{N}\p{M}]*$/u.test(before) && !/^[\p{L}\p{N}\p{M}_$]/u.test(after)) places.push(at);
  }
  return places;
}

/** UTF-16 code units of a line on each side of a name. */
const maxSide = 500;

export function isOnCommentLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - maxSide, 0), at);
  return /(?:^|\n)[^\S\n]*\/\/[^\n]*$/.test(before);
}

/** True for a place that may be in a comment or a string, by its line or by a sign of documentation before it. */
export function mayBeText(text: string, at: number): boolean {
  return hasSignOfText(text, at) || text.lastIndexOf('"""', at) >= 0 || text.lastIndexOf("'''", at) >= 0;
}

/**
 * True for a place that is probably in a comment or a string: as `mayBeText`, but after all documentation that has ended. A quote of
 * documentation in a comment may turn the answer around.
 */
export function isLikelyText(text: string, at: number): boolean {
  if (hasSignOfText(text, at)) return true;
  const quotes = text.slice(0, at).match(/"""|'''/g) ?? [];
  return quotes.length % 2 === 1;
}

/** True if the line before a place has a sign of a comment or a string, or a comment has begun before it. */
function hasSignOfText(text: string, at: number): boolean {
  return isAfterSign(text, at) || text.lastIndexOf("/*", at) > text.lastIndexOf("*/", at);
}

/** True if the line before a place has a sign of a comment or a string. */
export function isAfterSign(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - maxSide, 0), at);
  return /["'`]|\/\/|\/\*|#/.test(before.slice(before.lastIndexOf("\n") + 1));
}

/** True for a line of documentation that doctest runs. */
export function isInExample(text: string, at: number): boolean {
  return /(?:^|\n)[^\S\n]*(?:>>>|\.\.\.) [^\n]*$/.test(text.slice(Math.max(at - maxSide, 0), at));
}

/** The nodes of code in a string: `f"{area}"`, `${area}`, `\{area}`. */
const codeInString = /(?<!escape_)interpolation$|substitution$|^format_expression$/;

/** Nodes around a place in which a string is looked for. */
const maxLevels = 6;

/**
 * The kind of text around a place; undefined for code. A string that is a statement of its own is a comment; what a string evaluates
 * is code, except the strings in it: `'area'` of `f"{sizes['area']}"`.
 */
export function textKindAt(tree: FlatTree, at: number): "comment" | "string" | undefined {
  let node = tree.firstFrom(at + 1) - 1;
  let string = noNode;
  for (let level = 0; level < maxLevels && node > noNode; level++, node = tree.parents[node] ?? noNode) {
    if (tree.end(node) <= at) continue;
    const kind = tree.type(node);
    if (/comment/.test(kind)) return "comment";
    if (codeInString.test(kind)) return string === noNode ? undefined : "string";
    if (/string|char_literal/.test(kind)) string = node;
    else if (string !== noNode) {
      const isStatement = kind === "expression_statement" && tree.nextSibling(string) === noNode;
      return isStatement && tree.start(string) === tree.start(node) ? "comment" : "string";
    }
  }
  return string === noNode ? undefined : "string";
}
