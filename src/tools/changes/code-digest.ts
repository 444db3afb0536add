/**
 * The code of symbols without comments and white space. Input: the tree of a file; output: a digest of the tokens between two offsets,
 * the same for texts that differ only in comments and layout.
 */
import { countWhile } from "../../base/count-while.ts";
import { textDigest } from "../../edits/text-digest.ts";
import { type FlatTree, nodeFlags, noNode } from "../../syntax/flat/flat-tree.ts";
import type { ParsedFile } from "../../syntax/parse.ts";

/** Offsets in the text of a file. */
type Range = { readonly start: number; readonly end: number };

/** A token. Its depth in the tree tells the indented statements of Python apart; undefined for a comment. */
type Token = Range & { readonly depth: number | undefined };

/**
 * Returns a function that gives the digest of the tokens in a range, without ranges in it, such as the members of a class. Text that
 * no token has counts as it is written, such as masked macros, and so do strings. A docstring is a string.
 *
 * @param text of the file with line feeds
 */
export function codeDigests(file: ParsedFile, text: string): (range: Range, cut: readonly Range[]) => string {
  const tokens = tokensOf(file);
  const firstFrom = (offset: number) => countWhile(tokens.length, (i) => (tokens[i]?.start ?? offset) < offset);
  return ({ start, end }, cut) => {
    const left = cut.filter((range) => start <= range.start && range.end <= end).sort((a, b) => a.start - b.start);
    const code: string[] = [];
    let first: number | undefined;
    let at = start;
    for (const token of [...tokens.slice(firstFrom(start), firstFrom(end)), { start: end, end, depth: undefined }]) {
      for (let member = left[0]; member !== undefined && member.end <= token.start; member = left[0]) {
        code.push(textBetween(text, at, member.start));
        at = Math.max(at, member.end);
        left.shift();
      }
      if (left[0] !== undefined && left[0].start <= token.start) continue;
      code.push(textBetween(text, at, token.start));
      at = Math.max(at, token.end);
      if (token.depth === undefined) continue;
      first ??= token.depth;
      code.push(`${token.depth - first} ${text.slice(token.start, token.end)}\0`);
    }
    return textDigest(code.join(""));
  };
}

/**
 * Returns a function that gives the comment after an offset that only the sign of an end separates from it, and after which its line
 * has nothing: `int width;  // in pixels`.
 */
export function trailingComments(file: ParsedFile, text: string): (end: number) => Range | undefined {
  const { tree, offsetOf, endOf } = file.flat();
  const endByStart = new Map<number, number>();
  for (let node = 0; node < tree.size; node++) {
    if (isLayout(tree, node)) endByStart.set(offsetOf(tree.start(node)), endOf(tree.end(node)));
  }
  return (after) => {
    signOfEnd.lastIndex = after;
    const start = after + (signOfEnd.exec(text)?.[0].length ?? 0);
    const end = endByStart.get(start);
    return end !== undefined && isLineEnd(text, start, end) ? { start, end } : undefined;
  };
}

const signOfEnd = /[ \t]*[;,]?[ \t]*/y;

/** True if a comment lies in one line, which ends after it. */
function isLineEnd(text: string, start: number, end: number): boolean {
  const lineEnd = text.indexOf("\n", start);
  const rest = text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  return (lineEnd < 0 || end <= lineEnd + 1) && rest.trim() === "";
}

/** The leaves of a tree, and comments and strings as a whole, in source order. */
function tokensOf(file: ParsedFile): readonly Token[] {
  const { tree, offsetOf, endOf } = file.flat();
  const tokens: Token[] = [];
  const depths = new Int32Array(tree.size);
  for (let node = 0; node < tree.size; ) {
    const parent = tree.parents[node] ?? noNode;
    const depth = parent === noNode ? 0 : (depths[parent] ?? 0) + 1;
    depths[node] = depth;
    const isComment = isLayout(tree, node);
    const isWhole = isComment || tree.firstChild(node) === noNode || /string|char_literal/.test(tree.type(node));
    const range = { start: offsetOf(tree.start(node)), end: endOf(tree.end(node)) };
    if (isWhole && range.start < range.end) tokens.push({ ...range, depth: isComment ? undefined : depth });
    node = isWhole ? (tree.nexts[node] ?? tree.size) : node + 1;
  }
  return tokens;
}

/** True for a comment and a line that goes on. */
function isLayout(tree: FlatTree, node: number): boolean {
  const flags = tree.flags[node] ?? 0;
  const isExtra = (flags & nodeFlags.extra) !== 0 && (flags & nodeFlags.error) === 0;
  return isExtra && /(?:comment|line_continuation)$/.test(tree.type(node));
}

/** Text without a token; "" for white space. */
function textBetween(text: string, from: number, to: number): string {
  const between = text.slice(from, Math.max(from, to));
  return between.trim() === "" ? "" : `${between}\0`;
}
