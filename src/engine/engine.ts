/**
 * The engine: calls of tools, with a slot and a deadline for each, over one pool of workers and one code base. Input: a
 * tool and its arguments, or a folder to index; output: results that are passed on, and their summary or failure.
 */
import { Deadline } from "../base/deadline.ts";
import { ArgumentError, messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { leastAnswerChars } from "../base/limits.ts";
import type { PatchFolders } from "../base/patch-paths.ts";
import { canonicalPath, type Roots } from "../base/real-path.ts";
import { recordOf } from "../base/record.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { CodeBaseOptions, FoundCode, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { AnyFileTool, AnyTool } from "../tools/contract/tool.ts";
import type { PoolOptions, WorkerPool } from "../workers/pool.ts";
import type { WorkerSettings } from "../workers/protocol.ts";
import { BackgroundFill } from "./background-fill.ts";
import type { CallOptions, FailedCall, IndexedCall, ResultSink, Run, ScanSummary } from "./call.ts";
import { Gate } from "./gate.ts";
import { KeptRounds } from "./kept-rounds.ts";
import type { MergedFiles } from "./merge-index.ts";
import { Project, workspaceFolders } from "./project.ts";
import type { ServerFacts } from "./server.ts";
import { UnfinishedCalls } from "./unfinished-calls.ts";

export type EngineOptions = Omit<WorkerSettings, "editRoots"> &
  Pick<Run, "cwd" | "shard"> &
  Pick<CodeBaseOptions, "log"> &
  Pick<CodeBaseOptions["settings"], "masksMacros"> & {
    /** UTF-16 code units of one answer; 0 for no limit. */
    readonly maxResultChars: number;
    /** True if calls may edit files of the workspace. */
    readonly allowsEdits: boolean;
    /** True when facts are read from the disk, and written for the next call. */
    readonly usesCache: boolean;
    readonly host: Host;
    /** See ProjectOptions. */
    readonly namedInFull: Roots;
    /** The folder of the cache; undefined for the user's. */
    readonly cacheFolder: string | undefined;
    /** The largest number of threads that parse. */
    readonly threads: number;
    /** Returns the threads that parse; the engine closes them. */
    readonly openPool: (options: PoolOptions) => WorkerPool;
    /** Milliseconds for one call; undefined for no limit. */
    readonly callTimeoutMs: number | undefined;
    /** Milliseconds after which a call over the index is answered with what is known; undefined for no such limit. */
    readonly answerWithinMs: number | undefined;
    /** The same if nothing is known of the code. */
    readonly unknownAnswerWithinMs: number | undefined;
    /** The same after a call that ended before its code was read. */
    readonly readCodeWithinMs: number | undefined;
    /** Milliseconds for which the code is read ahead of the first call; 0 for not at all. */
    readonly readAheadMs: number;
    /** Milliseconds for one file. */
    readonly fileTimeoutMs: number;
    readonly maxConcurrentCalls: number;
    /** True for a server with a cache: what a call finds out of an index is kept for the next one, and completed before it. */
    readonly servesCalls: boolean;
    /** What tools without files say of the program. */
    readonly server: ServerFacts;
  };

/** The engine runs calls: targets → outcomes → answer. */
export class Engine {
  readonly project: Project;
  readonly #options: EngineOptions;
  readonly #settings: WorkerSettings;
  readonly #pool: WorkerPool;
  readonly #gate: Gate;
  /** Calls write one after the other: the later one of two that edit a file then sees that it has changed. */
  readonly #writing = new Gate(1);
  readonly #fill: BackgroundFill;
  readonly #unfinished: UnfinishedCalls;
  readonly #rounds = new KeptRounds();
  #codeBase: CodeBase | undefined;

  constructor(options: EngineOptions) {
    const { languages, roots, ignore, maxFileBytes, projectMacros, elidesBodies, logsMasking, workerCode } = options;
    const { threads, fileTimeoutMs, log, maxConcurrentCalls, openPool, searchPath } = options;
    this.#options = options;
    this.#settings = {
      languages,
      roots,
      editRoots: options.allowsEdits ? workspaceFolders(options).map(canonicalPath) : undefined,
      ignore,
      maxFileBytes,
      searchPath,
      projectMacros,
      elidesBodies,
      logsMasking,
      workerCode,
    };
    this.#pool = openPool({ settings: this.#settings, size: threads, fileTimeoutMs, log });
    const project = {
      settings: this.#settings,
      cwd: options.cwd,
      host: options.host,
      namedInFull: options.namedInFull,
      watchTimeoutMs: fileTimeoutMs,
      log,
    };
    this.project = new Project(project, this.#pool);
    this.#gate = new Gate(maxConcurrentCalls);
    this.#fill = new BackgroundFill(log, options.servesCalls);
    this.#unfinished = new UnfinishedCalls(options);
  }

  /** The folders that the paths of a patch start from. */
  get patchFolders(): PatchFolders {
    return [this.#options.cwd, ...this.project.folders];
  }

  /** Limit of UTF-16 code units of one batch answer; 0 for none. */
  get maxResultChars(): number {
    return this.#options.maxResultChars;
  }

  /**
   * UTF-16 code units of the answer to a call: the engine's limit, or the call's own where that is lower; Infinity for none.
   *
   * @param input the arguments, which need not be valid
   * @param defaultChars the limit of the tool for a call that sets none
   */
  maxCharsOf(input: unknown, { defaultChars = Number.POSITIVE_INFINITY }: Pick<AnyTool, "defaultChars"> = {}): number {
    const { max_chars: asked } = recordOf(input);
    const isOwn = typeof asked === "number" && Number.isSafeInteger(asked) && asked >= leastAnswerChars;
    const own = isOwn ? asked : defaultChars;
    return Math.min(this.maxResultChars || Number.POSITIVE_INFINITY, own);
  }

  /**
   * Runs one call and passes on its results one by one.
   *
   * @throws the signal's reason when the caller cancels
   */
  call(
    tool: AnyFileTool,
    input: unknown,
    signal: AbortSignal,
    sink: ResultSink,
    options?: CallOptions,
  ): Promise<ScanSummary | FailedCall>;
  call(
    tool: AnyTool,
    input: unknown,
    signal: AbortSignal,
    sink: ResultSink,
    options?: CallOptions,
  ): Promise<ScanSummary | IndexedCall | FailedCall>;
  async call(
    tool: AnyTool,
    input: unknown,
    signal: AbortSignal,
    sink: ResultSink,
    options: CallOptions = {},
  ): Promise<ScanSummary | IndexedCall | FailedCall> {
    // A command of the project has a time limit of its own.
    const isBounded = tool.needs !== "program" || !tool.runsCommands;
    return this.#inTime(isBounded ? this.#options.callTimeoutMs : undefined, signal, async (deadline) => {
      try {
        // Modules are loaded on demand while the first worker starts. A server that only lists its tools needs neither.
        if (tool.needs !== "program") this.warmUpFor(input);
        const { runCall } = await import("./run-call.ts");
        const { languages, maxFileBytes, cwd, shard, server } = this.#options;
        const end = await runCall(tool, input, {
          languages,
          maxFileBytes,
          cwd,
          shard,
          server,
          deadline,
          sink,
          options,
          editRoots: this.#settings.editRoots,
          patchFolders: this.patchFolders,
          writing: this.#writing,
          pool: this.#pool,
          fill: this.#fill,
          unfinished: this.#unfinished,
          rounds: this.#rounds,
          stopwatch: new Stopwatch(),
          openCodeBase: () => this.#openCodeBase(),
          maxCharsOf: (given, of) => this.maxCharsOf(given, of),
        });
        this.#options.log("debug", "call done", { tool: tool.name });
        return end;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof UserError) {
          const wrongArgument = error instanceof ArgumentError ? error : undefined;
          return { error: error.message, details: error.details, wrongArgument };
        }
        this.#options.log("error", "a call failed", { tool: tool.name, stack: stackOf(error) });
        return { error: `Internal error in ${tool.name}`, details: { details: messageOf(error) } };
      }
    });
  }

  /**
   * Writes the facts of a folder, or of the engine's shard of it, that the index answers from.
   *
   * @param folder absolute, with `/` between its parts
   * @throws UserError when the cache cannot be used, or the time is over; and the signal's reason
   */
  async fillIndex(folder: string, signal: AbortSignal, progress: Progress): Promise<FoundCode> {
    this.#pool.warmUp();
    const { fillIndex } = await import("./fill-index.ts");
    const { shard, callTimeoutMs } = this.#options;
    return this.#inTime(callTimeoutMs, signal, async (deadline) =>
      fillIndex(folder, shard, await this.#openCodeBase(), deadline, progress),
    );
  }

  /**
   * Joins the facts in the cache folders of shards of a folder.
   *
   * @param folder absolute, with `/` between its parts
   * @param shards cache folders, as the caller has written them
   * @throws UserError for a shard that does not fit, or when the cache cannot be used; and the signal's reason
   */
  async mergeIndex(
    folder: string,
    shards: readonly string[],
    signal: AbortSignal,
    progress: Progress,
  ): Promise<MergedFiles> {
    this.#pool.warmUp();
    const { mergeIndex } = await import("./merge-index.ts");
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      mergeIndex(folder, shards, await this.#openCodeBase(), deadline, progress),
    );
  }

  /** Waits for a slot. */
  async #inTime<Result>(
    timeoutMs: number | undefined,
    signal: AbortSignal,
    run: (deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const release = await this.#gate.enter(signal);
    const deadline = new Deadline(timeoutMs, signal);
    try {
      return await run(deadline);
    } finally {
      deadline.clear();
      release();
    }
  }

  async #openCodeBase(): Promise<CodeBase> {
    if (this.#codeBase !== undefined) return this.#codeBase;
    const { CodeBase } = await import("../code-base/code-base.ts");
    const { languages, roots, ignore, cwd, log, host, cacheFolder: folder, shard } = this.#options;
    const { maxFileBytes, projectMacros, elidesBodies, masksMacros, usesCache, logsMasking } = this.#options;
    this.#codeBase ??= new CodeBase({
      languages,
      roots,
      ignore,
      cwd,
      log,
      host,
      folder,
      pool: this.#pool,
      workspace: this.project.folders,
      settings: { maxFileBytes, projectMacros, elidesBodies, masksMacros },
      // The cache has no record of masked words, so that logging them excludes it.
      isOnDisk: usesCache && !logsMasking,
      isOfShard: shard !== undefined,
      onMerged: () => this.#fill.again(),
    });
    return this.#codeBase;
  }

  /** Starts a worker when there is none, ahead of the calls of a session. */
  warmUp(): void {
    this.#pool.warmUp(true);
  }

  /** Reads the code of the workspace for calls that come later, for a time, if its folders are repositories and no call has asked for code. */
  async readAhead(): Promise<void> {
    const { readAheadMs } = this.#options;
    if (readAheadMs === 0 || !this.#fill.isUnused || !this.project.isRepository()) return;
    this.#fill.readAhead(await this.#openCodeBase(), readAheadMs);
  }

  /**
   * Starts a worker when there is none, ahead of a call.
   *
   * @param input the arguments, which need not be valid
   */
  warmUpFor(input: unknown): void {
    // A call about many files may be answered from facts, and a worker then need not read any.
    this.#pool.warmUp(namesFile(input, this.#options.languages));
  }

  /** Resolves when the work that calls have left for later is done: merging facts of the cache. */
  async settled(): Promise<void> {
    await this.#codeBase?.cache.settled();
  }

  /** Ends the worker threads. */
  close(): Promise<void> {
    this.#fill.close();
    return this.#pool.close();
  }
}

/** True for arguments that are about a text, or about one file as its name tells. */
function namesFile(input: unknown, languages: Languages): boolean {
  if (typeof input !== "object" || input === null) return false;
  if ("source" in input) return true;
  const isPath = "filepath" in input && typeof input.filepath === "string" && !input.filepath.includes("*");
  return isPath && languageOf(String(input.filepath), languages) !== undefined;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
