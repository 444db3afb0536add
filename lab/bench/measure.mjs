// @ts-check
/** Two sides measured in pairs: whole processes by wall time, or servers that are asked one question at a time. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ command: string, args: readonly string[], input?: string, cwd?: string, env?: Record<string, string> }} Program */
/** @typedef {() => number | Promise<number>} Measure a figure of one run */
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
 * Seconds of one phase of a scan, as `--timing` prints them.
 * @param {Program} program
 * @param {string} phase
 */
export function secondsOfPhase(program, phase) {
  const { stderr } = spawned({ ...program, args: [...program.args, "--timing"] }, "ignore");
  const [, seconds] = new RegExp(`^${phase} +([\\d.]+) s$`, "m").exec(stderr) ?? [];
  if (seconds === undefined) throw new Error(`no time of ${phase} in ${stderr}`);
  return Number(seconds);
}

/**
 * Seconds that processors work for a program, all its threads and children.
 * @param {() => unknown} run
 */
export function processorSecondsOf(run) {
  const before = childSeconds();
  run();
  return childSeconds() - before;
}

/**
 * Seconds that processors have worked for a process that runs, all its threads; NaN where the system does not say.
 * @param {number} pid
 */
export function processorSecondsOfProcess(pid) {
  // Fields 14 and 15 of proc(5), whose first two are gone.
  return ticksOf(String(pid), 11, 12);
}

/** Of all children that have ended: only Linux says. */
function childSeconds() {
  // Fields 16 and 17.
  return ticksOf("self", 13, 14);
}

/** The sum of two fields of a process, in seconds: a tick is 10 ms. @param {string} pid @param {number} user @param {number} system */
function ticksOf(pid, user, system) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[user]) + Number(fields[system])) / 100;
}

/**
 * Runs both in turns. Each goes first in every other pair, so that a machine that slows down favours neither.
 * @param {Measure} ours
 * @param {Measure} peer
 * @param {number} runs
 * @returns {Promise<Pairs>} medians, and the spread of the ratios of the pairs
 */
export async function pairsOf(ours, peer, runs) {
  await ours();
  await peer();
  const pairs = [];
  for (let i = 0; i < runs; i++) {
    const first = i % 2 === 0 ? await ours() : undefined;
    const theirs = await peer();
    const own = first ?? (await ours());
    pairs.push({ own, theirs, ratio: own / theirs });
  }
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
function ran(program, stdout) {
  return spawned(program, stdout).stdout ?? "";
}

/**
 * @param {Program} program
 * @param {"pipe" | "ignore"} stdout
 */
function spawned({ command, args, input, cwd, env }, stdout) {
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
  return result;
}

/** Milliseconds that single questions took. */
export class Timings {
  /** @type {number[]} */
  #all = [];

  /**
   * Asks about each item, one after the other.
   * @template Item
   * @param {readonly Item[]} items
   * @param {(item: Item) => Promise<unknown>} ask
   * @returns {Promise<number>} the median
   */
  async ask(items, ask) {
    const times = [];
    for (const item of items) {
      const start = performance.now();
      await ask(item);
      times.push(performance.now() - start);
    }
    this.#all.push(...times);
    return median(times);
  }

  /** The 90th percentile of all questions. */
  get p90() {
    return quantile(this.#all, 0.9);
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * @param {readonly number[]} values
 * @param {number} share from 0 to below 1
 */
function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/**
 * @template Made
 * @param {() => Made} make
 * @returns {() => Made} makes it when it is called first
 */
export function once(make) {
  /** @type {{ readonly made: Made } | undefined} */
  let kept;
  return () => {
    kept ??= { made: make() };
    return kept.made;
  };
}
