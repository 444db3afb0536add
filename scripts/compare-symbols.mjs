#!/usr/bin/env node
// @ts-check
/**
 * Compares list_symbols with universal-ctags: file, name and line.
 *
 *   node scripts/compare-symbols.mjs DIR…
 *
 * Prints, for each kind of ctags, how many both find and how many ctags alone does, and for each kind of ours how many
 * we alone do; with examples. ctags takes a macro that makes a function (`TEST(A, B) {`) for the function, leaves out
 * `= default` and `= delete`, and calls `operator bool` after its type, so that equality is not to be expected.
 * CTAGS names another program than `ctags`, CODEGROVE another main.cjs than the built `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ filepath: string, symbols?: { name: string, kind: string, line: number }[] }} FileAnswer */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string }} Tag */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");
const ctags = process.env.CTAGS ?? "ctags";

/** Examples of each difference. */
const maxExamples = 10;

/** Kinds of ctags that are no definitions, or that are local. */
const otherKinds = new Set(["externvar", "header", "local", "module", "name", "namespace", "prototype", "unknown"]);

/** @param {string} folder */
function compare(folder) {
  const ours = new Map(answersOf(folder).flatMap(({ filepath, symbols }) => (symbols ? [[filepath, symbols]] : [])));
  /** @type {Map<string, Set<string>>} */
  const theirs = new Map();
  const counts = new Counts();
  for (const { path, name, line, kind } of tagsOf(folder)) {
    const symbols = ours.get(path);
    if (symbols === undefined || otherKinds.has(kind) || name.startsWith("__anon")) continue;
    const place = `${name.replace(/^operator (?=\W)/, "operator")} ${line}`;
    theirs.set(path, (theirs.get(path) ?? new Set()).add(place));
    const isOurs = symbols.some((symbol) => `${symbol.name} ${symbol.line}` === place);
    counts.add(`ctags ${kind}, ${isOurs ? "both" : "ctags alone"}`, isOurs ? undefined : `${path}:${line} ${name}`);
  }
  for (const [path, symbols] of ours) {
    for (const { name, kind, line } of symbols) {
      if (kind === "namespace" || theirs.get(path)?.has(`${name} ${line}`)) continue;
      counts.add(`codegrove ${kind}, alone`, `${path}:${line} ${name}`);
    }
  }
  console.log(`${folder}: ${ours.size} files`);
  counts.print();
}

class Counts {
  /** @type {Map<string, { count: number, examples: string[] }>} */
  #rows = new Map();

  /**
   * @param {string} what
   * @param {string | undefined} example
   */
  add(what, example) {
    const row = this.#rows.get(what) ?? { count: 0, examples: [] };
    this.#rows.set(what, row);
    row.count++;
    if (example !== undefined && row.examples.length < maxExamples) row.examples.push(example);
  }

  print() {
    for (const [what, { count, examples }] of [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      console.log(`  ${what}: ${count}`);
      for (const example of examples) console.log(`    ${example}`);
    }
  }
}

/**
 * @param {string} folder
 * @returns {FileAnswer[]}
 */
function answersOf(folder) {
  const args = [main, "list_symbols", folder, "--detail", "names", "--format", "jsonl", "--log-level", "error"];
  return lines(process.execPath, args).map((line) => JSON.parse(line));
}

/**
 * @param {string} folder
 * @returns {Tag[]}
 */
function tagsOf(folder) {
  const options = ["--languages=C++,Python", "--langmap=C++:+.h", "--output-format=json", "--fields=+nK"];
  const tags = lines(ctags, [...options, "-f", "-", "-R", folder]).map((line) => JSON.parse(line));
  return tags.filter(({ _type }) => _type === "tag");
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function lines(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "");
  } catch (error) {
    // A file that failed makes the status 1; what was written stands.
    const { stdout } = Object(error);
    if (typeof stdout !== "string" || stdout === "") throw error;
    return stdout.split("\n").filter((line) => line !== "");
  }
}

if (process.argv.length < 3) throw new Error("usage: node scripts/compare-symbols.mjs DIR…");
for (const folder of process.argv.slice(2)) compare(resolve(folder));
