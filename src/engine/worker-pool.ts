import { Worker } from "node:worker_threads";
import { filesPerChunk, filesPerWorker } from "../limits.ts";
import type { Log } from "../log.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type {
  CheckOutcome,
  Question,
  WorkerFile,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from "./worker-protocol.ts";

export type PoolOptions = {
  readonly settings: WorkerSettings;
  /** Threads at the most. */
  readonly size: number;
  /** Milliseconds for one file, after which its worker is ended. */
  readonly fileTimeoutMs: number;
  readonly log: Log;
};

/** Receives what came of the file at an index. Files come in any order. */
export type OnOutcome = (index: number, outcome: FileOutcome) => void;

/**
 * Threads that parse. They start by the size of the work, stay warm for the next call, and do not keep
 * the process alive while idle. One that dies or hangs is replaced; the file that it was at is tried
 * once more alone, then reported as failed, and the rest goes on.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #jobs = new Set<Job>();
  readonly #threads = new Set<Thread>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Asks every file; resolves when all outcomes are in, rejects with the signal's reason when it aborts. */
  scan(question: Question, files: readonly WorkerFile[], onOutcome: OnOutcome, signal: AbortSignal): Promise<void> {
    return this.#run(new ScanJob(question, files, onOutcome, this.#options), signal);
  }

  /** Asks whether a question can be put to languages at all. */
  async check(question: Question, languageNames: readonly string[], signal: AbortSignal): Promise<CheckOutcome> {
    const job = new CheckJob(question, languageNames);
    await this.#run(job, signal);
    return job.outcome;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #run(job: Job, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((done, failed) => {
      const stop = () => {
        this.#drop(job);
        for (const thread of [...this.#threads].filter((busy) => busy.job === job)) {
          this.#threads.delete(thread);
          void thread.end();
        }
        this.#assign();
        failed(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      job.settle = (error) => {
        signal.removeEventListener("abort", stop);
        this.#drop(job);
        if (error === undefined) done();
        else failed(error);
      };
      this.#jobs.add(job);
      if (job.isDone) job.settle(undefined);
      else this.#assign();
    });
  }

  #drop(job: Job): void {
    this.#jobs.delete(job);
  }

  /** Gives work to idle threads, starting further ones where the work pays for them. */
  #assign(): void {
    const idle = [...this.#threads].filter(({ job }) => job === undefined);
    for (;;) {
      const job = this.#nextJob();
      if (job === undefined) return;
      const thread = idle.pop() ?? this.#startThread();
      if (thread === undefined) return;
      thread.work(job);
    }
  }

  /** The next job with work left. Jobs take turns, so that a short call does not wait for a long one. */
  #nextJob(): Job | undefined {
    for (const job of this.#jobs) {
      if (!job.hasWork) continue;
      this.#jobs.delete(job);
      this.#jobs.add(job);
      return job;
    }
    return undefined;
  }

  #startThread(): Thread | undefined {
    const waiting = [...this.#jobs].reduce((sum, job) => sum + job.filesLeft, 0);
    const paidFor = Math.max(this.#jobs.size, Math.ceil(waiting / filesPerWorker));
    if (this.#threads.size >= Math.min(this.#options.size, paidFor)) return undefined;
    const thread = new Thread(
      this.#options,
      () => this.#assign(),
      () => this.#threads.delete(thread),
    );
    this.#threads.add(thread);
    return thread;
  }
}

/** One worker and what it is at. */
class Thread {
  job: Job | undefined;
  readonly #worker: Worker;
  readonly #options: PoolOptions;
  #timer: NodeJS.Timeout | undefined;
  #crash = "the worker ended";

  constructor(options: PoolOptions, onIdle: () => void, onGone: () => void) {
    this.#options = options;
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: options.settings });
    this.#worker.on("message", (reply: WorkerReply) => {
      const { job } = this;
      if (job === undefined) return;
      if ("logged" in reply) options.log("error", "a tool threw", { stack: reply.logged });
      this.#watch();
      if (job.take(this, reply)) return;
      this.#park();
      if (job.isDone) job.settle(undefined);
      onIdle();
    });
    this.#worker.on("error", (error) => {
      this.#crash = error.message;
    });
    this.#worker.on("exit", () => {
      onGone();
      const { job } = this;
      this.#park();
      if (job === undefined) return;
      options.log("warn", "a worker died", { reason: this.#crash });
      job.crashed(this, this.#crash);
      if (job.isDone) job.settle(undefined);
      onIdle();
    });
  }

  work(job: Job): void {
    this.job = job;
    this.#worker.ref();
    this.#watch();
    this.#worker.postMessage(job.start(this));
  }

  /** Ends the worker, even inside a stuck query. */
  async end(): Promise<void> {
    this.#park();
    await this.#worker.terminate();
  }

  #park(): void {
    this.job = undefined;
    clearTimeout(this.#timer);
    this.#worker.unref();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const { fileTimeoutMs } = this.#options;
    this.#timer = setTimeout(() => {
      this.#crash = `stopped after ${fileTimeoutMs} ms`;
      void this.#worker.terminate();
    }, fileTimeoutMs);
  }
}

/** Work that threads share. */
interface Job {
  /** Set by the pool: ends the job, with an error when it failed as a whole. */
  settle: (error: Error | undefined) => void;
  readonly isDone: boolean;
  readonly hasWork: boolean;
  readonly filesLeft: number;
  /** The next piece, for a thread. */
  start(thread: Thread): WorkerRequest;
  /** Takes a reply; tells whether the thread's piece goes on. */
  take(thread: Thread, reply: WorkerReply): boolean;
  /** The thread is gone; what it had is to be done again, or failed. */
  crashed(thread: Thread, reason: string): void;
}

class ScanJob implements Job {
  settle: (error: Error | undefined) => void = () => {};
  readonly #question: Question;
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
  readonly #pieces = new Map<Thread, { readonly indexes: readonly number[]; taken: number }>();

  constructor(question: Question, files: readonly WorkerFile[], onOutcome: OnOutcome, { size }: PoolOptions) {
    this.#question = question;
    this.#files = files;
    this.#onOutcome = onOutcome;
    this.#open = files.length;
    this.#chunk = Math.max(1, Math.min(filesPerChunk, Math.ceil(files.length / (4 * size))));
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

  start(thread: Thread): WorkerRequest {
    const indexes = this.#nextPiece();
    this.#pieces.set(thread, { indexes, taken: 0 });
    const files = indexes.map((index) => this.#files[index]).filter((file) => file !== undefined);
    return { scan: this.#question, files };
  }

  take(thread: Thread, reply: WorkerReply): boolean {
    const piece = this.#pieces.get(thread);
    const index = piece?.indexes[piece.taken];
    if (piece === undefined || index === undefined || !("outcome" in reply)) return false;
    piece.taken++;
    this.#finish(index, reply.outcome);
    if (piece.taken < piece.indexes.length) return true;
    this.#pieces.delete(thread);
    return false;
  }

  crashed(thread: Thread, reason: string): void {
    const piece = this.#pieces.get(thread);
    if (piece === undefined) return;
    this.#pieces.delete(thread);
    const [suspect, ...rest] = piece.indexes.slice(piece.taken);
    this.#again.push(...rest);
    if (suspect === undefined) return;
    if (!this.#tried.has(suspect)) {
      this.#tried.add(suspect);
      this.#suspects.push(suspect);
      return;
    }
    const name = this.#files[suspect]?.name;
    this.#finish(suspect, {
      error: `Failed to parse file: ${name}`,
      details: { details: `The parser failed twice: ${reason}` },
    });
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

class CheckJob implements Job {
  settle: (error: Error | undefined) => void = () => {};
  outcome: CheckOutcome = [];
  isDone = false;
  hasWork = true;
  readonly #question: Question;
  readonly #languageNames: readonly string[];

  constructor(question: Question, languageNames: readonly string[]) {
    this.#question = question;
    this.#languageNames = languageNames;
  }

  get filesLeft(): number {
    return this.hasWork ? 1 : 0;
  }

  start(): WorkerRequest {
    this.hasWork = false;
    return { check: this.#question, languageNames: this.#languageNames };
  }

  take(_: Thread, reply: WorkerReply): boolean {
    if ("check" in reply) this.outcome = reply.check;
    this.isDone = true;
    return false;
  }

  crashed(_: Thread, reason: string): void {
    this.settle(new Error(`the worker failed: ${reason}`));
  }
}
