import { nameFindingsOf } from "../../src/checks/python/name-findings.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";

const python = loadLanguages([shippedLanguagesDir]).find(({ name }) => name === "python");

/** Returns what check_file finds about names in a text of Python, with the places of its findings. */
export async function findingsIn(text: string, path = "") {
  if (python === undefined) throw new Error("no language python");
  return withParsed(python, text, {}, ({ flat, parsePart }) => {
    const file = flat();
    return nameFindingsOf(file, { path, parsePart }).map((finding) => {
      return { ...finding, ...file.wholePositionOf(finding.start) };
    });
  });
}
