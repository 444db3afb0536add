import { homedir } from "node:os";
import { basename, dirname, relative, sep } from "node:path";
import { UserError } from "../base/errors.ts";
import { listTimeoutMs } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { isInside, type Roots } from "../base/real-path.ts";
import { type Languages, languageOf, unsupportedFile } from "../syntax/languages.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";
import { listFiles } from "./list-files.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ListRequest, WorkerSettings } from "./worker-protocol.ts";

export type WorkspaceOptions = {
  /** Of its workers. */
  readonly settings: WorkerSettings;
  readonly cwd: string;
  /** Milliseconds for the start of watching. */
  readonly watchTimeoutMs: number;
  readonly log: Log;
};

export type WorkspaceFile = {
  /** Absolute. */
  readonly path: string;
  readonly mimeType: string;
};

/**
 * The code that a server is about: what lies below its roots or, without any, below the working folder. Clients start
 * servers in the home folder or at the top of the disk, where nobody means all that is there: then there is none.
 */
export class Workspace {
  readonly languages: Languages;
  /** Real paths. */
  readonly folders: Roots;
  readonly #options: WorkspaceOptions;
  readonly #pool: WorkerPool;

  constructor(options: WorkspaceOptions, pool: WorkerPool) {
    this.#options = options;
    this.#pool = pool;
    const { languages, roots } = options.settings;
    this.languages = languages;
    this.folders = roots.length > 0 ? roots : [options.cwd].filter(isProject);
  }

  /** Every file of a known language that no ignore rule takes away, sorted by path. */
  async files(signal: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const { cwd, log } = this.#options;
    const request: ListRequest = {
      filepath: this.folders,
      recursive: true,
      filePatterns: undefined,
      noIgnore: false,
      cwd,
      roots: this.folders,
      stopAtMs: Date.now() + listTimeoutMs,
    };
    const { targets, isPartial } = await listFiles(this.#pool, request, log, signal);
    if (isPartial) {
      throw new UserError(
        `The files could not be listed in ${listTimeoutMs} ms: start the server with a smaller --root`,
      );
    }
    return targets
      .map(({ path }) => ({ path, mimeType: this.mimeTypeOf(path) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * The text of a file, by its absolute path.
   *
   * @throws UserError when there is no workspace, it is no file of a known language below the folders, or cannot be read
   */
  async read(path: string, signal: AbortSignal): Promise<{ readonly text: string; readonly mimeType: string }> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const language = languageOf(path, this.languages);
    if (language === undefined) throw unsupportedFile(path, this.languages);
    const request = { textOf: { path, roots: this.folders } };
    const text = await this.#pool.request(request, (reply) => ("text" in reply ? reply.text : undefined), signal);
    if (typeof text !== "string") throw new UserError(text.refused.error, text.refused.details);
    return { text, mimeType: language.mime_type };
  }

  /**
   * Watches the files.
   *
   * @param onTooMany told once when folders come that are not watched any more
   * @throws UserError when there are too many, or the start takes too long
   */
  async watch(onChanges: (changes: readonly FileChange[]) => void, onTooMany: () => void): Promise<Watcher> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const { watchInThread } = await import("./watch-thread.ts");
    const { settings, watchTimeoutMs } = this.#options;
    return watchInThread(settings, this.folders, onChanges, onTooMany, watchTimeoutMs);
  }

  mimeTypeOf(path: string): string {
    return languageOf(path, this.languages)?.mime_type ?? "text/plain";
  }

  /** A path as a call may write it: relative to the folder that holds it, with `/`. */
  nameOf(path: string): string {
    const folder = this.folders.find((candidate) => isInside(path, [candidate]));
    if (folder === undefined) return path;
    return relative(folder, path).split(sep).join("/") || basename(path);
  }
}

const noWorkspace = "There is no workspace: start the server with --root, or in the project's folder";

function isProject(folder: string): boolean {
  return folder !== dirname(folder) && folder !== homedir();
}
