// @ts-check
/**
 * Compares the lint rules with those of other programs that they name in `same-as`: ruff for Python, clang-tidy for C++.
 * Prints a row a rule: places (file and line) that both report, and those of one alone, with the first of them.
 *
 *   npm i --prefix DIR -E @astral-sh/ruff-wasm-nodejs@0.17.4
 *   node lab/run.mjs lint --ruff DIR [--half tuned|other] FOLDER…
 *
 *   apt-get install clang-tidy-19
 *   node lab/run.mjs lint --clang-tidy clang-tidy-19 [--half tuned|other] FOLDER… -- -std=c++17 -IFOLDER
 *   node lab/run.mjs lint --clang-tidy clang-tidy-19 --headers --rule implicit-constructor FOLDER… -- -xc++ -IFOLDER
 *
 * RULE leaves the other rules out, HEADERS also runs clang-tidy on each header by itself.
 *
 * Left out are files that do not parse, or do not compile with the flags behind `--`, and places with a comment that
 * suppresses what is found there.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { hashOf } from "../halves.mjs";
import { answersOf, top } from "../programs.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

const { values, positionals, flags } = argumentsOf(import.meta.url, {
  ruff: { type: "string" },
  "clang-tidy": { type: "string" },
  half: { type: "string" },
  rule: { type: "string" },
  headers: { type: "boolean", default: false },
});
const { ruff, "clang-tidy": clangTidy } = values;
if ((ruff === undefined) === (clangTidy === undefined)) throw new Error("give --ruff DIR or --clang-tidy PROGRAM");
const language = ruff === undefined ? "cpp" : "python";
/** @typedef {{ filepath: string, diagnostics?: readonly { line: number, code: string }[], counts?: object }} Answer */

/** Files that clang-tidy is run on; what it says of headers is left out. */
const sourceName =
  ruff !== undefined ? /\.py$/ : values.headers ? /\.(?:cc|cpp|cxx|h|hh|hpp|hxx)$/ : /\.(?:cc|cpp|cxx)$/;
const suppression = /\bnoqa\b|\bNOLINT/;

/** Other name of a rule → its id. */
const idOf = namesOfRules();
const theirsIn = ruff === undefined ? ofClangTidy() : ofRuff(ruff);

/** @type {Map<string, { both: number, ours: string[], theirs: string[] }>} */
const rows = new Map([...idOf.values()].sort().map((id) => [id, { both: 0, ours: [], theirs: [] }]));
let files = 0;
let leftOut = 0;
for (const folder of positionals.map((path) => resolve(path))) {
  const ours = ourReports(folder);
  for (const file of sourcesBelow(folder, language).filter((path) => sourceName.test(path) && isOfHalf(path))) {
    files++;
    const path = join(folder, file);
    const own = ours.get(path) ?? new Set();
    const theirs = own === "failed" ? undefined : theirsIn(path);
    if (own === "failed" || theirs === undefined) leftOut++;
    else compare(path, own, theirs);
  }
}
console.log(`${files} files${leftOut > 0 ? `, ${leftOut} of them left out` : ""}`);
console.log(`${"rule".padEnd(28)}    both    ours  theirs`);
for (const [id, { both, ours: own, theirs }] of rows) {
  console.log(id.padEnd(28) + [both, own.length, theirs.length].map((count) => String(count).padStart(8)).join(""));
  for (const place of own.slice(0, 3)) console.log(`    ours    ${place}`);
  for (const place of theirs.slice(0, 3)) console.log(`    theirs  ${place}`);
}

/**
 * @param {string} path
 * @param {ReadonlySet<string>} own `line id`
 * @param {ReadonlySet<string>} theirs
 */
function compare(path, own, theirs) {
  const lines = readFileSync(path, "utf8").split("\n");
  for (const report of new Set([...own, ...theirs])) {
    const [line = "", id = ""] = report.split(" ");
    const row = rows.get(id);
    const code = lines[Number(line) - 1] ?? "";
    if (row === undefined || suppression.test(code)) continue;
    if (own.has(report) && theirs.has(report)) row.both++;
    else (own.has(report) ? row.ours : row.theirs).push(`${path}:${line}: ${code.trim().slice(0, 90)}`);
  }
}

/** @param {string} folder */
function ruleFilesIn(folder) {
  return readdirSync(folder).filter((file) => values.rule === undefined || file === `${values.rule}.scm`);
}

/** @returns {Map<string, string>} */
function namesOfRules() {
  const folder = join(top, "queries", language, "lint");
  return new Map(
    ruleFilesIn(folder).flatMap((file) => {
      const [, names = ""] = /^; same-as: (.+)$/m.exec(readFileSync(join(folder, file), "utf8")) ?? [];
      return names.split(", ").map((name) => /** @type {const} */ ([name, file.replace(".scm", "")]));
    }),
  );
}

/**
 * @param {string} folder
 * @returns {Map<string, Set<string> | "failed">}
 */
function ourReports(folder) {
  const checks = values.rule === undefined ? "*" : `syntax,${values.rule}`;
  const answers = answersOf(["check_file", folder, "--checks", checks, "--no-ignore", "--no-cache"]);
  /** @type {Map<string, Set<string> | "failed">} */
  const reports = new Map();
  for (const { filepath, diagnostics = [], counts } of /** @type {readonly Answer[]} */ (answers)) {
    const hasErrors = diagnostics.some(({ code }) => code.includes("_"));
    // `counts` is there where not all are listed.
    const isWhole = counts === undefined && !hasErrors;
    reports.set(filepath, isWhole ? new Set(diagnostics.map(({ line: at, code }) => `${at} ${code}`)) : "failed");
  }
  return reports;
}

/**
 * @param {string} folder
 * @returns {(path: string) => Set<string> | undefined}
 */
function ofRuff(folder) {
  const { Workspace, PositionEncoding } = createRequire(join(resolve(folder), "package.json"))(
    "@astral-sh/ruff-wasm-nodejs",
  );
  const lint = { select: [...idOf.keys()], preview: false };
  const workspace = new Workspace({ "target-version": "py312", lint }, PositionEncoding.Utf16);
  return (path) => {
    /** @type {readonly { code: string | null, start_location: { row: number } }[]} */
    const found = workspace.check(readFileSync(path, "utf8"));
    if (found.some(({ code }) => code === null || code === "invalid-syntax")) return undefined;
    return new Set(found.map(({ code, start_location }) => `${start_location.row} ${idOf.get(String(code))}`));
  };
}

/** @returns {(path: string) => Set<string> | undefined} */
function ofClangTidy() {
  const checks = `--checks=-*,${[...idOf.keys()].join(",")}`;
  return (path) => {
    const { stdout } = spawnSync(clangTidy ?? "", [checks, "--quiet", path, "--", ...flags], { encoding: "utf8" });
    if (/ error: /.test(stdout)) return undefined;
    const reports = stdout.matchAll(/^(.+?):(\d+):\d+: warning: .* \[([\w.,-]+)\]$/gm);
    const own = [...reports].filter(([, file = ""]) => resolve(file) === path);
    return new Set(own.map(([, , line, name = ""]) => `${line} ${idOf.get(name.split(",")[0] ?? "")}`));
  };
}

/** @param {string} path */
function isOfHalf(path) {
  if (values.half === undefined) return true;
  const isTuned = hashOf(path) < "8";
  return isTuned === (values.half === "tuned");
}
