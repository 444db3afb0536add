/**
 * The likeness of two functions. Input: their source; output: a number from 0 to 1. Names, numbers and strings are taken for any other of
 * their kind, so that a copy with other names is found; the names that both call say whether they do the same with the same things.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { CommentSigns } from "../../syntax/comment-signs.ts";

/** The features of a function that are compared. */
export type CodeShape = {
  /** Hashes of each run of tokens, in ascending order. */
  readonly runs: readonly number[];
  /** The names that it calls, each once. */
  readonly calls: readonly string[];
};

/** Tokens of a run: fewer are alike in any code. */
const runLength = 5;

/** The share of the names that are called in the likeness; the rest is of the runs. */
const shareOfCalls = 0.25;

/** Runs of the shortest function that is compared: two shorter ones are alike by chance. */
export const leastRuns = 20;

/** The likeness of the least similar function that is listed. */
export const leastLikeness = 0.4;

/**
 * Returns the features of the source of a function. Comments do not count, nor does its own name among the ones that it calls: a copy has
 * another one.
 */
export function shapeOf(source: string, signs: CommentSigns, ownName?: string): CodeShape {
  const tokens: number[] = [];
  const calls = new Set<string>();
  let name: string | undefined;
  for (const { 0: text, groups } of source.matchAll(patternOf(signs))) {
    if (groups?.comment !== undefined) continue;
    const isName = groups?.name !== undefined && !keywords.has(text);
    if (text === "(" && name !== undefined && name !== ownName) calls.add(name);
    name = isName ? text : undefined;
    tokens.push(hashOf(isName ? "a" : groups?.string !== undefined ? '"' : groups?.number !== undefined ? "0" : text));
  }
  const runs: number[] = [];
  for (let at = 0; at + runLength <= tokens.length; at++) {
    let run = 0;
    for (let next = 0; next < runLength; next++) run = (Math.imul(run, 0x01000193) ^ (tokens[at + next] ?? 0)) >>> 0;
    runs.push(run);
  }
  return { runs: runs.sort((a, b) => a - b), calls: [...calls].sort() };
}

/**
 * The likeness of two functions: three quarters are the share of the runs of five tokens that both have (of all runs of both, Dice's
 * coefficient), a quarter the same share of the names that they call; only the runs if neither calls any.
 */
export function likenessOf(one: CodeShape, other: CodeShape): number {
  const ofRuns = shareOfBoth(one.runs, other.runs);
  if (one.calls.length + other.calls.length === 0) return ofRuns;
  return (1 - shareOfCalls) * ofRuns + shareOfCalls * shareOfBoth(one.calls, other.calls);
}

/** The share of two sorted lists that is in both; an item that is twice in both counts twice. */
function shareOfBoth<Item extends number | string>(one: readonly Item[], other: readonly Item[]): number {
  let both = 0;
  for (let [i, j] = [0, 0]; i < one.length && j < other.length; ) {
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) break;
    if (a === b) both++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  const all = one.length + other.length;
  return all === 0 ? 0 : (2 * both) / all;
}

const strings = /(?<string>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/u;

const otherTokens =
  /(?<number>\d[\w.]*)|(?<name>[\p{L}_$][\p{L}\p{M}\p{N}_$]*)|->|::|=>|[-+*/%&|^!=<>]=|&&|\|\||\+\+|--|<<|>>|[^\s]/u;

/** Words that stay as they are: they make the structure of code in the languages that are known. */
const keywords = new Set(
  "if else elif for foreach while do switch match case default return break continue goto try catch except finally raise throw with yield await async lambda new delete in not and or is None null nullptr nil true false True False this self super def fn func function class struct del assert pass global nonlocal import from const static auto var let void".split(
    " ",
  ),
);

const hashes = new Map<string, number>();

/** Texts whose hashes are kept: keywords and signs. */
const maxHashes = 1_000;

function hashOf(text: string): number {
  if (hashes.size > maxHashes) hashes.clear();
  return getOrInsert(hashes, text, () => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return hash;
  });
}

/** The pattern of tokens, and of comments, by the signs of comments. */
const patterns = new WeakMap<CommentSigns, RegExp>();

/** Matches strings, comments, numbers, names, operators of several characters and any other sign. A sign of comments in a string is none. */
function patternOf(signs: CommentSigns): RegExp {
  return getOrInsert(patterns, signs, () => {
    const { line, block } = signs;
    const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const comments = [
      ...block.map(({ start, end }) => `${escaped(start)}[\\s\\S]*?(?:${escaped(end)}|$)`),
      ...line.map((sign) => `${escaped(sign)}[^\\n]*`),
    ];
    const comment = comments.length === 0 ? [] : [`(?<comment>${comments.join("|")})`];
    return new RegExp([strings.source, ...comment, otherTokens.source].join("|"), "gu");
  });
}
