#!/usr/bin/env node
// @ts-check
/**
 * Shows how much the tests notice: changes src in small ways and prints the changes that no test fails at.
 *
 *   node scripts/mutants.mjs [--seed N] [--count N] [--tests PART[,PART…]] FOLDER_OR_FILE…
 *
 * Chooses so many mutants of the modules by the seed, and runs each test whose path contains a part once with every mutant
 * that it reaches: a mutant is an expression or a statement that stays in the module beside its change, so that one run
 * tries all. Nothing is written to src. A mutant that runs only outside of tests, such as in beforeAll, counts as not
 * reached. Prints a line a mutant that survived or was not reached, and the counts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import fastGlob from "fast-glob";
import { startVitest } from "vitest/node";
import { Language, Parser } from "web-tree-sitter";
import { randomNumbers, shuffled } from "../lab/random-numbers.mjs";
import { changesOf } from "./mutations.mjs";

/** @typedef {import("./mutations.mjs").Change & { id: number, path: string }} Mutant */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "200" },
    tests: { type: "string", default: "tests/unit/" },
  },
});

const mutants = await chosenMutants(positionals, Number(values.count), randomNumbers(Number(values.seed)));
const outcomes = mkdtempSync(join(tmpdir(), "codegrove-mutants-"));
try {
  await runTests(values.tests.split(","));
  report();
} finally {
  rmSync(outcomes, { recursive: true });
}

/**
 * Mutants of which none lies in another.
 * @param {readonly string[]} places
 * @param {number} count
 * @param {() => number} random
 * @returns {Promise<readonly Mutant[]>}
 */
async function chosenMutants(places, count, random) {
  await Parser.init();
  const grammar = "node_modules/tree-sitter-typescript/tree-sitter-typescript.wasm";
  const parser = new Parser().setLanguage(await Language.load(grammar));
  const paths = fastGlob.sync(places.map((place) => (extname(place) === "" ? `${place}/**/*.ts` : place))).sort();
  const all = paths.flatMap((path) => {
    const tree = parser.parse(readFileSync(path, "utf8"));
    if (tree === null) throw new Error(`cannot parse ${path}`);
    const changes = changesOf(tree.rootNode).map((change) => ({ ...change, path, id: 0 }));
    tree.delete();
    return changes;
  });
  /** @type {Mutant[]} */
  const chosen = [];
  for (const mutant of shuffled(all, random)) {
    if (chosen.length === count) break;
    const overlaps = chosen.some(
      ({ path, start, end }) => path === mutant.path && start < mutant.end && mutant.start < end,
    );
    if (!overlaps) chosen.push({ ...mutant, id: chosen.length });
  }
  return chosen;
}

/** @param {readonly string[]} filters */
async function runTests(filters) {
  const transform = { name: "mutants", enforce: /** @type {const} */ ("pre"), transform: withMutants };
  const vitest = await startVitest(
    "test",
    [...filters],
    {
      ...{ config: false, watch: false, isolate: false, maxWorkers: 1, testTimeout: 120_000, hookTimeout: 300_000 },
      ...{ include: ["tests/**/*.test.ts"], setupFiles: ["tests/support/each-file.ts"], reporters: ["dot"] },
      globalSetup: ["tests/support/own-cache.ts"],
      runner: "./scripts/mutant-runner.mjs",
      provide: { outcomes },
    },
    { plugins: [transform] },
  );
  await vitest.close();
}

/**
 * The text of a module with its mutants in it.
 * @param {string} text
 * @param {string} id
 */
function withMutants(text, id) {
  const own = mutants.filter(({ path }) => id.endsWith(`/${path}`)).sort((a, b) => b.start - a.start);
  if (own.length === 0) return;
  let changed = text;
  for (const { id: number, start, end, isStatement, replacement } of own) {
    const original = text.slice(start, end);
    const both = isStatement
      ? `if (!mutantIsActive(${number})) { ${original} }`
      : `(mutantIsActive(${number}) ? (${replacement}) : (${original}))`;
    changed = changed.slice(0, start) + both + changed.slice(end);
  }
  return { code: changed, map: null };
}

function report() {
  const ofWorkers = readdirSync(outcomes).map((file) => JSON.parse(readFileSync(join(outcomes, file), "utf8")));
  const killed = new Set(ofWorkers.flatMap((one) => one.killed));
  const reached = new Set(ofWorkers.flatMap((one) => one.reached));
  for (const { id, path, line, name, text } of mutants.toSorted(
    (a, b) => (a.path < b.path ? -1 : 1) || a.line - b.line,
  )) {
    if (killed.has(id)) continue;
    console.log(`${reached.has(id) ? "survived" : "not reached"} ${path}:${line} ${name}: ${text}`);
  }
  const unsteady = ofWorkers.flatMap((one) => one.unsteady);
  for (const test of unsteady) console.log(`left out, since it fails when it runs again: ${test}`);
  const survived = [...reached].filter((id) => !killed.has(id)).length;
  console.log(
    `${mutants.length} mutants: ${killed.size} killed, ${survived} survived, ${mutants.length - reached.size} not reached`,
  );
}
