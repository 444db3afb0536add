/** A bounded number of slots; callers wait for a slot in the order of their arrival. */
export class Gate {
  readonly #capacity: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Waits for a slot, and returns the function that frees it. Rejects with the signal's reason when it aborts. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside >= this.#capacity) await this.#turn(signal);
    else this.#inside++;
    return () => this.#leave();
  }

  /** Waits for the slot of another caller, which hands it over without freeing it in between. */
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
