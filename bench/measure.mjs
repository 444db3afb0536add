// @ts-check
/** Whole processes, wall time, in pairs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ command: string, args: readonly string[], input?: string, cwd?: string, env?: Record<string, string> }} Program */
/** @typedef {{ ours: number, peer: number, ratio: number, lowest: number, highest: number }} Pairs */

const peakReporter = join(dirname(fileURLToPath(import.meta.url)), "peak-memory.mjs");

/** Bytes of an answer that is looked at. */
const maxAnswerBytes = 2 ** 30;

/**
 * What a program writes.
 * @param {Program} program
 */
export function outputOf(program) {
  return ran(program, "pipe");
}

/**
 * Seconds from start to exit. What it writes goes nowhere.
 * @param {Program} program
 */
export function secondsOf(program) {
  const start = performance.now();
  ran(program, "ignore");
  return (performance.now() - start) / 1000;
}

/**
 * Runs both in turns. Each goes first in every other pair, so that a machine that slows down favours neither.
 * @param {() => number} ours
 * @param {() => number} peer
 * @param {number} runs
 * @returns {Pairs} medians, and the spread of the ratios of the pairs
 */
export function pairsOf(ours, peer, runs) {
  ours();
  peer();
  const pairs = Array.from({ length: runs }, (_, i) => {
    const first = i % 2 === 0 ? ours() : undefined;
    const theirs = peer();
    const own = first ?? ours();
    return { own, theirs, ratio: own / theirs };
  });
  const ratios = pairs.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return {
    ours: median(pairs.map(({ own }) => own)),
    peer: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(ratios),
    lowest: ratios[0] ?? Number.NaN,
    highest: ratios.at(-1) ?? Number.NaN,
  };
}

/**
 * The memory of a Node program while it runs, all threads: its peak, and the peaks of the first and the second half.
 * @param {Program} program
 * @returns {{ peak: number, firstHalf: number, secondHalf: number }} in bytes
 */
export function memoryOf(program) {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-memory-"));
  const file = join(folder, "peak.json");
  const args = ["--import", peakReporter, ...program.args];
  ran({ ...program, args, env: { ...program.env, PEAK_MEMORY_FILE: file } }, "ignore");
  const { peak, samples } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  const middle = Math.floor(samples.length / 2);
  return { peak, firstHalf: Math.max(...samples.slice(0, middle)), secondHalf: Math.max(...samples.slice(middle)) };
}

/**
 * @param {Program} program
 * @param {"pipe" | "ignore"} stdout
 */
function ran({ command, args, input, cwd, env }, stdout) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
    stdio: [input === undefined ? "ignore" : "pipe", stdout, "pipe"],
    encoding: "utf8",
    maxBuffer: maxAnswerBytes,
  });
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: exit status ${result.status}\n${result.stderr}`);
  return result.stdout ?? "";
}

/** @param {number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
