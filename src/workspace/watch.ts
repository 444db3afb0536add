import type { Stats } from "node:fs";
import { basename, dirname } from "node:path";
import chokidar from "chokidar";
import { codeOf, messageOf, UserError } from "../errors.ts";
import { IgnoreRules, type RuleFile } from "./ignore-rules.ts";

export type FileChange = { readonly kind: "changed" | "came" | "went"; readonly path: string };

export type WatchOptions = {
  /** Is a file wanted, by its absolute path? */
  readonly filter: (path: string) => boolean;
  /** Rules that decide before those of .gitignore files. */
  readonly ignore: RuleFile | undefined;
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
  const rules = new Rules(folders, options.ignore);
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
  readonly #project: RuleFile | undefined;
  readonly #known = new Map<string, IgnoreRules>();

  constructor(tops: readonly string[], project: RuleFile | undefined) {
    this.#tops = tops;
    this.#project = project;
  }

  ignore(path: string, isFolder: boolean): boolean {
    const name = basename(path);
    if (isFolder && (name === ".git" || name === "node_modules")) return true;
    return this.#in(dirname(path)).ignores(path, isFolder);
  }

  #in(folder: string): IgnoreRules {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const isTop = this.#tops.includes(folder) || above === folder;
    const rules = isTop ? IgnoreRules.at(folder, this.#project) : this.#in(above).below(folder);
    this.#known.set(folder, rules);
    return rules;
  }
}
