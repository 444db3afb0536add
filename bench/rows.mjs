// @ts-check
/** The goals, a row each. */
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { indexRows } from "./index-rows.mjs";
import { memoryOf, secondsOf } from "./measure.mjs";
import {
  astGrep,
  astGrepName,
  bareNode,
  codegrove,
  codegroveName,
  ctags,
  hasCache,
  oneLine,
  pyflakes,
  ripgrepFiles,
} from "./programs.mjs";

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
    ...languages.flatMap((language) => coldRows(language, bases[language], peers)),
    ...languages.flatMap((language) => againRows(language, bases[language], peers, join(scratch, "cache"))),
    namesRow(join(bases.python, "python-stdlib"), peers),
    ...indexRows(bases, peers, scratch),
    ...startRows(bases, scratch),
    memoryRow(bases),
    tenTimesRow(bases),
  ];
}

/**
 * @param {Language} language
 * @param {string} folder
 * @param {Peers} peers
 * @returns {Row[]}
 */
function coldRows(language, folder, peers) {
  const title = titles[language];
  /** @type {(tool: Tool, goal: number) => Row} */
  const row = (tool, goal) => ({
    name: `${tool}-${language}`,
    title: `cold scan, ${tool}, ${title}`,
    peerTitle: "ast-grep",
    goal,
    ours: () => secondsOf(codegrove(tool, folder)),
    peer: () => secondsOf(astGrep(peers, tool, language, folder)),
    answers: { tool, language },
  });
  return [
    row("find_functions", 1),
    row("find_classes", 1),
    row("execute_query", 1.8),
    {
      name: `one-name-${language}`,
      title: `one name asked for, cold, ${title}`,
      peerTitle: "ast-grep",
      goal: 1 / 4,
      ours: () => secondsOf(codegroveName(language, folder)),
      peer: () => secondsOf(astGrepName(peers, language, folder)),
    },
    {
      name: `list_symbols-${language}`,
      title: `cold scan, list_symbols, ${title}`,
      peerTitle: "our find_functions",
      goal: 1.4,
      ours: () => secondsOf(codegrove("list_symbols", folder)),
      peer: () => secondsOf(codegrove("find_functions", folder)),
    },
    {
      name: `lint-${language}`,
      title: `cold scan, check_file with all lint rules, ${title}`,
      peerTitle: "our execute_query",
      goal: 1.3,
      ours: () => secondsOf(codegrove("check_file", folder, { flags: ["--checks", "lint", "--exit-zero"] })),
      peer: () => secondsOf(codegrove("execute_query", folder)),
    },
    {
      name: `ctags-${language}`,
      title: `cold scan, find_functions, ${title}`,
      peerTitle: "ctags, without a tree",
      ours: () => secondsOf(codegrove("find_functions", folder)),
      peer: () => secondsOf(ctags(peers, "find_functions", language, folder)),
    },
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
    row("tools-list", "tools/list", 1.6, { method: "tools/list" }),
    row("parse-file-cpp", "parse_file of a small C++ file", 2.3, call(bases.smallCpp)),
    row("parse-file-python", "parse_file of a small Python file", 2, call(bases.smallPython)),
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
