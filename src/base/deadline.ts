/**
 * The time of a call. Input: a timeout and the signal of the caller; output: a signal that follows both, and parts of the time.
 */
import { UserError } from "./errors.ts";

/** An abort signal that follows the caller's and a timeout. */
export class Deadline {
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal;
  readonly #forward: () => void;
  /** Milliseconds for the whole of the work; undefined without a limit. */
  readonly timeoutMs: number | undefined;
  /** The time by Date.now() at which half of the timeout is over; undefined without a limit. */
  readonly halfTimeMs: number | undefined;
  /**
   * Milliseconds that one of many files may take, half of the timeout: a file that takes longer costs the call its own rows
   * and no others. Undefined without a limit.
   */
  readonly itemTimeoutMs: number | undefined;
  readonly #whole: Deadline | undefined;
  readonly #controller: AbortController;
  readonly #startMs = Date.now();
  #passed: string | undefined;

  /**
   * @param timeoutMs undefined for no limit
   * @param whole the deadline that this one is a part of, whose halves count; by default it is a whole itself
   */
  constructor(timeoutMs: number | undefined, caller: AbortSignal, whole?: Deadline) {
    const controller = new AbortController();
    this.#controller = controller;
    this.signal = controller.signal;
    this.#whole = whole;
    this.timeoutMs = whole === undefined ? timeoutMs : whole.timeoutMs;
    this.#caller = caller;
    this.#forward = () => controller.abort(caller.reason);
    if (caller.aborted) this.#forward();
    caller.addEventListener("abort", this.#forward, { once: true });
    const half = timeoutMs === undefined ? undefined : timeoutMs / 2;
    this.itemTimeoutMs = whole === undefined ? half && Math.ceil(half) : whole.itemTimeoutMs;
    this.halfTimeMs = whole === undefined ? half && Date.now() + half : whole.halfTimeMs;
    if (timeoutMs !== undefined) this.#end(timeoutMs, timeoutMs);
  }

  #end(timeoutMs: number, leftMs: number): void {
    const variable = this.#whole === undefined ? "REQUEST_TIMEOUT" : "ANSWER_WITHIN";
    this.#timer = setTimeout(() => {
      this.#passed = `Stopped after ${timeoutMs} ms (${variable})`;
      this.#controller.abort(new UserError(this.#passed));
    }, leftMs);
  }

  /** Ends a part of the work after some milliseconds since its start, which are fewer than its own. */
  shorten(timeoutMs: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#end(timeoutMs, Math.max(this.#startMs + timeoutMs - Date.now(), 0));
  }

  /** The message of the timeout, its own or that of the deadline that it is a part of; undefined before it. */
  get passed(): string | undefined {
    return this.#passed ?? this.#whole?.passed;
  }

  /** True if a message says that this deadline, or the one that it is a part of, is over, and not that the caller has cancelled the work. */
  passedAs(message: string): boolean {
    const isCancelled = this.signal.aborted && this.passed === undefined;
    return !isCancelled && (message === this.#passed || this.#whole?.passedAs(message) === true);
  }

  /** Begins a deadline that is over at half of the time, or with this one. It is to be cleared before this one. */
  half(): Deadline {
    const left = this.halfTimeMs === undefined ? undefined : Math.max(this.halfTimeMs - Date.now(), 0);
    return new Deadline(left, this.signal);
  }

  /**
   * Begins a deadline for the first part of the work, which is over sooner, or with this one. It is to be cleared before this one.
   *
   * @param timeoutMs undefined for no limit of its own
   */
  sooner(timeoutMs: number | undefined): Deadline {
    return new Deadline(timeoutMs, this.signal, this);
  }

  /** Gives the work all the time of the deadline that this one is a part of. */
  extend(): void {
    clearTimeout(this.#timer);
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
