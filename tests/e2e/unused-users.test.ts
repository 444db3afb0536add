/**
 * list_symbols with `unused`: symbols that only unused ones use. Input: small code bases in Python and C++; output: rows with `only_in`,
 * and near misses, which have a use elsewhere.
 */
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Row = {
  readonly name: string;
  readonly container?: string;
  readonly only_in?: readonly string[];
  readonly reasons?: readonly string[];
};
type Entry = { readonly symbols: readonly Row[] };

/** The rows of a call as `name < users: reasons`, rows without reasons first. */
async function unusedIn(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { stdout } = await runInProcess("", {
    cwd: temporaryFolder(files),
    args: ["list_symbols", ...args, "--unused", "--format", "json", "--no-cache"],
  });
  const answer: { results: Entry[]; with_reasons?: Entry[]; warnings?: string[] } = JSON.parse(stdout);
  const rows = [...answer.results, ...(answer.with_reasons ?? [])].flatMap(({ symbols }) => symbols);
  return rows.map(({ name, container, only_in: users, reasons }) => {
    const qualified = container === undefined ? name : `${container}.${name}`;
    return `${qualified}${users ? ` < ${users.join(", ")}` : ""}${reasons ? `: ${reasons.join("; ")}` : ""}`;
  });
}

const python = (lines: string) =>
  `${lines}\n\ndef start():\n    return kept()\n\n\ndef kept():\n    return start\n\n\nstart()\n`;

describe("of one file of Python", () => {
  test.each([
    ["a function", "def a():\n    pass\n\n\ndef b():\n    a()\n", ["a < b", "b"]],
    ["a chain", "def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef c():\n    b()\n    b()\n", ["a < b", "b < c", "c"]],
    ["a constant", "LIMIT = 1\n\n\ndef b():\n    return LIMIT\n", ["LIMIT < b", "b"]],
    [
      "a class, and its members with it",
      "class A:\n    def m(self):\n        pass\n\n\ndef b():\n    A().m()\n",
      ["A < b", "b"],
    ],
    [
      "a method",
      "class A:\n    def a(self):\n        pass\n\n    def b(self):\n        self.a()\n\n\nA()\n",
      ["A.a < b", "A.b"],
    ],
    [
      "what a class uses that is unused",
      "def a():\n    pass\n\n\nclass B:\n    def m(self):\n        a()\n",
      ["a < B.m", "B"],
    ],
    ["functions that call each other", "def a():\n    b()\n\n\ndef b():\n    a()\n", ["a < b", "b < a"]],
    [
      "several users",
      `def a():\n    pass\n\n\n${["b", "c", "d", "e", "f"].map((name) => `def ${name}():\n    a()\n`).join("\n\n")}`,
      ["a < b, c, d, 2 more", "b", "c", "d", "e", "f"],
    ],
    [
      "a comment and a documentation in other functions",
      'def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef start2():\n    """As a."""\n    # As a.\n\n\nstart2()\n',
      ["a < b", "b"],
    ],
    [
      "a string in another function",
      'def a():\n    pass\n\n\ndef b():\n    a()\n\n\nprint("a")\n',
      ["b", "a < b: a string of its file names it"],
    ],
  ])("%s", async (_, code, rows) => {
    expect(await unusedIn({ "one.py": python(code) }, "one.py")).toEqual(rows);
    // With the rows of all files of a larger call.
    const others = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`o${at}.py`, `print(${at})\n`]));
    expect(await unusedIn({ "one.py": python(code), ...others })).toEqual(rows);
  });

  test.each([
    [
      "a used caller among the callers",
      "def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef c():\n    a()\n\n\nc()\n",
      ["b"],
    ],
    ["a call of the file itself", "def a():\n    pass\n\n\ndef b():\n    a()\n\n\na()\n", ["b"]],
    [
      "functions that call each other, and a used one that calls one",
      "def a():\n    b()\n\n\ndef b():\n    a()\n\n\ndef c():\n    a()\n\n\nc()\n",
      [],
    ],
    ["a caller that may be used", "def a():\n    pass\n\n\ndef main():\n    a()\n", ["main: an entry point"]],
    ["the decorator of a function", "def a(f):\n    return f\n\n\n@a\ndef b():\n    pass\n", ["b: decorated"]],
    [
      "functions that call each other, and one that may be used",
      "def a():\n    main()\n\n\ndef main():\n    a()\n",
      [],
    ],
    ["a value of a variable without a use", "def a():\n    return 1\n\n\nB = a()\n", ["B"]],
    [
      "another function of the name",
      "def a():\n    pass\n\n\nclass A:\n    def a(self):\n        pass\n\n\ndef b():\n    a()\n\n\nA()\n",
      ["b"],
    ],
  ])("near miss: %s", async (_, code, rows) => {
    expect(await unusedIn({ "one.py": python(code) }, "one.py")).toEqual(rows);
  });
});

describe("of several files of Python", () => {
  const used = "def a():\n    pass\n";
  const user = "from one import a\n\n\ndef b():\n    a()\n";

  test("an import of the file with the unused user counts with its use", async () => {
    expect(await unusedIn({ "one.py": used, "two.py": user })).toEqual(["a < b", "b"]);
    // Also for a call about the file with the symbol only.
    expect(await unusedIn({ "one.py": used, "two.py": user }, "one.py")).toEqual(["a < b"]);
    expect(await unusedIn({ "one.py": used, "two.py": user }, "one.py", "--kinds", "function")).toEqual(["a < b"]);
  });

  test.each([
    ["an import without a use", { "two.py": "from one import a\n", "three.py": user }],
    ["an import of a package", { "pkg/__init__.py": user }],
    ["a use by another name", { "two.py": "from one import a as c\n\n\ndef b():\n    c()\n" }],
    ["a comment in another file", { "two.py": user, "three.py": "# As a does.\n" }],
    ["a file of another language", { "two.py": user, "page.js": "a();\n" }],
    ["another function of the name in another file", { "two.py": user, "three.py": "def a():\n    pass\n\n\na()\n" }],
  ])("near miss: %s", async (_, others) => {
    const rows = await unusedIn({ "one.py": used, ...others });
    expect(rows.filter((row) => row.startsWith("a"))).toEqual([]);
  });

  test("a user that a file of another kind names is used, and so is what it uses", async () => {
    const chain = "def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef c():\n    b()\n";
    expect(await unusedIn({ "one.py": chain, "notes.txt": "d\n" })).toEqual(["a < b", "b < c", "c"]);
    expect(await unusedIn({ "one.py": chain, Makefile: "all:\n\tpython -c 'import one; one.c()'\n" })).toEqual([
      "c: named in Makefile",
    ]);
  });

  test("of a user that tests use", async () => {
    const code = "def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef c():\n    pass\n\n\ndef d():\n    c()\n";
    const tests = "from one import b, c\n\n\ndef test_b():\n    b()\n    c()\n";
    expect(await unusedIn({ "one.py": code, "tests/test_one.py": tests }, "one.py")).toEqual([
      ...["d", "a < b: tests use b", "b: tests use it", "c < d: tests use it"],
    ]);
  });
});

describe("of C++", () => {
  const header = "#pragma once\n// As b says, a is:\nint a();\nint b();\n";
  const source = '#include "one.hpp"\nint a() { return 1; }\nint b() { return a(); }\n';

  test("a declaration in a header and the definition are one symbol", async () => {
    expect(await unusedIn({ "one.hpp": header, "one.cpp": source })).toEqual(["a < b", "b"]);
    expect(await unusedIn({ "one.hpp": header, "one.cpp": source }, "one.hpp")).toEqual(["a < b", "b"]);
  });

  test("a member function, and users in another file", async () => {
    const files = {
      "shape.hpp":
        "namespace geo {\nclass Shape {\npublic:\n  int area() const;\n  int twice() const { return area(); }\n};\n}\n",
      "shape.cpp":
        '#include "shape.hpp"\nint geo::Shape::area() const { return 1; }\nstatic geo::Shape shape;\nint main() { return sizeof(shape); }\n',
      "other.cpp": '#include "shape.hpp"\nint far(const geo::Shape& s) { return s.area(); }\n',
    };
    expect(await unusedIn(files)).toEqual([
      "far",
      "geo::Shape.area < far, twice",
      "geo::Shape.twice",
      "main: an entry point",
    ]);
  });

  test("functions of two files that call each other, in a call about one of them", async () => {
    const files = {
      "one.hpp": "int a();\nint b();\n",
      "one.cpp": '#include "one.hpp"\nint a() { return b(); }\n',
      "two.cpp": '#include "one.hpp"\nint b() { return a(); }\n',
    };
    expect(await unusedIn(files, "one.cpp")).toEqual(["a < b"]);
  });

  test.each([
    ["a use in a macro", "#define CALL a()\n"],
    ["the value of a variable", "static int c = a();\n"],
    ["a comment of several lines in a third file", "/*\n a\n */\n"],
    ["a use in a function that is used", "int c() { return a(); }\nint d = c();\n"],
    ["a function that a macro makes", "TEST(Suite, Runs) { a(); }\n"],
    ["an overload of another class", "struct S { int a(int); };\n"],
  ])("near miss: %s", async (_, other) => {
    const rows = await unusedIn({ "one.hpp": header, "one.cpp": source, "two.cpp": `#include "one.hpp"\n${other}` });
    expect(rows.filter((row) => row.startsWith("a"))).toEqual([]);
    expect(rows).toContain("b");
  });
});
