import { Presets, SingleBar } from "cli-progress";

export type Progress = {
  readonly start: (files: number) => void;
  readonly advance: () => void;
  readonly stop: () => void;
};

const silent: Progress = { start: () => {}, advance: () => {}, stop: () => {} };

/** A bar with rate and time left where a terminal shows it, else nothing. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (stream.isTTY !== true) return silent;
  const format = "{bar} {percentage}% | {value}/{total} files | {rate}/s | {eta_formatted} left";
  const bar = new SingleBar({ stream, format, clearOnComplete: true, hideCursor: false }, Presets.shades_classic);
  let startedAt = 0;
  let done = 0;
  return {
    start: (files) => {
      startedAt = performance.now();
      bar.start(files, 0, { rate: "-" });
    },
    advance: () => {
      done++;
      bar.update(done, { rate: Math.round((done * 1000) / (performance.now() - startedAt)) });
    },
    stop: () => bar.stop(),
  };
}
