// @ts-check
/** Compares what check_file says about names in Python with pyflakes: line, code and message. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { halfOf, hashOf } from "../halves.mjs";
import { bundledNames } from "../product/bundled-resolver.mjs";
import { jsonLines, outputOf, python } from "../programs.mjs";

/** @typedef {{ right: number, missed: number, wrong: number }} Score */
/** @typedef {{ path: string, row: string, side: "missed" | "wrong" }} Difference */
/**
 * @typedef {object} Comparison
 * @property {string} version of pyflakes
 * @property {number} seconds that ast and pyflakes took
 * @property {number} given files, of which `files` are such that ast parses
 * @property {number} files
 * @property {number} characters
 * @property {number} parseMs
 * @property {number} passMs
 * @property {Map<string, Score>} scores by half and code
 * @property {string[]} differences without an explanation
 * @property {string[]} explained
 */

/**
 * What older versions of pyflakes do not report, or report without need.
 * @type {readonly { before: number, why: string, is: (difference: Difference) => boolean }[]}
 */
const oldVersions = [
  {
    before: 3.1,
    why: "does not report a definition that replaces an unused variable",
    is: ({ path, row, side }) => {
      const first = /^\d+ redefinition .* from line (\d+)$/.exec(row)?.[1];
      if (side !== "wrong" || first === undefined) return false;
      const code = readFileSync(path, "utf8").split("\n")[Number(first) - 1] ?? "";
      return /=/.test(code) && !/^\s*(?:async|class|def|from|import|@)\b/.test(code);
    },
  },
];

/**
 * What pyflakes reports and is no fault: docs/users/names.md has the reasons. Each is told by the text of the file, not by what
 * check_file makes of it.
 * @type {readonly { why: string, is: (difference: Difference) => boolean }[]}
 */
const deliberate = [
  {
    why: "X as X exports the name",
    is: (difference) => {
      const name = unusedName(difference);
      return name !== undefined && new RegExp(String.raw`\b${name}\s+as\s+${name}\b`).test(codeOf(difference));
    },
  },
  {
    why: "__all__ has the name in a branch, by a method, or next to a list that is not known",
    is: (difference) => {
      const name = unusedName(difference);
      const code = codeOf(difference);
      const isPartial =
        /__all__\s*(?:\.\w+\(|\+=|=[^\n]*(?:\+|\*|dir\(|globals\(|vars\())|^\s+__all__\s*=|\.__all__/m.test(code);
      return (
        name !== undefined &&
        isPartial &&
        (/\.__all__|dir\(|globals\(|vars\(/.test(code) || new RegExp(`["']${name}["']`).test(code))
      );
    },
  },
  {
    why: "a function that imports the name again annotates with the outer one",
    is: (difference) => {
      const name =
        unusedName(difference) ?? /^\d+ redefinition redefinition of unused '(\w+)'/.exec(difference.row)?.[1];
      const use = new RegExp(String.raw`:\s*["']?(?:[\w.]+\[)*${name}\b`, "m");
      const again = new RegExp(String.raw`^\s+(?:import|from)\b.*\b${name}\b`, "m");
      return (
        difference.side === "missed" &&
        name !== undefined &&
        use.test(codeOf(difference)) &&
        again.test(codeOf(difference))
      );
    },
  },
];

/**
 * The name of an import that pyflakes alone reports as unused.
 * @param {Difference} difference
 */
function unusedName({ row, side }) {
  const shown = side === "missed" ? /^\d+ unused-import '(.*)' imported but unused$/.exec(row)?.[1] : undefined;
  return shown === undefined ? undefined : /\w+$/.exec(shown)?.[0];
}

/** @param {Difference} difference */
function codeOf({ path }) {
  return readFileSync(path, "utf8");
}

/**
 * Compares the files, and the Python files below the folders.
 * @param {readonly string[]} paths
 * @param {string} [interpreter] the Python that has pyflakes
 * @returns {Promise<Comparison>}
 */
export async function compareNames(paths, interpreter = python) {
  const script = join(import.meta.dirname, "../truths/name-messages.py");
  const lines = jsonLines(outputOf(interpreter, [script], { input: paths.map((path) => resolve(path)).join("\n") }));
  const { seconds, version } = lines.pop();
  const { findNames } = await bundledNames();
  /** @type {Comparison} */
  const comparison = {
    ...{ version, seconds, given: lines.length, files: 0, characters: 0, parseMs: 0, passMs: 0 },
    ...{ scores: new Map(), differences: [], explained: [] },
  };
  for (const { path, rows } of lines) {
    if (rows === null) continue;
    const text = readFileSync(path, "utf8");
    const { rows: ours, parseMs, passMs } = await findNames(text, path);
    comparison.files += 1;
    comparison.characters += text.length;
    comparison.parseMs += parseMs;
    comparison.passMs += passMs;
    compareRows(comparison, path, rows, ours);
  }
  return comparison;
}

/**
 * @param {Comparison} comparison
 * @param {string} path
 * @param {readonly string[]} truth
 * @param {readonly string[]} ours
 */
function compareRows(comparison, path, truth, ours) {
  const left = [...ours];
  const half = halfOf(hashOf(path));
  for (const row of truth) {
    const at = left.indexOf(row);
    if (at >= 0) {
      left.splice(at, 1);
      scoreOf(comparison, half, row).right += 1;
    } else addDifference(comparison, half, { path, row, side: "missed" });
  }
  for (const row of left) addDifference(comparison, half, { path, row, side: "wrong" });
}

/**
 * @param {Comparison} comparison
 * @param {number} half
 * @param {Difference} difference
 */
function addDifference(comparison, half, difference) {
  const { path, row, side } = difference;
  const [major = 0, minor = 0] = comparison.version.split(".").map(Number);
  const reason = oldVersions.find(({ before, is }) => major + minor / 10 < before && is(difference));
  const shown = `${side} ${path}:${row}`;
  const purpose = deliberate.find(({ is }) => is(difference));
  if (reason !== undefined) comparison.explained.push(`${shown} (pyflakes ${comparison.version} ${reason.why})`);
  else if (purpose !== undefined) comparison.explained.push(`${shown} (on purpose: ${purpose.why})`);
  else {
    comparison.differences.push(shown);
    scoreOf(comparison, half, row)[side] += 1;
  }
}

/**
 * @param {Comparison} comparison
 * @param {number} half
 * @param {string} row
 */
function scoreOf({ scores }, half, row) {
  const key = `half ${half + 1} ${row.split(" ")[1]}`;
  const known = scores.get(key) ?? { right: 0, missed: 0, wrong: 0 };
  scores.set(key, known);
  return known;
}
