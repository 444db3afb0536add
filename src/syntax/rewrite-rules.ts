import { getOrInsert } from "../base/get-or-insert.ts";
import { isBuilt } from "./built-languages.ts";
import { builtRules } from "./built-rules.ts";
import { compiledRules, type RuleTable, tableOf } from "./cpp/prepare.ts";
import type { Language } from "./languages.ts";
import { rewriteRulesOf } from "./rule-files.ts";

const tables = new Map<string, RuleTable>();

/**
 * The rules that rewrite the tokens of a language, read once a thread.
 *
 * @throws UserError when a file cannot be used
 */
export function rulesOf(language: Language): RuleTable {
  return getOrInsert(tables, language.dir, () =>
    tableOf(isBuilt(language) ? builtRules(language) : compiledRules(rewriteRulesOf(language))),
  );
}
