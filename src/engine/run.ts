import { messageOf, UserError } from "../errors.ts";
import { parseInput } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import { type Answer, answerOf, type FailedCall, type NamedResult } from "./answer.ts";
import { Deadline } from "./deadline.ts";
import { Gate } from "./gate.ts";
import { type CallOptions, type ResultSink, Scan, type ScanOptions, type ScanSummary } from "./scan.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { WorkerSettings } from "./worker-protocol.ts";
import { Workspace } from "./workspace.ts";

export type EngineOptions = WorkerSettings &
  ScanOptions & {
    readonly threads: number;
    /** Milliseconds for one call; undefined for no limit. */
    readonly callTimeoutMs: number | undefined;
    /** Milliseconds for one file. */
    readonly fileTimeoutMs: number;
    readonly maxConcurrentCalls: number;
  };

/** Is told how a call comes on. */
export type ScanWatch = {
  /** How many files there are, once they are listed. */
  readonly total?: (files: number) => void;
  /** A file is done; in path order. */
  readonly done?: (name: string) => void;
};

/** Runs calls: targets → outcomes → answer. */
export class Engine {
  readonly workspace: Workspace;
  readonly #options: EngineOptions;
  readonly #pool: WorkerPool;
  readonly #gate: Gate;

  constructor(options: EngineOptions) {
    const { languages, roots, maxFileBytes, projectMacros, elidesBodies, logsMasking } = options;
    const { threads, fileTimeoutMs, log, maxConcurrentCalls } = options;
    const settings = { languages, roots, maxFileBytes, projectMacros, elidesBodies, logsMasking };
    this.#options = options;
    this.workspace = new Workspace(options);
    this.#pool = new WorkerPool({ settings, size: threads, fileTimeoutMs, log });
    this.#gate = new Gate(maxConcurrentCalls);
  }

  /**
   * The answer to one call. Whatever goes wrong is in the answer.
   *
   * @throws the signal's reason when the caller cancels
   */
  async run(tool: AnyTool, input: unknown, signal: AbortSignal, watch: ScanWatch = {}): Promise<Answer> {
    const results: NamedResult[] = [];
    const result = (named: NamedResult) => {
      results.push(named);
      watch.done?.(named.name);
    };
    const end = await this.stream(tool, input, signal, { total: (files) => watch.total?.(files), result });
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
