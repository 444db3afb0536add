// @ts-check
/** A code base as the product reads it: its files, and what its macros are. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isHeader } from "../../src/base/is-header.ts";
import { maxFileBytes } from "../../src/base/limits.ts";
import { MacroSurvey } from "../../src/code-base/survey-macros.ts";
import { MacroBook } from "../../src/facts/macro-book.ts";
import { definesOf } from "../../src/syntax/cpp/prepare.ts";
import { decode } from "../../src/workspace/decode.ts";

/** @typedef {import("../../src/syntax/languages.ts").Language} Language */

/**
 * The files that the product reads in a folder that has no ignore files.
 * @param {string} folder
 * @returns {Generator<string>}
 */
export function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() && statSync(path).size <= maxFileBytes) yield path;
  }
}

/** @param {readonly string[]} paths */
export async function macrosOf(paths) {
  const survey = new MacroSurvey();
  for (const path of paths) {
    const roles = definesOf(readFileSync(path, "latin1"));
    survey.add(dirname(path), isHeader(path), { count: roles.size, digest: "", roles: () => roles });
  }
  return new MacroBook(await survey.collect(new AbortController().signal), {});
}

/**
 * @param {MacroBook | undefined} book
 * @param {string} path
 * @param {Language} language
 */
export function maskingOf(book, path, language) {
  const macros = book?.at(path, language);
  return macros && { macros };
}

/**
 * The text of a file; undefined for a binary one, and where there is none.
 * @param {string} path
 * @param {Language} language
 */
export function textOf(path, language) {
  if (!existsSync(path)) return undefined;
  const decoded = decode(readFileSync(path), language.encoding_declaration);
  return "text" in decoded ? decoded.text : undefined;
}
