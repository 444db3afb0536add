import { afterAll, describe, expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const files = {
  "shape.hpp": [
    "namespace geo {",
    "class Shape {",
    " public:",
    "  virtual double area() const = 0;",
    "  int sides = 0;",
    "};",
    "}",
    "",
  ].join("\n"),
  "shape.cpp": [
    '#include "shape.hpp"',
    "// Twice the area.",
    "double twice(const geo::Shape& a) {",
    "\treturn 2 * a.area();",
    "}",
    "",
  ].join("\n"),
  "bad.py": "def f(:\n    pass\n",
  "none.cpp": "int x;\n",
};
const folder = temporaryFolder(files);
const session = sessionInProcess({ cwd: folder, args: ["serve", "--format", "brief", "--no-cache"] });
afterAll(() => session.close());

const textOf = async (tool: string, input: object) => (await callTool(session, tool, input)).text;

describe("serve --format brief", () => {
  test.each([
    ["find_classes", { filepath: "shape.hpp" }, "shape.hpp:2: Shape"],
    ["find_classes", { filepath: "none.cpp" }, "none.cpp: no classes"],
    ["find_functions", { filepath: "." }, "./bad.py:1: f\n./shape.cpp:3: twice\ntotal_files=2 skipped: no_match=2"],
    [
      "parse_file",
      { filepath: "none.cpp" },
      "none.cpp: class_count=0 function_count=0 include_count=0 has_errors=false language=cpp",
    ],
    [
      "list_symbols",
      { filepath: "shape.hpp" },
      "shape.hpp\n1-7: namespace geo\n2-6: geo: class Shape\ngeo::Shape:\n 4: public declared method virtual double area() const = 0\n 5: public field int sides = 0",
    ],
    [
      "list_symbols",
      { filepath: "shape.hpp", detail: "names" },
      "shape.hpp\nnamespace geo:1\ngeo: class Shape:2\ngeo::Shape:\n public method area:4\n public field sides:5",
    ],
    [
      "find_definition",
      { symbol: "twice", detail: "full" },
      "symbol=twice\nshape.cpp\n3-5: function twice\n\t// Twice the area.\n\tdouble twice(const geo::Shape& a) {\n\t\treturn 2 * a.area();\n\t}\nsearched_files=4",
    ],
    [
      "find_references",
      { symbol: "Shape::area", reference_types: ["call"] },
      "symbol=geo::Shape::area total_references=1 definition=shape.hpp:4 counts: call=1\nshape.cpp:4: call in twice likely: return 2 * a.area();\nsearched_files=4",
    ],
    [
      "get_dependency_graph",
      { filepath: "shape.hpp", direction: "importers", detail: "names" },
      "file=shape.hpp direction=importers counts: nodes=2 edges=1\nedges:\nshape.hpp <- shape.cpp:1\nsearched_files=4 files_with_errors=1\nbroken_files: bad.py",
    ],
  ])("%s %o", async (tool, input, text) => {
    expect(await textOf(tool, input)).toBe(text);
  });

  test("names what its signature does not name", async () => {
    const source = "typedef struct { int x; } t;\nstruct field {};\nclass K { field x_; };\n";
    expect(await textOf("list_symbols", { source, language: "cpp" })).toBe(
      "source\n1: public field t: int x\n1: struct t typedef struct\n2: struct field\n3: class K\n3: private field K: field x_",
    );
  });

  test("has code of several lines below its row, with line feeds", async () => {
    const source = "int f() {\r\n\treturn 1;\r\n}\r\n";
    const query = { source, language: "cpp", query: "(function_definition) @f" };
    expect(await textOf("execute_query", query)).toBe("source\n1-3: @f\n\tint f() {\n\t\treturn 1;\n\t}");
  });

  describe("captures have their lines of code", () => {
    const source = "def run(a):\n    b = a.get(a.get(1))\n    return [\n        b]\n\ndef other(): pass\n";
    const ask = (query: string, more = {}) => textOf("execute_query", { source, language: "python", query, ...more });
    test.each([
      ["(call function: (_) @f) @c", "source:2: @c ×2 @f ×2: b = a.get(a.get(1))"],
      ['(call function: (attribute attribute: (_) @g) @f (#eq? @g "get"))', "source:2: @f ×2: b = a.get(a.get(1))"],
      ['((identifier) @g (#eq? @g "other"))', "source:6: @g: def other(): pass"],
      ["(return_statement (list) @l)", "source\n3-4: @l\n\t[\n\t        b]"],
      [
        '(function_definition name: (_) @n body: (block (return_statement) @r) (#eq? @n "run")) @f',
        "source\n1-4: @f @r:3\n\tdef run(a):\n\t    b = a.get(a.get(1))\n\t    return [\n\t        b]",
      ],
      [
        "[(function_definition) (return_statement) (call)] @a",
        "source\n1-4: @a\n\tdef run(a):\n\t    b = a.get(a.get(1))\n\t    return [\n\t        b]\n2: @a ×2: b = a.get(a.get(1))\n3-4: @a: return [\n6: @a: def other(): pass",
      ],
      [
        '(module (function_definition name: (_) @n) (function_definition name: (_) @m) (#eq? @n "run"))',
        "source\n1: @n: def run(a):\n6: @m: def other(): pass",
      ],
    ])("%s", async (query, answer) => {
      expect(await ask(query)).toBe(answer);
    });

    test("unless the call says otherwise", async () => {
      expect(await ask("(call function: (_) @f)", { include_context: false })).toBe(
        "source\n2: @f: a.get\n2: @f: a.get",
      );
    });

    test("counts the files without rows", async () => {
      const query = "(class_specifier name: (_) @n)";
      expect(await textOf("execute_query", { filepath: ["none.cpp", "shape.hpp"], query })).toBe(
        "shape.hpp:2: @n: class Shape {\ntotal_files=2 without_rows=none.cpp",
      );
      expect(await textOf("find_classes", { filepath: ".", recursive: false, file_patterns: ["*.cpp"] })).toBe(
        "total_files=2 not_searched: cpp=1 python=1\nwithout_rows: ./none.cpp, ./shape.cpp",
      );
    });
  });

  test("marks a name outside of the namespace that others stand without", async () => {
    const calls = "namespace foo { struct A { struct In { void f(); }; }; void run(A::In a) { a.f(); a.f(); } }\n";
    const symbol = { symbol: "foo::A::In::f", language: "cpp" };
    const inside = await textOf("find_references", { ...symbol, source: calls });
    expect(inside).toContain("names_in=foo");
    const both = await textOf("find_references", { ...symbol, source: `${calls}void run(foo::A::In a) { a.f(); }\n` });
    expect(both).toContain("names_in=foo");
    expect(both).toContain("call in run");
    expect(both).toContain("call in ::run");
    const most = "void a(foo::A::In a) { a.f(); }\nvoid b(foo::A::In a) { a.f(); }\nvoid c(foo::A::In a) { a.f(); }\n";
    const outside = await textOf("find_references", { ...symbol, source: calls + most });
    expect(outside).not.toContain("names_in");
    expect(outside).toContain("in foo::run");
  });

  test("tells the symbol of all rows once", async () => {
    const source = "class A:\n  def f(self): pass\nclass B:\n  def f(self): pass\nA().f()\nA().f()\n";
    const calls = { symbol: "f", language: "python", reference_types: ["call"] };
    const one = await textOf("find_references", { ...calls, source });
    expect(one).toContain("rows_of=A.f");
    expect(one).not.toContain("symbol=A.f");
    const several = await textOf("find_references", { ...calls, source: `${source}B().f()\n` });
    expect(several).not.toContain("rows_of");
    expect(several).toContain("symbol=B.f");
  });

  test("tells a diagnostic with its column", async () => {
    expect(await textOf("check_file", { filepath: "bad.py" })).toMatch(
      /^bad\.py:1:7: error \[missing_token\]: Expected "\)" here: def f\(:$/,
    );
  });

  test("tells errors, with what is meant", async () => {
    const { text, isError } = await callTool(session, "find_definition", { symbol: "Shpe" });
    expect(isError).toBe(true);
    expect(text).toBe("error: Symbol not found: Shpe\n4 files searched.\ndid_you_mean: geo::Shape");
    expect(await textOf("find_classes", { filepath: ["shape.hpp", "shap.hpp"] })).toBe(
      "shape.hpp:2: Shape\nshap.hpp: error: Failed to open file: shap.hpp\ndid_you_mean: shape.hpp, shape.cpp\ntotal_files=2 failed_files=1",
    );
  });

  test("goes on page by page", async () => {
    const first = await textOf("find_functions", { filepath: ".", max_results: 1 });
    expect(first).toContain("truncated_reason: ");
    const cursor = /next_cursor=(\S+)/.exec(first)?.[1];
    expect(await textOf("find_functions", { filepath: ".", max_results: 1, cursor })).toMatch(
      /^\.\/shape\.cpp:3: twice\n/,
    );
  });

  test("escapes control characters of a stranger's names and code", async () => {
    const { stdout } = await runInProcess("", {
      args: ["find_classes", "--source", "class A {}; // \u001b[2J", "--language", "cpp", "--format", "brief"],
    });
    expect(stdout).toBe("source:1: A\n");
    const query = ["execute_query", "--source", "// \u001b[2J\n", "--language", "cpp", "--query", "(comment) @c"];
    expect((await runInProcess("", { args: [...query, "--format", "brief"] })).stdout).toBe(
      "source:1: @c: // \\u001b[2J\n",
    );
  });
});

test("other formats are no answers of a server", async () => {
  const { stderr, exitCode } = await runInProcess("", { args: ["serve", "--format", "jsonl"] });
  expect({ stderr, exitCode }).toEqual({
    stderr: "codegrove: --format: 'jsonl' is not a format; it takes json, brief\n",
    exitCode: 2,
  });
});
