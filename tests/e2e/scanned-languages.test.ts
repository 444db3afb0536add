import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "mixed/a.py": "def first(): pass\n",
  "mixed/b.go": "package b\n\nfunc second() { third() }\n",
  "mixed/c.go": "package b\n\nfunc third() {}\n",
  "mixed/d.rs": "fn third() {}\n",
  "mixed/.gitignore": "left.rs\n",
  "mixed/left.rs": "fn left() {}\n",
  "go/one.go": "package one\n\ntype T struct{}\n\nfunc (t *T) Run() {}\n",
  "go/.gitignore": "left.go\n",
  "go/left.go": "package one\n",
  "headers/a.hh": "class Base { public: void run(); };\n",
  "headers/b.cpp": '#include "a.hh"\nclass Derived : public Base {};\nvoid f() { Base().run(); }\n',
  "headers/c.tcc": "template <class T> T fourth(T t) { return t; }\n",
  "spelled/a.C": "class Shape {};\n",
  "spelled/a.H": "class Base {};\n",
  "spelled/b.pyi": "class Shape: ...\n",
  "spelled/c.c": "int c;\n",
  "c/list.h": "int length(int n);\n",
  "c/list.c": '#include "list.h"\nint length(int n) { return n; }\n',
  "broken/fine.py": "x = 1\n",
  "broken/bad.go": "package b\n\nfunc broken( {\n",
});

const call = callsToServer({ args: ["--log-level", "error"], cwd: folder });
const ask = async (tool: string, input: object): Promise<unknown> => (await call(tool, input)).answer;
const filesOf = async (tool: string, input: object) =>
  Object(await ask(tool, input)).results.map(({ filepath }: { filepath: string }) => filepath);
const run = (...args: readonly string[]) => runInProcess("", { args, cwd: folder });

describe("the tools of the reference search folders by its default patterns, and count what these leave out", () => {
  test("by language, without what ignore rules exclude", async () => {
    expect(await ask("find_functions", { filepath: "mixed" })).toEqual({
      total_files: 1,
      not_searched: { go: 2, rust: 1 },
      results: [{ filepath: "mixed/a.py", functions: [{ name: "first", line: 1, column: 5 }], success: true }],
    });
  });

  test("but for other extensions of the same languages", async () => {
    expect(await filesOf("parse_file", { filepath: "headers" })).toEqual([
      "headers/a.hh",
      "headers/b.cpp",
      "headers/c.tcc",
    ]);
    expect(await ask("parse_file", { filepath: "headers" })).not.toHaveProperty("not_searched");
    expect(await filesOf("find_classes", { filepath: "spelled" })).toEqual([
      "spelled/a.C",
      "spelled/a.H",
      "spelled/b.pyi",
    ]);
  });

  test("or search for the one that the call names, also against them", async () => {
    const goOf = (more: object) => filesOf("find_functions", { language: "go", ...more });
    expect(await goOf({ filepath: "mixed" })).toEqual(["mixed/b.go", "mixed/c.go"]);
    expect(await goOf({ filepath: "mixed/*" })).toEqual(["mixed/b.go", "mixed/c.go"]);
    expect(await goOf({ filepath: ["mixed"], file_patterns: ["!c.*"] })).toEqual(["mixed/b.go"]);
    expect(await ask("find_functions", { filepath: "mixed", language: "go" })).not.toHaveProperty("not_searched");
    expect(await ask("find_functions", { filepath: "c", language: "golang" })).toMatchObject({
      warnings: ["No file in c is of a known language: Go."],
    });
    const missing = { filepath: ["mixed", "c/*.c"], file_patterns: ["*.py"], language: "go" };
    expect(await ask("find_functions", missing)).toMatchObject({
      warnings: [
        "No file in mixed matches *.py and is of a known language: Go. " +
          "No file matches c/*.c and *.py and is of a known language: Go.",
      ],
    });
    expect(await ask("find_functions", { filepath: "mixed/a.py", language: "go" })).toMatchObject({
      error: "Failed to open file: mixed/a.py",
      details: "Its language is python, not go.",
    });
    expect(await ask("find_functions", { filepath: "mixed/a.py", language: "python" })).toMatchObject({
      functions: [{ name: "first" }],
    });
  });

  test("not where nothing is left out, and not for what is named or a glob", async () => {
    expect(await ask("find_functions", { filepath: "mixed/b.go" })).toMatchObject({ functions: [{ name: "second" }] });
    expect(await ask("find_functions", { filepath: "mixed/*.go" })).toEqual({
      total_files: 2,
      skipped: { ignored_files: 1 },
      results: [
        expect.objectContaining({ filepath: "mixed/b.go" }),
        expect.objectContaining({ filepath: "mixed/c.go" }),
      ],
    });
  });

  test("in each format", async () => {
    expect((await run("find_functions", "mixed", "--format", "brief")).stdout).toContain("not_searched: go=2 rust=1");
    expect((await run("find_functions", "mixed", "--format", "text")).stderr).toContain("not searched: go=2 rust=1");
  });

  test("or search for languages that are set, which are checked", async () => {
    const brief = (...args: readonly string[]) => run("find_functions", "mixed", "--format", "brief", ...args);
    expect((await brief("--scan-languages", "go,rust")).stdout).toMatch(/a\.py.*b\.go.*c\.go.*d\.rs/s);
    expect((await brief("--scan-languages", "go")).stdout).toContain("not_searched: rust=1");
    const { stderr, exitCode } = await brief("--scan-languages", "rast");
    expect(stderr).toMatch(
      /--scan-languages: 'rast' is not a language; the languages are c, cpp, .*Did you mean 'rust'\?/,
    );
    expect(exitCode).toBe(2);
  });

  test("or all languages where a folder has no file of the patterns", async () => {
    expect(await ask("find_functions", { filepath: "go" })).toEqual({
      total_files: 1,
      skipped: { ignored_files: 1 },
      results: [{ filepath: "go/one.go", functions: [{ name: "Run", line: 5, column: 13 }], success: true }],
    });
  });
});

describe("all other tools search folders for all known languages", () => {
  test("of a mixed folder", async () => {
    expect(await filesOf("list_symbols", { filepath: "mixed" })).toEqual([
      "mixed/a.py",
      "mixed/b.go",
      "mixed/c.go",
      "mixed/d.rs",
    ]);
    expect(await ask("find_definition", { symbol: "third", filepath: "mixed" })).toMatchObject({
      results: [{ filepath: "mixed/c.go" }, { filepath: "mixed/d.rs" }],
      searched_files: 4,
    });
    expect(await ask("find_definition", { symbol: "T.Run", filepath: "go" })).toMatchObject({
      results: [{ filepath: "go/one.go", definitions: [{ kind: "method", container: "T" }] }],
    });
  });

  test("with each extension of a language", async () => {
    expect(await ask("find_definition", { symbol: "fourth", filepath: "headers" })).toMatchObject({
      results: [{ filepath: "headers/c.tcc" }],
      searched_files: 3,
    });
    expect(await ask("get_class_hierarchy", { symbol: "Base", filepath: "headers" })).toMatchObject({
      total_classes: 2,
    });
  });

  test("C next to headers", async () => {
    expect(await ask("find_definition", { symbol: "length", filepath: "c" })).toMatchObject({
      results: [{ filepath: "c/list.c", definitions: [{ line: 2 }] }, { filepath: "c/list.h" }],
    });
  });

  test("so that a check of a folder fails for a broken file of any language", async () => {
    const { exitCode, stdout } = await run("check_file", "broken");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).results).toMatchObject([{ filepath: "broken/bad.go", diagnostics: [{ line: 3 }] }]);
  });

  test("and count what patterns of the call leave out, when nothing is found, too", async () => {
    const narrowed = { filepath: "mixed", file_patterns: ["*.py"] };
    const not_searched = { go: 2, rust: 1 };
    expect(await ask("list_symbols", narrowed)).toMatchObject({ total_files: 1, not_searched });
    expect(await ask("execute_query", { ...narrowed, query: "(identifier) @x", within: "third" })).toMatchObject({
      error: "Not found in what was read: third",
      not_searched,
    });
    expect(await ask("find_references", { ...narrowed, symbol: "first" })).toMatchObject({ not_searched });
    // From what the call before has found.
    expect(await ask("find_references", { ...narrowed, symbol: "first" })).toMatchObject({ not_searched });
    expect(await ask("find_references", { ...narrowed, symbol: "third" })).toMatchObject({
      error: "Not found in what was read: third",
      not_searched,
    });
    const text = (symbol: string) =>
      run("find_references", "--symbol", symbol, "mixed", "--file-patterns", "*.py", "--format", "text");
    expect((await text("first")).stdout).toContain("not searched: go=2 rust=1\n");
    expect((await text("third")).stdout).toContain("not searched: go=2 rust=1\n");
  });
});
