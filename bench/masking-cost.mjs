#!/usr/bin/env node
// @ts-check
/**
 * What masking C++ macros costs: the same scan with and without it, in turns, whole processes, wall time.
 *
 *   node bench/masking-cost.mjs DIR [RUNS]
 *
 * Prints the median of each side, and the median and the spread of the ratios of the pairs.
 */
import { resolve } from "node:path";
import { outputOf, pairsOf, secondsOf } from "./measure.mjs";
import { codegrove } from "./programs.mjs";

const [dir, runs = "7"] = process.argv.slice(2);
if (dir === undefined) {
  console.error("usage: node bench/masking-cost.mjs DIR [RUNS]");
  process.exit(2);
}

const masked = codegrove("find_functions", resolve(dir));
const without = codegrove("find_functions", resolve(dir), { flags: ["--no-macro-masking"] });
const files = outputOf(masked).trimEnd().split("\n").length;
const { ours, peer, ratio, lowest, highest } = pairsOf(
  () => secondsOf(masked),
  () => secondsOf(without),
  Number(runs),
);
console.log(`files ${files}, pairs ${runs}`);
console.log(`with masking    ${ours.toFixed(2)} s`);
console.log(`without         ${peer.toFixed(2)} s`);
console.log(`ratio           ${ratio.toFixed(3)} (${lowest.toFixed(3)} to ${highest.toFixed(3)})`);
