// @ts-check
/** What the pass over names finds, for commands/names.mjs: bundled by bundled-resolver.mjs. */
import { nameFindingsOf } from "../../src/checks/python/name-findings.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";

const languages = loadLanguages([shippedLanguagesDir]);

/**
 * Returns `line code message` of each finding, and the milliseconds of the parser and of the pass.
 * @param {string} text
 * @param {string} filepath
 */
export async function findNames(text, filepath) {
  const language = languages.find(({ name }) => name === "python");
  if (language === undefined) throw new Error("no language python");
  const before = performance.now();
  return withParsed(language, text, {}, ({ flat, parsePart }) => {
    const file = flat();
    const parsed = performance.now();
    const found = nameFindingsOf(file, { path: filepath, parsePart });
    const passMs = performance.now() - parsed;
    const rows = found.map(({ start, code, message }) => `${file.wholePositionOf(start).line} ${code} ${message}`);
    return { rows, parseMs: parsed - before, passMs };
  });
}
