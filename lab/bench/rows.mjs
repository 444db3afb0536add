// @ts-check
/** The goals, a row each. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { cloneRows } from "./clone-rows.mjs";
import { definitionRows, furtherRows } from "./cold-rows.mjs";
import { indexRows } from "./index-rows.mjs";
import { IndexedCode } from "./indexed-code.mjs";
import { memoryOf, once, secondsOf, Timings } from "./measure.mjs";
import { astGrep, bareNode, codegrove, hasCache, oneLine, pyflakes, ripgrepFiles } from "./programs.mjs";
import { questionRows } from "./question-rows.mjs";
import { shardRows } from "./shard-rows.mjs";
import { ToolServer } from "./tool-server.mjs";

/** @typedef {import("./measure.mjs").Measure} Measure */
/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("./prepare.mjs").CodeBases} CodeBases */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./programs.mjs").Tool} Tool */

/**
 * @typedef {object} Row
 * @property {string} name what --only takes
 * @property {string} title
 * @property {string} peerTitle
 * @property {number} [goal] what ours divided by the peer's may be at most; none where the peer does less
 * @property {string} [unit] of both sides (default: seconds)
 * @property {number} [most] what ours may be at most by itself, in its unit
 * @property {Measure} ours
 * @property {Measure} peer
 * @property {number} [maxRuns] where one run is long
 * @property {{ tool: Tool, language: Language }} [answers] which must be compared for the row to count
 * @property {string} [unmeasured] why there is nothing to measure
 * @property {() => string} [note] what else was seen, after the last run
 * @property {() => Promise<void>} [close] ends what was started for the runs
 */

const languages = /** @type {const} */ (["cpp", "python"]);
const titles = { cpp: "C++", python: "Python" };

/** Bytes of memory that a scan may take. */
const maxScanBytes = 350e6;

/** Milliseconds that a call about an open file may take, and such calls. */
const maxOpenFileMs = 15;
const openFileTools = ["list_symbols", "check_file", "find_functions"];

/** Pairs of runs where one takes long. */
const maxLongRuns = 3;

/** Starts that make up one run: they are short and vary. */
const startsPerRun = 3;

/**
 * @param {CodeBases} bases
 * @param {Peers} peers
 * @param {string} scratch a folder for the cache
 * @returns {readonly Row[]}
 */
export function rowsOf(bases, peers, scratch) {
  return [
    ...languages.flatMap((language) => {
      const code = { language, folder: bases[language], size: /** @type {const} */ ("middle") };
      return [...definitionRows(code, peers), ...furtherRows(code, peers)];
    }),
    ...languages.flatMap((language) =>
      definitionRows({ language, folder: bases.small[language], size: "small" }, peers),
    ),
    ...languages.flatMap((language) => againRows(language, bases[language], peers, join(scratch, "cache"))),
    namesRow(join(bases.python, "python-stdlib"), peers),
    ...indexRows(bases, peers, scratch),
    ...cloneRows(bases.tenth, peers, scratch),
    ...questionRows(bases, peers, scratch),
    ...startRows(bases, scratch),
    openFileRow(bases, scratch),
    memoryRow(bases),
    tenTimesRow(bases),
    ...shardRows(dirname(bases.cpp), peers, scratch, { prefix: "", title: "", maxRuns: maxLongRuns }),
  ];
}

/**
 * @param {string} folder
 * @param {Peers} peers
 * @returns {Row}
 */
function namesRow(folder, peers) {
  const flags = ["--checks", "names", "--exit-zero"];
  return {
    name: "names-python",
    title: "check_file with names, 29 MB of Python",
    peerTitle: "pyflakes, on one core",
    goal: 1.5 / availableParallelism(),
    ours: () => secondsOf(codegrove("check_file", folder, { flags })),
    peer: () => secondsOf(pyflakes(peers, folder)),
    maxRuns: maxLongRuns,
  };
}

/**
 * The same scan again. The first run of each row, which is not counted, fills the cache.
 * @param {Language} language
 * @param {string} folder
 * @param {Peers} peers
 * @param {string} cacheHome
 * @returns {Row[]}
 */
function againRows(language, folder, peers, cacheHome) {
  const tool = "find_functions";
  const common = {
    title: `the same scan again, ${tool}, ${titles[language]}`,
    ours: () => secondsOf(codegrove(tool, folder, { cacheHome })),
    ...(hasCache ? {} : { unmeasured: "no cache yet" }),
  };
  return [
    {
      ...common,
      name: `again-${language}`,
      peerTitle: "ast-grep",
      goal: 1 / 20,
      peer: () => secondsOf(astGrep(peers, tool, language, folder)),
      answers: { tool, language },
    },
    {
      ...common,
      name: `again-files-${language}`,
      peerTitle: "rg --files",
      goal: 12,
      peer: () => secondsOf(ripgrepFiles(peers, folder)),
    },
  ];
}

/**
 * The first run of each row, which is not counted, keeps the code that V8 has compiled.
 * @param {CodeBases} bases
 * @param {string} scratch
 * @returns {Row[]}
 */
function startRows(bases, scratch) {
  const folder = dirname(bases.cpp);
  /** @type {(name: string, title: string, goal: number, request: object) => Row} */
  const row = (name, title, goal, request) => {
    const program = oneLine(request, folder, join(scratch, name));
    return {
      name,
      title: `one line, ${title}`,
      peerTitle: "node -e 0",
      goal,
      ours: () => averageOf(program),
      peer: () => averageOf(bareNode),
    };
  };
  const call = (/** @type {string} */ filepath) => ({
    method: "tools/call",
    params: { name: "parse_file", arguments: { filepath } },
  });
  return [
    row("tools-list", "tools/list", 1.5, { method: "tools/list" }),
    row("parse-file-cpp", "parse_file of a small C++ file", 3, call(bases.smallCpp)),
    row("parse-file-python", "parse_file of a small Python file", 2.4, call(bases.smallPython)),
  ];
}

/** @param {Program} program */
function averageOf(program) {
  return (
    Array.from({ length: startsPerRun }, () => secondsOf(program)).reduce((sum, seconds) => sum + seconds) /
    startsPerRun
  );
}

/**
 * Calls about one file whose text an editor has changed, on a server that has answered before.
 * @param {CodeBases} bases
 * @param {string} scratch
 * @returns {Row}
 */
function openFileRow(bases, scratch) {
  const folder = bases.small.cpp;
  const code = new IndexedCode(folder, scratch);
  const timings = new Timings();
  const start = once(async () => {
    const server = new ToolServer(folder, { cacheFolder: code.emptyCache(), home: code.home });
    await server.start();
    const files = [...new Set(code.places.map(({ file }) => file))];
    const open = files.map((file) => ({ filepath: file, source: `${readFileSync(join(folder, file), "utf8")}\n` }));
    return { server, open };
  });
  return {
    name: "open-file",
    title: "one open file on a warm server: its symbols, errors, functions",
    peerTitle: "the goal",
    goal: 1,
    unit: "ms",
    ours: async () => {
      const { server, open } = await start();
      const calls = openFileTools.flatMap((tool) => open.map((input) => ({ tool, input })));
      return timings.ask(calls, ({ tool, input }) => server.textOf(tool, input));
    },
    peer: () => maxOpenFileMs,
    note: () => `90 % below ${timings.p90.toFixed(0)} ms`,
    close: async () => (await start()).server.close(),
  };
}

/**
 * More than 10,000 files in two languages. The peer's side is the goal; stderr tells whether memory grows.
 * @param {CodeBases} bases
 * @returns {Row}
 */
function memoryRow(bases) {
  const folder = dirname(bases.cpp);
  const program = codegrove("find_functions", folder, { flags: ["--jobs", "2"], paths: ["cpp", "python"] });
  return {
    name: "memory",
    title: "peak memory of a scan of 10,000 files, two workers",
    peerTitle: "the goal",
    goal: 1,
    unit: "MB",
    ours: () => {
      const { peak, firstHalf, secondHalf } = memoryOf(program);
      console.error(`memory: peak ${mb(peak)}, first half ${mb(firstHalf)}, second half ${mb(secondHalf)} MB`);
      return peak / 1e6;
    },
    peer: () => maxScanBytes / 1e6,
    maxRuns: maxLongRuns,
  };
}

/**
 * @param {CodeBases} bases
 * @returns {Row}
 */
function tenTimesRow(bases) {
  return {
    name: "ten-times",
    title: "ten times the files, find_functions, C++",
    peerTitle: "one tenth",
    goal: 10.5,
    ours: () => secondsOf(codegrove("find_functions", bases.tenTimes)),
    peer: () => secondsOf(codegrove("find_functions", bases.tenth)),
    maxRuns: maxLongRuns,
  };
}

/** @param {number} bytes */
function mb(bytes) {
  return (bytes / 1e6).toFixed(0);
}
