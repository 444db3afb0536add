import type { WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/** Work that workers share. */
export interface Job {
  /** By performance.now(). */
  readonly startedAt: number;
  /** Set by the pool: ends the job, with an error when it failed as a whole. */
  settle: (error: Error | undefined) => void;
  readonly isDone: boolean;
  readonly hasWork: boolean;
  readonly filesLeft: number;
  /** The next piece, for a worker; it is told apart by identity. */
  start(worker: object): WorkerRequest;
  /** Takes a reply; tells whether the worker's piece goes on. */
  take(worker: object, reply: WorkerReply): boolean;
  /** The worker is gone; what it had is to be done again, or failed. */
  crashed(worker: object, crash: Crash): void;
}

/** Why a worker is gone, and whether the file that it was at would end the next one as well. */
export type Crash = { readonly reason: string; readonly isFinal: boolean };
