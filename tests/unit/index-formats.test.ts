import { describe, expect, test } from "vitest";
import { type IndexAnswer, resultsOf } from "../../src/answers/answer.ts";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { terminalLook } from "../../src/cli/terminal-look.ts";
import { writtenIn } from "../../src/formats/format.ts";
import { formatNames, formatsOf, loadFormat } from "../../src/formats/index.ts";
import { textWith } from "../../src/formats/text.ts";
import type { AnyIndexTool } from "../../src/tools/contract/index-tool.ts";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { getClassHierarchy } from "../../src/tools/get-class-hierarchy.ts";
import { getDependencyGraph } from "../../src/tools/get-dependency-graph.ts";
import { loadTools } from "../../src/tools/index.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";
import { shapes } from "../support/shapes.ts";

const code = await codeBase(shapes);

const formats = new Map(await Promise.all(formatNames.map(async (name) => [name, await loadFormat(name)] as const)));

function inFormat(name: string, answer: IndexAnswer) {
  const format = formats.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return writtenIn(format, answer);
}

const line = "double total(const Shape& a) { Circle c; return a.area() + c.area(); }";

const paint = "void paint() { picked()->area(); }";

const counts = "geo::Shape::area: total_references=1 total_possible=1 call=1\nuses of overrides: geo::Circle::area=1\n";

test("text: a line a reference, possible ones marked", async () => {
  const answer = await callIndex(findReferences, code, { symbol: "Shape::area", reference_types: ["call"] });
  expect(inFormat("text", answer)).toEqual({
    text: `shape.cpp:5:51: call in geo::total likely: ${line}\nshape.cpp:7:26: possible: call in paint: ${paint}\n${counts}`,
    failed: false,
  });
});

test.each([
  [{ include_context: false }, "shape.cpp:5:51: call in geo::total likely\nshape.cpp:7:26: possible: call in paint\n"],
  [{ group_by: "caller" }, "shape.cpp:5: geo::total (1 in line 5)\nshape.cpp:7: possible: paint (1 in line 7)\n"],
  [{ group_by: "file" }, "shape.cpp: count=1 call=1\nshape.cpp: possible: count=1 call=1\n"],
])("text of references with %o", async (options, text) => {
  const answer = await callIndex(findReferences, code, {
    symbol: "Shape::area",
    reference_types: ["call"],
    ...options,
  });
  expect(inFormat("text", answer).text).toBe(text + counts);
});

test("text of a truncated answer ends with its counts, and the reason", async () => {
  const answer = await callIndex(findReferences, code, {
    symbol: "geo::Shape",
    max_results: 1,
    reference_types: ["definition", "declaration"],
  });
  expect(inFormat("text", answer).text).toBe(
    "shape.hpp:5:7: definition: class Shape : public Base {\n" +
      "geo::Shape: total_references=2 declaration=1 definition=1\n" +
      "truncated: max_results is 1: rows 1 to 1 of 2 are here\n",
  );
});

test.each([
  [{ symbol: "rename" }, "shape.cpp:4:13: method geo::Shape::rename void Shape::rename(const std::string& n)\n"],
  [{ symbol: "Page.width" }, "app.py:12:9: property Page.width @property def width(self) public\n"],
  [
    { symbol: "rename", detail: "names" },
    "shape.cpp:4: method geo::Shape::rename\nshape.hpp:11: method geo::Shape::rename\n",
  ],
  [
    { symbol: "rename", detail: "full" },
    "shape.cpp:4:13: method geo::Shape::rename void Shape::rename(const std::string& n)\nshape.cpp: void Shape",
  ],
])("text of definitions: %o", async (input, start) => {
  const { text } = inFormat("text", await callIndex(findDefinition, code, input));
  expect(text.slice(0, start.length)).toBe(start);
});

test("text of what is external, and of an error", async () => {
  const answer = await callIndex(findDefinition, code, { filepath: "shape.cpp", line: 4, column: 26 });
  expect(inFormat("text", answer).text).toBe("std: external std\n");
  expect(inFormat("text", await callIndex(findDefinition, code, { symbol: "Shpe" }))).toMatchObject({
    text: "error: Symbol not found: Shpe (5 files searched.); did you mean geo::Shape?\n",
    failed: true,
  });
});

describe("an answer about an odd name is written in each format", async () => {
  const mixed = await codeBase({
    "a.py": "import os\nimport b\n\ndef f(x):\n    print(os.path.join(x))\n    x.member()\n    b.g()\n",
    "b.py": "from missing import gone\n\ndef g():\n    return gone()\n",
    "a.cpp": '#include "gone.h"\nvoid f() { std::printf("x"); ext::call(); it.member(); }\n',
  });
  const names = [
    ...["os", "os.path.join", "print", "member", "gone", "missing", "missing.gone", "b", "a.py", "ext", "ext::call"],
    ...[
      "std::printf",
      "std",
      "gone.h",
      "f",
      "f#1",
      "f#9",
      "f#0",
      "nowhere",
      "nowhere::f",
      "::",
      "::f",
      ".",
      "x",
      "f.x",
    ],
    ...["operator()", "~f", "*", "1", " ", "f(", "ünï", "__init__", "a.cpp:f", "a.py:4"],
  ];
  const tools = [...(await loadTools()).values()].filter(
    (tool): tool is AnyIndexTool => tool.needs === "index" && "symbol" in tool.input.shape,
  );
  const further: Readonly<Record<string, readonly object[]>> = {
    get_dependency_graph: [
      { direction: "callers" },
      { direction: "both" },
      { direction: "both", detail: "names" },
      { show_system_includes: true },
      { output_format: "dot" },
      { to: "f" },
    ],
    get_class_hierarchy: [{}, { lacks: "f" }, { output_format: "mermaid" }],
    rename_symbol: [{ new_name: "other_name" }],
    replace_symbol: [{ part: "delete" }],
  };

  test.each(tools.map((tool) => [tool.name, tool] as const))("of %s", async (name, tool) => {
    const faults: object[] = [];
    const look = textWith(terminalLook({ hasColor: false, hasLinks: false, hostname: "", cwd: "/" }));
    const all = await Promise.all(formatsOf(tool, tool.kind).map(loadFormat));
    for (const symbol of names) {
      for (const other of further[name] ?? [{}]) {
        try {
          const answer = await callIndex(tool, mixed, { symbol, ...other });
          const empty = [...all, look].filter((format) => writtenIn(format, answer).text === "");
          if (empty.length > 0) faults.push({ symbol, other, empty: empty.length });
        } catch (error) {
          if (!(error instanceof UserError)) faults.push({ symbol, other, error });
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

test.each([
  [{ symbol: "ext::call", direction: "callers" }, "ext::call"],
  [{ symbol: "ext::call", output_format: "dot" }, "ext::call"],
  [{ symbol: "ext::call", to: "f" }, "ext::call"],
  [{ symbol: "f", to: "ext::call" }, "ext::call"],
])("a graph of calls of a name from outside is an error that says so: %o", async (input, name) => {
  const outside = await codeBase({ "a.cpp": "\nvoid f() { ext::call(); }\n" });
  const answer = callIndex(getDependencyGraph, outside, input).catch((error) => ({
    error: messageOf(error),
    details: error.details,
  }));
  expect(await answer).toMatchObject({
    error: `Symbol not found: ${name}`,
    details: {
      details: expect.stringMatching(
        /^It is from outside of the code base: ext::call, and used at a.cpp:2. find_references has its uses./,
      ),
    },
  });
});

test("control characters are escaped in text, so that a row stays a line", () => {
  const answer: IndexAnswer = {
    head: { symbol: "a\nb" },
    lists: [
      resultsOf([{ filepath: "a\tb.cpp", references: [{ line: 1, column: 2, type: "call", text: "x\u001b[1m\ty" }] }]),
    ],
    tail: {},
  };
  expect(inFormat("text", answer).text).toBe("a\\u0009b.cpp:1:2: call: x\\u001b[1m\\u0009y\n");
});

test("lines of a changed symbol keep their tabs in text, except on a terminal, where tabs are between columns", () => {
  const diff = "@@ -1 +1 @@\n-\treturn\u001b[1m;\n+\treturn 1;";
  const symbols = [{ change: "body", kind: "function", name: "f", line: 1, column: 5, diff }];
  const answer: IndexAnswer = { head: { symbol: "f" }, lists: [resultsOf([{ filepath: "a.c", symbols }])], tail: {} };
  expect(inFormat("text", answer).text).toContain("a.c: @@ -1 +1 @@\na.c: -\treturn\\u001b[1m;\na.c: +\treturn 1;\n");
  const look = terminalLook({ hasColor: false, hasLinks: false, hostname: "", cwd: "/" });
  expect(writtenIn(textWith(look), answer).text).toBe(
    "a.c:1:5:  body  function  f\n    @@ -1 +1 @@\n    -    return\\u001b[1m;\n    +    return 1;\n",
  );
});

describe("rows for people", () => {
  const lookOf = (columns: number) =>
    terminalLook({ hasColor: false, hasLinks: false, hostname: "", cwd: "/", columns });
  const f = { kind: "function", name: "f", line: 9, column: 5, end_line: 11 };
  const answerWith = (definitions: readonly object[]): IndexAnswer => ({
    head: { symbol: "f" },
    lists: [resultsOf([{ filepath: "a.py", definitions }])],
    tail: {},
  });
  const written = (definitions: readonly object[], columns = 120) =>
    writtenIn(textWith(lookOf(columns)), answerWith(definitions)).text;

  test("have the path once, and source with the numbers of its lines", () => {
    const row = { ...f, source: "# doc\ndef f():\n\treturn 1" };
    const code = "     9  # doc\n    10  def f():\n    11      return 1\n";
    expect(written([{ ...row, line: 10 }])).toBe(`a.py:10:5:  function  f  to line 11\n${code}`);
  });

  test("have the numbers of a source that lacks lines, and none of one whose lines are not known", () => {
    const row = { ...f, end_line: 30, source: "def f():\n…\n\treturn 1", omitted_lines: 20 };
    expect(written([row])).toBe(
      "a.py:9:5:  function  f  to line 30\n     9  def f():\n        …\n    30      return 1\n",
    );
    expect(written([{ ...row, omitted_lines: 99 }])).toContain("\n    def f():\n    …\n        return 1\n");
  });

  test("are below their path on a narrow terminal if there are several", () => {
    const rows = [1, 22].map((line) => ({ kind: "function", name: "f", line, column: 5 }));
    expect(written(rows, 80)).toBe("a.py\n  1:5:   function  f\n  22:5:  function  f\n");
    expect(written(rows.slice(0, 1), 80)).toBe("a.py:1:5:  function  f\n");
    expect(written(rows, 120)).toBe("a.py:1:5:   function  f\na.py:22:5:  function  f\n");
  });
});

test("jsonl: a file a line, possible ones say so, then all other keys", async () => {
  const answer = await callIndex(findReferences, code, {
    symbol: "Shape::area",
    group_by: "file",
    reference_types: ["call"],
  });
  expect(inFormat("jsonl", answer).text).toBe(
    '{"filepath":"shape.cpp","count":1,"counts":{"call":1}}\n' +
      '{"possible":true,"filepath":"shape.cpp","count":1,"counts":{"call":1}}\n' +
      '{"symbol":"geo::Shape::area","definition":{"filepath":"shape.hpp","line":9,"column":18},"total_references":1,' +
      '"total_possible":1,"counts":{"call":1},"uses_of_overrides":{"geo::Circle::area":1},"searched_files":5,' +
      '"warnings":["Uses of members that override the symbol are not listed: shape.cpp:5 (geo::Circle::area)"],"success":true}\n',
  );
  expect(inFormat("jsonl", await callIndex(findDefinition, code, { symbol: "xyzzy" }))).toMatchObject({
    text: '{"success":false,"error":"Symbol not found: xyzzy","details":"5 files searched."}\n',
    failed: true,
  });
});

test("json: errors are failed answers", async () => {
  expect(inFormat("json", await callIndex(findReferences, code, { symbol: "Shpe" }))).toMatchObject({
    text: '{"success":false,"error":"Symbol not found: Shpe","details":"5 files searched.","did_you_mean":["geo::Shape"]}',
    failed: true,
  });
});

test("text of what is known of a symbol has its type, parameters and modifiers", async () => {
  const symbols = [
    { name: "f", kind: "function", line: 1, column: 5, signature: "def f(x, y)", type: "int", type_source: "declared" },
    { name: "g", kind: "variable", line: 2, column: 1, type_source: "unknown" },
  ];
  const parameters = [{ name: "x", type: "list[int]", default: "[]" }, { name: "y" }];
  const entries = [{ filepath: "a.py", symbols: [{ ...symbols[0], parameters, modifiers: ["async"] }, symbols[1]] }];
  expect(inFormat("text", { head: { symbol: "f" }, lists: [resultsOf(entries)], tail: {} }).text).toBe(
    "a.py:1:5: function f def f(x, y)\na.py: type: int (declared)\na.py: parameters: x: list[int] = [], y\n" +
      "a.py: modifiers: async\na.py:2:1: variable g\na.py: type: unknown\n",
  );
});

test("text of a class has the methods that override others or are overridden", async () => {
  const virtual_methods = [
    { name: "f", line: 2, abstract: true, overridden_in: ["n::B", "n::C"] },
    { name: "g", line: 3, overrides: "n::Base" },
  ];
  const row = {
    name: "A",
    kind: "class",
    container: "n",
    line: 1,
    column: 7,
    bases: [{ name: "n::Base" }],
    virtual_methods,
  };
  const entries = [{ filepath: "a.h", classes: [row] }];
  expect(inFormat("text", { head: { symbol: "n::A" }, lists: [resultsOf(entries)], tail: {} }).text).toBe(
    "a.h:1:7: class n::A: n::Base\na.h:2: abstract method n::A::f: overridden in n::B, n::C\n" +
      "a.h:3: method n::A::g: overrides n::Base\n",
  );
});

test("text of a picture has comments for names that stand for nothing", async () => {
  const unresolved = [{ from: "a.cpp", line: 3, name: "gone.h" }];
  const head = { counts: { nodes: 1 }, output_format: "dot", graph: "digraph dependencies {\n}\n", unresolved };
  expect(inFormat("text", { head, lists: [], tail: {} }).text).toBe(
    "digraph dependencies {\n}\n// a.cpp:3: unresolved gone.h\n",
  );
});

test("text of graphs with names alone has a line for each edge, and for each symbol", () => {
  const textOf = (head: object) => inFormat("text", { head: { ...head }, lists: [], tail: {} }).text;
  const importers = { counts: {}, edges: [{ to: "a.h", from: ["b.h:4", "c.h:7 lazy"] }] };
  expect(textOf(importers)).toBe("b.h:4: a.h\nc.h:7 lazy: a.h\n");
  const imports = { counts: {}, edges: [{ from: "a.h", to: ["4: b.h", "7: c.h"] }] };
  expect(textOf(imports)).toBe("a.h:4: b.h\na.h:7: c.h\n");
  const calls = { symbol: "f", counts: {}, nodes: [{ file: "a.cpp", symbols: ["n::f:12", "operator():3"] }] };
  expect(textOf(calls)).toBe("a.cpp:12: n::f\na.cpp:3: operator()\n");
});

test("a class without a method of its own, and where it has it from", async () => {
  const python = await codeBase({ "a.py": "class A:\n def f(self): 1\nclass B(A, ext.C): pass\n" });
  const answer = await callIndex(getClassHierarchy, python, { symbol: "A", lacks: "f" });
  expect(inFormat("text", answer).text).toBe(
    "a.py:3:7: class B; from A\na.py:2:6: inherited_from: method A.f\nA: lacks=f total_classes=1 total_lacking=1\n",
  );
  expect(inFormat("brief", answer).text).toBe(
    "symbol=A lacks=f total_classes=1 total_lacking=1\na.py:3: class B from=A\ninherited_from:\na.py:2: method A.f\nsearched_files=5",
  );
});
