import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "names.py": "alpha = 1\nbeta = 2\ngamma = alpha\nALPHA = beta\n",
  "lists.py": "f(a, a)\nf(a, b)\nf(b, b)\n",
  "mixed/a.cpp": "class A {};\nint f() { return g(); }\n",
  "mixed/b.py": "class B:\n    x = g()\n",
  "mixed/c.py": "y = 1\n",
  "mixed/d.hpp": "struct D {};\n",
  "virtual.cpp": "class A {\n  virtual int f() { return 0; }\n  virtual int g() = 0;\n};\n",
  "lines.cpp": '// one\nconst char *s = "a\\n\\tb";\n',
});
const call = callsToServer({ cwd: folder });

async function texts(filepath: string, query: string): Promise<(string | undefined)[] | undefined> {
  const { answer } = await call("execute_query", { filepath, query });
  expect(answer).toMatchObject({ success: true });
  return answer.matches?.map(({ text }) => text);
}

describe("a predicate", () => {
  test.each([
    ['(#eq? @n "alpha")', ["alpha", "alpha"]],
    ['(#not-eq? @n "alpha")', ["beta", "gamma", "ALPHA", "beta"]],
    ['(#match? @n "^[ab]")', ["alpha", "beta", "alpha", "beta"]],
    ['(#not-match? @n "^[ab]")', ["gamma", "ALPHA"]],
    ['(#any-of? @n "beta" "gamma" "delta")', ["beta", "gamma", "beta"]],
    ['(#not-any-of? @n "beta" "gamma" "delta")', ["alpha", "alpha", "ALPHA"]],
    ['(#eq? @n "alpha") (#match? @n "p")', ["alpha", "alpha"]],
    ['(#eq? @n "alpha") (#eq? @n "beta")', []],
    ['(#match? @n "^al") (#not-eq? @n "alpha")', []],
    ['(#set! kind "name")', ["alpha", "beta", "gamma", "alpha", "ALPHA", "beta"]],
    ["(#is? local)", ["alpha", "beta", "gamma", "alpha", "ALPHA", "beta"]],
    ["(#is-not? local)", ["alpha", "beta", "gamma", "alpha", "ALPHA", "beta"]],
  ])("%s", async (predicate, expected) => {
    expect(await texts("names.py", `((identifier) @n ${predicate})`)).toEqual(expected);
  });

  test("compares two captures", async () => {
    const query = (operator: string): string =>
      `(call arguments: (argument_list . (identifier) @x (identifier) @y .) (${operator} @x @y))`;
    expect(await texts("lists.py", query("#eq?"))).toEqual(["a", "a", "b", "b"]);
    expect(await texts("lists.py", query("#not-eq?"))).toEqual(["a", "b"]);
  });

  test.each([
    ['(#eq? @x "a")', ["a a"]],
    ['(#any-eq? @x "a")', ["a a", "a b"]],
    ['(#any-not-eq? @x "a")', ["a b", "b b"]],
    ['(#not-eq? @x "a")', ["b b"]],
    ['(#any-match? @x "b")', ["a b", "b b"]],
    ['(#match? @x "b")', ["b b"]],
    ['(#any-not-match? @x "b")', ["a a", "a b"]],
  ])("of a capture with several nodes: %s", async (predicate, expected) => {
    const query = `(argument_list "(" (identifier) @x "," (identifier) @x ")" ${predicate})`;
    const { answer } = await call("execute_query", { filepath: "lists.py", query });
    const lines = new Map<number, string[]>();
    for (const { line, text } of answer.matches ?? []) lines.set(line, [...(lines.get(line) ?? []), text]);
    expect([...lines.values()].map((captures) => captures.join(" "))).toEqual(expected);
  });

  test.each([
    ["#equals?", "#eq?"],
    ["#mach?", "#match?"],
    ["#not-eqal?", "#not-eq?"],
    ["#any-off?", "#any-of?"],
  ])("that nobody knows, %s, is an error with its nearest neighbour %s", async (unknown, nearest) => {
    const query = `((identifier) @n (${unknown} @n "alpha"))`;
    const { answer, isError, text } = await call("execute_query", { filepath: "names.py", query });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: "Failed to compile query" });
    expect(text).toContain(unknown);
    expect(text).toContain(nearest);
  });

  test.each([
    ['(#eq? @nobody "x")', /nobody/],
    ['(#match? @n "(")', /match\?|regular expression/i],
    ["(#eq? @n)", /eq\?/],
    ['(#match? "alpha" "a")', /match\?/],
  ])("that is wrong, %s, is an error that names it", async (predicate, named) => {
    const query = `((identifier) @n ${predicate})`;
    const { answer, isError } = await call("execute_query", { filepath: "names.py", query });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: "Failed to compile query" });
    expect(answer.details).toMatch(named);
  });
});

describe("a query that does not compile", () => {
  test("is told with its place, the word that is wrong and the nearest that is right", async () => {
    const args = { filepath: "lines.cpp", query: "(functon_definition) @f" };
    const { answer, isError } = await call("execute_query", args);
    expect(isError).toBe(true);
    expect(Object.keys(answer)).toEqual([
      "success",
      "error",
      "details",
      "language",
      "line",
      "column",
      "word",
      "suggestion",
    ]);
    expect(answer).toMatchObject({
      success: false,
      error: "Failed to compile query",
      details: expect.stringContaining("functon_definition"),
      language: "cpp",
      line: 1,
      column: 2,
      word: "functon_definition",
      suggestion: "function_definition",
    });
  });

  test.each([
    [
      "a node on the second line",
      "(class_specifier) @c\n  (functon_definition) @f",
      2,
      4,
      "functon_definition",
      "function_definition",
    ],
    [
      "after letters that are not ASCII",
      "; 😀 é\n(comment) @é (clas_specifier)",
      2,
      15,
      "clas_specifier",
      "class_specifier",
    ],
    ["a field", "(class_specifier nme: (_) @n)", 1, 18, "nme", "name"],
    ["a field of a child", "(declaration\n declaratr: (_) @n)", 2, 2, "declaratr", "declarator"],
  ])("%s", async (_what, query, line, column, word, suggestion) => {
    const { answer } = await call("execute_query", { filepath: "lines.cpp", query });
    expect(answer).toMatchObject({ error: "Failed to compile query", line, column, word, suggestion });
  });

  test("has no suggestion where nothing is near", async () => {
    const { answer } = await call("execute_query", { filepath: "lines.cpp", query: "(qqqqqqqqqqqqzzzz) @f" });
    expect(answer).toMatchObject({ error: "Failed to compile query", line: 1, column: 2, word: "qqqqqqqqqqqqzzzz" });
    expect(Object.keys(answer)).not.toContain("suggestion");
  });

  test.each([
    "(comment",
    "comment)",
    "(comment) @",
    "(comment @c))",
    ")",
    "(comment) @c (#eq? @c",
    "(comment) | (comment)",
  ])("by its form, %s, is told with its place", async (query) => {
    const { answer, isError } = await call("execute_query", { filepath: "lines.cpp", query });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      success: false,
      error: "Failed to compile query",
      details: expect.any(String),
      language: "cpp",
      line: 1,
      column: expect.any(Number),
    });
  });

  test("because it can never match, is told so", async () => {
    const query = "(comment (class_specifier) @c)";
    const { answer } = await call("execute_query", { filepath: "lines.cpp", query });
    expect(answer).toMatchObject({ success: false, error: "Failed to compile query", line: 1 });
  });
});

describe("a query of no patterns", () => {
  test.each(["", "  \n", "; only a comment"])(
    "%j matches nothing or is refused, but does not break the server",
    async (query) => {
      const { answer } = await call("execute_query", { filepath: "lines.cpp", query });
      expect([answer.success === true && answer.matches?.length === 0, answer.success === false]).toContain(true);
      expect(await texts("lines.cpp", "(comment) @c")).toEqual(["// one"]);
    },
  );
});

describe("captures", () => {
  test("come match by match, in the order of the source", async () => {
    const query = "(assignment left: (identifier) @to right: (_) @from)";
    const { answer } = await call("execute_query", { filepath: "names.py", query });
    expect(answer.matches?.map(({ capture_name, text }) => `${capture_name} ${text}`)).toEqual([
      "to alpha",
      "from 1",
      "to beta",
      "from 2",
      "to gamma",
      "from alpha",
      "to ALPHA",
      "from beta",
    ]);
  });

  test("keep the text as it is in the file", async () => {
    expect(await texts("lines.cpp", "(string_literal) @s")).toEqual(['"a\\n\\tb"']);
  });
});

describe("a query over files of several languages", () => {
  test("runs where it compiles and counts the others", async () => {
    const query = "(class_specifier name: (type_identifier) @c)";
    const answered = await call("execute_query", { filepath: "mixed", query });
    expect(Object.keys(answered.answer)).toEqual(["total_files", "skipped", "results"]);
    expect(answered.answer).toMatchObject({ total_files: 1, skipped: { no_match: 1, query_language: 2 } });
    expect(pathsOf(answered)).toEqual(["mixed/a.cpp"]);
    expect(answered.answer.results?.[0]?.matches).toEqual([{ capture_name: "c", text: "A", line: 1, column: 7 }]);
  });

  test("runs on all where it compiles for all", async () => {
    const { answer } = await call("execute_query", { filepath: "mixed", query: "(_) @node" });
    expect(answer.total_files).toBe(4);
    expect(Object.keys(answer)).toEqual(["total_files", "results"]);
  });

  test("fails where it compiles for none", async () => {
    const { answer, isError } = await call("execute_query", { filepath: "mixed", query: "(class_definitoin) @c" });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      success: false,
      error: "Failed to compile query",
      line: 1,
      column: 2,
      word: "class_definitoin",
      suggestion: "class_definition",
    });
  });

  test("fails on a file that is named, of a language for which it does not compile", async () => {
    const { answer, isError } = await call("execute_query", { filepath: "mixed/b.py", query: "(class_specifier) @c" });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: "Failed to compile query", language: "python" });
  });

  test("understands the older name of a node in both its forms", async () => {
    const virtual = "virtual.cpp";
    expect(await texts(virtual, "(virtual_function_specifier) @v")).toEqual(["virtual", "virtual"]);
    expect(await texts(virtual, "(function_definition (virtual_function_specifier) @v)")).toEqual(["virtual"]);
    expect(await texts(virtual, "[(virtual_function_specifier) (class_specifier)] @v")).toHaveLength(3);
  });
});
