/**
 * The answer of search_code. Input: the symbols of files that fit a question; output: the best of them, grouped by file, as many as
 * were asked for and fit, and the number of files that have each word.
 */
import * as z from "zod";
import { entriesOf, type IndexResults, resultsOf } from "../../answers/answer.ts";
import type { RowPlace } from "../../answers/cursor.ts";
import { type Form, fitForms } from "../../answers/fit.ts";
import { SearchedSymbol } from "../../answers/row-kinds.ts";
import { compareText } from "../../base/compare-text.ts";
import { numberText } from "../../base/counted.ts";
import { leastLikeness } from "../../code-index/search/similar-code.ts";
import { scoreDigits } from "../../code-index/search/weights.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import type { FileRows } from "../contract/plan.ts";
import { withoutSource } from "../source-lines/short-source.ts";
import { coverageOf } from "./index-answer.ts";

/** A function that others are compared with. */
export const SimilarTo = z.object({
  /** Its qualified name, and its place. */
  name: z.string(),
  path: z.string(),
  line: z.number(),
  /** See CodeShape. */
  runs: z.array(z.number()),
  calls: z.array(z.string()),
  /** The number of other functions that its name may mean. */
  others: z.number(),
});
export type SimilarTo = z.infer<typeof SimilarTo>;

/** The aim of a call, and the files that may fit. */
export const SearchPlan = z.object({
  /** The function that others are compared with, instead of terms. */
  similar: SimilarTo.optional(),
  terms: z.array(z.object({ stem: z.string(), joins: z.array(z.string()), worth: z.number() })),
  /** The words of the question, with the number of files that have each. */
  words: z.array(z.object({ text: z.string(), files: z.number() })),
  /** A word that no file has → words of files that are written like it. */
  near: z.record(z.string(), z.array(z.string()).readonly()),
  /** The number of terms past the most of a question. */
  omitted: z.number(),
  /** The number of files that have a term. */
  found: z.number(),
  /** The files whose symbols are ranked: see RankedFile. */
  files: z.array(
    z.object({ path: z.string(), score: z.number(), factor: z.number(), lines: z.array(z.number()).optional() }),
  ),
  /** The names of symbols in the question. */
  names: z.array(z.string()),
  /** True if it mentions files of the code base. */
  hasPaths: z.boolean(),
});
export type SearchPlan = z.infer<typeof SearchPlan>;

const SearchedRows = z.object({
  separator: z.string(),
  /** The number of symbols that have a term. */
  total: z.number(),
  /** The number of symbols that come after the page before. */
  left: z.number(),
  /** The best of these, as many as one page can show. */
  symbols: z.array(SearchedSymbol),
});
export type SearchedRows = z.infer<typeof SearchedRows>;

/** Rows of an answer, unless the call says. */
export const defaultRows = 20;

/** The best rows that have their sources if these are asked for. */
export const maxSources = 5;

/** The rows of an answer, how many of the first have their sources, and if it has the counts of words. */
type ShownRows = { readonly count: number; readonly sources: number; readonly hasWords: boolean };

/** Returns the answer about the rows after the cursor of the call. */
export function searchAnswer(
  { words, near, omitted, found, files: ranked, similar }: SearchPlan,
  files: readonly FileRows[],
  { maxRows = defaultRows, hasSources }: { readonly maxRows: number | undefined; readonly hasSources: boolean },
  bounds: AnswerBounds,
): IndexResults {
  const decoded = files.map(({ filepath, rows }) => ({ filepath, ...SearchedRows.parse(rows) }));
  const all = decoded
    .flatMap(({ filepath, symbols }) =>
      symbols.map((symbol) => ({ row: { filepath, ...symbol }, place: placeOf({ filepath, ...symbol }) })),
    )
    .sort((one, other) => comparePlaces(one.place, other.place))
    .map(({ row }) => row);
  const total = decoded.reduce((sum, { total: ofFile }) => sum + ofFile, 0);
  const left = decoded.reduce((sum, { left: ofFile }) => sum + ofFile, 0);
  const separators = Object.fromEntries(decoded.map(({ filepath, separator }) => [filepath, separator]));
  const warnings = [
    ...(ranked.length < found && similar === undefined ? [notRanked(ranked.length, found)] : []),
    ...(similar === undefined ? [] : notesOnSimilar(similar, ranked.length, found)),
    ...notesOn(omitted),
    ...(found === 0 ? [noWord(Object.keys(near).length > 0)] : []),
  ];
  const counts = {
    words: Object.fromEntries(words.map(({ text, files: count }) => [text, count])),
    ...(Object.keys(near).length > 0 && { near }),
  };
  const most = Math.min(maxRows, all.length);
  const answerOf = ({ count, sources, hasWords }: ShownRows, isCut: boolean): IndexResults => {
    const rows = all.slice(0, count).map((row, i) => (i < sources ? row : withoutSource(row)));
    const last = rows.at(-1);
    const parts = { rows: `${count} of ${most}`, sources: hasSources ? sources : undefined, hasWords };
    return {
      head: {
        ...(similar !== undefined && { similar_to: similar.name }),
        total_symbols: total,
        ...(isCut && { truncated: true, truncated_reason: cutReason(bounds.maxChars, parts) }),
        ...(last !== undefined && count < left && { next_cursor: bounds.cursorAfter(placeOf(last)) }),
      },
      lists: [resultsOf(entriesOf(rows, "symbols", ({ filepath: _, ...row }) => row))],
      tail: { ...(hasWords && similar === undefined && counts), ...coverageOf(bounds, warnings) },
      separators,
    };
  };
  const rowsOnly = (hasWords: boolean, least: number): Form<ShownRows> => ({
    sizes: { least, most },
    shown: (count) => ({ count, sources: 0, hasWords }),
  });
  const sourced = Math.min(maxSources, most);
  const withSources: Form<ShownRows> = {
    sizes: { least: 1, most: sourced },
    shown: (sources) => ({ count: most, sources, hasWords: true }),
  };
  return fitForms(
    [...(hasSources && sourced > 0 ? [withSources] : []), rowsOnly(true, Math.min(1, most)), rowsOnly(false, 0)],
    (shown, excess) => answerOf(shown, excess !== undefined),
    bounds,
  );
}

/** The place of a row in the order of pages, which is that of the score: `list` is the score. */
export function placeOf({
  score,
  filepath,
  line,
  column,
}: Omit<RowPlace, "list"> & { readonly score: number }): RowPlace {
  return { list: score.toFixed(scoreDigits), filepath, line, column };
}

/** Below 0 for a place that comes first: higher scores, then paths, lines and columns. */
export function comparePlaces(one: RowPlace, other: RowPlace): number {
  return (
    Number(other.list) - Number(one.list) ||
    compareText(one.filepath, other.filepath) ||
    one.line - other.line ||
    one.column - other.column
  );
}

/** Says what the scores of similar functions are. */
function notesOnSimilar({ others }: SimilarTo, compared: number, files: number): readonly string[] {
  const meaning =
    "score is how alike the code is, from 0 to 1: three quarters are the share of five tokens in a row that both functions have, with names, " +
    `numbers and strings as any other; a quarter is the share of names that both call. Below ${leastLikeness} none is listed.`;
  const part = `Compared are the functions of the ${numberText(compared)} files that share most names, of ${numberText(files)}`;
  return [
    meaning,
    ...(compared < files ? [`${part}: narrow filepath for others.`] : []),
    ...(others === 0 ? [] : [`${others} more with this name were not compared: qualify it`]),
  ];
}

function notRanked(ranked: number, found: number): string {
  return `Symbols are of the ${ranked} files that fit best, of ${numberText(found)} with a word: narrow filepath for others.`;
}

function noWord(hasNear: boolean): string {
  return `No file has a word of the query.${hasNear ? " near has words of files that are written like them." : ""}`;
}

function notesOn(omitted: number): readonly string[] {
  return omitted === 0 ? [] : [`The query is long: its last ${omitted} words were left out.`];
}

/** @param sources the number of rows that have theirs; undefined if they are not asked for */
function cutReason(
  maxChars: number,
  {
    rows,
    sources,
    hasWords,
  }: { readonly rows: string; readonly sources: number | undefined; readonly hasWords: boolean },
): string {
  const sourced = sources === undefined ? "" : `, ${sources} with the source`;
  const words = hasWords ? "" : ", without the counts of words";
  return `an answer has at most ${maxChars} characters: ${rows} rows are here${sourced}${words}`;
}
