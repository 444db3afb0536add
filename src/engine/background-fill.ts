import { Deadline } from "../base/deadline.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { CodeRequest } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";

/**
 * Finds out between calls what calls have left open: what is known of all files of a code base of which a part was asked
 * for. One code base at a time, and the last one that was asked for first. Calls come before it.
 */
export class BackgroundFill {
  readonly #log: Log;
  /** False if no call comes later. */
  readonly #servesCalls: boolean;
  readonly #closed = new AbortController();
  #next: (() => Promise<void>) | undefined;
  #last: (() => Promise<void>) | undefined;
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

  #taken(): (() => Promise<void>) | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  async #find(codeBase: CodeBase, request: CodeRequest): Promise<void> {
    const deadline = new Deadline(undefined, this.#closed.signal);
    try {
      const run = { deadline, stopwatch: new Stopwatch(), progress: {}, isBackground: true };
      const { files, view, unread } = await codeBase.find(request, run);
      const indexBytes = view.parts.reduce((sum, { index }) => sum + index.length, 0);
      if (unread.count === 0) this.#log("info", "the index is complete", { files, indexBytes });
      else this.#log("warn", "the index is not complete", { files, unread: unread.folders });
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#log("warn", "the index is not complete", { reason: messageOf(error) });
    } finally {
      deadline.clear();
    }
  }
}
