// @ts-check
/**
 * The C++ files that clang accepts and in which check_file reports a syntax error.
 *
 *   node lab/run.mjs corpora                   # once: the code bases
 *   node lab/run.mjs cpp-syntax [OPTION…] [NAME | deb:PACKAGE | src:PACKAGE]…
 *
 *   --corpora DIR    where corpora.mjs put them (default .corpora)
 *   --sample N       clang compiles N files of a corpus, picked by hash, always the same (default 200); 0: all
 *   --all-errors     and each file with an error of ours, which finds more causes; the counts are those of the sample
 *   --workers N      files that clang compiles at a time (default 2)
 *   --clang CMD      default: clang++-19
 *
 * Accepted is what `clang++ -fsyntax-only -std=c++20` compiles on its own without an error, with the include folders of the
 * corpus. Prints for each corpus and for either half of the files, by a hash of their paths, the accepted files and those of
 * them with an error of ours; then each such file with its first error and the line of code. What clang says is kept in
 * DIR/truth. Exits 1 when more than 1 % of the accepted files have an error.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { byHash, halfOf, hashOf } from "../halves.mjs";
import { answerOf } from "../programs.mjs";
import { compilerFlags, cppCorpora, cppFilesOf, cppPatterns, defaultFolder, truthFile } from "../truths/corpora.mjs";

/** @typedef {import("../truths/corpora.mjs").Corpus} Corpus */
/** @typedef {{ line: number, column: number, message: string }} SyntaxError */
/** @typedef {{ accepted: number, wrong: number }} Count */

/** Milliseconds for clang on one file; one that takes longer counts as not accepted. */
const clangTimeoutMs = 60_000;

/** The part of the accepted files that may have an error. */
const allowedPart = 0.01;

/** Characters of a line of code that are shown. */
const shownCharacters = 140;

const { values, positionals } = argumentsOf(import.meta.url, {
  corpora: { type: "string", default: defaultFolder },
  sample: { type: "string", default: "200" },
  "all-errors": { type: "boolean", default: false },
  workers: { type: "string", default: "2" },
  clang: { type: "string", default: "clang++-19" },
});
const folder = resolve(values.corpora);
/** @type {[Count, Count]} */
const total = [emptyCount(), emptyCount()];
/** @type {string[]} */
const listed = [];
for (const corpus of cppCorpora(positionals, folder)) await measure(corpus);
printRow("total", total);
for (const line of listed) console.log(line);
const [accepted, wrong] = [total[0].accepted + total[1].accepted, total[0].wrong + total[1].wrong];
process.exitCode = accepted > 0 && wrong <= accepted * allowedPart ? 0 : 1;

/** @param {Corpus} corpus */
async function measure(corpus) {
  const { home, roots, files } = cppFilesOf(corpus, folder);
  const errors = errorsOf(home, roots);
  const sample = new Set(byHash(files, keyOf).slice(0, Number(values.sample) || files.length));
  const asked = values["all-errors"] ? new Set([...sample, ...errors.keys()]) : sample;
  const isAccepted = await acceptedOf(corpus, home, [...asked]);
  /** @type {[Count, Count]} */
  const counts = [emptyCount(), emptyCount()];
  for (const file of asked) {
    if (!isAccepted[file]) continue;
    const half = halfOf(keyOf(file));
    const error = errors.get(file);
    if (error !== undefined) listed.push(shownError(half, corpus.name, home, file, error));
    if (!sample.has(file)) continue;
    for (const count of [counts[half], total[half]]) {
      count.accepted += 1;
      count.wrong += error === undefined ? 0 : 1;
    }
  }
  printRow(corpus.name, counts, `; ${files.length} files, ${errors.size} of them with an error`);
}

/**
 * The first error of each file that has one, by its path below `home`.
 * @param {string} home
 * @param {string[]} roots
 * @returns {Map<string, SyntaxError>}
 */
function errorsOf(home, roots) {
  const patterns = cppPatterns.flatMap((pattern) => ["--file-patterns", pattern]);
  const answer = answerOf(["check_file", ...roots, "--no-ignore", "--checks", "syntax", "--exit-zero", ...patterns]);
  /** @type {{ filepath: string, diagnostics?: SyntaxError[] }[]} */
  const results = answer.results ?? [answer];
  /** @type {Map<string, SyntaxError>} */
  const errors = new Map();
  for (const { filepath, diagnostics } of results) {
    const first = diagnostics?.[0];
    if (first !== undefined) errors.set(relative(home, resolve(filepath)), first);
  }
  return errors;
}

/**
 * Whether clang compiles each of the files; kept from one run to the next.
 * @param {Corpus} corpus
 * @param {string} home
 * @param {string[]} files
 * @returns {Promise<Record<string, boolean>>}
 */
async function acceptedOf(corpus, home, files) {
  const cache = truthFile(folder, `${corpus.name}.accepted.json`);
  /** @type {Record<string, boolean>} */
  const accepted = existsSync(cache) ? JSON.parse(readFileSync(cache, "utf8")) : {};
  const queue = files.filter((file) => !(file in accepted)).values();
  const work = async () => {
    for (const file of queue) accepted[file] = await compiles(join(home, file), compilerFlags(corpus, folder));
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  writeFileSync(cache, JSON.stringify(accepted));
  return accepted;
}

/**
 * @param {string} path
 * @param {string[]} flags
 * @returns {Promise<boolean>}
 */
function compiles(path, flags) {
  const standard = flags.some((flag) => flag.startsWith("-std=")) ? [] : ["-std=c++20"];
  const args = ["-fsyntax-only", "-xc++", ...standard, "-w", `-I${dirname(path)}`, ...flags, path];
  return new Promise((done, failed) => {
    execFile(values.clang, args, { timeout: clangTimeoutMs, maxBuffer: 2 ** 28 }, (error) => {
      if (error?.code === "ENOENT") failed(new Error(`${values.clang} is not installed: apt-get install clang-19`));
      else done(error === null);
    });
  });
}

/** @param {string} file */
function keyOf(file) {
  return hashOf(`${file} `);
}

/**
 * @param {number} half
 * @param {string} name
 * @param {string} home
 * @param {string} file
 * @param {SyntaxError} error
 */
function shownError(half, name, home, file, error) {
  const code = readFileSync(join(home, file), "utf8").split("\n")[error.line - 1]?.trim().slice(0, shownCharacters);
  return `half ${half + 1} ${name} ${file}:${error.line}:${error.column} ${error.message.slice(0, shownCharacters)}\n    ${code}`;
}

/**
 * @param {string} name
 * @param {[Count, Count]} halves
 * @param {string} [more]
 */
function printRow(name, halves, more = "") {
  const shown = halves.map(({ accepted, wrong }, half) => `half ${half + 1}: ${wrong} of ${accepted}`);
  const all = { accepted: halves[0].accepted + halves[1].accepted, wrong: halves[0].wrong + halves[1].wrong };
  const part = all.accepted === 0 ? 0 : (100 * all.wrong) / all.accepted;
  console.log(
    `${name}: ${all.wrong} of ${all.accepted} accepted files (${part.toFixed(2)} %), ${shown.join(", ")}${more}`,
  );
}

/** @returns {Count} */
function emptyCount() {
  return { accepted: 0, wrong: 0 };
}
