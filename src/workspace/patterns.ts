/**
 * Glob patterns of `file_patterns`, and the refusal of patterns that take exponential time (ReDoS). Input: lists of
 * patterns; output: a filter of paths, or the reason why a pattern is refused.
 */
import { Minimatch } from "minimatch";
import { messageOf } from "../base/errors.ts";
import { maxPatternAlternatives, maxPatternLength } from "../base/limits.ts";
import { listedPatterns } from "./listed-patterns.ts";
import { refusedPattern } from "./refused-pattern.ts";

/** Tells whether a file is wanted, by its path below the scanned folder, written with `/`. */
export type FileFilter = (pathBelow: string) => boolean;

/**
 * A filter by glob patterns: one without a slash matches the name, one with a slash the path below the folder. `**`,
 * braces and `[…]` work; a pattern that starts with `!` takes files away, wherever it is. Patterns that only take away
 * start from everything. A text may list several patterns with commas between them.
 *
 * @param folder the folder as the caller wrote it: patterns may begin with it as well
 * @throws PatternError when they cannot be matched within bounds
 */
export function fileFilter(lists: readonly string[], folder = ""): FileFilter {
  checkPatterns("file_patterns", lists);
  const patterns = lists.flatMap((list) => (list.includes(",") ? listedPatterns(list) : [list]));
  const negative = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const positive = patterns.filter((pattern) => !pattern.startsWith("!"));
  const start = `${folder.replace(/^(?:\.?\/)+|\/+$/g, "")}/`;
  const matcherOf = (pattern: string) => matcher(pattern, start);
  const wanted = (positive.length > 0 ? positive : ["*"]).map(matcherOf);
  const unwanted = negative.map(matcherOf);
  return (path) => wanted.some((matches) => matches(path)) && !unwanted.some((matches) => matches(path));
}

function matcher(pattern: string, start: string): FileFilter {
  const ending = /^\*(\.[A-Za-z0-9_]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return (path) => path.endsWith(ending);
  const glob = pattern.replaceAll("\\", "/").replace(/^\.?\/(?=.)/, "");
  const matches = compiled(glob, pattern);
  if (start.length > 1 && glob.startsWith(start)) {
    const below = compiled(glob.slice(start.length), pattern);
    return (path) => matches.match(path) || below.match(path);
  }
  if (glob.includes("/")) return (path) => matches.match(path);
  return (path) => matches.match(path.slice(path.lastIndexOf("/") + 1));
}

function compiled(glob: string, pattern: string): Minimatch {
  try {
    return new Minimatch(glob, { dot: true, nocomment: true, nonegate: true, braceExpandMax: maxPatternAlternatives });
  } catch (error) {
    throw refusedPattern("file_patterns", pattern, messageOf(error));
  }
}

/**
 * Refuses patterns that would take more time or memory to match than any project needs. Each alternative of braces is a
 * regular expression; a repeated group whose alternatives begin alike takes a time that doubles with each letter of a
 * name.
 *
 * @param argument the argument that they come from
 * @throws PatternError
 */
function checkPatterns(argument: string, patterns: readonly string[]): void {
  let alternatives = 0;
  for (const pattern of patterns) {
    if (pattern.length > maxPatternLength) {
      throw refusedPattern(
        argument,
        pattern,
        `it has ${pattern.length} characters, at most ${maxPatternLength} are taken`,
      );
    }
    alternatives += alternativesOf(pattern);
    if (alternatives > maxPatternAlternatives) {
      throw refusedPattern(argument, pattern, `its braces stand for more than ${maxPatternAlternatives} alternatives`);
    }
    const group = ambiguousGroup(pattern);
    if (group !== undefined) {
      throw refusedPattern(
        argument,
        pattern,
        `in ${group} a repeated alternative holds a wildcard or begins like another one`,
      );
    }
  }
}

/**
 * Refuses a `filepath` that is a glob of too many patterns, or one that fast-glob's regular expressions may match in very
 * many ways. minimatch, which matches `file_patterns`, holds its own.
 *
 * @throws PatternError
 */
export function checkGlob(glob: string): void {
  checkPatterns("filepath", [glob]);
  const part = manyWays(glob);
  if (part === undefined) return;
  throw refusedPattern("filepath", part, `a component has at most ${maxStars} stars and ${maxGroups} groups`);
}

/** The number of patterns in one with braces. */
function alternativesOf(pattern: string): number {
  /** Of each open brace: the product before it, the sum of its finished alternatives, and its offset. */
  const open: { readonly before: number; sum: number; commas: number; readonly at: number }[] = [];
  let product = 1;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    const brace = open.at(-1);
    if (character === "\\") at++;
    else if (character === "{") {
      open.push({ before: product, sum: 0, commas: 0, at });
      product = 1;
    } else if (character === "," && brace !== undefined) {
      brace.sum += product;
      brace.commas++;
      product = 1;
    } else if (character === "}" && brace !== undefined) {
      open.pop();
      const inside = brace.commas > 0 ? brace.sum + product : product * rangeSize(pattern.slice(brace.at + 1, at));
      product = brace.before * inside;
    }
  }
  // A brace that is not closed stands for itself; those inside of it do not.
  return open.reduce((all, { before, sum }) => before * (sum + all), product);
}

/** `{1..20}`, `{a..f}`, `{1..20..2}` */
function rangeSize(text: string): number {
  const [, low = "", high = "", step] = /^(-?\d+|[^.])\.\.(-?\d+|[^.])(?:\.\.-?(\d+))?$/.exec(text) ?? [];
  if (low === "") return 1;
  const [from, to] = [low, high].map((end) => (/^-?\d+$/.test(end) ? Number(end) : end.charCodeAt(0)));
  return Math.floor(Math.abs((to ?? 0) - (from ?? 0)) / Math.max(Number(step ?? 1), 1)) + 1;
}

/** A group such as `+(a|ab)` or `*(a*)`, which may match one name in many ways; undefined when there is none. */
function ambiguousGroup(pattern: string): string | undefined {
  let from = 0;
  for (let count = 1; ; count++) {
    const found = /[+*]\(/.exec(pattern.slice(from));
    if (found === null) return undefined;
    const start = from + found.index;
    const [group = "", body = ""] = /^[+*]\(([^()]*)\)/.exec(pattern.slice(start)) ?? [];
    if (group === "") return pattern.slice(start);
    const alternatives = body.split("|");
    const isAmbiguous =
      !/^(?:\[[^\]]+\]|\?)$/.test(body) &&
      alternatives.some(
        (one, i) => /[*?[\]{}\\]/.test(one) || alternatives.some((other, j) => i !== j && one.startsWith(other)),
      );
    if (isAmbiguous || count > maxRepeatedGroups) return group;
    from = start + group.length;
  }
}

/** A component of a glob that a library's regular expression may match in very many ways; undefined for none. */
function manyWays(glob: string): string | undefined {
  return glob.split("/").find((part) => {
    const groups = part.match(/[?*+@!]\(/g)?.length ?? 0;
    const stars = part.match(/\*+(?!\()/g)?.length ?? 0;
    return groups > maxGroups || stars > maxStars;
  });
}

/** Groups such as `?(a)`, and stars, of one component of a glob: each multiplies the time by the length of a name. */
const maxGroups = 3;
const maxStars = 4;

/** Repeated groups of one pattern: each of them multiplies the time by the length of the name. */
const maxRepeatedGroups = 2;
