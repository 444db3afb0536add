import { messageOf, UserError } from "../errors.ts";
import { parseInput } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import { type Answer, answerOf, type FailedCall, type NamedResult } from "./answer.ts";
import { Deadline } from "./deadline.ts";
import { FactCache } from "./fact-cache.ts";
import { Gate } from "./gate.ts";
import { type CallOptions, type ResultSink, Scan, type ScanOptions, type ScanSummary } from "./scan.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { WorkerSettings } from "./worker-protocol.ts";

export type EngineOptions = WorkerSettings &
  Omit<ScanOptions, "cache"> & {
    /** Are answers kept on disk for the next call, and taken from there? */
    readonly usesCache: boolean;
    /** Where; undefined for the user's folder for caches. */
    readonly cacheFolder: string | undefined;
    readonly threads: number;
    /** Milliseconds for one call; undefined for no limit. */
    readonly callTimeoutMs: number | undefined;
    /** Milliseconds for one file. */
    readonly fileTimeoutMs: number;
    readonly maxConcurrentCalls: number;
  };

/** Runs calls: targets → outcomes → answer. */
export class Engine {
  readonly #options: EngineOptions & ScanOptions;
  readonly #pool: WorkerPool;
  readonly #gate: Gate;

  constructor(options: EngineOptions) {
    const { languages, roots, maxFileBytes, projectMacros, elidesBodies, logsMasking } = options;
    const { threads, fileTimeoutMs, log, maxConcurrentCalls } = options;
    const settings = { languages, roots, maxFileBytes, projectMacros, elidesBodies, logsMasking };
    const { cacheFolder, masksMacros, usesCache } = options;
    // A cache is silent about what was masked.
    const cache =
      usesCache && !logsMasking
        ? new FactCache({
            folder: cacheFolder,
            languages,
            roots,
            settings: { maxFileBytes, projectMacros, elidesBodies, masksMacros },
            log,
          })
        : undefined;
    this.#options = { ...options, cache };
    this.#pool = new WorkerPool({ settings, size: threads, fileTimeoutMs, log });
    this.#gate = new Gate(maxConcurrentCalls);
  }

  /** UTF-16 code units of one batch answer; 0 for no limit. */
  get maxResultChars(): number {
    return this.#options.maxResultChars;
  }

  /**
   * The answer to one call. Whatever goes wrong is in the answer.
   *
   * @throws the signal's reason when the caller cancels
   */
  async run(tool: AnyTool, input: unknown, signal: AbortSignal): Promise<Answer> {
    const results: NamedResult[] = [];
    const end = await this.stream(tool, input, signal, { result: (named) => results.push(named) });
    return answerOf(tool, end, results);
  }

  /**
   * Runs one call and hands on its results one by one.
   *
   * @throws the signal's reason when the caller cancels
   */
  async stream(
    tool: AnyTool,
    input: unknown,
    signal: AbortSignal,
    sink: ResultSink,
    options: CallOptions = {},
  ): Promise<ScanSummary | FailedCall> {
    const release = await this.#gate.enter(signal);
    const deadline = new Deadline(this.#options.callTimeoutMs, signal);
    try {
      const scan = new Scan(tool, parseInput(tool, input), this.#options, this.#pool, deadline);
      const summary = await scan.run(sink, options);
      this.#options.log("debug", "call done", { tool: tool.name, files: summary.totalFiles });
      return summary;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UserError) return { error: error.message, details: error.details };
      this.#options.log("error", "a call failed", { tool: tool.name, stack: stackOf(error) });
      return { error: `Internal error in ${tool.name}`, details: { details: messageOf(error) } };
    } finally {
      deadline.clear();
      release();
    }
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
