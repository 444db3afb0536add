/**
 * The files of a code base that fit a question best, by their words and paths. Input: terms, and the words of files; output: the
 * best files with a score each, and how rare each term is. No file is read.
 */
import { compareText } from "../../base/compare-text.ts";
import type { Code } from "../code.ts";
import { isTestPath } from "../test-path.ts";
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

type SearchedCode = Pick<Code, "forEachWord" | "nameOf" | "numbered" | "textOf" | "unsavedPath">;

/** A file with its terms. */
type TermFile = {
  readonly path: string;
  /** The path as answers show it. */
  readonly name: string;
  readonly bytes: number;
  /** For each term the number of its words that have it. */
  readonly counts: readonly number[];
  /** The terms of its path. */
  readonly inPath: ReadonlySet<number>;
};

/** Ranks the files of a code base, its unsaved text among them. */
export function rankFiles(code: SearchedCode, terms: readonly Term[]): RankedFiles {
  const all = filesOf(code, terms);
  const counts = terms.map((_, term) => all.filter((file) => hasTerm(file, term)).length);
  const worths = terms.map(({ weight }, term) => weight * rarity(counts[term] ?? 0, all.length));
  const most = worths.reduce((sum, worth) => sum + worth, 0);
  const average = all.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(all.length, 1);
  const isAboutTests = terms.some(({ stem }) => stem === testWord);
  const ranked = all.flatMap((file) => {
    const sum = worthOf(file, worths, average);
    const factor = !isAboutTests && isTestPath(file.name) ? factors.test : 1;
    return sum === 0 ? [] : [{ path: file.path, bytes: file.bytes, score: sum / most, factor }];
  });
  ranked.sort((one, other) => other.score * other.factor - one.score * one.factor || compareText(one.path, other.path));
  return { files: bestOf(ranked), found: ranked.length, worths, counts };
}

/** A word with which a question is about tests. */
const testWord = "test";

function hasTerm({ counts, inPath }: TermFile, term: number): boolean {
  return (counts[term] ?? 0) > 0 || inPath.has(term);
}

/** The files of a code base with their terms. */
function filesOf(code: SearchedCode, terms: readonly Term[]): readonly TermFile[] {
  const { numbered, unsavedPath } = code;
  const matcher = new TermMatcher(terms);
  const counts = numbered.map(() => new Uint32Array(0));
  code.forEachWord(
    (letters, length) => matcher.mayHave(letters, length),
    (word, files, first) => {
      const found = matcher.termsOf(word);
      if (found.length === 0) return;
      for (const file of files) {
        let ofFile = counts[first + file];
        if (ofFile === undefined) continue;
        if (ofFile.length === 0) counts[first + file] = ofFile = new Uint32Array(terms.length);
        for (const term of found) ofFile[term] = (ofFile[term] ?? 0) + 1;
      }
    },
  );
  const fileOf = (path: string, bytes: number, ofFile: ArrayLike<number>): TermFile => {
    const name = code.nameOf(path);
    const inPath = new Set(matcher.termsOf(withoutExtension(name)));
    return { path, name, bytes, counts: Array.from(ofFile), inPath };
  };
  const saved = numbered.flatMap(({ path, bytes, isAlive }, file) =>
    isAlive && path !== unsavedPath ? [fileOf(path, bytes, counts[file] ?? [])] : [],
  );
  const text = unsavedPath === undefined ? undefined : code.textOf(unsavedPath);
  if (unsavedPath === undefined || text === undefined) return saved;
  const ofText = new Uint32Array(terms.length);
  for (const word of new Set(text.match(anyWord))) {
    for (const term of matcher.termsOf(word)) ofText[term] = (ofText[term] ?? 0) + 1;
  }
  return [...saved, fileOf(unsavedPath, text.length, ofText)];
}

/** A path whose last part has no extension, which says nothing of the content. */
export function withoutExtension(name: string): string {
  return name.replace(/\.\w+$/, "");
}

function worthOf({ bytes, counts, inPath }: TermFile, worths: readonly number[], average: number): number {
  const length = 1 - ofFile.b + (ofFile.b * bytes) / Math.max(average, 1);
  return worths.reduce((sum, worth, term) => {
    const count = (counts[term] ?? 0) / length + (inPath.has(term) ? ofFile.pathWeight : 0);
    return sum + (worth * count) / (ofFile.halfWorth + count);
  }, 0);
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
  return read.slice(0, maxFiles).map(({ path, score, factor }) => ({ path, score, factor }));
}

/** The worth of a term that some of all files have, as in BM25: more than 0, unless no file has it. */
function rarity(count: number, all: number): number {
  return count === 0 ? 0 : Math.log(1 + (all - count + 0.5) / (count + 0.5));
}
