import { expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageFor } from "../support/shipped-languages.ts";

test("captures stop at the number asked for, and say whether there were more", async () => {
  const capture = (maxRows: number) =>
    withParsed(languageFor("a.py"), "a = b + c\n", {}, (file) => file.capture("(identifier) @i", { maxRows }));
  const { rows, truncated } = await capture(2);
  expect(rows).toEqual([
    { capture_name: "i", text: "a", line: 1, column: 1 },
    { capture_name: "i", text: "b", line: 1, column: 5 },
  ]);
  expect(truncated).toBe(true);
  expect((await capture(3)).truncated).toBe(false);
});

test("captures that an answer has no room for are counted and not made", async () => {
  const text = Array.from({ length: 1_000 }, (_, i) => `a${i} =   b\n`).join("");
  const capture = (bounds: object) =>
    withParsed(languageFor("a.py"), text, {}, (file) =>
      file.capture("(expression_statement (assignment left: (_) @i))", { maxRows: 900, ...bounds }),
    );
  const whole = await capture({});
  expect(whole).toMatchObject({ total: 900, truncated: true });
  expect(whole.rows.length).toBe(900);
  const part = await capture({ firstRow: 500, maxShownChars: 100 });
  // A row takes five characters at least: its name, and four of its text.
  expect(part).toEqual({ rows: whole.rows.slice(500, 521), total: 900, truncated: true });
  expect(await capture({ firstRow: 2_000 })).toEqual({ rows: [], total: 900, truncated: true });
});

test("blanks do not count as room that captures take", async () => {
  const lines = Array.from({ length: 50 }, () => `f(${" ".repeat(100)}1)\n`).join("");
  const { rows } = await withParsed(languageFor("a.py"), lines, {}, (file) =>
    file.capture("(call) @c", { maxRows: 50, maxShownChars: 50 }),
  );
  expect(rows.length).toBe(11);
});

test("a copy that parses is preferred to one that masking left with errors", async () => {
  const text = "int x = VALUE;\n";
  const macros = { project: new Map(), folder: new Map(), everywhere: new Map([["VALUE", "attribute"]]) };
  const language = languageFor("a.cpp");
  expect(await withParsed(language, text, { masking: { macros } }, (file) => file.hasErrors())).toBe(false);
  const classText = "class VALUE A {};\n";
  const names = await withParsed(language, classText, { masking: { macros } }, (file) =>
    file.outline().definitions.map(({ name }) => name),
  );
  expect(names).toEqual(["A"]);
});

const ofC = [
  'int a;\n#include "a.h"',
  "#define X 1",
  "#if A\nint a;\n#endif // A",
  "int a;\n  #undef X",
  "int a; // b",
];

test.each([
  ["a.cpp", ofC],
  ["a.c", ofC],
  ["a.go", ["package c\nvar x int", "package c", "package c\nfunc f() {}"]],
  ["a.py", ["a = 1", "def f():\n  pass", "# a"]],
])("the last line needs no line break behind it: %s", async (path, texts) => {
  for (const text of texts) {
    const read = (code: string) =>
      withParsed(languageFor(path), code, {}, (file) => ({
        hasErrors: file.hasErrors(),
        symbols: file.symbols(),
        imports: file.countImports(),
        errors: file.diagnostics(9),
      }));
    expect(JSON.stringify(await read(text))).toBe(JSON.stringify(await read(`${text}\n`)));
    expect((await read(text)).hasErrors).toBe(false);
  }
});

test("nothing ends behind the text of a file", async () => {
  const tree = await withParsed(languageFor("a.cpp"), "#define X 1", {}, (file) => [
    ...file.syntaxTree({ range: undefined, maxDepth: 9, maxNodes: 9, namedOnly: true }),
  ]);
  expect(tree[0]).toMatchObject({ begin: { end: { line: 1, column: 12 } } });
});
