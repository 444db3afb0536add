import { expect, test } from "vitest";
import { languageOf } from "../../src/syntax/language-of.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";

function languageOfFile(path: string) {
  const language = languageOf(path, loadLanguages([shippedLanguagesDir]));
  if (language === undefined) throw new Error(`no language for ${path}`);
  return language;
}

test("captures stop at the number asked for, and say whether there were more", async () => {
  const capture = (maxRows: number) =>
    withParsed(languageOfFile("a.py"), "a = b + c\n", {}, (file) => file.capture("(identifier) @i", { maxRows }));
  const { rows, truncated } = await capture(2);
  expect(rows).toEqual([
    { capture_name: "i", text: "a", line: 1, column: 1 },
    { capture_name: "i", text: "b", line: 1, column: 5 },
  ]);
  expect(truncated).toBe(true);
  expect((await capture(3)).truncated).toBe(false);
});

test("a copy that parses is preferred to one that masking left with errors", async () => {
  const text = "int x = VALUE;\n";
  const macros = { project: new Map(), folder: new Map(), everywhere: new Map([["VALUE", "attribute"]]) };
  const language = languageOfFile("a.cpp");
  expect(await withParsed(language, text, { masking: { macros } }, (file) => file.hasErrors)).toBe(false);
  const classText = "class VALUE A {};\n";
  const names = await withParsed(language, classText, { masking: { macros } }, (file) =>
    file.outline().definitions.map(({ name }) => name),
  );
  expect(names).toEqual(["A"]);
});
