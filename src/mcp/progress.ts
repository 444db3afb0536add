/**
 * The progress of a call for a client. Input: the progressToken of a request, and what the engine tells of its work; output:
 * notifications/progress, whose numbers rise. The numbers of a call over the index are of files that are known; each phase in a
 * notification counts as one more, so that they rise then, too. A total is there only while files are read, since nobody knows how many
 * steps the other phases have.
 */
import { dirname } from "node:path/posix";
import { isObject } from "../base/is-object.ts";
import { progressIntervalMs } from "../base/limits.ts";
import { phaseTexts } from "../base/stopwatch.ts";
import type { ResultSink } from "../engine/call.ts";
import type { Params } from "./message.ts";

/** A receiver of the progress of a call. */
export type Progress = Pick<ResultSink, "found" | "known" | "macros" | "phase"> & {
  /** Receives the number of files, once they are listed. */
  readonly total?: (files: number) => void;
  /** Receives the name of each finished file, in path order. */
  readonly done?: (name: string) => void;
  /** Receives the seconds that a command has run, and the last line of its output. */
  readonly elapsed?: (seconds: number, line: string) => void;
  /** Called when the call is over: nothing is sent after it. */
  readonly stop?: () => void;
};

/** Returns the sink of a call with a receiver of its progress. */
export function sinkWith(progress: Progress, take: ResultSink["result"]): ResultSink {
  return {
    total: (files) => progress.total?.(files),
    result: take,
    done: (name) => progress.done?.(name),
    elapsed: (seconds, line) => progress.elapsed?.(seconds, line),
    found: progress.found,
    macros: progress.macros,
    known: progress.known,
    phase: progress.phase,
  };
}

/** The phase whose files are counted. */
const reading = "reading files";

export type Notify = (method: string, params: Params) => void;

/**
 * Returns the progress sink of a request with a progressToken, which may be 0. It notifies the client of the number of
 * finished files, the number of all files, and the current folder; or of the seconds of a command, and its last line. Of a call over the
 * index, it tells the phase, once that lasts longer than the shortest time between two notifications.
 */
export function progressOf({ _meta }: Params, signal: AbortSignal, notify: Notify): Progress {
  const token = isObject(_meta) ? _meta.progressToken : undefined;
  if (typeof token !== "string" && typeof token !== "number") return {};
  let total = 0;
  let done = 0;
  let phases = 0;
  let phase: string | undefined;
  let notifiedAt = 0;
  let waiting: NodeJS.Timeout | undefined;
  const notifyProgress = (message: string, isDue = false) => {
    const now = performance.now();
    if (signal.aborted || (!isDue && now - notifiedAt < progressIntervalMs)) return;
    notifiedAt = now;
    const progress = done + phases;
    notify("notifications/progress", {
      progressToken: token,
      progress,
      ...(total > 0 && (phase === undefined || phase === reading) && { total: Math.max(total + phases, progress) }),
      message,
    });
  };
  const stop = () => clearTimeout(waiting);
  const begin = (text: string) => {
    if (text === phase) return;
    phase = text;
    stop();
    const tell = () => {
      phases++;
      notifyProgress(text, true);
    };
    waiting = setTimeout(tell, progressIntervalMs).unref();
  };
  /** The phases of a call over the index; a call over files tells only its files. */
  const inIndex = (text: string) => {
    if (phase !== undefined) begin(text);
  };
  const elapsed = (seconds: number, line: string) => {
    if (signal.aborted) return;
    const message = line === "" ? {} : { message: line };
    notify("notifications/progress", { progressToken: token, progress: seconds, ...message });
  };
  return {
    elapsed,
    stop,
    phase: (name) => begin(phaseTexts[name]),
    found: () => inIndex("listing files"),
    macros: () => inIndex("collecting macros"),
    known: () => {
      done++;
      if (phase !== reading) begin(reading);
      else notifyProgress(phase);
    },
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
