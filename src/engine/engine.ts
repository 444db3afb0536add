import { ArgumentError, messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { parseInput } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { CallOptions, FailedCall, ResultSink, ScanSummary } from "./call.ts";
import { Deadline } from "./deadline.ts";
import type { FactCache } from "./fact-cache.ts";
import type { FileCallOptions } from "./file-call.ts";
import { Gate } from "./gate.ts";
import { Project } from "./project.ts";
import type { PoolOptions, WorkerPool } from "./worker/pool.ts";
import type { WorkerSettings } from "./worker/protocol.ts";

export type EngineOptions = WorkerSettings &
  Omit<FileCallOptions, "cache"> & {
    /** True when facts are read from the disk, and written for the next call. */
    readonly usesCache: boolean;
    readonly host: Host;
    /** The folder of the cache; undefined for the user's. */
    readonly cacheFolder: string | undefined;
    /** The largest number of threads that parse. */
    readonly threads: number;
    /** Returns the threads that parse; the engine closes them. */
    readonly openPool: (options: PoolOptions) => WorkerPool;
    /** Milliseconds for one call; undefined for no limit. */
    readonly callTimeoutMs: number | undefined;
    /** Milliseconds for one file. */
    readonly fileTimeoutMs: number;
    readonly maxConcurrentCalls: number;
  };

/** The engine runs calls: targets → outcomes → answer. */
export class Engine {
  readonly project: Project;
  readonly #options: EngineOptions;
  readonly #settings: WorkerSettings;
  readonly #pool: WorkerPool;
  readonly #gate: Gate;
  #cache: FactCache | undefined;

  constructor(options: EngineOptions) {
    const { languages, roots, ignore, maxFileBytes, projectMacros, elidesBodies, logsMasking, workerCode } = options;
    const { threads, fileTimeoutMs, log, maxConcurrentCalls, openPool } = options;
    this.#options = options;
    this.#settings = { languages, roots, ignore, maxFileBytes, projectMacros, elidesBodies, logsMasking, workerCode };
    this.#pool = openPool({ settings: this.#settings, size: threads, fileTimeoutMs, log });
    const project = {
      settings: this.#settings,
      cwd: options.cwd,
      host: options.host,
      watchTimeoutMs: fileTimeoutMs,
      log,
    };
    this.project = new Project(project, this.#pool);
    this.#gate = new Gate(maxConcurrentCalls);
  }

  /** Limit of UTF-16 code units of one batch answer; 0 for none. */
  get maxResultChars(): number {
    return this.#options.maxResultChars;
  }

  /**
   * Runs one call and passes on its results one by one.
   *
   * @throws the signal's reason when the caller cancels
   */
  async call(
    tool: AnyTool,
    input: unknown,
    signal: AbortSignal,
    sink: ResultSink,
    options: CallOptions = {},
  ): Promise<ScanSummary | FailedCall> {
    const release = await this.#gate.enter(signal);
    const deadline = new Deadline(this.#options.callTimeoutMs, signal);
    try {
      const parsed = parseInput(tool, input);
      // The modules of a scan load while the first worker starts. A server that only lists its tools needs neither.
      this.#pool.warmUp();
      const { FileCall } = await import("./file-call.ts");
      const scan = new FileCall(
        tool,
        parsed,
        { ...this.#options, cache: await this.#openCache() },
        this.#pool,
        deadline,
      );
      const summary = await scan.run(sink, options);
      this.#options.log("debug", "call done", { tool: tool.name, files: summary.totalFiles });
      return summary;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UserError) {
        const wrongArgument = error instanceof ArgumentError ? error : undefined;
        return { error: error.message, details: error.details, wrongArgument };
      }
      this.#options.log("error", "a call failed", { tool: tool.name, stack: stackOf(error) });
      return { error: `Internal error in ${tool.name}`, details: { details: messageOf(error) } };
    } finally {
      deadline.clear();
      release();
    }
  }

  /** True when the cache is used: it has no record of masked words, so that logging them excludes it. */
  get #usesCache(): boolean {
    return this.#options.usesCache && !this.#options.logsMasking;
  }

  async #openCache(): Promise<FactCache | undefined> {
    if (!this.#usesCache || this.#cache !== undefined) return this.#cache;
    const { FactCache } = await import("./fact-cache.ts");
    const { cacheFolder: folder, languages, roots, masksMacros, host, log } = this.#options;
    const { maxFileBytes, projectMacros, elidesBodies } = this.#settings;
    const settings = { maxFileBytes, projectMacros, elidesBodies, masksMacros };
    this.#cache ??= new FactCache({ folder, languages, roots, settings, host, log });
    return this.#cache;
  }

  /** Resolves when the work that calls have left for later is done: merging facts of the cache. */
  async settled(): Promise<void> {
    await this.#cache?.settled();
  }

  /** Ends the worker threads. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
