/**
 * A look at the bytes of files, without facts of them. Input: paths, or a position; output: whether many of them have a
 * word, its lines, or the word there.
 */
import { piecesOf } from "../base/pieces.ts";
import type { Work } from "../engine/worker/piece-job.ts";
import type { WorkerPool } from "../engine/worker/pool.ts";
import {
  type FileWithWords,
  joinedPaths,
  type WordCount,
  type WordedRequest,
  type WordPlace,
} from "../engine/worker/protocol.ts";
import type { WordedFile } from "../tools/worded-lines.ts";

/** Files of one request, and requests after which it is known whether a further one is needed. */
const filesPerCount = 50;
const countsAtOnce = 8;

/**
 * Finds out whether more than some files have a word in their bytes; those that cannot be read have none.
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
export type WordedSearch = Pick<WordedRequest, "maxFileBytes" | "view" | "words">;

/** The lines that have one of some words as a whole one, of files that can be read. When the signal aborts, the lines that were found before. */
export async function linesWith(
  search: WordedSearch,
  paths: readonly string[],
  pool: WorkerPool,
  signal: AbortSignal,
): Promise<WordedFiles> {
  const files: WordedFile[] = [];
  let searched = 0;
  const pieces = piecesOf(paths, filesPerCount);
  const work: Work<readonly string[], readonly WordedFile[]> = {
    items: pieces,
    requestFor: (asked) => ({
      linesWith: asked.map((some): WordedRequest => ({ ...search, paths: joinedPaths(some) })),
    }),
    resultOf: (reply) => ("wordedFiles" in reply ? reply.wordedFiles : []),
    failed: () => [],
    onResult: (index, found) => {
      searched += pieces[index]?.length ?? 0;
      for (const file of found) files.push(file);
    },
  };
  try {
    await pool.run(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { files, searched };
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
  let searched = 0;
  const pieces = piecesOf(paths, filesPerCount);
  const work: Work<readonly string[], readonly FileWithWords[]> = {
    items: pieces,
    requestFor: (asked) => ({
      wordsAmong: asked.map((some) => ({ words, maxFileBytes, paths: joinedPaths(some) })),
    }),
    resultOf: (reply) => ("filesWithWords" in reply ? reply.filesWithWords : []),
    failed: () => [],
    onResult: (index, found) => {
      searched += pieces[index]?.length ?? 0;
      for (const { path, words: ofFile } of found) {
        for (const word of ofFile) if (path < (pathOf.get(word) ?? `${path}/`)) pathOf.set(word, path);
      }
    },
  };
  try {
    await pool.run(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
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
