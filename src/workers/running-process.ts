/**
 * The process that a worker thread has started, as the thread and the pool know it: a number that they share. Input: what
 * either of them does; output: which process is to be ended, and whether one may be started.
 */
import { workerData } from "node:worker_threads";
import { UserError } from "../base/errors.ts";
import type { ProcessWatch } from "../revisions/run-git.ts";
import type { WorkerData } from "./protocol.ts";

/** What the number is when it is no process id. */
const none = 0;
const starting = -1;
const refused = -2;
/** No further one may start, and the thread ends the one that it is starting. */
const startingInVain = -3;

/** One process at a time. */
export class RunningProcess implements ProcessWatch {
  readonly #state: Int32Array<SharedArrayBuffer>;

  /** @param state one number, shared by the thread and the pool */
  constructor(state: Int32Array<SharedArrayBuffer>) {
    this.#state = state;
  }

  begin(): void {
    const before = Atomics.compareExchange(this.#state, 0, none, starting);
    if (before === refused) throw new UserError("The call that starts a process has ended");
  }

  started(pid: number): boolean {
    return Atomics.compareExchange(this.#state, 0, starting, pid) === starting;
  }

  ended(): void {
    this.#change((state) => (state === refused || state === startingInVain ? refused : none));
    Atomics.notify(this.#state, 0);
  }

  /** Lets the thread start processes again. */
  allow(): void {
    Atomics.store(this.#state, 0, none);
  }

  /**
   * Lets the thread start no further process; one that it is starting, it ends itself.
   *
   * @param end receives the id of the one that runs
   * @returns true if the thread has one to end or to wait for
   */
  refuse(end: (pid: number) => void): boolean {
    const before = this.#change((state) => (state === starting || state === startingInVain ? startingInVain : refused));
    if (before > none) end(before);
    return before !== none && before !== refused;
  }

  /** Blocks until the thread has ended a process that it was starting, or some milliseconds are over. */
  waitForEnd(limitMs: number): void {
    Atomics.wait(this.#state, 0, startingInVain, limitMs);
  }

  /** @returns the number before the change */
  #change(next: (state: number) => number): number {
    for (;;) {
      const state = Atomics.load(this.#state, 0);
      if (Atomics.compareExchange(this.#state, 0, state, next(state)) === state) return state;
    }
  }
}

const { process: shared }: Partial<WorkerData> = workerData ?? {};

/** What the pool knows of the processes of this thread; undefined outside of a worker. */
export const processOfThread = shared && new RunningProcess(shared);
