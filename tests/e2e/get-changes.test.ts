/** get_changes over revisions and diffs. Input: repositories; output: the symbols that differ, their users and tests. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { commit, git, repository } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsInTurn } from "../support/tool-call.ts";

const files = {
  "shape.hpp": `#pragma once
namespace geo {
class Shape {
 public:
  virtual double area(int scale) const { return scale; }
  int sides() const { return 4; }
};
class Circle : public Shape {
 public:
  double area(int scale) const override { return 3 * scale; }
};
}
`,
  "total.cpp": `#include "shape.hpp"
int count(const geo::Shape& shape) { return shape.sides(); }
`,
  "app.py": `import os

LIMIT = 10


def helper(a):
    return a + LIMIT


def run(a):
    return helper(a)


def removed_function():
    return 1
`,
  "tests/test_app.py": `from app import removed_function, run


def test_run():
    assert run(1) == 11


def test_removed():
    assert removed_function() == 1
`,
  "notes.txt": "not code\n",
};

const changed = {
  "app.py": files["app.py"]
    .replace("import os\n\n", "")
    .replace("def helper(a):", "def helper(a, b=os):")
    .replace(/\n\ndef removed_function[\s\S]*$/, ""),
  "shape.hpp": files["shape.hpp"].replace("area(int scale) const {", "area(int scale, int more) const {"),
  "notes.txt": "still not code\n",
};

const args = ["--log-level", "error", "--no-cache"];

const call = callsInTurn();

/** The answer of the tool about a folder. */
async function changesIn(cwd: string, input: object = {}, further: readonly string[] = []) {
  return await call({ cwd, args: [...args, ...further] }, "get_changes", input);
}

/** The changed symbols of an answer as `file: change name`. */
function namesIn(answer: object): readonly string[] {
  const results: readonly {
    readonly filepath: string;
    readonly symbols?: readonly { change: string; name: string }[];
  }[] = Object(answer).results;
  return results.flatMap(({ filepath, symbols = [] }) =>
    symbols.map(({ change, name }) => `${filepath}: ${change} ${name}`),
  );
}

const allChanged = ["app.py: signature helper", "app.py: removed removed_function", "shape.hpp: signature area"];

let folder: string;
let diff: string;
beforeAll(() => {
  folder = repository(files);
  writeFiles(folder, changed);
  diff = git(folder, "diff");
});

test("the working tree is compared with HEAD: symbols, callers, overrides, tests, includers and new findings", async () => {
  const { answer } = await changesIn(folder);
  expect(namesIn(answer)).toEqual(allChanged);
  expect(answer).toMatchObject({
    base: expect.stringMatching(/^HEAD \([0-9a-f]{10}\)$/),
    head: "working tree",
    changed_files: 2,
    counts: { removed: 1, signature: 2 },
    results: [
      {
        filepath: "app.py",
        removed_lines: "1-2, 12-13",
        symbols: [{ name: "helper", before: "def helper(a)", after: "def helper(a, b=os)", callers: 1, tests: 1 }, {}],
      },
      { filepath: "shape.hpp" },
    ],
    affected: [{ filepath: "app.py", callers: [{ caller: "run", line: 8, symbol: "helper", lines: [9] }] }],
    tests: [
      {
        filepath: "tests/test_app.py",
        tests: [{ name: "test_run", line: 4, rank: 1, way: ["run", "helper"] }],
      },
    ],
    new_diagnostics: [{ filepath: "app.py", diagnostics: [{ line: 4, code: "undefined-name" }] }],
    includers: [
      { filepath: "tests/test_app.py", imports: [{ line: 1, name: "app.py" }] },
      { filepath: "total.cpp", imports: [{ line: 1, name: "shape.hpp" }] },
    ],
  });
  const { still_named: named } = Object(answer);
  expect(named).toEqual([
    {
      filepath: "tests/test_app.py",
      references: [
        {
          line: 1,
          column: 17,
          symbol: "removed_function",
          text: "from app import removed_function, run",
        },
        { line: 9, column: 12, symbol: "removed_function", text: "assert removed_function() == 1" },
      ],
    },
  ]);
});

test("equal changes have their lines once, and the places of each", async () => {
  const body = (name: string, last: string) =>
    `def ${name}(a):\n    value = compute(a)\n    if value is None:\n        raise ValueError("no value for this argument")\n    return ${last}\n`;
  const before = ["f", "g", "h"].map((name) => body(name, "value")).join("\n");
  const at = temporaryFolder({ "a.py": before });
  const hunk = (line: number, text: string) =>
    `@@ -${line},2 +${line},1 @@\n-    if value is None:\n-        raise ValueError("no value for this argument")\n+    check(value, ${text})\n`;
  const diff = `--- a/a.py\n+++ b/a.py\n${hunk(3, "a")}${hunk(9, "a").replace("+9", "+8")}${hunk(15, "0").replace("+15", "+13")}`;
  const { answer } = await changesIn(at, { diff });
  const diffs: readonly string[] = Object(answer).results[0].symbols.map((row: object) => Object(row).diff);
  expect(diffs[0]).toContain("check(value, a)");
  expect(diffs[1]).toMatch(/^@@ -9,2 \+8,1 @@ the same lines as f:1$/);
  expect(diffs[2]).toContain("check(value, 0)");
});

test("a diff is left out only if its lines are the two signatures", async () => {
  const at = temporaryFolder({ "a.py": "def f(a):\n    return 1\n\n\ndef g(b, c=None):\n    b = 2\n    return b\n" });
  const ofF = "@@ -1 +1 @@\n-def f(a):\n+def f(b):\n";
  const ofG = "@@ -5,3 +5,2 @@\n-def g(b, c=None):\n-    b = 2\n+def g(b, d, c=None):\n     return b\n";
  const { answer } = await changesIn(at, { diff: `--- a/a.py\n+++ b/a.py\n${ofF}${ofG}` });
  const { symbols } = Object(answer).results[0];
  expect(symbols).toEqual([
    expect.not.objectContaining({ diff: expect.anything() }),
    expect.objectContaining({ name: "g", diff: expect.stringContaining("-    b = 2") }),
  ]);
});

test("tests that name the class of a method that no call names are listed, and others are not", async () => {
  const at = temporaryFolder({
    "a.py": "class Point:\n    def __hash__(self):\n        return True\n",
    "tests/test_a.py": "from a import Point\n\n\ndef test_hash():\n    assert {Point()}\n",
    "tests/test_b.py": "def test_other():\n    assert 1 == 1\n",
  });
  const diff = "--- a/a.py\n+++ b/a.py\n@@ -3 +3 @@\n-        return False\n+        return True\n";
  const { answer } = await changesIn(at, { diff });
  expect(Object(answer).naming_tests).toEqual([{ filepath: "tests/test_a.py", names: "Point" }]);
});

test("tests that request a fixture are tests of what it calls", async () => {
  const at = temporaryFolder({
    "a.py": "def made():\n    return 1\n",
    "tests/conftest.py":
      "import pytest\nfrom a import made\n\n\n@pytest.fixture\ndef thing():\n    return made()\n\n\n" +
      "@pytest.fixture\ndef other():\n    return 2\n",
    "tests/test_a.py": "def test_thing(thing):\n    assert thing\n\n\ndef test_other(other):\n    assert other\n",
  });
  const diff = "--- a/a.py\n+++ b/a.py\n@@ -2 +2 @@\n-    return 0\n+    return 1\n";
  expect((await changesIn(at, { diff })).answer).toMatchObject({
    tests: [{ filepath: "tests/test_a.py", tests: [{ name: "test_thing", way: ["thing", "made"] }] }],
  });
});

test("functions that hand a changed one over are users of it, and fail nothing", async () => {
  const at = temporaryFolder({
    "a.py": "def done(a):\n    return 1\n\n\ndef start(pool):\n    pool.add(done)\n",
    "tests/test_a.py": "from a import start\n\n\ndef test_start():\n    start(None)\n",
  });
  const diff = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-def done():\n+def done(a):\n";
  expect((await changesIn(at, { diff })).answer).toMatchObject({
    results: [{ symbols: [{ name: "done", change: "signature", callers: 1, tests: 1 }] }],
    affected: [{ callers: [{ caller: "start", lines: [6], passed: true }] }],
    tests: [{ tests: [{ name: "test_start", way: ["start", "done"] }] }],
  });
  const { exitCode } = await runInProcess(diff, {
    cwd: at,
    args: ["get_changes", "-", "--fail-on", "callers", ...args],
  });
  expect(exitCode).toBe(0);
});

describe("calls that do not fit a changed signature", () => {
  /** `file:line symbol reason` of each. */
  const unfitIn = async (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) => {
    const at = repository(before);
    writeFiles(at, after);
    const answer = Object((await changesIn(at)).answer);
    type Entry = { filepath: string; references: { line: number; symbol: string; reason: string }[] };
    const entries: readonly Entry[] = answer.no_longer_fits ?? [];
    expect(answer.total_no_longer_fits ?? 0).toBe(entries.reduce((sum, { references }) => sum + references.length, 0));
    return entries.flatMap(({ filepath, references }) =>
      references.map(({ line, symbol, reason }) => `${filepath}:${line} ${symbol} ${reason}`),
    );
  };

  const python = (definitions: readonly string[]) => `import contextlib\n${definitions.join("")}`;
  const method = (head: string) => `class A:\n    ${head}: ...\n`;

  test.each<[string, string, string, string, readonly string[]]>([
    [
      "a required parameter more",
      "def f(a, b=1): ...\n",
      "def f(a, c, b=1): ...\n",
      "from a import f as g\ng(1)\ng(1, 2)\ng(1, b=2)\ng(1, c=2)\ng(*[1])\ng(1, **{})\n",
      ["b.py:2 f needs c", "b.py:4 f needs c"],
    ],
    [
      "a parameter less",
      "def f(a, b): ...\n",
      "def f(a): ...\n",
      "from a import f\nf(1, 2)\nf(1, b=2)\nf(*[1, 2])\nf\n",
      ["b.py:2 f takes 1 argument by position, 2 given", "b.py:3 f has no parameter b"],
    ],
    [
      "a parameter that only has a name, and one that only has a place",
      "def f(a, b): ...\ndef g(a): ...\n",
      "def f(a, *, b): ...\ndef g(a, /): ...\n",
      "from a import f, g\nf(1, 2)\nf(1, b=2)\ng(1)\ng(a=1)\n",
      ["b.py:2 f takes 1 argument by position, 2 given", "b.py:5 g has no parameter a"],
    ],
    [
      "another name",
      "def f(a): ...\n",
      "def f(c): ...\n",
      "from a import f\nf(1)\nf(a=1)\nf(c=1)\n",
      ["b.py:3 f has no parameter a"],
    ],
    [
      "any more arguments",
      "def f(a): ...\ndef g(a): ...\n",
      "def f(*a): ...\ndef g(**a): ...\n",
      "from a import f, g\nf(1)\nf(a=1)\ng(a=1)\ng(1)\n",
      ["b.py:3 f has no parameter a", "b.py:5 g takes 0 arguments, 1 given"],
    ],
    [
      "a method: the object does not count, unless the class is named",
      method("def m(self, a)"),
      method("def m(self, a, z)"),
      "from a import A\na = A()\na.m(1)\na.m(1, 2)\nA.m(a, 1)\nA.m(a, 1, 2)\nclass B(A):\n    def m(self, a): super().m(a)\n",
      ["b.py:3 A.m needs z", "b.py:5 A.m needs z", "b.py:8 A.m needs z"],
    ],
    [
      "a constructor, by the name of its class and of a derived one",
      method("def __init__(self, a)"),
      method("def __init__(self, c)"),
      "from a import A\nclass B(A): ...\nA(1)\nA(a=1)\nB(a=1)\n",
      ["b.py:4 A.__init__ has no parameter a", "b.py:5 A.__init__ has no parameter a"],
    ],
    [
      "methods of the class, and decorators that change nothing",
      `${method("@classmethod\n    def c(cls, a)")}    @staticmethod\n    def s(a): ...\n`,
      `${method("@classmethod\n    def c(cls)")}    @staticmethod\n    def s(): ...\n`,
      "from a import A\nA.c(1)\nA.c()\nA().s(1)\nA.s()\n",
      ["b.py:2 A.c takes 0 arguments, 1 given", "b.py:4 A.s takes 0 arguments, 1 given"],
    ],
    [
      "near misses: what calls of an enumeration and of a class with another metaclass run",
      "import enum\nclass E(enum.Enum):\n    def __init__(self, a): ...\nclass M(metaclass=Made):\n    def __init__(self, a): ...\n",
      "import enum\nclass E(enum.Enum):\n    def __init__(self): ...\nclass M(metaclass=Made):\n    def __init__(self): ...\n",
      "from a import E, M\nE(1)\nM(1)\n",
      [],
    ],
    [
      "near misses: a decorator that may change it, an unknown receiver, a call that did not fit before",
      "@other\ndef f(a): ...\nclass A:\n    def m(self, a): ...\n    def n(self): ...\ndef g(a): ...\n",
      "@other\ndef f(): ...\nclass A:\n    def m(self): ...\n    def n(self): ...\ndef g(c): ...\n",
      "from a import f, g\nf(1)\ndef use(x):\n    x.m(1)\n    g(1, 2)\n    cls.m(x, 1)\n",
      [],
    ],
  ])("of Python: %s", async (_, before, after, user, expected) => {
    const files = { "a.py": python([before]), "b.py": user };
    expect(await unfitIn(files, { "a.py": python([after]) })).toEqual(expected);
  });

  test("of C++: defaults, overloads, macros and members", async () => {
    const header = (f: string, v: string, m: string, g: string) =>
      `#pragma once\n#define TWO 1, 2\n${f}\n${v}\n${g}\nvoid g(int a, int b, int c);\n` +
      `struct B { void m(int a); void n(int a); };\n` +
      `struct S : B { ${m} S(int a); using B::n; ${m.replace("m", "n")} };\n`;
    const user =
      "void use(S& s) {\n  f(1);\n  f(TWO);\n  v(1);\n  s.m(1);\n  s.m(1, 2);\n  s.n(1);\n  g(1);\n  S t(1);\n}\n";
    const before = {
      "c.hpp": header("void f(int a);", "void v(int a);", "void m(int a);", "void g(int a);"),
      "c.cpp": `#include "c.hpp"\nvoid f(int a) {}\n${user}`,
    };
    const after = {
      "c.hpp": header(
        "void f(int a, int b);",
        "void v(int a = 1, ...);",
        "void m(int a, int b);",
        "void g(int a, int b);",
      ),
      "c.cpp": `#include "c.hpp"\nvoid f(int a, int b) {}\n${user}`,
    };
    expect(await unfitIn(before, after)).toEqual([
      "c.cpp:4 f takes 2 arguments, 1 given",
      "c.cpp:7 S::m takes 2 arguments, 1 given",
    ]);
  });

  test("a call in a changed line counts by its new text, and one that follows is none", async () => {
    const before = { "a.py": "def f(a): ...\n\n\ndef use():\n    f(1)\n\n\ndef more(): ...\n" };
    const followed = before["a.py"].replace("f(a)", "f(a, b)").replace("f(1)", "f(1, 2)");
    expect(await unfitIn(before, { "a.py": followed })).toEqual([]);
    const added = followed.replace("def more(): ...", "def more():\n    f()");
    expect(await unfitIn(before, { "a.py": added })).toEqual(["a.py:9 f needs a, b"]);
  });
});

test("long lists are folded: their rows are counted, and include lists them", async () => {
  const tests = Array.from({ length: 6 }, (_, i) => `def test_${i}():\n    call(${i})\n\n\n`).join("");
  const callers = Array.from({ length: 7 }, (_, i) => `def use_${i}():\n    return one(1) + two(2)\n\n\n`).join("");
  const at = temporaryFolder({
    "a.py": "def one(a):\n    return 1\n\n\ndef two(b):\n    return 2\n",
    "use.py": `from a import one, two\n\n\n${callers}`,
    "tests/test_a.py": `from a import one as call\n\n\n${tests}`,
    "tests/test_b.py": `from a import one as call\n\n\n${tests}`,
    ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x${i}.py`, "import a\n"])),
  });
  const long =
    "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-def one(a):\n+def one(a, b=1):\n     return 1\n@@ -6 +6 @@\n-    return 2\n+    return 3\n";
  const { answer } = await changesIn(at, { diff: long });
  expect(answer).toMatchObject({
    folded: "4 of 14 callers, 10 of 12 tests, 12 of 12 includers (include=callers,includers,tests)",
    total_affected: 14,
    total_tests: 12,
    total_includers: 12,
    results: [{ includers: 12, symbols: [{ name: "one" }, { name: "two", callers: 7 }] }],
    tests: [
      { filepath: "tests/test_a.py", tests: [{ name: "test_0", rank: 1, way: ["one"], alike: 5 }] },
      { filepath: "tests/test_b.py", tests: [{ name: "test_0", rank: 7, way: ["one"], alike: 5 }] },
    ],
  });
  const [affected] = Object(answer).affected;
  expect(affected.callers.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
    ...Array(7).fill("one"),
    ...Array(3).fill("two"),
  ]);
  expect(Object.keys(answer)).not.toContain("includers");
  const whole = Object((await changesIn(at, { diff: long, include: ["tests", "includers"] })).answer);
  expect(whole.folded).toBeUndefined();
  const words = ["get_changes", "-", "--format", "text", "--max-chars", "50000"];
  const inText = await runInProcess(long, { cwd: at, args: [...words, ...args] });
  expect(inText.stdout).toContain(`folded: ${Object(answer).folded}\n`);
  expect(whole.tests.flatMap((file: { tests: readonly object[] }) => file.tests)).toHaveLength(12);
  expect(whole.includers).toHaveLength(12);
  const { stdout } = await runInProcess(long, { cwd: at, args: ["get_changes", "-", ...args] });
  const unlimited = JSON.parse(stdout);
  expect(unlimited.folded).toBeUndefined();
  expect(unlimited.includers).toHaveLength(12);
});

test("pages have all rows of each list once, and go on only with the same changes", async () => {
  const functions = Array.from({ length: 12 }, (_, i) => `def changed_${i}(a):\n    return ${i}\n`);
  const users = Array.from({ length: 12 }, (_, i) => `def use_${i}():\n    return changed_${i}(${i})\n`);
  const at = repository({
    ...Object.fromEntries(functions.map((text, i) => [`a${i}.py`, text])),
    ...Object.fromEntries(users.map((text, i) => [`u${i}.py`, `from a${i} import changed_${i}\n\n\n${text}`])),
  });
  writeFiles(at, Object.fromEntries(functions.map((text, i) => [`a${i}.py`, text.replace("(a)", "(a, b)")])));
  const include = ["callers", "includers"];
  const rowsOf = (answer: object): readonly string[] =>
    Object.entries(answer).flatMap(([list, rows]) =>
      Array.isArray(rows) && ["results", "affected", "includers", "no_longer_fits"].includes(list)
        ? rows.map(({ filepath }) => `${list} ${filepath}`)
        : [],
    );
  const whole = (await changesIn(at, { include })).answer;
  expect(rowsOf(whole)).toHaveLength(48);
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { answer } = await changesIn(at, { include, max_chars: 2_000, ...(cursor !== undefined && { cursor }) });
    expect(answer).toMatchObject({ total_affected: 12, changed_files: 12 });
    seen.push(...rowsOf(answer));
    cursor = Object(answer).next_cursor;
    pages++;
  } while (cursor !== undefined && pages < 100);
  expect(pages).toBeGreaterThan(2);
  expect(seen.toSorted()).toEqual(rowsOf(whole).toSorted());

  const first = Object((await changesIn(at, { include, max_chars: 2_000 })).answer);
  const others = await changesIn(at, { include, max_chars: 2_100, cursor: first.next_cursor });
  expect(others.answer.error).toBe("Invalid argument 'cursor': it was not issued for these arguments");
  writeFiles(at, { "a0.py": "def changed_0(a, b, c):\n    return 1\n" });
  const later = await changesIn(at, { include, max_chars: 2_000, cursor: first.next_cursor });
  expect(later.answer.error).toBe("The changes are others than on the page before");
});

test("a diff gives the same, whether it is applied or not, and says so", async () => {
  const applied = await changesIn(folder, { diff });
  expect(namesIn(applied.answer)).toEqual(allChanged);
  expect(Object(applied.answer).warnings).toBeUndefined();
  const before = await changesIn(temporaryFolder(files), { diff });
  expect(namesIn(before.answer)).toEqual(allChanged);
  expect(before.answer).toMatchObject({
    affected: [{ callers: [{ caller: "run", symbol: "helper" }] }],
    warnings: [expect.stringMatching(/^The diff is not applied/)],
  });
});

test("a diff that fits no text is said, file by file", async () => {
  const other = temporaryFolder({ "app.py": "def other():\n    pass\n" });
  expect((await changesIn(other, { diff })).answer).toMatchObject({
    changed_files: 0,
    not_compared: [
      { filepath: "app.py", reason: "The diff fits neither the file as it is nor as it was." },
      { filepath: "shape.hpp", reason: "The code has no such file." },
    ],
  });
});

test("a diff names a file by the end of its path, except one that it adds or removes", async () => {
  const nested = temporaryFolder({ "src/config.py": "def a():\n    return 1\n" });
  const head = "--- a/config.py\n+++ b/config.py\n@@ -1,2 +1,2 @@\n def a():\n";
  const { answer } = await changesIn(nested, { diff: `${head}-    return 1\n+    return 2\n` });
  expect(namesIn(answer)).toEqual(["src/config.py: body a"]);
  const added = "--- /dev/null\n+++ b/config.py\n@@ -0,0 +1,2 @@\n+def b():\n+    return 1\n";
  expect(namesIn((await changesIn(nested, { diff: added })).answer)).toEqual(["config.py: added b"]);
  const removed = "--- a/config.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-def b():\n-    return 1\n";
  expect(namesIn((await changesIn(nested, { diff: removed })).answer)).toEqual(["config.py: removed b"]);
});

test("a diff that renames a file is applied if the new path is there", async () => {
  const rename = (from: string, to: string) =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
  const nested = temporaryFolder({ "src/config.py": "def a():\n    return 1\n" });
  const applied = await changesIn(nested, { diff: rename("config.py", "src/config.py") });
  expect(applied.answer).toMatchObject({ results: [{ filepath: "src/config.py", from: "config.py" }] });
  expect(Object(applied.answer).warnings).toBeUndefined();
  expect((await changesIn(nested, { diff: rename("src/config.py", "config.py") })).answer).toMatchObject({
    results: [{ filepath: "config.py", from: "src/config.py" }],
    warnings: [expect.stringMatching(/^The diff is not applied/)],
  });
});

test("a diff that fits as applied and as not applied says which is taken", async () => {
  const twice = temporaryFolder({ "app.py": "a = 1\nx = 1\nb = 1\na = 1\nb = 1\n" });
  const both = "--- a/app.py\n+++ b/app.py\n@@ -6,2 +6,3 @@\n a = 1\n+x = 1\n b = 1\n";
  expect((await changesIn(twice, { diff: both })).answer).toMatchObject({
    warnings: [
      expect.stringMatching(/^The diff is not applied/),
      "Both the text before the diff and the one after it fit, the nearer is taken: app.py (not applied)",
    ],
  });
});

test("unsaved text is compared with the commit", async () => {
  const clean = repository(files);
  const source = files["app.py"].replace("+ LIMIT", "- LIMIT");
  const { answer } = await changesIn(clean, { filepath: "app.py", source });
  expect(answer).toMatchObject({
    results: [
      {
        symbols: [
          { change: "body", name: "helper", diff: "@@ -7,1 +7,1 @@\n-    return a + LIMIT\n+    return a - LIMIT" },
        ],
      },
    ],
    affected: [{ filepath: "app.py" }],
  });
  const commented = files["app.py"].replace("+ LIMIT", "+ LIMIT  # why");
  const { answer: ofComment } = await changesIn(clean, { filepath: "app.py", source: commented });
  expect(namesIn(ofComment)).toEqual(["app.py: comment helper"]);
  expect(Object.keys(ofComment)).toEqual(expect.not.arrayContaining(["affected", "tests", "naming_tests"]));
  expect(namesIn((await changesIn(clean)).answer)).toEqual([]);
});

test("overrides of a changed body are listed if they are asked for", async () => {
  const text =
    "class Base:\n    def go(self):\n        return 1\n\nclass Kid(Base):\n    def go(self):\n        return 2\n";
  const clean = repository({ "app.py": text });
  const source = text.replace("return 1", "return 3");
  const { answer } = await changesIn(clean, { filepath: "app.py", source, include: ["overrides"] });
  expect(answer).toMatchObject({
    overrides: [{ filepath: "app.py", symbols: [{ name: "go", container: "Kid", overrides: "Base.go" }] }],
  });
  expect((await changesIn(clean, { filepath: "app.py", source })).answer).not.toHaveProperty("overrides");
});

test("filepath, include and max_depth narrow the answer or widen it", async () => {
  const narrow = await changesIn(folder, { diff, filepath: "./shape.hpp", include: ["overrides"] });
  expect(namesIn(narrow.answer)).toEqual(["shape.hpp: signature area"]);
  expect(Object.keys(narrow.answer)).toEqual(
    expect.not.arrayContaining(["affected", "tests", "includers", "new_diagnostics"]),
  );
  const two = { diff, filepath: [join(folder, "app.py"), "tests/"] };
  expect(namesIn((await changesIn(folder, two)).answer)).toHaveLength(2);
  for (const filepath of ["shape", "*.py", ["app.py", "none"]]) {
    expect((await changesIn(folder, { diff, filepath })).answer).toMatchObject({
      error: expect.stringMatching(/^No file of the code is (?:shape|\*\.py|none), or below it$/),
    });
  }
});

describe("revisions", () => {
  let history: string;
  beforeAll(() => {
    history = repository(files);
    git(history, "checkout", "-q", "-b", "work");
    commit(history, { "app.py": changed["app.py"] });
    git(history, "checkout", "-q", "main");
    commit(history, { "total.cpp": files["total.cpp"].replace("sides()", "sides() + 1") });
    git(history, "checkout", "-q", "work");
  });

  test.each([
    ["HEAD", []],
    ["HEAD~1", ["app.py: signature helper", "app.py: removed removed_function"]],
    ["main...", ["app.py: signature helper", "app.py: removed removed_function"]],
    ["main", ["app.py: signature helper", "app.py: removed removed_function", "total.cpp: body count"]],
    ["work..main", ["app.py: signature helper", "app.py: added removed_function", "total.cpp: body count"]],
    ["work...main", ["total.cpp: body count"]],
  ])("%s", async (base, expected) => {
    expect(namesIn((await changesIn(history, { base })).answer)).toEqual(expected);
  });

  test("that are not those of the working tree say whose callers are listed", async () => {
    const { answer } = await changesIn(history, { base: "HEAD", head: "main" });
    expect(answer).toMatchObject({
      head: expect.stringMatching(/^main \(/),
      warnings: ["2 of the files have another text in the working tree, whose callers and tests are listed."],
    });
  });

  test.each(["--output=x", "-x", ":/changed", "HEAD^{/changed}", "HEAD:app.py", "@{-1}", "a b", "nowhere"])(
    "%j is refused",
    async (base) => {
      const { answer, isError } = await changesIn(history, { base });
      expect({ base, isError }).toEqual({ base, isError: true });
      expect(JSON.stringify(answer)).toMatch(/No revision|does not name a revision|Invalid argument 'base'/);
    },
  );
});

test("files that move are compared with what they were", async () => {
  const moved = repository(files);
  renameSync(join(moved, "app.py"), join(moved, "main.py"));
  writeFileSync(join(moved, "main.py"), files["app.py"].replace("+ LIMIT", "- LIMIT"));
  const { answer } = await changesIn(moved);
  expect(answer).toMatchObject({ results: [{ filepath: "main.py", change: "moved", from: "app.py" }] });
  expect(namesIn(answer)).toEqual(["main.py: body helper"]);
});

test("of files that move, the same text and the same name come first", async () => {
  const [text, short] = ["def a():\n    return 1\n", "def b():\n    return 5\n"];
  const moved = repository({ "x/one.py": text, "x/two.py": text, "x/short.py": short });
  for (const name of ["one.py", "two.py", "short.py"]) rmSync(join(moved, "x", name));
  const more = Array.from({ length: 3 }, (_, i) => `x${i} = 1\n`).join("");
  writeFiles(moved, { "y/two.py": text, "y/one.py": text, "y/short.py": short + more });
  const { results } = Object((await changesIn(moved)).answer);
  expect(results).toEqual([
    expect.objectContaining({ filepath: "x/short.py", change: "removed" }),
    expect.objectContaining({ filepath: "y/one.py", change: "moved", from: "x/one.py" }),
    expect.objectContaining({ filepath: "y/short.py", change: "added" }),
    expect.objectContaining({ filepath: "y/two.py", change: "moved", from: "x/two.py" }),
  ]);
});

test("files that come and go, and line ends that git converts", async () => {
  const other = repository(files);
  rmSync(join(other, "total.cpp"));
  writeFileSync(join(other, "new.py"), "def fresh():\n    return 1\n");
  writeFileSync(join(other, "app.py"), files["app.py"].replaceAll("\n", "\r\n"));
  const { answer } = await changesIn(other);
  expect(namesIn(answer)).toEqual(["new.py: added fresh", "total.cpp: removed count"]);
  expect(answer).toMatchObject({ results: [{ change: "added" }, { change: "removed" }] });
});

test("a name that very many files have is followed where its class is named", async () => {
  const others = Array.from({ length: 45 }, (_, i) => [
    `other${i}.cpp`,
    `struct Other${i} { void Init(); };\nvoid Other${i}::Init() {}\n`,
  ]);
  const at = repository({
    ...Object.fromEntries(others),
    "info.hpp": "void version();\nstruct Info { void Init(); };\nstruct Segment { Info info; void Init(); };\n",
    "info.cpp": `#include "info.hpp"
void version() {}
void Info::Init() { version(); }
void Segment::Init() { info.Init(); }
`,
    "tests/segment_test.cpp": '#include "info.hpp"\nvoid test_segment() { Segment segment; segment.Init(); }\n',
    "tests/other_test.cpp": '#include "../other0.cpp"\nvoid test_other() { Other0 other; other.Init(); }\n',
  });
  writeFileSync(
    join(at, "info.cpp"),
    readFileSync(join(at, "info.cpp"), "utf8").replace("version() {}", "version() { ; }"),
  );
  const { tests, warnings } = Object((await changesIn(at, { include: ["tests"] })).answer);
  expect(tests).toMatchObject([{ filepath: "tests/segment_test.cpp", tests: [{ name: "test_segment" }] }]);
  expect(tests).toHaveLength(1);
  expect(warnings).toContainEqual(expect.stringMatching(/^2 names that very many files have were not followed to all/));
});

test("symbolic links are left out, and nothing of what they lead to is shown", async () => {
  const outside = temporaryFolder({ "secret.py": "def secret(): return undefined_secret, gone()\n" });
  const other = repository({ ...files, "gone.py": "def gone():\n    return 1\n", "lib/own.py": "own = 1\n" });
  symlinkSync(join(outside, "secret.py"), join(other, "link.py"));
  commit(other, {});
  expect((await changesIn(other)).answer).toMatchObject({ changed_files: 0, results: [] });
  const diff = `diff --git a/link.py b/link.py
new file mode 120000
--- /dev/null
+++ b/link.py
@@ -0,0 +1 @@
+secret.py
\\ No newline at end of file
diff --git a/link.py b/other.py
similarity index 100%
rename from link.py
rename to other.py
`;
  expect((await changesIn(other, { diff })).answer).toMatchObject({ changed_files: 0, results: [] });
  for (const name of ["total.cpp", "gone.py", "lib"]) rmSync(join(other, name), { recursive: true });
  writeFiles(outside, { "lib/own.py": "own = 'hidden'\n" });
  symlinkSync(join(outside, "secret.py"), join(other, "total.py"));
  symlinkSync(join(outside, "lib"), join(other, "lib"));
  const { answer } = await changesIn(other);
  expect(namesIn(answer)).toEqual(["gone.py: removed gone", "lib/own.py: removed own", "total.cpp: removed count"]);
  expect(JSON.stringify(answer)).not.toMatch(/secret|hidden/);
});

test("a file with the time and the size that git has seen is not read, and one with another time is", async () => {
  const at = repository({ "app.py": "def f():\n    return 1\n" });
  const path = join(at, "app.py");
  utimesSync(path, 1_000, 1_000);
  git(at, "update-index", "--refresh");
  writeFiles(at, { "app.py": "def f():\n    return 2\n" });
  utimesSync(path, 1_000, 1_000);
  expect((await changesIn(at)).answer).toMatchObject({ changed_files: 0 });
  utimesSync(path, 1_000, 2_000);
  expect((await changesIn(at)).answer).toMatchObject({ results: [{ symbols: [{ name: "f", change: "body" }] }] });
});

describe("files that no language reads", () => {
  const documents = {
    "app.py": "def f():\n    return 1\n",
    "README.md": "one\n",
    "doc/same.txt": "same\n",
    "doc/gone.txt": "gone\n",
    "data.bin": "a\0b",
  };
  /** The rows of other files as `path: change`. */
  const othersIn = (answer: object): readonly string[] =>
    (Object(answer).other_files ?? []).map(
      ({ filepath, change }: Readonly<Record<string, string>>) => `${filepath}: ${change}`,
    );

  test("are named if they differ from a commit, and an untouched or unknown one is not", async () => {
    const at = repository(documents);
    writeFiles(at, { "README.md": "two\n", "data.bin": "c\0d", "unknown.txt": "new\n", "new.txt": "new\n" });
    rmSync(join(at, "doc/gone.txt"));
    git(at, "add", "new.txt");
    // A file with a later time and the same text is the same one.
    utimesSync(join(at, "doc/same.txt"), new Date(), new Date(Date.now() + 5_000));
    const { answer } = await changesIn(at);
    expect(answer).toMatchObject({ changed_files: 0, total_other_files: 4 });
    expect(othersIn(answer)).toEqual([
      "README.md: changed",
      "data.bin: changed",
      "doc/gone.txt: removed",
      "new.txt: added",
    ]);
    expect(othersIn((await changesIn(at, { filepath: "doc" })).answer)).toEqual(["doc/gone.txt: removed"]);
    commit(at, {});
    expect((await changesIn(at)).answer).not.toHaveProperty("other_files");
    const between = (await changesIn(at, { base: "HEAD~1", head: "HEAD" })).answer;
    expect(othersIn(between)).toEqual([...othersIn(answer), "unknown.txt: added"]);
  });

  test("are named if a diff has them, with links", async () => {
    const at = repository(documents);
    const text = "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-one\n+two\n";
    const link =
      "diff --git a/link.py b/link.py\nnew file mode 120000\n--- /dev/null\n+++ b/link.py\n@@ -0,0 +1 @@\n+app.py\n";
    const { answer } = await changesIn(at, { diff: link + text });
    expect(othersIn(answer)).toEqual(["README.md: changed", "link.py: added"]);
  });

  test("that Git LFS keeps elsewhere are compared with their pointers", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:";
    const digest = createHash("sha256").update("large\n").digest("hex");
    const at = repository({
      "app.py": "",
      "a.bin": `${pointer}${digest}\nsize 6\n`,
      "b.bin": `${pointer}${digest}\nsize 6\n`,
    });
    writeFiles(at, { "a.bin": "large\n", "b.bin": "other\n" });
    expect(othersIn((await changesIn(at)).answer)).toEqual(["b.bin: changed"]);
  });

  test("have an item of a comment, and are cut if there are many", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`doc/${i}.txt`, "text\n"]));
    const at = repository({ "app.py": "def f():\n    return 1\n" });
    commit(at, many);
    const { answer } = await changesIn(at, { base: "HEAD~1", head: "HEAD" });
    expect(answer).toMatchObject({ total_other_files: 30, folded: "10 of 30 other_files" });
    expect(othersIn(answer)).toHaveLength(20);
    const { stdout } = await runInProcess("", {
      cwd: at,
      args: ["get_changes", "HEAD~1..HEAD", "--format", "markdown", ...args],
    });
    expect(stdout).toContain("<summary>Other files (30)</summary>");
    expect(stdout).toContain("- `doc/0.txt` added");
  });
});

test("a patch of format-patch is read, and a diff of a merge is refused", async () => {
  const at = repository({ "app.py": "def f():\n    return 1\n", "b.py": "def g():\n    return 1\n" });
  commit(at, { "app.py": "def f():\n    return 2\n" });
  commit(at, { "b.py": "def g():\n    return 2\n" });
  const patches = git(at, "format-patch", "--stdout", "HEAD~2");
  expect(namesIn((await changesIn(at, { diff: patches })).answer)).toEqual(["app.py: body f", "b.py: body g"]);
  const merge = "diff --cc app.py\nindex 1,2..3\n--- a/app.py\n+++ b/app.py\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n";
  const { answer } = await changesIn(at, { diff: merge + patches });
  expect(Object(answer).error).toBe("The diff is of a merge: it compares with several commits at once");
});

test("a linked worktree, a folder of a repository, and a repository in it", async () => {
  const main = repository({ ...files, "sub/one.py": "def one():\n    return 1\n" });
  const linked = join(temporaryFolder(), "linked");
  git(main, "worktree", "add", "-q", linked, "-b", "linked");
  writeFileSync(join(linked, "sub/one.py"), "def one():\n    return 2\n");
  expect(namesIn((await changesIn(linked)).answer)).toEqual(["sub/one.py: body one"]);
  expect(namesIn((await changesIn(linked, {}, ["--root", linked])).answer)).toEqual(["sub/one.py: body one"]);
  expect(namesIn((await changesIn(join(linked, "sub"))).answer)).toEqual(["one.py: body one"]);
  const inner = join(main, "sub/inner");
  writeFiles(inner, { "two.py": "def two():\n    return 1\n" });
  git(inner, "init", "-q");
  const { answer } = await changesIn(main);
  expect(namesIn(answer)).toEqual([]);
  expect(answer).toMatchObject({
    warnings: ["sub/inner is not compared: a repository, or a submodule, of its own"],
  });
  expect(Object((await changesIn(main, { filepath: "app.py" })).answer).warnings).toBeUndefined();
});

test("each of several roots is compared in its own repository", async () => {
  const top = temporaryFolder({ "plain/z.py": "z = 1\n" });
  const first = { "one.py": "def one():\n    return 1\n", "same.py": "def same():\n    return 1\n" };
  const roots = ["first", "second", "plain"].flatMap((name) => ["--root", join(top, name)]);
  for (const name of ["first", "second"]) {
    writeFiles(join(top, name), { ...first, [`${name}.py`]: `def ${name}():\n    return 1\n` });
    git(join(top, name), "init", "-q");
    git(join(top, name), "add", "-A");
    git(join(top, name), "commit", "-qm", "x");
    writeFileSync(join(top, name, `${name}.py`), `def ${name}():\n    return 2\n`);
  }
  git(join(top, "first"), "branch", "only");
  const { answer } = await changesIn(top, {}, roots);
  expect(namesIn(answer)).toEqual(["first/first.py: body first", "second/second.py: body second"]);
  expect(answer).toMatchObject({
    base: expect.stringMatching(/^first: HEAD \(\w{10}\), second: HEAD \(\w{10}\)$/),
    head: "working tree",
    warnings: ["plain is not compared: no repository has it"],
  });
  const ofOne = await changesIn(join(top, "first"), { filepath: join(top, "second") }, roots);
  expect(namesIn(ofOne.answer)).toEqual([`${join(top, "second/second.py")}: body second`]);
  expect((await changesIn(top, { base: "only" }, roots)).answer).toMatchObject({
    error: "second: No revision only",
  });
  // Without roots, repositories below the folder are not compared.
  expect((await changesIn(top)).answer).toMatchObject({
    error: "There is no repository whose revisions can be compared",
  });
});

test("a root whose files are all removed is compared as well", async () => {
  const top = temporaryFolder();
  const names = ["first", "second"];
  for (const name of names) {
    writeFiles(join(top, name), { "a.py": `def ${name}():\n    return 1\n` });
    git(join(top, name), "init", "-q");
    git(join(top, name), "add", "-A");
    git(join(top, name), "commit", "-qm", "x");
  }
  rmSync(join(top, "second/a.py"));
  mkdirSync(join(top, "plain"));
  const roots = [...names, "plain"].flatMap((name) => ["--root", join(top, name)]);
  const { answer } = await changesIn(top, {}, roots);
  expect(namesIn(answer)).toEqual(["second/a.py: removed second"]);
  expect(answer).not.toHaveProperty("warnings");
});

test("without a repository, and without a commit, a diff is proposed", async () => {
  const { answer } = await changesIn(temporaryFolder(files), {}, ["--root", "."]);
  expect(answer).toMatchObject({ details: expect.stringContaining("Give the changes as diff.") });
  const empty = temporaryFolder(files);
  git(empty, "init", "-q");
  expect((await changesIn(empty)).answer).toMatchObject({ error: "No revision HEAD" });
});

describe("with roots, the data of a repository", () => {
  test.each<readonly [string, (secret: string, folder: string) => void]>([
    ["named by a file", (secret, at) => writeFileSync(join(at, ".git"), `gitdir: ${join(secret, ".git")}\n`)],
    ["behind a link", (secret, at) => symlinkSync(join(secret, ".git"), join(at, ".git"))],
    [
      "behind links in the data",
      (secret, at) => {
        git(at, "init", "-q");
        for (const name of ["objects", "refs"]) {
          rmSync(join(at, ".git", name), { recursive: true });
          symlinkSync(join(secret, ".git", name), join(at, ".git", name));
        }
      },
    ],
    [
      "named as those in common",
      (secret, at) => {
        git(at, "init", "-q");
        writeFileSync(join(at, ".git/commondir"), `${join(secret, ".git")}\n`);
      },
    ],
    [
      "named as further objects",
      (secret, at) => {
        git(at, "init", "-q");
        writeFiles(join(at, ".git"), {
          "objects/info/alternates": `${join(secret, ".git/objects")}\n`,
          "refs/heads/main": git(secret, "rev-parse", "HEAD"),
        });
      },
    ],
  ])("are not read outside of them: %s", async (_, plant) => {
    const secret = repository({ "secret.py": "def secret_function():\n    return 1\n" });
    const served = temporaryFolder({ "app.py": "def f():\n    pass\n" });
    plant(secret, served);
    const { text, isError } = await changesIn(served, {}, ["--root", served]);
    expect(isError, text).toBe(true);
    expect(text).toContain("are outside of the roots");
    expect(text).not.toContain("secret_function");
  });
});

describe("as a command", () => {
  const run = async (words: readonly string[], input = "") =>
    await runInProcess(input, { cwd: folder, args: ["get_changes", ...words, "--format", "text", "--no-cache"] });

  test("it reads a diff from stdin", async () => {
    const { stdout, exitCode } = await run(["-", "app.py"], diff);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`app.py: removed_lines=1-2, 12-13 includers=1
app.py:4:5: signature function helper
app.py: before: def helper(a)
app.py: after: def helper(a, b=os)
app.py: callers=1 tests=1
app.py:14:5: removed function removed_function def removed_function()
app.py:4:17: error: undefined name 'os' [undefined-name]
app.py:8: affected: run (1 in line 9) of helper
tests/test_app.py:1:17: still_named: from app import removed_function, run
tests/test_app.py:9:12: still_named: assert removed_function() == 1
tests/test_app.py:4: tests: 1 test_run > run > helper
tests/test_app.py:1: app.py
`);
  });

  test("an empty diff on stdin has no changes", async () => {
    const { stdout } = await runInProcess("", {
      cwd: folder,
      args: ["get_changes", "-", "--format", "json", "--no-cache"],
    });
    expect(JSON.parse(stdout)).toMatchObject({ changed_files: 0, counts: {}, results: [] });
  });

  test("its first word is a revision, and the others are paths", async () => {
    const { stdout } = await run(["HEAD", "shape.hpp", "--include", "callers"]);
    expect(stdout).toContain("shape.hpp:5:18: signature method geo::Shape::area\n");
    expect((await run(["--base", "HEAD", "shape.hpp", "--include", "callers"])).stdout).toBe(stdout);
  });
});

test("a text with marks of a file of the working tree stays as it was", () => {
  expect(readFileSync(join(folder, "app.py"), "utf8")).toBe(changed["app.py"]);
});

describe("for a pull request", () => {
  const hostile = "a`] <!-- (x) @all.py";
  let at: string;
  let ofAll: string;
  beforeAll(() => {
    at = repository({
      "app.py": "def kept(a):\n    return a\n\n\ndef gone():\n    return 2\n",
      "use.py": "from app import gone, kept\n\n\ndef use():\n    return kept(gone())\n",
      "tests/test_use.py": "from use import use\n\n\ndef test_use():\n    assert use() == 2\n",
      [hostile]: "def odd():\n    return 1\n",
    });
    writeFiles(at, {
      "app.py": 'def kept(a, b="`</details>`"):\n    return a + c\n',
      [hostile]: "def odd():\n    return 2\n",
    });
    ofAll = git(at, "diff");
  });
  const run = async (...words: readonly string[]) =>
    await runInProcess("", { cwd: at, args: ["get_changes", ...words, "--no-cache"] });
  /** The same of a diff, which takes no git. */
  const runOnDiff = async (...words: readonly string[]) =>
    await runInProcess(ofAll, { cwd: at, args: ["get_changes", "-", ...words, "--no-cache"] });

  test("a comment in Markdown, in which names make no links and no HTML", async () => {
    const { stdout, exitCode } = await run("--format", "markdown");
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\([0-9a-f]{10}\)/, "(id)")).toBe(`<!-- codegrove -->
### Changed symbols: \`HEAD (id)\` → \`working tree\`

2 files, 1 body, 1 removed, 1 signature

- **body** \`\`a\`] <!-- (x) @all.py:1\`\` \`odd\`
- **signature** \`app.py:1\` \`kept\`: \`def kept(a)\` → \`\`def kept(a, b="\`</details>\`")\`\` (1 caller, 1 test)
- **removed** \`app.py\` \`gone\`

<details><summary>New findings (1)</summary>

- \`app.py:2\` error \`undefined name 'c'\` (\`undefined-name\`)

</details>

<details><summary>Names of removed symbols (2)</summary>

- \`use.py:1\` \`gone\`: \`from app import gone, kept\`
- \`use.py:5\` \`gone\`: \`return kept(gone())\`

</details>

<details><summary>Callers that were not changed (1)</summary>

- \`use.py:5\` \`use\` uses \`kept\`

</details>

<details><summary>Tests to run (1)</summary>

- \`tests/test_use.py:4\` \`test_use\` → \`use\` → \`kept\`

</details>
`);
  });

  test("SARIF and annotations have new findings, signatures with callers that were not changed, and names of what is gone", async () => {
    const log = JSON.parse((await run("--format", "sarif")).stdout);
    const { results, invocations } = log.runs[0];
    expect(results).toMatchObject([
      { ruleId: "undefined-name", level: "error" },
      {
        ruleId: "changed-signature",
        level: "warning",
        locations: [{ physicalLocation: { artifactLocation: { uri: "app.py" }, region: { startLine: 1 } } }],
        relatedLocations: [
          {
            physicalLocation: { artifactLocation: { uri: "use.py" }, region: { startLine: 5 } },
            message: { text: "Used by use" },
          },
        ],
      },
      { ruleId: "removed-symbol" },
      { ruleId: "removed-symbol" },
    ]);
    expect(invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
    expect((await runOnDiff("--format", "github")).stdout).toContain(
      "::warning file=use.py,line=5,col=17,title=removed-symbol::gone was removed, and this line has its name.\n",
    );
    const failed = await run("nowhere", "--format", "sarif");
    expect(failed.exitCode).toBe(1);
    expect(JSON.parse(failed.stdout).runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: expect.stringContaining("No revision nowhere (Give a ") } }],
    });
  });

  test("in a folder of the repository, paths are those from its top", async () => {
    const cwd = join(at, "tests");
    const inFolder = async (of: string, format: string) =>
      await runInProcess(ofAll, { cwd, args: ["get_changes", of, "--format", format, "--no-cache", "--root", at] });
    const { stdout } = await inFolder("HEAD", "markdown");
    for (const format of ["sarif", "github"]) expect((await inFolder("-", format)).stdout).not.toContain("../");
    expect(stdout).not.toContain("../");
    expect(stdout).toContain("`app.py:1` `kept`");
  });

  test.each([
    ["signature", 1],
    ["moved,errors", 1],
    ["callers", 1],
    ["moved,added", 0],
    ["not_compared", 0],
  ])("--fail-on %s exits with %i", async (words, status) => {
    const { exitCode, stdout } = await runOnDiff("--fail-on", words);
    expect(exitCode).toBe(status);
    expect(JSON.parse(stdout)).toMatchObject({ changed_files: 2 });
  });

  test("stderr says which word of --fail-on failed, how often and where", async () => {
    const { stderr } = await runOnDiff("--fail-on", "errors,moved,callers", "--format", "markdown", "-o", "said.md");
    expect(stderr).toMatch(/^codegrove: --fail-on errors: 1: app\.py:\d+ undefined name '\w+'$/m);
    expect(stderr).toMatch(/^codegrove: --fail-on callers: 1: use\.py:5 use$/m);
    expect(stderr).not.toContain("--fail-on moved");
  });

  test("--fail-on callers passes over code outside of functions whose lines are changed, too", async () => {
    const cwd = temporaryFolder({
      "app.py": "def kept(a, b):\n    return a\n",
      "use.py": "from app import kept\nkept(1, 2)\n",
    });
    const signature = "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-def kept(a):\n+def kept(a, b):\n";
    const use = "--- a/use.py\n+++ b/use.py\n@@ -2 +2 @@\n-kept(1)\n+kept(1, 2)\n";
    const failing = async (diff: string) =>
      (await runInProcess(diff, { cwd, args: ["get_changes", "-", "--fail-on", "callers", "--no-cache"] })).exitCode;
    expect(await failing(signature)).toBe(1);
    expect(await failing(signature + use)).toBe(0);
  });

  test("--fail-on looks at the files that were asked for, and refuses words that would never hold", async () => {
    expect((await runOnDiff("use.py", "--fail-on", "removed,errors")).exitCode).toBe(0);
    const unknown = await run("--fail-on", "nothing");
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("--fail-on: 'nothing' is not one of signature, removed,");
    for (const word of ["toString", "__proto__", ""]) expect((await run("--fail-on", word)).exitCode).toBe(2);
    expect((await runOnDiff("use.py", "--fail-on", " removed, callers")).exitCode).toBe(0);
    const missing = await run("--fail-on", "errors", "--include", "tests");
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain("--fail-on: 'errors' needs --include checks");
  });
});
