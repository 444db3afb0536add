import { UserError } from "../base/errors.ts";

/** Aborts when the caller does or when the time is up. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal;
  readonly #forward: () => void;
  /** By Date.now(): when half of the time is over; undefined where there is no limit. */
  readonly halfTimeMs: number | undefined;
  /** What is to be said when the time is up; undefined before. */
  passed: string | undefined;

  /** @param timeoutMs undefined for no limit */
  constructor(timeoutMs: number | undefined, caller: AbortSignal) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#caller = caller;
    this.#forward = () => controller.abort(caller.reason);
    if (caller.aborted) this.#forward();
    caller.addEventListener("abort", this.#forward, { once: true });
    this.halfTimeMs = timeoutMs === undefined ? undefined : Date.now() + timeoutMs / 2;
    if (timeoutMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.passed = `Stopped after ${timeoutMs} ms (REQUEST_TIMEOUT)`;
      controller.abort(new UserError(this.passed));
    }, timeoutMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#forward);
  }
}
