import { expect, test } from "vitest";
import { ReferencePlaces } from "../../src/code-index/reference-places.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageFor, languageNamed } from "../support/shipped-languages.ts";

/** The types of all names X of a text, in source order. */
async function typesIn(path: string, text: string): Promise<readonly string[]> {
  const language = languageFor(path);
  return withParsed(language, text, {}, (file) => {
    const places = new ReferencePlaces(file.flat(), language.name, () => file.references());
    return Array.from(text.matchAll(/\bX\b/g), ({ index }) => {
      const name = places.nameAt(index, index + 1);
      return name < 0 ? "none" : places.typeOf(name);
    });
  });
}

test.each([
  ["void f() { X(); a.X(); p->X(1); n::X(); X<int>(); this->X<int>(); }", "call call call call call call"],
  ["void f() { new X(); new X; X{1}; throw X(2); }", "call call call call"],
  ["void f() { X = 1; a.X += 1; X++; --n::X; }", "write write write write"],
  ["void f() { return X + a.X; g(X); X[0] = 1; *X = 1; X.y = 1; }", "read read read read read read"],
  ["X f(const X& a, n::X* b, std::vector<X> c);", "type type type type"],
  ["void f() { X x(1); static_cast<X>(1); X::g(); X::y; }", "call type type type"],
  ["void f() { X x{1}; n::X x(y); const X<int> x(y, z), w(1); }", "call call call"],
  ["void f() { X x; X x = {1}; X* x(p); X& x = y; X x(int); X x(); }", "type type type type type type"],
  ["X x(y);", "type"],
  ["class A : public X, private n::X, X<int> {};", "inherit inherit inherit"],
  ["A::A() : X(1) {}", "write"],
  ["using n::X; using namespace X; namespace y = X;", "import import import"],
  ["A a = {.X = 1};", "write"],
  ['void f() { g("X"); /* X */ }', "none none"],
  ["void n::X();", "declaration"],
])("C++: %s", async (text, types) => {
  expect((await typesIn("a.cpp", text)).join(" ")).toBe(types);
});

test.each([
  ["X()\na.X()\nawait X(1)", "call call call"],
  ["@X\n@a.X\n@X(1)\ndef f(): X()", "decorator decorator decorator call"],
  ["X = 1\na.X = 1\nX += 1\n(X := 1)\nx, X = 1, 2\n[X, *X] = y", "write write write write write write write"],
  ["for X in y: pass\n[X for X in y]\nwith y as X: pass\ndel X", "write read write write write"],
  ["x = X\nX.y = 1\nX[0] = 1\nf(X)\nX.f()", "read read read read read"],
  ["f(X=1)", "write"],
  ["def f(a: X, b: list[X] = X, *, c: 'X' = 1) -> X: pass", "type type read none type"],
  ["x: X = X()\ny: a.X | None\nz: Optional[X | int]", "type call type type"],
  ["class A(X, a.X, X[int], metaclass=X): pass", "inherit inherit inherit read"],
  ["f(X, X[0])", "read read"],
  ["[*X(), *a.X(1)], {*X.y()}, *X(2)\n[*X, *a.X]\nx = *X(), 1", "call call read call read read call"],
  [
    "import X\nimport a.X as b\nfrom X import y\nfrom .X import y\nfrom a import X as z",
    "import import import import import",
  ],
  ["try: pass\nexcept X: pass\nexcept (X, a.X) as e: pass", "type type type"],
  ["x = 'X'  # X\nf'{X}'", "none none read"],
])("Python: %s", async (text, types) => {
  expect((await typesIn("a.py", text)).join(" ")).toBe(types);
});

test("C++: a word that the grammar takes for one of the language is a name where a library declares it", async () => {
  const cpp = languageNamed("cpp");
  const text = "using size_t = unsigned long; size_t f(int n, uint8_t m) { return static_cast<size_t>(n); }";
  const names = await withParsed(cpp, text, {}, (file) => {
    const { tree } = file.flat();
    const places = new ReferencePlaces(file.flat(), cpp.name, () => new Map());
    return Array.from(places.namesIn(0, text.length), (node) => text.slice(tree.start(node), tree.end(node)));
  });
  expect(names).toEqual(["size_t", "size_t", "f", "n", "uint8_t", "m", "static_cast", "size_t", "n"]);
});

test("another language knows what its tags.scm says", async () => {
  const python = languageNamed("python");
  const types = await withParsed(python, "X()", {}, (file) => {
    const flat = file.flat();
    const tags = new Map([[0, "call"]]);
    return [new Map(), tags].map((references) => {
      const places = new ReferencePlaces(flat, "other", () => references);
      return places.typeOf(places.nameAt(0, 1));
    });
  });
  expect(types).toEqual(["read", "call"]);
});
