import type { Spent } from "../clock.ts";
import type { ErrorDetails } from "../errors.ts";
import type { Roots } from "../real-path.ts";
import type { Languages } from "../syntax/languages.ts";
import type { ReadIdentity, WorkerOutcome } from "./file-outcome.ts";

/** What a worker is given at its start. */
export type WorkerSettings = {
  readonly languages: Languages;
  readonly roots: Roots;
  readonly maxFileBytes: number;
  /** Macros of the project by their roles; they come before what is known otherwise. */
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  /** May the bodies of functions be passed over where only definitions are asked for? */
  readonly elidesBodies: boolean;
  /** Is it logged what was masked? */
  readonly logsMasking: boolean;
  /** Where the code that V8 compiles of the worker is kept; undefined for nowhere. */
  readonly workerCode: string | undefined;
};

/** UTF-8 that threads share. */
export type SharedText = Uint8Array<SharedArrayBuffer>;

/** What is asked of each file: a tool of the table and its validated arguments. */
export type Question = { readonly tool: string; readonly input: unknown };

export type WorkerFile = {
  readonly name: string;
  readonly path: string;
  readonly named: boolean;
  /** Digest of the content whose outcome is known. */
  readonly known?: string | undefined;
  /** The text to be asked in place of a file's, with the name of its language. */
  readonly given?: GivenText;
};

export type GivenText = { readonly text: string; readonly languageName: string };

/**
 * What a worker is sent. `call` tells one call's pieces from another's; `macros` is the JSON of LearnedMacros, shared by
 * the pieces of a call, or undefined when files are to be parsed as they stand. It answers a scan with one FileOutcome a file, in order, and a
 * check with one CheckOutcome.
 */
export type WorkerRequest = ScanPiece | { readonly check: Question; readonly languageNames: readonly string[] };

export type ScanPiece = {
  readonly scan: Question;
  readonly call: number;
  readonly macros: SharedText | undefined;
  /** Is it told what was read? */
  readonly identifies: boolean;
  readonly files: readonly WorkerFile[];
};

/** For each language of a check, why its files cannot be asked; null when they can. */
export type CheckOutcome = readonly ({ readonly error: string; readonly details: ErrorDetails } | null)[];

/**
 * `logged` is a stack that belongs into the log and not into the answer; `masked` tells what was masked and why, when
 * that is logged: reason → the words that were masked for it; `read` is the file as it was read, unless it changed meanwhile; `heapBytes` is how large the WASM heap
 * of the worker has grown; `spent` is where the time for the file went.
 */
export type WorkerReply = { readonly heapBytes: number } & (
  | {
      readonly outcome: WorkerOutcome;
      readonly read?: ReadIdentity;
      readonly spent: Spent;
      readonly logged?: string;
      readonly masked?: MaskedWords;
    }
  | { readonly check: CheckOutcome }
);

export type MaskedWords = { readonly file: string; readonly reasons: Readonly<Record<string, readonly string[]>> };
