import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { copyOfParts, type Masking } from "../../src/syntax/copies.ts";
import { cutOut } from "../../src/syntax/cuts.ts";
import { noNode } from "../../src/syntax/flat/flat-tree.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { shippedMacros } from "../../src/syntax/macros.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { holdsWords, wordsOfGlob } from "../../src/syntax/prefilter.ts";
import { indentedBodies } from "../../src/syntax/python/indented-bodies.ts";
import { symbolsIn } from "../support/elided-code.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const python = languageNamed("python");
const cpp = languageNamed("cpp");

const bothKinds = new Set(["class", "function"]);

async function definitionsIn(text: string, areAll: boolean, language = python, kinds = bothKinds) {
  const onlyKinds = areAll ? undefined : kinds;
  const masking = maskingOf(language);
  const found = await withParsed(language, text, { onlyKinds, masking }, (file) => file.outline().definitions);
  return found.filter(({ kind }) => kinds.has(kind));
}

function maskingOf(language: Language): Masking | undefined {
  const everywhere = shippedMacros(language);
  return everywhere && { macros: { project: new Map(), folder: new Map(), everywhere } };
}

const elided = (text: string): string | undefined => {
  const cuts = indentedBodies(text);
  return cuts && cutOut(text, cuts).text;
};

const long = "x = 1 + 2 + 3 + 4 + 5 + 6";

describe("bodies of Python functions", () => {
  test.each([
    ["a body", `def f():\n    ${long}\ny = 1\n`, "def f():\n    0\ny = 1\n"],
    ["a body at the end of the text", `def f():\n  ${long}`, "def f():\n  0"],
    ["a docstring with code", `def f():\n  """\ndef g():\n"""\n  ${long}\n`, "def f():\n  0\n"],
    ["blank lines and comments before it", `def f(): # c\n\n# d\n    ${long}\n`, "def f(): # c\n\n# d\n    0\n"],
    ["lines joined in brackets", `def f():\n  x = [${long},\n1]\n`, "def f():\n  0\n"],
    ["a continued line", `def f():\n  x = \\\n${long}\n`, "def f():\n  0\n"],
    [
      "a header of many lines",
      `def f(\n a,\n b: int = 1,\n) -> X[1:2]:\n  ${long}\n`,
      "def f(\n a,\n b: int = 1,\n) -> X[1:2]:\n  0\n",
    ],
    ["an async function", `async def f():\n  async with a:\n    ${long}\n`, "async def f():\n  0\n"],
    ["a method", `class A:\n\tdef f(self):\n\t\t${long}\n\tb = 1\n`, "class A:\n\tdef f(self):\n\t\t0\n\tb = 1\n"],
    ["line breaks of Windows", `def f():\r\n  ${long}\r\ny\r\n`, "def f():\r\n  0\r\ny\r\n"],
    [
      "the inner one of two",
      `def f():\n  def g():\n    ${long}\n  return g\n`,
      "def f():\n  def g():\n    0\n  return g\n",
    ],
  ])("are passed over: %s", async (_, text, copy) => {
    expect(elided(text)).toBe(copy);
    expect(await definitionsIn(text, false)).toEqual(await definitionsIn(text, true));
  });

  test.each([
    ["a short body", "def f():\n  pass\n"],
    ["a body on the line of its header", `def f(): ${long}\n`],
    ["a body with a class", `def f():\n  class A: pass\n  ${long}\n`],
    ["a class", `class A:\n  ${long}\n  ${long}\n`],
    ["names that begin with a keyword", `define = 1\nclassy = 2\nif define:\n  ${long}\n`],
  ])("stay: %s", (_, text) => {
    expect(elided(text)).toBe(text);
  });

  test.each([
    ["a string that does not end", `def f():\n  x = "${long}\n`],
    ["a long string that does not end", `def f():\n  """${long}\n`],
    ["a bracket that does not close", `def f():\n  g(${long}\n`],
    ["a bracket that nothing opened", `def f():\n  ${long})\n`],
    ["brackets that do not pair", `def f():\n  g(${long}]\n`],
    ["a definition inside brackets", `def f():\n  g(${long}\ndef h():\n  pass)\n`],
    ["a block that nothing opens", `def f():\n  ${long}\n    ${long}\n`],
    ["a block that is missing", `def f():\n${long}\n`],
    ["a block that is missing at the end", `${long}\ndef f():\n`],
    ["a column of no block", `def f():\n    ${long}\n  ${long}\n`],
    ["spaces and tabs", `def f():\n \t${long}\n`],
    ["a stray backslash", `def f():\n  x = \\ ${long}\n`],
  ])("leave a doubt, so that the whole text is parsed: %s", async (_, text) => {
    expect(indentedBodies(text)).toBeUndefined();
    expect(await definitionsIn(text, false)).toEqual(await definitionsIn(text, true));
  });
});

describe("what C++ is parsed without", () => {
  const code = "g(1, 2); return h(3, 4);";
  const short = (text: string, kinds = bothKinds): string =>
    copyOfParts(cpp, text, maskingOf(cpp), { onlyKinds: kinds }).text;

  test.each([
    ["a body", `int f() { ${code} }\nint y;\n`, "int f() {;}\n\n"],
    ["a method's", `struct A { A() { ${code} } ~A() { ${code} } };`, "struct A { A() {;} ~A() {;} };"],
    ["with parameters and initializers", `A::A(int x, int y) : a{x}, b(x) { ${code} }`, "A::A() {;}"],
    ["before a semicolon", `void f() { ${code} };`, "void f() {;}\n"],
    ["with braces, literals and comments", `void f() { if (a) { '}'; "}"; } // }\n /* } */ R"(})"; }`, "void f() {;}"],
    ["with a lambda", `void f() { g([](int x) { ${code} }); }`, "void f() {;}"],
    ["with whole branches", `void f() {\n#if A\n${code}\n#else\n${code}\n#endif\n}`, "void f() {;}"],
    ["of a function that a macro defines", `TEST(A, b) { ${code} }\nint f() { }`, "TEST(A, b) {;}\nint f() { }"],
    ["behind macros", `API int f() NOTHROW { ${code} }`, "    int f()         {;}"],
    ["a function that tries", `A::A(int a) try : b(a) { ${code} } catch (...) { ${code} }`, ""],
  ])("bodies of functions: %s", async (_, text, copy) => {
    if (copy !== "") expect(short(text)).toBe(copy);
    expect(await definitionsIn(text, false, cpp)).toEqual(await definitionsIn(text, true, cpp));
  });

  test.each([
    ["variables and functions without a body", "int x = 1, *y; void f(int a);\nvoid g() { }", "\n\nvoid g() { }"],
    ["members", "class A : B { public: int x : 3; void f() const; };", "class A : B {\n };"],
    ["what a namespace holds", "namespace a::b { using c::d; typedef int e; }", "namespace a::b {\n }"],
    ["values in braces", "int a[] = { 1, 2, { 3 } };\nint b{ 4 };\nstruct A { };", "\n\nstruct A { };"],
    ["enumerations", "enum class A : int { b, c = 1 };\nvoid f() { }", "\n\nvoid f() { }"],
    ["templates", "template <class T> class A;\ntemplate <> void f<int>();\nvoid g() { }", "\n\nvoid g() { }"],
    ["comments", "/* 1 */ int x; // 2\n// 3 ;\nvoid g() { } // 4", "\nvoid g() { } // 4"],
    ["comments at the end", "void g() { }\n// 4\n/* 5 */\n// 6\n", "void g() { }\n"],
    ["comments behind a class", "class A { };\n\n// 4\n// 5\n", "class A { };\n"],
    ["comments of a text that holds nothing else", "// 1\n/* 2 */\n", "\n"],
    ["includes and definitions of macros", "#include <a>\n#define B \\\n 1\nvoid g() { }", "\n\nvoid g() { }"],
    ["what stands in branches", "#if A\nint x;\n#else\nint y;\n#endif\nint z;", "#if A\n\n#else\n\n#endif\n"],
  ])("declarations: %s", async (_, text, copy) => {
    expect(short(text)).toBe(copy);
    expect(await definitionsIn(text, false, cpp)).toEqual(await definitionsIn(text, true, cpp));
  });

  test.each([
    ["empty bodies", "int f() { } int g() {}"],
    ["a body with a class", `void f() { struct A { void g() { } }; ${code} }`],
    ["a body with a class template's words", `void f() { g([]<class T>(T x) { ${code} }); }`],
    ["what an unknown macro opens", "scope(a, b) { int f() { } int g() { } }"],
    ["namespaces and classes", "namespace a { class B { } c; }"],
    ["functions that are defaulted or deleted", "struct A { A(A&) = default; A(int) = delete; };"],
    ["functions that return a pointer to one", "int (*f(int aaa, int bbb))(int) { }"],
    ["names in parentheses", "int (min)(int) { }"],
    ["lambdas", "auto f = [](int x) { return x; };"],
  ])("but not %s", async (_, text) => {
    expect(short(text)).toBe(text);
    expect(await definitionsIn(text, false, cpp)).toEqual(await definitionsIn(text, true, cpp));
  });

  test.each([
    ["functions", `struct A { A(int x) : a{x} { } void f() { ${code} } };\nint g() { }`, "struct A {\n };\n"],
    ["functions that macros define", `TEST(A, b) { ${code} }\nstruct C { };`, "\n\nstruct C { };"],
    ["no function that tries", `void f() try { } catch (...) { }`, "void f() try { } catch (...) { }"],
    ["no function with a class", `void f() { class A { }; }`, "void f() { class A { }; }"],
    [
      "classes that macros head",
      "#define ALIGNED(n) struct __declspec(align(n))\nALIGNED(4) A { int x; };\nALIGNED(8) B final { void f() { } };",
      "\n\nstruct     A {\n };\nstruct     B final {\n };",
    ],
  ])("where classes are asked for: %s", async (_, text, copy) => {
    const classes = new Set(["class"]);
    expect(short(text, classes)).toBe(copy);
    expect(await definitionsIn(text, false, cpp, classes)).toEqual(await definitionsIn(text, true, cpp, classes));
  });

  test.each([
    ["a string that does not end", `void f() { "a; ${code} }\nvoid g() { ${code} }`],
    ["a character that does not end", `void f() { 'a; ${code}\n }\nvoid g() { ${code} }`],
    ["a comment that does not end", `void f() { ${code} }\nvoid g() { ${code} }\n/* `],
    ["a raw string that does not end", `void f() { ${code} }\nauto s = R"x(a)y";`],
    ["a brace that does not close", `void f() { ${code}\nvoid g() { ${code} }`],
    ["a brace that nothing opened", `void f() { ${code} } }\nvoid g() { ${code} }`],
    ["a parenthesis that does not close", `void f() { ${code} g( }\nvoid g() { ${code} }`],
  ])("leave a doubt, so that the whole text is parsed: %s", async (_, text) => {
    expect(short(text)).toHaveLength(text.length);
    expect(await definitionsIn(text, false, cpp)).toEqual(await definitionsIn(text, true, cpp));
  });

  test("the whole text is parsed where the rest has errors", async () => {
    const text = `int f() { ${code} }\nint +++;\nint g() { ${code} }\nint h( { ${code} ) }`;
    expect(await definitionsIn(text, false, cpp)).toEqual(await definitionsIn(text, true, cpp));
  });

  test("names that macros define keep their positions behind a body", async () => {
    const text = `int f() { ${code}\n }\nTEST(A, b) { ${code} }\n`;
    expect(await definitionsIn(text, false, cpp)).toEqual([
      { kind: "function", name: "f", line: 1, column: 5 },
      { kind: "function", name: "A.b", line: 3, column: 9 },
    ]);
  });
});

describe("what is parsed where all symbols are asked for", () => {
  const kinds = new Set(["class", "function", "symbol"]);
  const code = "g(1, 2); return h(3, 4);";
  const short = (language: Language, text: string) =>
    copyOfParts(language, text, maskingOf(language), { onlyKinds: kinds }).text;

  test.each([
    ["bodies", `int f() { ${code} }\nint y;\n`, "int f() {;}\nint y;\n"],
    ["variables of a body", `void f() { int a; static B b(1); extern int c; auto [d, e] = ${code} }`, "void f() {;}"],
    ["parameters", "void f(int first, A second) { }", "void f() { }"],
    ["initializers", "A::A() : first(1), second{2} { }", "A::A() :a(){ }"],
    ["includes", "#include <first>\n#pragma once\nint a;", "\n\nint a;"],
    [
      "parameters of functions that are only declared",
      "int a;\nB *f(const B& b, c::D<int> e[]);\nint b;",
      "int a;\nB *f();\nint b;",
    ],
    [
      "those of members",
      "struct A {\npublic: virtual A f(B b, C c) = 0;\nA(int a, int b);\n~A(); };",
      "struct A {\npublic: virtual A f() = 0;\nA();\n~A(); };",
    ],
    ["friends", "struct A {\n// of f\nfriend int f(int a);\nint b; };", "struct A {\n\nint b; };"],
    [
      "what is said about functions",
      "int a; // of a\n// of f\nint f(int a);\nint b;",
      "int a; \n\nint f(int a);\nint b;",
    ],
    [
      "comments",
      "// of a, b\nint a; // behind a\n/* of b */\nint b; /* behind b */ int c;",
      "\n\nint a; \n\nint b; \n int c;",
    ],
    [
      "comments above an empty line",
      "int a; // of a\n// of nothing\n// at all\n\n// of b\nint b;",
      "int a; \n\nint b;",
    ],
    ["comments of Windows", "int a; // of a\r\n// of b\r\nint b;", "int a; \n\nint b;"],
    ["comments at the end", "int a; // of a\n// of nothing\n\n// at all\n", "int a; \n\n"],
    ["continued comments", "// of a, \\\n that is long\nint a;", "\n\nint a;"],
    [
      "comments about what is only declared",
      "int a; // is of a\n// of f\nint f(int a);\nint b;",
      "int a; \n\nint f(int a);\nint b;",
    ],
    [
      "comments beside labels",
      "struct A { int a;\n// of public\npublic: // is of f\nvoid f(); };",
      "struct A { int a;\n\n\npublic: // is of f\nvoid f(); };",
    ],
    ["parameters with comments", 'void f(int first /* 1 */, // "2"\n const char* s = "//") { }', "void f() { }"],
    [
      "values in signatures",
      "struct A { A(B b = { 1, 2, 3, 4 }) : d{ 1, 2, 3, 4 } { } };",
      "struct A { A() :a(){ } };",
    ],
    [
      "directives among parameters with comments",
      "void f(int a, // 1\n#if A\n int b\n#endif\n) { }",
      "void f(int a, // 1\n     \n int b\n      \n) { }",
    ],
    ["values in braces", "int a[] = { 1, 2, { 3 } };\nA b{ 1, /* 2 */ 3 };", "int a[] = {};\nA b{};"],
  ])("C++ without %s", async (_, text, copy) => {
    expect(short(cpp, text)).toBe(copy);
    expect(await symbolsIn(cpp, text, true)).toEqual(await symbolsIn(cpp, text, false));
  });

  test.each([
    ["a body with a class", `void f() { struct A { int a; }; ${code} }`],
    ["a body with an enumeration", `void f() { enum { a, b }; ${code} }`],
    ["a body with an alias", `void f() { using A = int; ${code} }`],
    ["a body with a type", `void f() { typedef int A; ${code} }`],
    ["a body with a namespace", `void f() { namespace a = b; ${code} }`],
    ["a body that says what is a namespace", `void f() { using namespace a; ${code} }\nvoid a::g() { }`],
    ["a body with a macro", `void f() {\n#define A 1\n${code}\n}`],
    ["a body with a macro in a branch", `void f() {\n#if B\n#define A 1\n#endif\n${code}\n}`],
    ["short values", "int a[] = { 1 };"],
    ["values among variables", "int a[] = { 1, 2, 3, 4 }, b;"],
    ["lambdas", "auto f = [](int x) { return x; };"],
    ["values", "int a(first + 1), b(1), c{1}, d = f(int{}); Foo e(a.b, 1); Foo g(*h);"],
    ["names in parentheses", "static Foo (first); Foo (*second)(int third);"],
    ["functions among variables", "int a, f(int first), *g(A second);"],
    ["what unknown macros follow", "struct A { Foo first guarded_by(second); };"],
    ["types of functions", "typedef int first(int a); using second = int (int a);"],
    ["functions that are defaulted or deleted", "struct A { A(const A& a) = default; A(int first) = delete; };"],
    ["short comments", "// of a\nint a; // of a\nint b; /* b */ int c;"],
    ["comments inside of what stays", "int a /* of the first */ , b;"],
    ["what follows the definition of a macro", "#define A 1\n\n#undef A\n"],
    ["a directive with a comment of many lines", "#include <first> /* a\n */ int b;\n"],
  ])("C++ but not without %s", async (_, text) => {
    expect(short(cpp, text)).toBe(text);
    expect(await symbolsIn(cpp, text, true)).toEqual(await symbolsIn(cpp, text, false));
  });

  test.each([
    ["bodies", `def f():\n    ${long}\ny = 1\n`, "def f():\n    0\ny = 1\n"],
    ["bodies below a docstring", `def f():\n  'Doc.'\n\n  # c\n  ${long}\n`, "def f():\n  'Doc.'\n\n  # c\n  0\n"],
    ["texts", `def f():\n  """${long}"""\nX = '''${long}'''\n`, `def f():\n  """"""\nX = ''''''\n`],
    ["bodies with such texts", `def f():\n  y = """${long}"""\n  ${long}\n`, "def f():\n  0\n"],
    [
      "bodies of methods but for what they set",
      `class A:\n  def f(self):\n    ${long}\n    if a:\n      self.x = [1,\n 2] # c\n    self.y += 1\n    return self.x\n`,
      "class A:\n  def f(self):\n    0\n    self.x = [1,\n 2] # c\n    self.y += 1\n    0\n",
    ],
    ["bodies with the word of a type", `def f():\n  type(x)\n  y.type = ${long}\n`, "def f():\n  0\n"],
  ])("Python without %s", async (_, text, copy) => {
    expect(short(python, text)).toBe(copy);
    expect(await symbolsIn(python, text, true)).toEqual(await symbolsIn(python, text, false));
  });

  test.each([
    ["a body with a type", `def f():\n  type A = int\n  ${long}\n`],
    ["a body with a type behind a semicolon", `def f():\n  x = 1; type A = int\n  ${long}\n`],
    ["a body with a type behind a colon", `def f():\n  if x: type A = int\n  ${long}\n`],
    ["a body with an annotated type", `def f():\n  A: TypeAlias = int\n  ${long}\n`],
    ["a body with a class", `def f():\n  class A: pass\n  ${long}\n`],
    ["a body that sets an attribute in a loop", `class A:\n  def f(self):\n    for self.x in a: pass\n    ${long}\n`],
    ["a body that sets one on the line of a head", `class A:\n  def f(self):\n    if a: self.x = 1\n    ${long}\n`],
    ["a docstring of many strings", `def f():\n  'first' 'second and more than that'\n`],
    ["a text with values", `X = f"""{first} and more than that"""\n`],
  ])("Python but not without %s", async (_, text) => {
    expect(short(python, text)).toBe(text);
    expect(await symbolsIn(python, text, true)).toEqual(await symbolsIn(python, text, false));
  });

  test("more comments than a call has arguments", () => {
    const comments = "// a\n".repeat(200_000);
    expect(short(cpp, `${comments}int a;\nint b[] = { 1,\n${comments}};\n`)).toBe("\n\nint a;\nint b[] = {};\n");
  });

  test("the whole text of a language whose symbols may stand in bodies", () => {
    const own = {
      ...python,
      symbols: { kinds: [], apart: [], declared: [], lifted: [], signature_ends: [], elides_bodies: false },
    };
    const text = `def f():\n  self.x = 1\n  ${long}\n`;
    expect(short(own, text)).toBe(text);
  });
});

test("offsets lead from the short text to the whole one", () => {
  const whole = "0123456789";
  const { text, wholeStart, wholeEnd, offset } = cutOut(whole, [
    { start: 2, end: 5, put: "-" },
    { start: 7, end: 9, put: "" },
  ]);
  expect(text).toBe("01-569");
  expect([0, 1, 3, 4, 5].map(wholeStart)).toEqual([0, 1, 5, 6, 9]);
  expect([1, 2, 3, 5, 6].map(wholeEnd)).toEqual([1, 2, 5, 7, 10]);
  expect([0, 1, 5, 6, 9].map(offset)).toEqual([0, 1, 3, 4, 5]);
  expect([2, 4, 7, 8].map(offset)).toEqual([-1, -1, -1, -1]);
});

test.each([
  ["int foo_bar;", ["foo_bar"], true],
  ["int foo_bar;", ["foo", "bar"], true],
  ["int foo_bar;", ["foo", "baz"], false],
  ["int fo\\\no_bar;", ["foo_bar"], true],
  ['TEST("ab" \n "cd") { }', ["abcd"], true],
  ["int a;", [], true],
])("the words of names in %j: %j %s", (text, words, isHeld) => {
  expect(holdsWords(text, words)).toBe(isHeld);
});

test("the words of a glob are what stands between its wildcards", () => {
  expect(wordsOfGlob("A::get_*er?x")).toEqual(["A", "get_", "er", "x"]);
  expect(wordsOfGlob("operator==")).toEqual(["operator"]);
  expect(wordsOfGlob("*")).toEqual([]);
});

test("a text without the words of a name is not parsed", async () => {
  const parsed = (text: string, words: readonly string[]) =>
    withParsed(cpp, text, { masking: maskingOf(cpp), words }, (file) => file.symbols().map(({ name }) => name));
  expect(await parsed("int foo() { }", ["foo"])).toEqual(["foo"]);
  expect(await parsed("int foo() { }", ["bar"])).toEqual([]);
});

test("a text without a word of the kinds that are asked for is not parsed", async () => {
  const parsed = (text: string) => withParsed(python, text, { onlyKinds: new Set(["class"]) }, (file) => file);
  const none = await parsed("def f():\n  pass\n");
  expect(none.outline().definitions).toEqual([]);
  expect(() => none.diagnostics(1)).toThrow("the file was not parsed");
  expect(
    await withParsed(
      python,
      "class A: pass\n",
      { onlyKinds: new Set(["class"]) },
      (file) => file.outline().definitions,
    ),
  ).toEqual([{ kind: "class", name: "A", line: 1, column: 7 }]);
});

describe("what is parsed for a query with words", () => {
  const copyFor = (language: Language, text: string) =>
    copyOfParts(language, text, maskingOf(language), { bodyWords: [[["asked", "also"], ["here"]]] }).text;
  const blank = (text: string) => " ".repeat(text.length);

  test.each([
    ["a body", "int f() { g(1, 2); }", "int f() {_g(1, 2)_;}"],
    ["a body with one of the words", "int f() { asked(1, 2); }", "int f() {_asked(1, 2)_;}"],
    ["a body with the words", "int f() { asked(here, 2); }", undefined],
    ["words in the head", "int asked(int here) { return g(1, 2); }", undefined],
    ["words in initial values", "A::A() : asked(also), here(1) { g(1, 2); }", undefined],
    ["a comment before it", "// asked here\nint f() { g(1, 2); }", undefined],
    ["words behind it", "int f() { g(1, 2); }\nint asked, here;", "int f() {_g(1, 2)_;}\nint asked, here;"],
    ["a class in a body with the words", "int f() { struct A { int g() { g(1, 2); } }; asked(here); }", undefined],
    ["arguments after a lambda", "int f = asked([] { g(1, 2); }, here);", undefined],
    ["the last method", "struct A { int f() { g(1, 2); } };", "struct A { int f() {_g(1, 2)_;} };"],
    ["a handler after it", "int f() try { g(1, 2); } catch (int asked) { here(); }", undefined],
  ])("C++: %s", (_, text, copy) => {
    const marked = copy?.replace(/_(.*)_/, (_all, body: string) => ` ${blank(body)}${body.length > 0 ? " " : ""}`);
    expect(copyFor(cpp, text)).toBe(marked ?? text);
  });

  test.each([
    ["a body", `def f():\n    ${long}\ny = 1\n`, `def f():\n    ${blank(long.slice(1))}0\ny = 1\n`],
    [
      "several lines",
      `def f():\n  a(${long},\n  1)\n\ny\n`,
      `def f():\n  ${blank(`a(${long},\n  1)`.slice(1))}0\n\ny\n`,
    ],
    ["the words", `def f():\n    ${long}\n    asked(here)\n`, undefined],
    ["words in the head", `def f(asked=here):\n    ${long}\n`, undefined],
    ["words in a comment at its end", `def f():\n    ${long}\n    # asked here\n\ny\n`, undefined],
    ["words in a comment at the end of the text", `def f():\n    ${long}\n    # asked here`, undefined],
    ["a class in a function", `def f():\n  class A:\n    def g():\n      ${long}\n  also(here)\n`, undefined],
    ["a function in one with the words", `def f():\n  def g():\n    ${long}\n  also(g, here)\n`, undefined],
    [
      "a function without them in a class",
      `class A(asked):\n  here = 1\n  def g():\n    ${long}\n`,
      `class A(asked):\n  here = 1\n  def g():\n    ${blank(long.slice(1))}0\n`,
    ],
  ])("Python: %s", (_, text, copy) => {
    expect(copyFor(python, text)).toBe(copy ?? text);
  });

  test.each([
    [
      "cpp",
      'int f() { /* é😀 */ skipped("é😀"); }\nint g() { asked("😀", here); }\n',
      "(call_expression) @a",
      'asked("😀", here)',
    ],
    ["python", `def f():\n    é = "😀"; ${long}\ndef g():\n    asked("😀", here)\n`, "(call) @a", 'asked("😀", here)'],
  ])("positions are those of the file: %s", async (name, text, query, found) => {
    const language = languageNamed(name);
    const needed = { words: [[["asked"]]], isOfFunctions: true };
    const rows = (more: object) =>
      withParsed(
        language,
        text,
        { masking: maskingOf(language), ...more },
        (file) => file.capture(query, { maxRows: 9 }).rows,
      );
    const short = await rows({ needed });
    expect(short.map((row) => row.text)).toEqual([found]);
    expect((await rows({})).filter((row) => row.text === found)).toEqual(short);
  });

  test("a text with errors is read as a whole", async () => {
    const text = "int f() { if (skipped( { } }\nint g() { asked(1)); }\n";
    const options = { masking: maskingOf(cpp), needed: { words: [[["asked"]]], isOfFunctions: true } };
    const callsIn = (more: object) =>
      withParsed(cpp, text, more, (file) => file.capture("(call_expression) @a", { maxRows: 9 }).rows);
    expect(await callsIn(options)).toEqual(await callsIn({ masking: maskingOf(cpp) }));
  });
});

describe.each(["cpp", "python"])("%s", (name) => {
  const language = languageNamed(name);
  const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
  const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((file) =>
    language.extensions.includes(extname(file)),
  );

  test("what holds a function that is in no other one is listed in function_holders", async () => {
    const functions = new Set(language.metrics?.functions);
    const holders = new Set<string>();
    for (const file of files) {
      const text = readFileSync(`${fixtures}${file}`, "utf8");
      const found = await withParsed(language, text, { masking: maskingOf(language) }, (parsed) => {
        const { tree } = parsed.flat();
        const around = (node: number): string[] => {
          const parent = tree.parents[node] ?? noNode;
          return parent === noNode ? [] : [tree.type(parent), ...around(parent)];
        };
        return Array.from({ length: tree.size }, (_, node) => node)
          .filter((node) => functions.has(tree.type(node)))
          .map(around)
          .filter((kinds) => !kinds.some((kind) => functions.has(kind)));
      });
      for (const kind of found.flat()) if (kind !== "ERROR") holders.add(kind);
    }
    expect([...holders].filter((kind) => !language.function_holders.includes(kind))).toEqual([]);
    expect(holders.size).toBeGreaterThan(1);
  });
});
