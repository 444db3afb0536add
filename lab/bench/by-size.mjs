#!/usr/bin/env node
// @ts-check
/**
 * Measures what a file and a megabyte cost, from one file to 40,000: samples of LLVM's C++, and of 4,000 files of Python.
 *
 *   node lab/bench/by-size.mjs [--write] [--runs N] [--language cpp|python] [--most FILES] [--corpora DIR]
 *
 *   --write              put the tables into docs/developers/accuracy.md, and draw docs/images/cost-by-size.svg
 *   --runs N             runs of each program on a small sample (default 7); at most 3 from 10,000 files on
 *   --language LANGUAGE  cpp or python alone
 *   --most FILES         no larger samples
 *   --corpora DIR        where corpora.mjs puts code bases (default .corpora): 2 GB, and 120 MB below the system's
 *                        folder for temporary files
 *
 * Run `npm run build` first; needs Linux. It takes some 12 minutes on two cores. Programs run in turns, as whole
 * processes: find_functions and list_symbols without a cache, find_functions again with all answers in it, and
 * ast-grep's functions. Seconds are medians, of wall time and of all processors.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { top } from "../programs.mjs";
import { defaultFolder } from "../truths/corpora.mjs";
import { logChart } from "./log-chart.mjs";
import { median, memoryOf, processorSecondsOf, secondsOf } from "./measure.mjs";
import { prepareCodeBases, prepareLarge, preparePeers } from "./prepare.mjs";
import { astGrep, bareNode, codegrove } from "./programs.mjs";
import { samplesOf, smallestSample } from "./size-samples.mjs";
import { costTables, withMeasured } from "./size-tables.mjs";

/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./size-samples.mjs").Sample} Sample */
/** @typedef {import("./size-tables.mjs").Cost} Cost */
/** @typedef {import("./size-tables.mjs").Measured} Measured */

const page = join(top, "docs", "developers", "accuracy.md");
const picture = join(top, "docs", "images", "cost-by-size.svg");

/** From how many files on there are at most so many runs. */
const fewerRuns = { files: 10_000, runs: 3 };

/** @type {Readonly<Record<Language, string>>} */
const titles = { cpp: "C++", python: "Python" };

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    runs: { type: "string", default: "7" },
    language: { type: "string", multiple: true, default: Object.keys(titles) },
    most: { type: "string", default: "Infinity" },
    corpora: { type: "string", default: defaultFolder },
  },
});
const runs = Number(values.runs);
const most = Number(values.most);
const languages = /** @type {const} */ (["cpp", "python"]).filter((language) => values.language.includes(language));
if (!(runs >= 1 && most >= 1) || languages.length === 0) {
  console.error("--runs and --most take numbers, --language cpp or python");
  process.exit(2);
}
const corpora = resolve(values.corpora);
const peers = preparePeers(corpora);
/** @type {Readonly<Record<Language, () => string>>} */
const codeOf = { cpp: () => prepareLarge(corpora).cpp, python: () => prepareCodeBases(corpora).python };

const scratch = mkdtempSync(join(tmpdir(), "codegrove-by-size-"));
try {
  const measured = languages.map(measuredOf);
  const [bare] = costsOf([bareNode], runs);
  if (bare === undefined) throw new Error("a bare node was not measured");
  const tables = costTables(measured, bare);
  console.log(tables);
  if (values.write) {
    writeFileSync(page, withMeasured(readFileSync(page, "utf8"), "cost by size", tables));
    writeFileSync(picture, chartOf(measured, bare));
  }
} finally {
  rmSync(scratch, { recursive: true });
}

/**
 * @param {Language} language
 * @returns {Measured}
 */
function measuredOf(language) {
  const folder = join(scratch, language);
  const samples = samplesOf(codeOf[language](), folder).filter(({ files }) => files <= most);
  const [start, ...rows] = [smallestSample(language, join(folder, "smallest")), ...samples].map((sample) => {
    const programs = programsOn(sample, language, join(scratch, `${language}-${sample.files}-${sample.bytes}`));
    const costs = costsOf(
      [...programs.values()],
      sample.files < fewerRuns.files ? runs : Math.min(runs, fewerRuns.runs),
    );
    const { peak } = memoryOf(codegrove("find_functions", sample.folder));
    const row = { ...sample, peakBytes: peak, costs: new Map([...programs.keys()].map((name, i) => [name, costs[i]])) };
    console.error(
      `${titles[language]}, ${sample.files} files: ${costs.map(({ wall }) => wall.toFixed(3)).join(" ")} s`,
    );
    return row;
  });
  if (start === undefined) throw new Error(`nothing of ${language} was measured`);
  return { title: titles[language], start, rows };
}

/**
 * The programs by their titles. The cache is filled, which also brings the files into memory.
 * @param {Sample} sample
 * @param {Language} language
 * @param {string} cacheHome
 * @returns {ReadonlyMap<string, Program>}
 */
function programsOn({ folder }, language, cacheHome) {
  const again = codegrove("find_functions", folder, { cacheHome });
  secondsOf(again);
  return new Map([
    ["find_functions", codegrove("find_functions", folder)],
    ["again, cached", again],
    ["list_symbols", codegrove("list_symbols", folder)],
    ["ast-grep", astGrep(peers, "find_functions", language, folder)],
  ]);
}

/**
 * Runs all in turns, in the reverse order every other time.
 * @param {readonly Program[]} programs
 * @param {number} times
 * @returns {readonly Cost[]} medians
 */
function costsOf(programs, times) {
  /** @type {Cost[][]} */
  const taken = programs.map(() => []);
  for (let i = 0; i < times; i++) {
    const turns = [...programs.entries()];
    for (const [at, program] of i % 2 === 0 ? turns : turns.reverse()) taken[at]?.push(costOf(program));
  }
  return taken.map((costs) => ({
    wall: median(costs.map(({ wall }) => wall)),
    processor: median(costs.map(({ processor }) => processor)),
  }));
}

/**
 * @param {Program} program
 * @returns {Cost}
 */
function costOf(program) {
  let wall = 0;
  const processor = processorSecondsOf(() => {
    wall = secondsOf(program);
  });
  return { wall, processor };
}

/**
 * @param {readonly Measured[]} measured
 * @param {Cost} bare
 */
function chartOf(measured, bare) {
  return logChart({
    title: "Seconds by the number of files, C++ and Python",
    x: "files",
    y: "seconds",
    panels: measured.map(({ title, start, rows }) => ({
      title,
      lines: [
        ...[...start.costs.keys()].map((label) => ({
          label,
          points: rows.map(({ files, costs }) => /** @type {const} */ ([files, costs.get(label)?.wall ?? Number.NaN])),
        })),
        {
          label: "node -e 0",
          isFloor: true,
          points: rows.map(({ files }) => /** @type {const} */ ([files, bare.wall])),
        },
      ],
    })),
  });
}
