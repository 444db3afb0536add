// @ts-check
/**
 * How exact find_classes and find_functions are on real C++, against clang (asked through clangd).
 *
 *   node lab/run.mjs corpora                   # once: the code bases
 *   node lab/run.mjs accuracy [OPTION…] [NAME | deb:PACKAGE | src:PACKAGE]…
 *
 *   --corpora DIR   where they are (default .corpora)
 *   --sample N      compare N files of a corpus, picked by hash, always the same (default 400); 0: all
 *   --list          print each difference
 *   --clangd CMD    default: the newest clangd in the PATH (17 or later; Debian: clangd-19)
 *   --workers N     files that clangd reads at a time (default 2)
 *
 * For each corpus, its files, those whose tree has errors without and with macro masking, and how many rows of ours are at
 * lines where clang dropped what it could not read (unread.mjs) and are not compared; then precision and recall (name and
 * line) of classes and functions, on the compared files that clang reads without errors and on those with errors. What
 * clang says is kept in DIR/truth, since clangd is slow: the first run takes about a second a file. cpp-truth.mjs says
 * what is compared.
 */
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { sampleOf } from "../halves.mjs";
import { answerOf } from "../programs.mjs";
import { Sides } from "../sides.mjs";
import { cppCorpora, cppFilesOf, defaultFolder, truthFile } from "../truths/corpora.mjs";
import { clangdFlags, truthOf } from "../truths/cpp-truth.mjs";

/** @typedef {import("../truths/corpora.mjs").Corpus} Corpus */
/** @typedef {import("../truths/cpp-truth.mjs").FileTruth} FileTruth */
/** @typedef {import("../truths/cpp-truth.mjs").Kind} Kind */
/** @typedef {{ name: string, line: number, column: number }} Row */
/** @typedef {{ filepath: string, has_errors?: boolean, classes?: Row[], functions?: Row[] }} Result */

const { values, positionals } = argumentsOf(import.meta.url, {
  corpora: { type: "string", default: defaultFolder },
  sample: { type: "string", default: "400" },
  list: { type: "boolean", default: false },
  clangd: { type: "string" },
  workers: { type: "string", default: "2" },
});
const folder = resolve(values.corpora);
const chosen = cppCorpora(positionals, folder);
if (chosen.length === 0) throw new Error(`no corpora in ${folder}: run node lab/run.mjs corpora first`);
for (const corpus of chosen) await measure(corpus);

/** @param {Corpus} corpus */
async function measure(corpus) {
  const { name } = corpus;
  const { home, roots, files } = cppFilesOf(corpus, folder);
  const sample = sampleOf(files, Number(values.sample));
  const cache = truthFile(folder, `${name}.json`);
  const truth = await truthOf(home, sample, { ...values, flags: clangdFlags(corpus, folder), cache, name });
  const before = errorsOf(answersOf("parse_file", roots, ["--no-macro-masking"]));
  const after = errorsOf(answersOf("parse_file", roots));
  const classes = answersOf("find_classes", roots);
  const functions = answersOf("find_functions", roots);
  const sides = new Sides();
  let notCompared = 0;
  let clean = 0;
  for (const file of sample) {
    const fileTruth = truth[file];
    if (!fileTruth) continue;
    const path = join(home, file);
    if (fileTruth.errors === 0) clean += 1;
    const group = fileTruth.errors === 0 ? "read cleanly" : "with errors of clang";
    const rows = { class: classes.get(path)?.classes ?? [], function: functions.get(path)?.functions ?? [] };
    for (const kind of /** @type {const} */ (["class", "function"])) {
      notCompared += compareFile(kind, rows[kind], fileTruth, (side, row) =>
        sides.add(side, [`${kind}, ${group}`], `${file}:${row.line} ${row.name}`),
      );
    }
  }
  const unread = sample.filter((file) => !truth[file]).length;
  console.log(
    `${name}: ${files.length} files, with errors ${before} without masking, ${after} with it; ` +
      `${sample.length} compared, of them clang reads ${clean} cleanly, and clangd could not read ${unread}; ` +
      `${notCompared} rows not compared`,
  );
  sides.print("", values.list ? sides.differences.length : 0);
}

/**
 * Compares the rows of a file.
 * @param {Kind} kind
 * @param {readonly Row[]} ours
 * @param {FileTruth} truth
 * @param {(side: import("../sides.mjs").Side, row: { name: string, line: number }) => void} count
 * @returns {number} rows of ours where clang could not read
 */
function compareFile(kind, ours, truth, count) {
  const isOfKind = (/** @type {{ kind: Kind }} */ row) => row.kind === kind;
  const keyOf = (/** @type {{ name: string, line: number }} */ { name, line }) => `${line} ${name}`;
  const left = new Map(ours.map((row) => [keyOf(row), row]));
  for (const row of new Map(truth.definitions.filter(isOfKind).map((row) => [keyOf(row), row])).values()) {
    count(left.delete(keyOf(row)) ? "both" : "theirs", row);
  }
  for (const row of truth.headed.filter(isOfKind)) {
    const match = [...left].find(([, { line }]) => line >= row.line && line <= row.lastLine);
    count(match !== undefined && left.delete(match[0]) ? "both" : "theirs", row);
  }
  for (const row of truth.optional.filter(isOfKind)) left.delete(keyOf(row));
  const isIn = (/** @type {[number, number][]} */ ranges, /** @type {Row} */ { line }) =>
    ranges.some(([first, last]) => line >= first && line <= last);
  const active = [...left.values()].filter((row) => !isIn(truth.inactive, row));
  const extra = active.filter((row) => !isIn(truth.unread, row));
  for (const row of extra) count("ours", row);
  return active.length - extra.length;
}

/**
 * @param {string} tool
 * @param {string[]} roots
 * @param {string[]} [flags]
 * @returns {Map<string, Result>}
 */
function answersOf(tool, roots, flags = []) {
  const answer = answerOf([tool, ...roots, "--no-ignore", ...flags]);
  return new Map((answer.results ?? [answer]).map((/** @type {Result} */ result) => [result.filepath, result]));
}

/** @param {Map<string, Result>} answers */
function errorsOf(answers) {
  return [...answers.values()].filter((answer) => answer.has_errors).length;
}
