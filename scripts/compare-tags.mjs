#!/usr/bin/env node
// @ts-check
/**
 * Compares list_symbols with universal-ctags for the languages that are data alone: file, name and line.
 *
 *   node scripts/compare-tags.mjs [--half 0|1] [--examples N] [--truth ctags|typescript] LANGUAGE DIR…
 *
 * --half judges the files of one half by a hash of their paths: one to tune on, the other one to report.
 *
 * --truth typescript takes the parser of TypeScript in place of ctags, whose own parsers of JavaScript and TypeScript lose
 * their place in real code: it also tells which syntax errors are ours alone.
 *
 * Prints how much of what ctags has is ours (found) and how much of what we have is ctags' (right), for each kind and in
 * all, without what an exception below explains, and how often each exception counts. Files with syntax errors, which
 * check_file names, are compared by themselves. CTAGS names another program than `ctags`, CODEGROVE another main.cjs than
 * the built `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exceptionsOf, optionsOf } from "./tag-exceptions.mjs";
import { definitionsByTypeScript } from "./typescript-definitions.mjs";

/** @typedef {{ name: string, kind: string, container?: string, line: number, signature?: string }} Symbol */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string, scope?: string, scopeKind?: string }} Tag */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");
const ctags = process.env.CTAGS ?? "ctags";

class Shares {
  /** @type {Map<string, { both: number, alone: number, examples: string[] }>} */
  rows = new Map();

  /**
   * @param {string} kind
   * @param {string | undefined} alone
   */
  add(kind, alone) {
    const row = this.rows.get(kind) ?? { both: 0, alone: 0, examples: [] };
    this.rows.set(kind, row);
    if (alone === undefined) row.both++;
    else {
      row.alone++;
      // The same examples at each run, from all over the code.
      if (row.examples.length < maxExamples) row.examples.push(alone);
      else if (row.alone % 7 === 0) row.examples[(row.alone / 7) % maxExamples] = alone;
    }
  }

  /** @param {string} title */
  print(title) {
    let both = 0;
    let alone = 0;
    for (const row of this.rows.values()) {
      both += row.both;
      alone += row.alone;
    }
    console.log(`  ${title}: ${share(both, alone)} (${both} of ${both + alone})`);
    for (const [kind, row] of [...this.rows].sort((a, b) => b[1].alone - a[1].alone)) {
      console.log(`    ${kind}: ${row.both} both, ${row.alone} alone`);
      for (const example of row.examples) console.log(`      ${example}`);
    }
  }
}

/**
 * @param {string} language
 * @param {string} folder
 * @param {string | undefined} half
 */
function compare(language, folder, half) {
  const options = optionsOf(language);
  const exceptions = exceptionsOf(language);
  const patterns = options.patterns.flatMap((pattern) => ["--file-patterns", pattern]);
  const scan = [folder, ...patterns, "--format", "jsonl", "--log-level", "error"];
  const broken = new Set();
  for (const line of lines(process.execPath, [main, "check_file", ...scan])) {
    const { filepath, diagnostics } = JSON.parse(line);
    if (diagnostics !== undefined && diagnostics.length > 0) broken.add(filepath);
  }
  /** @type {Map<string, readonly Symbol[]>} */
  const ours = new Map();
  const found = new Map();
  for (const line of lines(process.execPath, [main, "list_symbols", "--detail", "signatures", ...scan])) {
    const { filepath, symbols } = JSON.parse(line);
    if (symbols !== undefined) found.set(filepath, symbols);
  }
  const tags = truth === "typescript" ? [] : tagsOf(folder, options);
  for (const path of new Set([...found.keys(), ...tags.map((tag) => tag.path)])) {
    if (truth === "ctags" && (half === undefined || halfOf(path.slice(folder.length)) === half))
      ours.set(path, found.get(path) ?? []);
  }
  if (truth === "typescript") {
    const all = lines("find", [folder, "-type", "f"]).filter((path) => options.isFile.test(path));
    const judged = all.filter((path) => half === undefined || halfOf(path.slice(folder.length)) === half);
    const parsed = definitionsByTypeScript(judged);
    tags.push(...parsed.tags);
    const isTruth = (/** @type {string} */ path) => parsed.broken.has(path);
    const ownErrors = judged.filter((path) => broken.has(path));
    console.log(
      `  errors of ours: ${ownErrors.length}, of them TypeScript has errors in ${ownErrors.filter(isTruth).length}`,
    );
    console.log(`  errors of TypeScript's: ${parsed.broken.size}`);
    for (const path of ownErrors.filter((file) => !isTruth(file)).slice(0, 4 * maxExamples))
      console.log(`    ours alone: ${path}`);
    for (const path of judged) ours.set(path, found.get(path) ?? []);
    for (const path of parsed.broken) ours.delete(path);
  }
  const texts = new Texts();
  const explained = new Map();
  /** @type {Map<string, Map<string, Tag>>} */
  const theirs = new Map();
  for (const tag of tags) {
    if (!ours.has(tag.path)) continue;
    const places = theirs.get(tag.path) ?? new Map();
    theirs.set(tag.path, places.set(`${plain(tag.name)} ${tag.line}`, tag));
  }
  /**
   * @param {string} side
   * @param {string} path
   * @param {{ readonly name: string, readonly kind: string, readonly line: number }} row
   */
  const isExplained = (side, path, row) => {
    const text = texts.line(path, row.line);
    const around = { ours: ours.get(path) ?? [], theirs: [...(theirs.get(path)?.values() ?? [])], texts, path };
    const exception = exceptions.find(({ of, holds }) => of === side && holds(row, text, around));
    if (exception !== undefined) explained.set(exception.id, (explained.get(exception.id) ?? 0) + 1);
    return exception !== undefined;
  };
  const results = [new Shares(), new Shares(), new Shares(), new Shares()];
  for (const [path, symbols] of ours) {
    const [foundShares, rightShares] = broken.has(path) ? results.slice(2) : results;
    const own = new Set(symbols.map(({ name, line }) => `${plain(name)} ${line}`));
    for (const [place, tag] of theirs.get(path) ?? []) {
      const isOurs = own.has(place);
      if (!isOurs && isExplained("ctags", path, tag)) continue;
      foundShares?.add(tag.kind, isOurs ? undefined : exampleOf(path, tag, texts));
    }
    for (const symbol of symbols) {
      const isTheirs = theirs.get(path)?.has(`${plain(symbol.name)} ${symbol.line}`) === true;
      if (!isTheirs && isExplained("codegrove", path, symbol)) continue;
      rightShares?.add(symbol.kind, isTheirs ? undefined : exampleOf(path, symbol, texts));
    }
  }
  const judgedBroken = [...ours.keys()].filter((path) => broken.has(path));
  console.log(`${folder}: ${ours.size} files of ${language}, ${judgedBroken.length} with syntax errors`);
  results[0]?.print("found");
  results[1]?.print("right");
  for (const [id, count] of explained) {
    console.log(`  exception ${id}: ${count} (${exceptions.find((exception) => exception.id === id)?.why})`);
  }
  if (judgedBroken.length === 0) return;
  results[2]?.print("found in files with syntax errors");
  results[3]?.print("right in files with syntax errors");
  for (const path of judgedBroken.slice(0, 5 * maxExamples)) console.log(`    with errors: ${path}`);
}

/** Lines of files. */
class Texts {
  /** @type {Map<string, readonly string[]>} */
  #lines = new Map();

  /**
   * @param {string} path
   * @param {number} line
   */
  line(path, line) {
    let known = this.#lines.get(path);
    if (known === undefined) {
      known = readFileSync(path, "utf8").split(/\r\n|\r|\n/);
      this.#lines.set(path, known);
    }
    return known[line - 1] ?? "";
  }
}

/**
 * @param {string} path
 * @param {{ readonly name: string, readonly line: number }} row
 * @param {Texts} texts
 */
function exampleOf(path, { name, line }, texts) {
  return `${path}:${line} ${name}: ${texts.line(path, line).trim().slice(0, 100)}`;
}

/** @param {string} name */
function plain(name) {
  return name.replace(/^["'`]|["'`]$/g, "");
}

/** @param {string} path */
function halfOf(path) {
  return String((createHash("sha1").update(path).digest()[0] ?? 0) % 2);
}

/**
 * @param {number} both
 * @param {number} alone
 */
function share(both, alone) {
  return (both + alone === 0 ? 1 : both / (both + alone)).toFixed(4);
}

/**
 * @param {string} folder
 * @param {{ readonly ctags: readonly string[], readonly kinds: ReadonlySet<string>, readonly isFile: RegExp }} options
 * @returns {Tag[]}
 */
function tagsOf(folder, options) {
  const args = [...options.ctags, "--output-format=json", "--fields=+nKsZ", "-f", "-", "-R", folder];
  /** @type {readonly Tag[]} */
  const tags = lines(ctags, args).map((line) => JSON.parse(line));
  return tags.filter(
    ({ _type, kind, path, name }) =>
      _type === "tag" &&
      !options.kinds.has(kind) &&
      options.isFile.test(path) &&
      !/^(__anon|anonymous|Anonymous)/.test(name),
  );
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function lines(command, args) {
  const options = { encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 30 };
  try {
    const text = execFileSync(command, args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
    return text.split("\n").filter((line) => line !== "");
  } catch (error) {
    // A file that failed makes the status 1; what was written stands.
    const { stdout } = Object(error);
    if (typeof stdout !== "string" || stdout === "") throw error;
    return stdout.split("\n").filter((line) => line !== "");
  }
}

const { values, positionals } = parseArgs({
  options: {
    half: { type: "string" },
    examples: { type: "string", default: "5" },
    truth: { type: "string", default: "ctags" },
  },
  allowPositionals: true,
});
const maxExamples = Number(values.examples);
const { truth } = values;
const [language, ...folders] = positionals;
if (language === undefined || folders.length === 0) {
  throw new Error("usage: node scripts/compare-tags.mjs [--half 0|1] [--examples N] LANGUAGE DIR…");
}
for (const folder of folders) compare(language, resolve(folder), values.half);
