/**
 * The questions of calls over the index to a code base, and its answers, as types. Input: the files that a call is about, its deadline
 * and its progress; output: the code that is known, its files, and the work that reads more of them on demand.
 */
import type { Deadline } from "../base/deadline.ts";
import type { Roots } from "../base/real-path.ts";
import type { Stopwatch, UncountedPhase } from "../base/stopwatch.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { CodeView } from "../workers/protocol.ts";
import type { ProjectRules } from "../workspace/ignore-rules.ts";
import type { Shard } from "../workspace/shard.ts";
import type { ViewedCode } from "./code-views.ts";
import type { FactCacheOptions } from "./fact-cache.ts";
import type { FoundSnapshot } from "./snapshots.ts";
import type { Stamped } from "./stamp-paths.ts";
import type { DefinesCache } from "./survey-macros.ts";
import type { UnreadFiles } from "./unread-files.ts";

export type CodeBaseOptions = FactCacheOptions & {
  readonly ignore: ProjectRules | undefined;
  /** The folder of relative paths. */
  readonly cwd: string;
  /** The folders that are searched where nothing is named. */
  readonly workspace: Roots;
  readonly pool: WorkerPool;
};

/** A question about the code of a folder, or about a position. */
export type CodeRequest = {
  /** The folder to search; undefined for the workspace, or else for the folder of the file. */
  readonly filepath: string | readonly string[] | undefined;
  readonly recursive: boolean;
  readonly filePatterns: readonly string[] | undefined;
  readonly noIgnore: boolean;
  /** The file of a position, absolute, which is part of the code wherever it lies. */
  readonly file: string | undefined;
  /** True when paths are written relative to the working folder, if they lie in it. */
  readonly isRelative: boolean;
};

/** The request for all code of the workspace: calls that name no files. */
export const requestOfWorkspace: CodeRequest = {
  filepath: undefined,
  recursive: true,
  filePatterns: undefined,
  noIgnore: false,
  file: undefined,
  isRelative: true,
};

/** The request for all code of a folder, as the index for other programs makes it. */
export function requestOfFolder(folder: string): CodeRequest {
  return { ...requestOfWorkspace, filepath: folder, isRelative: false };
}

/** The files that a call over the index is about, and what is known of them. */
export type Code = ViewedCode & {
  /** Number of files. */
  readonly files: number;
  /** Reason → number of files that are left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Name of a known language → number of its files that patterns leave out. */
  readonly notSearched: Readonly<Record<string, number>>;
  /** The files that could not be read. */
  readonly unread: UnreadFiles;
  /** See Snapshot. */
  readonly stamped: readonly Stamped[];
  /** Why there are no files, as a sentence; undefined if there are some. */
  readonly emptyReason: string | undefined;
};

/** The files of a code base before anything is known of them. */
export type ListedFiles = Pick<Code, "notSearched" | "skipped"> & {
  /** Absolute, in path order. */
  readonly paths: readonly string[];
  readonly names: CodeView["names"];
};

/** A receiver of how far the work on files is. */
export type Progress = {
  /** Receives the number of files that were found so far, from time to time, while they are listed. */
  readonly found?: ((files: number) => void) | undefined;
  /** Receives the number of files, before anything is known of one. */
  readonly total?: ((files: number) => void) | undefined;
  /** Receives the files, once they are listed for a call over the index. */
  readonly listed?: ((files: ListedFiles) => void) | undefined;
  /** Receives a function that returns the code as it is known then, whose other files count as unread. */
  readonly part?: ((part: () => Promise<Code>) => void) | undefined;
  /** Called for each file whose facts are now known. */
  readonly known?: (() => void) | undefined;
  /** Receives the number of files whose macros are known, and of all files that have them. */
  readonly macros?: ((done: number, files: number) => void) | undefined;
  /** Receives the name of a phase that counts no files, when it begins. */
  readonly phase?: ((name: UncountedPhase) => void) | undefined;
};

/** The options of a request. */
export type IndexRun = {
  readonly deadline: Deadline;
  readonly stopwatch: Stopwatch;
  readonly progress: Progress;
  /** True when calls come first. */
  readonly isBackground?: boolean;
};

/** The options of a request that may be of a shard. */
export type FindingRun = IndexRun & {
  /** The share of the files that is read; undefined for all. */
  readonly shard?: Shard | undefined;
  /** True if facts are wanted that are the same whatever the cache holds: see portable.ts. */
  readonly isPortable?: boolean;
  /** The macros of files, if another process has collected them: see macro-file.ts. */
  readonly macros?: DefinesCache | undefined;
  /** The work on the cache that is done while workers list the files. */
  readonly meanwhile?: (() => Promise<void>) | undefined;
};

/** The code of a request as it was found now. */
export type FoundCode = Code &
  Pick<FoundSnapshot, "headersBeside"> & {
    /**
     * Files whose facts are new, and files whose facts were there and are valid. The others are skipped, or could not be
     * read.
     */
    readonly read: number;
    readonly kept: number;
    /** Returns the digest of the macros that the file at a path was read with. */
    readonly contextOf: (path: string) => string;
  };

/** The start of the reading of a code base on demand. */
export type StartOnDemand = {
  /** The word that files must have to be read at first; undefined for none. */
  readonly word: string | undefined;
  /** A name whose words these must have; undefined for the word. */
  readonly name?: string | undefined;
  /** True if the uses of the word are asked for. */
  readonly isOfUses: boolean;
};

/** The code of a request whose files are read as they are wanted. */
export type CodeOnDemand = {
  /** Returns true when all files were read. */
  readonly isWhole: () => boolean;
  /** Returns the code as it is known now. */
  readonly code: () => Promise<Code>;
  /**
   * Reads files, or all if they are most of them.
   *
   * @param wanted absolute paths
   * @throws UserError when the time is over, and the signal's reason
   */
  readonly read: (wanted: readonly string[]) => Promise<void>;
};
