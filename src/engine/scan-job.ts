import { filesPerChunk } from "../limits.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type { Crash, Job } from "./job.ts";
import type { Question, SharedText, WorkerFile, WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/** Receives what came of the file at an index. Files come in any order. */
export type OnOutcome = (index: number, outcome: FileOutcome) => void;

export type ScanRequest = {
  readonly question: Question;
  /** What is known of macros, as workers are sent it; undefined when none are masked. */
  readonly macros: SharedText | undefined;
  readonly files: readonly WorkerFile[];
};

let calls = 0;

/** The same question to many files. */
export class ScanJob implements Job {
  readonly startedAt = performance.now();
  settle: (error: Error | undefined) => void = () => {};
  readonly #call = ++calls;
  readonly #question: Question;
  readonly #macros: SharedText | undefined;
  readonly #files: readonly WorkerFile[];
  readonly #onOutcome: OnOutcome;
  readonly #chunk: number;
  #next = 0;
  #open: number;
  /** Files of dead workers, to be asked again. */
  readonly #again: number[] = [];
  /** Files that a worker died at, to be asked alone. */
  readonly #suspects: number[] = [];
  readonly #tried = new Set<number>();
  readonly #pieces = new Map<object, { readonly indexes: readonly number[]; taken: number }>();

  constructor({ question, macros, files }: ScanRequest, onOutcome: OnOutcome, workers: number) {
    this.#question = question;
    this.#macros = macros;
    this.#files = files;
    this.#onOutcome = onOutcome;
    this.#open = files.length;
    this.#chunk = Math.max(1, Math.min(filesPerChunk, Math.ceil(files.length / (4 * workers))));
  }

  get isDone(): boolean {
    return this.#open === 0;
  }

  get filesLeft(): number {
    return this.#files.length - this.#next + this.#again.length + this.#suspects.length;
  }

  get hasWork(): boolean {
    return this.filesLeft > 0;
  }

  start(worker: object): WorkerRequest {
    const indexes = this.#nextPiece();
    this.#pieces.set(worker, { indexes, taken: 0 });
    const files = indexes.map((index) => this.#files[index]).filter((file) => file !== undefined);
    return { scan: this.#question, call: this.#call, macros: this.#macros, files };
  }

  take(worker: object, reply: WorkerReply): boolean {
    const piece = this.#pieces.get(worker);
    const index = piece?.indexes[piece.taken];
    if (piece === undefined || index === undefined || !("outcome" in reply)) return false;
    piece.taken++;
    this.#finish(index, reply.outcome);
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
    this.#finish(suspect, { error: `Failed to parse file: ${name}`, details: { details: reason } });
  }

  #nextPiece(): readonly number[] {
    if (this.#again.length > 0) return this.#again.splice(0, this.#chunk);
    if (this.#next < this.#files.length) {
      const from = this.#next;
      this.#next = Math.min(from + this.#chunk, this.#files.length);
      return Array.from({ length: this.#next - from }, (_, i) => from + i);
    }
    return this.#suspects.splice(0, 1);
  }

  #finish(index: number, outcome: FileOutcome): void {
    this.#open--;
    this.#onOutcome(index, outcome);
  }
}
