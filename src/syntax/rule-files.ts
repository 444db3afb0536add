import { type RewriteRule, readRules } from "./cpp/prepare.ts";
import { fromLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

/**
 * The rules in the files of a language.
 *
 * @throws UserError when a file cannot be used
 */
export function rewriteRulesOf(language: Pick<Language, "dir" | "folders" | "rules">): readonly RewriteRule[] {
  return language.rules.flatMap((file) => fromLanguageFile(language, file, readRules));
}
