import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type FileMeasures, measuresOf } from "../../src/metrics/file-measures.ts";
import { hiddenParts, wordsInHiddenMacros } from "../../src/metrics/hidden-text.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageFor, languageNamed } from "../support/shipped-languages.ts";

const fixtures = fileURLToPath(new URL("../fixtures/metrics/", import.meta.url));

/** @param macros names that stand for statements, which are masked with their arguments */
async function measured(path: string, text: string, macros: readonly string[] = []): Promise<FileMeasures> {
  const language = languageFor(path);
  const everywhere = new Map(macros.map((name) => [name, "statement()"] as const));
  const masking = { macros: { project: new Map(), folder: new Map(), everywhere } };
  return await withParsed(language, text, language.macros === undefined ? {} : { masking }, measuresOf);
}

describe("complexity, cognitive complexity, nesting and parameters", () => {
  test.each(["functions.cpp", "functions.py"])("%s", async (name) => {
    const text = readFileSync(join(fixtures, name), "utf8");
    const expected = text.split("\n").flatMap((line, i) => {
      const numbers = /(?:\/\/|#) = ([\d ]+)$/.exec(line)?.[1];
      return numbers === undefined ? [] : [`${i + 1}: ${numbers}`];
    });
    const { functions = [] } = await measured(name, text);
    const found = functions.map((row) =>
      [`${row.line}:`, row.complexity, row.cognitive, row.nesting, row.parameters].join(" "),
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(found).toEqual(expected);
  });

  test("of a file: functions inside of others count once, where they count in both", async () => {
    const python = "def f(a):\n  def g(b):\n    if b: pass\n  if a: pass\n";
    expect(await measured("a.py", python)).toMatchObject({ complexity: 4, cognitive: 3 });
    const cpp = "int f(int a) { struct S { int m(int b) { return b ? 1 : 2; } }; return a ? 1 : 2; }";
    expect(await measured("a.cpp", cpp)).toMatchObject({ complexity: 4, cognitive: 2 });
  });

  test("decisions in the arguments of a masked macro count, alternatives that are masked do not", async () => {
    const text = `void f(int a, int b) {
  CHECK(a || b && "x || y" /* || */, c ? '?' : d)
  CHECK(a)
  if (a) g();
}`;
    const { functions = [] } = await measured("a.cpp", text, ["CHECK"]);
    expect(functions.map(({ complexity }) => complexity)).toEqual([5]);
  });

  test("so do those in hidden arguments of a macro whose name is left", () => {
    const wordsIn = (text: string, parsed: string) => {
      expect(parsed).toHaveLength(text.length);
      return wordsInHiddenMacros(text, hiddenParts(text, parsed), new Set(["for", "?"]));
    };
    expect(wordsIn("M(a, { for (;;) b(); });", "M(a                   );")).toEqual([7]);
    expect(wordsIn("M(a ? b : c for);", "M(             );")).toEqual([4, 12]);
    expect(wordsIn("f(); for (;;) g();", "f();              ")).toEqual([]);
  });

  test("a function that does not parse says so, and the others are as they were", async () => {
    const { functions = [] } = await measured("a.cpp", "int f(int a) { return a ? 1 : 2; }\nint g() { if (; }\n");
    expect(functions.map(({ name, hasErrors }) => [name, hasErrors])).toEqual(expect.arrayContaining([["f", false]]));
    expect(functions.some(({ hasErrors }) => hasErrors)).toBe(functions.length > 1);
  });

  test.each([
    ["a.cpp", (n: number) => `int f(int a) { ${"if (a) {".repeat(n)} ${"}".repeat(n)} }`],
    ["a.cpp", (n: number) => `int f(int a) { return ${"a && ".repeat(n)} a; }`],
    ["a.cpp", (n: number) => `int f(int a) { ${"[&] {".repeat(n)} ${"};".repeat(n)} }`],
    [
      "a.py",
      (n: number) =>
        `def f():\n${Array.from({ length: n }, (_, i) => `${" ".repeat(i + 1)}def f():\n`).join("")}${" ".repeat(n + 1)}pass\n`,
    ],
    ["a.py", (n: number) => `def f(a):\n  return x\n${"  return x\n".repeat(n)}${"  def g(): pass\n".repeat(n)}`],
  ] as const)("%s with a thousand things inside of each other, or beside each other", async (name, textWith) => {
    const { functions = [] } = await measured(name, textWith(1_000));
    expect(functions.length).toBeGreaterThan(0);
  });
});

describe("lines", () => {
  const linesOf = async (path: string, text: string) => {
    const { total, code, comment, blank } = (await measured(path, text)).lines;
    return [total, code, comment, blank];
  };

  test.each([
    ["", [0, 0, 0, 0]],
    ["\n", [1, 0, 0, 1]],
    ["int a;", [1, 1, 0, 0]],
    ["int a;\n", [1, 1, 0, 0]],
    ["int a; // both\n// alone\n", [2, 1, 1, 0]],
    ["/* a\n\n   b */\n\t\f\r\n", [4, 0, 2, 2]],
    ["/* a */ int a;\n/* b */ /* c */\n", [2, 1, 1, 0]],
    ['const char* a = "// no\\\n/* comment */";\n', [2, 2, 0, 0]],
    ["int a = 1 /* b\n c\n d */ + 2;\n", [3, 2, 1, 0]],
    ['#define A \\\n  1 // one\n#define B "//"\n', [3, 3, 0, 0]],
    ["#define A(a) \\\n  /* why */ \\\n  a\n", [3, 3, 0, 0]],
    ["# /* a\n#  * b */\n#\n", [3, 2, 1, 0]],
    ['auto a = R"(\n// no comment\n)";\n', [3, 3, 0, 0]],
  ])("of C++: %j", async (text, expected) => {
    expect(await linesOf("a.cpp", text)).toEqual(expected);
  });

  test.each([
    ["#!/usr/bin/env python3\n# a\nx = 1  # b\n", [3, 2, 1, 0]],
    ['"""Doc.\n\nMore.\n"""\nx = """\n# no comment\n"""\n', [7, 3, 3, 1]],
    ["def f():\n    'doc'\n    r'''raw\n    doc'''\n    return 'no doc'\n", [5, 2, 3, 0]],
    ['f("""no\n doc""")\n', [2, 2, 0, 0]],
    ['x: int\n"""Of an attribute."""\n("no doc")\n', [3, 2, 1, 0]],
    ['"""doc"""; x = 1\n', [1, 1, 0, 0]],
    ["x = 1\r# lone carriage return\ry = 2\r", [3, 2, 1, 0]],
  ])("of Python: %j", async (text, expected) => {
    expect(await linesOf("a.py", text)).toEqual(expected);
  });

  test("comments in masked macros are comments", async () => {
    const text = "void f() {\n  CHECK(a,\n    // why\n    b)\n  g();\n}\n";
    expect((await measured("a.cpp", text, ["CHECK"])).lines).toMatchObject({ code: 5, comment: 1 });
  });
});

describe("markers", () => {
  test.each([
    ["// TODO: a", [[1, "TODO", undefined, "a"]]],
    ["// TODO(alice): b", [[1, "TODO", "alice", "b"]]],
    ["/* c\n * FIXME d\n */", [[2, "FIXME", undefined, "d"]]],
    ["int a; // e, HACK: f", [[1, "HACK", undefined, "f"]]],
    ["/// \\note NOTE: g", [[1, "NOTE", undefined, "g"]]],
    ["//!< XXX", [[1, "XXX", undefined, ""]]],
    [
      "// BUG (#12): h TODO: i",
      [
        [1, "BUG", "#12", "h TODO: i"],
        [1, "TODO", undefined, "i"],
      ],
    ],
    ["#define A 1 // OPTIMIZE j", [[1, "OPTIMIZE", undefined, "j"]]],
    ["/* WARNING: k */ int a;", [[1, "WARNING", undefined, "k"]]],
  ])("of C++: %j", async (text, expected) => {
    const { markers } = await measured("a.cpp", text);
    expect(markers.map(({ line, marker, owner, text: rest }) => [line, marker, owner, rest])).toEqual(expected);
  });

  test.each([
    'const char* a = "// TODO: b";',
    "// see the TODO list",
    "// TODOS: a",
    "// todo: a",
    "// MY_TODO: a",
    "// XXX-1 and TODO.md",
    "// a-BUG: b",
    "// the NOTE (which is long) says so",
    "int TODO = 1;",
    '#define A "// TODO: b"',
  ])("none in %j", async (text) => {
    expect((await measured("a.cpp", text)).markers).toEqual([]);
  });

  test("of Python: in comments and docstrings, not in strings", async () => {
    const text = '"""Doc.\n\nTODO: a\n"""\nx = "TODO: b"  # TODO c\n';
    expect((await measured("a.py", text)).markers).toMatchObject([
      { line: 3, marker: "TODO", text: "a" },
      { line: 5, marker: "TODO", text: "c" },
    ]);
  });
});

describe("documentation", () => {
  test.each([
    [
      "a.py",
      '"""Doc."""\nclass A:\n  """Doc."""\n  def f(self): pass\n  def _g(self): pass\n  def __init__(self): pass\n',
      [1, 2],
    ],
    ["a.py", "# no docstring\ndef f():\n  'doc'\n  def g(): pass\nclass _B:\n  def h(self): pass\n", [1, 1]],
    ["a.cpp", "/// Doc.\nint f() { return 1; }\nint g() { return 2; }\n", [1, 2]],
    ["a.cpp", "/// Doc.\nvoid A::f() {}\n", [0, 0]],
  ])("%s: %j", async (path, text, [documented, total]) => {
    expect((await measured(path, text)).docCoverage).toEqual({ documented, total });
  });
});

test("classes have the number of their methods", async () => {
  const { classes } = await measured(
    "a.cpp",
    "namespace n { class A { A(); void f() {} int x; struct B { void g() {} }; }; }\n",
  );
  expect(classes).toMatchObject([
    { name: "A", kind: "class", container: "n", line: 1, methods: 1 },
    { name: "B", kind: "struct", container: "n::A", methods: 1 },
  ]);
});

test("a language without rules has lines, and no functions", async () => {
  const cpp = languageNamed("cpp");
  const text = "int f() { return 1; } // a\n// b\n";
  const { lines, functions } = await withParsed(cpp, text, {}, (file) =>
    measuresOf({ ...file, language: { ...file.language, metrics: undefined } }),
  );
  expect(functions).toBeUndefined();
  expect(lines).toEqual({ total: 2, code: 1, comment: 1, blank: 0 });
});
