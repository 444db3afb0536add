/**
 * The tool search_code. Input: a question in words; output: the symbols whose names, documentation and text fit it best, each with
 * its best line, and the number of files that have each word. Files are chosen by their words, and only these are read.
 */
import * as z from "zod";
import { placeIn } from "../answers/cursor.ts";
import type { SearchedSymbol } from "../answers/row-kinds.ts";
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { containerNameOf } from "../code-index/qualified-name.ts";
import { mentionedIn, withoutExtensions } from "../code-index/search/mentioned.ts";
import { nearWords } from "../code-index/search/near-words.ts";
import { questionOf } from "../code-index/search/question.ts";
import { filesByPath, rankFiles } from "../code-index/search/rank-files.ts";
import { type RankedSymbol, rankSymbols } from "../code-index/search/rank-symbols.ts";
import { TermMatcher } from "../code-index/search/term-matcher.ts";
import { isBare, isClass, symbolKindOf } from "../code-index/symbol-kind.ts";
import {
  comparePlaces,
  defaultRows,
  maxSources,
  placeOf,
  type SearchedRows,
  SearchPlan,
  searchAnswer,
} from "./answers/search-answer.ts";
import { maxChars, requirePlace, SymbolArguments, symbolName } from "./arguments/symbol-arguments.ts";
import { TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type Plan, planReader } from "./contract/plan.ts";
import { outlineOf } from "./find-definition.ts";
import { ListSymbolsArguments } from "./list-symbols.ts";
import { type SimilarPlan, similarIn, similarPlan } from "./similar-functions.ts";
import { type ShortSource, shortSource } from "./source-lines/short-source.ts";

/** UTF-16 code units of a question: a message of a commit, or the description of a fault. */
const maxQuery = 10_000;

const { filepath, source, recursive, file_patterns, no_ignore, language } = SymbolArguments.shape;

const SearchCodeArguments = requireAim(
  z.strictObject({
    query: z.string().min(1).max(maxQuery).optional().describe("Words or a sentence"),
    filepath: filepath.describe("Files to search"),
    kinds: ListSymbolsArguments.shape.kinds.describe("Symbol kinds"),
    similar_to: symbolName.describe("Or: copies of A::f"),
    detail: z.enum(["full"]).optional().describe("With sources"),
    max_results: TargetArguments.shape.max_results.describe("Default: 20"),
    cursor: TargetArguments.shape.cursor,
    source: source.meta(unlisted),
    max_chars: maxChars,
    recursive,
    file_patterns,
    no_ignore,
    language,
  }),
);
/** Adds to a schema the rules of a place, and that there is a question or a function, and not both. */
function requireAim<
  Schema extends z.ZodType<SymbolArguments & { query?: string | undefined; similar_to?: string | undefined }>,
>(schema: Schema): Schema {
  const aimed = schema.superRefine(({ query, similar_to: similar }, context) => {
    if (query === undefined && similar === undefined)
      context.addIssue({
        code: "custom",
        path: ["query"],
        message: "words of what the code does; or else give {similar_to}.",
      });
    if (query !== undefined && similar !== undefined)
      context.addIssue({ code: "custom", path: ["similar_to"], message: "a function, without {query}." });
  });
  return requirePlace(aimed);
}

type SearchCodeArguments = z.infer<typeof SearchCodeArguments>;

const planRead = planReader(SearchPlan);

/** The last matcher, by its terms: pages and repetitions of a question have other plans with the same ones. */
let last: { readonly key: string; readonly matcher: TermMatcher } | undefined;

const matchers = new WeakMap<SearchPlan, TermMatcher>();

/** The matcher of a plan, which all requests with its terms share: it knows the words that it has met. */
function matcherOf(found: SearchPlan): TermMatcher {
  return getOrInsert(matchers, found, () => {
    const key = JSON.stringify(found.terms.map(({ stem, joins }) => [stem, joins]));
    if (last?.key !== key) last = { key, matcher: new TermMatcher(found.terms) };
    return last.matcher;
  });
}

const bestScores = new WeakMap<SearchPlan, readonly number[]>();

/** Leaves out symbols that no page shows, since so many of other files of the request are better: their texts are not made. */
function keepBest<Ranked extends { readonly score: number }>(
  found: SearchPlan,
  ranked: readonly Ranked[],
  maxRows: number,
): readonly Ranked[] {
  const before = bestScores.get(found) ?? [];
  const least = before[maxRows - 1] ?? 0;
  const kept = ranked.filter(({ score }) => score >= least);
  const scores = [...before, ...kept.map(({ score }) => score)].sort((one, other) => other - one);
  bestScores.set(found, scores.slice(0, maxRows));
  return kept;
}

/** Finds the symbols that fit a question. */
export const searchCode = defineIndexTool<SearchCodeArguments>({
  needs: "index",
  name: "search_code",
  title: "Search code",
  description:
    "Symbols that fit a question in words, best first, instead of many greps if no name is known; or copies of a function.",
  help: {
    does: "symbols that fit a question in words",
    group: "Find code",
    examples: [
      { line: "codegrove search_code 'area of a shape'", does: "in the working folder" },
      { line: "codegrove search_code --similar-to Circle::area", does: "functions whose code is like it" },
      { line: "codegrove search_code 'rename a shape' src --kinds function,method", does: "only functions below src" },
    ],
    synonyms: ["ask", "query", "question"],
  },
  input: SearchCodeArguments,
  commandLine: { firstArgument: "query" },
  kind: "symbols",
  reading: { onDemand: () => ({}) },
  time: { lesser: lesserSearch, likelyFiles, termsOf },
  plan: async (code, { query = "", similar_to: address }) =>
    address === undefined ? planOf(code, query) : planOfSimilar(await similarPlan(code, address)),
  rowsOfDeclarations: (file, code, plan, input) => rowsIn(file, code, planRead(plan), input),
  rowsOf: (file, code, plan, input) => rowsIn(file, code, planRead(plan), input),
  answer: (plan, files, { max_results: maxRows, detail }, bounds) => {
    const hasSources = detail === "full";
    return searchAnswer(planRead(plan), files, { maxRows, hasSources }, bounds);
  },
});

/** The search of only the files whose paths fit best: they are read in time, and their names tell most of the others. */
function lesserSearch(input: SearchCodeArguments, listed: readonly string[] | undefined) {
  if (input.cursor !== undefined || input.query === undefined) return undefined;
  const { source, ...saved } = input;
  const leavesOut = `${source === undefined ? "" : "the unsaved text and "}symbols of files whose paths fit less`;
  if (listed === undefined) return "by path";
  const filepath = likelyFiles(input, listed);
  // The counts of words would be of these files.
  const without = ["words", "near", "next_cursor"];
  return filepath.length === 0 ? undefined : { input: { ...saved, filepath: [...filepath] }, leavesOut, without };
}

function termsOf({ query = "", cursor }: SearchCodeArguments) {
  return cursor === undefined ? questionOf(query).terms : [];
}

function likelyFiles({ query = "", cursor }: SearchCodeArguments, listed: readonly string[]): readonly string[] {
  return cursor === undefined ? filesByPath(listed, questionOf(query).terms) : [];
}

/** @throws UserError for a question without a word */
function planOf(code: Code, query: string): Plan {
  const mentioned = mentionedIn(query, new Set(code.numbered.map(({ path }) => extensionOf(path))));
  const { terms, omitted } = questionOf(withoutExtensions(query, mentioned));
  if (terms.length === 0) {
    throw new UserError("The query has no word", {
      details: "Give words of what the code does or is about, such as: retry delay.",
    });
  }
  const { files, found, worths, counts } = rankFiles(code, terms, mentioned);
  const single = terms.flatMap(({ text, joins }, term) =>
    joins.length > 0 ? [] : [{ text, files: counts[term] ?? 0 }],
  );
  const missing = single.filter((word) => word.files === 0).map(({ text }) => text);
  const plan: SearchPlan = {
    terms: terms.map(({ stem, joins }, term) => ({ stem, joins: [...joins], worth: worths[term] ?? 0 })),
    words: single,
    near: nearWords(missing, code),
    omitted,
    found,
    files: files.map(({ lines, ...file }) => ({ ...file, ...(lines !== undefined && { lines: [...lines] }) })),
    names: [...mentioned.names],
    hasPaths: files.some(({ lines }) => lines !== undefined),
  };
  // The best ones are read first: then fewer symbols of others have rows.
  return { files: files.map(({ path }) => path), found: plan };
}

/** The plan of a call about functions that are like one. */
function planOfSimilar({ similar, paths, found }: SimilarPlan): Plan {
  const files = paths.map((path) => ({ path, score: 0, factor: 1 }));
  const plan: SearchPlan = {
    similar,
    terms: [],
    words: [],
    near: {},
    omitted: 0,
    found,
    files,
    names: [],
    hasPaths: false,
  };
  return { files: [...paths], found: plan };
}

/** The symbols of a file that a call ranks, the best first. */
function rankedIn(
  file: DeclaredFile,
  code: Code,
  found: SearchPlan,
  { kinds }: SearchCodeArguments,
): readonly RankedSymbol[] {
  const { path } = file.file;
  const hasKind = (kind: string) => kinds?.some((one) => one === kind) ?? true;
  if (found.similar !== undefined) {
    return similarIn(file, found.similar)
      .map((one) => ({ ...one, kind: symbolKindOf(one.declaration, code.index), bestLine: () => undefined }))
      .filter(({ kind }) => hasKind(kind))
      .sort((a, b) => b.score - a.score);
  }
  return rankSymbols(file, {
    matcher: matcherOf(found),
    worths: found.terms.map(({ worth }) => worth),
    name: code.nameOf(path),
    file: found.files.find((one) => one.path === path) ?? { score: 0, factor: 1 },
    names: found.names,
    hasPaths: found.hasPaths,
    hasKind,
  });
}

/** The text after the last dot of a path, in lower case. */
function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** The rows of a file that the page of a call may show. */
function rowsIn(file: DeclaredFile, code: Code, found: SearchPlan, input: SearchCodeArguments): SearchedRows {
  const { path, language } = file.file;
  const { cursor, max_results: maxRows = defaultRows, detail } = input;
  const name = code.nameOf(path);
  const ranked = rankedIn(file, code, found, input);
  // The engine refuses the cursor of another call.
  const after = cursor === undefined ? undefined : placeIn(cursor);
  const left = ranked.filter(
    ({ score, declaration: { line, column } }) =>
      after === undefined || comparePlaces(after, placeOf({ score, filepath: name, line, column })) < 0,
  );
  const separator = code.separatorOf(language);
  const texts = new DeclarationTexts(file);
  const shown = keepBest(found, left.slice(0, maxRows), maxRows);
  const symbols = shown.map(({ declaration, kind, score, bestLine }, rank): SearchedSymbol => {
    const container = containerNameOf(declaration, separator);
    const { name: ofSymbol, line, column, endLine } = declaration;
    const best = bestLine();
    return {
      name: ofSymbol,
      kind,
      ...(container !== "" && { container }),
      line,
      column,
      end_line: endLine,
      signature: texts.signatureOf(declaration),
      ...(isBare(declaration) && { declared: true as const }),
      ...(best !== undefined && { match: best.text, match_line: best.line }),
      ...(detail === "full" && rank < maxSources && sourceIn(file, declaration, texts)),
      score,
    };
  });
  return { separator, total: ranked.length, left: left.length, symbols };
}

/** The source of a symbol; of one that is too long its first and last lines, or the members of a class. */
function sourceIn(file: DeclaredFile, declaration: Declaration, texts: DeclarationTexts): ShortSource {
  const outline = isClass(declaration) ? outlineOf(file, declaration, texts) : undefined;
  return shortSource(texts.sourceOf(declaration), outline, maxSource);
}

/** UTF-16 code units of a source: some sixty lines. */
const maxSource = 3_000;
