import { dirname } from "node:path/posix";
import { progressIntervalMs } from "../base/limits.ts";
import type { ScanProgress } from "../engine/run.ts";
import { isObject, type Params } from "./message.ts";

export type Notify = (method: string, params: Params) => void;

/**
 * Tells the client how a call comes on, when it asked for that with a progressToken, which may be 0: files done, all
 * files, and the folder at hand.
 */
export function progressOf({ _meta }: Params, signal: AbortSignal, notify: Notify): ScanProgress {
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
  return {
    // A request may ask several tools.
    total: (files) => {
      total += files;
    },
    done: (name) => {
      done++;
      notifyProgress(dirname(name));
    },
  };
}
