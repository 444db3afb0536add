import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { damagedVersions } from "../support/damaged-text.ts";
import { nestedCode } from "../support/deep-code.ts";
import { hostileTexts } from "../support/hostile-code.ts";
import { interfaceFixture, interfaceFixtures, interfacesOf } from "../support/interfaces.ts";

const header = async (text: string, options = {}) => (await interfacesOf("a.hpp", text, options)).code;
const stub = async (text: string, options = {}) => (await interfacesOf("a.py", text, options)).code;

describe("fixtures", () => {
  test.each(["shape.hpp", "shape.cpp", "app.py"])("%s", async (name) => {
    const { code, document } = await interfacesOf(name, interfaceFixture(name));
    await expect(code).toMatchFileSnapshot(join(interfaceFixtures, `${name}.interface`));
    await expect(document).toMatchFileSnapshot(join(interfaceFixtures, `${name}.md`));
  });

  test.each(["shape.hpp", "app.py"])("%s with private parts, and without comments", async (name) => {
    const options = { includePrivate: true, includeComments: false };
    const { code } = await interfacesOf(name, interfaceFixture(name), options);
    await expect(code).toMatchFileSnapshot(join(interfaceFixtures, `${name}.private`));
  });
});

describe("a header", () => {
  const once = "#pragma once\n";

  test.each([
    ["A::A() : x(1) {}", ""],
    ["template <class T> void A<T>::f() { }", ""],
    ["template <> void A<int>::f() { }", "template <> void A<int>::f();"],
    ["void f() noexcept { }", "void f() noexcept;"],
    ["void f() try { } catch (...) { }", "void f();"],
    ["void f() // why\n{ }", "void f() // why\n;"],
    ["void f() { };\nint x;", "void f();\nint x;"],
    ["void f() { }  // what\nint x;", "void f();  // what\nint x;"],
    ["decltype(auto) f() { return 1; }", "decltype(auto) f() { return 1; }"],
    ["auto f() -> int { return 1; }", "auto f() -> int;"],
    ["constexpr int f() { return 1; }", "constexpr int f() { return 1; }"],
    ["MY_CONSTEXPR int f() { return 1; }", "MY_CONSTEXPR int f() { return 1; }"],
    ["FOO(x) { y(); }", "FOO(x) { y(); }"],
    ["void f() {\n#define X\n}", "void f() {\n#define X\n}"],
    ["void f() {\n#if A\n}\n#endif", "void f() {\n#if A\n}\n#endif"],
    ["struct A { friend void f(int a = 1) { } };", "struct A { friend void f(int a = 1) { } };"],
    [
      "struct A { template <class T = int> friend void f(T) { } };",
      "struct A { template <class T = int> friend void f(T) { } };",
    ],
    ["struct A { friend void f(int a) { } };", "struct A { friend void f(int a); };"],
    ["template class V<int>;\nint x;", "int x;"],
    ["extern template class V<int>;", "extern template class V<int>;"],
    ["struct A { static int x; };\nint A::x = 0;", "struct A { static int x; };"],
    ['extern "C" void f() { }', 'extern "C" void f();'],
  ])("%s", async (text, expected) => {
    expect((await header(`${once}${text}\n`)).slice(once.length).trim()).toBe(expected);
  });

  test.each([
    ["what nothing names", "class A { int x; public: int f(); };", "class A { public: int f(); };"],
    ["not what a public one names", "class A { struct B; public: B* f(); };", "class A { struct B; public: B* f(); };"],
    ["not what a body that stays names", "class A {\n int x;\npublic:\n auto f() { return x; }\n};", undefined],
    [
      "not friends and what is virtual",
      "class A {\n friend class B;\n virtual void f();\n A(const A&);\n};",
      undefined,
    ],
    ["not the members of a struct", "struct A { int x; };", undefined],
    ["nothing of a class that does not parse", "class A { int x; @@ ( ; public: int f(); };", undefined],
    [
      "not names that macros paste",
      "class A {\n int get_int;\npublic:\n#define F(X) get_##X\n int y = F(int);\n};",
      undefined,
    ],
  ])("leaves out of the private members %s", async (_, text, expected) => {
    expect((await header(`${once}${text}\n`)).slice(once.length).trim()).toBe(expected ?? text);
    expect((await header(`${once}${text}\n`, { includePrivate: true })).slice(once.length).trim()).toBe(text);
  });

  test.each([
    ["#ifndef A_H\n#define A_H\nint x;\n#endif\n", false],
    ["#if !defined(A_H)\n#define A_H\nint x;\n#endif\n", false],
    ["// text\n#pragma once\nint x;\n", false],
    ["int x;\n", true],
    ["#ifndef OTHER\nint x;\n#endif\n", true],
  ])("has one guard: %j", async (text, isMade) => {
    expect(await header(text)).toBe(isMade ? `#pragma once\n\n${text}` : text);
  });

  test("says why bodies stay", async () => {
    const { kept } = await interfacesOf(
      "a.hpp",
      "auto f() { return 1; }\nconstexpr int g() { return 1; }\nvoid h() {}\n",
    );
    expect(kept).toEqual({ "deduced-return-type": 1, constexpr: 1 });
  });

  test("does not include its own definitions", async () => {
    const text = '#pragma once\nvoid f();\n#include "a-inl.h"\n';
    expect(await header(text)).toBe("#pragma once\nvoid f();\n");
    expect(await header(`${text}void g();\n`)).toBe(`${text}void g();\n`);
  });
});

describe("a stub", () => {
  test.each([
    ["x = 1", "x: int"],
    ["x = -1.5", "x: float"],
    ["x = None", "x = ..."],
    ["x = 1\nx = 'a'", "x = ..."],
    ["x = 1\ndef f():\n    global x\n    x = None", "x = ...\n\ndef f(): ..."],
    ["x = []", "x: list"],
    ["x = [1 for a in b]", "x: list"],
    ["x = b'a' b'b'", "x: bytes"],
    ["x = f()", "x = ..."],
    ["x: Final = 3", "x: Final = 3"],
    ["x: int = 3", "x: int = ..."],
    ["a = b = 1", "a: int\nb: int"],
    ["P = namedtuple('P', 'x y')", "P = namedtuple('P', 'x y')"],
    ["def f(a, /, b=1, *, c: int=2): return 1", "def f(a, /, b=..., *, c: int=...): ..."],
    ["def _f(): pass", ""],
    ["class A(enum.Enum):\n    X = 1", "class A(enum.Enum):\n    X = 1"],
    ["class A:\n    x = 1\n    def f(self): self.x = None", "class A:\n    x = ...\n    def f(self): ..."],
    ["class A:\n    def f(self): self.y['a'] = 1", "class A:\n    def f(self): ..."],
    ["class A:\n    def f(this): this.y = 1", "class A:\n    y: int\n    def f(this): ..."],
    ["if a:\n    _x = 1\nelse:\n    y = 1", "if a: ...\nelse:\n    y: int"],
    ["match a:\n    case 1:\n        def f(): pass\n    case _:\n        y = 1", "def f(): ...\ny: int"],
    [
      "@dataclass\nclass A:\n    x = 1\n    def f(self): self.y = 1",
      "@dataclass\nclass A:\n    y = ...\n    x = 1\n    def f(self): ...",
    ],
    [
      "@attrs.define\nclass A:\n    _x: int = attrs.field(init=False)",
      "@attrs.define\nclass A:\n    _x: int = attrs.field(init=False)",
    ],
    ["@other\nclass A:\n    _x: int", "@other\nclass A: ..."],
    ["@overload\ndef f(a: int): ...\ndef f(a): pass\ndef g(a): pass", "@overload\ndef f(a: int): ...\n\ndef g(a): ..."],
    [
      "class A:\n    @t.overload\n    def f(self): ...\n    def f(self, a=1): pass",
      "class A:\n\n    @t.overload\n    def f(self): ...",
    ],
    [
      "if a:\n    @overload\n    def f(): ...\nelse:\n    def f(b): pass",
      "if a:\n\n    @overload\n    def f(): ...\nelse:\n\n    def f(b): ...",
    ],
  ])("%j", async (text, expected) => {
    expect((await stub(`${text}\n`)).trim()).toBe(expected);
  });

  test("has no docstrings without comments", async () => {
    const text = '"""A"""\n# b\ndef f():\n    """C"""\n';
    expect(await stub(text)).toBe('"""A"""\n\n# b\ndef f():\n    """C"""\n    ...\n');
    expect(await stub(text, { includeComments: false })).toBe("def f(): ...\n");
  });
});

describe("a document", () => {
  const docOf = async (comment: string) => {
    const { document } = await interfacesOf("a.hpp", `${comment}\nint f(int x);\n`);
    return document
      .slice(document.lastIndexOf("#L"))
      .replace(/^.*\n+/, "")
      .trim();
  };

  test.each([
    [
      "/// One.\n/// @param[in] x the x\n///   more\n/// @return it",
      "One.\n\n**Parameters**\n\n- `x` (in): the x more\n\n**Returns**\n\n- it",
    ],
    ["/**\n * One.\n *\n * - two\n */", "One.\n\n- two"],
    ["// \\brief One\n// @code\n// a @b\n// @endcode", "One\n\n```\na @b\n```"],
    ["// # One", "\\# One"],
    ["// @unknown x", "@unknown x"],
  ])("%j", async (comment, expected) => {
    expect(await docOf(comment)).toBe(expected);
  });
});

describe("any text", () => {
  const texts = [...hostileTexts(300), ...nestedCode(1_500).map(([, text]) => text)];

  test.each(["a.hpp", "a.cpp", "a.py"])("has an interface as %s", async (path) => {
    for (const text of texts) await interfacesOf(path, text);
  });

  test.each(["shape.hpp", "app.py"])("that is damaged has one, as %s", async (name) => {
    for (const text of damagedVersions(join("interfaces", name), 30)) await interfacesOf(name, text);
  });
});
