/**
 * The comments that suppress findings: `# noqa` and `// NOLINT`. Input: the findings of a file and its comments;
 * output: the findings that are left.
 */
import { countWhile } from "../base/count-while.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy, pushTo } from "../base/group-by.ts";
import type { Range } from "../base/nested-ranges.ts";
import type { FlatText } from "../syntax/parse.ts";
import type { Finding } from "./finding.ts";
import { nameMatcherOf } from "./selection.ts";

/** A comment that suppresses findings. */
type Suppression = {
  readonly line: number;
  /** True when it counts on each line of the statement that it is in or next to. */
  readonly isOfStatement: boolean;
  readonly codes: Codes;
};

/** The checks that a comment suppresses. */
type Codes = {
  /** True for a comment that names what it suppresses. */
  readonly areNamed: boolean;
  /** True for the code, or the other name, of what it suppresses. */
  readonly takes: (name: string) => boolean;
};

/** Lines on which a comment suppresses findings: `last` is Infinity for the rest of the file. */
type LineRange = { readonly first: number; readonly last: number; readonly codes: Codes };

const codeList = String.raw`[\w*-]+(?:[,\s]+[\w*-]+)*`;

/** `# noqa`, `# noqa: F401,unused-import`. */
const noqa = new RegExp(String.raw`#\s*noqa\b(?:\s*:\s*(${codeList}))?`, "i");

/** `# ruff: noqa`, `# flake8: noqa: F401`, with nothing else on the line. */
const fileNoqa = new RegExp(String.raw`^#\s*(?:ruff|flake8)\s*[:=]\s*noqa\b(?:\s*:\s*(${codeList}))?\s*$`, "i");

/** `// NOLINT`, `// NOLINT(id, other-*)`, `// NOLINTNEXTLINE(id)`, `// NOLINTBEGIN(id)`, `// NOLINTEND(id)`. */
const nolint = /\bNOLINT(NEXTLINE|BEGIN|END)?\b(?:\(([^()]*)\))?/;

/**
 * Returns the findings that no comment suppresses. `# noqa` counts on all lines of the statement that it is in, as with
 * flake8, `# ruff: noqa` and `# flake8: noqa` in the whole file. `NOLINT` counts on its line, `NOLINTNEXTLINE` on the next
 * one, and `NOLINTBEGIN` up to the `NOLINTEND` with the same codes, as with clang-tidy. Without codes they suppress all.
 */
export function unsuppressed<Found extends Finding>(
  findings: readonly Found[],
  file: FlatText,
  { ofLines, ranges }: Suppressions,
): readonly Found[] {
  if (ofLines.length === 0 && ranges.length === 0) return findings;
  const byLine = groupBy(ofLines, ({ line }) => line);
  const ofStatements = ofLines.filter(({ isOfStatement }) => isOfStatement);
  const statements = ofStatements.length === 0 ? [] : simpleStatementsIn(file);
  const isInRange = rangesByName(ranges);
  // A statement, and a line, may have as many comments as findings.
  const known = new Map<string, boolean>();
  const takes = (place: string, names: readonly string[], comments: () => Iterable<Suppression>) => {
    const key = `${place} ${names[0]}`;
    return getOrInsert(known, key, () => isAnyFor(names, comments()));
  };
  return findings.filter((finding) => {
    const { line } = file.wholePositionOf(finding.start);
    const names = namesOf(finding);
    if (isInRange(names, line) || takes(`line ${line}`, names, () => byLine.get(line) ?? [])) return false;
    const range = rangeAround(statements, finding.start);
    return range === undefined || !takes(`from ${range.start}`, names, () => linesOf(ofStatements, range, file));
  });
}

/**
 * Returns a test of lines for a comment that suppresses a syntax error there; undefined when the file has none. The comment
 * names it: one without codes is not meant for code that does not parse.
 */
export function syntaxSuppressions({
  ofLines,
  ranges,
}: Suppressions): ((names: readonly string[], line: number) => boolean) | undefined {
  const onLines = ofLines.map(({ line, codes }) => ({ first: line, last: line, codes }));
  const naming = [...onLines, ...ranges].filter(({ codes }) => codes.areNamed);
  return naming.length === 0 ? undefined : rangesByName(naming);
}

function namesOf({ code, aliases = [] }: Finding): readonly string[] {
  return [code, ...aliases];
}

function isAnyFor(names: readonly string[], suppressions: Iterable<Suppression>): boolean {
  for (const { codes } of suppressions) {
    if (names.some(codes.takes)) return true;
  }
  return false;
}

/** Returns a test of lines for a range with one of some names. The names that it is asked for are few. */
function rangesByName(ranges: readonly LineRange[]): (names: readonly string[], line: number) => boolean {
  const known = new Map<string, readonly LineRange[]>();
  return (names, line) => {
    const key = names.join(" ");
    const lines = getOrInsert(known, key, () => joined(ranges.filter(({ codes }) => names.some(codes.takes))));
    const before = lines[countWhile(lines.length, (i) => (lines[i]?.first ?? 0) <= line) - 1];
    return before !== undefined && line <= before.last;
  };
}

/** Joins ranges that overlap. */
function joined(ranges: readonly LineRange[]): readonly LineRange[] {
  const found: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const last = found.at(-1);
    if (last === undefined || range.first > last.last) found.push(range);
    else if (range.last > last.last) found[found.length - 1] = { ...last, last: range.last };
  }
  return found;
}

/** All suppressions of a file. */
export type Suppressions = { readonly ofLines: readonly Suppression[]; readonly ranges: readonly LineRange[] };

/** The suppressions in the comments of a file, by lines. */
export function suppressionsIn({ tree, offsetOf, endOf, wholePositionOf, text }: FlatText): Suppressions {
  const ofLines: Suppression[] = [];
  const ranges: LineRange[] = [];
  /** By codes: the lines of `NOLINTBEGIN` that no `NOLINTEND` has followed yet. */
  const begun = new Map<string, number[]>();
  for (let node = 0; node < tree.size; node++) {
    if (!tree.isNamed(node) || !tree.type(node).endsWith("comment")) continue;
    const comment = text.slice(tree.start(node), tree.end(node));
    const start = offsetOf(tree.start(node));
    const whole = comment.startsWith("#") && isFirstOnLine(text, tree.start(node)) ? fileNoqa.exec(comment) : null;
    const hash = whole === null && comment.startsWith("#") ? noqa.exec(comment) : null;
    const slashes = whole === null && hash === null ? nolint.exec(comment) : null;
    const { line } = wholePositionOf(Math.min(start + (slashes?.index ?? 0), endOf(tree.end(node))));
    if (whole !== null) ranges.push({ first: 1, last: Number.POSITIVE_INFINITY, codes: codesOf(whole[1]) });
    if (hash !== null) ofLines.push({ line, isOfStatement: true, codes: codesOf(hash[1]) });
    if (slashes === null) continue;
    const [, word, list = ""] = slashes;
    if (word === "BEGIN") {
      pushTo(begun, list, line);
    } else if (word === "END") {
      const first = begun.get(list)?.pop();
      if (first !== undefined) ranges.push({ first, last: line, codes: codesOf(list) });
    } else ofLines.push({ line: word === undefined ? line : line + 1, isOfStatement: false, codes: codesOf(list) });
  }
  return { ofLines: ofLines.sort((a, b) => a.line - b.line), ranges };
}

function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

/** As flake8 has it, the beginning of a code stands for all codes that begin so. */
const codePrefix = /^[a-z]+\d*$/i;

function codesOf(list: string | undefined): Codes {
  const words = list?.split(/[,\s]+/).filter((word) => word !== "") ?? [];
  if (words.length === 0) return { areNamed: false, takes: () => true };
  const matchers = words.map((word) => nameMatcherOf(word));
  const prefixes = words.filter((word) => codePrefix.test(word)).map((word) => word.toUpperCase());
  const isPrefixed = (name: string) => prefixes.some((prefix) => name.startsWith(prefix));
  return { areNamed: true, takes: (name) => matchers.some((matches) => matches(name)) || isPrefixed(name) };
}

/** Kinds of Python's statements that hold other ones. */
const compound: ReadonlySet<string> = new Set(
  ["if", "for", "while", "try", "with", "match"].map((word) => `${word}_statement`),
);

/** The ranges of statements that hold no other ones, by their starts. They do not overlap. */
function simpleStatementsIn({ tree, offsetOf, endOf }: FlatText): readonly Range[] {
  const found: Range[] = [];
  for (let node = 0; node < tree.size; node++) {
    const type = tree.type(node);
    if (!type.endsWith("_statement") || compound.has(type)) continue;
    const start = offsetOf(tree.start(node));
    if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end: endOf(tree.end(node)) });
  }
  return found;
}

function rangeAround(ranges: readonly Range[], offset: number): Range | undefined {
  const range = ranges[countWhile(ranges.length, (i) => (ranges[i]?.start ?? 0) <= offset) - 1];
  return range !== undefined && offset < range.end ? range : undefined;
}

/** The suppressions on the lines of a range. */
function* linesOf(
  suppressions: readonly Suppression[],
  { start, end }: Range,
  { wholePositionOf }: FlatText,
): Generator<Suppression> {
  const first = wholePositionOf(start).line;
  const last = wholePositionOf(end).line;
  for (let i = countWhile(suppressions.length, (j) => (suppressions[j]?.line ?? 0) < first); ; i++) {
    const suppression = suppressions[i];
    if (suppression === undefined || suppression.line > last) return;
    yield suppression;
  }
}
