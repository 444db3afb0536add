import { describe, expect, test } from "vitest";
import { withListedSymbols } from "../../src/code-index/listed-symbols.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const listing = new Set(["class", "function", "symbol"]);

/** `access kind qualified name` of each symbol of a text, with `declared` behind, from a short copy and from the whole text. */
async function listed(path: string, text: string): Promise<readonly string[]> {
  const name = path.endsWith(".py") ? "python" : "cpp";
  const language = languageNamed(name);
  const rowsWith = (onlyKinds: ReadonlySet<string> | undefined) =>
    withParsed(language, text, { onlyKinds }, (file) =>
      withListedSymbols(file, path)
        .symbols()
        .map(({ access, kind, container, name: own, isDeclared }) =>
          [access, kind, container, own, isDeclared ? "declared" : ""].filter((word) => word).join(" "),
        ),
    );
  const rows = await rowsWith(undefined);
  expect(await rowsWith(listing)).toEqual(rows);
  return rows;
}

describe("C++ declares", () => {
  const inClass = (members: string) => listed("a.cpp", `class A {\n${members}\n};`);

  test.each([
    ["void f();", "private method A f declared"],
    ["virtual int f(int a) const = 0;", "private method A f declared"],
    ["A();", "private constructor A A declared"],
    ["~A();", "private constructor A ~A declared"],
    ["operator bool() const;", "private operator A operator bool declared"],
    ["bool operator==(const A& other) const;", "private operator A operator== declared"],
    ["A& operator = (A& other);", "private operator A operator= declared"],
    ["~ A();", "private constructor A ~A declared"],
    ["template <class T> T f(T a);", "private method A f declared"],
    ["auto f() -> int;", "private method A f declared"],
    ["static int x;", "private field A x declared"],
    ["int x;", "private field A x"],
    ["A(const A&) = delete;", "private constructor A A"],
    ["public: void f();", "public method A f declared"],
    ["protected:\n int x;", "protected field A x"],
    ["public: int x; private: void f() {}", "public field A x", "private method A f"],
    ["struct B { int x; };", "private struct A B", "public field A::B x"],
    ["union { int x; };", "private field A x"],
    ["enum B { c };", "private enum A B", "enum_member A::B c"],
  ])("a member: %s", async (members, ...expected) => {
    expect(await inClass(members)).toEqual(["class A", ...expected]);
  });

  test.each(["friend void f(int first);", "friend class B;", "class B;", "using B::f;", "MACRO_OF(A);"])(
    "no member: %s",
    async (members) => {
      expect(await inClass(members)).toEqual(["class A"]);
    },
  );

  test("the functions of a header", async () => {
    const text = "void f(); namespace n { int g(int first); } class B; extern int x; MACRO_OF(x);";
    expect(await listed("a.hpp", text)).toEqual([
      "function f declared",
      "namespace n",
      "function n g declared",
      "variable x declared",
    ]);
    expect(await listed("a.cpp", text)).toEqual(["namespace n"]);
  });

  test.each([
    ["extern int a, *b;", ["variable a declared", "variable b declared"]],
    ["namespace n { extern const char* name; }", ["namespace n", "variable n name declared"]],
    ['extern "C" int a;', ["variable a declared"]],
    ['extern "C" { extern int a; int b; }', ["variable a declared", "variable b"]],
    ['extern "C" int a = 1;', ["variable a"]],
    ["extern int a;\nint a = 1;", ["variable a"]],
    ["extern int a;\nnamespace n { int a; }", ["variable a declared", "namespace n", "variable n a"]],
    ["extern void (*hook)(int);", ["variable hook declared"]],
    ["inline void f() { extern int a; }", ["function f"]],
    ["template <class T> class V {};\nextern template class V<int>;", ["class V"]],
  ])("the variables of a header that are defined elsewhere: %s", async (text, rows) => {
    expect(await listed("a.hpp", text)).toEqual(rows);
  });

  test.each([
    ["void f(int first);", "void A::f(int other) { }"],
    ["void f(const B& first, int = 1);", "void A::f(B const &x, int y) { }"],
    ["void f(n::B b) const;", "void A::f(B) const { }"],
    ["void f(Callback c);", "void A::f(std::function<void (int)> c) { }"],
    ["A(int first);", "A::A(int a) : x(a) { }"],
  ])("nothing that the file defines: %s", async (member, definition) => {
    const rows = await listed("a.hpp", `namespace n { class A {\npublic:\n${member}\n};\n${definition}\n}`);
    expect(rows.slice(2)).toEqual([expect.stringMatching(/^public (?:method|constructor) n::A [fA]$/)]);
  });

  test.each([
    ["int f(int) { return 1; }\nint f(double);", ["function f", "function f declared"]],
    ["class A { void f(int) {}\nvoid f(double); };", ["class A", "private method A f", "private method A f declared"]],
    [
      "class A { A(int) {}\nA(const A&); };",
      ["class A", "private constructor A A", "private constructor A A declared"],
    ],
  ])("an overload beside one that is defined where it is declared: %s", async (text, rows) => {
    expect(await listed("a.hpp", text)).toEqual(rows);
  });

  test("the overloads that it does not define", async () => {
    const text = "struct A { void f(int a); void f(char c); void f(); };\nvoid A::f(char x) { }";
    expect((await listed("a.hpp", text)).filter((row) => row.endsWith("declared"))).toHaveLength(2);
  });
});

describe("methods of Python set", () => {
  const inMethod = async (...lines: readonly string[]) => {
    const body = lines.map((line) => `        ${line}\n`).join("");
    const rows = await listed("a.py", `class A:\n    y = 1\n    def f(self):\n${body}        return None\n`);
    return rows.filter((row) => row.includes(" field ")).map((row) => row.replace("public field A ", ""));
  };

  test.each([
    [["self.x = 1"], ["x"]],
    [["self.x: int = 0"], ["x"]],
    [["self.x: int"], ["x"]],
    [["self.x = 1", "self.x = 2"], ["x"]],
    [["self.y = 1"], []],
    [["self.a, self.b = 1, 2"], ["a", "b"]],
    [["(self.a, [self.b, c]) = 1, 2"], ["a", "b"]],
    [["a = self.x = 1"], ["x"]],
    [
      ["if a:", "    self.x = 1", "else:", "    self.z = [", "  1]"],
      ["x", "z"],
    ],
    [["if a: self.x = 1"], ["x"]],
    [["a(); self.x = 1"], ["x"]],
    [["for self.x in a:", "    pass"], ["x"]],
    [["with a() as self.x:", "    pass"], ["x"]],
    [["self.f(self.x, b)", "return self.x == 1"], []],
    [["self.x[0] = 1", "self.x.z = 1", "other.x = 1"], []],
    [["def g():", "    self.x = 1"], []],
  ])("%j", async (lines, names) => {
    expect(await inMethod(...lines)).toEqual(["y", ...names]);
  });

  test("what is the first parameter", async () => {
    const text =
      "class A:\n    @classmethod\n    def f(cls):\n        cls.x = 1\n    @staticmethod\n    def g(a):\n        a.z = 1\n" +
      "    def h(this, self):\n        this.y = 1\n        self.no = 1\n";
    const rows = await listed("a.py", text);
    expect(rows.filter((row) => row.includes(" field "))).toEqual(["public field A x", "public field A y"]);
  });
});
