import { setImmediate } from "node:timers/promises";

/** Milliseconds of work on the main thread after which it looks after other calls. */
const turnMs = 5;

/** Divides a long loop of the main thread into turns. */
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
   * Lets other calls have theirs.
   *
   * @throws the signal's reason
   */
  async next(): Promise<void> {
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#startedAt = performance.now();
  }
}
