/**
 * A look at the bytes of files, without facts of them. Input: paths, or a position; output: whether many of them have a
 * word, its lines, or the word there.
 */
import { piecesOf } from "../base/pieces.ts";
import type { Term } from "../code-index/search/question.ts";
import type { FittingFile } from "../tools/source-lines/fitting-lines.ts";
import type { WordedFile } from "../tools/source-lines/worded-lines.ts";
import type { Work } from "../workers/piece-job.ts";
import type { WorkerPool } from "../workers/pool.ts";
import {
  type FileWithWords,
  joinedPaths,
  type SharedBytes,
  type WordCount,
  type WordedRequest,
  type WordPlace,
  type WorkerReply,
  type WorkerRequest,
} from "../workers/protocol.ts";

/** Files of one request, and requests after which it is known whether a further one is needed. */
const filesPerCount = 50;
const countsAtOnce = 8;

/**
 * Finds out whether more than some files have a word in their bytes; files that cannot be read have none.
 *
 * @throws the signal's reason
 */
export async function haveMore(
  max: number,
  paths: readonly string[],
  word: string,
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<boolean> {
  let count = 0;
  for (const pieces of piecesOf(piecesOf(paths, filesPerCount), countsAtOnce)) {
    if (count > max) break;
    const work: Work<WordCount, number> = {
      items: pieces.map((some) => ({ paths: joinedPaths(some), word })),
      requestFor: (wordCounts) => ({ wordCounts }),
      resultOf: (reply) => ("count" in reply ? reply.count : 0),
      failed: () => 0,
      onResult: (_, files) => {
        count += files;
      },
    };
    await pool.run(work, signal);
    signal.throwIfAborted();
  }
  return count > max;
}

/** The lines of files that have a word. */
export type WordedFiles = {
  /** In the order of the paths. */
  readonly files: readonly WordedFile[];
  /** The number of files that were looked at: fewer than all if the time was over. */
  readonly searched: number;
};

/** The aim of a search for lines: see WordedRequest. */
export type WordedSearch = Pick<WordedRequest, "maxFileBytes" | "view" | "wanted" | "withProse" | "words">;

/** The lines that have one of some words as a whole one, of files that can be read. When the signal aborts, the lines that were found before. */
export async function linesWith(
  search: WordedSearch,
  paths: readonly string[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<WordedFiles> {
  const files: WordedFile[] = [];
  const searched = await searchedIn(paths, pool, signal, {
    requestFor: (asked) => ({ linesWith: asked.map((some): WordedRequest => ({ ...search, paths: some })) }),
    resultOf: (reply): readonly WordedFile[] => ("wordedFiles" in reply ? reply.wordedFiles : []),
    onFile: (file) => files.push(file),
  });
  return { files, searched };
}

/** The files that have terms of a question. */
export type FittingFiles = { readonly files: readonly FittingFile[]; readonly searched: number };

/** The lines that have the most terms, of files that can be read. When the signal aborts, the lines that were found before. */
export async function linesThatFit(
  terms: readonly Term[],
  paths: readonly string[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<FittingFiles> {
  const files: FittingFile[] = [];
  const asked = terms.map(({ stem, joins }) => ({ stem, joins }));
  const searched = await searchedIn(paths, pool, signal, {
    requestFor: (pieces) => ({ fittingIn: pieces.map((some) => ({ terms: asked, paths: some })) }),
    resultOf: (reply): readonly FittingFile[] => ("fittingFiles" in reply ? reply.fittingFiles : []),
    onFile: (file) => files.push(file),
  });
  return { files, searched };
}

/** A search in pieces of some files: the request for several pieces, the files of a reply, and the function that takes each file. */
type PieceSearch<File> = {
  readonly requestFor: (pieces: readonly SharedBytes[]) => WorkerRequest;
  readonly resultOf: (reply: WorkerReply) => readonly File[];
  readonly onFile: (file: File) => void;
};

/** Searches files, and returns how many were looked at: fewer than all if the signal aborts. */
async function searchedIn<File>(
  paths: readonly string[],
  pool: WorkerPool,
  signal: AbortSignal,
  { requestFor, resultOf, onFile }: PieceSearch<File>,
): Promise<number> {
  let searched = 0;
  const pieces = piecesOf(paths, filesPerCount);
  const work: Work<readonly string[], readonly File[]> = {
    items: pieces,
    requestFor: (asked) => requestFor(asked.map(joinedPaths)),
    resultOf,
    failed: () => [],
    onResult: (index, found) => {
      searched += pieces[index]?.length ?? 0;
      for (const file of found) onFile(file);
    },
  };
  try {
    await pool.run(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return searched;
}

/** Words → a file that has each, the first one of some in their order. */
export type WordsOfFiles = {
  readonly fileOf: ReadonlyMap<string, string>;
  /** The number of files that were looked at: fewer than all if the time was over. */
  readonly searched: number;
};

/** Finds out which of some words files have as whole ones. An aborted search returns its findings so far. */
export async function wordsAmong(
  words: readonly string[],
  paths: readonly string[],
  {
    maxFileBytes,
    pool,
    signal,
  }: { readonly maxFileBytes: number; readonly pool: WorkerPool; readonly signal: AbortSignal },
): Promise<WordsOfFiles> {
  const pathOf = new Map<string, string>();
  const searched = await searchedIn(paths, pool, signal, {
    requestFor: (asked) => ({ wordsAmong: asked.map((some) => ({ words, maxFileBytes, paths: some })) }),
    resultOf: (reply): readonly FileWithWords[] => ("filesWithWords" in reply ? reply.filesWithWords : []),
    onFile: ({ path, words: ofFile }) => {
      for (const word of ofFile) if (path < (pathOf.get(word) ?? `${path}/`)) pathOf.set(word, path);
    },
  });
  return { fileOf: pathOf, searched };
}

/**
 * The word at a position of a file; undefined for none.
 *
 * @throws WorkerFailure when workers die of the file, and the signal's reason
 */
export async function wordAt(place: WordPlace, pool: WorkerPool, signal: AbortSignal): Promise<string | undefined> {
  const { word } = await pool.request({ wordAt: place }, (reply) => ("word" in reply ? reply : undefined), signal);
  return word ?? undefined;
}
