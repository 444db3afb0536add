import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Project } from "../engine/project.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";

type Listener = (changes: readonly FileChange[]) => void;

/** The changes of the workspace's files, which are watched while there are listeners. */
export class ChangeFeed {
  readonly #project: () => Project;
  readonly #log: Log;
  readonly #listeners = new Set<Listener>();
  #watcher: Promise<Watcher> | undefined;

  /** @param project returns the project whose files are watched */
  constructor(project: () => Project, log: Log) {
    this.#project = project;
    this.#log = log;
  }

  /**
   * Adds a listener for later changes.
   *
   * @returns a function that removes it
   * @throws UserError when the files cannot be watched
   */
  async listen(listener: Listener): Promise<() => void> {
    this.#listeners.add(listener);
    this.#watcher ??= this.#watch();
    const watcher = this.#watcher;
    try {
      await watcher;
    } catch (error) {
      this.#listeners.delete(listener);
      if (this.#watcher === watcher) this.#watcher = undefined;
      throw error;
    }
    return () => this.#leave(listener);
  }

  /** Watches the files of another project for listeners. */
  restart(): void {
    if (this.#watcher === undefined) return;
    void this.#watcher.then((watcher) => watcher.close()).catch(() => {});
    const watcher = this.#watch();
    this.#watcher = watcher;
    watcher.catch((error: unknown) => {
      if (this.#watcher === watcher) this.#watcher = undefined;
      this.#log("warn", "files are not watched", { reason: messageOf(error) });
    });
  }

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    void this.#watcher?.then((watcher) => watcher.close());
    this.#watcher = undefined;
    this.#log("debug", "files are not watched any more");
  }

  #watch(): Promise<Watcher> {
    this.#log("debug", "files are watched");
    return this.#project().watch(
      (changes) => {
        for (const listener of [...this.#listeners]) listener(changes);
      },
      () => this.#log("warn", "there are more folders than are watched: changes in the others are not reported"),
    );
  }
}
