/**
 * The watching of files (inotify and its kin). Input: folders, and which files are wanted; output: changes of a moment
 * together: a file has come, changed or gone.
 */
// Watching has no descriptor to check; what an event names is looked at through base.
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { type Dirent, listFolder } from "../base/list-folder.ts";
import type { Roots } from "../base/real-path.ts";
import { entryAt, type Stats } from "../base/stats.ts";
import type { RuleOptions } from "./ignore-rules.ts";
import { WatchRules } from "./watch-rules.ts";

export type FileChange = { readonly kind: "changed" | "came" | "went"; readonly path: string };

export type WatchOptions = RuleOptions & {
  /** True when a file is wanted, by its absolute path. */
  readonly filter: (path: string) => boolean;
  readonly maxFolders: number;
  /** Called with changes, changes of a moment together. */
  readonly onChanges: (changes: readonly FileChange[]) => void;
  /** Called once when there are more folders than are watched. */
  readonly onTooMany: () => void;
};

export type Watcher = { readonly close: () => Promise<void> };

/**
 * Watches the wanted files below folders. Ignored files, hidden folders and node_modules are not watched, and links are
 * not followed. The process is not kept alive. The calling thread is blocked while folders are listed.
 *
 * @returns once every later change is reported
 * @throws UserError when there are more folders than may be watched, or than the system watches
 */
export async function watchFiles(folders: readonly string[], options: WatchOptions): Promise<Watcher> {
  const watcher = new FileWatcher(folders, options);
  try {
    watcher.start();
  } catch (error) {
    watcher.close();
    throw error;
  }
  return { close: async () => watcher.close() };
}

/** Milliseconds in which events are gathered: a checkout touches many files. */
const gatherMs = 100;

/** Milliseconds until a folder to be watched that does not exist is looked for again. */
const missingFolderMs = 1_000;

/**
 * Events of a moment from which on some are taken to be lost: Linux drops all after 16,384
 * (fs.inotify.max_queued_events), without a word from Node.
 */
const manyEvents = 16_000;

type WatchedFolder = {
  readonly watcher: FSWatcher;
  readonly id: string;
  /** The names of the wanted files and folders in it. */
  readonly files: Set<string>;
  readonly folders: Set<string>;
};

/**
 * Watches folders, not files: a watch of a file ends when an editor replaces the file. A folder is listed after its
 * watch has begun, so that a file made in between is seen twice rather than never, and events only say where to look.
 */
class FileWatcher {
  readonly #tops: readonly string[];
  readonly #options: WatchOptions;
  readonly #rules: WatchRules;
  readonly #folders = new Map<string, WatchedFolder>();
  /** Paths with events, and whether one of them says that another entry may have the name by now. */
  #touched = new Map<string, boolean>();
  #changes = new Map<string, FileChange["kind"]>();
  #events = 0;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #hasTooMany = false;

  constructor(tops: readonly string[], options: WatchOptions) {
    this.#tops = tops;
    this.#options = options;
    this.#rules = new WatchRules(tops, options);
  }

  start(): void {
    this.#readMissingTops();
    this.#isReady = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #flushIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), ms).unref();
  }

  #flush(): void {
    if (this.#events >= manyEvents) for (const top of this.#tops) this.#touched.set(top, true);
    const touched = [...this.#touched].sort(([a], [b]) => a.length - b.length);
    this.#touched = new Map();
    this.#changes = new Map();
    this.#events = 0;
    for (const [path, isReplaced] of touched) this.#look(path, isReplaced);
    this.#readMissingTops();
    if (this.#changes.size === 0) return;
    this.#options.onChanges(Array.from(this.#changes, ([path, kind]) => ({ kind, path })));
  }

  #readMissingTops(): void {
    const missing = () => this.#tops.filter((top) => !this.#folders.has(top));
    for (const top of missing()) this.#read(top);
    if (missing().length > 0) this.#flushIn(missingFolderMs);
  }

  #onEvent(folder: string, type: string, name: string | null): void {
    this.#events++;
    const isReplaced = type === "rename";
    if (name !== null) this.#touch(join(folder, name), isReplaced);
    // Windows leaves the name out when it has lost events.
    if (name === null) this.#touch(folder, true);
    // A folder that is moved or deleted has its own name in its last event, which may as well be that of an entry.
    if (isReplaced && name === basename(folder)) this.#touch(folder, false);
  }

  #touch(path: string, isReplaced: boolean): void {
    if (this.#touched.size === 0) this.#flushIn(gatherMs);
    this.#touched.set(path, isReplaced || this.#touched.get(path) === true);
  }

  #look(path: string, isReplaced: boolean): void {
    const parent = this.#folders.get(dirname(path));
    const isTop = this.#tops.includes(path);
    if (parent === undefined && !isTop) return;
    const name = basename(path);
    const entry = lstatOf(path);
    const isFolder = entry?.isDirectory() === true && this.#isFolderWanted(path);
    if (!isFolder) this.#forget(path);
    else if (isReplaced || this.#folders.get(path)?.id !== idOf(entry)) this.#read(path);
    if (parent === undefined) return;
    if (isFolder) parent.folders.add(name);
    else parent.folders.delete(name);
    if (entry?.isFile() === true && this.#isFileWanted(path)) {
      this.#report(parent.files.has(name) ? "changed" : "came", path);
      parent.files.add(name);
    } else if (parent.files.delete(name)) {
      this.#report("went", path);
    }
  }

  /** Watches a folder, anew when it was watched, and then lists it and the folders below. */
  #read(path: string): void {
    const before = this.#folders.get(path);
    before?.watcher.close();
    this.#folders.delete(path);
    const stats = lstatOf(path);
    const watcher = stats?.isDirectory() ? this.#watch(path) : undefined;
    const entries = watcher && entriesOf(path, this.#options.roots);
    const files = new Set<string>();
    const folders = new Set<string>();
    if (stats && watcher && entries) this.#folders.set(path, { watcher, id: idOf(stats), files, folders });
    else watcher?.close();
    for (const entry of entries ?? []) {
      const child = join(path, entry.name);
      if (entry.isDirectory() && this.#isFolderWanted(child)) {
        folders.add(entry.name);
        this.#read(child);
      } else if (entry.isFile() && this.#isFileWanted(child)) {
        files.add(entry.name);
        this.#report(before?.files.has(entry.name) ? "changed" : "came", child);
      }
    }
    for (const name of before?.files ?? []) if (!files.has(name)) this.#report("went", join(path, name));
    for (const name of before?.folders ?? []) if (!folders.has(name)) this.#forget(join(path, name));
  }

  /** Ends the watches of a folder that no longer exists, and of folders below. */
  #forget(path: string): void {
    const known = this.#folders.get(path);
    if (known === undefined) return;
    known.watcher.close();
    this.#folders.delete(path);
    for (const name of known.files) this.#report("went", join(path, name));
    for (const name of known.folders) this.#forget(join(path, name));
  }

  /** Returns undefined when the folder cannot be watched; at the start, too many folders are an error. */
  #watch(path: string): FSWatcher | undefined {
    const { maxFolders } = this.#options;
    if (this.#folders.size >= maxFolders) {
      return this.#refuse(new UserError(`More than ${maxFolders} folders would have to be watched`));
    }
    try {
      const watcher = watch(path, { persistent: false }, (type, name) => this.#onEvent(path, type, name));
      return watcher.on("error", () => this.#touch(path, true));
    } catch (error) {
      const code = codeOf(error);
      return code === "ENOSPC" || code === "EMFILE" ? this.#refuse(systemLimit(error)) : undefined;
    }
  }

  #refuse(error: UserError): undefined {
    if (!this.#isReady) throw error;
    if (!this.#hasTooMany) this.#options.onTooMany();
    this.#hasTooMany = true;
  }

  #isFolderWanted(path: string): boolean {
    return this.#tops.includes(path) || !this.#rules.ignore(path, true);
  }

  #isFileWanted(path: string): boolean {
    return this.#options.filter(path) && !this.#rules.ignore(path, false);
  }

  #report(kind: FileChange["kind"], path: string): void {
    if (!this.#isReady) return;
    // A new file is listed with its folder, and may have an event of its own.
    if (kind === "changed" && this.#changes.has(path)) return;
    this.#changes.set(path, kind);
  }
}

/** Returns what differs between a folder and a later one of the same path: inodes are used again. */
function idOf({ ino, birthtimeMs }: Stats): string {
  return `${ino} ${birthtimeMs}`;
}

function lstatOf(path: string): Stats | undefined {
  try {
    return entryAt(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string, roots: Roots): readonly Dirent[] | undefined {
  try {
    return listFolder(folder, roots);
  } catch {
    return undefined;
  }
}

function systemLimit(error: unknown): UserError {
  const details = `${messageOf(error)}. On Linux the limit is fs.inotify.max_user_watches.`;
  return new UserError("The system watches no more files", { details });
}
