/**
 * The workspace of a server: the folders below which its files lie. Input: the roots or the working folder; output: its
 * files, the text of one, and notifications of changes.
 */
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { UserError } from "../base/errors.ts";
import { type Host, homeFolder } from "../base/host.ts";
import { listTimeoutMs } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import { languageOf, unsupportedFile } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { listFiles } from "../workers/list-files.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { Listing, ListRequest, WorkerSettings } from "../workers/protocol.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";

export type ProjectOptions = {
  /** The settings of the workers. */
  readonly settings: WorkerSettings;
  readonly cwd: string;
  readonly host: Host;
  /** Those of the roots that are used whatever folder they are, since their user has written them in full. */
  readonly namedInFull: Roots;
  /** Milliseconds for starting to watch. */
  readonly watchTimeoutMs: number;
  readonly log: Log;
};

export type WorkspaceFile = {
  /** The absolute path. */
  readonly path: string;
  readonly mimeType: string;
};

/**
 * The code of a server: the files below its roots or, without any, below the working folder. Some clients start servers
 * in the home folder or at the top of the disk, which are not projects: there the workspace has no files, unless a root
 * names the folder in full.
 */
export class Project {
  readonly languages: Languages;
  /** The real paths of the folders. */
  readonly folders: Roots;
  readonly #options: ProjectOptions;
  readonly #pool: WorkerPool;

  constructor(options: ProjectOptions, pool: WorkerPool) {
    this.#options = options;
    this.#pool = pool;
    const { languages, roots } = options.settings;
    this.languages = languages;
    this.folders = workspaceFolders({ ...options, roots });
  }

  /** Lists every file of a known language that no ignore rule excludes, sorted by path. */
  async files(signal: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const { targets, isPartial } = await this.#list(this.folders, signal);
    if (isPartial) {
      throw new UserError(
        `The files could not be listed in ${listTimeoutMs} ms: start the server with a smaller --root`,
      );
    }
    return targets
      .map(({ path, language }) => ({ path, mimeType: this.#mimeTypeOf(language) ?? "text/plain" }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * Reads the text of a file, by its absolute path.
   *
   * @throws UserError without a workspace, for a file of no known language or outside of the folders, or a file that
   *   cannot be read
   */
  async read(path: string, signal: AbortSignal): Promise<{ readonly text: string; readonly mimeType: string }> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const language = languageOf(path, this.languages)?.name ?? (await this.#scriptLanguageAt(path, signal));
    const mimeType = this.#mimeTypeOf(language);
    if (mimeType === undefined) throw unsupportedFile(path, this.languages);
    const request = { textOf: { path, language, roots: this.folders } };
    const text = await this.#pool.request(request, (reply) => ("text" in reply ? reply.text : undefined), signal);
    if (typeof text !== "string") throw new UserError(text.refused.error, text.refused.details);
    return { text, mimeType };
  }

  /**
   * Watches the files.
   *
   * @param onTooMany called once when further folders are not watched any more
   * @throws UserError when there are too many, or the start takes too long
   */
  async watch(onChanges: (changes: readonly FileChange[]) => void, onTooMany: () => void): Promise<Watcher> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const { watchInThread } = await import("../workers/watch-thread.ts");
    const { settings, watchTimeoutMs } = this.#options;
    return watchInThread(settings, this.folders, onChanges, onTooMany, watchTimeoutMs);
  }

  /** The name of the language of a script without an extension; undefined for other files. */
  async #scriptLanguageAt(path: string, signal: AbortSignal): Promise<string | undefined> {
    if (extname(path) !== "") return undefined;
    const { flat, targets } = await this.#list(path, signal);
    return flat ? targets[0]?.language : undefined;
  }

  #list(filepath: ListRequest["filepath"], signal: AbortSignal): Promise<Listing> {
    const { cwd, log } = this.#options;
    const request: ListRequest = {
      filepath,
      recursive: filepath === this.folders,
      noIgnore: false,
      cwd,
      roots: this.folders,
      stopAtMs: Date.now() + listTimeoutMs,
    };
    return listFiles(this.#pool, request, log, signal);
  }

  #mimeTypeOf(language: string | undefined): string | undefined {
    return this.languages.find(({ name }) => name === language)?.mime_type;
  }

  /** True if a version control system has all folders of the workspace. */
  isRepository(): boolean {
    const isOne = (folder: string) => repositoryFolders.some((name) => exists(join(folder, name)));
    return this.folders.length > 0 && this.folders.every(isOne);
  }

  /** Returns a path as a call may write it: relative to its folder of the workspace, with `/`. */
  nameOf(path: string): string {
    const folder = this.folders.find((candidate) => isInside(path, [candidate]));
    if (folder === undefined) return path;
    return relative(folder, path).split(sep).join("/") || basename(path);
  }
}

/** The entries of the folder of a repository; `.git` of a worktree is a file. */
const repositoryFolders = [".git", ".hg", ".svn", ".jj"];

/** The real paths of the folders of a workspace. */
export function workspaceFolders({
  roots,
  cwd,
  host,
  namedInFull,
}: Pick<ProjectOptions, "cwd" | "host" | "namedInFull"> & { readonly roots: Roots }): Roots {
  const isUsed = (folder: string) => isProject(folder, host) || namedInFull.includes(folder);
  return (roots.length > 0 ? roots : [cwd]).filter(isUsed);
}

const noWorkspace = "There is no workspace: start the server with --root, or in the project's folder";

/** False for the top of the disk, the home folder, and the folders above it. */
export function isProject(folder: string, { env }: Pick<Host, "env">): boolean {
  return folder !== dirname(folder) && !isInside(canonicalPath(homeFolder(env)), [folder]);
}
