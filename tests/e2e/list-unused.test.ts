/** list_symbols with `unused`. Input: a code base in Python and C++; output: its symbols without a use, and why some may have one. */
import { describe, expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  "src/app.py": `"""unused_in_docs is described here."""
import base
from outside import Widget

__all__ = ["exported"]
NEVER = 1


def exported():
    return helper()


def helper():
    return f"named_in_string {'named_in_braces'}"


def named_in_string():
    return 0


def named_in_braces():
    return 0


def unused_in_docs():
    """Calls itself.

    >>> in_example()
    """
    return unused_in_docs()


def in_example():
    return f"{in_braces()}"


def in_braces():
    return 1


@base.register
def decorated():
    return 1


def only_tested():
    return 1


def in_build():
    return 1


def visit_Name():
    return getattr(base, "hook_" + "x")


def hook_x():
    return 1


class Gone:
    def member(self):
        return Gone()


class Button(Widget):
    def pressed(self):
        return 1


class Item(base.Model):
    column = 1


class Codes:
    reset = 0

    def __init__(self):
        for name in dir(self):
            print(name)


class Bright(Codes):
    bold = 1


class Plain:
    thin = 1

    def __init__(self):
        print(dir(base), getattr(self, "x"))


class Mixed:
    def prompted(self):
        return 1


class Both(Mixed, Widget):
    pass


class Single:
    def alone(self):
        return 1


class Only(Single):
    pass


class Importer:
    def get_source(self):
        return Importer


def main():
    return [Button(), Item(), Bright(), Plain(), Both(), Only(), Importer(), exported, base]
`,
  "src/base.py":
    "class Meta(type):\n    pass\n\n\nclass Model(metaclass=Meta):\n    pass\n\n\ndef register(f):\n    return f\n",
  "src/shape.hpp": `#pragma once
class Shape {
public:
  Shape();
  ~Shape();
  int area() const;
  int twice();
  int both();
private:
  int size;
};
class Circle : public Shape { public: int both(); };
class Lost {
public:
  Lost();
  int of();
};
enum Color { Red, Green };
typedef struct Point_ { int across; } Point;
struct Pair { int both_of; } pair;
#define DECLARE(name) int name##_made();
#define JOIN(a, b) int a##Of##b() { return 1; }
int partOfWhole();
int Often();
MY_API int marked();
int Red_count = Green;
`,
  "src/shape.cpp": `#include "shape.hpp"
// area: of a shape
Shape::Shape() : size(1) {}
Shape::~Shape() {}
int Shape::area() const { return size; }
int Shape::twice() { return twice(); }
Lost::Lost() {}
int Lost::of() { return 1; }
DECLARE(x)
int used_by_macro() { return 1; }
#define CALL used_by_macro()
Point origin() { Circle(); pair.both_of; return {}; }
`,
  "src/start.cpp": "auto started = origin();\n",
  "tests/test_app.py":
    "from app import only_tested\n\n\ndef test_it():\n    assert only_tested() == 1\n\n\ndef left_over():\n    return 1\n\n\n" +
    "def load_tests(loader, tests, ignore):\n    return tests\n\n\ndef load_tests_of():\n    return 1\n\n\n" +
    "class Loader:\n    def build_wheel(self):\n        return 1\n\n\nLoader()\n",
  Makefile: "all:\n\tpython -c 'import app; app.in_build()'\n",
  "web/page.js": "function nobody() {}\n",
});
const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"] });

type Entry = {
  readonly filepath: string;
  readonly symbols: readonly {
    readonly name: string;
    readonly container?: string;
    readonly reasons?: readonly string[];
  }[];
};

async function unusedIn(input: Readonly<Record<string, unknown>>) {
  const { answer } = await callTool(session, "list_symbols", { unused: true, ...input });
  const { results, with_reasons: others }: { results: Entry[]; with_reasons: Entry[] } = JSON.parse(
    JSON.stringify(answer),
  );
  const rowsOf = (entries: readonly Entry[]) =>
    entries.flatMap(({ symbols }) =>
      symbols.map(({ name, container, reasons = [] }) =>
        [container === undefined ? name : `${container}.${name}`, ...reasons].join(": "),
      ),
    );
  return { without: rowsOf(results), withReasons: rowsOf(others ?? []), answer };
}

describe("of Python", () => {
  test("symbols without a use, and the reasons why some may have one", async () => {
    const { without, withReasons } = await unusedIn({ filepath: "src/app.py" });
    expect(without).toEqual(["NEVER", "Gone", "Plain.thin", "Single.alone"]);
    expect(withReasons).toEqual([
      "__all__: Python calls it",
      "named_in_string: a string of its file names it",
      "named_in_braces: a string of its file names it",
      "unused_in_docs: its documentation has examples that run",
      "decorated: decorated",
      "only_tested: tests use it",
      "in_build: named in Makefile",
      "visit_Name: a framework may call it by its name",
      "hook_x: code may join its name with hook_",
      "Button.pressed: a base from outside: outside.Widget",
      "Item.column: its base or a metaclass may find it",
      "Codes.reset: its class may find it by its name",
      "Bright.bold: its class may find it by its name",
      "Mixed.prompted: mixed with a base from outside: outside.Widget",
      "Importer.get_source: Python calls it",
      "main: an entry point",
    ]);
  });

  test("in a file of tests, too", async () => {
    const { without, withReasons } = await unusedIn({ filepath: "tests" });
    expect(without).toEqual(["left_over", "load_tests_of", "Loader.build_wheel"]);
    expect(withReasons).toEqual([
      "test_it: a framework may call it by its name",
      "load_tests: a program may ask for the name in a module",
    ]);
  });
});

test.each([
  ["import_module(name)", "Plugin: its base or a metaclass may find it"],
  ["print(name)", "Plugin"],
])("a class of a module that %s may load", async (load, row) => {
  const folder = temporaryFolder({
    "base.py": `class Base:\n    pass\n\n\ndef main(name):\n    ${load}\n`,
    "plugins/one.py": "from base import Base\n\n\nclass Plugin(Base):\n    pass\n",
  });
  const { stdout } = await runInProcess("", {
    cwd: folder,
    args: ["list_symbols", "plugins", "--unused", "--format", "json", "--no-cache"],
  });
  const { results, with_reasons: others = [] }: { results: Entry[]; with_reasons?: Entry[] } = JSON.parse(stdout);
  const rows = [...results, ...others].flatMap(({ symbols }) => symbols);
  expect(rows.map(({ name, reasons = [] }) => [name, ...reasons].join(": "))).toEqual([row]);
});

describe("of C++", () => {
  test("with a declaration in a header, unless another symbol has the name", async () => {
    const { without, withReasons } = await unusedIn({ filepath: ["src/shape.hpp", "src/shape.cpp"] });
    expect(without).toEqual(["Shape.area", "Shape.twice", "Lost", "JOIN", "Often", "Red_count"]);
    expect(withReasons).toEqual([
      "CALL: a header from outside may test it",
      "Color: its values are used",
      "Color.Red: used by its value",
      "Point_: declared with Point",
      "Pair: declared with pair",
      "partOfWhole: code may join its name with a macro",
      "marked: marked by MY_API",
    ]);
  });
});

test("a class of tests is used where a macro makes a test of it, and not where its members are defined", async () => {
  const folder = temporaryFolder({
    "fixture.cc":
      "class Fixture {};\nTEST_F(Fixture, Runs) { int x = 1; }\nclass Near { void runs(); };\nvoid Near::runs() { int x = 1; }\n",
  });
  const { stdout } = await runInProcess("", {
    cwd: folder,
    args: ["list_symbols", "--unused", "--detail", "names", "--format", "brief", "--no-cache"],
  });
  expect(stdout).toContain("Near");
  expect(stdout).not.toContain("Fixture");
});

test("what the language calls, and what a macro may define", async () => {
  const folder = temporaryFolder({
    "wait.cc":
      "struct Wait { bool await_ready(); bool await_steady(); };\nWait wait;\nint n = sizeof(wait) + sizeof(n);\n" +
      "DEFINE_FUZZER(const int& in) { int x = in; }\nvoid CALL_FUZZER(const int& in) { int x = in; }\n",
  });
  const { stdout } = await runInProcess("", {
    cwd: folder,
    args: ["list_symbols", "--unused", "--format", "json", "--no-cache"],
  });
  const { results, with_reasons: others }: { results: Entry[]; with_reasons: Entry[] } = JSON.parse(stdout);
  const namesIn = (entries: readonly Entry[]) => entries.flatMap(({ symbols }) => symbols.map(({ name }) => name));
  expect(namesIn(results)).toEqual(["await_steady", "CALL_FUZZER"]);
  expect(others.flatMap(({ symbols }) => symbols.map(({ name, reasons }) => [name, reasons]))).toEqual([
    ["await_ready", ["the language calls it"]],
    ["DEFINE_FUZZER", ["its name may be a macro"]],
  ]);
});

test("a file lists what it declares and another one defines, and files with both list it once", async () => {
  const { without, withReasons } = await unusedIn({ filepath: "src/shape.hpp" });
  expect(without).toEqual(["Shape.area", "Shape.twice", "Lost", "JOIN", "Often", "Red_count"]);
  expect(withReasons).not.toContain("CALL: a header from outside may test it");
  expect((await unusedIn({ filepath: "src/shape.hpp", name: "twice" })).answer).toMatchObject({
    results: [{ symbols: [{ line: 7, declared: true, access: "public" }] }],
  });
  expect((await unusedIn({ filepath: "src/shape.cpp" })).without).toEqual([
    ...["Shape.area", "Shape.twice", "Lost.of"],
  ]);
  expect((await unusedIn({ filepath: "src", name: "twice" })).answer).toMatchObject({
    results: [{ filepath: expect.stringContaining("shape.cpp"), symbols: [{ name: "twice" }] }],
  });
});

test("the whole workspace is searched, also for a part of it", async () => {
  const { answer } = await unusedIn({ filepath: "src/base.py" });
  expect(answer).toMatchObject({ total_unused: 0, searched_files: 7 });
});

test("filters take effect", async () => {
  expect((await unusedIn({ filepath: "src", kinds: ["class"] })).without).toEqual(["Gone", "Lost"]);
  expect((await unusedIn({ name: "NEV*" })).without).toEqual(["NEVER"]);
});

test("other languages are not known", async () => {
  const { answer, without } = await unusedIn({ filepath: "web" });
  expect(without).toEqual([]);
  expect(answer).toMatchObject({ warnings: ["Not known for JavaScript: unused symbols"] });
});

test("a short answer has the rows without reasons first, and says what is left out", async () => {
  const { answer, without, withReasons } = await unusedIn({ max_chars: 2_000 });
  expect(answer).toMatchObject({
    detail: "names",
    truncated: true,
    truncated_reason: expect.stringContaining("symbols need"),
  });
  expect(without.length).toBeGreaterThan(0);
  expect(withReasons.length).toBeLessThan(10);
});

test("brief has a line for each", async () => {
  const { stdout } = await runInProcess("", {
    args: ["list_symbols", "src/app.py", "--unused", "--format", "brief"],
    cwd,
  });
  expect(stdout).toContain("\n6: constant NEVER = 1\n");
  expect(stdout).toContain("reasons=tests use it\n");
});

test("arguments of pages are refused", async () => {
  const { answer } = await callTool(session, "list_symbols", { filepath: "src", unused: true, nested: true });
  expect(answer).toMatchObject({ success: false });
});
