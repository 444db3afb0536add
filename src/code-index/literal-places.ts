/**
 * The places of a text that is not the name of a symbol, such as of an option, a key, a title or a local variable: in strings, as an
 * attribute, and as a name in code. Input: an opened file and the text; output: its places. Hyphens, underscores and points are
 * alike, as an option `--max-depth` is the attribute `max_depth`.
 */
import { intersectionOf } from "../base/intersection.ts";
import type { ResolvedFile } from "./code.ts";
import type { NamedCode } from "./made-by.ts";
import { textKindAt } from "./word-places.ts";

/** A place of a name: in a string, as an attribute, as any other name in code, or in a comment. */
export type LiteralPlace = {
  readonly offset: number;
  readonly length: number;
  readonly in: "string" | "attribute" | "code" | "comment";
};

/** Files that are read for one name, and that are parsed for it since their text has it. */
const maxReadFiles = 2_000;
const maxParsedFiles = 400;

/** The files whose text has a name, and whether there may be more. */
export type LiteralFiles = { readonly paths: readonly string[]; readonly isPartial: boolean };

/** Returns the files whose text has a name or another text, in path order; none for a qualified name. */
export function filesWithLiteral(name: string, code: NamedCode): LiteralFiles {
  const pattern = patternOf(name);
  if (pattern === undefined) return { paths: [], isPartial: false };
  const worded = new Set(waysToWrite(name).flatMap((needed) => filesWithAll(needed, code)));
  const read = [...worded].sort().slice(0, maxReadFiles);
  const found = read.filter((path) => (code.textOf(path) ?? "").search(pattern) >= 0);
  return {
    paths: found.slice(0, maxParsedFiles),
    isPartial: read.length < worded.size || found.length > maxParsedFiles,
  };
}

/** The words that a text has, in the ways in which it may be written: an underscore joins words to one. */
function waysToWrite(name: string): readonly (readonly string[])[] {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = name.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? [];
  // A number is not a word of a file.
  const ways = [words, names, [words.join("_")]].map((way) => way.filter((word) => /^[\p{L}_$]/u.test(word)));
  const known = ways.filter((way) => way.length > 0);
  return known.length === 0 ? [[]] : known;
}

/** The files that have each of some words; all files for none. */
function filesWithAll(words: readonly string[], code: NamedCode): readonly string[] {
  if (words.length === 0) return code.index.files.map(({ path }) => path);
  return [...intersectionOf(words.map((word) => code.filesWith(word)))];
}

/**
 * The places of a text that count: in any string and as any name, in a string that is a name or a path of names, or there and as an
 * attribute.
 */
export const literalKinds = ["text", "key", "key or attribute"] as const;
export type LiteralKind = (typeof literalKinds)[number];

/** The places of a text in the strings of a file and in its code, in source order; of `text` in comments and documentation as well. */
export function literalPlacesIn(
  { tree, text }: ResolvedFile,
  name: string,
  kind: LiteralKind,
): readonly LiteralPlace[] {
  const pattern = patternOf(name);
  if (pattern === undefined) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: written }): LiteralPlace | undefined => {
    const { length } = written;
    const textKind = textKindAt(tree, index) ?? (isInMaskedString(text, index, length) ? "string" : undefined);
    if (textKind === "comment") {
      if (kind !== "text") return undefined;
    } else if (textKind === "string") {
      if (kind !== "text" && !isInKey(text, index, length)) return undefined;
    } else {
      const isAttribute = /(?:\.|->)\s*$/.test(text.slice(Math.max(index - maxGap, 0), index));
      // A local variable is declared in open files alone.
      const isWritten = kind === "text" && written === name;
      if (kind === "key" || !(isAttribute || isWritten)) return undefined;
      return { offset: index, length, in: isAttribute ? "attribute" : "code" };
    }
    return { offset: index, length, in: textKind };
  }).filter((place) => place !== undefined);
}

/** True for a text between quotes in a line of code that is not in the tree, such as the arguments of a macro. */
function isInMaskedString(text: string, offset: number, length: number): boolean {
  const before = text.slice(Math.max(offset - maxLine, 0), offset);
  const inLine = before.slice(before.lastIndexOf("\n") + 1);
  const quotes = inLine.match(/\\.|"/g)?.filter((found) => found === '"').length ?? 0;
  // A comment between the quotes of two strings is not told from a string, and is left out.
  if (/\/[*/]/.test(inLine)) return false;
  return quotes % 2 === 1 && /^[^"\n]*"/.test(text.slice(offset + length, offset + length + maxLine));
}

/** UTF-16 code units of a line at each side of a text in it. */
const maxLine = 500;

/** UTF-16 code units of a key at each side of a name in it. */
const maxKey = 100;

/** True for a name in a string that is a name, or a path of names: `"pkg.mod.run"`, `'rule:run'`. */
function isInKey(text: string, offset: number, length: number): boolean {
  const end = offset + length;
  return (
    /["'`](?:[\p{L}\p{N}_.:]*[.:])?$/u.test(text.slice(Math.max(offset - maxKey, 0), offset)) &&
    /^(?:[.:][\p{L}\p{N}_.:]*)?["'`]/u.test(text.slice(end, end + maxKey))
  );
}

/** UTF-16 code units between an attribute and its value. */
const maxGap = 8;

/** Finds a text that is not a part of a longer name, as in `max-depth`, `max_depth` and `max.depth`; undefined for none. */
function patternOf(name: string): RegExp | undefined {
  // The hyphens of an option are not in the names that programs give it.
  const bare = name.trim().replace(/^-+(?=[\p{L}\p{N}])/u, "");
  if (bare === "" || /^[\w~]*(?:::[\w~]*)+$/.test(bare)) return undefined;
  const parts = bare.split(/(?<=[\p{L}\p{N}])[-_.](?=[\p{L}\p{N}])/u);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const text = parts.map((part) => part.split(/\s+/).map(escaped).join("\\s+")).join("[-_.]");
  const before = /^[\p{L}\p{N}_]/u.test(first) ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = /[\p{L}\p{N}_]$/u.test(last) ? "(?![\\p{L}\\p{N}_])" : "";
  return new RegExp(before + text + after, "gu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
