// @ts-check
/**
 * Names of functions whose uses are asked for. Input: a code base; output: names that few files have, and names that many have, at
 * random among the functions that are declared once.
 */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { outputOf } from "./measure.mjs";
import { extensionsOf } from "./prepare.mjs";
import { codegrove } from "./programs.mjs";

/** @typedef {import("./prepare.mjs").Language} Language */

/** The sample is the same in each run. */
const seed = 41;

/** The numbers of files that have a rare name, and a common one. */
const filesWith = { rare: { least: 2, most: 4 }, common: { least: 40, most: 100 } };

/** Names of each kind, at most. */
const mostNames = 8;

/** Shorter names are words of other things as well. */
const leastLength = 6;

/**
 * @param {string} folder
 * @param {Language} language
 * @returns {Record<keyof typeof filesWith, readonly string[]>} one of each kind at least
 */
export function askedNamesOf(folder, language) {
  const counts = fileCounts(folder, extensionsOf[language]);
  const names = shuffled(functionsOnce(folder), randomNumbers(seed));
  /** @param {keyof typeof filesWith} kind */
  const chosen = (kind) => {
    const { least, most } = filesWith[kind];
    const found = names.filter((name) => (counts.get(name) ?? 0) >= least && (counts.get(name) ?? 0) <= most);
    if (found.length === 0) throw new Error(`no function of ${folder} is named in ${least} to ${most} files`);
    return found.slice(0, mostNames);
  };
  return { rare: chosen("rare"), common: chosen("common") };
}

/**
 * The functions and methods that are declared once, in the order of their files.
 * @param {string} folder
 */
function functionsOnce(folder) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const line of outputOf(codegrove("list_symbols", folder)).split("\n").filter(Boolean)) {
    for (const { name, kind } of JSON.parse(line).symbols ?? []) {
      if (/^(function|method)$/.test(kind) && /^\w+$/.test(name) && name.length >= leastLength) {
        times.set(name, (times.get(name) ?? 0) + 1);
      }
    }
  }
  return [...times].filter(([, count]) => count === 1).map(([name]) => name);
}

/**
 * Word → number of the files that have it.
 * @param {string} folder
 * @param {readonly string[]} extensions
 */
function fileCounts(folder, extensions) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !extensions.includes(extname(entry.name))) continue;
    const words = new Set(readFileSync(join(entry.parentPath, entry.name), "utf8").match(/\w+/g));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
