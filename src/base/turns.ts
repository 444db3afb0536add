import { setImmediate } from "node:timers/promises";

/** Milliseconds of work on the main thread after which other calls have a turn. */
const turnMs = 5;

/** The turns of a long loop on the main thread. */
export class Turns {
  readonly #signal: AbortSignal;
  #startedAt = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get isOver(): boolean {
    return performance.now() - this.#startedAt > turnMs;
  }

  /**
   * Waits for a turn of the event loop, in which other calls run.
   *
   * @throws the signal's reason
   */
  async next(): Promise<void> {
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#startedAt = performance.now();
  }
}
