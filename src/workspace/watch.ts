import type { Stats } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import chokidar from "chokidar";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { isInside } from "../base/real-path.ts";
import { IgnoreRules, type RuleOptions } from "./ignore-rules.ts";

export type FileChange = { readonly kind: "changed" | "came" | "went"; readonly path: string };

export type WatchOptions = RuleOptions & {
  /** True when a file is wanted, by its absolute path. */
  readonly filter: (path: string) => boolean;
  readonly maxFolders: number;
  /** Told of changes, those of a moment together. */
  readonly onChanges: (changes: readonly FileChange[]) => void;
  /** Told once that there are more folders by now than are watched. */
  readonly onTooMany: () => void;
};

export type Watcher = { readonly close: () => Promise<void> };

/** Milliseconds in which changes are gathered: a checkout touches many files. */
const gatherMs = 100;

/**
 * Watches the wanted files below folders. What .gitignore rules take away, .git and node_modules are not watched, and
 * links are not followed. The process is not kept alive.
 *
 * @returns once every change to come is told
 * @throws UserError when there are more folders than may be watched, or than the system watches
 */
export async function watchFiles(folders: readonly string[], options: WatchOptions): Promise<Watcher> {
  const { maxFolders, onChanges, onTooMany } = options;
  const rules = new Rules(folders, options);
  const watched = new Set<string>();
  let isReady = false;
  let hasTooMany = false;
  const isIgnored = (path: string, stats?: Stats): boolean => {
    if (stats === undefined || folders.includes(path)) return false;
    if (!stats.isDirectory()) return !stats.isFile() || !options.filter(path) || rules.ignore(path, false);
    if (rules.ignore(path, true)) return true;
    if (watched.has(path) || watched.size < maxFolders) return false;
    if (isReady && !hasTooMany) onTooMany();
    hasTooMany = true;
    return true;
  };
  const watcher = chokidar.watch([...folders], { ignored: isIgnored, followSymlinks: false, persistent: false });
  let gathered: FileChange[] = [];
  const tell = (kind: FileChange["kind"]) => (path: string) => {
    if (!isReady) return;
    if (gathered.length === 0) setTimeout(flush, gatherMs).unref();
    gathered.push({ kind, path });
  };
  const flush = () => {
    const changes = gathered;
    gathered = [];
    if (!watcher.closed) onChanges(changes);
  };
  watcher.on("addDir", (path) => watched.add(path));
  watcher.on("unlinkDir", (path) => watched.delete(path));
  watcher.on("add", tell("came"));
  watcher.on("change", tell("changed"));
  watcher.on("unlink", tell("went"));
  try {
    await new Promise<void>((done, failed) => {
      watcher.on("ready", done);
      watcher.on("error", failed);
    });
    if (hasTooMany) throw new UserError(`More than ${maxFolders} folders would have to be watched`);
  } catch (error) {
    await watcher.close();
    throw codeOf(error) === "ENOSPC" || codeOf(error) === "EMFILE" ? systemLimit(error) : error;
  }
  isReady = true;
  return { close: () => watcher.close() };
}

function systemLimit(error: unknown): UserError {
  const details = `${messageOf(error)}. On Linux the limit is fs.inotify.max_user_watches.`;
  return new UserError("The system watches no more files", { details });
}

/** The ignore rules below some folders, as they are when a folder is first asked about. */
class Rules {
  readonly #tops: readonly string[];
  readonly #options: RuleOptions;
  readonly #known = new Map<string, IgnoreRules>();

  constructor(tops: readonly string[], options: RuleOptions) {
    this.#tops = tops;
    this.#options = options;
  }

  ignore(path: string, isFolder: boolean): boolean {
    const name = basename(path);
    if (isFolder && (name === ".git" || name === "node_modules")) return true;
    const folder = dirname(path);
    const top = this.#topOf(folder);
    return this.#in(folder, top).ignores(below(top, path), isFolder);
  }

  /** The innermost of the folders that holds another one. */
  #topOf(folder: string): string {
    const holders = this.#tops.filter((top) => isInside(folder, [top]));
    return holders.reduce((longest, top) => (top.length > longest.length ? top : longest), holders[0] ?? folder);
  }

  #in(folder: string, top: string): IgnoreRules {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const above = folder === top ? IgnoreRules.above(top, this.#options) : this.#in(dirname(folder), top);
    const rules = above.in(folder === top ? "" : `${below(top, folder)}/`);
    this.#known.set(folder, rules);
    return rules;
  }
}

/** A path below a folder, with `/`. */
function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
