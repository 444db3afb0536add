// @ts-check
/** Files read with and without rules of masking, for rule-worth.mjs and grammar-gaps.mjs: bundled by bundled-resolver.mjs. */
import { relative } from "node:path";
import { maskMacros } from "../../src/syntax/cpp/prepare.ts";
import { gaps, writtenRuleIds } from "../../src/syntax/cpp/rules/ids.ts";
import { languageOf } from "../../src/syntax/language-of.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { rulesOf } from "../../src/syntax/rewrite-rules.ts";
import { rewriteRulesOf } from "../../src/syntax/rule-files.ts";
import { hashOf, sampleOf } from "../halves.mjs";
import { filesBelow, macrosOf, maskingOf, textOf } from "./surveyed-code.mjs";

const cpp = cppIn(shippedLanguagesDir);

/** The ids of all rules, in order. */
export const ruleIds = [...writtenRuleIds, ...rewriteRulesOf(cpp).map(({ id }) => id)].sort();

/** @typedef {import("../../src/syntax/copies.ts").Masking} Masking */
/** @typedef {import("../../src/syntax/languages.ts").Language} Language */
/** @typedef {{ hasErrors: boolean, outline: string }} Reading */
/** @typedef {{ edits: number, hasErrors: boolean, without: Reading, changesOutline: boolean }} RuleInFile */

/**
 * Reads the C++ files of a code base, each with all rules and without each of those that edit it.
 * @param {string} root absolute
 * @param {number} sample how many files, picked by hash, always the same; 0: all
 * @returns {AsyncGenerator<{ file: string, hasErrors: boolean, rules: Map<string, RuleInFile> }>}
 */
export async function* readWithoutRules(root, sample) {
  const language = cpp;
  const paths = [...filesBelow(root)].filter((path) => languageOf(path, [language]) === language).sort();
  const book = await macrosOf(paths);
  for (const path of sampleOf(paths, sample, (one) => hashOf(relative(root, one)))) {
    const text = textOf(path, language);
    const masking = maskingOf(book, path, language);
    if (text === undefined || masking === undefined) continue;
    /** @type {Map<string, number>} */
    const edits = new Map();
    const whole = await reading(language, text, {
      ...masking,
      onMasked: (masked) => {
        for (const { rule } of masked.edits) edits.set(rule, (edits.get(rule) ?? 0) + 1);
      },
    });
    /** @type {Map<string, RuleInFile>} */
    const rules = new Map();
    for (const [rule, count] of edits) {
      const without = await reading(language, text, { ...masking, withoutRule: rule });
      const changesOutline = without.outline !== whole.outline;
      rules.set(rule, { edits: count, hasErrors: whole.hasErrors, without, changesOutline });
    }
    yield { file: relative(root, path), hasErrors: whole.hasErrors, rules };
  }
}

/**
 * Masks the C++ files of a code base.
 * @param {string} root absolute
 * @param {string} [only] the one file that is masked; the macros are still those of its folder
 * @returns {AsyncGenerator<{ path: string, text: string, masked: import("../../src/syntax/cpp/prepare.ts").Masked }>}
 */
export async function* maskedTexts(root, only) {
  const paths = [...filesBelow(root)].filter((path) => languageOf(path, [cpp]) === cpp).sort();
  const book = await macrosOf(paths);
  for (const path of only === undefined ? paths : [only]) {
    const text = textOf(path, cpp);
    const masking = maskingOf(book, path, cpp);
    if (text === undefined || masking === undefined) continue;
    yield { path, text, masked: maskMacros(text, { ...masking, rules: rulesOf(cpp) }) };
  }
}

/**
 * Tries the code of each gap against a grammar.
 * @param {string} languagesDir with the folder cpp
 * @returns {AsyncGenerator<{ rule: string, code: string, isNeeded: boolean }>} `isNeeded`: it is read wrongly without masking
 */
export async function* readGaps(languagesDir) {
  const language = cppIn(languagesDir);
  const data = rewriteRulesOf(language).filter(({ group }) => group === "gap");
  const examples = data.flatMap(({ id, examples: [first] }) => (first ? [[id, first.code]] : []));
  for (const [rule = "", code = ""] of [...Object.entries(gaps), ...examples]) {
    const masked = await reading(language, code, noMacros);
    const plain = await reading(language, code);
    yield { rule, code, isNeeded: plain.hasErrors || plain.outline !== masked.outline };
  }
}

/** @type {Masking} */
const noMacros = { macros: { project: new Map(), folder: new Map(), everywhere: new Map() } };

/** @param {string} languagesDir */
function cppIn(languagesDir) {
  const language = loadLanguages([languagesDir]).find(({ name }) => name === "cpp");
  if (language === undefined) throw new Error("no language cpp");
  return language;
}

/**
 * @param {Language} language
 * @param {string} text
 * @param {Masking} [masking]
 * @returns {Promise<Reading>}
 */
function reading(language, text, masking) {
  return withParsed(language, text, masking ? { masking } : {}, (parsed) => {
    const rows = parsed
      .symbols()
      .map(({ kind, container, name, line, column }) => [kind, container, name, line, column]);
    return { hasErrors: parsed.hasErrors(), outline: JSON.stringify(rows) };
  });
}
