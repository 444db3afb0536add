// @ts-check
/** The goals of the index on a code base of 10 million lines, a row each. */
import { argumentsAt, IndexedCode } from "./indexed-code.mjs";
import { outputOf, secondsOf, Timings } from "./measure.mjs";
import { codegrove, codegroveDefinition, ripgrepWord } from "./programs.mjs";
import { bytesOfLine } from "./stored-index.mjs";

/** @typedef {import("./measure.mjs").Measure} Measure */
/** @typedef {import("./prepare.mjs").Language} Language */
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
const maxBytesOfLine = 8;

/** @type {readonly Language[]} */
const languages = ["cpp", "python"];

/**
 * @param {string} folder
 * @param {Peers} peers
 * @param {string} scratch a folder for caches
 * @returns {readonly Row[]}
 */
export function largeRows(folder, peers, scratch) {
  const code = new IndexedCode(folder, scratch, sampledFrom);
  const rare = () =>
    code.places.filter(({ name }) => {
      const lines = outputOf(ripgrepWord(peers, languages, name, folder)).split("\n");
      return lines.length <= rareLines;
    });
  return [
    {
      name: "large-words",
      title: "10 M lines: find_definition of a rare name, cold",
      peerTitle: "rg -w",
      most: 10,
      ours: () => secondsOf(codegroveDefinition({ symbol: askedClass }, code, code.emptyCache())),
      peer: () => secondsOf(ripgrepWord(peers, languages, askedClass, folder)),
      maxRuns: 1,
    },
    {
      name: "large-definitions",
      title: "10 M lines: the declarations of all files, cold",
      peerTitle: "find_functions",
      most: 60,
      ours: () => secondsOf(codegroveDefinition(code.place, code, code.emptyCache())),
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
