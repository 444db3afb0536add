// @ts-check
/** The goals of the first questions about names, in code bases of several sizes, a row each. */
import { basename } from "node:path";
import { askedNamesOf } from "./asked-names.mjs";
import { IndexedCode } from "./indexed-code.mjs";
import { once, secondsOf } from "./measure.mjs";
import { astGrep, codegroveIndex, ripgrepWord } from "./programs.mjs";
import { ToolServer } from "./tool-server.mjs";

/** @typedef {import("./prepare.mjs").CodeBases} CodeBases */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {{ language: Language, lines: string, folder: string }} Sized lines: thousands, as rows are named */

/** What a cold question may take of the time in which ast-grep scans the same code with one rule. */
const goals = { rare: 0.25, common: 0.6 };

/** Milliseconds until the first rows come, and until a warm server has the references of a name in 40 to 100 files. */
const mostFirstMs = 1_000;
const mostWarmMs = 300;

/** Seconds of a second process with the cache. */
const mostAgain = 1;

/** Pairs of runs where one is long. */
const maxLongRuns = 3;

/**
 * @param {CodeBases} bases
 * @param {Peers} peers
 * @param {string} scratch a folder for caches
 * @returns {readonly Row[]}
 */
export function questionRows(bases, peers, scratch) {
  /** @type {readonly Sized[]} */
  const sized = [
    { language: "cpp", lines: "170k", folder: `${bases.cpp}/opencv` },
    { language: "cpp", lines: "620k", folder: bases.small.cpp },
    { language: "cpp", lines: "2200k", folder: bases.cpp },
    { language: "python", lines: "130k", folder: `${bases.python}/django` },
    { language: "python", lines: "780k", folder: bases.small.python },
  ];
  return sized.flatMap((one) => rowsOfSize(one, peers, scratch));
}

/**
 * @param {Sized} sized
 * @param {Peers} peers
 * @param {string} scratch
 * @returns {Row[]}
 */
function rowsOfSize({ language, lines, folder }, peers, scratch) {
  const code = new IndexedCode(folder, scratch);
  const names = once(() => askedNamesOf(folder, language));
  const rare = inTurn(() => names().rare);
  const common = inTurn(() => names().common);
  const named = (/** @type {string} */ row) => ({
    name: `${row}-${language}-${lines}`,
    title: `${row.replace("-", " ")}, ${basename(folder)}, ${lines} lines`,
    maxRuns: maxLongRuns,
  });
  const scan = {
    peerTitle: "ast-grep, one rule",
    peer: () => secondsOf(astGrep(peers, "find_functions", language, folder)),
  };
  const word = {
    peerTitle: "rg -w",
    peer: () => secondsOf(ripgrepWord(peers, [language], names().common[0] ?? "", folder)),
  };
  const wordMs = { ...word, unit: "ms", peer: () => word.peer() * 1000 };
  const server = once(async () => {
    const started = serverOf(code, await code.filledCache(), { ANSWER_WITHIN: "0" });
    await started.start();
    await started.ask("find_references", { symbol: common() });
    return started;
  });
  return [
    {
      ...named("cold-definition"),
      ...scan,
      goal: goals.rare,
      ours: () => secondsOf(codegroveIndex("find_definition", { symbol: rare() }, code, code.emptyCache())),
    },
    {
      ...named("cold-references"),
      ...scan,
      goal: goals.common,
      ours: () => secondsOf(codegroveIndex("find_references", { symbol: common() }, code, code.emptyCache())),
    },
    {
      ...named("second-references"),
      ...word,
      most: mostAgain,
      ours: async () =>
        secondsOf(codegroveIndex("find_references", { symbol: common() }, code, await code.filledCache())),
    },
    {
      ...named("warm-references"),
      ...wordMs,
      most: mostWarmMs,
      ours: async () => millisecondsOf(await server(), common()),
      close: async () => (await server()).close(),
    },
    {
      ...named("first-rows"),
      ...wordMs,
      most: mostFirstMs,
      ours: async () => {
        const unread = serverOf(code, code.emptyCache(), {});
        await unread.start();
        const milliseconds = await millisecondsOf(unread, common());
        await unread.close();
        return milliseconds;
      },
    },
  ];
}

/**
 * The items one after the other, and again: a name that was asked for is known, so that each run asks for another one.
 * @param {() => readonly string[]} items at least one
 * @returns {() => string}
 */
function inTurn(items) {
  let next = 0;
  return () => items()[next++ % items().length] ?? "";
}

/**
 * A server that reads nothing before it is asked.
 * @param {IndexedCode} code
 * @param {string} cacheFolder
 * @param {Record<string, string>} variables
 */
function serverOf({ folder, home }, cacheFolder, variables) {
  return new ToolServer(folder, { cacheFolder, home, variables: { READ_AHEAD: "0", ...variables } });
}

/**
 * @param {ToolServer} server
 * @param {string} symbol
 */
async function millisecondsOf(server, symbol) {
  const from = performance.now();
  await server.ask("find_references", { symbol });
  return performance.now() - from;
}
