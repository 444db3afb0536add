import { Clock } from "../clock.ts";
import { filesPerChunk, maxFilesAhead } from "../limits.ts";
import type { ReadIdentity, WorkerOutcome } from "./file-outcome.ts";
import type { Crash, Job } from "./job.ts";
import type { Question, SharedText, WorkerFile, WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/** Receives what came of the file at an index. Files come in order. */
export type OnOutcome = (index: number, outcome: WorkerOutcome, read: ReadIdentity | undefined) => void;

type Finished = { readonly outcome: WorkerOutcome; readonly read: ReadIdentity | undefined };

export type ScanRequest = {
  readonly question: Question;
  /** What is known of macros, as workers are sent it; undefined when none are masked. */
  readonly macros: SharedText | undefined;
  /** Are outcomes to come with the files as they were read? */
  readonly identifies: boolean;
  readonly files: readonly WorkerFile[];
};

let calls = 0;

/**
 * The same question to many files. Their outcomes are handed on in order, whatever the order of work; no more than
 * `maxFilesAhead` files are begun past the first one that is open, so that few outcomes wait.
 */
export class ScanJob implements Job {
  readonly startedAt = performance.now();
  settle: (error: Error | undefined) => void = () => {};
  /** Sums up what the workers spent. */
  readonly clock = new Clock();
  readonly #call = ++calls;
  readonly #question: Question;
  readonly #macros: SharedText | undefined;
  readonly #identifies: boolean;
  readonly #files: readonly WorkerFile[];
  readonly #onOutcome: OnOutcome;
  readonly #chunk: number;
  #next = 0;
  /** The first file whose outcome was not handed on. */
  #first = 0;
  readonly #waiting = new Map<number, Finished>();
  /** Files of dead workers, to be asked again. */
  readonly #again: number[] = [];
  /** Files that a worker died at, to be asked alone. */
  readonly #suspects: number[] = [];
  readonly #tried = new Set<number>();
  readonly #pieces = new Map<object, { readonly indexes: readonly number[]; taken: number }>();

  constructor({ question, macros, identifies, files }: ScanRequest, onOutcome: OnOutcome, workers: number) {
    this.#question = question;
    this.#macros = macros;
    this.#identifies = identifies;
    this.#files = files;
    this.#onOutcome = onOutcome;
    this.#chunk = Math.max(1, Math.min(filesPerChunk, Math.ceil(files.length / (4 * workers))));
  }

  get isDone(): boolean {
    return this.#first === this.#files.length;
  }

  get filesLeft(): number {
    return this.#files.length - this.#next + this.#again.length + this.#suspects.length;
  }

  get hasWork(): boolean {
    return this.#again.length > 0 || this.#suspects.length > 0 || this.#canBegin;
  }

  start(worker: object): WorkerRequest {
    const indexes = this.#nextPiece();
    this.#pieces.set(worker, { indexes, taken: 0 });
    const files = indexes.map((index) => this.#files[index]).filter((file) => file !== undefined);
    return { scan: this.#question, call: this.#call, macros: this.#macros, identifies: this.#identifies, files };
  }

  take(worker: object, reply: WorkerReply): boolean {
    const piece = this.#pieces.get(worker);
    const index = piece?.indexes[piece.taken];
    if (piece === undefined || index === undefined || !("outcome" in reply)) return false;
    piece.taken++;
    this.clock.add(reply.spent);
    this.#finish(index, { outcome: reply.outcome, read: reply.read });
    if (piece.taken < piece.indexes.length) return true;
    this.#pieces.delete(worker);
    return false;
  }

  crashed(worker: object, { reason, isFinal }: Crash): void {
    const piece = this.#pieces.get(worker);
    if (piece === undefined) return;
    this.#pieces.delete(worker);
    const [suspect, ...rest] = piece.indexes.slice(piece.taken);
    this.#again.push(...rest);
    if (suspect === undefined) return;
    if (!isFinal && !this.#tried.has(suspect)) {
      this.#tried.add(suspect);
      this.#suspects.push(suspect);
      return;
    }
    const name = this.#files[suspect]?.name;
    const outcome = { error: `Failed to parse file: ${name}`, details: { details: reason } };
    this.#finish(suspect, { outcome, read: undefined });
  }

  /** Hands on what is done behind files that are still open. The job must not go on after this. */
  flush(): void {
    for (const [index, { outcome, read }] of [...this.#waiting].sort(([a], [b]) => a - b)) {
      this.#onOutcome(index, outcome, read);
    }
    this.#waiting.clear();
  }

  get #canBegin(): boolean {
    return this.#next < Math.min(this.#files.length, this.#first + maxFilesAhead);
  }

  #nextPiece(): readonly number[] {
    if (this.#again.length > 0) return this.#again.splice(0, this.#chunk);
    if (!this.#canBegin) return this.#suspects.splice(0, 1);
    const from = this.#next;
    this.#next = Math.min(from + this.#chunk, this.#files.length);
    return Array.from({ length: this.#next - from }, (_, i) => from + i);
  }

  #finish(index: number, finished: Finished): void {
    this.#waiting.set(index, finished);
    for (;;) {
      const next = this.#waiting.get(this.#first);
      if (next === undefined) return;
      this.#waiting.delete(this.#first);
      this.#onOutcome(this.#first, next.outcome, next.read);
      this.#first++;
    }
  }
}
