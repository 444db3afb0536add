#!/usr/bin/env node
// @ts-check
/**
 * How exact find_classes and find_functions are on real C++, against clang (asked through clangd).
 *
 *   node scripts/corpora.mjs                   # once: the code bases
 *   node scripts/accuracy.mjs [OPTION…] [NAME | deb:PACKAGE | src:PACKAGE]…
 *
 *   --corpora DIR   where corpora.mjs put them (default .corpora)
 *   --sample N      compare N files of a corpus, picked by hash, always the same (default 400); 0: all
 *   --list          print each difference: corpus, side, kind, file:line name
 *   --clangd CMD    default: the newest clangd in the PATH (17 or later; Debian: clangd-19)
 *   --workers N     files that clangd reads at a time (default 2)
 *
 * A row per corpus: files; files whose tree has errors, without and with macro masking; then
 * precision and recall (name and line) of classes and functions, on the compared files that clang
 * reads without errors and on all compared files; then how many rows of ours stand where clang
 * dropped what it could not read (unread.mjs) and are not compared. What clang says is kept in DIR/truth, since
 * clangd is slow: the first run takes about a second a file. cpp-truth.mjs says what is compared.
 * CODEGROVE names another main.cjs than the built `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { newestClangd } from "./clangd.mjs";
import { corpora, corpusOf, defaultFolder } from "./corpora.mjs";
import { clangdFlags, truthOf } from "./cpp-truth.mjs";
import { sampleOf } from "./source-files.mjs";

/** @typedef {import("./corpora.mjs").Corpus} Corpus */
/** @typedef {import("./cpp-truth.mjs").FileTruth} FileTruth */
/** @typedef {import("./cpp-truth.mjs").Kind} Kind */
/** @typedef {{ name: string, line: number, column: number }} Row */
/** @typedef {{ filepath: string, success: boolean, has_errors?: boolean, classes?: Row[], functions?: Row[] }} Result */
/** @typedef {{ equal: number, onlyOurs: number, onlyClang: number }} Count */
/** @typedef {{ side: "ours" | "clang", kind: Kind, file: string, line: number, name: string, isClean: boolean }} Difference */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");

/** Milliseconds for one tool call over a whole corpus. */
const callTimeoutMs = 3_600_000;

/** The patterns that codegrove looks for in a folder. */
const extensions = new Set([".cpp", ".hpp", ".h", ".cc", ".cxx"]);

/** Larger files are amalgamations, which clangd's AST answer makes gigabytes of. */
const maxFileBytes = 500_000;

/** Lines of the lists of the most frequent differences. */
const groupsShown = 12;

/** @type {readonly Kind[]} */
const kinds = ["class", "function"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: "string", default: defaultFolder },
    sample: { type: "string", default: "400" },
    list: { type: "boolean", default: false },
    clangd: { type: "string" },
    workers: { type: "string", default: "2" },
  },
});
const folder = resolve(values.corpora);
const clangd = values.clangd ?? newestClangd();
const chosen =
  positionals.length > 0
    ? positionals.map(corpusOf)
    : corpora.filter(({ name, language }) => language === "cpp" && existsSync(join(folder, name, ".complete")));
if (chosen.length === 0) {
  console.error(`No corpora in ${folder}: run node scripts/corpora.mjs first.`);
  process.exitCode = 1;
}
if (chosen.length > 0) printHead();
for (const corpus of chosen) {
  try {
    await measure(corpus);
  } catch (error) {
    console.error(`${corpus.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** @param {Corpus} corpus */
async function measure(corpus) {
  const home = join(folder, corpus.name);
  const roots = corpus.roots.map((root) => join(home, root)).filter((root) => existsSync(root));
  const files = roots.flatMap(sourcesBelow).map((path) => relative(home, path));
  if (files.length === 0) throw new Error(`nothing in ${home}: run node scripts/corpora.mjs first`);
  const sample = sampleOf(
    files.filter((file) => statSync(join(home, file)).size <= maxFileBytes),
    Number(values.sample),
  );
  const truth = await truthOf(home, sample, {
    command: clangd,
    flags: clangdFlags(corpus, folder),
    cache: truthFile(corpus),
    workers: Number(values.workers),
    progress: (done) => process.stderr.write(`\r${corpus.name}: clangd has read ${done} files `),
  });
  const before = errorsWithoutMasking(roots);
  const after = countErrors(answersOf("parse_file", roots));
  const classes = answersOf("find_classes", roots);
  const functions = answersOf("find_functions", roots);
  const counts = { clean: emptyCounts(), all: emptyCounts() };
  const compared = { clean: 0, all: 0 };
  let skipped = 0;
  /** @type {Difference[]} */
  const differences = [];
  for (const file of sample) {
    const fileTruth = truth[file];
    if (!fileTruth) continue;
    const isClean = fileTruth.errors === 0;
    compared.all += 1;
    compared.clean += isClean ? 1 : 0;
    const path = join(home, file);
    const rows = { class: classes.get(path)?.classes ?? [], function: functions.get(path)?.functions ?? [] };
    for (const kind of kinds) {
      const { equal, found, unread } = compareFile(kind, rows[kind], fileTruth);
      skipped += unread;
      differences.push(...found.map((difference) => ({ ...difference, kind, file, isClean })));
      const onlyOurs = found.filter(({ side }) => side === "ours").length;
      add(counts.all[kind], equal, onlyOurs, found.length - onlyOurs);
      if (isClean) add(counts.clean[kind], equal, onlyOurs, found.length - onlyOurs);
    }
  }
  process.stderr.write("\r\u001b[K");
  const unread = sample.filter((file) => !truth[file]).length;
  if (unread > 0) console.error(`${corpus.name}: clangd could not read ${unread} files`);
  printRow(corpus.name, files.length, before, after, compared, counts, skipped);
  if (values.list) printDifferences(corpus.name, differences);
}

/**
 * @param {Kind} kind
 * @param {Row[]} ours
 * @param {FileTruth} truth
 */
function compareFile(kind, ours, truth) {
  const isOfKind = (/** @type {{ kind: Kind }} */ row) => row.kind === kind;
  const keyOf = (/** @type {{ name: string, line: number }} */ { name, line }) => `${line} ${name}`;
  const left = new Map(ours.map((row) => [keyOf(row), row]));
  const missing = [];
  let equal = 0;
  for (const row of new Map(truth.definitions.filter(isOfKind).map((row) => [keyOf(row), row])).values()) {
    if (left.delete(keyOf(row))) equal += 1;
    else missing.push({ side: /** @type {const} */ ("clang"), name: row.name, line: row.line });
  }
  for (const { name, line, lastLine } of truth.headed.filter(isOfKind)) {
    const match = [...left].find(([, row]) => row.line >= line && row.line <= lastLine);
    if (match !== undefined && left.delete(match[0])) equal += 1;
    else missing.push({ side: /** @type {const} */ ("clang"), name, line });
  }
  for (const row of truth.optional.filter(isOfKind)) left.delete(keyOf(row));
  const isIn = (/** @type {[number, number][]} */ ranges, /** @type {Row} */ { line }) =>
    ranges.some(([first, last]) => line >= first && line <= last);
  const active = [...left.values()].filter((row) => !isIn(truth.inactive, row));
  const extra = active
    .filter((row) => !isIn(truth.unread, row))
    .map(({ name, line }) => ({ side: /** @type {const} */ ("ours"), name, line }));
  return { equal, found: [...missing, ...extra], unread: active.length - extra.length };
}

/** @param {string} root */
function sourcesBelow(root) {
  if (statSync(root).isFile()) return [root];
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {Corpus} corpus */
function truthFile({ name }) {
  mkdirSync(join(folder, "truth"), { recursive: true });
  return join(folder, "truth", `${name}.json`);
}

/**
 * @param {string} tool
 * @param {string[]} roots
 * @param {string[]} [flags]
 * @returns {Map<string, Result>}
 */
function answersOf(tool, roots, flags = []) {
  const args = [main, tool, ...roots, "--no-ignore", ...flags];
  const env = { ...process.env, REQUEST_TIMEOUT: String(callTimeoutMs) };
  const stdio = /** @type {const} */ (["ignore", "pipe", "inherit"]);
  const json = execFileSync(process.execPath, args, { env, stdio: [...stdio], encoding: "utf8", maxBuffer: 2 ** 30 });
  const answer = JSON.parse(json);
  const results = /** @type {Result[]} */ (answer.results ?? [answer]);
  return new Map(results.map((result) => [result.filepath, result]));
}

/** @param {string[]} roots */
function errorsWithoutMasking(roots) {
  try {
    return countErrors(answersOf("parse_file", roots, ["--no-macro-masking"]));
  } catch {
    return "-"; // a codegrove that knows no masking
  }
}

/** @param {Map<string, Result>} answers */
function countErrors(answers) {
  return [...answers.values()].filter((answer) => answer.has_errors).length;
}

/** @returns {Record<Kind, Count>} */
function emptyCounts() {
  const empty = { equal: 0, onlyOurs: 0, onlyClang: 0 };
  return { class: { ...empty }, function: { ...empty } };
}

/**
 * @param {Count} count
 * @param {number} equal
 * @param {number} onlyOurs
 * @param {number} onlyClang
 */
function add(count, equal, onlyOurs, onlyClang) {
  count.equal += equal;
  count.onlyOurs += onlyOurs;
  count.onlyClang += onlyClang;
}

function printHead() {
  const side = "classes P      R  functions P      R";
  console.log(
    `${"".padEnd(16)}        files with errors  | read cleanly by clang${"".padEnd(18)} | all compared${"".padEnd(29)} | not`,
  );
  console.log(`${"corpus".padEnd(16)}  files  before  after | files ${side} | files ${side} | compared`);
}

/**
 * @param {string} name
 * @param {number} files
 * @param {number | string} before
 * @param {number} after
 * @param {{ clean: number, all: number }} compared
 * @param {{ clean: Record<Kind, Count>, all: Record<Kind, Count> }} counts
 * @param {number} skipped
 */
function printRow(name, files, before, after, compared, counts, skipped) {
  const side = (/** @type {"clean" | "all"} */ which) =>
    String(compared[which]).padStart(5) + rates(counts[which].class, 10) + rates(counts[which].function, 12);
  const left = [files, before, after].map((count) => String(count).padStart(7)).join("");
  console.log(`${name.padEnd(16)}${left} | ${side("clean")} | ${side("all")} | ${skipped}`);
}

/**
 * Precision and recall.
 * @param {Count} count
 * @param {number} width
 */
function rates({ equal, onlyOurs, onlyClang }, width) {
  const rate = (/** @type {number} */ missed) => (equal + missed === 0 ? "-" : (equal / (equal + missed)).toFixed(4));
  return rate(onlyOurs).padStart(width) + rate(onlyClang).padStart(7);
}

/**
 * @param {string} corpus
 * @param {Difference[]} differences
 */
function printDifferences(corpus, differences) {
  for (const { side, kind, file, line, name, isClean } of differences) {
    console.log(`${corpus}\tonly ${side}\t${kind}\t${isClean ? "clean" : "errors"}\t${file}:${line}\t${name}`);
  }
  for (const side of /** @type {const} */ (["ours", "clang"])) {
    const onSide = differences.filter((difference) => difference.side === side && difference.isClean);
    printGroups(
      `${corpus}: only ${side}, by name`,
      onSide.map(({ kind, name }) => `${kind} ${name}`),
    );
    printGroups(
      `${corpus}: only ${side}, by file`,
      onSide.map(({ file }) => file),
    );
  }
}

/**
 * @param {string} title
 * @param {string[]} keys
 */
function printGroups(title, keys) {
  if (keys.length === 0) return;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  console.log(`${title} (${keys.length}, files clang reads cleanly)`);
  const largest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, groupsShown);
  for (const [key, count] of largest) console.log(`  ${String(count).padStart(5)}  ${key}`);
}
