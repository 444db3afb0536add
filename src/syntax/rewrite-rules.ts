import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { type RewriteRule, type RuleTable, readRules, tableOf } from "./cpp/prepare.ts";
import { readLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

const tables = new Map<string, RuleTable>();

/**
 * The rules that rewrite the tokens of a language, read once a thread.
 *
 * @throws UserError when a file cannot be used
 */
export function rulesOf(language: Language): RuleTable {
  const { dir, rules } = language;
  return getOrInsert(tables, dir, () => tableOf(rules.flatMap((file) => rulesIn(language, file))));
}

function rulesIn(language: Language, file: string): readonly RewriteRule[] {
  const path = join(language.dir, file);
  const text = readLanguageFile(language, file);
  if (text === undefined) throw new UserError(`Cannot use ${path}: There is no such file.`);
  try {
    return readRules(text.toString());
  } catch (error) {
    throw new UserError(`Cannot use ${path}: ${messageOf(error)}`);
  }
}
