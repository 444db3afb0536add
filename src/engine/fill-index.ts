import type { Deadline } from "../base/deadline.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { CodeRequest, FoundCode, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import { SegmentBuilder } from "../facts/segment-builder.ts";
import { Vocabulary } from "../facts/words.ts";
import type { Shard } from "../workspace/shard.ts";

/** The request for all code of a folder, as the index for other programs makes it. */
function wholeFolder(folder: string): CodeRequest {
  return {
    filepath: folder,
    recursive: true,
    filePatterns: undefined,
    noIgnore: false,
    file: undefined,
    isRelative: false,
  };
}

/**
 * Writes the facts of a folder, or of one of its shards, that the index answers from.
 *
 * @param folder absolute, with `/` between its parts
 * @param shard undefined for all files
 * @param isPortable true if the facts are to be exported
 * @throws UserError when the cache cannot be used or the time is over, and the signal's reason
 */
export async function fillIndex(
  folder: string,
  shard: Shard | undefined,
  codeBase: CodeBase,
  deadline: Deadline,
  progress: Progress,
  isPortable = false,
): Promise<FoundCode> {
  // Without it, what is found would be lost.
  const { store, marks, write } = codeBase.cache.openStored(folder);
  const written = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw new UserError(`The cache cannot be written: ${messageOf(error)}`);
    }
  };
  const marked = shard ?? { index: 1, count: 1 };
  written(() => marks.begin(marked));
  const run = { deadline, stopwatch: new Stopwatch(), progress, shard, isPortable };
  const filled = await codeBase.find(wholeFolder(folder), run);
  if (store.segments.length === 0) {
    // The shard of a small folder may have no files: a merge is to know that it was read.
    store.add([new SegmentBuilder(new Vocabulary()).finish()], codeBase.options.host.now());
    written(write);
  }
  if (store.segments.some(({ name }) => name === undefined)) {
    throw new UserError("The cache cannot be written: the facts that were found are lost");
  }
  written(() => marks.done(marked));
  return filled;
}
