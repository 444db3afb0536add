import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../lab/random-numbers.mjs";
import { type Candidate, ranked, rankingRules } from "../../src/code-index/completions/ranking.ts";
import { completedCode } from "../support/completed-code.ts";
import { seed } from "../support/seed.ts";

const shapes = `
#include <string>
namespace geo {
class Base { public: virtual void draw(); int id; };
class Shape : public Base {
 public:
  double area() const;
  static Shape* make(int sides);
  std::string name_;
  enum class Color { red, green };
};
}
`;
const pages = `
import os
class Base:
    def draw(self): pass
class Page(Base):
    kind = 1
    def __init__(self, width, height=2):
        self.width = width
    def area(self): return self.width
`;

const namesOf = async (files: Readonly<Record<string, string>>) =>
  (await completedCode(files)).candidates.map(({ name, origin }) => `${origin} ${name}`);

/** A case: what is listed, among others, and what is not. */
type Case = readonly [what: string, code: string, listed: readonly string[], missing: readonly string[]];

describe("C++", () => {
  const cases: readonly Case[] = [
    [
      "members behind .",
      "void f(geo::Shape& shape) {\n  shape.¦\n}",
      ["member area", "member name_", "inherited id"],
      ["parameter shape", "visible geo", "word return"],
    ],
    [
      "members behind ->",
      "void f(geo::Shape* p) { int x = p->¦; }",
      ["member area", "inherited draw"],
      ["parameter p"],
    ],
    ["no members behind . of a pointer", "void f(geo::Shape* p, int area) { p.¦ }", [], ["member area", "parameter p"]],
    ["members of the result of a call", "void f() { geo::Shape::make(3)->¦ }", ["member area"], []],
    ["members of a class behind ::", "void f() { geo::Shape::¦ }", ["member make", "member Color"], ["file geo"]],
    ["members of an enumeration", "auto f() { return geo::Shape::Color::¦; }", ["member red"], ["member area"]],
    ["names of a namespace behind ::", "void f() { geo::¦ }", ["file Shape", "file Base"], ["file f", "member area"]],
    ["names of the global namespace", "int top; void f() { int in; ::¦ }", ["file top", "file geo"], ["local in"]],
    [
      "locals and parameters, of the scopes around the place",
      "void f(int first) { int outer; { int inner; ¦ } int later; }\nvoid g(int second) { int other; }",
      ["parameter first", "local outer", "local inner", "file g", "word return"],
      ["local later", "parameter second", "local other", "local codegrove_name"],
    ],
    [
      "members of the class around, in a function that is defined outside of it",
      "double geo::Shape::area() const { ¦ }",
      ["member name_", "inherited id", "member make", "file geo"],
      [],
    ],
    ["a prefix, in any case", "void f(int Count, int other) { cou¦ }", ["parameter Count"], ["parameter other"]],
    ["nothing in a comment", "int value; // see val¦", [], ["file value"]],
    ["code behind a comment", "int value; // ends.\nint g() { return ¦; }", ["file value"], []],
    ["nothing in a string", 'int value; const char* s = "val¦"', [], ["file value"]],
    ["template parameters", "template <class Item> void f() { ¦ }", ["parameter Item"], []],
  ];
  test.each(cases)("%s", async (_, code, listed, missing) => {
    const names = await namesOf({ "a.cpp": shapes + code });
    expect(names).toEqual(expect.arrayContaining([...listed]));
    expect(names.filter((name) => missing.includes(name))).toEqual([]);
  });

  test("names of files that are included, and of no others", async () => {
    const names = await namesOf({
      "a.cpp": '#include "b.h"\nvoid f() { ¦ }',
      "b.h": '#include "c.h"\nint near;',
      "c.h": "int far;",
      "d.h": "int unseen;",
    });
    expect(names).toEqual(expect.arrayContaining(["visible near", "visible far"]));
    expect(names).not.toContain("visible unseen");
  });

  test("files that may be included", async () => {
    const files = { "b.h": "", "sub/c.h": "", "sub/d.cpp": "" };
    expect(await namesOf({ "a.cpp": '#include "¦"', ...files })).toEqual(["path b.h", "path sub"]);
    expect(await namesOf({ "a.cpp": '#include "sub/¦', ...files })).toEqual(["path c.h"]);
  });

  test("members of the classes that have what is used on a receiver of unknown type", async () => {
    const { isKnown, candidates } = await completedCode({
      "a.cpp": `${shapes}void f() { auto x = outside(); x.area(); x.name_; x.¦ }`,
    });
    expect(isKnown).toBe(false);
    expect(candidates.map(({ name, origin }) => `${origin} ${name}`)).toEqual(
      expect.arrayContaining(["likely area", "likely make"]),
    );
  });
});

describe("Python", () => {
  const cases: readonly Case[] = [
    [
      "attributes of self, also those that methods set",
      "class Big(Page):\n    def f(self):\n        self.size = 1\n        self.¦\n",
      ["member size", "inherited width", "inherited draw", "inherited kind"],
      ["file os", "parameter self"],
    ],
    [
      "attributes of a parameter with a type",
      "def f(page: Page):\n    if page.¦\n",
      ["member area"],
      ["parameter page"],
    ],
    ["attributes of what a call makes", "Page(1).¦", ["member width"], []],
    [
      "attributes behind super()",
      "class Big(Page):\n    def area(self):\n        return super().¦\n",
      ["inherited area"],
      [],
    ],
    [
      "locals, parameters and the names of the module",
      "def f(first):\n    second = 1\n    ¦\n\ndef g(third):\n    fourth = 2\n",
      ["parameter first", "local second", "file g", "file os", "library len", "word return"],
      ["parameter third", "local fourth", "local kind", "local codegrove_name"],
    ],
    ["keyword arguments of a class", "Page(1, ¦)", ["keyword height", "keyword width"], ["keyword self"]],
    ["keyword arguments of a function", "def f(one, two): pass\nf(¦", ["keyword one", "keyword two"], []],
    ["none in a value", "def f(one, two): pass\nx = f(one=¦)", ["file f"], ["keyword one", "keyword two"]],
    ["a name in the braces of a string", 'def f(value):\n    return f"is {val¦}"\n', ["parameter value"], []],
    ["nothing in a string", 'value = 1\nx = "val¦"', [], ["file value"]],
    ["nothing in a comment", "value = 1  # val¦", [], ["file value"]],
    ["nothing of a class in its methods", "class A:\n    own = 1\n    def f(self):\n        ¦\n", [], ["local own"]],
  ];
  test.each(cases)("%s", async (_, code, listed, missing) => {
    const names = await namesOf({ "a.py": pages + code });
    expect(names).toEqual(expect.arrayContaining([...listed]));
    expect(names.filter((name) => missing.includes(name))).toEqual([]);
  });

  const package_ = { "pkg/__init__.py": "", "pkg/one.py": "value = 1\nclass A: pass\n", "pkg/sub/__init__.py": "" };
  test.each([
    ["from pkg.one import ¦", ["member A", "member value"], ["path one", "word return"]],
    ["from pkg.one import (\n    A,\n    ¦", ["member value"], []],
    ["from pkg import ¦", ["path one", "path sub"], ["member value"]],
    ["import pkg.¦", ["path one", "path sub"], []],
    ["from pkg.¦ import A", ["path one"], []],
    ["import pkg.one\npkg.one.¦", ["member value"], []],
    ["from pkg.one import *\n¦", ["visible value", "visible A"], []],
  ])("%s", async (code, listed, missing) => {
    const names = await namesOf({ "a.py": code, ...package_ });
    expect(names).toEqual(expect.arrayContaining(listed));
    expect(names.filter((name) => missing.includes(name))).toEqual([]);
  });
});

describe("hostile text", () => {
  test.each([
    ["nothing", "¦"],
    ["brackets that are never closed", `${"(".repeat(3_000)}¦`],
    ["members of members", `void f() { ${"a.".repeat(3_000)}¦ }`],
    ["qualifiers", `${"a::".repeat(3_000)}¦`],
    ["a string that never ends", `"${"\\".repeat(3_000)}¦`],
    ["a long name", `int ${"x".repeat(3_000)}¦;`],
    ["a class that is its own base", "struct A : B {}; struct B : A {}; void f(A a) { a.¦ }"],
  ])("%s", async (_, code) => {
    for (const path of ["a.cpp", "a.py"])
      expect((await completedCode({ [path]: code })).candidates.length).toBeLessThan(500);
  });

  test(`cut anywhere (seed ${seed})`, async () => {
    const random = randomNumbers(seed);
    for (const [path, text] of [
      ["a.cpp", `${shapes}void f(int n) { n = "x" + n; }`],
      ["a.py", `${pages}x = f'{os}'\n`],
    ] as const) {
      for (let run = 0; run < 30; run++) {
        const at = Math.floor(random() * text.length);
        const to = Math.min(text.length, at + Math.floor(random() * 40));
        await completedCode({ [path]: `${text.slice(0, at)}¦${text.slice(to)}` });
      }
    }
  });
});

describe("members that a place cannot use come last", () => {
  const of = (owner: string, code: string) =>
    `class Base { protected: int shared; private: int own; };\nclass A : public Base {\n${owner} int hidden;\n public:\n  int open;\n};\n${code}`;
  const cases: readonly (readonly [what: string, code: string, last: readonly string[]])[] = [
    [
      "from outside, however often they are used",
      of("", "void f(A a) { a.hidden; a.hidden; a.own; a.¦ }"),
      ["hidden", "shared", "own"],
    ],
    ["from the class itself", of("void f(A a);", "void A::f(A a) { a.¦ }"), ["own"]],
    ["from a derived class", of("", "class B : A {\n  void f(A a) {\n    a.¦\n  }\n};"), ["hidden", "own"]],
    ["from a friend", of("friend class C;", "class C {\n  void f(A a) {\n    a.¦\n  }\n};"), ["shared", "own"]],
    ["from a function that is a friend", of("friend void f(A a);", "void f(A a) { a.¦ }"), ["shared", "own"]],
  ];
  test.each(cases)("%s", async (_, code, last) => {
    const { candidates } = await completedCode({ "a.cpp": code });
    const members = candidates.filter(({ origin }) => origin !== "nearby").map(({ name }) => name);
    expect(new Set(members.slice(-last.length))).toEqual(new Set(last));
    expect(candidates.filter(({ isHidden }) => isHidden).length).toBe(last.length);
  });
});

test("keyword arguments come before the class that is called", async () => {
  const data = "from dataclasses import dataclass\n@dataclass\nclass Data:\n    data: int\n    size: int\n\n";
  const { candidates } = await completedCode({ "a.py": `${data}Data(1, 2)\nData(¦)\n` });
  expect(candidates.slice(0, 2).map(({ name }) => name)).toEqual(["data", "size"]);
});

test("a module has what it has imported with a star", async () => {
  const files = {
    "a.py": "import pack\npack.¦\n",
    "pack/__init__.py": "from pack.fields import *\n__all__ = ['Field']\n",
    "pack/fields.py": "__all__ = ['Field', 'Other']\nclass Field: pass\nclass Other: pass\nclass Hidden: pass\n",
  };
  const names = await namesOf(files);
  expect(names).toEqual(expect.arrayContaining(["member Field", "member Other", "path fields"]));
  expect(names).not.toContain("member Hidden");
});

test("the members of a module from outside of the code base are not guessed", async () => {
  const code = "import os.path\nclass A:\n    def walk(self): pass\nos.path.join('a')\nA().walk()\nos.path.¦\n";
  const { external, isKnown, candidates } = await completedCode({ "a.py": code });
  expect({ external, isKnown, names: candidates.map(({ name }) => name) }).toEqual({
    external: "os.path",
    isKnown: false,
    names: ["join"],
  });
});

describe("ranking", () => {
  test("every rule has an id of its own", () => {
    expect(new Set(rankingRules.map(({ id }) => id)).size).toBe(rankingRules.length);
  });

  /** Rule → code, and the name to which it applies more than to the other one. */
  const preferences: readonly (readonly [rule: string, path: string, code: string, more: string, less: string])[] = [
    ["same-token-before", "a.cpp", "void f(int aa, int bb) { g(bb); h(bb); aa = 1; aa = 2; i(¦); }", "bb", "aa"],
    ["same-two-before", "a.cpp", "void f(int aa, int bb) { g(bb); h(aa); g(¦); }", "bb", "aa"],
    ["same-three-before", "a.cpp", "void f(int aa, int bb) { x.g(bb); h.g(aa); x.g(¦); }", "aa", "f"],
    ["frequency", "a.cpp", "void f(int aa, int bb) { bb; bb; bb; aa; ¦ }", "bb", "aa"],
    ["declared-behind", "a.py", "def f(bb):\n    ¦\n    aa = 1\n", "aa", "bb"],
    ["used-nearby", "a.cpp", "void f(int aa, int bb) { aa; g(); g(); g(); bb; ¦ }", "bb", "aa"],
    ["unused", "a.cpp", "void f(int aa) { ¦ }", "return", "aa"],
    ["same-token-behind", "a.cpp", "void f(int aa, int bb) { bb[1]; aa; ¦[2]; }", "bb", "aa"],
    ["function-not-called", "a.cpp", "int call(); void f(int aa) { aa = ¦; }", "call", "aa"],
    ["type-in-front-of-name", "a.cpp", "class Type {}; void f(int aa) { ¦ name; }", "Type", "aa"],
    ["declared-near", "a.py", "def f(aa):\n    pass\n\n\n\n    bb = 1\n    ¦", "bb", "aa"],
    ["declared-in-statement", "a.py", "def f():\n    aa = 1\n    bb = ¦\n", "bb", "aa"],
    ["named-as-target", "a.py", "def f(width, height):\n    self.width = ¦\n", "width", "height"],
    ["not-used-yet", "a.py", "def f(aa, bb):\n    aa\n    ¦\n", "bb", "aa"],
    ["files-with-name", "a.cpp", "int often; int aa; void f() { ¦ }", "often", "return"],
    ["first-declared", "a.cpp", "void f(int aa) { ¦ }", "aa", "return"],
    ["private", "a.py", "class A:\n    def _b(self): pass\n    def c(self): pass\nA().¦", "_b", "c"],
    ["special", "a.py", "class A:\n    def __b__(self): pass\n    def c(self): pass\nA().¦", "__b__", "c"],
    ["not-accessible", "a.cpp", "class A { int hidden; public: int open; }; void f(A a) { a.¦ }", "hidden", "open"],
    ["called", "a.py", "class Data:\n    pass\n\nclass Other:\n    pass\n\nData(¦)\n", "Data", "Other"],
    ["import-of-module", "a.py", "import a\nimport os\nname = 1\na.¦\n", "os", "name"],
    ["value-called", "a.cpp", "struct A { int aa; int bb(); }; void f(A a) { a.¦(); }", "aa", "bb"],
    ["same-case", "a.cpp", "void f(int Count, int cost) { co¦ }", "cost", "Count"],
  ];
  test.each(preferences)("%s", async (id, path, code, more, less) => {
    const { candidates, context } = await completedCode({ [path]: code });
    const rule = rankingRules.find((one) => one.id === id);
    const worthOf = (name: string) => {
      const candidate = candidates.find((one) => one.name === name);
      if (candidate === undefined || rule === undefined || context === undefined)
        throw new Error(`no ${name} by ${id}`);
      return rule.of(candidate, context.nearby.uses.get(name), context);
    };
    expect(worthOf(more)).toBeGreaterThan(worthOf(less));
  });

  test("of equal candidates the first comes first", async () => {
    const { context } = await completedCode({ "a.cpp": "¦" });
    const candidate = (name: string, order: number): Candidate => ({
      name,
      parts: [],
      origin: "path",
      declaration: undefined,
      isHidden: false,
      order,
    });
    if (context === undefined) throw new Error("no context");
    expect(ranked([candidate("b", 9), candidate("a", 1)], context).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});
