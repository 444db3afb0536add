import type { ErrorDetails } from "../base/errors.ts";
import type { Roots } from "../base/real-path.ts";
import type { Spent } from "../base/stopwatch.ts";
import type { Languages } from "../syntax/languages.ts";
import type { Expansion } from "../workspace/expand.ts";
import type { ProjectRules } from "../workspace/ignore-rules.ts";
import type { RefusedPattern } from "../workspace/patterns.ts";
import type { Stamp } from "../workspace/stamp.ts";
import type { FileChange } from "../workspace/watch.ts";
import type { ReadIdentity, WorkerOutcome } from "./file-outcome.ts";

/** What a worker gets at its start. */
export type WorkerSettings = {
  readonly languages: Languages;
  readonly roots: Roots;
  /** Rules of the project that decide before those of .gitignore files. */
  readonly ignore: ProjectRules | undefined;
  readonly maxFileBytes: number;
  /** Macros of the project by their roles; they come before what is known otherwise. */
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  /** True when the bodies of functions may be passed over where only definitions are asked for. */
  readonly elidesBodies: boolean;
  /** True when it is logged what was masked. */
  readonly logsMasking: boolean;
  /** Where the code that V8 compiles of the worker is kept; undefined for nowhere. */
  readonly workerCode: string | undefined;
};

/** UTF-8 that threads share. */
export type SharedText = Uint8Array<SharedArrayBuffer>;

/** What is asked of each file: a tool of the table and its validated arguments. */
export type ToolCall = { readonly tool: string; readonly input: unknown };

export type WorkerFile = {
  readonly name: string;
  readonly path: string;
  readonly isExplicit: boolean;
  /** Digest of the content whose outcome is known. */
  readonly known?: string | undefined;
  /** The text to be asked in place of a file's, with the name of its language. */
  readonly unsaved?: UnsavedText;
};

export type UnsavedText = { readonly text: string; readonly languageName: string };

/**
 * A request to a worker, which it answers with the replies of the same key: `scan`, `headersIn` and `definesIn` with one
 * for each file or folder, in order, the others with one. All that reads the disk or takes its time by what a stranger
 * wrote is done by a worker, which can be ended.
 */
export type WorkerRequest =
  | ScanPiece
  | { readonly check: ToolCall; readonly languageNames: readonly string[] }
  | { readonly list: ListRequest }
  /** Folders. */
  | { readonly headersIn: readonly string[] }
  /** Files. */
  | { readonly definesIn: readonly string[] }
  | { readonly textOf: TextRequest }
  /** Folders; made to a worker that does nothing else, and answered with WatchReplies. */
  | { readonly watch: readonly string[] };

/** `callId` tells one call's pieces from another's. */
export type ScanPiece = {
  readonly scan: ToolCall;
  readonly callId: number;
  /** The JSON of CollectedMacros, shared by the pieces of a call; undefined when files are to be parsed as they stand. */
  readonly macros: SharedText | undefined;
  /** True when replies are to tell what was read. */
  readonly identifies: boolean;
  readonly files: readonly WorkerFile[];
};

/** What `filepath` and the arguments that go with it name. */
export type ListRequest = {
  readonly filepath: string | readonly string[];
  readonly recursive: boolean;
  readonly filePatterns: readonly string[] | undefined;
  readonly noIgnore: boolean;
  readonly cwd: string;
  /** In place of the settings' roots. */
  readonly roots: Roots;
  /** By Date.now(): when to end with what is found; undefined for never. */
  readonly stopAtMs: number | undefined;
};

/** A file whose text is wanted, by its absolute path. */
export type TextRequest = { readonly path: string; readonly roots: Roots };

/** Why something was refused, in words for the caller. */
export type Refusal = { readonly error: string; readonly details: ErrorDetails };

/** For each language of a check, why its files cannot be asked; null when they can. */
export type CheckOutcome = readonly (Refusal | null)[];

export type Listing = Expansion & {
  readonly skipped: Readonly<Record<string, number>>;
  /** True when the time was up before all was listed. */
  readonly isPartial: boolean;
  /** Files of ignore rules that could not be used. */
  readonly unreadRules: readonly { readonly path: string; readonly reason: string }[];
};

/** The macros that a file defines, and its stamp unless it changed while it was read. */
export type FileDefines = {
  readonly count: number;
  /** JSON of the count, then a name and a role for each; empty when there are none. Few texts are ever read. */
  readonly rolesJson: string;
  /** Tells what is defined from anything else; the same for all files that define nothing. */
  readonly digest: string;
  readonly stamp: Stamp | undefined;
};

/** `heapBytes` is how large the WASM heap of the worker has grown. */
export type WorkerReply = { readonly heapBytes: number } & (
  | ScanReply
  | { readonly check: CheckOutcome }
  | { readonly list: Listing | { readonly refused: RefusedPattern } }
  | { readonly headers: readonly string[] }
  /** null for a file that cannot be read. */
  | { readonly defines: FileDefines | null }
  | { readonly text: string | { readonly refused: Refusal } }
);

/** `isReady` comes once every later change is reported, or else `refused`. */
export type WatchReply =
  | { readonly isReady: true }
  | { readonly refused: Refusal }
  | { readonly changes: readonly FileChange[] }
  /** There are more folders by now than are watched. */
  | { readonly hasTooMany: true };

/** Says that a worker is still at its request. */
export type SignOfLife = { readonly isAlive: true };

/**
 * `logged` is a stack that belongs into the log and not into the answer; `masked` tells what was masked and why, when
 * that is logged: reason → the words that were masked for it; `read` is the file as it was read, unless it changed
 * meanwhile; `spent` is where the time for the file went.
 */
type ScanReply = {
  readonly outcome: WorkerOutcome;
  readonly read?: ReadIdentity;
  readonly spent: Spent;
  readonly logged?: string;
  readonly masked?: MaskedWords;
};

export type MaskedWords = { readonly file: string; readonly reasons: Readonly<Record<string, readonly string[]>> };
