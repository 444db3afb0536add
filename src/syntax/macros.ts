import { join } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import { fromLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";
import { type MacroRoles, rolesOfData } from "./macro-roles.ts";

const shipped = new Map<string, MacroRoles>();

/**
 * The macros of widely used libraries by role, read once a thread. Undefined when the language has no macros.
 *
 * @throws UserError when the file cannot be used
 */
export function shippedMacros(language: Language): MacroRoles | undefined {
  const { dir, macros } = language;
  if (macros === undefined) return undefined;
  return getOrInsert(shipped, join(dir, macros), () =>
    fromLanguageFile(language, macros, (text) => rolesOfData(JSON.parse(text))),
  );
}
