#!/usr/bin/env node
// @ts-check
/**
 * Compares what check_file says about names in Python with pyflakes: line, code and message, in all files that ast parses.
 *
 *   node scripts/compare-names.mjs DIR…
 *
 * Prints the counts of each code, of either half of the files by a hash of their paths, and each difference; exits 1 when
 * there is one. PYTHON names another interpreter that has pyflakes (Debian: python3-pyflakes; the messages are those of
 * version 3 and later). Before Python 3.14 it evaluates annotations where they stand, as check_file does.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledNames } from "./bundled-resolver.mjs";

/** @typedef {{ right: number, missed: number, wrong: number }} Score */

const scripts = dirname(fileURLToPath(import.meta.url));
const folders = process.argv.slice(2).map((folder) => resolve(folder));
/** @type {import("node:child_process").StdioOptions} */
const stdio = ["ignore", "pipe", "inherit"];
const output = execFileSync(process.env.PYTHON ?? "python3", [join(scripts, "name-messages.py"), ...folders], {
  ...{ stdio, encoding: "utf8", maxBuffer: 2 ** 30 },
});
const lines = output
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const { seconds, version } = lines.pop();
const { findNames } = await bundledNames();

/** @type {Map<string, Score>} */
const scores = new Map();
/** @type {string[]} */
const differences = [];
const spent = { files: 0, bytes: 0, parseMs: 0, passMs: 0 };
for (const { path, rows } of lines) {
  if (rows !== null) await compare(path, rows);
}

console.log(`pyflakes ${version}: ${spent.files} files that ast parses, of ${lines.length}; ${spent.bytes} characters`);
console.log(
  `pyflakes ${seconds.toFixed(1)} s, parser ${shownSeconds(spent.parseMs)}, pass ${shownSeconds(spent.passMs)}`,
);
for (const [key, { right, missed, wrong }] of [...scores].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${key}: right ${right}, missed ${missed}, wrong ${wrong}`);
}
for (const difference of differences) console.log(difference);
process.exitCode = differences.length === 0 && spent.files > 0 ? 0 : 1;

/**
 * @param {string} path
 * @param {readonly string[]} truth
 */
async function compare(path, truth) {
  const text = readFileSync(path, "utf8");
  const { rows, parseMs, passMs } = await findNames(text, path);
  spent.files += 1;
  spent.bytes += text.length;
  spent.parseMs += parseMs;
  spent.passMs += passMs;
  const left = [...rows];
  const half = Number.parseInt(createHash("sha256").update(path).digest("hex").slice(0, 2), 16) % 2;
  for (const row of truth) {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    else differences.push(`missed ${path}:${row}`);
    scoreOf(half, row)[at >= 0 ? "right" : "missed"] += 1;
  }
  for (const row of left) {
    differences.push(`wrong ${path}:${row}`);
    scoreOf(half, row).wrong += 1;
  }
}

/**
 * @param {number} half
 * @param {string} row
 */
function scoreOf(half, row) {
  const key = `half ${half + 1} ${row.split(" ")[1]}`;
  const known = scores.get(key) ?? { right: 0, missed: 0, wrong: 0 };
  scores.set(key, known);
  return known;
}

/** @param {number} ms */
function shownSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
