import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, type ToolAnswer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "src/shape.hpp": "class Shape {\n public:\n  double area() { return side(); }\n  double side();\n};\n",
  "src/shape.cpp":
    '#include "shape.hpp"\n' +
    "double Shape::side() { return read(1); }\n" +
    "double total(Shape a) {\n  return a.area() +\n    a.side();\n}\n" +
    "double total(int) { return zero(); }\n",
  "src/app.py":
    "class Shape:\n    def area(self):\n        return f(1)\n\n\ndef total():\n    return g(\n        2\n    )\n",
  "src/none.py": "x = 1\n",
});
const call = callsToServer({ cwd: folder });

const calls = "(call_expression function: (_) @f)";
const called = "(call function: (_) @f)";

/** The texts of the captures, by file for a batch. */
function textsOf({ answer }: ToolAnswer): unknown {
  if (answer.results === undefined) return answer.matches?.map(({ text }) => text);
  return Object.fromEntries(
    answer.results.map(({ filepath, matches }) => [filepath, matches?.map(({ text }) => text)]),
  );
}

async function query(args: object): Promise<unknown> {
  const answered = await call("execute_query", args);
  expect(answered.isError, answered.text).toBe(false);
  return textsOf(answered);
}

async function errorOf(args: object): Promise<ToolAnswer["answer"]> {
  const { answer, isError, text } = await call("execute_query", args);
  expect(isError, text).toBe(true);
  return answer;
}

describe("a range of lines", () => {
  const filepath = "src/shape.cpp";

  test.each([
    [{ start_line: 4 }, ["a.area", "a.side", "zero"]],
    [{ end_line: 4 }, ["read", "a.area"]],
    [{ start_line: 4, end_line: 4 }, ["a.area"]],
    [{ start_line: 99 }, []],
    [{ start_line: 1, end_line: Number.MAX_SAFE_INTEGER }, ["read", "a.area", "a.side", "zero"]],
  ])("%j has the captures inside of it", async (range, texts) => {
    expect(await query({ filepath, query: calls, ...range })).toEqual(texts);
  });

  test("leaves out a capture that crosses its edge", async () => {
    const sum = "(binary_expression) @sum";
    expect(await query({ filepath, query: sum, start_line: 4, end_line: 4 })).toEqual([]);
    expect(await query({ filepath, query: sum, start_line: 5, end_line: 5 })).toEqual([]);
    expect(await query({ filepath, query: sum, start_line: 4, end_line: 5 })).toEqual(["a.area() +\n    a.side()"]);
  });

  test("has the captures of a match that begins outside of it", async () => {
    const all = "(function_definition declarator: (_) @head body: (_ (return_statement) @return))";
    expect(await query({ filepath, query: all, start_line: 4, end_line: 5 })).toEqual([
      "return a.area() +\n    a.side();",
    ]);
  });

  test("is one of each file of a batch", async () => {
    expect(await query({ filepath: "src", query: called, start_line: 4 })).toEqual({ "src/app.py": ["g"] });
  });

  test("that ends before it starts is refused", async () => {
    const error = await errorOf({ filepath, query: calls, start_line: 3, end_line: 2 });
    expect(error).toEqual({ success: false, error: "The range ends before it starts" });
  });
});

describe("within", () => {
  test.each([
    ["total", { "src/shape.cpp": ["a.area", "a.side", "zero"] }],
    ["total#2", { "src/shape.cpp": ["zero"] }],
    ["Shape::side", { "src/shape.cpp": ["read"] }],
    ["Shape", { "src/shape.hpp": ["side"] }],
    ["Shape/area", { "src/shape.hpp": ["side"] }],
  ])("%s has the captures inside of its definitions", async (within, texts) => {
    expect(await query({ filepath: "src", query: calls, within })).toEqual(texts);
  });

  test("works in Python, and with a range", async () => {
    expect(await query({ filepath: "src", query: called, within: "Shape.area" })).toEqual({ "src/app.py": ["f"] });
    const args = { filepath: "src", query: "(_) @n", within: "total", start_line: 8 };
    expect(await query({ ...args, end_line: 8, file_patterns: ["*.py"] })).toEqual({ "src/app.py": ["2"] });
  });

  test("leaves out files without the symbol, but one that the call names", async () => {
    const batch = await call("execute_query", { filepath: "src", query: called, within: "total" });
    expect(batch.answer).toMatchObject({ total_files: 1, skipped: { no_match: 1, query_language: 2 } });
    const named = await call("execute_query", {
      filepath: ["src/none.py", "src/app.py"],
      query: called,
      within: "total",
    });
    expect(textsOf(named)).toEqual({ "src/none.py": [], "src/app.py": ["g"] });
  });

  test("a symbol that is there, and holds nothing that the query captures, is no error", async () => {
    expect(await query({ filepath: "src/shape.cpp", query: "(string_literal) @s", within: "total" })).toEqual([]);
    expect(await query({ filepath: "src", query: "(string_literal) @s", within: "total" })).toEqual({});
  });

  test.each([
    [{ filepath: "src", within: "totl" }, "totl", "4 files searched.", ["total"]],
    [{ filepath: "src/shape.hpp", within: "Shap::are" }, "Shap::are", "1 file searched.", ["Shape::area"]],
    [
      { filepath: ["src/shape.hpp", "src/shape.cpp"], within: "total#9" },
      "total#9",
      expect.stringMatching(/at most #2\. 2 files searched\./),
    ],
    [
      { filepath: "src", within: "nothing_like_it" },
      "nothing_like_it",
      "4 files searched. Only symbols that list_symbols lists count: find_definition also knows locals and prototypes.",
    ],
  ])("%j is not found", async (args, name, details, did_you_mean?: unknown) => {
    expect(await errorOf({ query: calls, ...args })).toEqual({
      success: false,
      error: `Symbol not found: ${name}`,
      details,
      ...(did_you_mean !== undefined && { did_you_mean }),
    });
  });

  test("is about the text of source as well", async () => {
    const source = "void f() { g(); }\nvoid h() { i(); }\n";
    const args = { source, language: "cpp", query: calls };
    expect(await query({ ...args, within: "h" })).toEqual(["i"]);
    expect(await query({ ...args, end_line: 1 })).toEqual(["g"]);
    expect(await errorOf({ ...args, within: "nowhere" })).toMatchObject({ error: "Symbol not found: nowhere" });
  });

  test("of hostile names is refused, or finds nothing", async () => {
    expect((await errorOf({ filepath: "src", query: calls, within: "a".repeat(10_000) })).error).toMatch(
      /^Invalid argument 'within'/,
    );
    expect((await errorOf({ filepath: "src", query: calls, within: "::" })).error).toBe("No name of a symbol: ::");
    for (const within of ["a".repeat(1_000), "::".repeat(400).concat("zz"), "<".repeat(900), "*", "[", "(?:", "#2"]) {
      expect((await errorOf({ filepath: "src", query: calls, within })).error, within).toMatch(
        /^(?:Symbol not found|No name of a symbol)/,
      );
    }
  });

  test("goes on at a cursor where no file has rows any more", async () => {
    const args = { filepath: ["src/app.py", "src/none.py"], query: called, within: "total", max_results: 1 };
    const first = await call("execute_query", args);
    const { next_cursor } = JSON.parse(first.text);
    expect(textsOf(await call("execute_query", { ...args, cursor: next_cursor }))).toEqual({ "src/none.py": [] });
  });
});

describe("captures", () => {
  test("that begin with _ are left out", async () => {
    const named = '((call_expression function: (_) @_f) @call (#eq? @_f "zero"))';
    expect(await query({ filepath: "src/shape.cpp", query: named })).toEqual(["zero()"]);
  });

  test.each([
    ["(call_expression)", /^The query has no capture, .*\(call_expression\) @call_expression\.$/],
    ["; @comment\n(_)", /^The query has no capture, .*\(_\) @node\.$/],
    ['"@quoted"', /^The query has no capture/],
    ["(call_expression) @_call", /^The query captures only names that begin with _, .* @call instead of @_call\.$/],
    ["(call_expression) @__", /@name instead of @__\.$/],
  ])("that %s has not are told how to write", async (text, warning) => {
    if (text.startsWith('"')) {
      expect((await errorOf({ filepath: "src/shape.cpp", query: text })).error).toBe("Failed to compile query");
      return;
    }
    const one = await call("execute_query", { filepath: "src/shape.cpp", query: text });
    expect(one.answer).toMatchObject({ matches: [], success: true, warnings: [expect.stringMatching(warning)] });
    const batch = await call("execute_query", { filepath: "src/shape.*", query: text });
    expect(batch.answer).toMatchObject({ total_files: 0, skipped: { no_match: 2 } });
    expect(batch.answer.warnings?.[0]).toMatch(warning);
  });

  test("that a query has are no reason for a warning", async () => {
    const { answer } = await call("execute_query", {
      filepath: "src/shape.cpp",
      query: "((string_literal) @s (#eq? @s x)) @_x",
    });
    expect(answer).toEqual({ matches: [], success: true });
  });

  test("are warned of on stderr where a format has no place for it", async () => {
    const args = ["execute_query", "src/shape.cpp", "--query", "(call_expression)", "--format", "text"];
    const { stderr } = await runInProcess("", { cwd: folder, args });
    expect(stderr).toContain("codegrove: The query has no capture");
  });
});

test.each(["src/shape.cpp", "src"])("(virtual) in %s is answered with its quotes", async (filepath) => {
  expect(await errorOf({ filepath, query: "(class_specifier (virtual) @v)" })).toMatchObject({
    error: "Failed to compile query",
    details: expect.stringMatching(/Did you mean "virtual"\?$/),
    suggestion: '"virtual"',
  });
});
