/**
 * The symbols of a file that fit a question best. Input: a file with its text and its declarations, and the terms with their
 * worth; output: symbols with a score each and the line that fits best. The file is not parsed: lines tell comments
 * and strings, which only change the score.
 */
import { countWhile } from "../../base/count-while.ts";
import { lineStarts } from "../../syntax/positions.ts";
import type { DeclaredFile } from "../code.ts";
import { type Declaration, type IndexedFile, importKinds } from "../code-index.ts";
import { enclosingOf } from "../enclosing.ts";
import { memoryIndex } from "../memory-index.ts";
import { partsOfName } from "../qualified-name.ts";
import { bringsNames, isBare, isForward, isInner, symbolKindOf } from "../symbol-kind.ts";
import { traitsOf } from "../traits-of.ts";
import { type RankedFile, withoutExtension } from "./rank-files.ts";
import type { TermMatcher } from "./term-matcher.ts";
import { type Field, factors, fields, fileShare, halfWorth, kindFactors, scoreDigits, substance } from "./weights.ts";
import { partsOfWord } from "./word-parts.ts";

/** A symbol that fits a question. */
export type RankedSymbol = {
  readonly declaration: Declaration;
  readonly kind: string;
  /** From 0 to 1. */
  readonly score: number;
  /** Returns the line of its text that has the terms of the most worth; undefined for the line of its name. */
  readonly bestLine: () => BestLine | undefined;
};

type BestLine = { readonly line: number; readonly text: string };

/** The question, and what is known of the file by its words. */
export type SymbolSearch = {
  readonly matcher: TermMatcher;
  /** For each term the worth of having it. */
  readonly worths: readonly number[];
  /** The path of the file as answers show it. */
  readonly name: string;
  /** The file as its words rank it. */
  readonly file: Pick<RankedFile, "factor" | "lines" | "score">;
  /** Names in the question that are certainly of symbols. */
  readonly names: readonly string[];
  /** True if the question mentions files. */
  readonly hasPaths: boolean;
  /** True for the kinds that are asked for. */
  readonly hasKind: (kind: string) => boolean;
};

/** UTF-16 code units of a line that is shown. */
const maxLine = 160;

type SearchedFile = Pick<DeclaredFile, "file" | "text">;

/** A place of a word with terms. */
type Hit = { readonly at: number; readonly terms: readonly number[] };

/** A symbol with the text that is its own: without the symbols in it. */
type Part = {
  readonly declaration: Declaration;
  /** Of the comment above it. */
  readonly start: number;
  /** The end of the string that documents it, after its head; its head if it has none. */
  readonly docEnd: number;
  readonly counts: Map<Field, Map<number, number>>;
  readonly hits: Hit[];
  /** UTF-16 code units of the symbols in it. */
  inner: number;
};

/** Ranks the symbols of a file, the best first. A symbol without a term of its own is left out. */
export function rankSymbols({ file, text }: SearchedFile, search: SymbolSearch): readonly RankedSymbol[] {
  const { matcher, worths } = search;
  const lines = lineStarts(text);
  const parts = partsOf({ file, text }, lines);
  // Other files, which might say more of the kinds, need not be known.
  const index = memoryIndex([], [file]);
  countHits(parts, file.language, text, matcher);
  const pathTerms = matcher.termsOf(withoutExtension(search.name));
  const pathLength = partsOfWord(search.name).length;
  const most = Math.max(
    worths.reduce((sum, worth) => sum + worth, 0),
    Number.EPSILON,
  );
  const holders = holdersAt(file, search.file.lines ?? [], lines, text);
  const ranked: RankedSymbol[] = [];
  for (const part of parts) {
    const { declaration, counts } = part;
    for (const term of matcher.termsOf(declaration.name)) add(counts, "name", term, 1);
    const marks = marksOf(declaration, holders, search);
    // All symbols of a class share its name.
    if (marks === 0 && counts.size === 0) continue;
    const kind = symbolKindOf(declaration, index);
    if (!search.hasKind(kind)) continue;
    const containers = containersOf(declaration);
    for (const term of containers.flatMap((name) => matcher.termsOf(name))) add(counts, "container", term, 1);
    for (const term of pathTerms) add(counts, "path", term, 1);
    const own = scoreOf(part, worths, { container: containers.length, path: pathLength }) / most;
    const factor = search.file.factor * (kindFactors.get(kind) ?? 1) * (isBare(declaration) ? factors.declared : 1);
    const grown = 1 + substance.most * Math.min(codeLengthOf(part) / substance.length, 1);
    const byWords = (factor * grown * ((1 - fileShare) * own + fileShare * search.file.score)) / (1 + substance.most);
    const score = (byWords + marks) / (1 + maxMarksOf(search));
    ranked.push({
      declaration,
      kind,
      score: Number(score.toFixed(scoreDigits)),
      bestLine: () => bestLineOf(part, worths, text, lines),
    });
  }
  return ranked.sort((one, other) => other.score - one.score || one.declaration.at - other.declaration.at);
}

/** The innermost functions or classes at the ends of some lines. */
function holdersAt(file: IndexedFile, asked: readonly number[], lines: readonly number[], text: string) {
  const enclosing = enclosingOf(file);
  const ends = asked.map((line) => (lines[line] ?? text.length + 1) - 1);
  return new Set(ends.map((end) => enclosing.at(end - 1)));
}

/** The number of ways in which a question mentions a symbol: by its name, by its file, and by a line in it. Each outweighs all words. */
function marksOf(
  declaration: Declaration,
  holders: ReadonlySet<Declaration | undefined>,
  { names, file }: Pick<SymbolSearch, "file" | "names">,
): number {
  return Number(names.includes(declaration.name)) + Number(file.lines !== undefined) + Number(holders.has(declaration));
}

function maxMarksOf({ names, hasPaths }: Pick<SymbolSearch, "hasPaths" | "names">): number {
  return Number(names.length > 0) + (hasPaths ? 2 : 0);
}

function partsOf({ file, text }: SearchedFile, lines: readonly number[]): readonly Part[] {
  const { documentation } = traitsOf(file.language);
  return file.declarations.filter(isListed).map((declaration) => {
    const { start, headEnd, end } = declaration;
    const hasString = documentation.string !== undefined && headEnd < end;
    return {
      declaration,
      start: documentation.areComments || !hasString ? startOfComment(text, start, lines) : start,
      docEnd: hasString ? endOfString(text, headEnd, end) : headEnd,
      counts: new Map(),
      hits: [],
      inner: 0,
    };
  });
}

/** True for a declaration that a row may stand for. */
function isListed(declaration: Declaration): boolean {
  const { name, kind, scopeEnd } = declaration;
  return (
    name !== "" &&
    scopeEnd === 0 &&
    !importKinds.has(kind) &&
    !bringsNames(declaration) &&
    !isInner(declaration) &&
    !isForward(declaration)
  );
}

/** Lines of a comment above a symbol. */
const maxDocLines = 60;

/** A line of a comment or a decorator. */
const commentLine = /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|if|el|end|define|undef|pragma))|@)|\*\/\s*$/;

/**
 * The start of the lines right above a place that look like a comment or a decorator; the place itself if there are none.
 *
 * @param lines the offsets at which lines begin
 */
function startOfComment(text: string, place: number, lines: readonly number[]): number {
  const own = lineOf(lines, place);
  let first = own;
  while (first > 1 && own - first < maxDocLines) {
    const [start = 0, end = 0] = lines.slice(first - 2, first);
    if (end - start > maxLineStart || !commentLine.test(text.slice(start, end - 1))) break;
    first--;
  }
  return Math.min(lines[first - 1] ?? place, place);
}

/** UTF-16 code units of a string that documents. */
const maxDoc = 4_000;

/** The end of the string that a body begins with; the start of the body if it begins with something else. */
function endOfString(text: string, bodyStart: number, end: number): number {
  const body = text.slice(bodyStart, Math.min(end, bodyStart + maxDoc));
  const { 0: opening = "", 1: quote } = /^[\s:]*\w{0,2}("""|'''|"|')/.exec(body) ?? [];
  if (quote === undefined) return bodyStart;
  const close = body.indexOf(quote, opening.length);
  return close < 0 ? bodyStart + body.length : bodyStart + close + quote.length;
}

/** Gives each word of the text with a term to the innermost symbol that it is in. */
function countHits(parts: readonly Part[], language: string, text: string, matcher: TermMatcher): void {
  const sorted = [...parts].sort(
    (one, other) => one.start - other.start || other.declaration.end - one.declaration.end,
  );
  const { documentation, words } = traitsOf(language);
  const keywords = new Set(words.keywords);
  const around: Part[] = [];
  let next = 0;
  const enter = (to: number) => {
    for (let part = sorted[next]; part !== undefined && part.start <= to; part = sorted[++next]) {
      leave(part.start);
      const outer = around.at(-1);
      if (outer !== undefined) outer.inner += part.declaration.end - part.start;
      around.push(part);
    }
    leave(to);
  };
  const leave = (at: number) => {
    while (around.length > 0 && (around.at(-1)?.declaration.end ?? 0) <= at) around.pop();
  };
  matcher.forEachHit(text, (word, at, terms) => {
    if (keywords.has(word)) return;
    enter(at);
    const part = around.at(-1);
    if (part === undefined || at === part.declaration.at) return;
    const field = fieldAt(part, at, text, documentation.comment);
    for (const term of terms) add(part.counts, field, term, 1);
    part.hits.push({ at, terms });
  });
  enter(text.length);
}

/** UTF-16 code units of a line before a word that tell a comment or a string: a line can have all of a file, with many words. */
const maxLineStart = 1_000;

function fieldAt({ declaration: { start, headEnd }, docEnd }: Part, at: number, text: string, comment: RegExp): Field {
  if (at < start) return "doc";
  if (at < headEnd) return "signature";
  if (at < docEnd) return "doc";
  const before = text.slice(Math.max(at - maxLineStart, 0), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (comment.source !== "(?:)" && comment.test(line)) return "text";
  const quotes = line.match(/["'`]/g)?.length ?? 0;
  return quotes % 2 === 1 || /^\s*\*/.test(line) ? "text" : "code";
}

/** The names of what holds a declaration. */
function containersOf({ qualifier, parent }: Declaration): readonly string[] {
  const names = [...partsOfName(qualifier)];
  for (let outer = parent; outer !== undefined; outer = outer.parent) names.push(outer.name);
  return names;
}

function add(counts: Part["counts"], field: Field, term: number, count: number): void {
  const ofField = counts.get(field) ?? new Map<number, number>();
  counts.set(field, ofField);
  ofField.set(term, (ofField.get(term) ?? 0) + count);
}

/** @param around the lengths of the fields that are not of the symbol itself */
function scoreOf(
  part: Part,
  worths: readonly number[],
  around: Readonly<Record<"container" | "path", number>>,
): number {
  const { declaration, counts, start, docEnd } = part;
  const { headEnd } = declaration;
  const code = codeLengthOf(part);
  const lengths: Readonly<Record<Field, number>> = {
    name: partsOfWord(declaration.name).length,
    ...around,
    signature: headEnd - declaration.start,
    doc: declaration.start - start + docEnd - headEnd,
    text: code,
    code,
  };
  const sums = new Map<number, number>();
  for (const [field, ofField] of counts) {
    const { weight, b, average } = fields[field];
    const norm = 1 - b + (b * lengths[field]) / average;
    for (const [term, count] of ofField) sums.set(term, (sums.get(term) ?? 0) + (weight * count) / norm);
  }
  let score = 0;
  for (const [term, sum] of sums) score += ((worths[term] ?? 0) * sum) / (halfWorth + sum);
  return score;
}

/** UTF-16 code units of the code of a symbol, without the symbols in it. */
function codeLengthOf({ declaration: { end }, docEnd, inner }: Part): number {
  return Math.max(end - docEnd - inner, 0);
}

/** The line whose terms have the most worth together; the first of several. Undefined for the line of the name. */
function bestLineOf(
  { declaration, hits }: Part,
  worths: readonly number[],
  text: string,
  starts: readonly number[],
): BestLine | undefined {
  const terms = new Map<number, Set<number>>();
  let line = 0;
  for (const hit of hits) {
    line = lineOf(starts, hit.at);
    const ofLine = terms.get(line) ?? new Set();
    terms.set(line, ofLine);
    for (const term of hit.terms) ofLine.add(term);
  }
  let best: number | undefined;
  let most = 0;
  for (const [number, ofLine] of terms) {
    const worth = [...ofLine].reduce((sum, term) => sum + (worths[term] ?? 0), 0);
    if (worth > most) [best, most] = [number, worth];
  }
  if (best === undefined || best === declaration.line) return undefined;
  const start = starts[best - 1] ?? 0;
  const shown = text.slice(start, (starts[best] ?? text.length + 1) - 1).trim();
  return { line: best, text: shown.length > maxLine ? `${shown.slice(0, maxLine - 1)}…` : shown };
}

/** The line of an offset, from 1. */
function lineOf(starts: readonly number[], at: number): number {
  return countWhile(starts.length, (index) => (starts[index] ?? at) <= at);
}
