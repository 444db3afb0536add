// @ts-check
/** What navigation-truth.mjs wrote about code bases: NAME.json, NAME.definitions.jsonl and NAME.references.jsonl. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isProgram } from "../truths/program-names.mjs";

/** @typedef {import("../truths/collect-references.mjs").References} References */
/** @typedef {import("./navigation-score.mjs").Definition} Definition */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../product/resolve-names.mjs").Answer} Answer */
/** @typedef {import("../product/resolve-names.mjs").CodeBase} CodeBase */
/** @typedef {import("../product/resolve-names.mjs").Resolve} Resolve */

/**
 * `references` is undefined where none were written.
 * @typedef {object} Truth
 * @property {string} name
 * @property {string} root absolute
 * @property {import("../truths/source-files.mjs").SourceLanguage} language
 * @property {readonly Definition[]} definitions
 * @property {readonly References[] | undefined} references
 */

const definitionsEnd = ".definitions.jsonl";

/**
 * The names of the code bases of a folder.
 * @param {string} folder
 */
export function namesOfTruths(folder) {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith(definitionsEnd))
    .map((file) => file.slice(0, -definitionsEnd.length))
    .sort();
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Truth}
 */
export function truthOf(folder, name) {
  const { root, server } = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const references = join(folder, `${name}.references.jsonl`);
  return {
    name,
    root,
    language: languageOf(server),
    definitions: linesOf(join(folder, `${name}${definitionsEnd}`))
      .filter(isJudged)
      .filter(canImport(root)),
    references: existsSync(references) ? linesOf(references).map(withoutMerged) : undefined,
  };
}

/**
 * The language that a server of navigation-truth.mjs reads: the ones that are programs have its name.
 * @param {string} server
 * @returns {Truth["language"]}
 */
function languageOf(server) {
  if (server === "clangd") return "cpp";
  return isProgram(server) ? server : "python";
}

/** @param {string} file */
const isSource = (file) => /\.(c|cc|cpp|cxx)$/.test(file);

/**
 * False for a name that clangd answers from its index: what several sources declare by the same name is one symbol there, though no
 * program has them all.
 * @param {Definition} definition
 */
function isJudged({ file, targets }) {
  const isMerged =
    targets.some((at) => at.file === file) && targets.some((at) => at.file !== file && isSource(at.file));
  return !isMerged;
}

/**
 * False for a name that pyright takes for a module of the importing file's own package by an absolute import: CPython looks
 * for that in `sys.path` and not beside the file (PEP 328). `import wx` in `ui/wx/scene.py` is never `ui/wx/__init__.py`
 * where `ui` is a package.
 * @param {string} root
 * @returns {(definition: Definition) => boolean}
 */
function canImport(root) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  const textOf = (/** @type {string} */ file) => {
    const text = texts.get(file) ?? readFileSync(join(root, file), "utf8");
    texts.set(file, text);
    return text;
  };
  return ({ file, targets }) => {
    const [target] = targets;
    const isModule = target !== undefined && target.line === 1 && target.column === 1 && target.file.endsWith(".py");
    if (!isModule) return true;
    const isPackage = basename(target.file) === "__init__.py";
    const path = isPackage ? dirname(target.file) : target.file.slice(0, -".py".length);
    const folder = dirname(path);
    const isBeside = file.startsWith(`${folder}/`) && existsSync(join(root, folder, "__init__.py"));
    const absolute = new RegExp(
      `^[ \\t]*(?:from[ \\t]+|import[ \\t]+(?:[\\w.]+[ \\t]*,[ \\t]*)*)${basename(path)}\\b`,
      "m",
    );
    return !isBeside || !absolute.test(textOf(file));
  };
}

/**
 * The same: what only a source declares is no other source's, unless it is a function or a variable with a linkage. A method that is
 * defined in a source belongs to all files that include its class.
 * @param {References} row
 * @returns {References}
 */
function withoutMerged(row) {
  const { symbol, definitions, references, unknown } = row;
  const isLocal =
    ["class", "field", "method"].includes(symbol.kind) && [symbol, ...definitions].every(({ file }) => isSource(file));
  const isOther = (/** @type {Place} */ { file }) => isLocal && file !== symbol.file && isSource(file);
  return {
    ...row,
    references: references.filter((at) => !isOther(at)),
    unknown: [...unknown, ...references.filter(isOther)],
  };
}

/** @param {string} path @returns {any[]} the values of a JSON Lines file */
function linesOf(path) {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/**
 * Opens each file of the truth in a code base. What `use` gets is valid only inside of it.
 * @param {readonly Definition[]} definitions
 * @param {CodeBase} codeBase
 * @param {(file: string, ofFile: readonly Definition[], without: (off: ReadonlySet<string>) => Resolve) => void} use
 */
export async function eachFile(definitions, codeBase, use) {
  /** @type {Map<string, Definition[]>} */
  const byFile = new Map();
  for (const definition of definitions) {
    const ofFile = byFile.get(definition.file) ?? [];
    byFile.set(definition.file, ofFile);
    ofFile.push(definition);
  }
  for (const [file, ofFile] of byFile) await codeBase.withFile(file, (without) => use(file, ofFile, without));
}

/**
 * Resolves a name. An error becomes a rule of its own, so that tables show it.
 * @param {Resolve} resolveAt
 * @param {Place} place
 * @returns {Answer}
 */
export function answerAt(resolveAt, place) {
  try {
    return resolveAt(place);
  } catch (error) {
    const rule = `threw ${error instanceof Error ? error.message : error}`;
    return { confidence: "none", rule, targets: [], via: [], equivalents: () => [], symbols: () => [] };
  }
}
