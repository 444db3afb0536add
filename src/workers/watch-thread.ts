import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { UserError } from "../base/errors.ts";
import { distDir } from "../base/package.ts";
import type { FileChange, Watcher } from "../workspace/watch.ts";
import type { Refusal, WatchReply, WorkerRequest, WorkerSettings } from "./protocol.ts";

/**
 * Watches the files of known languages below folders, in a thread of its own: the watched entries depend on rules that
 * a stranger may have written. The thread does not keep the process alive.
 *
 * @param timeoutMs the time for the start
 * @returns the watcher, once every later change is reported
 * @throws UserError when there are more folders than may be watched, or the start takes too long
 */
export async function watchInThread(
  settings: WorkerSettings,
  folders: readonly string[],
  onChanges: (changes: readonly FileChange[]) => void,
  onTooMany: () => void,
  timeoutMs: number,
): Promise<Watcher> {
  const worker = new Worker(join(distDir, "worker.cjs"), { workerData: settings, stdout: true });
  const close = async () => void (await worker.terminate());
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((done, failed) => {
      worker.on("message", (reply: WatchReply) => {
        if ("changes" in reply) onChanges(reply.changes);
        else if ("hasTooMany" in reply) onTooMany();
        else if ("refused" in reply) failed(errorOf(reply.refused));
        else done();
      });
      worker.on("error", (error) => failed(new UserError(`The files cannot be watched: ${error.message}`)));
      worker.on("exit", () => failed(new UserError("The files cannot be watched any more")));
      const tooLong = `The files could not be watched in ${timeoutMs} ms: start the server with a smaller --root`;
      timer = setTimeout(() => failed(new UserError(tooLong)), timeoutMs);
      const request: WorkerRequest = { watch: folders };
      worker.postMessage(request);
    });
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  worker.unref();
  return { close };
}

function errorOf({ error, details }: Refusal): UserError {
  return new UserError(error, details);
}
