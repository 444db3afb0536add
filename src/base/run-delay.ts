/** The time for which a thread waited for a processor, as Linux counts it. */
// The door for these counts, which are files of the system and not of a user.
import { closeSync, openSync, readlinkSync, readSync } from "node:fs";
import { basename } from "node:path";

const nanosecondsOfMs = 1e6;

/** Returns the number that the system has for the calling thread; 0 if the system does not tell. */
export function ownThreadNumber(): number {
  try {
    return Number(basename(readlinkSync("/proc/thread-self"))) || 0;
  } catch {
    return 0;
  }
}

/**
 * The milliseconds for which one thread of this process was ready to run and had no processor. It is asked for at each reply of a worker: its
 * file stays open, since to open it takes ten times as long as to read it. Source: Documentation/scheduler/sched-stats.rst of Linux.
 */
export class RunDelay {
  readonly #bytes = Buffer.alloc(64);
  #file: number | undefined;

  /** Returns the time so far; undefined if the system does not tell, or the thread has ended. @param threadNumber 0 if it is not known */
  ms(threadNumber: number): number | undefined {
    if (threadNumber === 0) return undefined;
    try {
      this.#file ??= openSync(`/proc/self/task/${threadNumber}/schedstat`, "r");
      const length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
      const [, waited] = this.#bytes.toString("latin1", 0, length).split(" ");
      return waited === undefined ? undefined : Number(waited) / nanosecondsOfMs;
    } catch {
      return undefined;
    }
  }

  /** Closes the file; it is opened again if it is asked for the time again. */
  close(): void {
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    try {
      closeSync(file);
    } catch {
      // Nothing was written to it, so that nothing is lost.
    }
  }
}
