// @ts-check
/**
 * Compares list_symbols with universal-ctags, or with the parser of TypeScript, for the languages that are data alone: file,
 * name and line. What an exception of tag-exceptions.mjs explains is counted apart.
 */
import { readFileSync } from "node:fs";
import { halfOf, hashOf } from "../halves.mjs";
import { answersOf, ctags, jsonLines, outputOf } from "../programs.mjs";
import { Sides } from "../sides.mjs";
import { exceptionsOf } from "../truths/tag-exceptions.mjs";
import { optionsOf } from "../truths/tag-options.mjs";
import { definitionsByTypeScript } from "../truths/typescript-definitions.mjs";

/** @typedef {{ name: string, kind: string, container?: string, line: number, signature?: string }} Symbol */
/** @typedef {import("../truths/tag-options.mjs").Options} Options */
/** @typedef {{ readonly tags: readonly Tag[], readonly unread: ReadonlySet<string>, readonly notes: readonly string[] }} Truth */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string, scope?: string, scopeKind?: string }} Tag */

/**
 * @typedef {object} Comparison
 * @property {number} files
 * @property {readonly string[]} broken those with syntax errors, which are compared by themselves
 * @property {Record<"found" | "right" | "foundBroken" | "rightBroken", Sides>} sides what of ctags' rows is ours, and what of
 *   our rows is ctags', in files without and with syntax errors
 * @property {ReadonlyMap<string, number>} explained how many rows each exception leaves out
 * @property {readonly string[]} notes about the files that the truth cannot read
 */

/** @typedef {{ half?: string | undefined, truth?: string }} Choices */

/**
 * Compares the files, and the files of the language below the folders.
 *
 * @param {string} language
 * @param {readonly string[]} paths absolute ones
 * @param {Choices} choices
 * @returns {Comparison}
 */
export function compareTags(language, paths, { half, truth = "ctags" } = {}) {
  const options = optionsOf(language);
  const exceptions = exceptionsOf(language);
  const { broken, found } = ownSymbols(paths, options);
  const isJudged = (/** @type {string} */ path) => half === undefined || judgedHalf(path, paths) === half;
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
    sides: { found: new Sides(), right: new Sides(), foundBroken: new Sides(), rightBroken: new Sides() },
  };
  for (const [path, symbols] of ours) {
    const foundSides = comparison.sides[broken.has(path) ? "foundBroken" : "found"];
    const rightSides = comparison.sides[broken.has(path) ? "rightBroken" : "right"];
    const own = new Set(symbols.map(placeOf));
    for (const [place, tag] of theirs.get(path) ?? []) {
      const isOurs = own.has(place);
      if (!isOurs && isExplained("ctags", path, tag)) continue;
      foundSides.add(isOurs ? "both" : "theirs", [tag.kind], exampleOf(path, tag, texts));
    }
    for (const symbol of symbols) {
      const isTheirs = theirs.get(path)?.has(placeOf(symbol)) === true;
      if (!isTheirs && isExplained("codegrove", path, symbol)) continue;
      rightSides.add(isTheirs ? "both" : "ours", [symbol.kind], exampleOf(path, symbol, texts));
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
  const scan = [...paths, ...patterns];
  /** @type {Set<string>} */
  const broken = new Set();
  for (const { filepath, diagnostics } of answersOf(["check_file", ...scan])) {
    if (diagnostics !== undefined && diagnostics.length > 0) broken.add(filepath);
  }
  /** @type {Map<string, readonly Symbol[]>} */
  const found = new Map();
  for (const { filepath, symbols } of answersOf(["list_symbols", "--detail", "signatures", ...scan])) {
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
  const all = outputOf("find", [...paths, "-type", "f"])
    .split("\n")
    .filter((path) => options.isFile.test(path));
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
function judgedHalf(path, folders) {
  const folder = folders.find((start) => path.startsWith(start)) ?? "";
  return String(halfOf(hashOf(path.slice(folder.length), "sha1")));
}

/**
 * @param {readonly string[]} paths
 * @param {Options} options
 * @returns {readonly Tag[]}
 */
function tagsOf(paths, options) {
  const args = [...options.ctags, "--output-format=json", "--fields=+nKsZ", "-f", "-", "-R", ...paths];
  /** @type {readonly Tag[]} */
  const tags = jsonLines(outputOf(ctags, args, { stderr: "ignore" }));
  return tags.filter(
    ({ _type, kind, path, name }) =>
      _type === "tag" &&
      !options.kinds.has(kind) &&
      options.isFile.test(path) &&
      !/^(__anon|anonymous|Anonymous)/.test(name),
  );
}
