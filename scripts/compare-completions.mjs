#!/usr/bin/env node
// @ts-check
/**
 * Deletes names of real code, one at a time, and prints how often each is among the first ten that are completed there.
 *
 *   node scripts/compare-completions.mjs [OPTION…] DIR…
 *
 * DIR is a code base: its files of C++ or of Python are indexed in this process, and names are completed by src as it is:
 * no build is needed.
 *
 *   --names N     names of each code base (default 250), of 40 files at most
 *   --seed S      another choice of names (default 1)
 *   --half HALF   `looked-at` for the names of those files whose errors may be looked at, `reported` for the others
 *                 (default: both)
 *   --errors N    list N names of the half that may be looked at
 *   --kind KIND   … of this kind
 *
 * A name is `local` when it resolves to a local or a parameter, of a `known receiver` when it resolves and stands behind `.`
 * or `->`, of a `known scope` behind `::`, and `other`. Names are deleted where they are used, not where they are declared, and nothing of them is
 * left: a prefix makes it easier. Shares are in percent; `ms` is the median
 * of the milliseconds of the processor, and `ms9` the ninth of ten.
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundledResolver } from "./bundled-resolver.mjs";
import { identifiersOf } from "./identifiers.mjs";
import { randomNumbers, shuffled } from "./random-numbers.mjs";
import { sourcesBelow } from "./source-files.mjs";

/** @typedef {import("./resolve-names.mjs").Completed} Completed */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: "string", default: "250" },
    seed: { type: "string", default: "1" },
    half: { type: "string" },
    errors: { type: "string", default: "0" },
    kind: { type: "string" },
  },
});

/** Files of a code base of which names are deleted. */
const maxFiles = 40;

/** What counts as found. */
const first = 10;

let listed = 0;
const random = randomNumbers(Number(values.seed));
const { CodeBase } = await bundledResolver();

/** @type {Completed[]} */
const all = [];
for (const given of positionals) {
  const root = resolve(given);
  const language = sourcesBelow(root, "cpp").length > sourcesBelow(root, "python").length ? "cpp" : "python";
  const codeBase = await CodeBase.read(root, language);
  const files = shuffled(sourcesBelow(root, language), random).filter(isWanted).slice(0, maxFiles);
  const perFile = Math.ceil(Number(values.names) / files.length);
  /** @type {Completed[]} */
  const completed = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    // Half of the names are declarations in the worst case.
    const places = shuffled(identifiersOf(text, language), random).slice(0, perFile * 2);
    const ofFile = (await codeBase.complete(file, places)).slice(0, perFile);
    completed.push(...ofFile);
    if (isLookedAt(file)) printErrors(file, text, ofFile);
  }
  print(basename(root) === "tree" ? given : basename(root), completed);
  all.push(...completed);
}
if (positionals.length > 1) print("all", all);

/** @param {string} file */
function isLookedAt(file) {
  return [...file].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 2 === 0;
}

/** @param {string} file */
function isWanted(file) {
  return values.half === undefined || isLookedAt(file) === (values.half === "looked-at");
}

/** @param {string} title @param {readonly Completed[]} completed */
function print(title, completed) {
  console.log(`\n${title.padEnd(20)}   names  first   ten   listed    ms   ms9`);
  const kinds = ["all", ...new Set(completed.map(({ kind }) => kind))].sort();
  for (const kind of kinds) {
    const ofKind = completed.filter((one) => kind === "all" || one.kind === kind);
    const share = (/** @type {(rank: number) => boolean} */ is) =>
      ((100 * ofKind.filter(({ rank }) => is(rank)).length) / ofKind.length).toFixed(1).padStart(7);
    const times = ofKind.map(({ ms }) => ms).sort((one, other) => one - other);
    const time = (/** @type {number} */ part) => Math.round(times[Math.floor(times.length * part)] ?? 0);
    const shares =
      share((rank) => rank === 0) + share((rank) => rank >= 0 && rank < first) + share((rank) => rank >= 0);
    const cells = String(ofKind.length).padStart(7) + shares;
    console.log(`${kind.padEnd(20)} ${cells} ${String(time(0.5)).padStart(6)} ${String(time(0.9)).padStart(5)}`);
  }
}

/** @param {string} file @param {string} text @param {readonly Completed[]} completed */
function printErrors(file, text, completed) {
  for (const { name, offset, rank, names, kind } of completed) {
    if (listed >= Number(values.errors) || (rank >= 0 && rank < first)) continue;
    if (values.kind !== undefined && kind !== values.kind) continue;
    listed++;
    const line = text.slice(0, offset).split("\n").length;
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    const end = text.indexOf("\n", offset);
    console.log(`${file}:${line}: ${name} (${kind}) is number ${rank + 1} of ${names.length}`);
    console.log(`    | ${text.slice(start, end).trim().slice(0, 140)}`);
    console.log(`    ${names.slice(0, first).join(" ")}`);
  }
}
