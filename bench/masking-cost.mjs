#!/usr/bin/env node
// @ts-check
/**
 * What masking C++ macros costs: the same scan with and without it, in turns, whole processes, wall time.
 *
 *   node bench/masking-cost.mjs DIR [RUNS]
 *
 * Prints the median of each side, and the median and the spread of the ratios of the pairs.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "main.js");
const [dir, runs = "7"] = process.argv.slice(2);
if (dir === undefined) {
  console.error("usage: node bench/masking-cost.mjs DIR [RUNS]");
  process.exit(2);
}

scan([]);
const pairs = Array.from({ length: Number(runs) }, (_, i) => {
  // Each side goes first in every other pair, so that a machine that slows down favours neither.
  const first = i % 2 === 0 ? scan([]) : undefined;
  const without = scan(["--no-macro-masking"]);
  const masked = first ?? scan([]);
  return { masked, without, ratio: masked.seconds / without.seconds };
});
const ratios = pairs.map(({ ratio }) => ratio).sort((a, b) => a - b);
console.log(`files ${pairs[0]?.masked.files}, pairs ${pairs.length}`);
console.log(`with masking    ${median(pairs.map(({ masked }) => masked.seconds)).toFixed(2)} s`);
console.log(`without         ${median(pairs.map(({ without }) => without.seconds)).toFixed(2)} s`);
console.log(`ratio           ${median(ratios).toFixed(3)} (${ratios[0]?.toFixed(3)} to ${ratios.at(-1)?.toFixed(3)})`);

/** @param {string[]} flags */
function scan(flags) {
  const args = [main, "find_functions", dir ?? "", "--log-level", "error", ...flags];
  const start = performance.now();
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
  const seconds = (performance.now() - start) / 1000;
  return { seconds, files: JSON.parse(stdout).total_files };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
