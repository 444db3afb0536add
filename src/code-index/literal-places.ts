/**
 * The places of a name that no symbol has, such as of an option or a key: in strings and as an attribute. Input: an opened file
 * and the name; output: its places. Hyphens and underscores are alike, as an option `--max-depth` is the attribute `max_depth`.
 */
import { type FlatTree, noNode } from "../syntax/flat/flat-tree.ts";
import type { ResolvedFile } from "./code.ts";
import type { NamedCode } from "./made-by.ts";

/** A place of a name: in a string, or as the attribute of a value. */
export type LiteralPlace = { readonly offset: number; readonly length: number; readonly isAttribute: boolean };

/** Files that are read for one name, and that are parsed for it since their text has it. */
const maxReadFiles = 2_000;
const maxParsedFiles = 400;

/** Nodes around a place in which a string is looked for. */
const maxLevels = 6;

/** The files whose text has a name, and whether there may be more. */
export type LiteralFiles = { readonly paths: readonly string[]; readonly isPartial: boolean };

/** Returns the files whose text has a name, in path order; none for a name without words, and for one with `::`. */
export function filesWithLiteral(name: string, code: NamedCode): LiteralFiles {
  const words = wordsOf(name);
  if (words.length === 0 || name.includes("::")) return { paths: [], isPartial: false };
  // An underscore joins words to one.
  const ways = words.length > 1 ? [words, [words.join("_")]] : [words];
  const worded = new Set(ways.flatMap((needed) => filesWithAll(needed, code)));
  const read = [...worded].sort().slice(0, maxReadFiles);
  const pattern = patternOf(words);
  const found = read.filter((path) => (code.textOf(path) ?? "").search(pattern) >= 0);
  return {
    paths: found.slice(0, maxParsedFiles),
    isPartial: read.length < worded.size || found.length > maxParsedFiles,
  };
}

function filesWithAll(words: readonly string[], code: NamedCode): readonly string[] {
  const [one = [], ...others] = words.map((word) => code.filesWith(word));
  const sets = others.map((paths) => new Set(paths));
  return one.filter((path) => sets.every((paths) => paths.has(path)));
}

/** The places of a name in the strings of a file, except documentation, and as an attribute, in source order. */
export function literalPlacesIn({ tree, text }: ResolvedFile, name: string): readonly LiteralPlace[] {
  return Array.from(text.matchAll(patternOf(wordsOf(name))), ({ index, 0: { length } }): LiteralPlace | undefined => {
    const isAttribute = /(?:\.|->)\s*$/.test(text.slice(Math.max(index - maxGap, 0), index));
    const kind = textKindAt(tree, index);
    if (kind === "comment" || (kind === undefined && !isAttribute)) return undefined;
    return { offset: index, length, isAttribute: kind === undefined };
  }).filter((place) => place !== undefined);
}

/** The kind of text around an offset; a string that is a statement of its own is a comment. */
export function textKindAt(tree: FlatTree, offset: number): "comment" | "string" | undefined {
  let node = tree.firstFrom(offset + 1) - 1;
  let isString = false;
  for (let level = 0; level < maxLevels && node > noNode; level++, node = tree.parents[node] ?? noNode) {
    if (tree.end(node) <= offset) continue;
    const kind = tree.type(node);
    if (/comment/.test(kind) || (isString && kind === "expression_statement")) return "comment";
    if (/string|char_literal/.test(kind)) isString = true;
    else if (isString && kind !== "module") break;
  }
  return isString ? "string" : undefined;
}

/** UTF-16 code units between an attribute and its value. */
const maxGap = 8;

function wordsOf(name: string): readonly string[] {
  return name.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Finds words that are joined as in `max-depth`, `max_depth` and `max.depth`, and are not part of a longer name. */
function patternOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${words.join("[-_.]")}(?![\\p{L}\\p{N}_])`, "gu");
}
