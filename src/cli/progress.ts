import type { StatusLine } from "./status-line.ts";

export type Progress = {
  readonly start: (files: number) => void;
  readonly advance: () => void;
  /** Shows the seconds that a command has run, and the last line of its output. */
  readonly elapsed: (seconds: number, line: string) => void;
  readonly stop: () => void;
};

const silent: Progress = { start: () => {}, advance: () => {}, elapsed: () => {}, stop: () => {} };

/** Milliseconds between two texts: a person cannot read more of them. */
const drawIntervalMs = 100;

/** Characters of the bar. */
const barLength = 40;

/** Returns a progress bar with rate and time left on a terminal, and a silent one elsewhere. */
export function progressOn(line: StatusLine): Progress {
  if (!line.isVisible) return silent;
  let startedAt = 0;
  let drawnAt = 0;
  let total = 0;
  let done = 0;
  const draw = () => {
    drawnAt = performance.now();
    line.show(progressText(done, total, (drawnAt - startedAt) / 1000));
  };
  return {
    start: (files) => {
      startedAt = performance.now();
      total = files;
      draw();
    },
    advance: () => {
      done++;
      if (performance.now() - drawnAt >= drawIntervalMs) draw();
    },
    elapsed: (seconds, text) => line.show(`${durationText(seconds)} | ${text}`),
    stop: () => line.clear(),
  };
}

/** Returns a text such as `██████░░░░ 60% | 6/10 files | 12/s | 1s left`. */
function progressText(done: number, total: number, seconds: number): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.floor(share * barLength);
  const bar = "█".repeat(full) + "░".repeat(barLength - full);
  const counts = `${bar} ${Math.floor(share * 100)}% | ${done}/${total} files`;
  if (done === 0 || seconds === 0) return counts;
  const rate = done / seconds;
  return `${counts} | ${Math.round(rate)}/s | ${durationText(Math.ceil((total - done) / rate))} left`;
}

/** Returns a duration such as `45s`, `3m05s` or `2h10m`. */
function durationText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return minutes < 60 ? `${minutes}m${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}
