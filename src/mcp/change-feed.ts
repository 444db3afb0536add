import type { Log } from "../base/log.ts";
import type { Project } from "../engine/project.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";

type Listener = (changes: readonly FileChange[]) => void;

/** The changes of the workspace's files, which are watched while there are listeners. */
export class ChangeFeed {
  readonly #project: Project;
  readonly #log: Log;
  readonly #listeners = new Set<Listener>();
  #watcher: Promise<Watcher> | undefined;

  constructor(project: Project, log: Log) {
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

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    void this.#watcher?.then((watcher) => watcher.close());
    this.#watcher = undefined;
    this.#log("debug", "files are not watched any more");
  }

  #watch(): Promise<Watcher> {
    this.#log("debug", "files are watched");
    return this.#project.watch(
      (changes) => {
        for (const listener of [...this.#listeners]) listener(changes);
      },
      () => this.#log("warn", "there are more folders than are watched: changes in the others are not reported"),
    );
  }
}
