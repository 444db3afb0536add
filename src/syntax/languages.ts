/**
 * The languages in folders below queries/ and in folders of the user. Input: these folders; output: the data of each
 * language, or an error that says what is wrong with its language.json.
 */
import { basename, join, resolve } from "node:path";
import * as z from "zod";
import { messageOf, UserError } from "../base/errors.ts";
import { listFolder } from "../base/list-folder.ts";
import { canonicalPath, isInside } from "../base/real-path.ts";
import { builtLanguages, shippedGrammarsDir, shippedLanguagesDir } from "./built-languages.ts";
import { type LanguageData, LanguageFile } from "./language-file.ts";
import { type LanguageFolder, outside, readLanguageFile } from "./language-files.ts";

/** A language: the data of its folder below queries/. Plain data, so that it can be sent to workers. */
export type Language = UnlintedLanguage & {
  /** Further folders of lint rules for it, which replace rules in its own folder. */
  readonly lint_folders: readonly string[];
  /** The extensions that the user has asked for: tools with default patterns also search folders for these. */
  readonly asked_extensions: readonly string[];
};

/** A language without what a program adds to it. */
type UnlintedLanguage = LanguageData & LanguageFolder;

export type Languages = readonly Language[];

export { shippedGrammarsDir, shippedLanguagesDir };

/**
 * The languages in the given folders, one sub-folder each, later ones over earlier ones of the same name.
 *
 * @param lintDirs folders of lint rules, one sub-folder for each language
 * @throws UserError when a folder or a language.json cannot be used
 */
export function loadLanguages(dirs: readonly string[], lintDirs: readonly string[] = []): Languages {
  const languages = new Map<string, Omit<Language, "lint_folders">>();
  for (const dir of dirs) {
    const isShipped = dir === shippedLanguagesDir;
    const found = (isShipped ? builtLanguages() : undefined) ?? languagesIn(dir);
    for (const language of found) {
      languages.set(language.name, { ...language, asked_extensions: isShipped ? [] : language.extensions });
    }
  }
  return [...languages.values()].map((language) => ({
    ...language,
    lint_folders: lintDirs.map((folder) => resolve(folder, language.name)),
  }));
}

/**
 * Reads the languages of a folder from their own folders below it.
 *
 * @public for scripts/build.mjs
 */
export function languagesIn(dir: string): readonly UnlintedLanguage[] {
  const more = dir === shippedLanguagesDir ? [shippedGrammarsDir, shippedLanguagesDir] : [];
  return languageNamesIn(dir).map((name) => readLanguage(resolve(dir, name), more));
}

function languageNamesIn(dir: string): readonly string[] {
  try {
    return listFolder(dir, [])
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    throw new UserError(`Cannot read the languages folder ${dir}: ${messageOf(error)}`);
  }
}

/** @param folders in addition to its own in which its files may lie */
function readLanguage(dir: string, more: readonly string[]): UnlintedLanguage {
  const allowed = [dir, ...more];
  const place = { dir, folders: allowed.map((folder) => canonicalPath(folder)) };
  const file = readLanguageFile(place, "language.json");
  try {
    if (file === undefined) throw new Error("There is no such file.");
    const language = LanguageFile.parse(withTypesOf(JSON.parse(file.toString()), place));
    if (language.name !== basename(dir)) throw new Error(`name: '${language.name}' is not the name of the folder.`);
    for (const key of ["grammar", "macros", "queries", "rules"] as const) {
      for (const named of [language[key] ?? []].flat()) {
        if (!isInside(join(dir, named), allowed)) throw new Error(`${key}: '${named}': ${outside(dir)}`);
      }
    }
    return { ...language, ...place };
  } catch (error) {
    const path = join(dir, "language.json");
    if (!(error instanceof z.ZodError)) throw new UserError(`Cannot use ${path}: ${messageOf(error)}`);
    const problems = error.issues.map(({ path: keys, message }) => [pathOf(keys), message].filter(Boolean).join(": "));
    throw new UserError(`Cannot use ${path}: wrong keys or values`, { problems });
  }
}

/** Adds the rules of types in the file that `types.from` names: languages with alike grammars share them. */
function withTypesOf(data: unknown, place: { readonly dir: string; readonly folders: readonly string[] }): unknown {
  if (typeof data !== "object" || data === null || !("types" in data)) return data;
  const { types }: { readonly types: unknown } = data;
  if (typeof types !== "object" || types === null || !("from" in types)) return data;
  const { from, ...own } = types;
  if (typeof from !== "string") throw new Error("types.from: Expected the path of a file.");
  const file = readLanguageFile(place, from);
  if (file === undefined) throw new Error(`types.from: there is no file '${from}'.`);
  return { ...data, types: { ...JSON.parse(file.toString()), ...own } };
}

/** Returns a path of keys as code writes it: `symbols.kinds[0].tag`. */
function pathOf(keys: readonly PropertyKey[]): string {
  return keys.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i > 0 ? "." : ""}${String(key)}`)).join("");
}
