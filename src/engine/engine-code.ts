/**
 * The code that calls are about, with the threads that read it: the part of an engine that engines of several sessions may
 * share. Input: roots and settings of the code; output: its workspace, its code base, and the state that later calls go on with.
 */
import type { Host } from "../base/host.ts";
import { canonicalPath, type Roots } from "../base/real-path.ts";
import type { CodeBaseOptions } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { PoolOptions, WorkerPool } from "../workers/pool.ts";
import type { WorkerSettings } from "../workers/protocol.ts";
import { BackgroundFill } from "./background-fill.ts";
import type { Run } from "./call.ts";
import { Gate } from "./gate.ts";
import { KeptRounds } from "./kept-rounds.ts";
import { Project, workspaceFolders } from "./project.ts";

/** The environment variables that code depends on: the folders of the cache, and the key that signs it. */
export const variablesOfCode: readonly string[] = ["HOME", "LOCALAPPDATA", "XDG_CACHE_HOME", "CODEGROVE_CACHE_KEY"];

export type EngineCodeOptions = Omit<WorkerSettings, "editRoots"> &
  Pick<Run, "cwd" | "shard"> &
  Pick<CodeBaseOptions, "log"> &
  Pick<CodeBaseOptions["settings"], "masksMacros"> & {
    /** True if calls may edit files of the workspace. */
    readonly allowsEdits: boolean;
    /** True when facts are read from the disk, and written for the next call. */
    readonly usesCache: boolean;
    /** The host, whose environment need only have `variablesOfCode`. */
    readonly host: Host;
    /** See ProjectOptions. */
    readonly namedInFull: Roots;
    /** The folder of the cache; undefined for the user's. */
    readonly cacheFolder: string | undefined;
    /** The largest number of threads that parse. */
    readonly threads: number;
    /** Returns the threads that parse; they are closed with the code. */
    readonly openPool: (options: PoolOptions) => WorkerPool;
    /** Milliseconds for one file. */
    readonly fileTimeoutMs: number;
    /** True for a server with a cache: what a call finds out of an index is kept for the next one, and completed before it. */
    readonly servesCalls: boolean;
  };

/** Holds the workers, the workspace and the code base of a set of roots and settings. */
export class EngineCode {
  readonly options: EngineCodeOptions;
  readonly project: Project;
  readonly pool: WorkerPool;
  /** The folders in which calls may edit files; undefined if they may not. */
  readonly editRoots: Roots | undefined;
  /** Calls write one after the other: the later one of two that edit a file then sees that it has changed. */
  readonly writing = new Gate(1);
  readonly fill: BackgroundFill;
  readonly rounds = new KeptRounds();
  #codeBase: CodeBase | undefined;

  constructor(options: EngineCodeOptions) {
    const { languages, roots, ignore, maxFileBytes, projectMacros, elidesBodies, logsMasking, workerCode } = options;
    const { threads, fileTimeoutMs, log, openPool, searchPath, cwd, host, namedInFull, servesCalls } = options;
    this.options = options;
    this.editRoots = options.allowsEdits ? workspaceFolders(options).map(canonicalPath) : undefined;
    const settings: WorkerSettings = {
      languages,
      roots,
      editRoots: this.editRoots,
      ignore,
      maxFileBytes,
      searchPath,
      projectMacros,
      elidesBodies,
      logsMasking,
      workerCode,
    };
    this.pool = openPool({ settings, size: threads, fileTimeoutMs, log });
    this.project = new Project({ settings, cwd, host, namedInFull, watchTimeoutMs: fileTimeoutMs, log }, this.pool);
    this.fill = new BackgroundFill(log, servesCalls, this.pool);
  }

  /** Opens the code base when it is first asked for. */
  async codeBase(): Promise<CodeBase> {
    if (this.#codeBase !== undefined) return this.#codeBase;
    const { CodeBase } = await import("../code-base/code-base.ts");
    const { languages, roots, ignore, cwd, log, host, cacheFolder: folder, shard } = this.options;
    const { maxFileBytes, projectMacros, elidesBodies, masksMacros, usesCache, logsMasking } = this.options;
    this.#codeBase ??= new CodeBase({
      languages,
      roots,
      ignore,
      cwd,
      log,
      host,
      folder,
      pool: this.pool,
      workspace: this.project.folders,
      settings: { maxFileBytes, projectMacros, elidesBodies, masksMacros },
      // The cache has no record of masked words, so that logging them excludes it.
      isOnDisk: usesCache && !logsMasking,
      isOfShard: shard !== undefined,
      onMerged: () => this.fill.again(),
    });
    return this.#codeBase;
  }

  /**
   * Starts a worker when there is none, ahead of a call.
   *
   * @param input the arguments, which need not be valid
   */
  warmUpFor(input: unknown): void {
    // A call about many files may be answered from facts, and a worker then need not read any.
    this.pool.warmUp(namesFile(input, this.options.languages));
  }

  /** Resolves when the work that calls have left for later is done: merging facts of the cache. */
  async settled(): Promise<void> {
    await this.#codeBase?.cache.settled();
  }

  /** Ends the worker threads. */
  close(): Promise<void> {
    this.fill.close();
    return this.pool.close();
  }
}

/** True for arguments that are about a text, or about one file as its name tells. */
function namesFile(input: unknown, languages: Languages): boolean {
  if (typeof input !== "object" || input === null) return false;
  if ("source" in input) return true;
  const isPath = "filepath" in input && typeof input.filepath === "string" && !input.filepath.includes("*");
  return isPath && languageOf(String(input.filepath), languages) !== undefined;
}
