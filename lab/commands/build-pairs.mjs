// @ts-check
/**
 * Compares the time of answers of two builds: the same questions about names, asked of both in turns.
 *
 *   node lab/run.mjs build-pairs OLD_CHECKOUT NEW_CHECKOUT FOLDER [OPTION…]
 *
 *   --language L     cpp or python (default: the one with more files)
 *   --questions N    places that a warm server is asked about (default 20)
 *   --cold N         places that a process is asked about which starts without a cache (default 3)
 *   --runs N         pairs of each question (default 3)
 *   --seed S         chooses the places (default 1)
 *   --only WORD      only rows with this word, such as warm or find_definition
 *   --each           also a row for each question, by its place
 *
 * A place is a random identifier of a random file of FOLDER; find_definition and find_references are asked at it. Both checkouts must
 * be built. Cold: whole processes, `codegrove TOOL FILE --line L --column C --no-cache`. Warm: a server of each build over stdio, which
 * has answered all questions once before, and has stopped to read ahead. In every other pair the old build goes first. A question that a build does not answer in time,
 * or with an error, is left out and said.
 *
 * Prints a row for each kind of question: milliseconds of both builds (the sum of the medians of all questions), the ratio new : old of
 * these sums, of wall time and of processor time (all threads; Linux only), and the lowest and highest ratio of a question's wall
 * times; below it, if builds count different numbers of places, the same for questions that both answer with as many. On a busy machine only the processor time says something.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { argumentsOf } from "../arguments.mjs";
import { median, processorSecondsOf } from "../bench/measure.mjs";
import { Product } from "../product/product-answers.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { identifiersOf } from "../truths/identifiers.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {{ wall: number, processor: number, places: number }} Cost milliseconds, and how many places the answer counts */
/** @typedef {(place: Place) => Promise<Cost>} Ask rejects where there is no answer */

const tools = ["find_definition", "find_references"];

/** Smaller files have few names. */
const minFileBytes = 2_000;

/** Milliseconds that a cold process may take. */
const coldTimeoutMs = 600_000;

/** @type {import("node:child_process").SpawnSyncOptionsWithStringEncoding} */
const coldOptions = {
  encoding: "utf8",
  maxBuffer: 1e9,
  stdio: ["ignore", "pipe", "ignore"],
  timeout: coldTimeoutMs,
};

/** Seconds after which a server is asked although it works. */
const maxSettleSeconds = 90;

/** Seconds of processor time in a second of a server that does nothing. */
const idleSeconds = 0.02;

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  {
    language: { type: "string" },
    questions: { type: "string", default: "20" },
    cold: { type: "string", default: "3" },
    runs: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    each: { type: "boolean", default: false },
  },
  3,
);
const [oldCheckout = "", newCheckout = "", folder = ""] = positionals;
const root = resolve(folder);
const programs = [oldCheckout, newCheckout].map((checkout) => resolve(checkout, "dist", "main.cjs"));
const runs = Number(values.runs);
const places = chosenPlaces(Math.max(Number(values.questions), Number(values.cold)));

console.log(`${places.length} places in ${root}, ${runs} pairs each, milliseconds of the old and the new build`);
console.log(["question", "asked", "old", "new", "wall", "processor", "lowest", "highest"].map(cell).join(""));
for (const tool of tools) {
  if (!`cold ${tool}`.includes(values.only)) continue;
  const asks = programs.map((program) => coldAsk(program, tool));
  await printRow(`cold ${tool}`, asks, places.slice(0, Number(values.cold)));
}
const warmRows = tools.filter((tool) => `warm ${tool}`.includes(values.only));
if (warmRows.length > 0) {
  const servers = programs.map(() => new Product(root));
  try {
    for (const [at, server] of servers.entries()) await server.start(programs[at] ?? "");
    const asked = places.slice(0, Number(values.questions));
    for (const tool of warmRows) {
      const asks = servers.map((server) => warmAsk(server, tool));
      for (const ask of asks) for (const place of asked) await ask(place).catch(() => {});
      for (const server of servers) await settled(server);
      await printRow(`warm ${tool}`, asks, asked);
    }
  } finally {
    for (const server of servers) await server.close();
  }
}

/**
 * Waits until a server does nothing: it reads ahead after it has started.
 * @param {Product} server
 */
async function settled(server) {
  for (let tries = 0; tries < maxSettleSeconds; tries++) {
    const before = server.processorSeconds;
    await setTimeout(1000);
    if (!(server.processorSeconds - before > idleSeconds)) return;
  }
}

/** @param {number} count @returns {Place[]} */
function chosenPlaces(count) {
  const [cpp, python] = [sourcesBelow(root, "cpp"), sourcesBelow(root, "python")];
  const language = values.language ?? (cpp.length > python.length ? "cpp" : "python");
  if (language !== "cpp" && language !== "python") throw refuse();
  const random = randomNumbers(Number(values.seed));
  const files = shuffled(language === "cpp" ? cpp : python, random);
  return files
    .filter((file) => statSync(join(root, file)).size >= minFileBytes)
    .slice(0, count)
    .flatMap((file) => {
      const [identifier] = shuffled(identifiersOf(readFileSync(join(root, file), "utf8"), language), random);
      return identifier === undefined ? [] : { file, line: identifier.line, column: identifier.column };
    });
}

/** @param {string} program @param {string} tool @returns {Ask} */
function coldAsk(program, tool) {
  return async ({ file, line, column }) => {
    const home = mkdtempSync(join(tmpdir(), "codegrove-pairs-"));
    const args = [
      program,
      tool,
      file,
      "--line",
      String(line),
      "--column",
      String(column),
      "--no-cache",
      "--format",
      "json",
    ];
    const env = { ...process.env, XDG_CACHE_HOME: home, REQUEST_TIMEOUT: String(coldTimeoutMs) };
    let status = -1;
    let stdout = "";
    const start = performance.now();
    const processor = processorSecondsOf(() => {
      ({ status = -1, stdout } = Object(spawnSync(process.execPath, args, { cwd: root, env, ...coldOptions })));
    });
    const wall = performance.now() - start;
    rmSync(home, { recursive: true, force: true });
    if (status !== 0) throw new Error(`exit status ${status}`);
    return { wall, processor: processor * 1000, places: placesOf(JSON.parse(stdout)) };
  };
}

/** @param {any} answer @returns {number} how many places it counts */
function placesOf(answer) {
  return answer.total_references ?? answer.definitions?.length ?? 0;
}

/** @param {Product} server @param {string} tool @returns {Ask} */
function warmAsk(server, tool) {
  return async ({ file, line, column }) => {
    const before = server.processorSeconds;
    const start = performance.now();
    const answer = await server.call(tool, { filepath: file, line, column });
    const wall = performance.now() - start;
    if (answer.success !== true) throw new Error(answer.error);
    const processor = (server.processorSeconds - before) * 1000;
    return { wall, processor, places: placesOf(answer) };
  };
}

/**
 * @param {string} title
 * @param {readonly Ask[]} asks of the old and the new build
 * @param {readonly Place[]} asked
 */
async function printRow(title, asks, asked) {
  /** @type {Cost[][]} the medians of both builds, by question */
  const medians = [];
  /** @type {Cost[][]} of questions that both builds answer with as many places */
  const alike = [];
  for (const place of asked) {
    try {
      const costs = await pairsAt(asks, place);
      medians.push(costs);
      if (costs[0]?.places === costs[1]?.places) alike.push(costs);
      if (values.each) console.log(cells(`${place.file}:${place.line}:${place.column}`, [costs]));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.error(`${title} ${place.file}:${place.line}:${place.column} left out: ${reason}`);
    }
  }
  console.log(cells(title, medians));
  if (alike.length < medians.length) console.log(cells("  as many places", alike));
}

/**
 * A row: milliseconds of both builds over all questions, the ratios of these, and the lowest and highest ratio of a question.
 * @param {string} title
 * @param {readonly Cost[][]} medians
 */
function cells(title, medians) {
  const sum = (/** @type {number} */ build, /** @type {keyof Cost} */ what) =>
    medians.reduce((all, costs) => all + (costs[build]?.[what] ?? 0), 0);
  const ratios = medians.map(([old, own]) => (own?.wall ?? 0) / (old?.wall ?? 0)).sort((a, b) => a - b);
  return [
    ...[title, medians.length, Math.round(sum(0, "wall")), Math.round(sum(1, "wall"))],
    ...[sum(1, "wall") / sum(0, "wall"), sum(1, "processor") / sum(0, "processor")].map(shown),
    ...[ratios[0] ?? Number.NaN, ratios.at(-1) ?? Number.NaN].map(shown),
  ]
    .map(cell)
    .join("");
}

/** @param {readonly Ask[]} asks @param {Place} place @returns {Promise<Cost[]>} the median wall time of each build, and the sum of processor times */
async function pairsAt(asks, place) {
  /** @type {Cost[][]} */
  const costs = asks.map(() => []);
  for (let run = 0; run < runs; run++) {
    const order = run % 2 === 0 ? [0, 1] : [1, 0];
    for (const build of order) {
      const cost = await asks[build]?.(place);
      if (cost !== undefined) costs[build]?.push(cost);
    }
  }
  // Linux counts processor time in steps of 10 ms: only sums of many questions say something.
  return costs.map((all) => ({
    wall: median(all.map(({ wall }) => wall)),
    processor: all.reduce((sum, { processor }) => sum + processor, 0),
    places: all[0]?.places ?? 0,
  }));
}

/** @param {number} ratio */
function shown(ratio) {
  return Number.isNaN(ratio) ? "-" : ratio.toFixed(2);
}

/** @param {string | number} text @param {number} at */
function cell(text, at) {
  return at === 0 ? String(text).padEnd(24) : String(text).padStart(10);
}
