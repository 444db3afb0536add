// @ts-check
/**
 * Compares the uses in get_symbol_context with the definitions that clangd and pyright give of the names in a function, as
 * navigation-truth.mjs wrote them down.
 *
 *   node lab/run.mjs context [OPTION…] [NAME…]
 *
 * NAME is a code base of which there is NAME.json and NAME.definitions.jsonl (default: all of them).
 *
 *   --truth DIR       where they are (default .corpora/navigation)
 *   --functions N     seeded functions of each code base (default 25)
 *   --seed S          chooses the functions (default 1)
 *   --errors N        list N differences, of the half of the functions whose errors may be looked at
 *
 * Counted are the symbols of the code base that a function names and does not declare, each once, without namespaces, modules
 * and parameters. Recall: those of the truth that are among the uses. Precision: uses that are among those of the truth, which
 * does not judge every name.
 */
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { isListed } from "../navigation/navigation-score.mjs";
import { namesOfTruths, truthOf } from "../navigation/truths.mjs";
import { keyOf } from "../places.mjs";
import { Product } from "../product/product-answers.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { percent } from "../sides.mjs";
import { defaultFolder } from "../truths/corpora.mjs";

/** @typedef {import("../navigation/navigation-score.mjs").Definition} Definition */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../product/product-answers.mjs").Listed} Listed */

const { values, positionals } = argumentsOf(import.meta.url, {
  truth: { type: "string", default: join(defaultFolder, "navigation") },
  functions: { type: "string", default: "25" },
  seed: { type: "string", default: "1" },
  errors: { type: "string", default: "0" },
});

/** Functions with fewer names of the truth say little. */
const minNames = 5;
/** Kinds of names that have no signature, or are those of a callee. */
const leftOut = new Set(["namespace", "module", "parameter", "type parameter", "label"]);

const truthFolder = resolve(values.truth);
/** @type {string[]} */
const errors = [];

for (const name of positionals.length > 0 ? positionals : namesOfTruths(truthFolder)) await compareCodeBase(name);
for (const error of errors.slice(0, Number(values.errors))) console.log(error);

/** @param {string} name */
async function compareCodeBase(name) {
  const { root, definitions } = truthOf(truthFolder, name);
  const product = await Product.of(root);
  const counts = { functions: 0, named: 0, found: 0, uses: 0, confirmed: 0 };
  try {
    for (const { listed, ofFunction } of await chosenFunctions(product, definitions)) {
      const { named, missing, uses, extra } = await compareFunction(product, listed, ofFunction);
      counts.functions += 1;
      counts.named += named;
      counts.found += named - missing.length;
      counts.uses += uses;
      counts.confirmed += uses - extra.length;
      if (!isListed(listed)) continue;
      errors.push(
        ...missing.map((one) => `missing in ${listed.name} ${keyOf(listed)}: ${one.kind} ${one.name} ${keyOf(one)}`),
      );
      errors.push(...extra.map((one) => `extra in ${listed.name} ${keyOf(listed)}: ${one.name} ${keyOf(one)}`));
    }
  } finally {
    await product.close();
  }
  console.log(
    `${name}: ${counts.functions} functions, recall ${percent(counts.found, counts.named)} of ${counts.named} symbols, ` +
      `precision ${percent(counts.confirmed, counts.uses)} of ${counts.uses} uses`,
  );
}

/**
 * Seeded functions with the names of the truth in their lines.
 * @param {Product} product
 * @param {readonly Definition[]} definitions
 */
async function chosenFunctions(product, definitions) {
  const all = [];
  for (const file of new Set(definitions.map((definition) => definition.file))) {
    for (const listed of await product.functionsIn(file)) {
      const ofFunction = definitions.filter(
        (one) => one.file === file && one.line >= listed.line && one.line <= listed.endLine,
      );
      if (wantedOf(listed, ofFunction).length >= minNames) all.push({ listed, ofFunction });
    }
  }
  return shuffled(all, randomNumbers(Number(values.seed))).slice(0, Number(values.functions));
}

/**
 * The names of the truth that stand for a symbol of the code base outside of the function.
 * @param {Listed} listed
 * @param {readonly Definition[]} definitions
 */
function wantedOf({ file, line, endLine }, definitions) {
  const isOwn = (/** @type {Place} */ place) => place.file === file && place.line >= line && place.line <= endLine;
  return definitions.filter(
    ({ kind, targets }) =>
      !leftOut.has(kind) &&
      targets.length > 0 &&
      targets.every((target) => !target.file.startsWith("/") && !target.file.startsWith("../") && !isOwn(target)),
  );
}

/**
 * @param {Product} product
 * @param {Listed} listed
 * @param {readonly Definition[]} definitions
 */
async function compareFunction(product, listed, definitions) {
  const uses = await product.usesAt(listed);
  const symbols = new Map(wantedOf(listed, definitions).map((one) => [one.targets.map(keyOf).sort().join(), one]));
  const used = new Set(uses.map(lineOf));
  const known = new Set();
  const missing = [];
  for (const symbol of symbols.values()) {
    const places = await declarationsOf(product, symbol.targets);
    for (const place of places) known.add(lineOf(place));
    if (!places.some((place) => used.has(lineOf(place)))) missing.push(symbol);
  }
  return { named: symbols.size, missing, uses: uses.length, extra: uses.filter((use) => !known.has(lineOf(use))) };
}

/**
 * The targets with the other declarations of the same symbol.
 * @param {Product} product
 * @param {readonly Place[]} targets
 */
async function declarationsOf(product, targets) {
  const places = [...targets];
  for (const target of targets) places.push(...(await product.definitionAt(target)).places);
  return places;
}

/** @param {Place} place servers differ in the column of a target */
function lineOf({ file, line }) {
  return `${file}:${line}`;
}
