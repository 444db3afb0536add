// @ts-check
/** Samples of a code base, from one file to all of them. */
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { extensionsOf } from "./prepare.mjs";

/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {{ folder: string, files: number, bytes: number }} Sample */

/** Files of the samples; a code base that has fewer ends with all that it has. */
export const sampleSizes = [1, 10, 100, 1000, 10_000, 40_000];

/** One line of code, for measuring the start. */
const oneLine = { cpp: "int main() { return 0; }\n", python: "def main(): pass\n" };

/**
 * The files of each sample are every n-th in the order of paths, so that all folders have their share, and are
 * copied: a hard link would change the stamp of the file that a cache goes by. The last sample is the code base itself.
 * @param {string} folder the code base, with nothing but files of one language
 * @param {string} scratch an empty folder
 * @returns {readonly Sample[]}
 */
export function samplesOf(folder, scratch) {
  const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const smaller = sampleSizes.filter((size) => size < paths.length);
  const samples = smaller.map((size) => {
    const target = join(scratch, String(size));
    const chosen = everyNth(paths, size);
    for (const path of chosen) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      copyFileSync(join(folder, path), join(target, path));
    }
    return sampleOf(target, chosen);
  });
  return smaller.length === sampleSizes.length ? samples : [...samples, sampleOf(folder, paths)];
}

/**
 * One file of one line.
 * @param {Language} language
 * @param {string} folder is made
 * @returns {Sample}
 */
export function smallestSample(language, folder) {
  const name = `main${extensionsOf[language][0]}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), oneLine[language]);
  return sampleOf(folder, [name]);
}

/**
 * The middle one of each of `count` equal stretches.
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} count at most their number
 * @returns {readonly Item[]}
 */
export function everyNth(items, count) {
  const step = items.length / count;
  const chosen = new Set(Array.from({ length: count }, (_, n) => Math.floor((n + 0.5) * step)));
  return items.filter((_, i) => chosen.has(i));
}

/**
 * @param {string} folder
 * @param {readonly string[]} paths
 * @returns {Sample}
 */
function sampleOf(folder, paths) {
  const bytes = paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  return { folder, files: paths.length, bytes };
}
