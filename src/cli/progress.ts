/**
 * The progress of a command on a terminal. Input: the phases of a call, with counts of files that were found and done; output: the
 * text of the status line, which names the phase, with rate and time left; elsewhere nothing.
 */
import { counted } from "../base/counted.ts";
import { phaseTexts, type UncountedPhase } from "../base/stopwatch.ts";
import type { StatusLine } from "./status-line.ts";

/** A receiver of the progress of a call, which it shows. */
export type Progress = {
  /** Shows the number of files that were found so far, while they are listed. */
  readonly found: (files: number) => void;
  /** Shows the number of files whose macros are known. */
  readonly macros: (done: number, files: number) => void;
  readonly total: (files: number) => void;
  readonly known: () => void;
  readonly phase: (name: UncountedPhase) => void;
  /** Shows the seconds that a command has run, and the last line of its output. */
  readonly elapsed: (seconds: number, line: string) => void;
  readonly stop: () => void;
};

const ignored = () => {};
const silent: Progress = {
  found: ignored,
  macros: ignored,
  total: ignored,
  known: ignored,
  phase: ignored,
  elapsed: ignored,
  stop: ignored,
};

/** Milliseconds between two texts: a person cannot read more of them. */
const drawIntervalMs = 100;

/** Characters of the bar where there is room, and those below which it shows nothing. */
const barLengths = { most: 40, least: 8 };

type ProgressOptions = {
  /** The answer that is being made, for a command that makes several. */
  readonly step?: string;
  /** The phase in which files are counted as known, and the word for them. */
  readonly phase?: string;
  readonly unit?: string;
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
};

/** Returns a progress with the name of each phase, rate and time left on a terminal, and a silent one elsewhere. */
export function progressOn(
  line: StatusLine,
  { step = "", phase = "reading", unit = "files", now = () => performance.now() }: ProgressOptions = {},
): Progress {
  if (!line.isVisible) return silent;
  let isShown = false;
  let drawnAt = 0;
  /** The files that are known. */
  let known = { total: 0, done: 0 };
  /** The phase that is shown, if it counts. */
  let counting = { phase, unit, ...known, startedAt: 0 };
  const draw = () => {
    drawnAt = now();
    const { startedAt, ...counts } = counting;
    const start = `${step}${counts.phase} `;
    const columns = line.columns - start.length;
    line.show(start + progressText({ ...counts, seconds: (drawnAt - startedAt) / 1000, columns }));
  };
  const begin = (begun: Omit<typeof counting, "startedAt">) => {
    counting = { ...begun, startedAt: now() };
    isShown = true;
    draw();
  };
  const count = (counted: Omit<typeof counting, "startedAt">) => {
    if (!isShown || counting.phase !== counted.phase) return begin(counted);
    counting.done = counted.done;
    if (now() - drawnAt >= drawIntervalMs) draw();
  };
  const show = (text: string) => {
    isShown = false;
    line.show(step + text);
  };
  line.onResize(() => {
    if (isShown) draw();
  });
  return {
    found: (files) => show(files === 0 ? "listing" : `listing | ${counted(files, "file")} found`),
    macros: (done, total) => {
      if (total > 0) count({ phase: "macros", unit: "files", total, done });
    },
    total: (total) => {
      known = { total, done: 0 };
      begin({ phase, unit, ...known });
    },
    known: () => {
      known.done++;
      count({ phase, unit, ...known });
    },
    phase: (name) => show(phaseTexts[name]),
    elapsed: (seconds, text) => show(`${durationText(seconds)} | ${text}`),
    stop: () => {
      isShown = false;
      line.clear();
    },
  };
}

/** The share of the files after which the rate says something of the rest: the first file waits for the start of the threads. */
const leastTimedShare = 0.05;

type Shown = {
  readonly done: number;
  readonly total: number;
  readonly unit: string;
  readonly seconds: number;
  readonly columns: number;
};

/**
 * Returns a text such as `██████░░░░ 60% | 6/10 files | 12/s | 1s left` with a bar of the room that is left, and without what
 * does not fit: the bar, then the rate.
 */
export function progressText({ done, total, unit, seconds, columns }: Shown): string {
  const share = total === 0 ? 1 : done / total;
  const counts = `${Math.floor(share * 100)}% | ${done}/${total} ${unit}`;
  const rate = done / seconds;
  const isTimed = share >= leastTimedShare && seconds > 0;
  const left = isTimed ? ` | ${durationText(Math.ceil((total - done) / rate))} left` : "";
  const texts = [...(isTimed ? [`${counts} | ${Math.round(rate)}/s${left}`, counts + left] : []), counts];
  const text = texts.find(({ length }) => length < columns) ?? counts;
  // Shorter than the line: a terminal that is made narrower may show the end of a full line below it.
  const room = Math.min(barLengths.most, columns - text.length - 2);
  if (room < barLengths.least) return text;
  const full = Math.floor(share * room);
  return `${"█".repeat(full)}${"░".repeat(room - full)} ${text}`;
}

/** Returns a duration such as `45s`, `3m05s` or `2h10m`. */
function durationText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return minutes < 60 ? `${minutes}m${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}
