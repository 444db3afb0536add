import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "known/test.cpp": "TEST(Suite, Name) {}\nclass ABSL_LOCKABLE Mutex {};\n",
  "neighbour/export.h": "#define WIDGETAPI __declspec(dllexport)\n#define BEGIN_NS namespace n {\n",
  "neighbour/widget.cpp": "BEGIN_NS\nint WIDGETAPI f() { return 0; }\n}\n",
  "alone/widget.cpp": "BEGIN_NS\nint WIDGETAPI f() { return 0; }\n}\n",
  "included/port.inc": "#define NONNULL_BY_PORT _Nonnull\n#define PORT_BEGIN namespace n {\n",
  "included/widget.cpp": "PORT_BEGIN\nint* NONNULL_BY_PORT f(char* NONNULL_BY_PORT a) { return 0; }\n}\n",
  "scan/include/config.h": "#define OPEN_SCOPE namespace n {\n#define my_api\n#define plain\n#define MACRO_OF_BOTH\n",
  "scan/src/a.cpp": "OPEN_SCOPE\nmy_api Foo a() { return {}; }\n}\n",
  "scan/src/plain.cpp": "void f() { plain * b; }\n",
  "scan/other/near.h": "#define OPEN_SCOPE namespace n { namespace m {\n",
  "scan/other/b.cpp": "OPEN_SCOPE\nint b() { return 1; }\n} }\n",
  "scan/own/c.cpp": "#define OPEN_SCOPE extern int c;\nOPEN_SCOPE\nint d() { return 1; }\n",
  "allocating/include/memory.h": "#define safenew new\n",
  "allocating/src/a.cpp": "void f() { g(safenew A(1), safenew char[2]); }\n",
  "allocating/src/b.cpp": "int f(int safenew) { return g(safenew) + safenew; }\n",
  "fixed/codegrove.json": JSON.stringify({ macros: { "open 1": ["ENTER"] } }),
  "fixed/enter.h": "#define ENTER extern int e;\n",
  "fixed/e.cpp": "#define ENTER 1\nENTER\nint e() { return 1; }\n}\n",
  "edited/export.h": "#define EDITED 1\n",
  "edited/widget.cpp": "BEGIN_NS\nint f() { return 0; }\n}\n",
  "project/codegrove.json": JSON.stringify({ macros: { "function $1.$2": ["CHECK_THAT"], attribute: ["own_api"] } }),
  "project/own.cpp": "CHECK_THAT(Parser, Reads) { }\nclass own_api Reader { };\n",
  "wrong/key.json": JSON.stringify({ macro: {} }),
  "wrong/role.json": JSON.stringify({ macros: { decoration: ["X"] } }),
  "wrong/text.json": "{",
});

const run = (cwd: string, ...args: readonly string[]) => runInProcess("", { args, cwd: `${folder}/${cwd}` });

const ask = async (cwd: string, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await run(cwd, ...args)).stdout);

describe("macros of C++", () => {
  const call = callsToServer({ cwd: folder });

  test("are learned anew in each call, since headers change", async () => {
    expect((await call("parse_file", { filepath: "edited/widget.cpp" })).answer).toMatchObject({ has_errors: true });
    writeFiles(folder, { "edited/export.h": "#define BEGIN_NS namespace n {\n" });
    expect((await call("parse_file", { filepath: "edited/widget.cpp" })).answer).toMatchObject({ has_errors: false });
  });

  test("of well-known libraries are known to one file alone", async () => {
    expect(await ask("known", "find_functions", "test.cpp")).toEqual({
      functions: [{ name: "Suite.Name", line: 1, column: 13 }],
      success: true,
    });
    expect(await ask("known", "find_classes", "test.cpp")).toEqual({
      classes: [{ name: "Mutex", line: 2, column: 21 }],
      success: true,
    });
  });

  test("are learned from the headers in the file's folder", async () => {
    expect(await ask("neighbour", "parse_file", "widget.cpp")).toMatchObject({ function_count: 1, has_errors: false });
    expect(await ask("alone", "parse_file", "widget.cpp")).toMatchObject({ has_errors: true });
  });

  test("are learned from every file of the scan, and those next to a file come first", async () => {
    const { results } = Object(await ask("scan", "parse_file", "."));
    expect(results.map(({ filepath, has_errors }: Record<string, unknown>) => [filepath, has_errors])).toEqual([
      ["./include/config.h", false],
      ["./other/b.cpp", false],
      ["./other/near.h", false],
      ["./own/c.cpp", false],
      ["./src/a.cpp", false],
      ["./src/plain.cpp", false],
    ]);
    expect(await ask("scan/src", "parse_file", "a.cpp")).toMatchObject({ has_errors: true });
  });

  test("are learned from what headers include, which is not scanned", async () => {
    expect(await ask("included", "parse_file", "widget.cpp")).toMatchObject({ function_count: 1, has_errors: false });
    expect(await ask("included", "find_functions", ".")).toMatchObject({ total_files: 1 });
  });

  test("whose names could be anything hold only next to their header", async () => {
    const { results } = Object(await ask("scan", "execute_query", ".", "--query", "(pointer_declarator) @pointer"));
    expect(results.at(-1)).toMatchObject({ filepath: "./src/plain.cpp", matches: [{ text: "* b" }] });
  });

  test("of any name hold everywhere when they stand for new", async () => {
    const { results } = Object(await ask("allocating", "execute_query", ".", "--query", "(new_expression) @new"));
    expect(results).toMatchObject([
      { filepath: "./src/a.cpp", matches: [{ text: "safenew A(1)" }, { text: "safenew char[2]" }] },
    ]);
  });

  test("of a project hold against what the files define", async () => {
    expect(await ask("fixed", "parse_file", "e.cpp")).toMatchObject({ has_errors: false });
  });

  test("of a project are read from codegrove.json in the working folder", async () => {
    expect(await ask("project", "find_functions", "own.cpp")).toMatchObject({
      functions: [{ name: "Parser.Reads", line: 1, column: 20 }],
    });
    expect(await ask("project", "find_classes", "own.cpp")).toMatchObject({
      classes: [{ name: "Reader", line: 2, column: 15 }],
    });
  });

  test("of a project are read from the file that --config names", async () => {
    const args = ["find_functions", "../project/own.cpp", "--config", "../project/codegrove.json"];
    expect(await ask("known", ...args)).toMatchObject({ functions: [{ name: "Parser.Reads" }] });
  });

  test("are left as they stand with --no-macro-masking", async () => {
    expect(await ask("known", "find_functions", "test.cpp", "--no-macro-masking")).toMatchObject({
      functions: [{ name: "TEST", line: 1, column: 1 }],
    });
  });

  test("that were masked are told in the log, in captures they stand as they are", async () => {
    const query = "(class_specifier) @class";
    const { stdout, stderr } = await run(
      "known",
      "execute_query",
      "test.cpp",
      "--query",
      query,
      "--log-level",
      "debug",
    );
    expect(JSON.parse(stdout)).toMatchObject({ matches: [{ text: "class ABSL_LOCKABLE Mutex {}" }] });
    const records: unknown[] = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toContainEqual(
      expect.objectContaining({
        level: "debug",
        message: "masked before parsing",
        file: "test.cpp",
        rules: expect.objectContaining({ "macro-in-class-head": ["ABSL_LOCKABLE"] }),
      }),
    );
  });
});

describe("a configuration that cannot be used", () => {
  test.each([
    ["key.json", "unknown key 'macro', did you mean 'macros'?"],
    ["role.json", "unknown macro role 'decoration'"],
    ["text.json", "JSON"],
    ["none.json", "ENOENT"],
  ])("%s is refused with the file and the reason", async (file, reason) => {
    const { stdout, stderr, exitCode } = await run("wrong", "parse_file", "x.cpp", "--config", file);
    expect(stderr).toContain(file);
    expect(stderr).toContain(reason);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  });
});

test("a member that a macro writes has its own name where the macro writes it", async () => {
  const code = "#define DECLARE_PTR(T) typedef T* Ptr\nstruct A { DECLARE_PTR(A); };\nA::Ptr a;\n";
  const cwd = temporaryFolder({ "a.cpp": code });
  const { stdout } = await runInProcess("", {
    cwd,
    args: ["find_definition", "a.cpp", "--line", "3", "--column", "4"],
  });
  expect(JSON.parse(stdout)).toMatchObject({ symbol: "A::Ptr", via: [{ filepath: "a.cpp", name: "Ptr", line: 1 }] });
});
