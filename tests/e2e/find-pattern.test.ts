/** The tool find_pattern over MCP and on the command line. Input: code in three languages; output: places, and diffs. */
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  "src/shape.cpp": `#define GEO_API
namespace geo {
GEO_API void copy(char* a, const char* b) {
  memcpy(a, b, sizeof(a));
}
void move(char* a) { memcpy(a, a, 1); }
}
`,
  "src/other.cpp": "int memcpy_count;\n",
  "src/app.py": "class Form:\n    def store(self, n):\n        self.store(n)\n        store(1)\n",
  "src/crlf.py": "def f():\r\n    store(1)\r\n",
});
const call = callsToServer({ cwd, args: ["--format", "json"] });

test("finds places with what is around them, and counts them by the kind of node", async () => {
  const { answer } = await call("find_pattern", { pattern: "memcpy($A, $B, $$$REST)" });
  expect(answer).toMatchObject({
    results: [
      {
        filepath: "src/shape.cpp",
        parsed_as: "call_expression",
        match_count: 2,
        matches: [
          {
            line: 4,
            column: 3,
            text: "memcpy(a, b, sizeof(a))",
            in: "geo::copy",
            captures: { A: "a", B: "b", REST: "sizeof(a)" },
          },
          { line: 6, column: 22, in: "geo::move" },
        ],
      },
    ],
    counts: { call_expression: 2 },
  });
});

test("on the command line the pattern may be the first word, and is a path if its flag is given", async () => {
  const cwd = temporaryFolder({ "a/one.py": "f(1)\n" });
  const of = async (...words: readonly string[]) =>
    await runInProcess("", { cwd, args: ["find_pattern", ...words, "--format", "text"] });
  const byFlag = await of("a", "--pattern", "f($A)");
  expect(byFlag.stdout).toContain("a/one.py:1");
  expect((await of("f($A)", "a")).stdout).toBe(byFlag.stdout);
  expect((await of("f($A)")).stdout).toBe(byFlag.stdout);
  expect(await of()).toMatchObject({
    exitCode: 2,
    stderr: "codegrove: find_pattern needs a pattern: codegrove find_pattern PATTERN [PATH...]\n",
  });
});

test("names the calls that have a scope which the pattern lacks", async () => {
  const source = [
    "void f(char* a, const char* b) {",
    "  memcpy(a, b, sizeof(int));",
    "  std::memcpy(a, b, sizeof(int));",
    "  ::memcpy(a, b, sizeof(long));",
    "  std::memcpy(a, b, 4);",
    "  copier.memcpy(a, b, sizeof(int));",
    "  ours::memcpy;",
    "}",
  ].join("\n");
  const ask = async (pattern: string, input: object = {}) => {
    const { answer } = await call("find_pattern", { source, language: "cpp", pattern, ...input });
    return answer;
  };
  const scoped = {
    match_count: 1,
    warnings: ["Not matched, since the pattern has no scope: ::memcpy, std::memcpy in line 3, 4."],
  };
  expect(await ask("memcpy($A, $B, sizeof($T))")).toMatchObject(scoped);
  expect(await ask("memcpy($A, $B, sizeof($T))", { rewrite: "copy($A, $B)" })).toMatchObject(scoped);
  const condition = { where: { C: { kind: "sizeof_expression" } } };
  expect(await ask("memcpy($A, $B, $C)", condition)).toMatchObject(scoped);
  for (const pattern of ["std::memcpy($A, $B, 4)", "$F($A, $B, 4)", "copier.memcpy($$$)"]) {
    expect(await ask(pattern)).not.toHaveProperty("warnings");
  }
});

test("a metavariable in brackets may be a type, which the grammar puts elsewhere", async () => {
  const source = "int f(int x) { return g(sizeof(int)) + g(sizeof(x)) + g(sizeof x) + g(sizeof(char*)) + g((x)); }\n";
  const textsOf = async (language: string, pattern: string) => {
    const { answer } = await call("find_pattern", { source, language, pattern });
    return answer.matches?.map(({ text }) => text);
  };
  for (const language of ["c", "cpp"]) {
    const expected = ["g(sizeof(int))", "g(sizeof(x))", "g(sizeof(char*))"];
    expect(await textsOf(language, "g(sizeof($T))")).toEqual(expected);
    expect(await textsOf(language, "g(sizeof(x))")).toEqual(["g(sizeof(x))"]);
    expect(await textsOf(language, "g(($T))")).toEqual(["g((x))"]);
  }
});

test("takes conditions, and symbols that places are within", async () => {
  const pattern = "$F($$$A)";
  const textsOf = async (input: object) => {
    const { answer } = await call("find_pattern", { filepath: "src", pattern, file_patterns: ["app.py"], ...input });
    return answer.results?.flatMap(({ matches }) => matches?.map(({ text }) => text));
  };
  expect(await textsOf({})).toEqual(["self.store(n)", "store(1)"]);
  expect(await textsOf({ within: "Form.store", where: { F: { kind: "identifier" } } })).toEqual(["store(1)"]);
  expect(await textsOf({ where: '{"$F":{"regex":"^self"}}' })).toEqual(["self.store(n)"]);
  expect((await call("find_pattern", { pattern, within: "Form.stor" })).text).toContain("Symbol not found");
});

test("says which words occur if nothing matches, and where a pattern is no code", async () => {
  const nothing = await call("find_pattern", { filepath: "src", pattern: "memcpy($A, count)" });
  expect(nothing.text).toContain("Nothing matches in 4 files. Words of the pattern: memcpy in 2, count in 1.");
  const lowerCase = await call("find_pattern", { filepath: "src/shape.cpp", pattern: "memcpy($a, count)" });
  expect(lowerCase.text).toContain(
    "Nothing matches in 1 file. $a is read as it is written: metavariables are in upper case, $A. Words",
  );
  const wrong = await call("find_pattern", { filepath: "src/shape.cpp", pattern: "memcpy($A" });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("C++, line 1, column 10 of the pattern");
});

test.each(["inside", "not_inside"])(
  "%s takes a kind or code that may be around, and nothing else",
  async (argument) => {
    const args = { filepath: "src/shape.cpp", pattern: "memcpy($$$)" };
    const wrong = await call("find_pattern", { ...args, [argument]: "for_statment" });
    expect(wrong.isError).toBe(true);
    expect(wrong.answer).toMatchObject({
      error: `${argument}: C++ has no kind of node for_statment, and no code is in it`,
      did_you_mean: ["for_statement"],
    });
    for (const around of ["for_statement", "if ($C) $$$"]) {
      expect((await call("find_pattern", { ...args, [argument]: around })).isError).toBe(false);
    }
  },
);

test("a group of kinds is not a kind", async () => {
  const input = { language: "python", source: "f(a + b)\n", pattern: "f($A)" };
  const { answer } = await call("find_pattern", { ...input, where: { $A: { kind: "expression" } } });
  expect(answer.error).toBe("where: Python has no kind of node expression");
  const sum = await call("find_pattern", { ...input, where: { $A: { kind: "binary_operator" } } });
  expect(sum.answer).toMatchObject({ match_count: 1 });
});

test.each([
  ["cpp", "int i = 0;"],
  ["c", "int i = 0;"],
  ["java", "int i = 0;"],
  ["javascript", "let i = 0;"],
  ["typescript", "const i: number = 0;"],
])("a metavariable in the head of a loop may be a declaration: %s", async (language, declaration) => {
  const loop = `for (${declaration} i < 3; i++) { f(i); }`;
  const loops = `${loop} for (i = 0; i < 3; i++) { f(i); } for (;;) { f(i); } for (; i < 3; i++) { f(i); }`;
  const source = language === "java" ? `class A { void g() { ${loops} } }` : `void function g() { ${loops} }`;
  const input = { language, source: language.startsWith("c") ? source.replace("function ", "") : source };
  const { answer } = await call("find_pattern", { ...input, pattern: "for ($I; $C; $S) { $$$ }" });
  expect(answer.matches).toMatchObject([
    { captures: { I: declaration, C: "i < 3", S: "i++" } },
    { captures: { I: "i = 0", C: "i < 3", S: "i++" } },
  ]);
  const rewrite = { rewrite: "for ($I; $C; $S) { h(); }" };
  const { text } = await call("find_pattern", { ...input, pattern: "for ($I; $C; $S) { $$$B }", ...rewrite });
  expect(text).toContain("1 places stay");
});

test("a macro in front of code is a part of the pattern that has it, and of no other", async () => {
  const linesOf = async (pattern: string) => {
    const { answer } = await call("find_pattern", { filepath: "src/shape.cpp", pattern });
    return answer.matches?.map(({ line }) => line);
  };
  expect(await linesOf("void $F($$$) { $$$ }")).toEqual([3, 6]);
  expect(await linesOf("GEO_API void $F($$$) { $$$ }")).toEqual([3]);
});

test("rewrites as a diff that git applies, with the line ends of the file", async () => {
  const args = ["find_pattern", "src", "--pattern", "store($A)", "--rewrite", "put($A, 0)", "--format", "text"];
  const { stdout } = await runInProcess("", { args, cwd });
  expect(stdout).toContain("--- a/src/crlf.py\n+++ b/src/crlf.py\n@@ -1,2 +1,2 @@\n");
  expect(stdout).toContain("-    store(1)\r\n+    put(1, 0)\r\n");
  expect(stdout).toContain(
    "--- a/src/app.py\n+++ b/src/app.py\n@@ -3,2 +3,2 @@\n         self.store(n)\n-        store(1)\n",
  );
  const { text } = await call("find_pattern", { pattern: "store($A)", rewrite: "put($B)" });
  expect(text).toContain("the pattern does not capture $B");
});

test("reads unsaved text, and goes on with a cursor within a file", async () => {
  const source = Array.from({ length: 300 }, (_, i) => `f(${i})\n`).join("");
  const input = { source, language: "python", pattern: "f($A)", max_chars: 4_000 };
  const { answer } = await call("find_pattern", input);
  expect(answer).toMatchObject({ match_count: 300, truncated: true });
  expect(answer.matches?.length).toBeLessThan(300);
});

describe("a rewrite loses no code that the pattern lacks", () => {
  const rewritten = async (language: string, source: string, pattern: string, rewrite: string) => {
    const { answer } = await call("find_pattern", { source, language, pattern, rewrite });
    const { hunks = [], warnings = [] } = Object(answer);
    const lines = hunks.flatMap(({ diff }: { readonly diff: string }) => diff.split("\n"));
    return { added: lines.filter((line: string) => line.startsWith("+")), warnings };
  };

  test.each([
    ["python", "x = a < b < c\n", "$A < $B", "$B > $A"],
    ["python", "def f():\n    yield from p\n", "yield $A", "yield g($A)"],
    ["cpp", "void f() { delete[] p; }\n", "delete $A;", "release($A);"],
    ["python", "import os, sys\n", "import $A", "import lib.$A"],
    ["python", 'assert x, "m"\n', "assert $A", "check($A)"],
    ["cpp", "void f() { if constexpr (x) g(); }\n", "if ($A) $B", "if ($A && ok) $B"],
  ])("%s: %j by %j", async (language, source, pattern, rewrite) => {
    const { added, warnings } = await rewritten(language, source, pattern, rewrite);
    expect(added).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^1 places stay: they have words or signs that the pattern lacks/),
    ]);
  });

  test.each([
    ["python", "x = a < b\n", "$A < $B", "$B > $A", "+x = b > a"],
    [
      "cpp",
      "void f() { if (x) g(); else h(); }\n",
      "if ($A) $B",
      "if (!$A) $B",
      "+void f() { if (!x) g(); else h(); }",
    ],
    ["cpp", "void logf(const char* f, ...);\n", "void $F($$$P);", "int $F($$$P);", "+int logf(const char* f, ...);"],
    ["python", "f(1, 2)\n", "f($$$A)", "g($$$A)", "+g(1, 2)"],
  ])("%s: %j by %j is rewritten", async (language, source, pattern, rewrite, line) => {
    expect(await rewritten(language, source, pattern, rewrite)).toEqual({ added: [line], warnings: [] });
  });

  test("of a match with a comment outside of metavariables", async () => {
    const source = "void f() { g(1 /* one */, 2); g(1, 2); }\n";
    const { added, warnings } = await rewritten("cpp", source, "g($A, $B)", "g($B, $A)");
    expect(added).toEqual(["+void f() { g(1 /* one */, 2); g(2, 1); }"]);
    expect(warnings).toEqual([expect.stringMatching(/^1 places stay: they have comments outside of metavariables/)]);
  });

  test("and says where code would not parse", async () => {
    const { added, warnings } = await rewritten("python", "a = 1\nx = f(1)\n", "f($A)", "");
    expect(added).toEqual(["+x = "]);
    expect(warnings).toEqual([expect.stringContaining("further errors of syntax, the last one in line 2")]);
  });

  test("matches in one another that multiply are refused", async () => {
    const source = `y = ${"f(".repeat(40)}x${")".repeat(40)}\n`;
    const { text } = await call("find_pattern", { source, language: "python", pattern: "f($A)", rewrite: "g($A, $A)" });
    expect(text).toContain("The rewrite makes too much text");
  });
});
