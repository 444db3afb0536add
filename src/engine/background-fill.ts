/**
 * The reading between calls, and ahead of the first one. Input: requests for code; output: what is known of their files, for the calls
 * that come later.
 */
import { Deadline } from "../base/deadline.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import { type CodeRequest, requestOfWorkspace } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";

/** One code base at a time, and the last one that was asked for first. Calls come before it. */
export class BackgroundFill {
  readonly #log: Log;
  /** False if no call comes later. */
  readonly #servesCalls: boolean;
  readonly #closed = new AbortController();
  #next: (() => Promise<unknown>) | undefined;
  #last: (() => Promise<unknown>) | undefined;
  #running: Promise<void> | undefined;

  constructor(log: Log, servesCalls: boolean) {
    this.#log = log;
    this.#servesCalls = servesCalls;
  }

  /** Finds the code of a request after what is being found now. */
  start(codeBase: CodeBase, request: CodeRequest): void {
    if (!this.#servesCalls) return;
    this.remember(codeBase, request);
    this.again();
  }

  /** True if calls come later, and none has found code so far. */
  get isUnused(): boolean {
    const isFree = this.#last === undefined && this.#running === undefined;
    return this.#servesCalls && !this.#closed.signal.aborted && isFree;
  }

  /** Finds the code of the workspace before a call asks for it, as much as can be read in a time. */
  readAhead(codeBase: CodeBase, timeoutMs: number): void {
    if (!this.isUnused) return;
    this.#next = async () => {
      const isFound = await this.#find(codeBase, requestOfWorkspace, timeoutMs);
      // The code of a call that came meanwhile is the last one.
      if (isFound && this.#last === undefined) this.remember(codeBase, requestOfWorkspace);
    };
    this.#running = this.#run();
  }

  /** Takes the code of a request, which a call has found, for the last one. */
  remember(codeBase: CodeBase, request: CodeRequest): void {
    this.#last = () => this.#find(codeBase, request);
  }

  /** Finds the last code once more: where its facts are has changed. */
  again(): void {
    if (!this.#servesCalls || this.#closed.signal.aborted || this.#last === undefined) return;
    this.#next = this.#last;
    this.#running ??= this.#run();
  }

  close(): void {
    this.#next = undefined;
    this.#closed.abort(new Error("the engine is closed"));
  }

  async #run(): Promise<void> {
    for (let next = this.#taken(); next !== undefined; next = this.#taken()) await next();
    this.#running = undefined;
  }

  #taken(): (() => Promise<unknown>) | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  /** @param timeoutMs undefined for no limit @returns true if all files were found and read */
  async #find(codeBase: CodeBase, request: CodeRequest, timeoutMs?: number): Promise<boolean> {
    const deadline = new Deadline(timeoutMs, this.#closed.signal);
    try {
      const run = { deadline, stopwatch: new Stopwatch(), progress: {}, isBackground: true };
      const { files, view, unread } = await codeBase.find(request, run);
      const indexBytes = view.parts.reduce((sum, { index }) => sum + index.length, 0);
      if (unread.count === 0) this.#log("info", "the index is complete", { files, indexBytes });
      else this.#log("warn", "the index is not complete", { files, unread: unread.folders });
      return true;
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#log("warn", "the index is not complete", { reason: messageOf(error) });
      return false;
    } finally {
      deadline.clear();
    }
  }
}
