const intervalMs = 100;

/** Pings that run beside other requests, one every 100 ms, whether the one before is answered or not. */
export class Pings {
  readonly #ping: () => Promise<unknown>;
  readonly #timer: NodeJS.Timeout;
  readonly #open: Promise<void>[] = [];
  readonly #waitsMs: number[] = [];

  /** @param ping sends a ping and waits for its answer */
  constructor(ping: () => Promise<unknown>) {
    this.#ping = ping;
    this.#timer = setInterval(() => this.#open.push(this.#send()), intervalMs);
  }

  /** Waits for all answers. @returns how long each took */
  async end(): Promise<readonly number[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    return this.#waitsMs;
  }

  async #send(): Promise<void> {
    const sentAt = performance.now();
    await this.#ping();
    this.#waitsMs.push(performance.now() - sentAt);
  }
}
