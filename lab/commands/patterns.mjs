// @ts-check
/**
 * Compares find_pattern with ast-grep on patterns that are cut from real code at random.
 *
 *   npm i --prefix DIR -E @ast-grep/cli@0.51.0
 *   node lab/run.mjs patterns LANGUAGE --ast-grep DIR/node_modules/.bin/ast-grep [--count 200] [--files 15] [--seed 1] [--shown 1] FOLDER…
 *
 * A pattern is the code of a random node, where random nodes below it are replaced by metavariables: equal code by the same one, and
 * at times the whole list of a call by `$$$`. Both are asked about files that are drawn from each folder, of the extensions of the language here. Prints the patterns that both read, the patterns whose places are the same, and places: found by
 * both, and by one of them, with the reasons that are known, and of each pattern with an unknown one the first places. Then one file of each pattern is rewritten twice
 * in memory, with another name in the pattern's code, or with the pattern itself if it has no name: it has to have no further errors,
 * and nothing is to be left to rewrite.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, relative, resolve } from "node:path";
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
    files: { type: "string", default: "15" },
    seed: { type: "string", default: "1" },
    shown: { type: "string", default: "1" },
  },
  2,
);
const [language = "", ...folders] = positionals;
const random = randomNumbers(Number(values.seed));

/** UTF-16 code units of the code that a pattern is made of, and bytes of the files that it is cut from. */
const length = { least: 8, most: 160 };
const maxFileBytes = 200_000;

/** The language as it is described to the product. @type {{ extensions: readonly string[], reserved_words?: string, grammar: string, patterns?: { alike?: string[][] } }} */
const known = JSON.parse(readFileSync(join(top, "queries", language, "language.json"), "utf8"));

const globs = known.extensions.map((extension) => `*${extension}`);

/** Patterns that ast-grep is asked for at once: their places have to fit into one string. */
const rulesPerScan = 10;

/** @typedef {import("web-tree-sitter").Node} Node */
/** @typedef {{ key: string, text: string, path: string, row: number, column: number }} Place `row` and `column` count from 0 */
/** @typedef {{ pattern: string, key: string }} Cut a pattern, and the place that it is cut from */
/** @typedef {{ ours: string | undefined, theirs: string | undefined }} Kinds the kinds of node that a pattern is read as */

/** Kinds that find_pattern compares as one. @type {readonly (readonly string[])[]} */
const alike = known.patterns?.alike ?? [];

await Parser.init();
const parser = new Parser();
const grammar = await Language.load(grammarBytes());
parser.setLanguage(grammar);

/** Words that patterns of the language may have and that are not names. */
const reserved = new Set([
  ...(known.reserved_words ?? "").split(" "),
  ...grammar.types.filter((type) => /^[a-z]+$/.test(type)),
]);

let both = 0;
let patterns = 0;
let equal = 0;
/** Patterns that match the place that they are cut from. */
const origins = { ours: 0, theirs: 0 };
const refused = { ours: 0, theirs: 0, both: 0, found: 0 };
const rewrites = { done: 0, unchanged: 0, refused: 0, wrong: 0 };
/** The tree of the last file. @type {{ path: string, tree: import("web-tree-sitter").Tree } | undefined} */
let parsed;
const scratch = mkdtempSync(join(tmpdir(), "codegrove-patterns-"));
/** Reason → places, and patterns with such places. @type {Map<string, { places: number, patterns: Set<string> }>} */
const reasons = new Map();
for (const folder of folders.map((path) => resolve(path))) {
  const all = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && known.extensions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size <= maxFileBytes)
    .sort();
  const files = drawnFrom(all, Number(values.files));
  const paths = files.map((path) => relative(folder, path));
  const cut = differentPatterns(folder, files, Math.ceil(Number(values.count) / folders.length));
  const theirs = theirPlaces(
    folder,
    paths,
    cut.map(({ pattern }) => pattern),
  );
  const server = new ToolServer(folder, { cacheFolder: scratch, home: scratch, flags: ["--max-result-chars", "0"] });
  await server.start();
  for (const [i, one] of cut.entries()) await compare(server, { folder, paths }, one, theirs[i]);
  await server.close();
}
rmSync(scratch, { recursive: true });
console.log(
  `${patterns} patterns that both read; only ours refuses ${refused.ours} (ast-grep finds ${refused.found} of them), only ast-grep ${refused.theirs}, both ${refused.both}`,
);
console.log(`${origins.ours} match the place that they are cut from here, ${origins.theirs} with ast-grep`);
console.log(`${equal} patterns with the same places; ${both} places of both`);
for (const [reason, { places, patterns: ofThese }] of [...reasons].sort()) {
  console.log(`${String(places).padStart(8)} of ${String(ofThese.size).padStart(4)} patterns ${reason}`);
}
const { done, unchanged, refused: without, wrong } = rewrites;
console.log(`${done} files rewritten, ${unchanged} unchanged, ${without} without a rewrite, ${wrong} wrong`);

/**
 * @param {ToolServer} server
 * @param {{ folder: string, paths: readonly string[] }} asked
 * @param {Cut} cut
 * @param {readonly Place[] | undefined} theirs
 */
async function compare(server, { folder, paths }, { pattern, key: origin }, theirs) {
  const ours = await ourPlaces(server, paths, pattern);
  if (ours === undefined || theirs === undefined) {
    if (ours === undefined && theirs !== undefined) {
      refused.ours++;
      if (theirs.length > 0) refused.found++;
      console.log(`ours refuses, ast-grep has ${theirs.length}: ${JSON.stringify(pattern)}`);
    }
    if (theirs === undefined) refused[ours === undefined ? "both" : "theirs"]++;
    return;
  }
  patterns++;
  const [ofOurs, ofTheirs] = [new Set(ours.map(({ key }) => key)), new Set(theirs.map(({ key }) => key))];
  if (ofOurs.has(origin)) origins.ours++;
  else console.log(`ours misses its own place ${origin}: ${JSON.stringify(pattern)}`);
  if (ofTheirs.has(origin)) origins.theirs++;
  both += [...ofOurs].filter((key) => ofTheirs.has(key)).length;
  const onlyOurs = ours.filter(({ key }) => !ofTheirs.has(key));
  const onlyTheirs = theirs.filter(({ key }) => !ofOurs.has(key));
  if (onlyOurs.length === 0 && onlyTheirs.length === 0) equal++;
  else {
    const kinds = { ours: ours[0]?.kind ?? (await ourKind(server, pattern)), theirs: theirKind(pattern) };
    report(folder, "ours", pattern, kinds, onlyOurs);
    report(folder, "ast-grep", pattern, kinds, onlyTheirs);
  }
  const [first] = ours;
  if (first !== undefined) await rewriteTwice(server, join(folder, first.path), pattern);
}

/**
 * @param {ToolServer} server
 * @param {string} path
 * @param {string} pattern
 */
async function rewriteTwice(server, path, pattern) {
  const text = readFileSync(path, "utf8");
  const names = (pattern.match(/(?<![\w$"'#@.<])[a-z]\w{3,}(?![\w"'])/g) ?? []).filter((word) => !reserved.has(word));
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
 * @param {string} folder
 * @param {"ours" | "ast-grep"} whose
 * @param {string} pattern
 * @param {Kinds} kinds
 * @param {readonly Place[]} places
 */
function report(folder, whose, pattern, kinds, places) {
  /** @type {Place[]} */
  const unknown = [];
  for (const place of places) {
    const reason = reasonOf(folder, whose, pattern, kinds, place);
    if (reason === undefined) unknown.push(place);
    const name = `only ${whose}: ${reason ?? "unknown"}`;
    const counted = reasons.get(name) ?? { places: 0, patterns: new Set() };
    counted.places++;
    counted.patterns.add(pattern);
    reasons.set(name, counted);
  }
  if (unknown.length === 0) return;
  console.log(`only ${whose}, ${unknown.length}: ${JSON.stringify(pattern)} ${kinds.ours} ${kinds.theirs}`);
  for (const { key, text } of unknown.slice(0, Number(values.shown))) {
    console.log(`    ${key}  ${JSON.stringify(text.slice(0, 160))}`);
  }
}

/**
 * @param {string} folder
 * @param {"ours" | "ast-grep"} whose
 * @param {string} pattern
 * @param {Kinds} kinds
 * @param {Place} place
 */
function reasonOf(folder, whose, pattern, { ours, theirs }, place) {
  if (/\/\*|\/\/|#/.test(place.text) && !/\/\*|\/\/|#/.test(pattern)) return "a comment in the code";
  if (/, \$\$\$/.test(pattern)) return "$$$ for nothing after a comma";
  const isAlike = alike.some((group) => group.includes(ours ?? "") && group.includes(theirs ?? ""));
  if (ours !== theirs && !isAlike) return `read as ${ours} here, as ${theirs} there`;
  const { kinds, hasErrors } = nodesAt(join(folder, place.path), place);
  if (hasErrors) return "code with errors in the tree of ast-grep";
  if (whose === "ours" && theirs !== undefined && !kinds.includes(theirs)) {
    return isAlike || ours === theirs
      ? `a kind like ${theirs}: ${kinds.find(isLike(theirs)) ?? "other tree"}`
      : undefined;
  }
  return undefined;
}

/** @param {string} kind @returns {(other: string) => boolean} */
function isLike(kind) {
  return (other) => alike.some((group) => group.includes(kind) && group.includes(other));
}

/**
 * The kinds of the nodes that begin at a place, as the grammar reads the file without masking, and whether there is an error at it.
 * @param {string} path
 * @param {Place} place
 */
function nodesAt(path, { row, column }) {
  if (parsed?.path !== path) {
    parsed?.tree.delete();
    const tree = parser.parse(readFileSync(path, "utf8"));
    if (tree === null) throw new Error("no tree");
    parsed = { path, tree };
  }
  /** @type {string[]} */
  const kinds = [];
  let hasErrors = false;
  const innermost = parsed.tree.rootNode.descendantForPosition({ row, column });
  for (let node = innermost; node !== null; node = node.parent) {
    const { startPosition: start, type } = node;
    if (start.row === row && start.column === column) {
      kinds.push(type);
      hasErrors ||= node.hasError;
    }
    hasErrors ||= node.isError;
  }
  return { kinds, hasErrors };
}

/** The kind of node that ast-grep reads a pattern as. @param {string} pattern */
function theirKind(pattern) {
  const flags = ["-p", pattern, "-l", language, "--debug-query=pattern", "--color", "never"];
  const { stderr } = spawnSync(values["ast-grep"], ["run", ...flags, "/dev/null"], { encoding: "utf8" });
  return /^Debug Pattern:\n(\w+)/m.exec(stderr)?.[1];
}

/** The kind of node that find_pattern reads a pattern as, from the same code without metavariables. @param {ToolServer} server @param {string} pattern */
async function ourKind(server, pattern) {
  const code = pattern.replace(/\$+([A-Z])/g, "hole_$1");
  for (const source of [`${code}\n`, `${code};\n`, `void hole() {\n${code};\n}\n`]) {
    const { parsed_as } = JSON.parse(await server.textOf("find_pattern", { source, language, pattern }));
    if (typeof parsed_as === "string") return parsed_as;
  }
  return undefined;
}

/** @param {string} folder @param {readonly string[]} files @param {number} count @returns {readonly Cut[]} */
function differentPatterns(folder, files, count) {
  /** @type {Map<string, Cut>} */
  const cut = new Map();
  for (let drawn = 0; cut.size < count && drawn < 20 * count; drawn++) {
    const { pattern, path, row, column } = patternFrom(files);
    const key = `${relative(folder, path)}:${row + 1}:${column + 1}`;
    if (!cut.has(pattern)) cut.set(pattern, { pattern, key });
  }
  return [...cut.values()];
}

/** @param {readonly string[]} paths @param {number} count @returns {readonly string[]} different ones, in their order */
function drawnFrom(paths, count) {
  const left = [...paths];
  /** @type {string[]} */
  const drawn = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn.sort();
}

/** @param {readonly string[]} files */
function patternFrom(files) {
  for (;;) {
    const path = files[Math.floor(random() * files.length)] ?? "";
    const text = readFileSync(path, "utf8");
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
      if (node !== undefined) return { pattern: patternOf(node, text), path, ...node.startPosition };
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
  return withoutIndentation(pattern + text.slice(at, node.endIndex), text, node.startIndex);
}

/**
 * The lines of a pattern without the indentation of the line that it begins in.
 * @param {string} pattern @param {string} text @param {number} start
 */
function withoutIndentation(pattern, text, start) {
  const [indentation = ""] = /^[^\S\n]*/.exec(text.slice(text.lastIndexOf("\n", start - 1) + 1)) ?? [];
  return pattern.replaceAll(`\n${indentation}`, "\n");
}

/** @param {Node} node @returns {Node[]} */
function nodesBelow(node) {
  return [node, ...node.children.flatMap((child) => (child === null ? [] : nodesBelow(child)))];
}

/** @param {ToolServer} server @param {readonly string[]} paths @param {string} pattern @returns {Promise<(Place & { kind: string })[] | undefined>} */
async function ourPlaces(server, paths, pattern) {
  const args = { filepath: paths, pattern };
  const { success, results = [] } = JSON.parse(await server.textOf("find_pattern", args));
  if (success === false) return undefined;
  return results.flatMap((/** @type {any} */ { filepath, matches = [], parsed_as: kind }) =>
    matches.map((/** @type {any} */ { line, column, text }) => {
      const path = filepath.replace(/^\.\//, "");
      return { key: `${path}:${line}:${column}`, text, path, row: line - 1, column: column - 1, kind };
    }),
  );
}

/**
 * The places that ast-grep has for each pattern; undefined for a pattern that it does not read.
 * @param {string} folder
 * @param {readonly string[]} paths
 * @param {readonly string[]} cut
 * @returns {(Place[] | undefined)[]}
 */
function theirPlaces(folder, paths, cut) {
  const empty = join(scratch, "empty");
  mkdirSync(empty, { recursive: true });
  const config = join(scratch, "sgconfig.yml");
  const options = [`languageGlobs:`, `  ${language}: ${JSON.stringify(globs)}`, "ruleDirs: []"];
  writeFileSync(config, options.join("\n"));
  /** @param {string} where @param {readonly string[]} asked @param {readonly number[]} numbers of patterns */
  const scan = (where, asked, numbers) => {
    const rules = numbers.map((i) =>
      JSON.stringify({ id: `p${i}`, language, severity: "hint", rule: { pattern: cut[i] } }),
    );
    const text = rules.join("\n---\n");
    const path = join(scratch, "rules.yml");
    writeFileSync(path, text);
    const flags = ["--config", config, "--rule", path, "--json=stream", "--no-ignore", "hidden", "--no-ignore", "vcs"];
    return outputOf(values["ast-grep"], ["scan", ...flags, ...asked], { cwd: where, stderr: "ignore" });
  };
  /** @param {readonly number[]} numbers @returns {readonly number[]} the patterns that it reads */
  const readable = (numbers) => {
    try {
      scan(empty, ["."], numbers);
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
    for (const { ruleId, file, range, text } of jsonLines(scan(folder, paths, read.slice(from, from + rulesPerScan)))) {
      const path = file.replace(/^\.\//, "");
      const { line: row, column } = range.start;
      places[Number(ruleId.slice(1))]?.push({ key: `${path}:${row + 1}:${column + 1}`, text, path, row, column });
    }
  }
  return places;
}

/** @returns {Uint8Array} */
function grammarBytes() {
  const bytes = readFileSync(join(top, "queries", language, known.grammar));
  return known.grammar.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
}
