/** Lets a bounded number in at a time; the others wait in the order of their coming. */
export class Gate {
  readonly #capacity: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Waits for a place; gives what frees it. Rejects with the signal's reason when it aborts. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside >= this.#capacity) await this.#turn(signal);
    else this.#inside++;
    return () => this.#leave();
  }

  /** A place is handed over without being freed in between, so that nobody slips in. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((done, failed) => {
      const enter = () => {
        signal.removeEventListener("abort", leave);
        done();
      };
      const leave = () => {
        this.#waiting.delete(enter);
        failed(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(enter);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
