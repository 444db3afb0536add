/**
 * The files of a code base that fit a question best, by their words and paths. Input: terms, and the words of files; output: the
 * best files with a score each, and how rare each term is. No file is read.
 */
import { compareText } from "../../base/compare-text.ts";
import type { Code } from "../code.ts";
import { isTestPath } from "../test-path.ts";
import { type Mentioned, partsShared } from "./mentioned.ts";
import type { Term } from "./question.ts";
import { TermMatcher } from "./term-matcher.ts";
import { factors, ofFile } from "./weights.ts";
import { anyWord } from "./word-parts.ts";

/** Files whose symbols are ranked, and bytes of them past the first one: a call reads them in some 50 ms. */
const maxFiles = 40;
const maxBytes = 4_000_000;

/** A file that fits a question. */
export type RankedFile = {
  readonly path: string;
  /** From 0 to 1, without the factor. */
  readonly score: number;
  /** The factor of the scores of the file and its symbols. */
  readonly factor: number;
  /** Lines after the path in the question; undefined if it does not mention the file. */
  readonly lines?: readonly number[] | undefined;
};

export type RankedFiles = {
  /** The best ones first. */
  readonly files: readonly RankedFile[];
  /** The number of files that have a term. */
  readonly found: number;
  /** For each term the worth of having it: its weight, and more the fewer files have it. */
  readonly worths: readonly number[];
  /** For each term the number of files whose text or path has it. */
  readonly counts: readonly number[];
};

type SearchedCode = Pick<Code, "nameOf" | "numbered" | "textOf" | "unsavedPath" | "wordLists">;

/** The files of a code base and their terms; the number of a file is its place in each list. */
type TermTable = {
  /** Undefined for a number without a file. */
  readonly files: readonly (SearchedFile | undefined)[];
  /** For each term by file the number of words that have it. */
  readonly inText: readonly Uint32Array[];
  /** For each term by file 1 if the path has it. */
  readonly inPath: readonly Uint8Array[];
  /** By file 1 if it has a mentioned name as a whole word. */
  readonly hasName: Uint8Array;
};

type SearchedFile = {
  readonly path: string;
  /** The path as answers show it. */
  readonly name: string;
  readonly bytes: number;
};

/** Ranks the files of a code base, its unsaved text among them: first the ones with a mentioned path or name. */
export function rankFiles(code: SearchedCode, terms: readonly Term[], mentioned: Mentioned): RankedFiles {
  const table = tableOf(code, terms, mentioned.names);
  const linesOf = linesByFile(table, mentioned);
  const { files } = table;
  const all = files.filter((file) => file !== undefined);
  const counts = terms.map((_, term) => files.reduce((sum, _, file) => sum + Number(hasTerm(table, term, file)), 0));
  const worths = worthsOf(terms, counts, all.length);
  const most = worths.reduce((sum, worth) => sum + worth, 0);
  const factorOf = factorsOfPaths(terms);
  const sums = worthsOfFiles(table, worths);
  const ranked = files.flatMap((file, number) => {
    const sum = sums[number] ?? 0;
    if (file === undefined || sum === 0) return [];
    const factor = factorOf(file.name);
    const lines = linesOf.get(number);
    const marks = (lines === undefined ? 0 : 1) + (table.hasName[number] ?? 0);
    return [{ path: file.path, bytes: file.bytes, score: sum / most, factor, lines, marks }];
  });
  ranked.sort(
    (one, other) =>
      other.marks - one.marks ||
      other.score * other.factor - one.score * one.factor ||
      compareText(one.path, other.path),
  );
  return { files: bestOf(ranked), found: ranked.length, worths, counts };
}

/** Files that are read if there is no time for the words of all. */
const maxFilesByPath = 20;

/** Returns the paths that have the terms of the most worth, the best first; none if no path has a term. */
export function filesByPath(paths: readonly string[], terms: readonly Term[]): readonly string[] {
  const matcher = new TermMatcher(terms);
  const termsOf = paths.map((path) => matcher.termsOf(withoutExtension(path)));
  const counts = tallyOf(termsOf.flat(), terms.length);
  const worths = worthsOf(terms, counts, paths.length);
  const factorOf = factorsOfPaths(terms);
  const ranked = paths.map((path, at) => {
    return { path, worth: factorOf(path) * (termsOf[at] ?? []).reduce((sum, term) => sum + (worths[term] ?? 0), 0) };
  });
  return ranked
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth || compareText(one.path, other.path))
    .slice(0, maxFilesByPath)
    .map(({ path }) => path);
}

/** A file by the terms of its text, and of each of its lines that are shown. */
type TermedFile = {
  readonly name: string;
  readonly terms: readonly number[];
  readonly lines: readonly { readonly terms: readonly number[] }[];
};

/**
 * Returns files by the worth of their terms and of the terms of their best line, the best first.
 *
 * @param searched the number of files that were looked at, also of the ones without a term
 */
export function rankByTerms<File extends TermedFile>(
  files: readonly File[],
  terms: readonly Term[],
  searched: number,
): readonly File[] {
  const counts = tallyOf(
    files.flatMap((file) => file.terms),
    terms.length,
  );
  const worths = worthsOf(terms, counts, searched);
  const factorOf = factorsOfPaths(terms);
  const worthOf = (own: readonly number[]) => own.reduce((sum, term) => sum + (worths[term] ?? 0), 0);
  const ranked = files.map((file) => {
    const ofLine = Math.max(...file.lines.map((line) => worthOf(line.terms)), 0);
    return { file, worth: factorOf(file.name) * (worthOf(file.terms) + ofLine) };
  });
  return ranked
    .sort((one, other) => other.worth - one.worth || compareText(one.file.name, other.file.name))
    .map(({ file }) => file);
}

function tallyOf(numbers: readonly number[], length: number): readonly number[] {
  const counts = new Array<number>(length).fill(0);
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1;
  return counts;
}

/** For each term the worth of having it: its weight, and more the fewer of the files have it. */
function worthsOf(terms: readonly Term[], counts: readonly number[], files: number): readonly number[] {
  return terms.map(({ weight }, term) => weight * rarity(counts[term] ?? 0, files));
}

/** A word with which a question is about tests. */
const testWord = "test";

/** Returns the factors of files by their paths: tests count less, unless the question is about them. */
function factorsOfPaths(terms: readonly Term[]): (path: string) => number {
  const isAboutTests = terms.some(({ stem }) => stem === testWord);
  return (path) => (!isAboutTests && isTestPath(path) ? factors.test : 1);
}

function hasTerm({ inText, inPath }: TermTable, term: number, file: number): boolean {
  return (inText[term]?.[file] ?? 0) > 0 || inPath[term]?.[file] === 1;
}

/** The files of a code base with their terms. */
function tableOf(code: SearchedCode, terms: readonly Term[], names: readonly string[]): TermTable {
  const { numbered, unsavedPath } = code;
  const matcher = new TermMatcher(terms);
  const inText = terms.map(() => new Uint32Array(numbered.length + 1));
  const inPath = terms.map(() => new Uint8Array(numbered.length + 1));
  const hasName = new Uint8Array(numbered.length + 1);
  // A name of common words tells nothing.
  const named = names.filter((name) => matcher.mayHave(Buffer.from(name)));
  for (const { forEachWithTerms, numberOf, filesOf, first } of code.wordLists) {
    forEachWithTerms(matcher, (word, found) => {
      const files = filesOf(word);
      for (const term of found) addTo(inText[term], files, first);
    });
    for (const word of named.map(numberOf)) {
      if (word >= 0) for (const file of filesOf(word)) hasName[first + file] = 1;
    }
  }
  const fileOf = (path: string, bytes: number, number: number): SearchedFile => {
    const name = code.nameOf(path);
    for (const term of matcher.termsOf(withoutExtension(name))) inPath[term]?.fill(1, number, number + 1);
    return { path, name, bytes };
  };
  const files = numbered.map(({ path, bytes, isAlive }, number) => {
    if (isAlive && path !== unsavedPath) return fileOf(path, bytes, number);
    for (const ofTerm of inText) ofTerm[number] = 0;
    return undefined;
  });
  const text = unsavedPath === undefined ? undefined : code.textOf(unsavedPath);
  if (unsavedPath === undefined || text === undefined) return { files, inText, inPath, hasName };
  for (const word of new Set(text.match(anyWord))) {
    if (names.includes(word)) hasName[files.length] = 1;
    for (const term of matcher.termsOf(word)) addTo(inText[term], [files.length], 0);
  }
  return { files: [...files, fileOf(unsavedPath, text.length, files.length)], inText, inPath, hasName };
}

/** The numbers of the files whose paths a question mentions, with the lines there: of each path the files that share most of its end. */
function linesByFile({ files }: TermTable, { paths }: Mentioned): ReadonlyMap<number, readonly number[]> {
  const linesOf = new Map<number, readonly number[]>();
  for (const { path, line } of paths) {
    const shared = files.map((file) => (file === undefined ? 0 : partsShared(path, file.name)));
    const most = shared.reduce((one, other) => Math.max(one, other), 1);
    shared.forEach((parts, file) => {
      if (parts === most) linesOf.set(file, [...(linesOf.get(file) ?? []), ...(line === undefined ? [] : [line])]);
    });
  }
  return linesOf;
}

function addTo(counts = new Uint32Array(), files: ArrayLike<number>, first: number): void {
  for (let index = 0; index < files.length; index++) {
    const file = first + (files[index] ?? 0);
    counts[file] = (counts[file] ?? 0) + 1;
  }
}

/** A path whose last part has no extension, which says nothing of the content. */
export function withoutExtension(name: string): string {
  return name.replace(/\.\w+$/, "");
}

/** By file the sum of the worths of its terms: each counts more the more words have it, and less in a long file. */
function worthsOfFiles({ files, inText, inPath }: TermTable, worths: readonly number[]): Float64Array {
  const all = files.filter((file) => file !== undefined);
  const average = all.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(all.length, 1);
  const lengths = files.map((file) => 1 - ofFile.b + (ofFile.b * (file?.bytes ?? 0)) / Math.max(average, 1));
  const sums = new Float64Array(files.length);
  worths.forEach((worth, term) => {
    for (let file = 0; file < sums.length; file++) {
      const isInPath = inPath[term]?.[file] === 1;
      const words = inText[term]?.[file] ?? 0;
      if (words === 0 && !isInPath) continue;
      const count = words / (lengths[file] ?? 1) + (isInPath ? ofFile.pathWeight : 0);
      sums[file] = (sums[file] ?? 0) + (worth * count) / (ofFile.halfWorth + count);
    }
  });
  return sums;
}

/** The first files, as many as are read in time. */
function bestOf(ranked: readonly (RankedFile & { readonly bytes: number })[]): readonly RankedFile[] {
  let left = maxBytes;
  const read = ranked.filter(({ bytes }, index) => {
    if (index === 0) return true;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
  return read.slice(0, maxFiles).map(({ path, score, factor, lines }) => ({
    path,
    score,
    factor,
    ...(lines !== undefined && { lines }),
  }));
}

/** The worth of a term that some of all files have, as in BM25: more than 0, unless no file has it. */
function rarity(count: number, all: number): number {
  return count === 0 ? 0 : Math.log(1 + (all - count + 0.5) / (count + 0.5));
}
