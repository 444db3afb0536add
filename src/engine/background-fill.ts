/**
 * The work between calls, and ahead of the first one. Input: requests for code, and questions that were answered before their names were
 * resolved; output: what is known of the files, and the rows of the questions, for the calls that come later.
 */
import { Deadline } from "../base/deadline.ts";
import { messageOf } from "../base/errors.ts";
import { goOnMs } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import { type CodeRequest, requestOfWorkspace } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { WorkerPool } from "../workers/pool.ts";

/** Questions that go on between calls: an agent asks a few at once. */
const maxOpenQuestions = 4;

/** Resolves the names of a question further, within a time. */
type GoOn = (deadline: Deadline) => Promise<void>;

/** One code base at a time, and the last one that was asked for first. Calls come before it. */
export class BackgroundFill {
  readonly #log: Log;
  /** False if no call comes later. */
  readonly #servesCalls: boolean;
  readonly #closed = new AbortController();
  #next: (() => Promise<unknown>) | undefined;
  #last: (() => Promise<unknown>) | undefined;
  #running: Promise<void> | undefined;
  readonly #pool: Pick<WorkerPool, "hurriesBackground">;
  /** By key, the one that came first at the beginning. */
  readonly #questions = new Map<string, GoOn>();
  #goingOn: { readonly key: string; readonly ended: AbortController } | undefined;

  constructor(log: Log, servesCalls: boolean, pool: Pick<WorkerPool, "hurriesBackground">) {
    this.#log = log;
    this.#servesCalls = servesCalls;
    this.#pool = pool;
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

  /**
   * Resolves the names of a question further, once the code is read. Until then, and as long as it takes, all threads work between calls:
   * whoever asked is likely to ask again.
   */
  goOn(key: string, question: GoOn): void {
    if (!this.#servesCalls || this.#closed.signal.aborted || this.#goingOn?.key === key) return;
    this.#questions.delete(key);
    this.#questions.set(key, question);
    const [oldest] = this.#questions.keys();
    if (this.#questions.size > maxOpenQuestions && oldest !== undefined) this.#questions.delete(oldest);
    this.#pool.hurriesBackground = true;
    if (this.#goingOn === undefined) void this.#answer();
  }

  /** Ends the work for a question that a call has answered. */
  leave(key: string): void {
    this.#questions.delete(key);
    if (this.#goingOn?.key === key) this.#goingOn.ended.abort(new Error("a call has answered the question"));
  }

  close(): void {
    this.#next = undefined;
    this.#questions.clear();
    this.#closed.abort(new Error("the engine is closed"));
  }

  async #run(): Promise<void> {
    for (let next = this.#taken(); next !== undefined; next = this.#taken()) await next();
    this.#running = undefined;
  }

  async #answer(): Promise<void> {
    for (const [key, question] of this.#questions) {
      const ended = new AbortController();
      this.#goingOn = { key, ended };
      await this.#running;
      this.#questions.delete(key);
      const signal = AbortSignal.any([ended.signal, this.#closed.signal]);
      const deadline = new Deadline(goOnMs, signal);
      try {
        if (!signal.aborted) await question(deadline);
        this.#log("debug", "a question is resolved between calls", { key });
      } catch (error) {
        if (!signal.aborted) this.#log("debug", "a question is not resolved", { key, reason: messageOf(error) });
      } finally {
        deadline.clear();
        this.#goingOn = undefined;
      }
    }
    this.#pool.hurriesBackground = false;
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
