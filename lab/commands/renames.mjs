// @ts-check
/**
 * Renames random symbols of code bases, and compares what compilers say before and after: an edited code base has no new error, and
 * the rename back gives the same bytes. Prints a row a code base, and each rename with new errors or other bytes.
 *
 *   node lab/run.mjs renames [--count 60] [--seed 1] [--files 10] FOLDER… -- g++ -std=c++17 -fsyntax-only -Iinclude
 *   node lab/run.mjs renames --pyright PROGRAM [--count 60] [--seed 1] FOLDER…
 *
 * Flags after `--` compile one file of C++ with its path as the last argument: files that include an edited one are compiled, FILES of
 * them at the most, or all. Of
 * Python all files are compiled by python, and PROGRAM checks the folder. Each rename works on a copy; nothing in FOLDER changes.
 * "refused" are answers with a place that speaks against the rename. Rows of `possible` are left alone: nothing says that these are of
 * the symbol.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answerOf, python } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

const { values, positionals, flags } = argumentsOf(
  import.meta.url,
  {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "0" },
    pyright: { type: "string" },
  },
  1,
);
const { pyright } = values;
const language = pyright === undefined ? "cpp" : "python";
const sourceName = /\.(?:cc|cpp|cxx)$/;

/** @typedef {{ filepath: string, name: string, line: number, column: number, kind: string }} Symbol */
/** @typedef {{ filepath: string, edits: { line: number, column: number, before: string }[] }} Entry */
/** @typedef {{ refused: number, open: number, clean: number, broken: number, silent: number, lost: number, failed: number }} Row */

/** Characters of a reason. */
const maxWhy = 400;

for (const folder of positionals.map((path) => resolve(path))) {
  const copy = join(mkdtempSync(join(tmpdir(), "renames-")), basename(folder));
  cpSync(folder, copy, { recursive: true });
  try {
    report(basename(folder), renamesIn(copy));
  } finally {
    rmSync(join(copy, ".."), { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {Row} */
function renamesIn(folder) {
  const truth = pyright === undefined ? compilerOf(folder) : checkerOf(folder, pyright);
  const random = randomNumbers(Number(values.seed));
  const symbols = shuffled(symbolsIn(folder), random).slice(0, Number(values.count));
  /** @type {Row} */
  const row = { refused: 0, open: 0, clean: 0, broken: 0, silent: 0, lost: 0, failed: 0 };
  for (const symbol of symbols) {
    const newName = `renamed_${symbol.name}`;
    const answer = renamed(folder, symbol, newName);
    const title = `${symbol.filepath}:${symbol.line} ${symbol.kind} ${symbol.name}`;
    /** @param {string} outcome @param {string} [why] */
    const say = (outcome, why = "") => console.log(`  ${outcome} ${title} ${why}`.trimEnd());
    if (answer.success !== true) {
      row.failed++;
      say("failed", `${answer.error} ${answer.details ?? ""}`);
      continue;
    }
    if (answer.total_possible > 0) row.open++;
    if (answer.total_refused > 0) {
      row.refused++;
      say("refused", JSON.stringify(answer.refused).slice(0, maxWhy));
      continue;
    }
    /** @type {readonly Entry[]} */
    const entries = answer.results;
    const before = new Map(entries.map(({ filepath }) => [filepath, readFileSync(join(folder, filepath))]));
    apply(folder, answer.diff);
    const errors = truth([...before.keys()]);
    const { total_edits: edits, total_possible: possible = 0, total_in_text: texts = 0 } = answer;
    const numbers = `(${edits} edits, ${possible} possible, ${texts} in text)`;
    if (errors.length === 0) {
      row.clean++;
      say("clean", numbers);
    } else {
      row.broken++;
      if (possible === 0) row.silent++;
      say("broken", `${numbers} ${errors.slice(0, 3).join(" | ").slice(0, maxWhy)}`);
    }
    const back = renamed(folder, { ...symbol, ...placeAfter(answer, symbol), name: newName }, symbol.name);
    if (back.success === true && !(back.total_refused > 0)) apply(folder, back.diff);
    const isSame = [...before].every(([path, bytes]) => bytes.equals(readFileSync(join(folder, path))));
    if (!isSame) {
      row.lost++;
      say("lost", back.error ?? JSON.stringify(back.refused ?? back.total_edits).slice(0, maxWhy));
    }
    for (const [path, bytes] of before) writeFileSync(join(folder, path), bytes);
  }
  return row;
}

/** The place of the name in its line, which other edits of the line move. @param {any} answer @param {Symbol} symbol */
function placeAfter(answer, { filepath, line, column, name }) {
  /** @type {readonly Entry[]} */
  const entries = answer.results;
  const edits = entries.find((entry) => entry.filepath === filepath)?.edits ?? [];
  const edit = edits.find((one) => one.line === line);
  if (edit === undefined) return {};
  const growth = "renamed_".length;
  const earlier = edit.before.slice(0, Math.max(column - edit.column, 0)).split(new RegExp(`\\b${name}\\b`)).length - 1;
  return { column: column + Math.max(earlier, 0) * growth };
}

/** @param {string} folder @param {Symbol} symbol @param {string} newName @returns {any} */
function renamed(folder, { filepath, line, column, name }, newName) {
  const place = [`--filepath=${filepath}`, "--line", String(line), "--column", String(column)];
  return answerOf(["rename_symbol", name, ...place.slice(1), "--new-name", newName, filepath], { cwd: folder });
}

/** @param {string} folder @param {string} diff */
function apply(folder, diff) {
  const { status, stderr, stdout } = spawnSync("patch", ["-p1", "--binary", "--quiet"], { cwd: folder, input: diff });
  if (status !== 0) throw new Error(`patch: ${stdout}${stderr}`);
}

/** @param {string} folder @returns {Symbol[]} */
function symbolsIn(folder) {
  /** @type {{ results: readonly { filepath: string, symbols?: any[] }[] }} */
  const { results } = answerOf(["list_symbols", "."], { cwd: folder });
  const wanted = language === "cpp" ? /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/ : /\.pyi?$/;
  return results
    .filter(({ filepath }) => wanted.test(filepath))
    .flatMap(({ filepath, symbols = [] }) => flat(symbols).map((symbol) => ({ filepath, ...symbol })))
    .filter(({ name, kind }) => /^[A-Za-z_]\w*$/.test(name) && !/^__\w+__$/.test(name) && kind !== "module")
    .map((symbol) => ({ ...symbol, column: columnOf(folder, symbol) }))
    .filter(({ column }) => column > 0);
}

/** @param {readonly any[]} symbols @returns {any[]} */
function flat(symbols) {
  return symbols.flatMap(({ children = [], ...symbol }) => [symbol, ...flat(children)]);
}

/** @param {string} folder @param {Symbol} symbol */
function columnOf(folder, { filepath, line, column, name }) {
  if (column !== undefined) return column;
  const text = readFileSync(join(folder, filepath), "utf8").split("\n")[line - 1] ?? "";
  return text.search(new RegExp(`\\b${name}\\b`)) + 1;
}

/** Compiles what depends on edited files. @param {string} folder @returns {(edited: readonly string[]) => string[]} */
function compilerOf(folder) {
  const sources = sourcesBelow(folder, "cpp").filter((path) => sourceName.test(path));
  /** @param {string} source @param {readonly string[]} further */
  const run = (source, further = []) => {
    const [program = "g++", ...args] = flags;
    const { stdout, stderr, status } = spawnSync(program, [...args, ...further, source], {
      cwd: folder,
      encoding: "utf8",
    });
    return { stdout, stderr, status };
  };
  const needs = new Map();
  for (const source of sources) {
    if (run(source).status !== 0) continue;
    const { stdout } = run(source, ["-MM"]);
    needs.set(
      source,
      new Set(
        stdout
          .replace(/\\\n/g, " ")
          .split(/\s+/)
          .slice(1)
          .map((path) => path.replace(/^\.\//, "")),
      ),
    );
  }
  console.log(`  ${needs.size} of ${sources.length} files compile`);
  return (edited) =>
    [...needs]
      .filter(([, files]) => edited.some((path) => files.has(path)))
      .slice(0, Number(values.files) || undefined)
      .flatMap(([source]) => {
        const { stderr, status } = run(source);
        return status === 0 ? [] : [(/^.*error: .*$/m.exec(stderr) ?? [stderr])[0]];
      });
}

/** Compiles and checks a folder. @param {string} folder @param {string} program @returns {() => string[]} */
function checkerOf(folder, program) {
  const errors = () => {
    const compiled = spawnSync(python, ["-m", "compileall", "-q", "-f", "."], { cwd: folder, encoding: "utf8" });
    const { stdout } = spawnSync(program, ["--outputjson", "."], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 });
    /** @type {{ generalDiagnostics: readonly { severity: string, file: string, message: string, range: any }[] }} */
    const { generalDiagnostics } = JSON.parse(stdout);
    const found = generalDiagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ file, message, range }) => ({
        key: `${file}:${range.start.line}`,
        message: message.replace(/renamed_/g, ""),
      }));
    return [
      ...found.map(({ key, message }) => `${key.slice(folder.length + 1)}: ${message}`),
      ...(compiled.status === 0
        ? []
        : compiled.stdout.split("\n").filter((/** @type {string} */ line) => /Error/.test(line))),
    ];
  };
  const known = new Set(errors());
  console.log(`  ${known.size} errors before`);
  return () => errors().filter((error) => !known.has(error));
}

/** @param {string} name @param {Row} row */
function report(name, { refused, open, clean, broken, silent, lost, failed }) {
  console.log(
    `${name}: ${clean} clean, ${broken} broken (${silent} without possible rows), ${refused} refused, ${failed} failed, ` +
      `${lost} not the same after the way back; ${open} with possible rows`,
  );
}
