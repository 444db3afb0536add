import { getOrInsert } from "../base/get-or-insert.ts";
import { type RuleTable, readRules, tableOf } from "./cpp/prepare.ts";
import { fromLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

const tables = new Map<string, RuleTable>();

/**
 * The rules that rewrite the tokens of a language, read once a thread.
 *
 * @throws UserError when a file cannot be used
 */
export function rulesOf(language: Language): RuleTable {
  const { dir, rules } = language;
  return getOrInsert(tables, dir, () => tableOf(rules.flatMap((file) => fromLanguageFile(language, file, readRules))));
}
