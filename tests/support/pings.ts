import { RunDelay } from "./run-delay.ts";

const intervalMs = 100;

/** Pings that run beside other requests: one every 100 ms, whether the one before is answered or not, and those that a test sends. */
export class Pings {
  readonly #ping: () => Promise<unknown>;
  readonly #pid: number | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #open: Promise<void>[] = [];
  readonly #waitsMs: number[] = [];

  /**
   * @param ping sends a ping and waits for its answer
   * @param pid the server's, to take off what its main thread and the tests' waited for a processor
   */
  constructor(ping: () => Promise<unknown>, pid?: number) {
    this.#ping = ping;
    this.#pid = pid;
    this.#timer = setInterval(() => this.send(), intervalMs);
  }

  /** Sends a ping now. */
  send(): void {
    this.#open.push(this.#answered());
  }

  /** Waits for all answers. @returns how long each took */
  async end(): Promise<readonly number[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    return this.#waitsMs;
  }

  async #answered(): Promise<void> {
    const server = this.#pid === undefined ? undefined : new RunDelay(this.#pid);
    const own = new RunDelay(process.pid);
    const sentAt = performance.now();
    await this.#ping();
    const tookMs = performance.now() - sentAt;
    if (server === undefined) {
      this.#waitsMs.push(tookMs);
      return;
    }
    server.sample();
    own.sample();
    // The tests read all answers, and reading them holds up those of pings. The two times can overlap.
    this.#waitsMs.push(tookMs - Math.max(server.mainMs, own.mainBusyMs));
  }
}
