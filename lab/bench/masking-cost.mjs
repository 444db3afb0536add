#!/usr/bin/env node
// @ts-check
/**
 * What masking C++ macros costs: the same scan with and without it, in turns, whole processes, wall time.
 *
 *   node lab/bench/masking-cost.mjs DIR [RUNS [FLAG…]]
 *
 * Flags go to both sides; with `--no-elision` both parse whole files, as tools that need the whole tree do. Without
 * it, what masking knows of bodies saves more than it costs. Prints the median of each side, and the median and the spread of the ratios of the pairs.
 */
import { resolve } from "node:path";
import { outputOf, pairsOf, secondsOf } from "./measure.mjs";
import { codegrove } from "./programs.mjs";

const [dir, runs = "7", ...flags] = process.argv.slice(2);
if (dir === undefined) {
  console.error("usage: node lab/bench/masking-cost.mjs DIR [RUNS [FLAG…]]");
  process.exit(2);
}

const masked = codegrove("find_functions", resolve(dir), { flags });
const without = codegrove("find_functions", resolve(dir), { flags: [...flags, "--no-macro-masking"] });
const files = outputOf(masked).trimEnd().split("\n").length;
const { ours, peer, ratio, lowest, highest } = await pairsOf(
  () => secondsOf(masked),
  () => secondsOf(without),
  Number(runs),
);
console.log(`files ${files}, pairs ${runs}`);
console.log(`with masking    ${ours.toFixed(2)} s`);
console.log(`without         ${peer.toFixed(2)} s`);
console.log(`ratio           ${ratio.toFixed(3)} (${lowest.toFixed(3)} to ${highest.toFixed(3)})`);
