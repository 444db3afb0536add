import { nameFindingsOf } from "../../src/checks/python/name-findings.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "./shipped-languages.ts";

const python = languageNamed("python");

/** Returns what check_file finds about names in a text of Python, with the places of its findings. */
export async function findingsIn(text: string, path = "") {
  return withParsed(python, text, {}, ({ flat, parsePart }) => {
    const file = flat();
    return nameFindingsOf(file, { path, parsePart }).map((finding) => {
      return { ...finding, ...file.wholePositionOf(finding.start) };
    });
  });
}
