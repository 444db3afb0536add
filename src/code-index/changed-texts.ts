/** The types of changes between two states of a code base: which files, and their texts before and after. */
import * as z from "zod";

/** The states to compare. */
export type ChangesRequest = {
  /** A unified diff; undefined for revisions. */
  readonly diff: string | undefined;
  /** The revision before; `main...` begins at the last commit in common with another one. */
  readonly base: string;
  /** The revision after; undefined for the working tree. */
  readonly head: string | undefined;
  /** True for a path that counts. */
  readonly isWanted: (path: string) => boolean;
};

/** Lines from the first to the last, which count from 1. */
export type LineRange = readonly [first: number, last: number];

/** A file that differs. */
export type ChangedText = {
  /** Absolute: of a file that is gone its former path. */
  readonly path: string;
  /** The former path of a file that was moved. */
  readonly formerPath: string | undefined;
  readonly language: string;
  /** Undefined for a file that was added. */
  readonly before: string | undefined;
  /** Undefined for a file that was removed. */
  readonly after: string | undefined;
  /** The lines of the text after that are not in the one before, ascending. */
  readonly changedLines: readonly LineRange[];
  /** The lines of the text before that are not in the one after, ascending. */
  readonly removedLines: readonly LineRange[];
  /** True if the text after is the one that the index knows. */
  readonly isIndexed: boolean;
};

/** A file that differs and cannot be compared. */
export const NotCompared = z.object({ filepath: z.string(), reason: z.string() });
export type NotCompared = z.infer<typeof NotCompared>;

/** A file that differs and that no language reads, or a link or a submodule, which is not read. */
export const OtherChange = z.object({ filepath: z.string(), change: z.enum(["added", "removed", "changed"]) });
export type OtherChange = z.infer<typeof OtherChange>;

/** The beginning of a path as answers show it, and from the top of its repository. */
export const PathPrefix = z.object({ shown: z.string(), inRepository: z.string() });
type PathPrefix = z.infer<typeof PathPrefix>;

/** The changes between two states. */
export type ChangedTexts = {
  /** The states, for people: `HEAD (4f2a91c)`, `working tree`. */
  readonly base: string;
  readonly head: string;
  /** In path order. */
  readonly files: readonly ChangedText[];
  readonly notCompared: readonly NotCompared[];
  /** In path order. */
  readonly others: readonly OtherChange[];
  /** The beginnings of shown paths, the longest first. */
  readonly prefixes: readonly PathPrefix[];
  /** Sentences on the comparison for the caller. */
  readonly notes: readonly string[];
};
