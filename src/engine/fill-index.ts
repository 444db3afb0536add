import type { Deadline } from "../base/deadline.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import { type FoundCode, type Progress, requestOfFolder } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { StoredFacts } from "../code-base/fact-cache.ts";
import { SegmentBuilder } from "../facts/segment-builder.ts";
import { Vocabulary } from "../facts/words.ts";
import type { Shard } from "../workspace/shard.ts";
import { macrosIn } from "./macros-of-folder.ts";

/**
 * Writes the facts of a folder, or of one of its shards, that the index answers from.
 *
 * @param folder absolute, with `/` between its parts
 * @param shard undefined for all files
 * @param macros the file with the macros of the folder, as the command line has it; undefined to read them from all files
 * @param isPortable true if the facts are to be exported
 * @param join adds facts of other machines while the files are listed
 * @throws UserError when the cache cannot be used or the time is over, and the signal's reason
 */
export async function fillIndex(
  folder: string,
  shard: Shard | undefined,
  codeBase: CodeBase,
  deadline: Deadline,
  progress: Progress,
  macros?: string,
  isPortable = false,
  join?: (stored: StoredFacts) => Promise<unknown>,
): Promise<FoundCode> {
  // Without it, what is found would be lost.
  const stored = codeBase.cache.openStored(folder);
  const { store, marks, write } = stored;
  const known = macros === undefined ? undefined : macrosIn(macros, folder, stored, codeBase.options.cwd);
  const written = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw new UserError(`The cache cannot be written: ${messageOf(error)}`);
    }
  };
  const marked = shard ?? { index: 1, count: 1 };
  const meanwhile = async () => {
    await join?.(stored);
    written(() => marks.begin(marked));
  };
  const run = { deadline, stopwatch: new Stopwatch(), progress, shard, macros: known, isPortable, meanwhile };
  const filled = await codeBase.find(requestOfFolder(folder), run);
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
