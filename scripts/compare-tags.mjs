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
 * the built `dist/main.cjs`. tests/soak/language-tags.test.ts runs it over the fixtures.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exceptionsOf } from "./tag-exceptions.mjs";
import { optionsOf } from "./tag-options.mjs";
import { definitionsByTypeScript } from "./typescript-definitions.mjs";

/** @typedef {{ name: string, kind: string, container?: string, line: number, signature?: string }} Symbol */
/** @typedef {import("./tag-options.mjs").Options} Options */
/** @typedef {{ readonly tags: readonly Tag[], readonly unread: ReadonlySet<string>, readonly notes: readonly string[] }} Truth */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string, scope?: string, scopeKind?: string }} Tag */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");
const ctags = process.env.CTAGS ?? "ctags";

/**
 * @typedef {object} Comparison
 * @property {number} files
 * @property {readonly string[]} broken those with syntax errors, which are compared by themselves
 * @property {Shares} found what of ctags' rows is ours
 * @property {Shares} right what of our rows is ctags'
 * @property {Shares} foundBroken
 * @property {Shares} rightBroken
 * @property {ReadonlyMap<string, number>} explained how many rows each exception leaves out
 * @property {readonly string[]} notes about the files that the truth cannot read
 */

/** @typedef {{ half?: string | undefined, truth?: string, maxExamples?: number }} Choices */

class Shares {
  /** @type {Map<string, { both: number, alone: number, examples: string[] }>} */
  rows = new Map();

  /** @param {number} maxExamples */
  constructor(maxExamples) {
    this.maxExamples = maxExamples;
  }

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
      if (row.examples.length < this.maxExamples) row.examples.push(alone);
      else if (row.alone % 7 === 0) row.examples[(row.alone / 7) % this.maxExamples] = alone;
    }
  }

  get both() {
    return [...this.rows.values()].reduce((sum, { both }) => sum + both, 0);
  }

  get alone() {
    return [...this.rows.values()].reduce((sum, { alone }) => sum + alone, 0);
  }

  /** The part of the rows that both sides have. */
  get share() {
    const { both, alone } = this;
    return both + alone === 0 ? 1 : both / (both + alone);
  }

  /** @param {string} title */
  print(title) {
    console.log(`  ${title}: ${this.share.toFixed(4)} (${this.both} of ${this.both + this.alone})`);
    for (const [kind, row] of [...this.rows].sort((a, b) => b[1].alone - a[1].alone)) {
      console.log(`    ${kind}: ${row.both} both, ${row.alone} alone`);
      for (const example of row.examples) console.log(`      ${example}`);
    }
  }
}

/**
 * Compares the files, and the files of the language below the folders.
 *
 * @param {string} language
 * @param {readonly string[]} paths absolute ones
 * @param {Choices} choices
 * @returns {Comparison}
 */
export function compareTags(language, paths, { half, truth = "ctags", maxExamples = 5 } = {}) {
  const options = optionsOf(language);
  const exceptions = exceptionsOf(language);
  const { broken, found } = ownSymbols(paths, options);
  const isJudged = (/** @type {string} */ path) => half === undefined || halfOf(path, paths) === half;
  /** @type {Map<string, readonly Symbol[]>} */
  const ours = new Map();
  const { tags, unread, notes } =
    truth === "typescript" ? typescriptTruth(paths, options, isJudged, broken) : ctagsTruth(paths, options);
  for (const path of new Set([...found.keys(), ...tags.map((tag) => tag.path)])) {
    if (options.isFile.test(path) && isJudged(path) && !unread.has(path)) ours.set(path, found.get(path) ?? []);
  }
  const texts = new Texts();
  const explained = new Map();
  /** @type {Map<string, Map<string, Tag>>} */
  const theirs = new Map();
  for (const tag of tags) {
    if (!ours.has(tag.path)) continue;
    const places = theirs.get(tag.path) ?? new Map();
    theirs.set(tag.path, places.set(placeOf(tag), tag));
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
  const comparison = {
    ...{ files: ours.size, broken: [...ours.keys()].filter((path) => broken.has(path)), explained, notes },
    ...{ found: new Shares(maxExamples), right: new Shares(maxExamples) },
    ...{ foundBroken: new Shares(maxExamples), rightBroken: new Shares(maxExamples) },
  };
  for (const [path, symbols] of ours) {
    const foundShares = broken.has(path) ? comparison.foundBroken : comparison.found;
    const rightShares = broken.has(path) ? comparison.rightBroken : comparison.right;
    const own = new Set(symbols.map(placeOf));
    for (const [place, tag] of theirs.get(path) ?? []) {
      const isOurs = own.has(place);
      if (!isOurs && isExplained("ctags", path, tag)) continue;
      foundShares.add(tag.kind, isOurs ? undefined : exampleOf(path, tag, texts));
    }
    for (const symbol of symbols) {
      const isTheirs = theirs.get(path)?.has(placeOf(symbol)) === true;
      if (!isTheirs && isExplained("codegrove", path, symbol)) continue;
      rightShares.add(symbol.kind, isTheirs ? undefined : exampleOf(path, symbol, texts));
    }
  }
  return comparison;
}

/**
 * What check_file and list_symbols say of the files.
 *
 * @param {readonly string[]} paths
 * @param {Options} options
 */
function ownSymbols(paths, options) {
  const patterns = options.patterns.flatMap((pattern) => ["--file-patterns", pattern]);
  const scan = [...paths, ...patterns, "--format", "jsonl", "--log-level", "error"];
  /** @type {Set<string>} */
  const broken = new Set();
  for (const line of lines(process.execPath, [main, "check_file", ...scan])) {
    const { filepath, diagnostics } = JSON.parse(line);
    if (diagnostics !== undefined && diagnostics.length > 0) broken.add(filepath);
  }
  /** @type {Map<string, readonly Symbol[]>} */
  const found = new Map();
  for (const line of lines(process.execPath, [main, "list_symbols", "--detail", "signatures", ...scan])) {
    const { filepath, symbols } = JSON.parse(line);
    if (symbols !== undefined) found.set(filepath, symbols);
  }
  return { broken, found };
}

/**
 * @param {readonly string[]} paths
 * @param {Options} options
 * @returns {Truth}
 */
function ctagsTruth(paths, options) {
  return { tags: tagsOf(paths, options), unread: new Set(), notes: [] };
}

/**
 * @param {readonly string[]} paths
 * @param {Options} options
 * @param {(path: string) => boolean} isJudged
 * @param {ReadonlySet<string>} broken
 * @returns {Truth}
 */
function typescriptTruth(paths, options, isJudged, broken) {
  const all = lines("find", [...paths, "-type", "f"]).filter((path) => options.isFile.test(path));
  const judged = all.filter(isJudged);
  const parsed = definitionsByTypeScript(judged);
  const ownErrors = judged.filter((path) => broken.has(path));
  const alone = ownErrors.filter((path) => !parsed.broken.has(path));
  const notes = [
    `errors of ours: ${ownErrors.length}, of them TypeScript has errors in ${ownErrors.length - alone.length}`,
    `errors of TypeScript's: ${parsed.broken.size}`,
    ...alone.map((path) => `  ours alone: ${path}`),
  ];
  return { tags: parsed.tags, unread: parsed.broken, notes };
}

/**
 * @param {string} language
 * @param {string} folder
 * @param {Comparison} comparison
 */
function print(language, folder, { files, broken, explained, notes, ...shares }) {
  console.log(`${folder}: ${files} files of ${language}, ${broken.length} with syntax errors`);
  for (const note of notes) console.log(`  ${note}`);
  shares.found.print("found");
  shares.right.print("right");
  for (const [id, count] of explained) {
    console.log(
      `  exception ${id}: ${count} (${exceptionsOf(language).find((exception) => exception.id === id)?.why})`,
    );
  }
  if (broken.length === 0) return;
  shares.foundBroken.print("found in files with syntax errors");
  shares.rightBroken.print("right in files with syntax errors");
  for (const path of broken) console.log(`    with errors: ${path}`);
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

/**
 * Names without quotes, and without the # of private names, which ctags leaves out.
 *
 * @param {{ readonly name: string, readonly line: number }} row
 */
function placeOf({ name, line }) {
  return `${name.replace(/^["'`#]|["'`]$/g, "")} ${line}`;
}

/**
 * @param {string} path
 * @param {readonly string[]} folders
 */
function halfOf(path, folders) {
  const folder = folders.find((start) => path.startsWith(start)) ?? "";
  return String((createHash("sha1").update(path.slice(folder.length)).digest()[0] ?? 0) % 2);
}

/**
 * @param {readonly string[]} paths
 * @param {Options} options
 * @returns {readonly Tag[]}
 */
function tagsOf(paths, options) {
  const args = [...options.ctags, "--output-format=json", "--fields=+nKsZ", "-f", "-", "-R", ...paths];
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

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: {
      half: { type: "string" },
      examples: { type: "string", default: "5" },
      truth: { type: "string", default: "ctags" },
    },
    allowPositionals: true,
  });
  const { half, truth, examples } = values;
  const [language, ...folders] = positionals;
  if (language === undefined || folders.length === 0) {
    throw new Error("usage: node scripts/compare-tags.mjs [--half 0|1] [--examples N] LANGUAGE DIR…");
  }
  for (const folder of folders) {
    print(language, folder, compareTags(language, [resolve(folder)], { half, truth, maxExamples: Number(examples) }));
  }
}
