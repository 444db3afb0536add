// @ts-check
/** The goals of find_definition and find_references, a row each. */
import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../programs.mjs";
import { argumentsAt, IndexedCode } from "./indexed-code.mjs";
import { languageServer } from "./language-servers.mjs";
import { once, outputOf, secondsOf, Timings } from "./measure.mjs";
import { askedName, codegrove, codegroveIndex, ripgrepWord } from "./programs.mjs";
import { bytesOfLine, loadMilliseconds } from "./stored-index.mjs";
import { ToolServer } from "./tool-server.mjs";

/** @typedef {import("./prepare.mjs").CodeBases} CodeBases */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./tool-server.mjs").IndexTool} IndexTool */
/** @typedef {{ language: Language, title: string, corpus: string, code: IndexedCode }} Base */

/** Bytes of the index for a line of code, and milliseconds to load it. */
const maxBytesOfLine = 8;
const maxLoadMs = 50;

/** Pairs of runs where one is long. */
const maxLongRuns = 3;

/**
 * @param {CodeBases} bases
 * @param {Peers} peers
 * @param {string} scratch a folder for caches
 * @returns {readonly Row[]}
 */
export function indexRows(bases, peers, scratch) {
  /** @type {Base} */
  const cpp = { language: "cpp", title: "C++", corpus: "rocksdb", code: new IndexedCode(bases.tenth, scratch) };
  const django = new IndexedCode(join(bases.python, "django"), scratch);
  /** @type {Base} */
  const python = { language: "python", title: "Python", corpus: "django", code: django };
  return [
    { ...rareNameRow(cpp, peers), most: 1.5 },
    rareNameRow(python, peers),
    firstPlaceRow(cpp),
    ...[cpp, python].flatMap((base) => [
      warmRow(base, "find_definition", 10, peers),
      { ...warmRow(base, "find_references", 300, peers), maxRuns: maxLongRuns },
    ]),
    warmSearchRow(cpp, peers),
    firstSearchRow(cpp, peers),
    changedFileRow(cpp, peers, scratch),
    storedBytesRow(cpp),
    loadRow(cpp),
  ];
}

/**
 * The first question about a code base, on the command line.
 * @param {Base} base
 * @param {Peers} peers
 * @returns {Row}
 */
function rareNameRow({ language, title, code }, peers) {
  const symbol = askedName[language];
  return {
    name: `rare-definition-${language}`,
    title: `find_definition of a rare name, cold, ${title}`,
    peerTitle: "rg -w",
    goal: 10,
    ours: () => secondsOf(codegroveIndex("find_definition", { symbol }, code, code.emptyCache())),
    peer: () => secondsOf(ripgrepWord(peers, [language], symbol, code.folder)),
  };
}

/**
 * The first question, at a place: it takes the words of all files, and the declarations of the files that it leads to.
 * @param {Base} base
 * @returns {Row}
 */
function firstPlaceRow({ language, title, code }) {
  return {
    name: `first-place-${language}`,
    title: `find_definition at a place, cold, ${title}`,
    peerTitle: "find_functions",
    most: 6,
    ours: () => secondsOf(codegroveIndex("find_definition", code.place, code, code.emptyCache())),
    peer: () => secondsOf(codegrove("find_functions", code.folder)),
  };
}

/**
 * A server that knows the code base, and a language server that has opened the files that it is asked about: the median
 * of the same questions at the same places.
 * @param {Base} base
 * @param {IndexTool} tool
 * @param {number} most milliseconds
 * @param {Peers} peers
 * @returns {Row}
 */
function warmRow({ language, title, corpus, code }, tool, most, peers) {
  const isDefinition = tool === "find_definition";
  const clangd = isDefinition ? "clangd" : "clangd, in open files";
  const common = {
    name: `warm-${isDefinition ? "definition" : "references"}-${language}`,
    title: `${tool}, warm, ${title}`,
    peerTitle: { cpp: clangd, python: "pyright" }[language],
    unit: "ms",
    most,
  };
  const startPeer = languageServer(peers, language, code.folder, corpus);
  if (typeof startPeer === "string") return { ...common, ...unmeasured(startPeer) };
  const start = once(async () => ({
    server: await code.startedServer(await code.filledCache()),
    peer: await startPeer([...new Set(code.places.map(({ file }) => file))]),
  }));
  const timings = { ours: new Timings(), peer: new Timings() };
  return {
    ...common,
    ours: async () => {
      const { server } = await start();
      return timings.ours.ask(code.places, (place) => server.ask(tool, argumentsAt(place)));
    },
    peer: async () => {
      const { peer } = await start();
      return timings.peer.ask(code.places, isDefinition ? peer.definitionAt : peer.referencesAt);
    },
    note: () => `90 % below ${timings.ours.p90.toFixed(0)} ms, of the peer ${timings.peer.p90.toFixed(0)} ms`,
    close: async () => {
      const { server, peer } = await start();
      await server.close();
      peer.close();
    },
  };
}

/** Questions in words about the code base of the rows for C++. */
const questions = [
  "how does compaction pick files of a level",
  "write stall when too many memtables",
  "block cache eviction priority",
  "retry after io error in background flush",
  "rate limiter refill interval",
  "checksum mismatch while reading a block",
  "transaction lock timeout deadlock",
];

/**
 * The first answer to a question in words waits for the words of all files so long, and then reads the files whose paths fit.
 */
const maxFirstSearchMs = 4_000;

/**
 * Questions in words, on a server that knows the code base; the peer searches for one word of each.
 * @param {Base} base
 * @param {Peers} peers
 * @returns {Row}
 */
function warmSearchRow({ language, title, code }, peers) {
  const timings = { ours: new Timings(), peer: new Timings() };
  const start = once(async () => {
    const cacheFolder = code.emptyCache();
    outputOf({ command: process.execPath, args: [main, "index", code.folder, "--cache-dir", cacheFolder] });
    return code.startedServer(cacheFolder);
  });
  return {
    name: `warm-search-${language}`,
    title: `search_code, warm, ${title}`,
    peerTitle: "rg of one word",
    unit: "ms",
    most: 100,
    ours: async () => {
      const server = await start();
      return timings.ours.ask(questions, (query) => server.ask("search_code", { query }));
    },
    peer: () => timings.peer.ask(questions, async (query) => searchWord(query, { language, code }, peers)),
    note: () => `90 % below ${timings.ours.p90.toFixed(0)} ms`,
    close: async () => (await start()).close(),
  };
}

/**
 * The first question in words to a server that knows nothing of the code base.
 * @param {Base} base
 * @param {Peers} peers
 * @returns {Row}
 */
function firstSearchRow({ language, title, code }, peers) {
  const [query = ""] = questions;
  return {
    name: `first-search-${language}`,
    title: `search_code, cold, ${title}`,
    peerTitle: "rg of one word",
    unit: "ms",
    most: maxFirstSearchMs,
    ours: async () => {
      const server = new ToolServer(code.folder, { cacheFolder: code.emptyCache(), home: code.home });
      await server.start();
      try {
        return await new Timings().ask([query], () => server.ask("search_code", { query }));
      } finally {
        await server.close();
      }
    },
    peer: () => searchWord(query, { language, code }, peers) * 1000,
    maxRuns: maxLongRuns,
  };
}

/**
 * @param {string} query
 * @param {Pick<Base, "code" | "language">} base
 * @param {Peers} peers
 * @returns {number} seconds
 */
function searchWord(query, { language, code }, peers) {
  return secondsOf(ripgrepWord(peers, [language], query.split(" ").at(-1) ?? "", code.folder));
}

/**
 * From a change of a file, on disk or in the editor of the peer, to the answer about what was added. The code base is
 * copied, since others read it.
 * @param {Base} base
 * @param {Peers} peers
 * @param {string} scratch
 * @returns {Row}
 */
function changedFileRow({ language, title, corpus, code }, peers, scratch) {
  const common = {
    name: `changed-file-${language}`,
    title: `a changed file right again, ${title}`,
    peerTitle: "clangd",
    unit: "ms",
    most: 150,
  };
  const startPeer = languageServer(peers, language, code.folder, corpus);
  if (typeof startPeer === "string") return { ...common, ...unmeasured(startPeer) };
  const start = once(async () => {
    const copy = mkdtempSync(join(scratch, "changed-"));
    cpSync(code.folder, copy, { recursive: true });
    const { file } = code.place;
    const server = await code.startedServer(code.emptyCache(), copy);
    const peer = await startPeer([file]);
    return { server, peer, file, path: join(copy, file), text: readFileSync(join(code.folder, file), "utf8") };
  });
  let changes = 0;
  /** @param {string} text */
  const changed = (text) => {
    changes += 1;
    const name = `addedByBench${changes}`;
    const use = `int useOf${name} = `;
    const line = text.split("\n").length + 1;
    const added = { text: `${text}\nint ${name}() { return 1; }\n${use}${name}();\n`, name, line };
    return { ...added, use: { line: line + 1, column: use.length + 1 } };
  };
  return {
    ...common,
    ours: async () => {
      const { server, path, text } = await start();
      const { text: next, name, line } = changed(text);
      writeFileSync(`${path}.new`, next);
      const from = performance.now();
      renameSync(`${path}.new`, path);
      const { results } = await server.ask("find_definition", { symbol: name });
      const milliseconds = performance.now() - from;
      if (results[0]?.definitions[0]?.line !== line) throw new Error(`${name} is not found in line ${line}`);
      return milliseconds;
    },
    peer: async () => {
      const { peer, file, text } = await start();
      const { text: next, use } = changed(text);
      const from = performance.now();
      peer.change(file, next);
      await peer.definitionAt({ file, ...use });
      return performance.now() - from;
    },
    close: async () => {
      const { server, peer } = await start();
      await server.close();
      peer.close();
    },
  };
}

/**
 * @param {Base} base
 * @returns {Row}
 */
function storedBytesRow({ language, title, code }) {
  return {
    name: `index-bytes-${language}`,
    title: `the index on disk, bytes for a line, ${title}`,
    peerTitle: "the goal",
    goal: 1,
    unit: "bytes",
    ours: async () => bytesOfLine(await code.filledCache(), code.folder, [language]),
    peer: () => maxBytesOfLine,
    maxRuns: 1,
  };
}

/**
 * @param {Base} base
 * @returns {Row}
 */
function loadRow({ language, title, code }) {
  return {
    name: `index-load-${language}`,
    title: `the index is loaded, ${title}`,
    peerTitle: "the goal",
    goal: 1,
    unit: "ms",
    ours: async () => loadMilliseconds(await code.filledCache(), code.home),
    peer: () => maxLoadMs,
    maxRuns: maxLongRuns,
  };
}

/**
 * The part of a row whose peer is missing.
 * @param {string} reason
 */
function unmeasured(reason) {
  return { unmeasured: reason, ours: () => Number.NaN, peer: () => Number.NaN };
}
