/**
 * The bounds of an answer of a tool over the index: its room, and what is known of the files that were searched for it. Input: none, it
 * has types only; output: the types.
 */
import type { RowPlace } from "../../answers/cursor.ts";
import type { Room } from "../../answers/fit.ts";
import type { PatchFolders } from "../../base/patch-paths.ts";
import type { WrittenFile } from "../../edits/text-edits.ts";

/** The limits of an answer. */
export type AnswerBounds = Room & {
  /** Files of the code base that were read and searched, and how many with the name or, for most tools, of all have syntax errors. */
  readonly searchedFiles: number;
  readonly filesWithErrors: number;
  /** These files as answers show their paths, if there are at most `maxNamedFiles`; undefined if they are not known. */
  readonly brokenFiles?: readonly string[] | undefined;
  /** Reason → number of files that were left out. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** Name of a known language → number of its files below folders that patterns leave out; undefined when there are none. */
  readonly notSearched?: Readonly<Record<string, number>> | undefined;
  /** The first of the files that could not be read, at most `maxNamedFiles`; `skipped` counts them all. */
  readonly unread: readonly UnreadFile[];
  /** Folder → number of its files that could not be read; undefined if all were. */
  readonly unreadFolders?: Readonly<Record<string, number>> | undefined;
  /** The end of the page before, from the cursor of the call; undefined for a call without one. */
  readonly after: RowPlace | undefined;
  /** List → number of its rows on the pages before, if the tool has counted them in the cursor. */
  readonly before?: Readonly<Record<string, number>> | undefined;
  /** Returns the cursor of the page after a row: it is refused with other arguments. */
  readonly cursorAfter: (place: RowPlace, counts?: Readonly<Record<string, number>>) => string;
  /** The reason why a planned further round did not run, such as `100 rounds`; undefined if none was planned. */
  readonly endedAfter?: string | undefined;
  /**
   * The nodes and edges together that a picture may have, and the message about a larger one, such as "are too many for
   * 1,568 pixels"; undefined if all pictures are taken that can be read.
   */
  readonly largestPicture?: { readonly size: number; readonly bound: string } | undefined;
  /** Words of the rows → a file that no language reads and that has it; undefined for a tool that does not ask, and if none was searched. */
  readonly mentioned?:
    | { readonly fileOf: ReadonlyMap<string, string>; readonly searched: number; readonly total: number }
    | undefined;
  /** The reason why no file was searched, as a sentence; undefined if some were. */
  readonly emptyReason?: string | undefined;
  /** True if the workspace was searched for the symbols, since the files of the call do not have them: see `Search.wider`. */
  readonly isWider?: boolean;
  /** True if the time was over before all files with the word were looked at: what the rows lack, these files may have (default: false). */
  readonly isUnfinished?: boolean | undefined;
  /** True if the paths that the call names are all of the workspace (default: false). */
  readonly isAll?: boolean;
  readonly patchFolders: PatchFolders;
  /** The files that the call has written; undefined for a call that writes none. */
  readonly written?: readonly WrittenFile[] | undefined;
};

/** The parts of a plan that are not known. */
export type EditBounds = Pick<AnswerBounds, "endedAfter" | "unread">;

/** A file that could not be read, as answers show its path, and why. */
export type UnreadFile = { readonly filepath: string; readonly error: string };
