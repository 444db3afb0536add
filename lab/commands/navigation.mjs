// @ts-check
/**
 * Compares what codegrove says about names with what a compiler or a language server says, as navigation-truth.mjs wrote it
 * down.
 *
 *   node lab/run.mjs navigation [OPTION…] [NAME…]
 *
 * NAME is a code base of which there is NAME.json and NAME.definitions.jsonl (default: all of them). Its files are indexed
 * in this process, and names are resolved by src as it is: no build is needed.
 *
 *   --truth DIR       where they are (default .corpora/navigation, where navigation-truth.mjs --corpus writes them)
 *   --errors N        list N errors, of the half of all places whose errors may be looked at; those of the other half are
 *                     only counted, so that they show how the rules do on code that nobody has looked at
 *   --only VERDICT    … errors of this verdict: candidate, wrong, none, called-external or inside
 *   --kind KIND       … of this kind of name
 *   --rule RULE       … of this rule
 *   --file PART       only files with this in their path
 *   --seed S          … another choice of errors (default 1)
 *   --off RULE        without this rule; may be repeated
 *   --rules           for each rule and label, over the code bases of a language: answers, right ones and their share, and the
 *                     code base with the lowest share; `<` marks shares below the goal of the label, 99.5 of `exact` and 97 of
 *                     `likely`, where there are at least 50 answers. `all` is of the label
 *   --ladder          what each rule is worth, over the code bases of a language so far: the share of right first answers
 *                     by name alone, with one rule more at a time in the order of their tables, and with all but one
 *   --references      compare find_references of dist/main.cjs with NAME.references.jsonl, beside a match of the name in
 *                     the same files; and a sample of places by find_definition with what is resolved in this process
 *   --sample N        … of N places (default 200)
 *
 * A name that is defined in the code base is `right` when the first target is, `candidate` when a later one is, `wrong`,
 * `none`, or `called external`; a name from outside is `external`, `unanswered`, or answered with something `inside`.
 * Shares in percent: `first` right of the names inside, `among` the candidates, `wrong` with called external, `none`;
 * `in%` of the names outside that are answered with something inside; `all%` of all names that are right or external.
 * A class counts as right for its constructor, and the reverse. Names that pyright takes for modules beside the importing
 * file by absolute imports are left out (truths.mjs, canImport).
 *
 * References: precision and recall of the confirmed rows, of these with the possible ones, and of the match. Declarations
 * of the symbol itself do not count, nor rows of functions that override it, nor places that the truth is not sure about.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Counts, isListed, verdictOf } from "../navigation/navigation-score.mjs";
import {
  nameWidth,
  ReferenceCounts,
  RuleTable,
  shownCell,
  shownLine,
  shownShare,
  Table,
} from "../navigation/navigation-tables.mjs";
import { compareAnswers, compareWithResolver } from "../navigation/product-comparison.mjs";
import { answerAt, eachFile, namesOfTruths, truthOf } from "../navigation/truths.mjs";
import { keyOf } from "../places.mjs";
import { bundledResolver } from "../product/bundled-resolver.mjs";
import { Product } from "../product/product-answers.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { defaultFolder } from "../truths/corpora.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../navigation/navigation-score.mjs").Definition} Definition */
/** @typedef {import("../navigation/navigation-score.mjs").Verdict} Verdict */
/** @typedef {import("../product/resolve-names.mjs").Answer} Answer */
/** @typedef {import("../navigation/truths.mjs").Truth} Truth */
/** @typedef {Truth["language"]} Language */

const { values, positionals } = argumentsOf(import.meta.url, {
  truth: { type: "string", default: join(defaultFolder, "navigation") },
  errors: { type: "string", default: "0" },
  only: { type: "string" },
  kind: { type: "string" },
  rule: { type: "string" },
  file: { type: "string", default: "" },
  seed: { type: "string", default: "1" },
  off: { type: "string", multiple: true, default: [] },
  ladder: { type: "boolean", default: false },
  rules: { type: "boolean", default: false },
  references: { type: "boolean", default: false },
  sample: { type: "string", default: "200" },
});

/**
 * Prints how the names of some code bases are resolved.
 * @param {readonly Truth[]} ofLanguage
 * @param {Language} language
 */
async function compareResolver(ofLanguage, language) {
  const all = new Table();
  const byRule = new RuleTable();
  const off = new Set(values.off);
  for (const truth of ofLanguage) {
    const table = new Table();
    /** @type {string[]} */
    const errors = [];
    const codeBase = await readCodeBase(truth);
    await eachFile(truth.definitions, codeBase, (file, definitions, without) => {
      const resolveAt = without(off);
      const lines = readFileSync(join(truth.root, file), "utf8").split("\n");
      for (const definition of definitions) {
        const answer = answerAt(resolveAt, definition);
        const verdict = verdictOf(definition, answer);
        const half = isListed(definition) ? "listed" : "only counted";
        const kinds = ["all", `kind ${definition.kind}`, `label ${answer.confidence}`, `rule ${answer.rule}`];
        for (const key of [...kinds, `half ${half}`]) table.add(key, verdict);
        for (const key of [...kinds, `half ${half}`, `code base ${truth.name}`]) all.add(key, verdict);
        byRule.add(answer, truth.name, verdict);
        if (isWanted(definition, answer, verdict)) errors.push(errorText(definition, answer, verdict, lines));
      }
    });
    table.print(`${truth.name}: ${codeBase.fileCount} files`);
    printSome(errors);
  }
  if (ofLanguage.length > 1) all.print(`all of ${language}`);
  if (values.rules) byRule.print(`${language}: labels by rule`);
}

/**
 * Prints what each rule is worth.
 * @param {readonly Truth[]} ofLanguage
 * @param {Language} language
 */
async function printLadders(ofLanguage, language) {
  const { ids, byName } = ruleTables[language];
  const order = [byName, ...ids.filter((id) => id !== byName)];
  const cumulative = order.map((id, step) => ({ id: `+ ${id}`, off: order.slice(step + 1), counts: new Counts() }));
  const withoutOne = order.map((id) => ({ id: `− ${id}`, off: [id], counts: new Counts() }));
  /** @type {string[]} */
  const names = [];
  for (const truth of ofLanguage) {
    await eachFile(truth.definitions, await readCodeBase(truth), (_, definitions, without) => {
      for (const { off, counts } of [...cumulative, ...withoutOne]) {
        const resolveAt = without(new Set([...off, ...values.off]));
        for (const definition of definitions) counts.add(verdictOf(definition, answerAt(resolveAt, definition)));
      }
    });
    names.push(truth.name);
    console.log(
      `\n${names.join(", ")}: right first answers of names inside, outside names answered inside, in percent`,
    );
    const whole = cumulative.at(-1)?.counts.shares.first ?? 0;
    printLadder("one more at a time", cumulative, (step) => cumulative[step - 1]?.counts.shares.first ?? 0);
    printLadder("all but one", withoutOne, () => whole);
  }
}

/**
 * @param {string} title
 * @param {readonly { id: string, counts: Counts }[]} steps
 * @param {(step: number) => number} before the share of right first answers that a step is compared with
 */
function printLadder(title, steps, before) {
  console.log(title.padEnd(nameWidth) + ["first%", "change", "in%"].map(shownCell).join(""));
  steps.forEach(({ id, counts }, step) => {
    const { first, inside } = counts.shares;
    const cells = [shownShare(first, 2), shownShare(first - before(step), 2), shownShare(inside)];
    console.log(id.padEnd(nameWidth) + cells.map(shownCell).join(""));
  });
}

/**
 * Prints what the built server answers.
 * @param {readonly Truth[]} ofLanguage
 * @param {Language} language
 */
async function compareProduct(ofLanguage, language) {
  const sums = new ReferenceCounts();
  for (const truth of ofLanguage) {
    const product = await Product.of(truth.root);
    try {
      const { counts, errors } = await compareAnswers(truth, product);
      sums.addAll(counts);
      counts.print(truth.name);
      printSome(errors);
      const sample = shuffled(truth.definitions, random).slice(0, Number(values.sample));
      const differences = await compareWithResolver(sample, await readCodeBase(truth), product);
      const equal = sample.length - differences.length;
      console.log(`${truth.name}: ${equal} of ${sample.length} names are answered by the server as in this process`);
      printSome(differences);
    } finally {
      await product.close();
    }
  }
  if (ofLanguage.length > 1) sums.print(`all of ${language}`);
}

/** @param {readonly string[]} off */
function checkRules(off) {
  const ids = [...new Set(Object.values(ruleTables).flatMap((table) => table.ids))];
  const unknown = off.find((id) => !ids.includes(id));
  if (unknown === undefined) return;
  console.error(`no rule ${unknown}: ${ids.join(", ")}`);
  process.exit(2);
}

/** @param {Truth} truth */
function readCodeBase({ root, language }) {
  return CodeBase.read(root, language);
}

/**
 * @param {Definition} definition
 * @param {Answer} answer
 * @param {Verdict} verdict
 */
function isWanted(definition, { rule }, verdict) {
  if (verdict === "right" || verdict === "external" || verdict === "unanswered" || !isListed(definition)) return false;
  return [values.only ?? verdict, values.kind ?? definition.kind, values.rule ?? rule].every(
    (wanted, at) => wanted === [verdict, definition.kind, rule][at],
  );
}

/**
 * @param {Definition} definition
 * @param {Answer} answer
 * @param {Verdict} verdict
 * @param {readonly string[]} lines of the file
 */
function errorText(definition, { confidence, rule, targets }, verdict, lines) {
  const { name, kind } = definition;
  return [
    `${verdict} ${keyOf(definition)} ${name}: ${kind}, ${confidence} by ${rule}`,
    `    | ${shownLine(lines[definition.line - 1])}`,
    `    answered ${shownPlaces(targets)}, right is ${shownPlaces(definition.targets)}`,
  ].join("\n");
}

/** Places of an answer in a list. */
const maxShownPlaces = 3;

/** @param {readonly Place[]} places */
function shownPlaces(places) {
  if (places.length === 0) return "nothing";
  const more = places.length > maxShownPlaces ? " …" : "";
  return places.slice(0, maxShownPlaces).map(keyOf).join(" ") + more;
}

/**
 * Prints as many as `--errors` wants.
 * @param {readonly string[]} errors
 */
function printSome(errors) {
  const wanted = Number(values.errors);
  if (wanted === 0 || errors.length === 0) return;
  const shown = shuffled(errors, random).slice(0, wanted);
  console.log(`\n${shown.length} of ${errors.length}:`);
  for (const error of shown) console.log(error);
}

/** @returns {Truth[]} those that were asked for, with the names of the files that were */
function readTruths() {
  const folder = resolve(values.truth);
  const names = positionals.length > 0 ? positionals : namesOfTruths(folder);
  if (names.length === 0) {
    console.error(`nothing in ${folder}: node lab/run.mjs navigation-truth --corpus NAME writes it`);
    return process.exit(2);
  }
  return names.map((name) => {
    const truth = truthOf(folder, name);
    return { ...truth, definitions: truth.definitions.filter(({ file }) => file.includes(values.file)) };
  });
}

const random = randomNumbers(Number(values.seed));
const { CodeBase, ruleTables } = await bundledResolver();
checkRules(values.off);

const truths = readTruths();
for (const language of new Set(truths.map((truth) => truth.language))) {
  const ofLanguage = truths.filter((truth) => truth.language === language);
  if (ofLanguage.length === 0) continue;
  const compare = values.references ? compareProduct : values.ladder ? printLadders : compareResolver;
  await compare(ofLanguage, language);
}
