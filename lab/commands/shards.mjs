// @ts-check
/**
 * Measures what an index costs in shards: processor time, bytes and memory, each shard with a cache and one thread of its own.
 *
 *   node lab/run.mjs shards [--counts N,…] [--macros] FOLDER
 *
 *   --counts N,…  numbers of shards (default 1,2,4,8,32)
 *   --macros      have the macros of the folder collected once for all shards, whose seconds are added
 *
 * Prints a line of JSON for each number: seconds of processors of all shards, and in terms of the first number; bytes of the caches of
 * the shards and of the merged one; and for the merge seconds of processors and megabytes at the peak, in the process and its threads.
 * Of one shard also seconds of processors of an export and an import, and bytes of the artifact.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { memoryOf, outputOf, processorSecondsOf } from "../bench/measure.mjs";
import { main } from "../programs.mjs";

const options = /** @type {const} */ ({
  counts: { type: "string", default: "1,2,4,8,32" },
  macros: { type: "boolean", default: false },
});
const { values, positionals } = argumentsOf(import.meta.url, options, 1);
const folder = resolve(positionals[0] ?? ".");
const top = mkdtempSync(join(tmpdir(), "codegrove-shards-"));
const home = join(top, "home");

/** @param {readonly string[]} args */
const program = (args) => ({
  ...{ command: process.execPath, cwd: folder, env: { HOME: home, XDG_CACHE_HOME: home } },
  args: [main, "index", ...args, "--log-level", "warn"],
});

/** @param {string} path @returns {number} */
const bytesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
    : statSync(path).size;

let first = Number.NaN;
for (const count of (values.counts ?? "").split(",").map(Number)) {
  const caches = Array.from({ length: count }, (_, index) => join(top, `${count}-${index + 1}`));
  const macrosFile = join(top, "macros.cgm");
  const shares = values.macros === true && count > 1;
  const macroSeconds = shares
    ? processorSecondsOf(() => outputOf(program([".", "--jobs", "1", "--export-macros", macrosFile])))
    : 0;
  const shared = shares ? ["--import-macros", macrosFile] : [];
  const each = caches.map((cache, index) =>
    processorSecondsOf(() =>
      outputOf(program([".", "--jobs", "1", "--shard", `${index + 1}/${count}`, "--cache-dir", cache, ...shared])),
    ),
  );
  const seconds = each.reduce((sum, one) => sum + one, macroSeconds);
  if (Number.isNaN(first)) first = seconds;
  console.log(JSON.stringify({ shards: count, seconds, ratio: seconds / first, macroSeconds, ...merged(caches) }));
}
rmSync(top, { recursive: true });

/** @param {readonly string[]} shards */
function merged(shards) {
  const cache = join(top, "merged");
  const merge = program(["merge", ".", ...shards, "--cache-dir", cache]);
  const mergeSeconds = processorSecondsOf(() => outputOf(merge));
  rmSync(cache, { recursive: true });
  const mergePeakMb = memoryOf(merge).peak / 2 ** 20;
  const bytes = { caches: shards.reduce((sum, shard) => sum + bytesIn(shard), 0), merged: bytesIn(cache) };
  const artifact = shards.length === 1 ? artifactOf(cache) : {};
  rmSync(cache, { recursive: true });
  return { mergeSeconds, mergePeakMb, bytes, ...artifact };
}

/** @param {string} cache */
function artifactOf(cache) {
  const file = join(top, "whole.cga");
  const exportSeconds = processorSecondsOf(() => outputOf(program([".", "--export", file, "--cache-dir", cache])));
  const importing = program([".", "--import", file, "--accept-unsigned", "--cache-dir", join(top, "imported")]);
  const importSeconds = processorSecondsOf(() => outputOf(importing));
  return { exportSeconds, importSeconds, artifactBytes: bytesIn(file) };
}
