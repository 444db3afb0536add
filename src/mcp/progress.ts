import { dirname } from "node:path/posix";
import { isObject } from "../base/is-object.ts";
import { progressIntervalMs } from "../base/limits.ts";
import type { ResultSink } from "../engine/call.ts";
import type { Params } from "./message.ts";

/** A receiver of the progress of a call. */
export type Progress = {
  /** Receives the number of files, once they are listed. */
  readonly total?: (files: number) => void;
  /** Receives the name of each finished file, in path order. */
  readonly done?: (name: string) => void;
  /** Receives the seconds that a command has run, and the last line of its output. */
  readonly elapsed?: (seconds: number, line: string) => void;
};

/** Returns the sink of a call with a receiver of its progress. */
export function sinkWith(progress: Progress, take: ResultSink["result"]): ResultSink {
  return {
    total: (files) => progress.total?.(files),
    result: take,
    done: (name) => progress.done?.(name),
    elapsed: (seconds, line) => progress.elapsed?.(seconds, line),
  };
}

export type Notify = (method: string, params: Params) => void;

/**
 * Returns the progress sink of a request with a progressToken, which may be 0. It notifies the client of the number of
 * finished files, the number of all files, and the current folder; or of the seconds of a command, and its last line.
 */
export function progressOf({ _meta }: Params, signal: AbortSignal, notify: Notify): Progress {
  const token = isObject(_meta) ? _meta.progressToken : undefined;
  if (typeof token !== "string" && typeof token !== "number") return {};
  let total = 0;
  let done = 0;
  let notifiedAt = 0;
  const notifyProgress = (message: string) => {
    const now = performance.now();
    if (signal.aborted || now - notifiedAt < progressIntervalMs) return;
    notifiedAt = now;
    notify("notifications/progress", { progressToken: token, progress: done, total, message });
  };
  const elapsed = (seconds: number, line: string) => {
    if (signal.aborted) return;
    const message = line === "" ? {} : { message: line };
    notify("notifications/progress", { progressToken: token, progress: seconds, ...message });
  };
  return {
    elapsed,
    // A request may run several tools.
    total: (files) => {
      total += files;
    },
    done: (name) => {
      done++;
      notifyProgress(dirname(name));
    },
  };
}
