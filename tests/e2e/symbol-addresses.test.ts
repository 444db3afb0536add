import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const files: Readonly<Record<string, string>> = {
  "nested.py": `
def outer():
    def inner():
        def innermost(a, b):
            return a + b
        return innermost(1, 2)
    class Local:
        size = 1
        def grow(self, by): return self.size + by
    double = lambda x: x + x
    return inner, Local().grow(2), double(3)

class Box:
    def open(self):
        def inner():
            return self
        return inner
`,
  "local.cpp": `
namespace geo {
int total(int a, int b, int c) {
  struct Sum {
    int value;
    int twice() { return value * 2; }
  };
  auto add = [](int x, int y) {
    return x + y;
  };
  Sum sum{add(a, b)};
  return sum.twice() + add(a, c);
}
int first = 1, second = 2;
}
`,
  "js/nested.js": `
function outside(a, b) {
  function within(c, d) {
    return c + d;
  }
  return within(a, b);
}
`,
};

function served() {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const args = ["--log-level", "error", "--no-cache"];
  return { folder, call: callsToServer({ cwd: folder, args }) };
}

/** Tools that take a symbol, with what they need besides. */
const symbolTools: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["find_definition", {}],
  ["find_references", {}],
  ["get_symbol_info", {}],
  ["get_symbol_context", {}],
  ["get_dependency_graph", { direction: "callers" }],
];

describe("what is declared inside of functions has an address", () => {
  const { call } = served();

  test.each([
    ["outer.inner", "outer.inner", "nested.py:3"],
    ["outer.<locals>.inner", "outer.inner", "nested.py:3"],
    ["innermost", "outer.inner.innermost", "nested.py:4"],
    ["outer.inner.innermost", "outer.inner.innermost", "nested.py:4"],
    ["Local", "outer.Local", "nested.py:7"],
    ["Local.grow", "outer.Local.grow", "nested.py:9"],
    ["nested.outer.Local.size", "outer.Local.size", "nested.py:8"],
    ["double", "outer.double", "nested.py:10"],
    ["Box.open.inner", "Box.open.inner", "nested.py:15"],
    ["inner#2", "Box.open.inner", "nested.py:15"],
    ["Sum", "geo::total::Sum", "local.cpp:4"],
    ["total::Sum::twice", "geo::total::Sum::twice", "local.cpp:6"],
    ["add", "geo::total::add", "local.cpp:8"],
  ])("%s", async (symbol, name, place) => {
    const { answer } = await call("find_definition", { symbol, filepath: ["nested.py", "local.cpp"] });
    const [filepath, line] = place.split(":");
    expect(answer).toMatchObject({
      symbol: name,
      results: [{ filepath, definitions: [{ line: Number(line) }] }],
      success: true,
    });
  });

  test.each(symbolTools)("%s takes it", async (tool, more) => {
    const { answer } = await call(tool, { symbol: "outer.inner.innermost", filepath: "nested.py", ...more });
    expect(answer).toMatchObject({ symbol: "outer.inner.innermost", success: true });
    expect(JSON.stringify(answer)).toContain('"line":4');
  });

  test("callers inside of functions are printed by names that are input", async () => {
    const { answer } = await call("find_references", { symbol: "innermost", filepath: "nested.py" });
    expect(answer).toMatchObject({ results: [{ references: [{}, { line: 6, type: "call", in: "outer.inner" }] }] });
  });

  test("a class inside of a function has a hierarchy", async () => {
    const { answer } = await call("get_class_hierarchy", { symbol: "outer.Local", filepath: "nested.py" });
    expect(answer).toMatchObject({ success: true, results: [{ classes: [{ name: "Local", line: 7 }] }] });
  });

  test("a bare name of a variable inside of a function is not a symbol", async () => {
    const { answer } = await call("find_definition", { symbol: "sum", filepath: "local.cpp" });
    expect(answer).toMatchObject({ success: false, error: "Symbol not found: sum" });
  });
});

describe("a line without symbol and column", () => {
  const { call } = served();

  test.each([
    ["inside of a function", "nested.py", 5, "outer.inner.innermost"],
    ["of its head with parameters", "nested.py", 4, "outer.inner.innermost"],
    ["that is the head of a method", "nested.py", 9, "outer.Local.grow"],
    ["with several names", "nested.py", 11, "outer"],
    ["of a lambda is part of the function", "local.cpp", 9, "geo::total"],
    ["that is the head in C++", "local.cpp", 3, "geo::total"],
    ["that is the body in C++", "local.cpp", 12, "geo::total"],
    ["that closes a function", "local.cpp", 13, "geo::total"],
    ["that defines one variable", "local.cpp", 11, "geo::total::sum"],
    ["inside of a function of JavaScript", "js/nested.js", 4, "outside.within"],
    ["of a head in JavaScript", "js/nested.js", 3, "outside.within"],
  ])("%s", async (_, filepath, line, symbol) => {
    for (const [tool, more] of symbolTools) {
      const { answer } = await call(tool, { filepath, line, ...more });
      expect([tool, answer]).toMatchObject([tool, { symbol, success: true }]);
    }
  });

  test("with several definitions outside of functions is an error that lists them", async () => {
    const { answer } = await call("find_definition", { filepath: "local.cpp", line: 14 });
    expect(answer).toMatchObject({ success: false, names: ["first:5", "second:16"] });
  });
});

describe("a path with a position, as answers print it", () => {
  const { folder, call } = served();
  writeFileSync(join(folder, "odd.py:3"), "x = 1\n");

  test.each([
    [{ filepath: "nested.py:5" }, "outer.inner.innermost"],
    [{ filepath: "nested.py:5:" }, "outer.inner.innermost"],
    [{ filepath: "nested.py:11:19" }, "outer.Local"],
    [{ filepath: "./local.cpp:12:14:" }, "geo::total::Sum::twice"],
    [{ filepath: "nested.py:11", symbol: "double" }, "outer.double"],
    [{ filepath: "nested.py:11", column: 19 }, "outer.Local"],
    [{ filepath: "nested.py:99", line: 5 }, "outer.inner.innermost"],
    [{ symbol: "nested.py:11:19" }, "outer.Local"],
  ])("%j", async (place, symbol) => {
    for (const [tool, more] of symbolTools) {
      const { answer } = await call(tool, { ...place, ...more });
      expect([tool, answer]).toMatchObject([tool, { symbol, success: true }]);
    }
  });

  test.each(["find_functions", "find_classes", "list_symbols", "check_file", "extract_interface"])(
    "%s takes the file and says so",
    async (tool) => {
      const { answer } = await call(tool, { filepath: "nested.py:5:2" });
      const whole = await call(tool, { filepath: "nested.py" });
      expect(answer).toEqual({
        ...whole.answer,
        warnings: [`The line of nested.py:5:2 is not used: ${tool} answers about whole files here.`],
      });
    },
  );

  test("get_file_summary takes the file and says so", async () => {
    const { answer } = await call("get_file_summary", { filepath: "nested.py:5" });
    expect(answer).toMatchObject({ success: true, warnings: [expect.stringContaining("nested.py:5 is not used")] });
  });

  test("a list of paths with positions is a list of files", async () => {
    const { answer } = await call("find_functions", { filepath: ["nested.py:5", "local.cpp:2:1"] });
    expect(answer).toMatchObject({
      results: [{ filepath: "nested.py" }, { filepath: "local.cpp" }],
      warnings: [expect.stringContaining("nested.py:5 is not used")],
    });
  });

  test("tools with a range begin at the line", async () => {
    const { answer } = await call("get_syntax_tree", { filepath: "nested.py:5" });
    const byLine = await call("get_syntax_tree", { filepath: "nested.py", start_line: 5 });
    expect(answer).toEqual(byLine.answer);
    const query = "(function_definition name: (identifier) @name)";
    const { answer: captures } = await call("execute_query", { filepath: "nested.py:4", query });
    expect(captures).toHaveProperty("matches.length", 1);
    expect(captures).toMatchObject({ matches: [{ text: "innermost", line: 4 }] });
  });

  test("a file that is really named so is meant", async () => {
    writeFileSync(join(folder, "odd.py"), "def odd():\n    pass\n    pass\n");
    const { answer } = await call("find_functions", { filepath: "odd.py:3" });
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining("odd.py:3") });
  });

  test("a path that leads nowhere is named in the error", async () => {
    const { answer } = await call("find_definition", { filepath: "none.py:3" });
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining("none.py") });
  });
});
