/**
 * The queries of strangers (execute_query): compiling them, explaining what is wrong with them, and running them.
 * Input: the text of a query and a parsed file; output: the captures within the bounds, or an error with a place and a
 * suggestion.
 */
import type { Node, PredicateStep, Query, QueryCapture } from "web-tree-sitter";
import { countWhile } from "../base/count-while.ts";
import { type ErrorDetails, messageOf, UserError } from "../base/errors.ts";
import { maxQueryChars, maxQueryLength } from "../base/limits.ts";
import { nearest } from "../base/nearest.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type CompiledQuery, compileQuery } from "./matching/compile-query.ts";
import { matchesIn } from "./matching/match-query.ts";
import type { Predicate } from "./matching/predicate.ts";
import { readFlaggedMatch } from "./matching/predicates.ts";
import { readTreePredicate, treePredicates } from "./matching/tree-predicates.ts";
import { type Position, positionAt } from "./positions.ts";
import {
  captureNamesIn,
  checkQuerySize,
  firstKindIn,
  indexOfWord,
  predicateOfAlternative,
  predicatesIn,
  preparedQuery,
  type RenamedQuery,
  wordAt,
} from "./query-text.ts";

/** One capture of a query: its name, the text of its node and where that starts. */
type CaptureRow = { readonly capture_name: string; readonly text: string } & Position & {
    /** The line of code in which it starts; omitted if it was not asked for, or if another row of the match has these lines. */
    readonly context?: string;
  };

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
  /**
   * Returns the line of code of a part of it, for rows with `context`. They are rows for readers: a capture that predicates test is
   * left out if another row of its match has its lines. Undefined for rows without.
   */
  readonly contextOf?: ((start: number, end: number) => string) | undefined;
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
  /** Pattern → the names of captures that its predicates test. */
  readonly tested: readonly ReadonlySet<string>[];
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
  const { maxRows, firstRow = 0, maxShownChars = Number.POSITIVE_INFINITY, contextOf } = bounds;
  const matches =
    compiled.lone === undefined
      ? matchesBelow(compiled, root, text, flatTree)
      : matchesOfLone(compiled.lone, text, flatTree());
  const rows: CaptureRow[] = [];
  const isWanted = boundsTest(bounds, positionOf);
  const room = new ShownRoom(maxShownChars);
  let total = 0;
  let chars = 0;
  for (const { pattern, captures } of matches) {
    const listed = captures.filter(({ name, start, end }) => !name.startsWith(privatePrefix) && isWanted(start, end));
    const shown = contextOf === undefined ? listed : readRows(listed, compiled.tested[pattern], positionOf);
    for (const { name, start, end, isHeld = false } of shown) {
      chars += end - start;
      if (total === maxRows || chars > maxQueryChars) return { rows, total, truncated: true };
      total++;
      if (total <= firstRow || room.isFull) continue;
      const context = isHeld ? undefined : contextOf?.(start, end);
      const row = { capture_name: name, text: text.slice(start, end), ...positionOf(start) };
      rows.push(context === undefined ? row : { ...row, context });
      room.take(row, context, contextOf !== undefined);
    }
  }
  return { rows, total, truncated: false };
}

/** The UTF-16 code units that rows take at least, in any format. Blanks are not counted, since formats may shorten them. */
class ShownRoom {
  readonly #max: number;
  #chars = 0;
  #lastLine = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#chars > this.#max;
  }

  /** @param hasContext true if rows with the same line of code may be shown as one line, and lines of a text only once */
  take({ capture_name: name, text, line }: CaptureRow, context: string | undefined, hasContext: boolean): void {
    if (this.#max === Number.POSITIVE_INFINITY) return;
    const isNewLine = line > this.#lastLine;
    const shown = !hasContext || (isNewLine && context !== undefined) ? text : "";
    this.#chars += name.length + shown.replace(/\s+/g, "").length;
    if (isNewLine) this.#lastLine = line + linesIn(text) - 1;
  }
}

function linesIn(text: string): number {
  return text.split("\n").length;
}

type Captured = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** True if another row of the match has its lines. */
  readonly isHeld?: boolean;
};

type CapturedMatch = { readonly pattern: number; readonly captures: readonly Captured[] };

/** Captures of one match that are compared with each other; of more, all are read. */
const maxCompared = 50;

/**
 * Returns the captures of a match that a reader needs: a capture that predicates test is left out if another one has its lines.
 * `isHeld` is true for captures inside of another one of several lines.
 */
function readRows(
  captures: readonly Captured[],
  tested: ReadonlySet<string> | undefined,
  positionOf: (index: number) => Position,
): readonly Captured[] {
  if (captures.length < 2 || captures.length > maxCompared) return captures;
  const all = captures.map((capture) => {
    const { name, start, end } = capture;
    const [first, last] = [positionOf(start).line, positionOf(Math.max(start, end - 1)).line];
    return { capture, first, last, isTested: tested?.has(name) === true };
  });
  type Lines = (typeof all)[number];
  const hasLinesOf = (holder: Lines, one: Lines) => holder.first <= one.first && one.last <= holder.last;
  const holds = (holder: Lines, one: Lines) =>
    holder.first < holder.last && holder.capture.start <= one.capture.start && one.capture.end <= holder.capture.end;
  const read = all.filter(({ isTested }) => !isTested);
  return all
    .filter((one) => !one.isTested || !read.some((other) => hasLinesOf(other, one)))
    .map((one, index, kept) => {
      // Of two names of one node the first one has its text.
      const isHeld = kept.some((other, at) => holds(other, one) && (isLarger(other, one) || at < index));
      return isHeld ? { ...one.capture, isHeld } : one.capture;
    });
}

function isLarger(
  { capture: one }: { readonly capture: Captured },
  { capture: other }: { readonly capture: Captured },
) {
  return one.end - one.start > other.end - other.start;
}

function* matchesBelow(
  { query, predicates }: CompiledCaptures,
  root: Node,
  text: string,
  flatTree: () => FlatTree,
): Iterable<CapturedMatch> {
  for (const { patternIndex: pattern, captures } of query.matches(root)) {
    const own = predicates[pattern];
    if (own !== undefined && !holdsAll(own, captures, query.captureNames, flatTree(), text)) continue;
    yield {
      pattern,
      captures: captures.map(({ name, node }) => ({ name, start: node.startIndex, end: node.endIndex })),
    };
  }
}

/** The matches of a query of single nodes, which take less time to find in a copy of the tree. */
function* matchesOfLone(query: CompiledQuery, text: string, tree: FlatTree): Iterable<CapturedMatch> {
  for (const { pattern, captures } of matchesIn(query, tree, text, () => true)) {
    yield {
      pattern,
      captures: captures.map(({ name, node }) => ({ name, start: tree.start(node), end: tree.end(node) })),
    };
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
    const before = countWhile(sorted.length, (index) => (sorted[index]?.start ?? 0) <= start);
    return before > 0 && end <= (lastEnds[before - 1] ?? 0);
  };
}

/**
 * Returns a note on a query that has no row to give, since it captures nothing, or nothing but what is left out, or that may find
 * less than it seems to ask for; undefined for other queries.
 */
export function noteOnCaptures(query: string): string | undefined {
  if (query.length > maxQueryLength) return undefined;
  const names = captureNamesIn(query);
  if (names.some((name) => !name.startsWith(privatePrefix))) return noteOnAlternatives(query);
  const [first] = names;
  if (first !== undefined) {
    return `The query captures only names that begin with ${privatePrefix}, which are left out: write @${first.replace(/^_+/, "") || "name"} instead of @${first}.`;
  }
  const kind = firstKindIn(query);
  const node = kind === undefined ? "(_)" : `(${kind})`;
  return `The query has no capture, so it gives no rows: write a name after each node to list, such as ${node} @${kind ?? "node"}.`;
}

/** Returns a note on a predicate that counts for all alternatives of the pattern around it. */
function noteOnAlternatives(query: string): string | undefined {
  const predicate = predicateOfAlternative(query);
  if (predicate === undefined) return undefined;
  const { line, column } = positionAt(query, predicate.index);
  const place = `line ${line}, column ${column} of the query`;
  return `${predicate.text} (${place}) is inside of [ ] and counts for all alternatives there, so that others may never match: write a pattern for each.`;
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
  const renamed = preparedQuery(source, language.renamed_nodes);
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
          const predicate = ownPredicateOf(operator, operands, query.captureNames);
          if (predicate !== undefined && !(predicate instanceof SyntaxError)) return predicate;
          query.delete();
          if (predicate !== undefined) throw badPredicate(predicate.message, source, language);
          throw treePredicates.includes(operator)
            ? badPredicate(`\`#${operator}\` takes a capture and the kinds of nodes`, source, language)
            : unknownPredicate(operator, source, language);
        }),
  );
  known?.query.delete();
  const flat = compileQuery(renamed.text, grammar);
  const lone = flat !== undefined && isOfLoneNodes(flat) ? flat : undefined;
  const tested = testedCaptures(renamed.text, query.predicates.length);
  const result = { source, query, predicates, tested, lone };
  compiled.set(language.name, result);
  return result;
}

/** Returns for each pattern the captures that its predicates test; nothing if the patterns cannot be told apart. */
function testedCaptures(query: string, patterns: number): readonly ReadonlySet<string>[] {
  const found = predicatesIn(query) ?? [];
  if (found.length !== patterns) return [];
  return found.map((ofPattern) => {
    const values = ofPattern.flatMap((predicate) => predicate.values);
    return new Set(values.flatMap((value) => ("capture" in value ? [value.capture] : [])));
  });
}

function isOfLoneNodes({ entries, predicates }: CompiledQuery): boolean {
  const areLone = [...entries.values()].every((ofKind) => ofKind.every(({ lone }) => lone !== undefined));
  return areLone && predicates.every((ofPattern) => ofPattern.length === 0);
}

/** Returns a predicate that web-tree-sitter does not know, or what is wrong with its regular expression; undefined for another one. */
function ownPredicateOf(
  operator: string,
  [subject, ...values]: readonly PredicateStep[],
  captureNames: readonly string[],
): Predicate | SyntaxError | undefined {
  const texts = values.flatMap((value) => (value.type === "string" ? [value.value] : []));
  if (subject?.type !== "capture" || texts.length < values.length) return undefined;
  const capture = captureNames.indexOf(subject.name);
  try {
    return readTreePredicate(operator, capture, texts) ?? readFlaggedMatch(operator, capture, texts);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
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
