/**
 * The pool of worker threads: assigns jobs, limits the time of each file, and replaces threads that die, hang or grow.
 * Input: requests, or work on many items; output: the replies, and the facts that workers have recorded.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { UserError } from "../base/errors.ts";
import {
  drainPatienceMs,
  factsPatienceMs,
  filesPerWorker,
  maxOldGenerationSizeMb,
  maxWasmHeapBytes,
  maxYoungGenerationSizeMb,
  reapPatienceMs,
  startPatienceMs,
  workerPatienceMs,
} from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { distDir } from "../base/package.ts";
import { RunDelay } from "../base/run-delay.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { type Crash, type Job, PieceJob, type Work } from "./piece-job.ts";
import type {
  FactsReply,
  FactsRequest,
  Replies,
  SignOfLife,
  StoppedReply,
  Unscanned,
  WorkerData,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from "./protocol.ts";
import { RunningProcess } from "./running-process.ts";

export type PoolOptions = {
  readonly settings: WorkerSettings;
  /** The script of the threads; omitted, it is the one that the build has made of src/worker.ts. */
  readonly script?: URL;
  /** The largest number of threads. */
  readonly size: number;
  /** Milliseconds for one file, after which its worker is terminated. Time for which it waited for a processor does not count. */
  readonly fileTimeoutMs: number;
  readonly log: Log;
  /** Returns the milliseconds for which a thread waited for a processor; undefined if that is not known. */
  readonly runDelayMs?: (threadNumber: number) => number | undefined;
  /** Ends a process that a thread has started, when the thread or its job ends. */
  readonly endProcess?: (pid: number) => void;
  /** Called once all threads have ended. */
  readonly onClosed?: () => void;
};

/**
 * The worker threads. Their number depends on the size of the work; they stay for the next call, and do not keep the
 * process alive while idle. A thread that dies or hangs is replaced. Its current file is tried once more alone, unless
 * the timeout ended the thread, and then reported as failed; the other files continue.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #jobs = new Set<Job>();
  readonly #threads = new Set<Thread>();
  /** Facts of threads that are gone, by the number of their call. */
  readonly #leftFacts = new LeftFacts();
  /** Threads that are replaced, and still hand over what they have recorded. */
  readonly #retiring = new Set<Promise<void>>();
  #isAssigningLater = false;
  /** True while the work in the background is for a call that is expected: it takes all threads, and one at a time otherwise. */
  hurriesBackground = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Does work on many items. Resolves when all results are passed on; when the signal aborts, rejects with its reason
   * after the finished results.
   *
   * @param isBackground true for work that waits while there is other work: see hurriesBackground
   */
  async run<Item, Result>(work: Work<Item, Result>, signal: AbortSignal, isBackground = false): Promise<void> {
    const job = new PieceJob(work, this.#options.size, isBackground);
    try {
      await this.#run(job, signal);
    } finally {
      job.flush();
    }
  }

  /**
   * Makes one request that has one reply.
   *
   * @param more see Work
   * @param isBackground see run
   * @throws WorkerFailure when workers die of it, and the signal's reason when it aborts
   */
  async request<Result>(
    request: WorkerRequest,
    resultOf: (reply: WorkerReply) => Result | undefined,
    signal: AbortSignal,
    more: Pick<Work<WorkerRequest, Result | undefined>, "laneOf" | "onFound"> = {},
    isBackground = false,
  ): Promise<Result> {
    let result: Result | undefined;
    let failure: string | undefined;
    const work: Work<WorkerRequest, Result | undefined> = {
      items: [request],
      requestFor: () => request,
      resultOf,
      failed: (_, reason) => {
        failure = reason;
        return undefined;
      },
      onResult: (_, item) => {
        result = item;
      },
      ...more,
    };
    await this.run(work, signal, isBackground);
    if (result === undefined) throw new WorkerFailure(failure ?? "the worker gave another reply");
    return result;
  }

  /**
   * Returns the facts that workers have recorded for a call. Facts of a worker that is busy for too long with another call
   * are returned the next time, and facts that an ended worker had not handed over are lost.
   */
  async collectFacts(callId: number, unscanned: Unscanned): Promise<readonly BuiltSegment[]> {
    await Promise.all(this.#retiring);
    const replies = await Promise.all([...this.#threads].map((thread) => thread.collectFacts(callId, unscanned)));
    return [...this.#leftFacts.take(callId), ...replies.flat()];
  }

  /**
   * Starts a worker when there is none, ahead of its work.
   *
   * @param readsFiles true to load what reads files, too, before a request needs it
   */
  warmUp(readsFiles = false): void {
    if (this.#threads.size === 0) this.#addThread(readsFiles);
  }

  /** Ends the processes that threads have started: at the end of this process, nobody else does. */
  endProcesses(): void {
    for (const thread of this.#threads) thread.endProcess();
    for (const thread of this.#threads) thread.waitForProcess();
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all([...[...this.#threads].map((thread) => thread.end()), ...this.#retiring]);
    this.#options.onClosed?.();
  }

  #run(job: Job, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((done, failed) => {
      const stop = () => {
        this.#drop(job);
        for (const thread of [...this.#threads].filter((busy) => busy.job === job)) {
          if (thread.drain()) continue;
          this.#threads.delete(thread);
          void thread.end();
        }
        this.#assign();
        failed(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      job.onDone = () => {
        signal.removeEventListener("abort", stop);
        this.#drop(job);
        done();
      };
      this.#jobs.add(job);
      if (job.isDone) job.onDone();
      else this.#assign();
    });
  }

  #drop(job: Job): void {
    this.#jobs.delete(job);
  }

  /** Assigns work to idle threads, and starts further ones where there is enough work. */
  #assign(): void {
    const idle = [...this.#threads].filter(({ job }) => job === undefined);
    for (;;) {
      const job = this.#nextJob();
      if (job === undefined) return;
      const ofLane = idle.findIndex(({ number }) => number === job.onlyLane);
      const thread = (ofLane < 0 ? idle.pop() : idle.splice(ofLane, 1)[0]) ?? this.#startThread(job);
      if (thread === undefined) {
        this.#assignLater();
        return;
      }
      thread.work(job);
    }
  }

  /**
   * Returns the next job with work left. Jobs take turns, so that a short call does not wait for a long one; one in the
   * background has its turn when there is no other job, and no thread works on such a one unless it is in a hurry.
   */
  #nextJob(): Job | undefined {
    const hasCalls = [...this.#jobs].some(({ isBackground }) => !isBackground);
    const isTaken = !this.hurriesBackground && [...this.#threads].some(({ job }) => job?.isBackground === true);
    for (const job of this.#jobs) {
      if (!job.hasWork || (job.isBackground && (hasCalls || isTaken))) continue;
      this.#jobs.delete(job);
      this.#jobs.add(job);
      return job;
    }
    return undefined;
  }

  /** Assigns again after a while: few files may be long, and are then worth another thread, too. */
  #assignLater(): void {
    if (this.#threads.size >= this.#options.size || this.#isAssigningLater) return;
    this.#isAssigningLater = true;
    const assign = () => {
      this.#isAssigningLater = false;
      this.#assign();
    };
    setTimeout(assign, workerPatienceMs).unref();
  }

  #startThread(job: Job): Thread | undefined {
    const waiting = [...this.#jobs].reduce((sum, { itemsLeft }) => sum + itemsLeft, 0);
    // One that ends its item for a call that has gone works for no other.
    const working = [...this.#threads].filter(({ isDraining }) => !isDraining).length;
    const isPaidFor =
      working < this.#jobs.size ||
      working * filesPerWorker < waiting ||
      performance.now() - job.startedAt > workerPatienceMs;
    return this.#threads.size >= this.#options.size || !isPaidFor ? undefined : this.#addThread();
  }

  #addThread(readsFiles = false): Thread {
    const taken = new Set([...this.#threads].map(({ number }) => number));
    let number = 0;
    while (taken.has(number)) number++;
    const thread = new Thread(
      this.#options,
      { number, readsFiles },
      () => this.#assign(),
      () => {
        this.#threads.delete(thread);
        for (const [callId, segments] of thread.takeFacts()) this.#leftFacts.add(callId, segments);
      },
      (retired) => {
        this.#threads.delete(thread);
        const retiring = retired.finally(() => this.#retiring.delete(retiring));
        this.#retiring.add(retiring);
      },
    );
    this.#threads.add(thread);
    return thread;
  }
}

/** Calls whose facts are kept until they are collected: facts of calls that have ended without that are dropped. */
const maxFactCalls = 16;

/** Facts of calls, in the order in which they came. */
class LeftFacts {
  readonly #byCall = new Map<number, BuiltSegment[]>();

  add(callId: number, segments: readonly BuiltSegment[]): void {
    if (segments.length === 0) return;
    const known = this.#byCall.get(callId) ?? [];
    this.#byCall.set(callId, known);
    known.push(...segments);
    const [oldest] = this.#byCall.keys();
    if (this.#byCall.size > maxFactCalls && oldest !== undefined) this.#byCall.delete(oldest);
  }

  take(callId: number): readonly BuiltSegment[] {
    const segments = this.#byCall.get(callId) ?? [];
    this.#byCall.delete(callId);
    return segments;
  }
}

/** The error of a request that ended each of its workers. */
export class WorkerFailure extends UserError {}

/** The facts that a worker records for a call. */
class RecordedFacts {
  /** Facts that the worker has handed over. */
  readonly segments: BuiltSegment[];
  /** Resolves when the worker has answered the request for its facts, or has ended. */
  readonly ended: Promise<void>;
  /** True when the worker was asked for them. */
  isAsked = false;
  /** True while the end of the call waits for them, which then takes them. */
  isCollected = false;
  #onEnd = (): void => {};

  constructor(segments: readonly BuiltSegment[] = []) {
    this.segments = [...segments];
    this.ended = new Promise((done) => {
      this.#onEnd = done;
    });
  }

  end(): void {
    this.#onEnd();
  }
}

/** True when a promise resolves within some milliseconds; undefined for no limit. */
async function withinMs(promise: Promise<void>, limitMs: number | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    if (limitMs !== undefined) timer = setTimeout(() => done(false), limitMs);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds of waiting that are not worth another timer. */
const leastAddedMs = 10;

/** One worker thread and its current job. */
class Thread {
  job: Job | undefined;
  /** Its place among the threads of the pool. */
  readonly number: number;
  /** True once it has had a job that keeps files open for later calls. */
  #keepsFiles = false;
  readonly #worker: Worker;
  readonly #options: PoolOptions;
  #timer: NodeJS.Timeout | undefined;
  /** By the number of a call that the worker records facts for. */
  readonly #facts = new Map<number, RecordedFacts>();
  #crash: Crash = { reason: "the worker ended", isFinal: false };
  /** Not 0 when the worker is to stop before its next item. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** How many items of its request the worker has ended, those among them whose replies have not come. */
  readonly #ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** See WorkerData. */
  readonly #number = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #runDelay = new RunDelay();
  readonly #process: RunningProcess;
  readonly #onIdle: () => void;
  readonly #onGone: () => void;
  readonly #onRetired: (retired: Promise<void>) => void;

  /**
   * @param onGone called when the thread has ended, or is not to be used again
   * @param onRetired called when the thread is not to be used again; the promise resolves once its facts are handed over
   */
  constructor(
    options: PoolOptions,
    { number, readsFiles }: { readonly number: number; readonly readsFiles: boolean },
    onIdle: () => void,
    onGone: () => void,
    onRetired: (retired: Promise<void>) => void,
  ) {
    this.#options = options;
    this.number = number;
    this.#onIdle = onIdle;
    this.#onGone = onGone;
    this.#onRetired = onRetired;
    const process = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#process = new RunningProcess(process);
    const workerData: WorkerData = {
      ...options.settings,
      stop: this.#stop,
      ended: this.#ended,
      thread: this.#number,
      process,
      readsFiles,
    };
    this.#worker = new Worker(options.script ?? join(distDir, "worker.cjs"), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb },
      // Keeps the worker's output from this process's stdout, which belongs to the protocol. It is not read, since that
      // would keep the process alive.
      stdout: true,
    });
    this.#worker.on("message", (message: Replies | FactsReply | SignOfLife | StoppedReply) => {
      if ("factsOf" in message) {
        this.#takeFacts(message);
        return;
      }
      const { job } = this;
      if (job === undefined) return;
      if ("isStopped" in message) {
        this.#park();
        onIdle();
        return;
      }
      this.#restartTimer();
      if ("isAlive" in message) job.alive(message.found);
      else for (const reply of message.replies) this.#take(reply, job);
    });
    this.#worker.on("error", (error) => {
      this.#crash = { reason: error.message, isFinal: false };
    });
    this.#worker.on("exit", () => {
      this.#runDelay.close();
      for (const facts of this.#facts.values()) facts.end();
      this.endProcess();
      onGone();
      const { job } = this;
      this.#park();
      if (job === undefined) return;
      options.log("warn", "a worker died", { reason: this.#crash.reason });
      job.crashed(this, this.#crash, Atomics.load(this.#ended, 0));
      if (job.isDone) job.onDone();
      onIdle();
    });
    // After the listeners, since a listener for messages keeps the process alive.
    this.#worker.unref();
  }

  work(job: Job): void {
    this.job = job;
    Atomics.store(this.#ended, 0, 0);
    this.#process.allow();
    this.#worker.ref();
    this.#restartTimer();
    this.#keepsFiles ||= job.keepsFiles;
    const request = job.start(this, this.number);
    const callId = recordedCall(request);
    if (callId !== undefined) this.#expectFacts(callId);
    this.#worker.postMessage(request);
  }

  #expectFacts(callId: number): void {
    // Facts that came too late for the call are asked for once more.
    const known = this.#facts.get(callId);
    if (known === undefined || known.isAsked) this.#facts.set(callId, new RecordedFacts(known?.segments));
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > maxFactCalls && oldest !== undefined) this.#facts.delete(oldest);
  }

  /** Takes a reply; after the last one to its request the worker is idle. */
  #take(reply: WorkerReply, job: Job): void {
    const { log } = this.#options;
    if ("logged" in reply) log("error", "a tool threw", { stack: reply.logged });
    if ("masked" in reply) log("debug", "masked before parsing", { ...reply.masked });
    if (job.take(this, reply)) return;
    this.#park();
    if (reply.heapBytes > maxWasmHeapBytes) {
      log("debug", "a worker is replaced", { heapBytes: reply.heapBytes });
      this.#onRetired(this.#retire());
    }
    if (job.isDone) job.onDone();
    this.#onIdle();
  }

  /** Resolves with the facts that the worker has recorded for a call; without them when it is busy for too long. */
  async collectFacts(callId: number, unscanned: Unscanned): Promise<readonly BuiltSegment[]> {
    const facts = this.#facts.get(callId);
    if (facts === undefined) return [];
    // An idle worker answers at once.
    const patienceMs = this.job === undefined ? undefined : factsPatienceMs;
    facts.isCollected = true;
    const isWhole = await withinMs(this.#askFor(callId, facts, unscanned), patienceMs);
    facts.isCollected = isWhole;
    if (!isWhole) return facts.segments.splice(0);
    this.#facts.delete(callId);
    return facts.segments;
  }

  /** Takes the facts that the worker has handed over, by the number of their call. */
  takeFacts(): readonly (readonly [number, readonly BuiltSegment[]])[] {
    const left = [...this.#facts].filter(([, { isCollected }]) => !isCollected);
    for (const [callId] of left) this.#facts.delete(callId);
    return left.map(([callId, { segments }]) => [callId, segments] as const);
  }

  /** Asks the worker for what it has recorded for a call; resolves when it has answered, or has ended. */
  #askFor(callId: number, facts: RecordedFacts, unscanned: Unscanned): Promise<void> {
    if (facts.isAsked) return facts.ended;
    facts.isAsked = true;
    const request: FactsRequest = { factsOf: callId, unscanned };
    this.#worker.ref();
    this.#worker.postMessage(request);
    return facts.ended.finally(() => {
      if (this.job === undefined) this.#worker.unref();
    });
  }

  /** Ends the worker once it has handed over what it has recorded. */
  async #retire(): Promise<void> {
    await Promise.all([...this.#facts].map(([callId, facts]) => this.#askFor(callId, facts, "all")));
    this.#onGone();
    await this.#worker.terminate();
  }

  /** Takes facts of a call that still wants them. */
  #takeFacts({ factsOf, segment, isLast }: FactsReply): void {
    const facts = this.#facts.get(factsOf);
    if (segment !== undefined) facts?.segments.push(segment);
    if (isLast) facts?.end();
  }

  /** True while it ends its item for a call that has gone. */
  get isDraining(): boolean {
    return Atomics.load(this.#stop, 0) !== 0;
  }

  /**
   * Lets the worker end its item, and no further one, since facts that it has recorded would be lost with it, and the files
   * that it keeps open; if that takes too long it is ended.
   *
   * @returns false for a worker without them, which is not worth waiting for
   */
  drain(): boolean {
    const hasProcess = this.endProcess();
    if (!hasProcess && this.#facts.size === 0 && !this.#keepsFiles) return false;
    Atomics.store(this.#stop, 0, 1);
    clearTimeout(this.#timer);
    const endLate = () => {
      this.#onGone();
      void this.end();
      this.#onIdle();
    };
    this.#timer = setTimeout(endLate, hasProcess ? reapPatienceMs : drainPatienceMs);
    return true;
  }

  /** Ends the worker, even inside a stuck query. */
  async end(): Promise<void> {
    this.#park();
    this.endProcess();
    await this.#worker.terminate();
  }

  /** Ends the process that the worker has started, until its next job. @returns false if there is none to wait for */
  endProcess(): boolean {
    return this.#process.refuse((pid) => this.#options.endProcess?.(pid));
  }

  /** Blocks until the worker has ended a process that it was starting. */
  waitForProcess(): void {
    this.#process.waitForEnd(startPatienceMs);
  }

  #park(): void {
    this.job = undefined;
    Atomics.store(this.#stop, 0, 0);
    clearTimeout(this.#timer);
    this.#worker.unref();
  }

  #restartTimer(): void {
    // One that is to stop has no more time than that.
    if (this.isDraining) return;
    clearTimeout(this.#timer);
    const { fileTimeoutMs } = this.#options;
    const itemTimeoutMs = this.job?.itemTimeoutMs ?? Number.POSITIVE_INFINITY;
    const limitMs = Math.min(itemTimeoutMs, fileTimeoutMs);
    this.#endAfter(limitMs, limitMs, this.#runDelayMs(), itemTimeoutMs - limitMs);
  }

  /**
   * Ends the worker after a time. The time for which it waited for a processor meanwhile is added: a busy machine would else end a
   * worker that has hardly begun.
   *
   * @param limitMs the whole time, for the message
   * @param waitedMs the time for which it had waited before; undefined if that is not known
   * @param mostAddedMs the most that is added: the time of a call goes on while its worker waits, and its other items need their part
   */
  #endAfter(limitMs: number, leftMs: number, waitedMs: number | undefined, mostAddedMs: number): void {
    this.#timer = setTimeout(() => {
      const waitedNow = this.#runDelayMs();
      const newlyMs = waitedNow === undefined || waitedMs === undefined ? 0 : Math.floor(waitedNow - waitedMs);
      const addedMs = Math.min(newlyMs, mostAddedMs);
      if (addedMs > leastAddedMs) {
        this.#endAfter(limitMs, addedMs, waitedNow, mostAddedMs - addedMs);
        return;
      }
      this.#crash = { reason: `Stopped after ${limitMs} ms`, isFinal: true };
      void this.#worker.terminate();
    }, leftMs);
  }

  #runDelayMs(): number | undefined {
    const number = Atomics.load(this.#number, 0);
    return this.#options.runDelayMs?.(number) ?? this.#runDelay.ms(number);
  }
}

/** Returns the number of the call for which a request records facts; undefined when it records none. */
function recordedCall(request: WorkerRequest): number | undefined {
  if ("scan" in request) return request.recordsOutlines ? request.callId : undefined;
  return "definesIn" in request ? request.recordsFor : undefined;
}
