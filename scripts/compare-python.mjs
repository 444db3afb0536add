#!/usr/bin/env node
// @ts-check
/**
 * Compares find_classes and find_functions on Python with CPython's own `ast`: name, line and column.
 *
 *   node scripts/compare-python.mjs [DIR…]
 *
 * DIR is the standard library of `python3` unless told otherwise. Compared is every `*.py` below it
 * that ast parses, installed packages (site-packages, dist-packages) left out. Prints the counts and each
 * difference of each folder; exits 1 when there is one.
 * PYTHON names another interpreter, CODEGROVE another main.cjs than the built `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ name: string, line: number, column: number }} Row */
/** @typedef {"classes" | "functions"} Kind */
/** @typedef {Record<Kind, [name: string, line: number, column: number][]>} Truth */
/** @typedef {{ filepath: string, success: boolean, error?: string } & Partial<Record<Kind, Row[]>>} FileAnswer */

const scripts = dirname(fileURLToPath(import.meta.url));
const main = process.env.CODEGROVE ?? join(dirname(scripts), "dist", "main.cjs");
const python = process.env.PYTHON ?? "python3";

/** Milliseconds for one tool call: the whole folder is one call. */
const callTimeoutMs = 3_600_000;

const given = process.argv.slice(2);
const folders = (given.length > 0 ? given : [standardLibrary()]).map((folder) => resolve(folder));
const equalities = folders.map(compare);
process.exitCode = equalities.every((isEqual) => isEqual) ? 0 : 1;

/**
 * Prints the comparison of one folder; true when there is no difference.
 * @param {string} folder
 */
function compare(folder) {
  const truths = truthsOf(folder);
  const parsed = [...truths.values()].filter((truth) => truth !== null).length;
  console.log(`${folder}: files compared ${parsed}, not parsed by ast ${truths.size - parsed}`);
  const classesEqual = compareKind("classes", truths, answersOf("find_classes", folder));
  const functionsEqual = compareKind("functions", truths, answersOf("find_functions", folder));
  return parsed > 0 && classesEqual && functionsEqual;
}

/**
 * @param {Kind} kind
 * @param {Map<string, Truth | null>} truths
 * @param {Map<string, FileAnswer>} answers
 */
function compareKind(kind, truths, answers) {
  let equal = 0;
  /** @type {string[]} */
  const onlyOurs = [];
  /** @type {string[]} */
  const onlyTheirs = [];
  for (const [path, truth] of truths) {
    if (truth === null) continue;
    const answer = answers.get(path);
    const rows = new Set((answer?.[kind] ?? []).map(({ name, line, column }) => `${line}:${column} ${name}`));
    // A file without a row is not in the answer.
    if (answer?.success === false) onlyTheirs.push(`${path} ${answer.error}`);
    for (const [name, line, column] of truth[kind]) {
      const row = `${line}:${column} ${name}`;
      if (rows.delete(row)) equal += 1;
      else onlyTheirs.push(`${path}:${row}`);
    }
    onlyOurs.push(...[...rows].map((row) => `${path}:${row}`));
  }
  console.log(`  ${kind}: equal ${equal}, only ours ${onlyOurs.length}, only ast's ${onlyTheirs.length}`);
  for (const row of onlyOurs) console.log(`    only ours   ${row}`);
  for (const row of onlyTheirs) console.log(`    only ast's  ${row}`);
  return onlyOurs.length + onlyTheirs.length === 0;
}

/**
 * @param {"find_classes" | "find_functions"} tool
 * @param {string} folder
 * @returns {Map<string, FileAnswer>}
 */
function answersOf(tool, folder) {
  const args = [main, tool, folder, "--file-patterns", "*.py"];
  const env = { ...process.env, REQUEST_TIMEOUT: String(callTimeoutMs) };
  const answer = JSON.parse(outputOf(process.execPath, args, env));
  if (answer.results === undefined) throw new Error(`${tool}: ${answer.error ?? "no results in the answer"}`);
  return new Map(answer.results.map((/** @type {FileAnswer} */ result) => [result.filepath, result]));
}

/**
 * @param {string} folder
 * @returns {Map<string, Truth | null>}
 */
function truthsOf(folder) {
  const json = outputOf(python, [join(scripts, "ast-definitions.py"), folder]);
  return new Map(Object.entries(JSON.parse(json)));
}

function standardLibrary() {
  return outputOf(python, ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).trim();
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function outputOf(command, args, env = process.env) {
  const stdio = /** @type {const} */ (["ignore", "pipe", "inherit"]);
  return execFileSync(command, args, { env, stdio: [...stdio], encoding: "utf8", maxBuffer: 2 ** 30 });
}
