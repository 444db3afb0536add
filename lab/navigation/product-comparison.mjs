// @ts-check
/** Compares what the built server answers with the truth, and with the resolver in this process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keyOf } from "../places.mjs";
import { sourcesBelow, words } from "../truths/source-files.mjs";
import { compareCalls, lineKey, textAt } from "./constructor-lines.mjs";
import { compareReferences, isListed } from "./navigation-score.mjs";
import { ReferenceCounts, shownLine } from "./navigation-tables.mjs";
import { answerAt, eachFile } from "./truths.mjs";

/** @typedef {import("./navigation-score.mjs").Definition} Definition */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../truths/collect-references.mjs").References} References */
/** @typedef {import("./constructor-lines.mjs").Line} Line */
/** @typedef {import("../product/product-answers.mjs").Product} Product */
/** @typedef {import("../product/product-answers.mjs").Reference} Reference */
/** @typedef {import("../product/resolve-names.mjs").Answer} Answer */
/** @typedef {import("../product/resolve-names.mjs").CodeBase} CodeBase */
/** @typedef {import("./truths.mjs").Truth} Truth */

/**
 * Compares find_references of each symbol of the truth: in the files that the server of the truth has looked at. Rows of
 * functions that override the symbol are no uses of it.
 * @param {Truth} truth
 * @param {Product} product
 * @returns {Promise<{ counts: ReferenceCounts, errors: string[] }>} errors of the half that may be looked at
 */
export async function compareAnswers({ root, language, references = [] }, product) {
  const files = sourcesBelow(root, language);
  const judged = new Set(files);
  const matches = matchesOf(new Set(references.map(({ symbol }) => symbol.name)), root, files);
  const counts = new ReferenceCounts();
  /** @type {string[]} */
  const errors = [];
  for (const truth of references) {
    const { symbol } = truth;
    const { confirmed, possible, error } = await product.referencesAt(symbol);
    if (error !== undefined) errors.push(`error ${keyOf(symbol)} ${symbol.name}: ${error}`);
    const groups = truth.group === undefined ? [] : [`group ${truth.group}`];
    if (truth.calls !== undefined) {
      const lists = { confirmed, "with possible": [...confirmed, ...possible], match: matches.get(symbol.name) ?? [] };
      const compared = Object.entries(lists).map(([list, rows]) => [list, writtenCalls(truth, rows, root)]);
      counts.add([symbol.kind, ...groups], Object.fromEntries(compared));
      errors.push(...callErrors(truth, confirmed, possible, root));
      continue;
    }
    const usesIn = (/** @type {readonly Reference[]} */ rows) =>
      rows.filter((row) => row.type !== "override" && judged.has(row.file) && isByName(symbol, row, root));
    const ofConfirmed = compareReferences(truth, usesIn(confirmed));
    counts.add([symbol.kind, ...groups], {
      confirmed: ofConfirmed,
      "with possible": compareReferences(truth, usesIn([...confirmed, ...possible])),
      match: compareReferences(truth, matches.get(symbol.name) ?? []),
    });
    const possibleKeys = new Set(possible.map(keyOf));
    const describe = (/** @type {string} */ what, /** @type {Place} */ place) =>
      `${what} ${keyOf(place)} of ${symbol.kind} ${symbol.name}, ${keyOf(symbol)}\n    | ${lineAt(root, place)}`;
    const wrong = ofConfirmed.wrong.filter(isListed).map((place) => describe("wrong", place));
    const missing = ofConfirmed.missing
      .filter(isListed)
      .map((place) => describe(possibleKeys.has(keyOf(place)) ? "only possible" : "missing", place));
    errors.push(...wrong, ...missing);
  }
  return { counts, errors };
}

/**
 * Lines with a call of a constructor, by libclang. Calls that nothing names in the line, such as conversions, are neither right nor
 * missing: they are no occurrences of a name, and `node lab/run.mjs constructors` counts them.
 * @param {References} truth
 * @param {readonly Reference[] | readonly Place[]} rows
 * @param {string} root
 */
function writtenCalls({ symbol, calls = [], unsure = [] }, rows, root) {
  const { right, wrong, missing } = compareCalls({ symbol, calls, unsure }, rows, root);
  return {
    right: right.filter(({ written }) => written),
    wrong,
    missing: missing.filter(({ written }) => written),
  };
}

/**
 * @param {References} truth
 * @param {readonly Reference[]} confirmed
 * @param {readonly Reference[]} possible
 * @param {string} root
 * @returns {string[]} of the half that may be looked at
 */
function callErrors(truth, confirmed, possible, root) {
  const { wrong, missing } = writtenCalls(truth, confirmed, root);
  const maybe = new Set(possible.map(lineKey));
  const of = `of constructor ${truth.symbol.name}, ${keyOf(truth.symbol)}`;
  const isShown = (/** @type {Line} */ { file, line }) => isListed({ file, line, column: 1 });
  const describe = (/** @type {string} */ what, /** @type {Line} */ at) =>
    `${what} ${lineKey(at)} ${of}\n    | ${shownLine(textAt(root, at))}`;
  return [
    ...wrong.filter(isShown).map((at) => describe("wrong", at)),
    ...missing.filter(isShown).map((at) => describe(maybe.has(lineKey(at)) ? "only possible" : "missing", at)),
  ];
}

/**
 * True where a place has the name of a symbol: uses by an alias, and calls of a constructor by its class, the server of the
 * truth does not list.
 * @param {{ name: string }} symbol
 * @param {Place} place
 * @param {string} root
 */
function isByName({ name }, { file, line, column }, root) {
  const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "";
  return text.startsWith(name, column - 1);
}

/**
 * Compares find_definition at some places with the resolver in this process: the label, and all declarations. The product
 * may leave out forward declarations.
 * @param {readonly Definition[]} sample
 * @param {CodeBase} codeBase
 * @param {Product} product
 * @returns {Promise<string[]>} the differences
 */
export async function compareWithResolver(sample, codeBase, product) {
  /** @type {{ definition: Definition, confidence: string, symbols: ReturnType<Answer["symbols"]> }[]} */
  const resolved = [];
  await eachFile(sample, codeBase, (_, definitions, without) => {
    const resolveAt = without(new Set());
    for (const definition of definitions) {
      const { confidence, symbols } = answerAt(resolveAt, definition);
      resolved.push({ definition, confidence, symbols: symbols() });
    }
  });
  /** @type {string[]} */
  const differences = [];
  for (const { definition, confidence, symbols } of resolved) {
    const answer = await product.definitionAt(definition);
    const all = new Set(symbols.map(keyOf));
    const answered = new Set(answer.places.map(keyOf));
    const hasAll = symbols.every((symbol) => symbol.isForward || answered.has(keyOf(symbol)));
    const hasNoOthers = [...answered].every((key) => all.has(key)) && answered.size > 0 === all.size > 0;
    if (confidence === answer.confidence && hasAll && hasNoOthers) continue;
    const lines = [
      `${keyOf(definition)} ${definition.name}`,
      `    in process ${[confidence, ...all].join(" ")}`,
      `    product    ${[answer.confidence, ...answered].join(" ")}`,
    ];
    differences.push(lines.join("\n"));
  }
  return differences;
}

/**
 * Where some names are words, in comments and strings too: what `rg -w` finds.
 * @param {ReadonlySet<string>} names
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Map<string, Place[]>} in the order of files
 */
function matchesOf(names, root, files) {
  /** @type {Map<string, Place[]>} */
  const matches = new Map([...names].map((name) => [name, []]));
  for (const file of files) {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    lines.forEach((text, at) => {
      for (const { 0: word, index } of text.matchAll(words)) {
        matches.get(word)?.push({ file, line: at + 1, column: index + 1 });
      }
    });
  }
  return matches;
}

/**
 * @param {string} root
 * @param {Place} place
 */
function lineAt(root, place) {
  return shownLine(textAt(root, place));
}
