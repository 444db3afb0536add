import { UserError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { PatternError } from "../workspace/refused-pattern.ts";
import { WorkerFailure, type WorkerPool } from "./pool.ts";
import type { Listing, ListRequest } from "./protocol.ts";

/**
 * Lists files in a worker, so that neither a large disk nor a slow pattern delays other calls.
 *
 * @param onFound receives the number of files that were found so far
 * @throws PatternError when a pattern is refused, UserError when the workers died, and the signal's reason
 */
export async function listFiles(
  pool: WorkerPool,
  request: ListRequest,
  log: Log,
  signal: AbortSignal,
  onFound?: (files: number) => void,
): Promise<Listing> {
  const listed = await requestListing(pool, request, signal, onFound);
  if ("refused" in listed) throw new PatternError(listed.refused);
  for (const { path, reason } of listed.unreadRules)
    log("warn", "a file of ignore rules is not used", { path, reason });
  return listed;
}

async function requestListing(
  pool: WorkerPool,
  request: ListRequest,
  signal: AbortSignal,
  onFound?: (files: number) => void,
) {
  try {
    return await pool.request(
      { list: request },
      (reply) => ("list" in reply ? reply.list : undefined),
      signal,
      onFound && { onFound },
    );
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new UserError(`The files could not be listed: ${error.message}`, { details: whatToDo });
  }
}

/** The advice for a listing that takes too long. */
export const whatToDo = "Name fewer folders, or give a simpler pattern.";
