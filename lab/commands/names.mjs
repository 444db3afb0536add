// @ts-check
/**
 * Compares what check_file says about names in Python with pyflakes: line, code and message, in all files that ast parses.
 *
 *   node lab/run.mjs names FILE… DIR…
 *
 * Prints the counts of each code, of either half of the files by a hash of their paths, and each difference; exits 1 when
 * there is one that the version of pyflakes does not explain. PYTHON names another interpreter that has pyflakes (Debian:
 * python3-pyflakes; 2.5 and later). Before Python 3.14 it evaluates annotations where they stand, as check_file does.
 * tests/soak/name-truths.test.ts runs it over a sample.
 */
import { argumentsOf } from "../arguments.mjs";
import { compareNames } from "../comparisons/names.mjs";

const { positionals } = argumentsOf(import.meta.url, {}, 1);
const found = await compareNames(positionals);
const { files, given, characters, differences } = found;
console.log(`pyflakes ${found.version}: ${files} files that ast parses, of ${given}; ${characters} characters`);
const ours = `parser ${secondsOf(found.parseMs)}, pass ${secondsOf(found.passMs)}`;
console.log(`pyflakes ${found.seconds.toFixed(1)} s, ${ours}`);
for (const [key, { right, missed, wrong }] of [...found.scores].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${key}: right ${right}, missed ${missed}, wrong ${wrong}`);
}
for (const difference of [...differences, ...found.explained]) console.log(difference);
process.exitCode = differences.length === 0 && files > 0 ? 0 : 1;

/** @param {number} ms */
function secondsOf(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
