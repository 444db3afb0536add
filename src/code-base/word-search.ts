/**
 * A look at the bytes of files before anything is recorded of them. Input: paths, or a position; output: whether many of them have a
 * word, or the word there.
 */
import type { Work } from "../engine/worker/piece-job.ts";
import type { WorkerPool } from "../engine/worker/pool.ts";
import { joinedPaths, type WordCount, type WordPlace } from "../engine/worker/protocol.ts";

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
  const step = filesPerCount * countsAtOnce;
  for (let from = 0; from < paths.length && count <= max; from += step) {
    const items = Array.from({ length: countsAtOnce }, (_, at): WordCount => {
      const some = paths.slice(from + at * filesPerCount, from + (at + 1) * filesPerCount);
      return { paths: joinedPaths(some), word };
    }).filter((asked) => asked.paths.length > 0);
    const work: Work<WordCount, number> = {
      items,
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

/**
 * The word at a position of a file; undefined for none.
 *
 * @throws WorkerFailure when workers die of the file, and the signal's reason
 */
export async function wordAt(place: WordPlace, pool: WorkerPool, signal: AbortSignal): Promise<string | undefined> {
  const { word } = await pool.request({ wordAt: place }, (reply) => ("word" in reply ? reply : undefined), signal);
  return word ?? undefined;
}
