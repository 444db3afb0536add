import { UserError } from "./errors.ts";

/** An abort signal that follows the caller's and a timeout. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal;
  readonly #forward: () => void;
  /** The time by Date.now() at which half of the timeout is over; undefined without a limit. */
  readonly halfTimeMs: number | undefined;
  /**
   * Milliseconds that one of many files may take, half of the timeout: a file that takes longer costs the call its own rows
   * and no others. Undefined without a limit.
   */
  readonly itemTimeoutMs: number | undefined;
  /** The message of the timeout; undefined before it. */
  passed: string | undefined;

  /** @param timeoutMs undefined for no limit */
  constructor(timeoutMs: number | undefined, caller: AbortSignal) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#caller = caller;
    this.#forward = () => controller.abort(caller.reason);
    if (caller.aborted) this.#forward();
    caller.addEventListener("abort", this.#forward, { once: true });
    this.itemTimeoutMs = timeoutMs === undefined ? undefined : Math.ceil(timeoutMs / 2);
    this.halfTimeMs = timeoutMs === undefined ? undefined : Date.now() + timeoutMs / 2;
    if (timeoutMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.passed = `Stopped after ${timeoutMs} ms (REQUEST_TIMEOUT)`;
      controller.abort(new UserError(this.passed));
    }, timeoutMs);
  }

  /** Begins a deadline that is over at half of the time, or with this one. It is to be cleared before this one. */
  half(): Deadline {
    const left = this.halfTimeMs === undefined ? undefined : Math.max(this.halfTimeMs - Date.now(), 0);
    return new Deadline(left, this.signal);
  }

  /**
   * The result of some work, or undefined if the time is over first, after which the answer says so.
   *
   * @throws what the work throws, and the caller's reason
   */
  async unlessPassed<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work;
    } catch (error) {
      if (this.passed === undefined) throw error;
      return undefined;
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#forward);
  }
}
