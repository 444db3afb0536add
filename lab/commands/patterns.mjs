// @ts-check
/**
 * Compares find_pattern with ast-grep on patterns that are cut from real code at random.
 *
 *   npm i --prefix DIR -E @ast-grep/cli@0.51.0
 *   node lab/run.mjs patterns LANGUAGE --ast-grep DIR/node_modules/.bin/ast-grep [--count 200] [--seed 1] [--glob '*.cpp'] FOLDER…
 *
 * A pattern is the code of a random node, where random nodes below it are replaced by metavariables: equal code by the same one, and
 * at times the whole list of a call by `$$$`. GLOB names the files that are searched; by default the extension that most have.
 * Prints the patterns that both read, and places: found by both, and by one of them, with the reasons that are known, and each
 * pattern with an unknown one. Then one file of each pattern is rewritten twice in memory, with another name in the pattern's
 * code, or with the pattern itself if it has no name: it has to have no further errors, and nothing is to be left to rewrite.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";
import { argumentsOf } from "../arguments.mjs";
import { ToolServer } from "../bench/tool-server.mjs";
import { outputOf, top } from "../programs.mjs";
import { randomNumbers } from "../random-numbers.mjs";

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    "ast-grep": { type: "string", default: "ast-grep" },
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    glob: { type: "string" },
  },
  2,
);
const [language = "", ...folders] = positionals;
const random = randomNumbers(Number(values.seed));

/** Names of languages that ast-grep has another one for. @type {Readonly<Record<string, string>>} */
const otherNames = { javascript: "js", typescript: "ts" };

/** UTF-16 code units of the code that a pattern is made of, and of the files that it is cut from. */
const length = { least: 8, most: 160 };
const maxFileLength = 200_000;

/** Words that patterns of the language may have and that no name is. */
const reserved = new Set(
  /** @type {string} */ (
    JSON.parse(readFileSync(join(top, "queries", language, "language.json"), "utf8")).reserved_words ?? ""
  ).split(" "),
);

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
  const extensions = /** @type {readonly string[]} */ (
    JSON.parse(readFileSync(join(top, "queries", language, "language.json"), "utf8")).extensions
  );
  const { glob = `*${extensions[0]}` } = values;
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && (extname(entry.name) === extname(glob) || values.glob === undefined))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => extensions.includes(extname(path)) && path.endsWith(glob.slice(1)))
    .sort();
  const server = new ToolServer(folder, { cacheFolder: scratch, home: scratch, flags: ["--max-result-chars", "0"] });
  await server.start();
  for (let i = 0; i < Number(values.count) / folders.length; i++) {
    await compare(server, folder, glob, patternFrom(files));
  }
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
 * @param {string} glob
 * @param {string} pattern
 */
async function compare(server, folder, glob, pattern) {
  const ours = await ourPlaces(server, glob, pattern);
  const theirs = theirPlaces(folder, glob, pattern);
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
  const [first] = unknown;
  if (first === undefined) return;
  console.log(`only ${whose}, ${unknown.length}: ${JSON.stringify(pattern)}`);
  console.log(`    ${first.key}  ${JSON.stringify(first.text.slice(0, 160))}`);
}

/** @param {string} pattern @param {Place} place */
function reasonOf(pattern, { text }) {
  if (/\/\*|\/\/|#/.test(text) && !/\/\*|\/\/|#/.test(pattern)) return "a comment in the code";
  if (/, \$\$\$/.test(pattern)) return "$$$ for nothing after a comma";
  return undefined;
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

/** @param {ToolServer} server @param {string} glob @param {string} pattern @returns {Promise<Place[] | undefined>} */
async function ourPlaces(server, glob, pattern) {
  const args = { filepath: ".", pattern, file_patterns: [glob], no_ignore: true };
  const { success, results = [] } = JSON.parse(await server.textOf("find_pattern", args));
  if (success === false) return undefined;
  return results.flatMap((/** @type {any} */ { filepath, matches = [] }) =>
    matches.map((/** @type {any} */ { line, column, text }) => {
      const path = filepath.replace(/^\.\//, "");
      return { key: `${path}:${line}:${column}`, text, path };
    }),
  );
}

/** @param {string} folder @param {string} glob @param {string} pattern @returns {Place[] | undefined} */
function theirPlaces(folder, glob, pattern) {
  const lang = otherNames[language] ?? language;
  const args = ["run", "--lang", lang, "--pattern", pattern, "--json=compact", "--no-ignore", "hidden"];
  try {
    const found = JSON.parse(
      outputOf(values["ast-grep"], [...args, "--globs", glob, "."], { cwd: folder, stderr: "ignore" }),
    );
    return found.map((/** @type {any} */ { file, range, text }) => {
      return { key: `${file.replace(/^\.\//, "")}:${range.start.line + 1}:${range.start.column + 1}`, text };
    });
  } catch {
    return undefined;
  }
}

/** @returns {Uint8Array} */
function grammarBytes() {
  const path = join(top, "queries", language);
  const { grammar } = JSON.parse(readFileSync(join(path, "language.json"), "utf8"));
  const bytes = readFileSync(join(path, grammar));
  return grammar.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
}
