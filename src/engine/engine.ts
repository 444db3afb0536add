/**
 * The engine: calls of tools, with a slot and a deadline for each, about code that engines may share. Input: a tool and its
 * arguments, or a folder to index; output: results that are passed on, and their summary or failure.
 */
import { Deadline } from "../base/deadline.ts";
import { ArgumentError, messageOf, UserError } from "../base/errors.ts";
import { leastAnswerChars } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { PatchFolders } from "../base/patch-paths.ts";
import { recordOf } from "../base/record.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { ArtifactTrust } from "../cache/artifact-file.ts";
import { sharedKey } from "../cache/key.ts";
import type { FoundCode, Progress } from "../code-base/code.ts";
import type { KnownSymbol } from "../code-base/known-symbols.ts";
import type { Languages } from "../syntax/languages.ts";
import type { AnyFileTool, AnyTool } from "../tools/contract/tool.ts";
import type { CallOptions, FailedCall, IndexedCall, ResultSink, ScanSummary } from "./call.ts";
import type { EngineCode } from "./engine-code.ts";
import type { ExportedIndex } from "./export-index.ts";
import { Gate } from "./gate.ts";
import type { ImportedIndex } from "./import-index.ts";
import type { ExportedMacros } from "./macros-of-folder.ts";
import type { MergedFiles, MergeOptions } from "./merge-index.ts";
import type { Project } from "./project.ts";
import type { ServerFacts } from "./server.ts";
import { UnfinishedCalls } from "./unfinished-calls.ts";

export type EngineOptions = {
  readonly code: EngineCode;
  /** Closes the code, or gives it back if others share it. */
  readonly closeCode: () => Promise<void>;
  /** UTF-16 code units of one answer; 0 for no limit. */
  readonly maxResultChars: number;
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
  readonly maxConcurrentCalls: number;
  /** What tools without files say of the program. */
  readonly server: ServerFacts;
  readonly log: Log;
};

/** The engine runs calls: targets → outcomes → answer. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #code: EngineCode;
  readonly #gate: Gate;
  readonly #unfinished: UnfinishedCalls;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#code = options.code;
    this.#gate = new Gate(options.maxConcurrentCalls);
    this.#unfinished = new UnfinishedCalls(options);
  }

  get project(): Project {
    return this.#code.project;
  }

  /** The folders that the paths of a patch start from. */
  get patchFolders(): PatchFolders {
    return [this.#code.options.cwd, ...this.project.folders];
  }

  /** The languages that files are read in. */
  get languages(): Languages {
    return this.#code.options.languages;
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
        const { options: settings, pool, editRoots, writing, fill, rounds } = this.#code;
        const { languages, maxFileBytes, cwd, shard } = settings;
        const end = await runCall(tool, input, {
          languages,
          maxFileBytes,
          cwd,
          shard,
          server: this.#options.server,
          deadline,
          sink,
          options,
          editRoots,
          patchFolders: this.patchFolders,
          writing,
          pool,
          fill,
          unfinished: this.#unfinished,
          rounds,
          stopwatch: new Stopwatch(),
          openCodeBase: () => this.#code.codeBase(),
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
   * @param macros the file with the macros of the folder, as the caller has written it; undefined to read them from all files
   * @throws UserError when the cache cannot be used, or the time is over; and the signal's reason
   */
  async fillIndex(
    folder: string,
    macros: string | undefined,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<FoundCode> {
    this.#code.pool.warmUp();
    const { fillIndex } = await import("./fill-index.ts");
    const { shard } = this.#code.options;
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      fillIndex(folder, shard, await this.#code.codeBase(), deadline, progress, macros),
    );
  }

  /**
   * Does the same as fillIndex, and returns what is known of the folder as an artifact.
   *
   * @param folder absolute, with `/` between its parts
   * @throws UserError as fillIndex does, or when the facts are too many; and the signal's reason
   */
  async exportIndex(
    folder: string,
    macros: string | undefined,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<ExportedIndex> {
    this.#code.pool.warmUp();
    const { exportIndex } = await import("./export-index.ts");
    const { shard } = this.#code.options;
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      exportIndex(folder, shard, await this.#code.codeBase(), deadline, progress, macros),
    );
  }

  /**
   * Collects the macros of a folder in a file for the shards of its index.
   *
   * @param folder absolute, with `/` between its parts
   * @throws UserError when macros are not used or are too many, or the cache cannot be used; and the signal's reason
   */
  async exportMacros(folder: string, signal: AbortSignal, progress: Progress): Promise<ExportedMacros> {
    this.#code.pool.warmUp();
    const { exportMacros } = await import("./macros-of-folder.ts");
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      exportMacros(folder, await this.#code.codeBase(), deadline, progress),
    );
  }

  /**
   * Takes the facts of an artifact into the cache, and reads the files that it lacks.
   *
   * @param folder absolute, with `/` between its parts
   * @param artifact as the caller has written it
   * @throws UserError when the artifact or the cache cannot be used; and the signal's reason
   */
  async importIndex(
    folder: string,
    artifact: string,
    trusted: TrustedArtifacts,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<ImportedIndex> {
    this.#code.pool.warmUp();
    const { importIndex } = await import("./import-index.ts");
    const trust = this.#trustOf(trusted);
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      importIndex(folder, artifact, trust, await this.#code.codeBase(), deadline, progress),
    );
  }

  /**
   * Joins the facts of shards of a folder.
   *
   * @param folder absolute, with `/` between its parts
   * @param shards cache folders and artifacts, as the caller has written them
   * @throws UserError for a shard that does not fit or is missing, or when the cache cannot be used; and the signal's reason
   */
  async mergeIndex(
    folder: string,
    shards: readonly string[],
    { allowsMissing, ...trusted }: TrustedArtifacts & Pick<MergeOptions, "allowsMissing">,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<MergedFiles> {
    this.#code.pool.warmUp();
    const { mergeIndex } = await import("./merge-index.ts");
    const options = { allowsMissing, trust: this.#trustOf(trusted) };
    return this.#inTime(this.#options.callTimeoutMs, signal, async (deadline) =>
      mergeIndex(folder, shards, options, await this.#code.codeBase(), deadline, progress),
    );
  }

  #trustOf({ acceptsUnsigned }: TrustedArtifacts): ArtifactTrust {
    return { key: sharedKey(this.#code.options.host.env), acceptsUnsigned };
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

  /**
   * Returns the places of a symbol that the cache knows. Nothing is listed, and no file of the code is read.
   *
   * @param folder absolute
   * @param most places that are returned
   */
  async knownSymbol(folder: string, name: string, most: number): Promise<KnownSymbol> {
    const { knownSymbol } = await import("../code-base/known-symbols.ts");
    return knownSymbol((await this.#code.codeBase()).cache.load([folder]), name, most);
  }

  /** Starts a worker when there is none, ahead of the calls of a session. */
  warmUp(): void {
    this.#code.pool.warmUp(true);
  }

  /** Reads the code of the workspace for calls that come later, for a time, if its folders are repositories and no call has asked for code. */
  async readAhead(): Promise<void> {
    const { readAheadMs } = this.#options;
    const { fill } = this.#code;
    if (readAheadMs === 0 || !fill.isUnused || !this.project.isRepository()) return;
    fill.readAhead(await this.#code.codeBase(), readAheadMs);
  }

  /**
   * Starts a worker when there is none, ahead of a call.
   *
   * @param input the arguments, which need not be valid
   */
  warmUpFor(input: unknown): void {
    this.#code.warmUpFor(input);
  }

  /** Resolves when the work that calls have left for later is done: merging facts of the cache. */
  settled(): Promise<void> {
    return this.#code.settled();
  }

  /** Closes the code, unless other engines share it. */
  close(): Promise<void> {
    return this.#options.closeCode();
  }
}

/** The artifacts that are used: signed ones or, if the user says so, any. */
type TrustedArtifacts = Pick<ArtifactTrust, "acceptsUnsigned">;

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
