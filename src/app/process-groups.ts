/** The groups of processes that the program has started. */
export class ProcessGroups {
  readonly #running = new Set<number>();

  readonly started = (pid: number): void => {
    this.#running.add(pid);
  };

  /**
   * Sends a signal to a process and to all that it has started and not moved away. One that is gone is not an error.
   */
  readonly kill = (pid: number, signal: "SIGTERM" | "SIGKILL"): void => {
    try {
      process.kill(process.platform === "win32" ? pid : -pid, signal);
    } catch {
      // It has ended.
    }
  };

  /** Ends what is left of a group. */
  readonly end = (pid: number): void => {
    this.#running.delete(pid);
    this.kill(pid, "SIGKILL");
  };

  /** Ends all groups, before the program ends. */
  readonly endAll = (): void => {
    for (const pid of this.#running) this.end(pid);
  };
}
