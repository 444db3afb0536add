/**
 * The queries of strangers (execute_query): compiling them, explaining what is wrong with them, and running them.
 * Input: the text of a query and a parsed file; output: the captures within the bounds, or an error with a place and a
 * suggestion.
 */
import type { Node, PredicateStep, Query, QueryCapture } from "web-tree-sitter";
import { type ErrorDetails, messageOf, UserError } from "../base/errors.ts";
import { maxQueryChars, maxQueryLength } from "../base/limits.ts";
import { nearest } from "../base/nearest.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type CompiledQuery, compileQuery } from "./matching/compile-query.ts";
import { matchesIn } from "./matching/match-query.ts";
import type { Predicate } from "./matching/predicate.ts";
import { readTreePredicate, treePredicates } from "./matching/tree-predicates.ts";
import { type Position, positionAt } from "./positions.ts";
import {
  captureNamesIn,
  checkQuerySize,
  firstKindIn,
  indexOfWord,
  type RenamedQuery,
  renameNodes,
  wordAt,
} from "./query-text.ts";

/** One capture of a query: what it is called, the text of its node and where that starts. */
type CaptureRow = { readonly capture_name: string; readonly text: string } & Position;

export type CaptureRows = {
  /** The captures from `firstRow` on, up to the limit. */
  readonly rows: readonly CaptureRow[];
  /** The number of all rows, at most `maxRows`. */
  readonly total: number;
  /** True when there are more than `total`. */
  readonly truncated: boolean;
};

/** The range and the number of captures. */
export type CaptureBounds = {
  readonly maxRows: number;
  /** The index of the first row to make; the ones before are counted only. 0 by default. */
  readonly firstRow?: number;
  /**
   * Rows are made until their texts have more UTF-16 code units than this, blanks not counted, since formats may shorten
   * them; the others are counted only. Without it, all are made.
   */
  readonly maxShownChars?: number;
  /** The first and the last line that a capture may have a part in. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** Ranges of offsets in the file; a capture has to be inside of one. Undefined for the whole file. */
  readonly within?: readonly OffsetRange[] | undefined;
};

type OffsetRange = { readonly start: number; readonly end: number };

/** The start of names of captures that only predicates use. */
const privatePrefix = "_";

/** True when predicates that web-tree-sitter does not know hold for a match. */
function holdsAll(
  predicates: readonly Predicate[],
  captures: readonly QueryCapture[],
  names: readonly string[],
  tree: FlatTree,
  text: string,
): boolean {
  const found = captures.flatMap(({ name, node }) => [names.indexOf(name), tree.indexOf(node)]);
  return predicates.every((holds) => holds(found, tree, text));
}

/** The predicates that web-tree-sitter evaluates: its lib, parseXPredicate functions. */
const textPredicates = [
  "eq?",
  "not-eq?",
  "any-eq?",
  "any-not-eq?",
  "match?",
  "not-match?",
  "any-match?",
  "any-not-match?",
  "any-of?",
  "not-any-of?",
  "is?",
  "is-not?",
  "set!",
];

/** The last stranger's query of each language. One is enough: a scan runs the same one over all files. */
const compiled = new Map<string, CompiledCaptures & { readonly source: string }>();

type CompiledCaptures = {
  readonly query: Query;
  /** Pattern → its predicates that web-tree-sitter does not know; undefined if there are none. */
  readonly predicates: readonly (readonly Predicate[] | undefined)[];
  /** The query as `compileQuery` has it, when each of its patterns is one node without a condition: `(comment) @a`. */
  readonly lone: CompiledQuery | undefined;
};

/**
 * Compiles a query for a language, without running it.
 *
 * @throws UserError "Failed to compile query" with the position, the word and a suggestion
 */
export async function checkQuery(language: Language, source: string): Promise<void> {
  checkQuerySize(source);
  compile(await loadGrammar(language), source);
}

/**
 * Returns for each pattern of a query the captures that every match of it has.
 *
 * @throws UserError as `checkQuery`
 */
export function sureCapturesOf(loaded: LoadedGrammar, source: string): readonly ReadonlySet<string>[] {
  const { One, OneOrMore } = loaded.runtime.CaptureQuantifier;
  const { captureNames, captureQuantifiers } = compile(loaded, source).query;
  const isSure = (quantifier: number | undefined) => quantifier === One || quantifier === OneOrMore;
  return captureQuantifiers.map((ofPattern) => new Set(captureNames.filter((_, i) => isSure(ofPattern[i]))));
}

/** The captures below `root` within the bounds, in match order. Captures whose names begin with `_` are left out. */
export function captureRows(
  loaded: LoadedGrammar,
  source: string,
  text: string,
  root: Node,
  bounds: CaptureBounds,
  positionOf: (index: number) => Position,
  flatTree: () => FlatTree,
): CaptureRows {
  const compiled = compile(loaded, source);
  const captured =
    compiled.lone === undefined
      ? capturesOf(compiled, root, text, flatTree)
      : capturesOfLone(compiled.lone, text, flatTree());
  const rows: CaptureRow[] = [];
  const isWanted = boundsTest(bounds, positionOf);
  const { maxRows, firstRow = 0, maxShownChars = Number.POSITIVE_INFINITY } = bounds;
  let total = 0;
  let chars = 0;
  let shownChars = 0;
  for (const { name, startIndex, endIndex } of captured) {
    if (name.startsWith(privatePrefix) || !isWanted(startIndex, endIndex)) continue;
    chars += endIndex - startIndex;
    if (total === maxRows || chars > maxQueryChars) return { rows, total, truncated: true };
    total++;
    if (total <= firstRow || shownChars > maxShownChars) continue;
    const row = { capture_name: name, text: text.slice(startIndex, endIndex), ...positionOf(startIndex) };
    rows.push(row);
    if (maxShownChars < Number.POSITIVE_INFINITY) shownChars += leastShownChars(row);
  }
  return { rows, total, truncated: false };
}

/** The UTF-16 code units that a row takes at least, in any format: its name, and its text without blanks. */
function leastShownChars({ capture_name: name, text }: CaptureRow): number {
  return name.length + text.replace(/\s+/g, "").length;
}

type Captured = { readonly name: string } & Pick<Node, "startIndex" | "endIndex">;

function* capturesOf(
  { query, predicates }: CompiledCaptures,
  root: Node,
  text: string,
  flatTree: () => FlatTree,
): Iterable<Captured> {
  for (const { patternIndex, captures } of query.matches(root)) {
    const own = predicates[patternIndex];
    if (own !== undefined && !holdsAll(own, captures, query.captureNames, flatTree(), text)) continue;
    for (const { name, node } of captures) yield { name, startIndex: node.startIndex, endIndex: node.endIndex };
  }
}

/** The captures of a query of single nodes, which takes less time to find in a copy of the tree. */
function* capturesOfLone(query: CompiledQuery, text: string, tree: FlatTree): Iterable<Captured> {
  for (const { captures } of matchesIn(query, tree, text, () => true)) {
    for (const { name, node } of captures) yield { name, startIndex: tree.start(node), endIndex: tree.end(node) };
  }
}

/** Returns the test of ranges: a range has to be inside of all bounds. */
function boundsTest(
  { startLine = 1, endLine = Number.POSITIVE_INFINITY, within }: CaptureBounds,
  positionOf: (index: number) => Position,
): (start: number, end: number) => boolean {
  const isWithin = within && rangesTest(within);
  const hasLines = startLine > 1 || endLine < Number.POSITIVE_INFINITY;
  return (start, end) => {
    if (isWithin?.(start, end) === false) return false;
    if (!hasLines) return true;
    return positionOf(start).line >= startLine && positionOf(Math.max(start, end - 1)).line <= endLine;
  };
}

/** Returns the test whether a range is inside of one of some others. It takes a binary search. */
function rangesTest(ranges: readonly OffsetRange[]): (start: number, end: number) => boolean {
  // Of ranges that begin before a place, the one that ends last decides.
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const lastEnds: number[] = [];
  for (const { end } of sorted) lastEnds.push(Math.max(end, lastEnds.at(-1) ?? 0));
  return (start, end) => {
    let before = 0;
    for (let behind = sorted.length; before < behind; ) {
      const middle = (before + behind) >> 1;
      if ((sorted[middle]?.start ?? 0) <= start) before = middle + 1;
      else behind = middle;
    }
    return before > 0 && end <= (lastEnds[before - 1] ?? 0);
  };
}

/**
 * Returns a note on a query that has no row to give, since it captures nothing, or nothing but what is left out; undefined
 * for other queries.
 */
export function noteOnCaptures(query: string): string | undefined {
  if (query.length > maxQueryLength) return undefined;
  const names = captureNamesIn(query);
  if (names.some((name) => !name.startsWith(privatePrefix))) return undefined;
  const [first] = names;
  if (first !== undefined) {
    return `The query captures only names that begin with ${privatePrefix}, which are left out: write @${first.replace(/^_+/, "") || "name"} instead of @${first}.`;
  }
  const kind = firstKindIn(query);
  const node = kind === undefined ? "(_)" : `(${kind})`;
  return `The query has no capture, so it gives no rows: write a name after each node to list, such as ${node} @${kind ?? "node"}.`;
}

/** Returns why a query cannot be compiled, as a sentence; undefined for one that can be. */
export function explainQuery(loaded: LoadedGrammar, source: string): string | undefined {
  try {
    compile(loaded, source);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { details, line, column } = error.details;
    return line === undefined ? String(details) : `line ${line}, column ${column}: ${String(details)}`;
  }
}

function compile(loaded: LoadedGrammar, source: string): CompiledCaptures {
  const { language, grammar, runtime } = loaded;
  const known = compiled.get(language.name);
  if (known?.source === source) return known;
  const renamed = renameNodes(source, language.renamed_nodes);
  let query: Query;
  try {
    query = new runtime.Query(grammar, renamed.text);
  } catch (error) {
    throw explain(error, source, renamed, loaded);
  }
  const predicates = query.predicates.map((ofPattern) =>
    ofPattern.length === 0
      ? undefined
      : ofPattern.map(({ operator, operands }) => {
          const predicate = treePredicateOf(operator, operands, query.captureNames);
          if (predicate !== undefined) return predicate;
          query.delete();
          throw treePredicates.includes(operator)
            ? badPredicate(`\`#${operator}\` takes a capture and the kinds of nodes`, source, language)
            : unknownPredicate(operator, source, language);
        }),
  );
  known?.query.delete();
  const flat = compileQuery(renamed.text, grammar);
  const lone = flat !== undefined && isOfLoneNodes(flat) ? flat : undefined;
  const result = { source, query, predicates, lone };
  compiled.set(language.name, result);
  return result;
}

function isOfLoneNodes({ entries, predicates }: CompiledQuery): boolean {
  const areLone = [...entries.values()].every((ofKind) => ofKind.every(({ lone }) => lone !== undefined));
  return areLone && predicates.every((ofPattern) => ofPattern.length === 0);
}

function treePredicateOf(
  operator: string,
  [subject, ...values]: readonly PredicateStep[],
  captureNames: readonly string[],
): Predicate | undefined {
  const kinds = values.flatMap((value) => (value.type === "string" ? [value.value] : []));
  if (subject?.type !== "capture" || kinds.length < values.length) return undefined;
  return readTreePredicate(operator, captureNames.indexOf(subject.name), kinds);
}

/** web-tree-sitter does not export its QueryError class. */
type QueryError = Error & { readonly index: number };

function isQueryError(error: unknown): error is QueryError {
  return error instanceof Error && error.name === "QueryError" && "index" in error && typeof error.index === "number";
}

function explain(error: unknown, source: string, renamed: RenamedQuery, loaded: LoadedGrammar): UserError {
  const { language, grammar } = loaded;
  if (!isQueryError(error)) return badPredicate(messageOf(error), source, language);
  const index = renamed.originalIndex(error.index);
  const at = positionAt(source, index);
  const word = wordAt(source, index);
  if (error.message.startsWith("Bad node name")) {
    if (isAnonymous(word, loaded)) return unknownWord(noNode(language, word), word, at, [`"${word}"`], language);
    const kinds = grammar.types.filter((kind) => /^\w+$/.test(kind) && !kind.startsWith("_"));
    return unknownWord(noNode(language, word), word, at, kinds, language);
  }
  if (error.message.startsWith("Bad field name")) {
    const fields = grammar.fields.filter((field) => field !== null);
    return unknownWord(`${language.name} has no field named '${word}'.`, word, at, fields, language);
  }
  const reason = error.message.startsWith("Bad capture name")
    ? `A predicate uses @${word}, which its pattern does not capture.`
    : error.message.startsWith("Bad pattern structure")
      ? `In ${language.name} no such node can be here.`
      : index >= source.trimEnd().length
        ? "The query ends too early: a parenthesis, a bracket or a string is not closed."
        : `The query cannot be read from ${JSON.stringify(source.slice(index, index + 20))} on.`;
  return failed(language, reason, { ...at, ...(word === "" ? {} : { word }) });
}

function noNode({ name }: Language, word: string): string {
  return `${name} has no node named '${word}'.`;
}

/** True for a word that queries write in quotes: `"virtual"`. */
function isAnonymous(word: string, { grammar }: LoadedGrammar): boolean {
  return grammar.idForNodeType(word, false) !== null;
}

/** A suggestion in a sentence: an anonymous node has its own quotes. */
function inQuotes(suggestion: string): string {
  return suggestion.startsWith('"') ? suggestion : `'${suggestion}'`;
}

function unknownPredicate(operator: string, source: string, language: Language): UserError {
  const word = `#${operator}`;
  const at = positionAt(source, Math.max(indexOfWord(source, word), 0));
  const known = [...textPredicates, ...treePredicates].map((predicate) => `#${predicate}`);
  return unknownWord(`There is no predicate ${word}. Known are ${known.join(" ")}.`, word, at, known, language);
}

/** A predicate that is known but used wrongly: web-tree-sitter gives a message without a place. */
function badPredicate(message: string, source: string, language: Language): UserError {
  const word = /`(#[^`]+)`/.exec(message)?.[1] ?? "";
  const index = indexOfWord(source, word);
  return failed(language, message, index < 0 ? {} : { ...positionAt(source, index), word });
}

function unknownWord(
  reason: string,
  word: string,
  at: Position,
  known: readonly string[],
  language: Language,
): UserError {
  const suggestion = nearest(word, known);
  return suggestion === undefined
    ? failed(language, reason, { ...at, word })
    : failed(language, `${reason} Did you mean ${inQuotes(suggestion)}?`, { ...at, word, suggestion });
}

function failed(language: Language, reason: string, place: ErrorDetails = {}): UserError {
  return new UserError("Failed to compile query", { details: reason, language: language.name, ...place });
}
