import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { readDocument } from "../support/document-paths.ts";
import { sourcePaths } from "../support/imports.ts";

/** The names of languages. One of a single letter is also the name of much else. */
const names: ReadonlySet<string> = new Set(
  loadLanguages([shippedLanguagesDir]).flatMap(({ name }) => (name.length > 1 ? name : [])),
);

/** A name, or a character of one that is written as a number: other files need no tree. */
const mayName = new RegExp(String.raw`\b(?:${[...names].join("|")})\b|\\[xu]`);

/** Folders of src for languages that are known by their queries: the traits of C are there. */
const sharedFolders: readonly string[] = ["tagged"];

test("no language is named outside of its folders: what is particular to it is a field of its description", () => {
  const found = sourcePaths.flatMap((path) => {
    const folders = path.split("/").slice(0, -1);
    if (folders.some((folder) => names.has(folder) || sharedFolders.includes(folder))) return [];
    return namesIn(path, readDocument(path)).map((name) => `${path}: "${name}"`);
  });
  expect(found).toEqual([]);
});

test.each([
  ['export const isCpp = (file: File) => file.language === "cpp";', ["cpp"]],
  ['export const rules = new Map([["python", 1]]);', ["python"]],
  ["export const rules = { java: 1, [`rust`]: 2 };", ["java", "rust"]],
  ['/** Such as "cpp". */ export const a = "a cpp file";', []],
])("names are found in %s", (code, expected) => {
  expect(namesIn("a.ts", code)).toEqual(expected);
});

/** The names of languages that are strings or keys of code. */
function namesIn(path: string, text: string): readonly string[] {
  if (!mayName.test(text)) return [];
  const found: string[] = [];
  const add = (name: unknown) => {
    if (typeof name === "string" && names.has(name)) found.push(name);
  };
  new Visitor({
    Literal: ({ value }) => add(value),
    TemplateLiteral: ({ quasis, expressions }) => expressions.length === 0 && add(quasis[0]?.value.cooked),
    Property: ({ key, computed }) => !computed && key.type === "Identifier" && add(key.name),
  }).visit(parseSync(join("/", path), text).program);
  return found;
}
