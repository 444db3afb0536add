// @ts-check
/**
 * Compares list_symbols with universal-ctags, and the attributes that methods of Python set with Python's own parser: file,
 * name and line.
 *
 *   node lab/run.mjs symbols [--half 0|1] DIR…
 *
 * --half judges every second file alone: one half to look at, the other one to report.
 *
 * Prints, for each kind of ctags, how many both find and how many ctags alone does, and for each kind of ours how many
 * we alone do; with examples. Functions without a body are compared by themselves, at the end: those of classes, and of
 * headers, that their file does not define by the same name. ctags takes a macro that makes a function (`TEST(A, B) {`) for the function, leaves out
 * `= default` and `= delete`, and calls `operator bool` after its type, so that equality is not to be expected.
 * CTAGS names another program than `ctags`, PYTHON than `python3`, CODEGROVE another main.cjs than the built
 * `dist/main.cjs`.
 */
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answersOf, ctags, jsonLines, outputOf, python } from "../programs.mjs";
import { Sides } from "../sides.mjs";

/** @typedef {{ filepath: string, symbols?: Row[] }} FileAnswer */
/** @typedef {{ name: string, kind: string, container?: string, line: number, signature?: string, declared?: boolean }} Row */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string, scope?: string, scopeKind?: string }} Tag */
/** @typedef {{ path: string, line: number, name: string }} Attribute */

/** Examples of each difference. */
const maxExamples = 10;

/** Kinds of ctags that are no definitions, or that are local. */
const otherKinds = new Set(["externvar", "header", "local", "module", "name", "namespace", "prototype", "unknown"]);

/** Kinds of functions in ctags. */
const functionKinds = new Set(["function", "member"]);

/**
 * @param {string} folder
 * @param {string | undefined} half
 */
function compare(folder, half) {
  const all = symbolsOf(folder).flatMap(({ filepath, symbols }) => (symbols ? [{ filepath, symbols }] : []));
  const judged = all.filter((_, index) => half === undefined || index % 2 === Number(half));
  const ours = new Map(judged.map(({ filepath, symbols }) => [filepath, symbols]));
  /** @type {Map<string, Set<string>>} */
  const theirs = new Map();
  const sides = new Sides();
  const tags = tagsOf(folder);
  for (const { path, name, line, kind } of tags) {
    const symbols = ours.get(path);
    if (symbols === undefined || otherKinds.has(kind) || name.startsWith("__anon")) continue;
    const place = `${name.replace(/^operator (?=\W)/, "operator")} ${line}`;
    theirs.set(path, (theirs.get(path) ?? new Set()).add(place));
    const isOurs = symbols.some((symbol) => `${symbol.name} ${symbol.line}` === place);
    sides.add(isOurs ? "both" : "theirs", [`ctags ${kind}`], `${path}:${line} ${name}`);
  }
  for (const [path, symbols] of ours) {
    for (const { name, kind, line, declared, signature } of symbols) {
      if (kind === "namespace" || (declared && kind !== "field") || isAttribute(path, kind, signature)) continue;
      if (theirs.get(path)?.has(`${name} ${line}`)) continue;
      sides.add("ours", [`codegrove ${kind}`], `${path}:${line} ${name}`);
    }
  }
  console.log(`${folder}: ${ours.size} files`);
  sides.print("symbols", maxExamples);
  compareDeclared(ours, tags);
  compareAttributes(ours, folder);
}

/**
 * True for an attribute that a method sets: its signature says so.
 *
 * @param {string} path
 * @param {string} kind
 * @param {string | undefined} signature
 */
function isAttribute(path, kind, signature = "") {
  return kind === "field" && /\.pyi?$/.test(path) && /\w\s*\.\s*\w/.test(signature.split(/[=:] /, 1)[0] ?? "");
}

/**
 * Compares the functions without a body.
 *
 * @param {ReadonlyMap<string, Row[]>} ours
 * @param {readonly Tag[]} tags
 */
function compareDeclared(ours, tags) {
  const defined = new Set();
  for (const { path, name, scope = "", kind } of tags) {
    if (functionKinds.has(kind)) defined.add(`${path} ${lastPart(scope)} ${plain(name)}`);
  }
  // What is defaulted is a prototype for ctags, and a definition for us.
  const ownDefinitions = new Set();
  for (const [path, symbols] of ours) {
    for (const { name, line, declared } of symbols) if (!declared) ownDefinitions.add(`${path}:${line} ${plain(name)}`);
  }
  const theirs = new Set();
  for (const { path, name, line, kind, scope = "", scopeKind = "" } of tags) {
    const isMember = ["class", "struct", "union"].includes(scopeKind);
    if (ownDefinitions.has(`${path}:${line} ${plain(name)}`)) continue;
    // `Q_OBJECT_FAKE(x);` calls a macro.
    if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)) continue;
    if (kind !== "prototype" || !ours.has(path) || !(isMember || /\.h[^.]*$/i.test(path))) continue;
    if (!defined.has(`${path} ${lastPart(scope)} ${plain(name)}`)) theirs.add(`${path}:${line} ${plain(name)}`);
  }
  const own = new Set();
  for (const [path, symbols] of ours) {
    for (const { name, kind, line, declared, container = "" } of symbols) {
      if (!declared || kind === "field" || defined.has(`${path} ${lastPart(container)} ${plain(name)}`)) continue;
      own.add(`${path}:${line} ${plain(name)}`);
    }
  }
  if (theirs.size + own.size > 0) printSets("declared functions, ctags", own, theirs);
}

/**
 * Compares the attributes that methods set.
 *
 * @param {ReadonlyMap<string, Row[]>} ours
 * @param {string} folder
 */
function compareAttributes(ours, folder) {
  const isPython = [...ours.keys()].some((path) => /\.pyi?$/.test(path));
  if (!isPython) return;
  /** @type {Attribute[]} */
  const found = jsonLines(outputOf(python, [join(import.meta.dirname, "../truths/set-attributes.py"), folder]));
  const read = new Set(found.map(({ path }) => path));
  const isJudged = ({ path = "", name = "" }) => name !== "" && ours.has(path);
  const theirs = new Set(found.filter(isJudged).map(({ path, line, name }) => `${path}:${line} ${name}`));
  const own = new Set();
  for (const [path, symbols] of ours) {
    if (!read.has(path)) continue;
    for (const { name, kind, line, signature } of symbols) {
      if (isAttribute(path, kind, signature)) own.add(`${path}:${line} ${name}`);
    }
  }
  printSets("attributes that methods set, ast", own, theirs);
}

/**
 * @param {string} title
 * @param {ReadonlySet<string>} ours
 * @param {ReadonlySet<string>} theirs
 */
function printSets(title, ours, theirs) {
  const sides = new Sides();
  sides.addSets([], ours, theirs);
  sides.print(title, maxExamples);
}

/** @param {string} scope */
function lastPart(scope) {
  return scope.split("::").at(-1) ?? "";
}

/**
 * A name as both have it: `operator bool` for ctags is its type with the word behind it.
 *
 * @param {string} name
 */
function plain(name) {
  return name.startsWith("operator") ? name.replace(/\s+/g, "") : name;
}

/**
 * @param {string} folder
 * @returns {FileAnswer[]}
 */
function symbolsOf(folder) {
  return answersOf(["list_symbols", folder, "--detail", "signatures"]);
}

/**
 * @param {string} folder
 * @returns {Tag[]}
 */
function tagsOf(folder) {
  const options = [
    "--languages=C++,Python",
    "--langmap=C++:+.h",
    "--output-format=json",
    "--fields=+nKsZ",
    "--kinds-C++=+p",
  ];
  const tags = jsonLines(outputOf(ctags, [...options, "-f", "-", "-R", folder], { stderr: "ignore" }));
  return tags.filter(({ _type }) => _type === "tag");
}

const { values, positionals } = argumentsOf(import.meta.url, { half: { type: "string" } }, 1);
for (const folder of positionals) compare(resolve(folder), values.half);
