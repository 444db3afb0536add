// @ts-check
/** The goals of scans with nothing in a cache, on a code base of any size, a row each. */
import { secondsOf } from "./measure.mjs";
import {
  askedPatterns,
  astGrep,
  astGrepName,
  astGrepPattern,
  codegrove,
  codegroveName,
  codegrovePattern,
  ctags,
} from "./programs.mjs";

/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./programs.mjs").Tool} Tool */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {{ language: Language, folder: string, size: Size }} Code files of one language alone */
/** @typedef {keyof typeof sizes} Size */

const titles = { cpp: "C++", python: "Python" };

/** What the names and the titles of rows begin with, and the pairs of runs where one is long. */
const sizes = {
  small: { prefix: "small-", title: "23 to 29 MB: " },
  middle: { prefix: "", title: "" },
  large: { prefix: "large-", title: "360 to 410 MB: ", maxRuns: 3 },
};

/** What a scan for definitions may take of the time of ast-grep, and of ctags, which has no tree. */
const goals = {
  astGrep: { cpp: 0.7, python: 0.6 },
  ctags: { cpp: 2.5, python: 2 },
};

/**
 * Scans for definitions.
 * @param {Code} code
 * @param {Peers} peers
 * @returns {Row[]}
 */
export function definitionRows(code, peers) {
  const { language, folder } = code;
  return [
    astGrepRow(code, peers, "find_functions", goals.astGrep[language]),
    astGrepRow(code, peers, "find_classes", goals.astGrep[language]),
    {
      ...titled(code, "ctags", "cold scan, find_functions"),
      peerTitle: "ctags, without a tree",
      goal: goals.ctags[language],
      ours: () => secondsOf(codegrove("find_functions", folder)),
      peer: () => secondsOf(ctags(peers, "find_functions", language, folder)),
    },
  ];
}

/**
 * Scans for other things.
 * @param {Code} code
 * @param {Peers} peers
 * @returns {Row[]}
 */
export function furtherRows(code, peers) {
  const { language, folder } = code;
  return [
    astGrepRow(code, peers, "execute_query", 1.3),
    patternRow(code, peers, "rare", 0.3),
    patternRow(code, peers, "common", 1),
    {
      ...titled(code, "one-name", "one name asked for, cold"),
      peerTitle: "ast-grep",
      goal: 1 / 8,
      ours: () => secondsOf(codegroveName(language, folder)),
      peer: () => secondsOf(astGrepName(peers, language, folder)),
    },
    {
      ...titled(code, "list_symbols", "cold scan, list_symbols"),
      peerTitle: "our find_functions",
      goal: 1.4,
      ours: () => secondsOf(codegrove("list_symbols", folder)),
      peer: () => secondsOf(codegrove("find_functions", folder)),
    },
    {
      ...titled(code, "lint", "cold scan, check_file with all lint rules"),
      peerTitle: "our execute_query",
      goal: 1.3,
      ours: () => secondsOf(codegrove("check_file", folder, { flags: ["--checks", "lint", "--exit-zero"] })),
      peer: () => secondsOf(codegrove("execute_query", folder)),
    },
  ];
}

/**
 * @param {Code} code
 * @param {Peers} peers
 * @param {Tool} tool
 * @param {number} goal
 * @returns {Row}
 */
function astGrepRow(code, peers, tool, goal) {
  const { language, folder, size } = code;
  return {
    ...titled(code, tool, `cold scan, ${tool}`),
    peerTitle: "ast-grep",
    goal,
    ours: () => secondsOf(codegrove(tool, folder)),
    peer: () => secondsOf(astGrep(peers, tool, language, folder)),
    ...(size === "middle" && { answers: { tool, language } }),
  };
}

/**
 * @param {Code} code
 * @param {Peers} peers
 * @param {"rare" | "common"} words
 * @param {number} goal
 * @returns {Row}
 */
function patternRow(code, peers, words, goal) {
  const { language, folder } = code;
  const pattern = askedPatterns[language][words];
  return {
    ...titled(code, `pattern-${words}`, `find_pattern with ${words} words, cold`),
    peerTitle: "ast-grep",
    goal,
    ours: () => secondsOf(codegrovePattern(pattern, folder)),
    peer: () => secondsOf(astGrepPattern(peers, pattern, language, folder)),
  };
}

/**
 * @param {Code} code
 * @param {string} name
 * @param {string} title
 */
function titled({ language, size }, name, title) {
  const { prefix, title: beginning, ...runs } = sizes[size];
  return { name: `${prefix}${name}-${language}`, title: `${beginning}${title}, ${titles[language]}`, ...runs };
}
