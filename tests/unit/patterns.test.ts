/** Patterns: code with metavariables. Input: a pattern and code of a language; output: the places that match, errors, and hunks of a diff. */
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { type Language, loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import {
  checkPattern,
  type PatternCondition,
  type PatternRequest,
  textNeededByPattern,
} from "../../src/syntax/patterns/pattern-matches.ts";
import { bytesHoldAny, holdsAny } from "../../src/syntax/prefilter.ts";
import { rewrittenCode } from "../../src/tools/edits/rewritten-code.ts";

const languages = loadLanguages([shippedLanguagesDir]);

function languageNamed(name: string): Language {
  const found = languages.find((language) => language.name === name);
  if (found === undefined) throw new Error(`no language ${name}`);
  return found;
}

const request = (pattern: string, more: Partial<PatternRequest> = {}): PatternRequest => ({
  pattern,
  where: new Map(),
  inside: undefined,
  notInside: undefined,
  isStrict: false,
  ...more,
});

/** The texts that match, or with `captures` what the metavariables stand for. */
async function found(name: string, code: string, pattern: string, more: Partial<PatternRequest> = {}) {
  const language = languageNamed(name);
  await checkPattern(language, request(pattern, more));
  return await withParsed(language, code, {}, (file) =>
    file.matches(request(pattern, more)).matches.map((match) => match),
  );
}

async function texts(name: string, code: string, pattern: string, more: Partial<PatternRequest> = {}) {
  return (await found(name, code, pattern, more)).map(({ start, end }) => code.slice(start, end));
}

async function captures(name: string, code: string, pattern: string) {
  return (await found(name, code, pattern)).map((match) =>
    Object.fromEntries(match.captures.map(({ name: hole, start, end }) => [hole, code.slice(start, end)])),
  );
}

async function errorOf(name: string, pattern: string, more: Partial<PatternRequest> = {}): Promise<string> {
  try {
    await checkPattern(languageNamed(name), request(pattern, more));
  } catch (error) {
    if (error instanceof UserError) return `${error.message}: ${error.details.details}`;
    throw error;
  }
  throw new Error(`no error: ${pattern}`);
}

const cpp = `namespace geo {
void copy(char* a, const char* b) {
  memcpy(a, b, sizeof(a));
  memcpy(a,  /* from */ a, sizeof(b));
  if (a) { foo(a); } else bar();
  foo();
  foo(a, b, c);
  std::vector<int> v;
  return;
}
struct Box { int side; Box* next = nullptr; };
}
`;

describe("$$$ among the operands of a chain", () => {
  const chains = `void f(int n) {
  FatalError << "a" << n << exit(FatalIOError);
  FatalError << exit(FatalIOError);
  FatalIOError << "a" << exit(FatalIOError);
  FatalError << ("b" << n) << exit(FatalError);
  FatalError << "c" >> n << exit(FatalIOError);
  int sum = n + 1 + 2 - 3;
  bool ok = n && f(n) && g();
}
`;

  test.each([
    [
      "FatalError << $$$ << exit(FatalIOError)",
      ['FatalError << "a" << n << exit(FatalIOError)', "FatalError << exit(FatalIOError)"],
    ],
    ["FatalIOError << $$$", ['FatalIOError << "a" << exit(FatalIOError)']],
    [
      "$A << $$$ << exit($A)",
      ['FatalIOError << "a" << exit(FatalIOError)', 'FatalError << ("b" << n) << exit(FatalError)'],
    ],
    ["n + $$$", ["n + 1 + 2"]],
    ["n + $$$ - 3", ["n + 1 + 2 - 3"]],
    ["n && $$$ && g()", ["n && f(n) && g()"]],
    ["n || $$$", []],
    ["$A && $$$B", ["n && f(n) && g()"]],
    ["$A + $$$ - 3", ["n + 1 + 2 - 3"]],
    ["$A - $$$", ["n + 1 + 2 - 3"]],
    ["f(n && $$$)", []],
    ["n + 1 + 2 + $$$", ["n + 1 + 2"]],
    ["n + 2 + $$$", []],
    ["FatalError << $$$ << n << $$$ << exit(FatalIOError)", ['FatalError << "a" << n << exit(FatalIOError)']],
  ])("%s", async (pattern, matches) => {
    expect(await texts("cpp", chains, pattern)).toEqual(matches);
  });

  test("stands for the operands with what is between them", async () => {
    expect(await captures("cpp", chains, "$F << $$$ARGS << exit(FatalIOError)")).toEqual([
      { $F: "FatalError", $$$ARGS: '"a" << n' },
      { $F: "FatalError", $$$ARGS: "" },
      { $F: "FatalIOError", $$$ARGS: '"a"' },
      { $F: 'FatalError << "c" >> n', $$$ARGS: "" },
    ]);
    expect(await captures("python", "if a and b and c: pass\n", "$A and $$$B")).toEqual([{ $A: "a", $$$B: "b and c" }]);
  });

  test("has operators of other languages", async () => {
    expect(await texts("javascript", "f(a ?? b ?? c, a >>> b >>> c)", "a ?? $$$")).toEqual(["a ?? b ?? c"]);
    expect(await texts("javascript", "f(a ?? b ?? c, a >>> b >>> c)", "a >>> $$$")).toEqual(["a >>> b >>> c"]);
    expect(await texts("python", "x = a // b // c\ny = a @ b @ c\n", "a // $$$")).toEqual(["a // b // c"]);
  });

  test("has conditions of all its operands", async () => {
    const code = "int x = a + 1 + b; int y = a + 2 + 3; int z = a + 4;";
    const textsIf = (condition: PatternCondition) =>
      texts("cpp", code, "a + $$$B", { where: new Map([["$$$B", condition]]) });
    expect(await textsIf({ kind: "number_literal" })).toEqual(["a + 2 + 3", "a + 4"]);
    expect(await textsIf({ holdsFor: (count) => count === 2 })).toEqual(["a + 1 + b", "a + 2 + 3"]);
  });

  test("is found at once in a chain of many operands", async () => {
    const chain = ["log", ...Array.from({ length: 5_000 }, (_, i) => `a${i}`)].join(" << ");
    expect(await texts("cpp", `void f() { ${chain} << end; }`, "$A << $$$ << end")).toEqual([`${chain} << end`]);
  });

  test("is equal code at each place", async () => {
    expect(await texts("cpp", "int x = g(a + b + c, a + b) + g(a + b + c, b + c);", "g(a + $$$A, $$$A)")).toEqual([
      "g(a + b + c, b + c)",
    ]);
    expect(
      await texts("python", "x = f(a + b + c, a + b + c)\ny = f(a + b, a + c)\n", "f(a + $$$A, a + $$$A)"),
    ).toEqual(["f(a + b + c, a + b + c)"]);
  });
});

describe("metavariables", () => {
  test.each([
    ["memcpy($A, $B, sizeof($A))", ["memcpy(a, b, sizeof(a))"]],
    ["memcpy($A, $A, $$$)", ["memcpy(a,  /* from */ a, sizeof(b))"]],
    ["foo($A)", ["foo(a)"]],
    ["foo($$$)", ["foo(a)", "foo()", "foo(a, b, c)"]],
    ["foo($_, $_, $_)", ["foo(a, b, c)"]],
    ["foo($A, $A, $_)", []],
    ["foo($$$, $LAST)", ["foo(a)", "foo(a, b, c)"]],
    ["foo($FIRST, $$$)", ["foo(a)", "foo(a, b, c)"]],
    ["foo($$$, b, $$$)", ["foo(a, b, c)"]],
    ["foo($A);", ["foo(a);"]],
    ["fo($A)", []],
    ["return", ["return"]],
    ["std::vector<$T>", ["std::vector<int>"]],
    ["int $A;", ["int side;"]],
    ["if ($C) { $$$BODY }", ["if (a) { foo(a); } else bar();"]],
    ["if ($C) { $$$BODY } else $E", ["if (a) { foo(a); } else bar();"]],
    ["if ($C) {}", []],
  ])("%s", async (pattern, expected) => {
    expect(await texts("cpp", cpp, pattern)).toEqual(expected);
  });

  test.each([
    ["python", 'raise E("x")\nraise E("y") from e\n', "raise $A from $$$B", ['raise E("y") from e']],
    [
      "javascript",
      "for (const a in b) {}\nfor (const a of b) {}\n",
      "for (const $A of $B) {}",
      ["for (const a of b) {}"],
    ],
    ["cpp", "int a = x + y, b = x && y;", "$$$A && $B", ["x && y"]],
  ])("need the words and signs of a pattern of %s beside lists", async (name, text, pattern, expected) => {
    expect(await texts(name, text, pattern)).toEqual(expected);
  });

  test("do not pass over what a sign is behind of", async () => {
    const python = "try:\n  a()\nexcept:\n  b()\ntry:\n  a()\nexcept ValueError:\n  pass\n";
    expect(await texts("python", python, "except: $$$")).toEqual(["except:\n  b()"]);
    expect(await texts("python", python, "except $E: $$$")).toEqual(["except ValueError:\n  pass"]);
  });

  test("stand for code", async () => {
    expect(await captures("cpp", cpp, "foo($$$ARGS)")).toEqual([
      { $$$ARGS: "a" },
      { $$$ARGS: "" },
      { $$$ARGS: "a, b, c" },
    ]);
    expect(await captures("cpp", cpp, "void $F($$$P) { $$$ }")).toEqual([
      { $F: "copy", $$$P: "char* a, const char* b" },
    ]);
    expect(await captures("python", 'f("a\\n", "b")\n', "f($A, $B)")).toEqual([{ $A: '"a\\n"', $B: '"b"' }]);
  });

  test("with equal names stand for equal code, whatever its blanks and comments", async () => {
    expect(await texts("cpp", "int a = f(x, 1) + f(x,/**/1) + f(x, 2);", "f($$$A) + f($$$A)")).toEqual([
      "f(x, 1) + f(x,/**/1)",
    ]);
  });

  test("several lists are tried in all ways, and a place that has too many is told", async () => {
    const code = `int a = f(${Array.from({ length: 200 }, (_, i) => `x${i}`).join(", ")});`;
    expect(await texts("cpp", code, "f($$$A, x7, $$$B, x9, $$$C)")).toHaveLength(1);
    const many = request("f($$$A, $B, $$$C, $B, $$$D, $B, $$$E)");
    const undecided = await withParsed(languageNamed("cpp"), code, {}, (file) => file.matches(many).undecided);
    expect(undecided).toBe(1);
  });
});

describe("a pattern is read", () => {
  test.each([
    ["python", "try:\n    a()\nexcept A: pass\nexcept B as e:\n    pass\n", "except $E: pass", 2],
    ["python", "@a\n@b(1)\ndef f(): pass\n", "@$D", 2],
    ["cpp", "void f() { a(); return g(1); }", "void $F($$$) { $$$ return g($A); }", 1],
    ["cpp", "int a[] = { 1, 2 };", "int $A[] = { $$$ };", 1],
    ["python", 'x = "a\\nb"\n', '"c\\nd"', 0],
    // Either sort of quotes, but no other prefix.
    ["python", `f("a", 'a', b"a", r'a', """a""", 'b', "a'")\n`, "'a'", 2],
    ["python", `f(b'a', b"a", "a")\n`, 'b"a"', 2],
    ["python", `f("a", 'a"b')\n`, '"$A"', 1],
    ["python", "if a: pass\nelif b: pass\n", "elif $C: pass", 1],
    ["javascript", "a(1); function f(x) { return x }", "function $F($$$) { $$$ }", 1],
    ["typescript", "const a: Array<string> = [];", "const $A: Array<$T> = $V", 1],
    ["tsx", "const a = <b c={1}/>;", "<b c={$C}/>", 1],
    ["go", "package a\nfunc f() { fmt.Println(1, 2) }", "fmt.Println($$$)", 1],
    ["rust", "fn f() { a.unwrap(); b.unwrap() }", "$X.unwrap()", 2],
    ["java", "class A { void f() { g(1); } }", "g($A)", 1],
    ["c", "int f(void) { return g(1); }", "return g($A)", 1],
    ["cpp", "void f() { try {} catch (A& a) { b(); } }", "catch ($E) { $$$ }", 1],
  ])("in %s: %s has %s %i times", async (name, code, pattern, count) => {
    expect(await texts(name, code, pattern)).toHaveLength(count);
  });

  test.each(languages.flatMap(({ name, patterns }) => (patterns?.pattern_examples ?? []).map((one) => [name, one])))(
    "in the example of %s: %s",
    async (name = "", pattern = "") => {
      await expect(checkPattern(languageNamed(name), request(pattern))).resolves.toBeUndefined();
    },
  );

  test.each([
    ["cpp", "foo($A", /^Failed to parse pattern: C\+\+, line 1, column \d+ of the pattern: .*such as `memcpy/],
    ["cpp", "$A", /It matches all code/],
    ["cpp", "get$A()", /\$A is a part of a name: write a metavariable for the whole name/],
    ["python", "$A\nb()", /It begins with any code/],
    ["python", "def f(:", /Python, line 1, column 7/],
    ["python", " ", /It has no code/],
    // The lines are the ones of the pattern, not of the code around it.
    ["cpp", "foo($A,", /line 1, column 4 of the pattern: .*; not closed: "\(" of line 1\. Write/],
    [
      "cpp",
      "\nfoo(a,\n  [$A,",
      /line 2, column 4 of the pattern: .*; not closed: "\(" of line 2, "\[" of line 3\. Write/,
    ],
    ["cpp", "class A { void f(", /This does not parse: "class A { void f\("; not closed: "{" of line 1\. Write/],
    // Names in lower case are not metavariables, unless something else is not code either.
    [
      "python",
      "f($a)",
      /line 1, column 3 of the pattern: \$a is not a metavariable: write its name in upper case, \$A\./,
    ],
    ["python", "g()\nf($A, $bC)", /line 2, column 7 of the pattern: \$bC is not .* upper case, \$BC\./],
    ["python", "$foo", /\$foo is not a metavariable/],
    ["cpp", "f($$$args)", /\$\$\$args is not a metavariable: write its name in upper case, \$\$\$ARGS\./],
    ["python", "f($a", /This does not parse/],
    ["javascript", "f($a", /(?<!is not a metavariable.*)$/],
  ])("with an error in %s: %s", async (name, pattern, message) => {
    expect(await errorOf(name, pattern)).toMatch(message);
  });
});

describe("names and declarations are the same in each place", () => {
  test.each([
    // A path in an expression, in a type and in an import.
    ["go", "http.$A", "package a\nvar a http.Header = http.Get()\nvar b other.Header", ["http.Header", "http.Get"]],
    [
      "rust",
      "io::$A",
      "use io::Read;\nfn f() -> io::Error { io::stdin(); a::io }",
      ["io::Read", "io::Error", "io::stdin"],
    ],
    ["java", "a.$A", "import a.B; class C { a.D d = a.E; b.a e; }", ["a.B", "a.D", "a.E"]],
    ["typescript", "a.$A", "let b: a.B = a.c; let d: e.a;", ["a.B", "a.c"]],
    ["tsx", "a.$A", "let b: a.B = a.c; let d: e.a;", ["a.B", "a.c"]],
    // A variable, a member, a constant and a parameter.
    ["java", "int $A = 1;", "class C { int a = 1; void f() { int b = 1; int c = 2; } }", ["int a = 1;", "int b = 1;"]],
    [
      "java",
      "int $A",
      "class C { int a; void f(int b, long c) {} } interface D { int E = 1; }",
      ["int a;", "int b", "int E = 1;"],
    ],
    [
      "java",
      "private final $T $A;",
      "class C { private final int a; private int b; final int c; }",
      ["private final int a;"],
    ],
    ["java", "int $A;", "class C { int a; void f(int b) {} int g() { return 1; } }", ["int a;"]],
    // Types and annotations of Java.
    ["java", "List<$T>", "class C { List<A> a; Set<A> b; List c; }", ["List<A>"]],
    [
      "java",
      "@Test(expected = $E)",
      "class C { @Test(expected = A.class) void f() {} @Test void g() {} }",
      ["@Test(expected = A.class)"],
    ],
    ["java", "@Test", "class C { @Test(a) void f() {} @Test void g() {} @Other void h() {} }", ["@Test"]],
  ])("in %s: %s", async (name, pattern, code, expected) => {
    expect(await texts(name, code, pattern)).toEqual(expected);
  });
});

describe("a pattern of C++ is read", () => {
  test.each([
    // A declaration without its end is also a parameter.
    ["int $A", "int a; void f(int b, int c = 1, long d);", ["int a;", "int b", "int c = 1"]],
    ["int $A;", "int a; void f(int b);", ["int a;"]],
    // A product or a declaration, by what the name in front is; without one a product.
    ["A* $B", "void f(A* a, B* b) { A* c; d = e * g; A* h = i; }", ["A* a", "A* c;"]],
    ["e * $B", "void f(A* a) { A* c; d = e * g; h = g * e; }", ["e * g"]],
    ["$A * $B", "void f(A* a) { A* c; d = e * g; }", ["e * g"]],
    ["A& $B", "void f(A& a, A&& b, const A& c) { d = e & g; }", ["A& a"]],
    [
      "A* $B = $C",
      "A* a = b; void f() { A* c; A* d = e; g = h; } struct C { A* i = j; };",
      ["A* a = b;", "A* d = e;", "A* i = j;"],
    ],
    ["a = $B", "void f() { int a = 1; a = 2; b = a; g(h.a = 3); }", ["a = 2"]],
    ["int $F() const", "struct A { int f() const; int g(); };", ["int f() const;"]],
    ["$F() const", "struct A { int f() const; int g(); };", ["f() const"]],
    // A class with its end is no member.
    ["struct $A { $$$ };", "struct A { int a; }; struct B {} b;", ["struct A { int a; };"]],
    ["class $A { class $B { $$$ }; };", "class A { class B {}; };", ["class A { class B {}; };"]],
    // A directive has the line break after it.
    ["#define $A $B", "#define A 1\n#define B(x) x\n", ["#define A 1\n"]],
    ["#include $A", '#include <a>\nint b;\n#include "c"\n', ["#include <a>\n", '#include "c"\n']],
    ["case $A: $$$ break;", "void f() { switch (a) { case 1: g(); break; case 2: g(); } }", ["case 1: g(); break;"]],
    ["$A ? $B : $$$C", "int a = b ? c : d;", ["b ? c : d"]],
  ])("%s", async (pattern, code, expected) => {
    expect(await texts("cpp", code, pattern)).toEqual(expected);
  });

  test("without masking of its metavariables", async () => {
    const code = "struct A { A() { g(); } };\nB::B()\n{\n  g();\n}\n";
    const macros = { project: new Map(), folder: new Map(), everywhere: new Map() };
    const matches = await withParsed(
      languageNamed("cpp"),
      code,
      { masking: { macros } },
      (file) => file.matches(request("$B()\n{\n  $A();\n}")).matches,
    );
    expect(matches.map(({ start, end }) => code.slice(start, end))).toEqual(["A() { g(); }", "B::B()\n{\n  g();\n}"]);
  });

  const masked = async (code: string, pattern: string, more: Partial<PatternRequest> = {}) => {
    const macros = { project: new Map(), folder: new Map(), everywhere: new Map() };
    const options = { masking: { macros } };
    const file = await withParsed(languageNamed("cpp"), code, options, (parsed) =>
      parsed.matches(request(pattern, more)),
    );
    return file.matches.map(({ start, end }) => code.slice(start, end));
  };

  const withMacros = `class EXPORT Window : public Widget {
  Q_OBJECT
public:
  void open() { connect(a, SIGNAL(opened()), b, SLOT(close())); connect(a, SIGNAL(closed()), b, c); }
};
REGISTER(window, Window<>::create)
REGISTER(other, Other::create);
int REGISTER_count = 0;
`;

  test.each([
    // Arguments that masking takes away, and macros that are lines of their own.
    ["SIGNAL($A)", ["SIGNAL(opened())", "SIGNAL(closed())"]],
    ["connect($A, SIGNAL($B), $C, SLOT($D))", ["connect(a, SIGNAL(opened()), b, SLOT(close()))"]],
    ["REGISTER($A, $B)", ["REGISTER(window, Window<>::create)", "REGISTER(other, Other::create)"]],
    ["REGISTER($A, $B::create);", ["REGISTER(other, Other::create);"]],
    ["REGISTER(window, $A<>::create)", ["REGISTER(window, Window<>::create)"]],
    ["Q_OBJECT", ["Q_OBJECT"]],
    // Near misses: another number of arguments, another name, a part of a name, and no macro that is named.
    ["$A()", []],
    ["REGISTER($A)", []],
    ["SIGNAL()", []],
    ["REGISTER_count($A)", []],
    ["SLOT(opened())", []],
  ])("with macros that it names as the file has them: %s", async (pattern, expected) => {
    expect(await masked(withMacros, pattern)).toEqual(expected);
  });

  test("without the end of a statement that the file does not have", async () => {
    expect(await masked(withMacros, "REGISTER($A, $B);", { isStrict: true })).toEqual([
      "REGISTER(other, Other::create);",
    ]);
  });

  test.each([
    // A member with a value, and a parameter with one, are declared like variables.
    ["int $A = 3;", "int a = 3; struct B { int c = 3; };", ["int a = 3;", "int c = 3;"]],
    ["int $A = 3", "void f(int a = 3); struct B { int c = 3; };", ["int a = 3", "int c = 3;"]],
    ["$T $A{1};", "B a{1}; struct B { C c{1}; };", ["B a{1};", "C c{1};"]],
    [
      "int $A = $V, $B = $W;",
      "int a = 1, b = 2; struct B { int c = 3, d = 4; };",
      ["int a = 1, b = 2;", "int c = 3, d = 4;"],
    ],
    // Near misses: another value, another type, a bit field, no value, an assignment.
    ["int $A = 3;", "struct B { int c = 4; long d = 3; int e : 3; int f; }; void g() { h = 3; }", []],
    ["$T $A{1};", "struct B { C c{2}; C d = 1; C e(int f = 1); };", []],
  ])("as a variable and as a member: %s", async (pattern, code, expected) => {
    expect(await texts("cpp", code, pattern)).toEqual(expected);
  });

  test("whole: a part that does not fit is an error", async () => {
    expect(await errorOf("cpp", "$A $C $B {}")).toContain('Unexpected "$B"');
  });
});

describe("a pattern that is only a part of code", () => {
  test.each([
    [
      "several statements",
      "cpp",
      "void f() { lock(m); g(1); unlock(m); lock(a); unlock(b); }",
      "lock($M); $$$ unlock($M);",
      1,
    ],
    ["statements next to each other", "python", "a = open(p)\nb(a)\nc()\n", "$A = open($B)\nb($A)", 1],
    ["near statements", "python", "a = open(p)\nc()\nb(a)\n", "$A = open($B)\nb($A)", 0],
    ["statements with a comment between", "python", "a = 1\n# x\nb(a)\n", "$A = 1\nb($A)", 1],
    ["access and a member", "cpp", "class A { public: int x; private: int y; };", "private: int $A;", 1],
    ["a member", "cpp", "class A { virtual void f() = 0; void g(); };", "virtual void $F($$$) = 0;", 1],
    ["a parameter", "cpp", "void f(const std::string& s, int n);", "const std::string& $A", 1],
    ["template arguments", "cpp", "std::map<int, A> a; std::vector<A> b;", "std::map<$$$>", 1],
    ["bases of a class", "cpp", "class A : public B, C {}; class D {};", "class $A : $$$B {}", 1],
    ["elements", "cpp", "int a[] = { 1, 2, 3 };", "{ 1, $$$ }", 1],
    ["an attribute", "cpp", "[[nodiscard]] int f();", "[[nodiscard]] int $F();", 1],
    ["text of a string", "cpp", 'void f() { log("a b"); log(c); }', 'log("$A")', 1],
    ["arguments", "python", "f(1, key=2, *a)\n", "f($$$, key=$V, $$$)", 1],
    ["parameters", "python", "def f(a, b=1, *c): pass\n", "def $F($$$, b=$V, $$$): $$$", 1],
    ["bases", "python", "class A(B, C): pass\n", "class $A($$$, C): $$$", 1],
    ["a decorator with arguments", "python", "@a.b(1, 2)\ndef f(): pass\n", "@a.b($$$)", 1],
    ["a decorated function", "python", "@a\n@b\ndef f(): pass\n", "@$A\n@$B\ndef $F($$$): $$$", 1],
    ["text of a string", "python", "f('a b')\n", "f('$A')", 1],
    ["elements", "python", "a = [1, 2, 3]\n", "[1, $$$]", 1],
    ["an annotated name", "python", "a: int = 1\n", "$A: int = $B", 1],
    ["a type", "typescript", "let a: Map<string, number>;", "Map<$K, $V>", 1],
  ])("%s, %s: %s has %s %i times", async (_, name, code, pattern, count) => {
    expect(await texts(name, code, pattern)).toHaveLength(count);
  });

  test("has the range from its first to its last statement", async () => {
    const code = "void f() { lock(m); g(1); unlock(m); h(); }";
    expect(await texts("cpp", code, "lock($M); $$$B unlock($M);")).toEqual(["lock(m); g(1); unlock(m);"]);
  });
});

test("conditions take a bounded number of comparisons, and a place that takes more is told", async () => {
  const code = `int a = ${"g(x, 1, ".repeat(150)}f(y)${", 2)".repeat(150)};`;
  const more = { notInside: "g($$$A, $B, $$$C, $B, $$$D, $B, $$$E, z)" };
  const { matches, undecided } = await withParsed(languageNamed("cpp"), code, {}, (file) =>
    file.matches(request("f($A)", more)),
  );
  expect([matches.length, undecided]).toEqual([1, 0]);
  const wide = `int a = g(${"x, ".repeat(200)}f(y));`;
  const of = await withParsed(languageNamed("cpp"), wide, {}, (file) =>
    file.matches(request("f($A)", { notInside: "g($$$A, $B, $$$C, $D, $$$E, $F, $$$G, z)" })),
  );
  expect([of.matches.length, of.undecided]).toEqual([0, 1]);
});

describe("conditions", () => {
  const where = (name: string, condition: object) => ({ where: new Map([[name, condition]]) });

  test.each([
    ["kind", where("$A", { kind: "string" }), ['f("a")']],
    ["regex", where("$A", { regex: "^tmp" }), ["f(tmp_1)"]],
    ["pattern", where("$A", { pattern: "g($B)" }), ["f(g(1))"]],
    ["inside", { inside: "def h($$$): $$$" }, ["f(g(1))"]],
    ["a kind inside", { inside: "function_definition" }, ["f(g(1))"]],
    ["not inside", { notInside: "function_definition" }, ['f("a")', "f(tmp_1)"]],
    ["inside of the same name", { inside: "$A = $_" }, []],
  ])("%s", async (_, more, expected) => {
    const code = 'x = f("a")\ny = f(tmp_1)\ndef h(): f(g(1))\n';
    expect(await texts("python", code, "f($A)", more)).toEqual(expected);
  });

  test("numbers of items", async () => {
    const more = { where: new Map([["$$$A", { holdsFor: (count: number) => count >= 2 }]]) };
    expect(await texts("python", "f()\nf(1)\nf(1, 2)\nf(1, 2, 3)\n", "f($$$A)", more)).toEqual([
      "f(1, 2)",
      "f(1, 2, 3)",
    ]);
  });

  test.each([
    [where("$B", { kind: "string" }), /no metavariable \$B: It has \$A/],
    [where("$A", { kind: "strng" }), /Python has no kind of node strng/],
    [where("$A", { regex: "(" }), /wrong regular expression/],
  ])("that are wrong: %o", async (more, message) => {
    expect(await errorOf("python", "f($A)", more)).toMatch(message);
  });
});

test("operators are compared as the file has them, not as masking writes them", async () => {
  const code = "template <int N, class T> enable_if_t<N >= 64, T> f();\nbool b = N == 64;\n";
  expect(await texts("cpp", code, "$A == $B")).toEqual(["N == 64"]);
});

const neededBy = (name: string, pattern: string, around: Partial<PatternRequest> = {}) =>
  textNeededByPattern(languageNamed(name), request(pattern, around));

test("a file needs the words of a pattern, not those that masking may write", async () => {
  const needed = await neededBy("cpp", "memcpy($A, b_1, class_of($T))");
  expect(needed?.words).toEqual([["class_of", "memcpy", "b_1"].map((whole) => [{ whole }])]);
  expect(await neededBy("python", "$A + $B")).toBeUndefined();
});

test.each([
  ["cpp", "memcpy($A)", {}, true],
  ["cpp", "void $F() noexcept { $$$ }", {}, true],
  ["cpp", "struct memcpy { $$$ };", {}, false],
  ["cpp", "template <class $T> void memcpy($T) { $$$ }", {}, false],
  ["cpp", "memcpy($A)", { inside: "class_specifier" }, true],
  ["cpp", "memcpy($A)", { inside: "for ($$$) { $$$ }" }, true],
  ["cpp", "memcpy($A)", { inside: "struct $A { $$$ };" }, false],
  ["cpp", "memcpy($A)", { notInside: "namespace $A { $$$ }" }, false],
  ["python", "memcpy($A)", {}, true],
  ["python", "def memcpy($$$): $$$", {}, true],
  ["python", "if memcpy($A): $$$", {}, false],
  ["python", "@memcpy\ndef $F($$$): $$$", {}, false],
  ["go", "memcpy($A)", {}, false],
  ["cpp", "memcpy($A); $F($$$);", {}, true],
  ["cpp", "using memcpy::a;\n$F", {}, false],
  ["python", "import memcpy\n$F\n$F", {}, false],
  ["cpp", "memcpy($A)", { isStrict: true }, false],
])(
  "the functions that lack them are not read if no match has more than one: %s %s %o",
  async (name, pattern, around, isOf) => {
    expect((await neededBy(name, pattern, around))?.isOfFunctions).toBe(isOf);
  },
);

test.each([
  ["cpp", "goto $L", [["goto"]]],
  ["cpp", "memcpy($A, $B, sizeof($A))", [[{ whole: "memcpy" }], ["sizeof"]]],
  ["cpp", "void $F($$$) noexcept;", [["noexcept"], ["void"]]],
  ["cpp", "f_1($A, $C <<= 1)", [[{ whole: "f_1" }], ["<<="]]],
  ["cpp", 'log_at($A, "no such file 12")', [[{ whole: "log_at" }], ["such"], ["file"], ["no"]]],
  // Masking may write these.
  ["cpp", "while ($A) delete $B;", undefined],
  ["cpp", "$A == 12", undefined],
  ["python", "nonlocal $A", [["nonlocal"]]],
  ["python", "except $E: pass", [["except"], ["pass"]]],
  ["python", "$A **= $B", [["**="]]],
  ["python", "$A if $B else None", [["else"], ["None"], ["if"]]],
])("a file needs words of the language and operators, too: %s %s", async (name, pattern, needed) => {
  expect((await neededBy(name, pattern))?.words).toEqual(needed && [needed]);
});

test.each([
  ["a->Get();", true],
  ["Get", true],
  ["GetAll(); Get(1)", true],
  ["0Get", true],
  ["»Get«", true],
  ["GetAll(); forGet(); _Get; Get_; Get1; $Get", false],
  ["G\\\net(1)", true],
])("a name is a whole word: %j", (text, holds) => {
  const needs = [[[{ whole: "Get" }]]];
  expect(holdsAny(text, needs)).toBe(holds);
  if (!text.includes("\\")) expect(bytesHoldAny(Buffer.from(text), needs)).toBe(holds);
});

describe("a rewrite", () => {
  async function diffOf(name: string, text: string, pattern: string, rewrite: string): Promise<string> {
    const { matches, fixedText } = await withParsed(languageNamed(name), text, {}, (file) => {
      const given = file.matches(request(pattern, { isStrict: true, isRemoval: rewrite === "" }));
      return { ...given, fixedText: given.fixedText() };
    });
    return rewrittenCode({ text, mark: "", matches, rewrite, fixedText })
      .hunks.map(({ line, end_line, diff }) => `${line}-${end_line} ${diff}`)
      .join("");
  }

  test.each([
    [
      "keeps what is around",
      "a\nx = f(1) + 2\nb\n",
      "f($A)",
      "g($A)",
      "2-2 @@ -1,3 +1,3 @@\n a\n-x = f(1) + 2\n+x = g(1) + 2\n b\n",
    ],
    ["of matches in matches", "f(f(1))\n", "f($A)", "g($A)", "1-1 @@ -1,1 +1,1 @@\n-f(f(1))\n+g(g(1))\n"],
    ["takes lines away", "a\nf(1)\nb\n", "f($A)", "", "2-2 @@ -1,3 +1,2 @@\n a\n-f(1)\n b\n"],
    ["that changes nothing", "f(1)\n", "f($A)", "f($A)", ""],
    [
      "takes away all statements of a block",
      "if a:\n    f(1)\n    f(2)\nelse:\n    f(3)\n    g()\n",
      "f($A)",
      "",
      "2-5 @@ -1,6 +1,4 @@\n if a:\n-    f(1)\n+    pass\n-    f(2)\n else:\n-    f(3)\n     g()\n",
    ],
    [
      "takes away several statements that are all of a block",
      "def f():\n    lock()\n    free()\ndef g():\n    lock()\n    free()\n    run()\n",
      "lock()\nfree()",
      "",
      "2-6 @@ -1,7 +1,4 @@\n def f():\n-    lock()\n-    free()\n+    pass\n def g():\n-    lock()\n-    free()\n     run()\n",
    ],
    ["takes away all statements of a file", "f(1)\n", "f($A)", "", "1-1 @@ -1,1 +0,0 @@\n-f(1)\n"],
    [
      "with a comment in what a metavariable stands for",
      "f(1, # a\n  2)\n",
      "f($$$A)",
      "g($$$A)",
      "1-1 @@ -1,2 +1,2 @@\n-f(1, # a\n+g(1, # a\n   2)\n",
    ],
    ["not with a comment elsewhere", "f(1 # a\n  , 2)\n", "f($A, $B)", "g($A, $B)", ""],
    [
      "indents lines, but not those of strings",
      'if a:\n    f(1)\n    g("""x\n  y""")\n',
      "if $C: $$$B",
      "while $C:\n    if b:\n        $$$B",
      '1-3 @@ -1,4 +1,5 @@\n-if a:\n-    f(1)\n-    g("""x\n+while a:\n+    if b:\n+        f(1)\n+        g("""x\n   y""")\n',
    ],
    [
      "without a line break at the end",
      "f(1)",
      "f($A)",
      "g($A)",
      "1-1 @@ -1,1 +1,1 @@\n-f(1)\n\\ No newline at end of file\n+g(1)\n\\ No newline at end of file\n",
    ],
  ])("%s", async (_, text, pattern, rewrite, expected) => {
    expect(await diffOf("python", text, pattern, rewrite)).toBe(expected);
  });

  async function maskedDiff(text: string, pattern: string, rewrite: string): Promise<string> {
    const macros = { project: new Map(), folder: new Map(), everywhere: new Map() };
    return await withParsed(languageNamed("cpp"), text, { masking: { macros } }, (file) => {
      const { matches, fixedText } = file.matches(request(pattern, { isStrict: true }));
      return rewrittenCode({ text, mark: "", matches, rewrite, fixedText: fixedText() })
        .hunks.map(({ diff }) => diff)
        .join("");
    });
  }

  test.each([
    [
      "before it, which the pattern has",
      "API_EXPORT void a(int b);\n",
      "API_EXPORT void $F($$$A);",
      "API_EXPORT int $F($$$A);",
      "@@ -1,1 +1,1 @@\n-API_EXPORT void a(int b);\n+API_EXPORT int a(int b);\n",
    ],
    [
      "at both ends of a metavariable",
      "class A { Q_OBJECT\n  int a; };\n",
      "class $A { $$$B };",
      "struct $A { $$$B };",
      "@@ -1,2 +1,2 @@\n-class A { Q_OBJECT\n+struct A { Q_OBJECT\n   int a; };\n",
    ],
    [
      "with the same name as one that the pattern has",
      "class API_EXPORT A { API_EXPORT int b(); };\n",
      "class API_EXPORT $A { $$$B };",
      "class $A { $$$B };",
      "@@ -1,1 +1,1 @@\n-class API_EXPORT A { API_EXPORT int b(); };\n+class A { API_EXPORT int b(); };\n",
    ],
    // The replacement would lose the macro.
    ["that the pattern lacks", "class A { Q_OBJECT\n  int a; };\n", "class $A { $$$ };", "struct $A { };", ""],
  ])("keeps a macro %s", async (_, text, pattern, rewrite, expected) => {
    expect(await maskedDiff(text, pattern, rewrite)).toBe(expected);
  });

  test("keeps the indentation of lines after a capture of several lines", async () => {
    const code = "const a = b\n    .map(c => {\n      return c\n    })\n    .sort((d) => {\n      e()\n    })\n";
    expect(await diffOf("javascript", code, "$F($$$A)", "$F($$$A)")).toBe("");
    // Of a line of its own, the indentation of that line.
    expect(await diffOf("javascript", "  f(() => {\n    a()\n  })\n", "f($A)", "g(\n  $A)")).toBe(
      "1-3 @@ -1,3 +1,4 @@\n-  f(() => {\n-    a()\n-  })\n+  g(\n+    () => {\n+      a()\n+    })\n",
    );
  });

  test("leaves what follows the pattern in the same statement", async () => {
    expect(await diffOf("cpp", "void f() {\n  if (a) b();\n  else c();\n}\n", "if ($C) $S", "if (!$C) $S")).toBe(
      "2-2 @@ -1,3 +1,3 @@\n void f() {\n-  if (a) b();\n+  if (!a) b();\n   else c();\n",
    );
  });

  test.each([
    ["void f() { if (a) g(1); else g(2); }", "g($A);", "void f() { if (a) ; else ; }"],
    ["void f() { if (a) { g(1); } }", "g($A);", "void f() { if (a) {  } }"],
    ["void f() { for (;;) g(1); h(); }", "g($A)", "void f() { for (;;) ; h(); }"],
    ["void f() { while (a) g(1); }", "while ($A) $B", "void f() {  }"],
  ])("takes away a statement without braces: %s", async (text, pattern, expected) => {
    expect(await diffOf("cpp", text, pattern, "")).toContain(`+${expected}`);
  });

  test("keeps the lines of a replacement as they are given, also one that ends with an indented bracket", async () => {
    const rewrite = "if $A:\n    g(\n        $A\n    )";
    expect(await diffOf("python", "f(1)\n", "f($A)", rewrite)).toContain("+if 1:\n+    g(\n+        1\n+    )\n");
  });

  test("keeps the line breaks of directives", async () => {
    const diff = await diffOf("cpp", "#define A 1\r\nint x;\r\n", "#define $A $B", "constexpr int $A = $B;");
    expect(diff).toContain("-#define A 1\r\n+constexpr int A = 1;\r\n");
  });

  test("counts lines of hunks before, and joins near ones", async () => {
    const lines = ["f(1)", "a", "f(2)", "a", "b", "c", "f(3)"].join("\n");
    expect(await diffOf("python", `${lines}\n`, "f($A)", "g(\n  $A)")).toBe(
      "1-3 @@ -1,4 +1,6 @@\n-f(1)\n+g(\n+  1)\n a\n-f(2)\n+g(\n+  2)\n a\n" +
        "7-7 @@ -6,2 +8,3 @@\n c\n-f(3)\n+g(\n+  3)\n",
    );
  });
});
