import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { symbolKinds } from "../../src/syntax/symbol-kinds.ts";
import { type CodeSymbol, qualifiedName } from "../../src/syntax/symbols.ts";
import { symbolMarks } from "../support/definition-marks.ts";
import { known } from "../support/masking-fixtures.ts";
import { languageFor, languageNamed, languages } from "../support/shipped-languages.ts";

const fixtures = fileURLToPath(new URL("../fixtures/symbols/", import.meta.url));

async function symbolsOf<Result>(path: string, text: string, map: (symbol: CodeSymbol) => Result): Promise<Result[]> {
  const language = languageFor(path);
  const masking = language.macros === undefined ? undefined : { macros: known };
  return withParsed(language, text, { masking }, (file) => file.symbols().map(map));
}

describe.each(languages)("$name", ({ name, scope_separator: separator }) => {
  test.each(readdirSync(join(fixtures, name)))("%s: kinds and qualified names", async (file) => {
    const text = readFileSync(join(fixtures, name, file), "utf8");
    const marked = symbolMarks(text);
    const found = await symbolsOf(file, text, (symbol) => ({
      place: `${symbol.line}:${symbol.column}`,
      mark: `${symbol.kind} ${qualifiedName(symbol, separator)}`,
    }));
    expect(marked.filter(({ mark }) => mark === "none").length, "the fixture has near misses").toBeGreaterThan(0);
    expect(found).toEqual(marked.filter(({ mark }) => mark !== "none"));
    const kinds = found.map(({ mark }) => mark.split(" ")[0]);
    expect(kinds.filter((kind) => !symbolKinds.some((known) => known === kind))).toEqual([]);
  });
});

test.each([
  ["template <class T> // why\nclass A\n  : public B {\n};", "template <class T> class A : public B"],
  ["struct A {\n A(int a,  // first\n   int b) : x(a) {}\n};", "struct A", "A(int a, int b)"],
  ["int f() try { } catch (...) { }", "int f()"],
  ["namespace a { }", "namespace a"],
  ["enum class E : int { };", "enum class E : int"],
  ["static const int x = 1;", "static const int x = 1"],
  ["#define M(a) a\\\n  b\n", "#define M(a) a b"],
])("the signature in %s is on one line, without body and comments", async (text, ...signatures) => {
  expect(await symbolsOf("a.cpp", text, (symbol) => symbol.signature())).toEqual(signatures);
});

test.each([
  ["@decorated(1)\nasync def f(a,  # first\n      b): pass\n", "@decorated(1) async def f(a, b)"],
  ["class A(B, metaclass=C):\n  pass\n", "class A(B, metaclass=C)"],
  ["X: int = 3\n", "X: int = 3"],
])("the signature in %s", async (text, ...signatures) => {
  const found = await symbolsOf("a.py", text, (symbol) => symbol.signature());
  expect(found.slice(0, 1)).toEqual(signatures);
});

test("a long signature ends with an ellipsis", async () => {
  const [signature] = await symbolsOf("a.cpp", `int x[] = {${"1, ".repeat(100)}};`, (symbol) => symbol.signature());
  expect(signature).toMatch(/^int x\[\] = \{1, 1, .*…$/);
  expect(signature).toHaveLength(160);
});

test("a signature has the macros of the file, which the tree does not", async () => {
  const macros = { project: new Map(), folder: new Map(), everywhere: new Map([["API", "attribute"]]) };
  const cpp = languageNamed("cpp");
  const text = "class API A : B {};";
  const signatures = await withParsed(cpp, text, { masking: { macros } }, (file) =>
    file.symbols().map((symbol) => symbol.signature()),
  );
  expect(signatures).toEqual(["class API A : B"]);
});

describe("the comment", () => {
  test.each([
    ["// One thing. Another.\nint x;", "One thing."],
    ["// First line\n// goes on. Next.\nint x;", "First line goes on."],
    ["/// @brief Brief.\n/// @param x No.\nvoid f(int x) {}", "Brief."],
    ["/**\n * \\brief e.g. this one.\n *\n * More.\n */\nclass A {};", "e.g. this one."],
    ["/* Block. */ int x;", "Block."],
    ["// Of the template.\ntemplate <class T>\nclass A {};", "Of the template."],
    ["int x;  ///< Behind it. More.", "Behind it."],
    ["#define X 1\n// Not of X.\n", undefined],
    ["// ======\n// Title\n// ======\nint x;", "Title"],
    ["// Not of x.\n\nint x;", undefined],
    ["int y;  // Of y.\nint x;", "Of y.", undefined],
    ["void f() {}  // namespace\nint x;", undefined, undefined],
    ["int x;\n// Of nothing.", undefined],
    [`// ${"word ".repeat(100)}\nint x;`, `${"word ".repeat(39)}word…`],
  ])("above or behind a definition in %s", async (text, ...docs) => {
    expect(await symbolsOf("a.cpp", text, (symbol) => symbol.doc())).toEqual(docs);
  });

  test.each([
    ['def f():\n  """One. Two."""\n', "One."],
    ["class A:\n  r'''\n  Over two\n  lines.\n\n  More.\n  '''\n", "Over two lines."],
    ["class A:\n  # why\n  'Single.'\n  x = 1\n", "Single.", undefined],
    ["@property\ndef f():\n  'Decorated.'\n", "Decorated."],
    ["# Not a docstring.\ndef f():\n  x = 'no'\n", undefined],
  ])("of Python is the docstring: %s", async (text, ...docs) => {
    expect(await symbolsOf("a.py", text, (symbol) => symbol.doc())).toEqual(docs);
  });
});

test("the last line is that of the whole definition", async () => {
  const text = "class A {\n int f() {\n }\n int x =\n  1;\n};\n#define X \\\n 1\nint y;\n";
  const ends = await symbolsOf("a.cpp", text, ({ name, endLine }) => `${name} ${endLine}`);
  expect(ends).toEqual(["A 6", "f 3", "x 5", "X 8", "y 9"]);
});
