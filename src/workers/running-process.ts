import { workerData } from "node:worker_threads";
import type { WorkerData } from "./protocol.ts";

const { process: running }: Partial<WorkerData> = workerData ?? {};

/**
 * Tells the pool which process the worker has started: a thread that is ended cannot end it.
 *
 * @param pid 0 for none
 */
export function tellRunning(pid: number): void {
  if (running !== undefined) Atomics.store(running, 0, pid);
}
