/**
 * The stamps of the files on pages, by which the next page knows that one has changed. Input: the files of a call, and the end of
 * a page; output: digests for its cursor.
 */
import { createHash } from "node:crypto";
import type { Cursor, PageStamps } from "../answers/cursor.ts";
import { UserError } from "../base/errors.ts";
import { listsOf, stampPaths } from "../code-base/stamp-paths.ts";
import type { Target } from "../workspace/expand.ts";
import type { Run } from "./call.ts";
import { digestLength, isAtEnd, isOpenAt } from "./page-start.ts";

/** The digest of files if one of them has changed since it was shown. */
const changed = "changed";

/** The files of all pages of an answer. */
export class PageFiles {
  readonly #files: readonly Target[];
  readonly #run: Pick<Run, "deadline" | "pool">;

  constructor(files: readonly Target[], run: Pick<Run, "deadline" | "pool">) {
    this.#files = files;
    this.#run = run;
  }

  /**
   * True if a file that pages before have shown has changed since.
   *
   * @throws UserError if the file in which the page begins has changed: its rows are other ones
   */
  async haveChangedSince(start: Cursor): Promise<boolean> {
    const { place, stamps } = start;
    const now = stamps && (await this.stampsUpTo(start));
    if (now === undefined) return false;
    if (stamps?.open !== undefined && stamps.open !== now.open) {
      const details = "Its rows are other ones now. Start again without cursor.";
      throw new UserError(`File changed since the page before: ${place.filepath}`, { details });
    }
    return stamps?.done !== now.done;
  }

  /**
   * The stamps of the files up to the end of a page; undefined if there was no time to look at them.
   *
   * @param isChanged true if one has changed since it was shown, so that all further pages say so
   * @throws the signal's reason
   */
  async stampsUpTo(end: Cursor, isChanged = false): Promise<PageStamps | undefined> {
    const { deadline, pool } = this.#run;
    const digestOf = async (files: readonly Target[]) => {
      const paths = files.map(({ path }) => path);
      const hash = createHash("sha256");
      for (const { list, stamps } of await stampPaths(listsOf(paths, "files"), pool, deadline.signal))
        hash.update(list.paths).update(stamps);
      return hash.digest("base64url").slice(0, digestLength);
    };
    return deadline.unlessPassed(
      (async () => {
        const done = await digestOf(this.#files.filter((file) => !isOpenAt(file, end)));
        const open = end.place.line > 0 ? await digestOf(this.#files.filter((file) => isAtEnd(file, end))) : undefined;
        return { done: isChanged ? changed : done, open };
      })(),
    );
  }
}
