import { countWhile } from "../base/count-while.ts";
import { groupBy } from "../base/group-by.ts";
import type { Range } from "../base/nested-ranges.ts";
import type { FlatText } from "../syntax/parse.ts";
import type { Finding } from "./finding.ts";
import { nameMatcherOf } from "./selection.ts";

/** A comment that suppresses findings on lines. */
type Suppression = {
  readonly line: number;
  /** True when it counts on each line of the statement that it is in or beside. */
  readonly isOfStatement: boolean;
  /** True for the code, or the other name, of what it suppresses. */
  readonly takes: (name: string) => boolean;
};

/** `# noqa`, `# noqa: F401,unused-import`. */
const noqa = /#\s*noqa\b(?:\s*:\s*([\w*-]+(?:[,\s]+[\w*-]+)*))?/i;

/** `// NOLINT`, `// NOLINT(id, other-*)`, `// NOLINTNEXTLINE(id)`. */
const nolint = /\bNOLINT(NEXTLINE)?\b(?:\(([^()]*)\))?/;

/**
 * Returns the findings that no comment suppresses. `# noqa` counts on all lines of the statement that it is in, as with
 * flake8, `NOLINT` on its line and `NOLINTNEXTLINE` on the next one, as with clang-tidy. Without codes they suppress all.
 */
export function unsuppressed<Found extends Finding>(findings: readonly Found[], file: FlatText): readonly Found[] {
  if (findings.length === 0) return findings;
  const suppressions = suppressionsIn(file);
  if (suppressions.length === 0) return findings;
  const byLine = groupBy(suppressions, ({ line }) => line);
  const ofStatements = suppressions.filter(({ isOfStatement }) => isOfStatement);
  const statements = ofStatements.length === 0 ? [] : simpleStatementsIn(file);
  // A statement, and a line, may have as many comments as findings.
  const known = new Map<string, boolean>();
  const takes = (place: string, { code, aliases = [] }: Finding, comments: () => Iterable<Suppression>) => {
    const key = `${place} ${code}`;
    const isTaken = known.get(key) ?? isAnyFor([code, ...aliases], comments());
    known.set(key, isTaken);
    return isTaken;
  };
  return findings.filter((finding) => {
    const { line } = file.wholePositionOf(finding.start);
    if (takes(`line ${line}`, finding, () => byLine.get(line) ?? [])) return false;
    const range = rangeAround(statements, finding.start);
    return range === undefined || !takes(`from ${range.start}`, finding, () => linesOf(ofStatements, range, file));
  });
}

function isAnyFor(names: readonly string[], suppressions: Iterable<Suppression>): boolean {
  for (const { takes } of suppressions) {
    if (names.some(takes)) return true;
  }
  return false;
}

/** The suppressions in the comments of a file, by lines. */
function suppressionsIn({ tree, offsetOf, endOf, wholePositionOf, text }: FlatText): readonly Suppression[] {
  const found: Suppression[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (!tree.isNamed(node) || !tree.type(node).endsWith("comment")) continue;
    const comment = text.slice(tree.start(node), tree.end(node));
    const start = offsetOf(tree.start(node));
    const hash = comment.startsWith("#") ? noqa.exec(comment) : null;
    const slashes = hash === null ? nolint.exec(comment) : null;
    const { line } = wholePositionOf(Math.min(start + (slashes?.index ?? 0), endOf(tree.end(node))));
    if (hash !== null) found.push({ line, isOfStatement: true, takes: takerOf(hash[1]) });
    if (slashes === null) continue;
    found.push({ line: slashes[1] === undefined ? line : line + 1, isOfStatement: false, takes: takerOf(slashes[2]) });
  }
  return found.sort((a, b) => a.line - b.line);
}

/** As flake8 has it, the beginning of a code stands for all codes that begin so. */
const codePrefix = /^[a-z]+\d*$/i;

function takerOf(codes: string | undefined): (name: string) => boolean {
  const words = codes?.split(/[,\s]+/).filter((word) => word !== "") ?? [];
  if (words.length === 0) return () => true;
  const matchers = words.map((word) => nameMatcherOf(word));
  const prefixes = words.filter((word) => codePrefix.test(word)).map((word) => word.toUpperCase());
  const isPrefixed = (name: string) => prefixes.some((prefix) => name.startsWith(prefix));
  return (name) => matchers.some((matches) => matches(name)) || isPrefixed(name);
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
