/** A tool call on many files as the work of the pool. Input: files and a call; output: requests to workers, and the outcome of each file. */
import { Rows } from "../answers/rows.ts";
import type { Spent } from "../base/stopwatch.ts";
import type { FileOutcome, ReadIdentity, Unchanged, WorkerOutcome } from "./file-outcome.ts";
import type { Work } from "./piece-job.ts";
import type { ScanPiece, SharedBytes, ToolCall, WorkerFile } from "./protocol.ts";

export type ScanRequest = {
  /** A number that no other call of the process has. */
  readonly callId: number;
  readonly toolCall: ToolCall;
  /** The macros of the call as JSON; undefined when none are masked. */
  readonly macros: SharedBytes | undefined;
  /** True when replies have the stamps and the digests of the files. */
  readonly identifies: boolean;
  /** UTF-16 code units of the answer; infinite for no limit. */
  readonly maxChars: number;
  /** True when workers record facts about the files. */
  readonly recordsOutlines: boolean;
  readonly files: readonly WorkerFile[];
  /** Milliseconds for one file; undefined for the limit of the pool. */
  readonly itemTimeoutMs?: number | undefined;
  /** Completes a file when a worker receives it; omitted, files are as they are. */
  readonly sentOf?: (file: WorkerFile) => WorkerFile;
};

/** A receiver of the outcome of the file at an index, in order. `failure` is that of a file that has ended its workers. */
export type OnOutcome = (
  index: number,
  outcome: FileOutcome | Unchanged,
  read: ReadIdentity | undefined,
  failure: Scanned["failure"],
) => void;

type Scanned = {
  readonly outcome: FileOutcome | Unchanged;
  readonly read: ReadIdentity | undefined;
  /** The outcome of a file that has ended its workers; undefined for other files. */
  readonly failure?: Extract<FileOutcome, { readonly error: string }>;
};

/**
 * Returns the work of one tool call on many files.
 *
 * @param onSpent receives the time that a worker took for a file
 */
export function scanWork(
  { files, sentOf = (file) => file, toolCall, itemTimeoutMs, ...request }: ScanRequest,
  onOutcome: OnOutcome,
  onSpent: (spent: Spent) => void,
): Work<WorkerFile, Scanned> {
  return {
    items: files,
    itemTimeoutMs,
    requestFor: (piece): ScanPiece => ({
      scan: toolCall,
      ...request,
      filesOfScan: files.length,
      files: piece.map(sentOf),
    }),
    resultOf: (reply) => {
      if (!("outcome" in reply)) throw new Error("the worker gave another reply");
      onSpent(reply.spent);
      return { outcome: decodedOutcome(reply.outcome), read: reply.read };
    },
    failed: ({ name }, reason) => {
      const outcome = { error: `Failed to parse file: ${name}`, details: { details: reason } };
      return { outcome, read: undefined, failure: outcome };
    },
    onResult: (index, { outcome, read, failure }) => onOutcome(index, outcome, read, failure),
  };
}

/** Returns an outcome whose rows are decoded when they are read. */
export function decodedOutcome(outcome: WorkerOutcome): FileOutcome | Unchanged {
  if (!("kind" in outcome)) return outcome;
  const { kind, rows, edits, warnings, isEmpty, wordsHeld, part } = outcome;
  return {
    rows: Rows.from(kind, rows),
    warnings,
    ...(edits && { edits }),
    ...(isEmpty && { isEmpty }),
    ...(wordsHeld && { wordsHeld }),
    ...(part && { part }),
  };
}
