import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { readLanguageFile } from "./language-files.ts";
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
  const path = join(dir, macros);
  return getOrInsert(shipped, path, () => rolesIn(path, readLanguageFile(language, macros)));
}

function rolesIn(path: string, file: Buffer | undefined): MacroRoles {
  if (file === undefined) throw new UserError(`Cannot use ${path}: There is no such file.`);
  try {
    return rolesOfData(JSON.parse(file.toString()));
  } catch (error) {
    throw new UserError(`Cannot use ${path}: ${messageOf(error)}`);
  }
}
