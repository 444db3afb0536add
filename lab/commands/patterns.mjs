// @ts-check
/**
 * Compares find_pattern with ast-grep on patterns that are cut from real code at random.
 *
 *   npm i --prefix DIR -E @ast-grep/cli@0.51.0
 *   node lab/run.mjs patterns LANGUAGE --ast-grep DIR/node_modules/.bin/ast-grep [--count 200] [--seed 1] [--shown 1] FOLDER…
 *
 * A pattern is the code of a random node, where random nodes below it are replaced by metavariables: equal code by the same one, and
 * at times the whole list of a call by `$$$`. ast-grep is asked for all patterns of a folder at once, about the files that have an
 * extension of the language here. Prints the patterns that both read, and places: found by both, and by one of them, with the
 * reasons that are known, and of each pattern with an unknown one the first places. Then one file of each pattern is rewritten twice
 * in memory, with another name in the pattern's code, or with the pattern itself if it has no name: it has to have no further errors,
 * and nothing is to be left to rewrite.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";
import { argumentsOf } from "../arguments.mjs";
import { ToolServer } from "../bench/tool-server.mjs";
import { jsonLines, outputOf, top } from "../programs.mjs";
import { randomNumbers } from "../random-numbers.mjs";

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    "ast-grep": { type: "string", default: "ast-grep" },
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    shown: { type: "string", default: "1" },
  },
  2,
);
const [language = "", ...folders] = positionals;
const random = randomNumbers(Number(values.seed));

/** UTF-16 code units of the code that a pattern is made of, and of the files that it is cut from. */
const length = { least: 8, most: 160 };
const maxFileLength = 200_000;

/** The language as it is described to the product. @type {{ extensions: readonly string[], reserved_words?: string, grammar: string }} */
const known = JSON.parse(readFileSync(join(top, "queries", language, "language.json"), "utf8"));

/** Words that patterns of the language may have and that no name is. */
const reserved = new Set((known.reserved_words ?? "").split(" "));

const globs = known.extensions.map((extension) => `*${extension}`);

/** Patterns that ast-grep is asked for at once: their places have to fit into one string. */
const rulesPerScan = 10;

/** @typedef {import("web-tree-sitter").Node} Node */
/** @typedef {{ key: string, text: string, path?: string }} Place */

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(grammarBytes()));

let both = 0;
let patterns = 0;
const refused = { ours: 0, theirs: 0 };
const rewrites = { done: 0, unchanged: 0, refused: 0, wrong: 0 };
const scratch = mkdtempSync(join(tmpdir(), "codegrove-patterns-"));
/** @type {Map<string, number>} */
const reasons = new Map();
for (const folder of folders.map((path) => resolve(path))) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && known.extensions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const cut = differentPatterns(files, Math.ceil(Number(values.count) / folders.length));
  const theirs = theirPlaces(folder, cut);
  const server = new ToolServer(folder, { cacheFolder: scratch, home: scratch, flags: ["--max-result-chars", "0"] });
  await server.start();
  for (const [i, pattern] of cut.entries()) await compare(server, folder, pattern, theirs[i]);
  await server.close();
}
rmSync(scratch, { recursive: true });
console.log(`${patterns} patterns that both read; only ours refuses ${refused.ours}, only ast-grep ${refused.theirs}`);
console.log(`${both} places of both`);
for (const [reason, count] of [...reasons].sort()) console.log(`${String(count).padStart(8)} ${reason}`);
const { done, unchanged, refused: without, wrong } = rewrites;
console.log(`${done} files rewritten, ${unchanged} unchanged, ${without} without a rewrite, ${wrong} wrong`);

/**
 * @param {ToolServer} server
 * @param {string} folder
 * @param {string} pattern
 * @param {readonly Place[] | undefined} theirs
 */
async function compare(server, folder, pattern, theirs) {
  const ours = await ourPlaces(server, pattern);
  if (ours === undefined || theirs === undefined) {
    if (ours === undefined && theirs !== undefined && theirs.length > 0) {
      refused.ours++;
      console.log(`ours refuses, ast-grep has ${theirs.length}: ${JSON.stringify(pattern)}`);
    }
    if (theirs === undefined && ours !== undefined) refused.theirs++;
    return;
  }
  patterns++;
  const [ofOurs, ofTheirs] = [new Set(ours.map(({ key }) => key)), new Set(theirs.map(({ key }) => key))];
  both += [...ofOurs].filter((key) => ofTheirs.has(key)).length;
  const onlyOurs = ours.filter(({ key }) => !ofTheirs.has(key));
  const onlyTheirs = theirs.filter(({ key }) => !ofOurs.has(key));
  report("ours", pattern, onlyOurs);
  report("ast-grep", pattern, onlyTheirs);
  const [first] = ours;
  if (first?.path !== undefined) await rewriteTwice(server, join(folder, first.path), pattern);
}

/**
 * @param {ToolServer} server
 * @param {string} path
 * @param {string} pattern
 */
async function rewriteTwice(server, path, pattern) {
  const text = readFileSync(path, "utf8");
  const names = (pattern.match(/(?<![\w$"'#@.<])[a-z]\w+(?![\w"'])/g) ?? []).filter((word) => !reserved.has(word));
  const [name] = names;
  const rewrite =
    name === undefined ? pattern : pattern.replaceAll(new RegExp(`(?<![\\w$])${name}(?!\\w)`, "g"), `${name}_2`);
  /** @param {string} source */
  const rewritten = async (source) => {
    const answer = JSON.parse(await server.textOf("find_pattern", { source, language, pattern, rewrite }));
    if (answer.success !== true) return undefined;
    return withHunks(source, answer.hunks ?? []);
  };
  const once = await rewritten(text);
  if (once === undefined) {
    rewrites.refused++;
    return;
  }
  if (once === text) {
    rewrites.unchanged++;
    return;
  }
  rewrites.done++;
  const twice = await rewritten(once);
  const more = errorsOf(once) - errorsOf(text);
  if (twice === once && more <= 0) return;
  rewrites.wrong++;
  const fault = more > 0 ? `${more} further errors` : "not stable";
  console.log(`rewrite with ${fault}: ${JSON.stringify(pattern)} ${path}`);
}

/**
 * @param {string} text
 * @param {readonly { diff: string }[]} hunks
 */
function withHunks(text, hunks) {
  const lines = text.split("\n");
  /** @type {string[]} */
  const made = [];
  let at = 0;
  for (const { diff } of hunks) {
    const [head = "", ...body] = diff.split("\n");
    const [, start = "1", count = "1"] = /^@@ -(\d+)(?:,(\d+))?/.exec(head) ?? [];
    const from = Number(count) === 0 ? Number(start) : Number(start) - 1;
    made.push(...lines.slice(at, from));
    at = from + Number(count);
    made.push(...body.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1)));
  }
  return [...made, ...lines.slice(at)].join("\n");
}

/** @param {string} text */
function errorsOf(text) {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  try {
    return nodesBelow(tree.rootNode).filter(({ isError, isMissing }) => isError || isMissing).length;
  } finally {
    tree.delete();
  }
}

/**
 * @param {"ours" | "ast-grep"} whose
 * @param {string} pattern
 * @param {readonly Place[]} places
 */
function report(whose, pattern, places) {
  /** @type {Place[]} */
  const unknown = [];
  for (const place of places) {
    const reason = reasonOf(pattern, place);
    if (reason === undefined) unknown.push(place);
    const name = `only ${whose}: ${reason ?? "unknown"}`;
    reasons.set(name, (reasons.get(name) ?? 0) + 1);
  }
  if (unknown.length === 0) return;
  console.log(`only ${whose}, ${unknown.length}: ${JSON.stringify(pattern)}`);
  for (const { key, text } of unknown.slice(0, Number(values.shown))) {
    console.log(`    ${key}  ${JSON.stringify(text.slice(0, 160))}`);
  }
}

/** @param {string} pattern @param {Place} place */
function reasonOf(pattern, { text }) {
  if (/\/\*|\/\/|#/.test(text) && !/\/\*|\/\/|#/.test(pattern)) return "a comment in the code";
  if (/, \$\$\$/.test(pattern)) return "$$$ for nothing after a comma";
  return undefined;
}

/** @param {readonly string[]} files @param {number} count */
function differentPatterns(files, count) {
  /** @type {Set<string>} */
  const cut = new Set();
  for (let drawn = 0; cut.size < count && drawn < 20 * count; drawn++) cut.add(patternFrom(files));
  return [...cut];
}

/** @param {readonly string[]} files */
function patternFrom(files) {
  for (;;) {
    const path = files[Math.floor(random() * files.length)] ?? "";
    const text = readFileSync(path, "utf8");
    if (text.length > maxFileLength) continue;
    const tree = parser.parse(text);
    if (tree === null) continue;
    try {
      const nodes = nodesBelow(tree.rootNode).filter(
        (node) =>
          node.isNamed &&
          !node.hasError &&
          node.namedChildCount > 0 &&
          node.endIndex - node.startIndex >= length.least &&
          node.endIndex - node.startIndex <= length.most,
      );
      const node = nodes[Math.floor(random() * nodes.length)];
      if (node !== undefined) return patternOf(node, text);
    } finally {
      tree.delete();
    }
  }
}

/** @param {Node} node @param {string} text */
function patternOf(node, text) {
  const names = ["A", "B", "C"];
  const count = 1 + Math.floor(random() * names.length);
  /** @type {{ start: number, end: number, name: string }[]} */
  const holes = [];
  const below = nodesBelow(node).filter(
    ({ isNamed, type, id, startIndex, endIndex }) =>
      isNamed &&
      id !== node.id &&
      !/comment|string_|escape/.test(type) &&
      endIndex - startIndex < node.endIndex - node.startIndex,
  );
  for (const name of names.slice(0, count)) {
    const free = below.filter(({ startIndex, endIndex }) =>
      holes.every(({ start, end }) => endIndex <= start || end <= startIndex),
    );
    const chosen = free[Math.floor(random() * free.length)];
    if (chosen === undefined) break;
    const isList =
      /^arguments?(_list)?$/.test(chosen.type) && chosen.namedChildCount > 0 && chosen.text.startsWith("(");
    if (isList && random() < 0.7) {
      holes.push({ start: chosen.startIndex + 1, end: chosen.endIndex - 1, name: `$$$${name}` });
      continue;
    }
    for (const one of free) {
      const isOverlapping = holes.some(({ start, end }) => one.startIndex < end && start < one.endIndex);
      if (!isOverlapping && one.text === chosen.text && one.type === chosen.type) {
        holes.push({ start: one.startIndex, end: one.endIndex, name: `$${name}` });
      }
    }
  }
  let pattern = "";
  let at = node.startIndex;
  for (const { start, end, name } of holes.sort((a, b) => a.start - b.start)) {
    pattern += text.slice(at, start) + name;
    at = end;
  }
  return pattern + text.slice(at, node.endIndex);
}

/** @param {Node} node @returns {Node[]} */
function nodesBelow(node) {
  return [node, ...node.children.flatMap((child) => (child === null ? [] : nodesBelow(child)))];
}

/** @param {ToolServer} server @param {string} pattern @returns {Promise<Place[] | undefined>} */
async function ourPlaces(server, pattern) {
  const args = { filepath: ".", pattern, file_patterns: globs, no_ignore: true };
  const { success, results = [] } = JSON.parse(await server.textOf("find_pattern", args));
  if (success === false) return undefined;
  return results.flatMap((/** @type {any} */ { filepath, matches = [] }) =>
    matches.map((/** @type {any} */ { line, column, text }) => {
      const path = filepath.replace(/^\.\//, "");
      return { key: `${path}:${line}:${column}`, text, path };
    }),
  );
}

/**
 * The places that ast-grep has for each pattern; undefined for a pattern that it does not read.
 * @param {string} folder
 * @param {readonly string[]} cut
 * @returns {(Place[] | undefined)[]}
 */
function theirPlaces(folder, cut) {
  const empty = join(scratch, "empty");
  mkdirSync(empty, { recursive: true });
  const config = join(scratch, "sgconfig.yml");
  const options = [`languageGlobs:`, `  ${language}: ${JSON.stringify(globs)}`, "ruleDirs: []"];
  writeFileSync(config, options.join("\n"));
  /** @param {string} where @param {readonly number[]} numbers of patterns */
  const scan = (where, numbers) => {
    const rules = numbers.map((i) =>
      JSON.stringify({ id: `p${i}`, language, severity: "hint", rule: { pattern: cut[i] } }),
    );
    const text = rules.join("\n---\n");
    const path = join(scratch, "rules.yml");
    writeFileSync(path, text);
    const flags = ["--config", config, "--rule", path, "--json=stream", "--no-ignore", "hidden", "--no-ignore", "vcs"];
    return outputOf(values["ast-grep"], ["scan", ...flags, "."], { cwd: where, stderr: "ignore" });
  };
  /** @param {readonly number[]} numbers @returns {readonly number[]} the patterns that it reads */
  const readable = (numbers) => {
    try {
      scan(empty, numbers);
      return numbers;
    } catch {
      const half = numbers.length >> 1;
      return half === 0 ? [] : [...readable(numbers.slice(0, half)), ...readable(numbers.slice(half))];
    }
  };
  const read = readable(cut.map((_, i) => i));
  /** @type {(Place[] | undefined)[]} */
  const places = cut.map((_, i) => (read.includes(i) ? [] : undefined));
  for (let from = 0; from < read.length; from += rulesPerScan) {
    for (const { ruleId, file, range, text } of jsonLines(scan(folder, read.slice(from, from + rulesPerScan)))) {
      const key = `${file.replace(/^\.\//, "")}:${range.start.line + 1}:${range.start.column + 1}`;
      places[Number(ruleId.slice(1))]?.push({ key, text });
    }
  }
  return places;
}

/** @returns {Uint8Array} */
function grammarBytes() {
  const bytes = readFileSync(join(top, "queries", language, known.grammar));
  return known.grammar.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
}
