// @ts-check
/** The goals on a code base of 10 million lines, a row each. */
import { join } from "node:path";
import { definitionRows } from "./cold-rows.mjs";
import { argumentsAt, IndexedCode } from "./indexed-code.mjs";
import { memoryOf, outputOf, secondsOf, secondsOfPhase, Timings } from "./measure.mjs";
import { codegrove, codegroveIndex, codegroveWalk, recursiveReaddir, ripgrepFiles, ripgrepWord } from "./programs.mjs";
import { shardRows } from "./shard-rows.mjs";
import { bytesOfLine } from "./stored-index.mjs";

/** @typedef {import("./measure.mjs").Measure} Measure */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").LargeCode} LargeCode */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./tool-server.mjs").IndexTool} IndexTool */

/** A class that some twenty files name. */
const askedClass = "ScalarEvolutionWrapperPass";

/** The part of the code base whose names are asked for. */
const sampledFrom = "llvm/include";

/** Lines that a rare name is in at most. */
const rareLines = 20;

const maxResidentBytes = 600e6;
const maxScanBytes = 350e6;
const maxBytesOfLine = 8;

/** @type {readonly Language[]} */
const languages = ["cpp", "python"];

/**
 * @param {LargeCode} large
 * @param {Peers} peers
 * @param {string} scratch a folder for caches
 * @returns {readonly Row[]}
 */
export function largeRows({ tree: folder, ...folders }, peers, scratch) {
  const code = new IndexedCode(folder, scratch, sampledFrom);
  const rare = () =>
    code.places.filter(({ name }) => {
      const lines = outputOf(ripgrepWord(peers, languages, name, folder)).split("\n");
      return lines.length <= rareLines;
    });
  return [
    ...languages.flatMap((language) => definitionRows({ language, folder: folders[language], size: "large" }, peers)),
    ...scanRows(folder, peers, join(scratch, "large-cache")),
    ...shardRows(folder, peers, scratch, { prefix: "large-", title: "10 M lines: ", maxRuns: 1 }),
    {
      name: "large-words",
      title: "10 M lines: find_definition of a rare name, cold",
      peerTitle: "rg -w",
      most: 10,
      ours: () => secondsOf(codegroveIndex("find_definition", { symbol: askedClass }, code, code.emptyCache())),
      peer: () => secondsOf(ripgrepWord(peers, languages, askedClass, folder)),
      maxRuns: 1,
    },
    {
      name: "large-definitions",
      title: "10 M lines: find_definition at a place, cold",
      peerTitle: "find_functions",
      most: 60,
      ours: () => secondsOf(codegroveIndex("find_definition", code.place, code, code.emptyCache())),
      peer: () => secondsOf(codegrove("find_functions", folder)),
      maxRuns: 1,
    },
    warmRow("find_definition", 50, code, () => code.places),
    warmRow("find_references", 1000, code, rare),
    goalRow("large-memory", "10 M lines: resident with the index loaded", "MB", maxResidentBytes / 1e6, async () => {
      const server = await code.startedServer(await code.filledCache());
      await new Timings().ask(code.places, (place) => server.ask("find_definition", argumentsAt(place)));
      const { residentBytes } = server;
      await server.close();
      if (residentBytes === undefined) throw new Error("the system does not say how much memory a process has");
      return residentBytes / 1e6;
    }),
    goalRow("large-restart", "10 M lines: from a start to an answer", "s", 2, async () => {
      const cacheFolder = await code.filledCache();
      const from = performance.now();
      const server = await code.startedServer(cacheFolder);
      const seconds = (performance.now() - from) / 1000;
      await server.close();
      return seconds;
    }),
    goalRow("large-bytes", "10 M lines: the index on disk, bytes for a line", "bytes", maxBytesOfLine, async () =>
      bytesOfLine(await code.filledCache(), folder, languages),
    ),
  ];
}

/**
 * What a scan of both languages does besides reading files.
 * @param {string} folder
 * @param {Peers} peers
 * @param {string} cacheHome
 * @returns {Row[]}
 */
function scanRows(folder, peers, cacheHome) {
  const program = codegrove("find_functions", folder, { flags: ["--jobs", "2"] });
  return [
    {
      name: "large-walk",
      title: "10 M lines: the walk of 128,000 entries",
      peerTitle: "a recursive readdir",
      goal: 3,
      ours: () => secondsOfPhase(codegroveWalk(folder), "walk"),
      peer: () => Number(outputOf(recursiveReaddir(folder))),
    },
    {
      name: "large-again",
      title: "10 M lines: find_functions again, nothing changed",
      peerTitle: "rg --files",
      goal: 4,
      ours: () => secondsOf(codegrove("find_functions", folder, { cacheHome })),
      peer: () => secondsOf(ripgrepFiles(peers, folder)),
    },
    goalRow(
      "large-scan-memory",
      "10 M lines: peak memory of a scan, two workers",
      "MB",
      maxScanBytes / 1e6,
      async () => {
        const { peak, firstHalf, secondHalf } = memoryOf(program);
        console.error(`first half ${(firstHalf / 1e6).toFixed(0)} MB, second half ${(secondHalf / 1e6).toFixed(0)} MB`);
        return peak / 1e6;
      },
    ),
  ];
}

/**
 * @param {IndexTool} tool
 * @param {number} most milliseconds
 * @param {IndexedCode} code
 * @param {() => IndexedCode["places"]} placesOf
 * @returns {Row}
 */
function warmRow(tool, most, code, placesOf) {
  const timings = new Timings();
  const kind = tool === "find_definition" ? "definition" : "references";
  const row = goalRow(`large-${kind}`, `10 M lines: ${tool}, warm`, "ms", most, async () => {
    const server = await code.startedServer(await code.filledCache());
    const milliseconds = await timings.ask(placesOf(), (place) => server.ask(tool, argumentsAt(place)));
    await server.close();
    return milliseconds;
  });
  return { ...row, note: () => `90 % below ${timings.p90.toFixed(0)} ms` };
}

/**
 * A row whose peer is the goal.
 * @param {string} name
 * @param {string} title
 * @param {string} unit
 * @param {number} goal in that unit
 * @param {Measure} ours
 * @returns {Row}
 */
function goalRow(name, title, unit, goal, ours) {
  return { name, title, peerTitle: "the goal", goal: 1, unit, ours, peer: () => goal, maxRuns: 1 };
}
