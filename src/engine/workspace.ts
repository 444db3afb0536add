import { homedir } from "node:os";
import { basename, dirname, relative, sep } from "node:path";
import { UserError } from "../errors.ts";
import { listTimeoutMs, maxWatchedFolders } from "../limits.ts";
import { isInside, type Roots } from "../real-path.ts";
import { defaultPatterns, type Languages, languageOf, unsupportedFile } from "../syntax/languages.ts";
import type { RuleFile } from "../workspace/ignore-rules.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";

export type WorkspaceOptions = {
  readonly languages: Languages;
  readonly roots: Roots;
  readonly ignore: RuleFile | undefined;
  readonly maxFileBytes: number;
  readonly cwd: string;
};

export type WorkspaceFile = {
  /** Absolute. */
  readonly path: string;
  readonly mimeType: string;
};

/**
 * The code that a server is about: what lies below its roots or, without any, below the working folder. Clients start
 * servers in the home folder or at the top of the disk, where nobody means all that is there: then there is none.
 *
 * What it reads and lists with is loaded when it is asked: most calls do without.
 */
export class Workspace {
  readonly languages: Languages;
  /** Real paths. */
  readonly folders: Roots;
  readonly #options: WorkspaceOptions;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.languages = options.languages;
    this.folders = options.roots.length > 0 ? options.roots : [options.cwd].filter(isProject);
  }

  /** Every file of a known language that no ignore rule takes away, sorted by path. */
  async files(signal: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const timeout = AbortSignal.timeout(listTimeoutMs);
    try {
      return await this.#list(AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (signal.aborted || !timeout.aborted) throw error;
      throw new UserError(
        `The files could not be listed in ${listTimeoutMs} ms: start the server with a smaller --root`,
      );
    }
  }

  async #list(signal: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const [{ expand }, { Skipped }] = await Promise.all([
      import("../workspace/expand.ts"),
      import("../workspace/skipped.ts"),
    ]);
    const { targets } = await expand([...this.folders], {
      recursive: true,
      filePatterns: undefined,
      defaultPatterns: defaultPatterns(this.languages),
      noIgnore: false,
      ignore: this.#options.ignore,
      roots: this.folders,
      cwd: this.#options.cwd,
      skipped: new Skipped(),
      signal,
    });
    return targets
      .map(({ path }) => ({ path, mimeType: this.mimeTypeOf(path) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * The text of a file, by its absolute path.
   *
   * @throws UserError when there is no workspace, it is no file of a known language below the folders, or cannot be read
   */
  async read(path: string): Promise<{ readonly text: string; readonly mimeType: string }> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const language = languageOf(path, this.languages);
    if (language === undefined) throw unsupportedFile(path, this.languages);
    const { readSource } = await import("../workspace/read.ts");
    const limits = { roots: this.folders, maxFileBytes: this.#options.maxFileBytes };
    const { text } = readSource(path, path, limits, language.encoding_declaration);
    return { text, mimeType: language.mime_type };
  }

  /**
   * Watches the files.
   *
   * @param onTooMany told once when folders come that are not watched any more
   * @throws UserError when there are too many
   */
  async watch(onChanges: (changes: readonly FileChange[]) => void, onTooMany: () => void): Promise<Watcher> {
    if (this.folders.length === 0) throw new UserError(noWorkspace);
    const { watchFiles } = await import("../workspace/watch.ts");
    const filter = (path: string) => languageOf(path, this.languages) !== undefined;
    const { ignore } = this.#options;
    return watchFiles(this.folders, { filter, ignore, maxFolders: maxWatchedFolders, onChanges, onTooMany });
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
