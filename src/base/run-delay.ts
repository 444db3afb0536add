/** The time for which a thread waited for a processor, as Linux counts it. */
// The door for these counts, which are files of the system and not of a user.
import { readFileSync, readlinkSync } from "node:fs";
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
 * Returns the milliseconds for which a thread of this process was ready to run and had no processor; undefined if the system does not
 * tell, or the thread has ended. Source: Documentation/scheduler/sched-stats.rst of Linux.
 */
export function runDelayMs(threadNumber: number): number | undefined {
  if (threadNumber === 0) return undefined;
  try {
    const [, waited] = readFileSync(`/proc/self/task/${threadNumber}/schedstat`, "latin1").split(" ");
    return waited === undefined ? undefined : Number(waited) / nanosecondsOfMs;
  } catch {
    return undefined;
  }
}
