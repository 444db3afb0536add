/**
 * The progress bar on a terminal. Input: counts of files that were found and done; output: the text of the status line,
 * with rate and time left; elsewhere nothing.
 */
import type { StatusLine } from "./status-line.ts";

export type Progress = {
  /** Shows the number of files that were found so far, while they are listed. */
  readonly found: (files: number) => void;
  readonly start: (files: number) => void;
  readonly advance: () => void;
  /** Shows the seconds that a command has run, and the last line of its output. */
  readonly elapsed: (seconds: number, line: string) => void;
  readonly stop: () => void;
};

const silent: Progress = { found: () => {}, start: () => {}, advance: () => {}, elapsed: () => {}, stop: () => {} };

/** Milliseconds between two texts: a person cannot read more of them. */
const drawIntervalMs = 100;

/** Characters of the bar where there is room, and those below which it shows nothing. */
const barLengths = { most: 40, least: 8 };

/**
 * Returns a progress bar with rate and time left on a terminal, and a silent one elsewhere.
 *
 * @param step what is found out, for a command that counts the files several times; and what is counted
 */
export function progressOn(
  line: StatusLine,
  { step = "", unit = "files" }: { readonly step?: string; readonly unit?: string } = {},
): Progress {
  if (!line.isVisible) return silent;
  let startedAt = 0;
  let drawnAt = 0;
  let total = 0;
  let done = 0;
  const draw = () => {
    drawnAt = performance.now();
    const columns = line.columns - step.length;
    line.show(step + progressText({ done, total, unit, seconds: (drawnAt - startedAt) / 1000, columns }));
  };
  let isShown = false;
  line.onResize(() => {
    if (isShown) draw();
  });
  return {
    found: (files) => line.show(`${step}${files.toLocaleString("en")} ${files === 1 ? "file" : "files"} found`),
    start: (files) => {
      startedAt = performance.now();
      total = files;
      done = 0;
      isShown = true;
      draw();
    },
    advance: () => {
      done++;
      if (performance.now() - drawnAt >= drawIntervalMs) draw();
    },
    elapsed: (seconds, text) => line.show(`${durationText(seconds)} | ${text}`),
    stop: () => {
      isShown = false;
      line.clear();
    },
  };
}

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
  const isTimed = done > 0 && seconds > 0;
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
