import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, type ToolAnswer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "good.cpp": "int x = 1;\n",
  "bad.cpp": "int x = 1\nint y;\n",
  "lint/style.py": "def f(x=[], y={}):  # noqa: B006\n    pass\n\n\ndef g(x=[]):\n    return x == None\n",
  "lint/other.py": "def h(x=[]):\n    assert (x, 'm')\n",
  "lint/virtual.h":
    "struct A : B {\n  virtual void f() override;\n  virtual void g() override;  // NOLINT\n};\nusing namespace std;\n",
  "macro.cpp": "#define API\nclass API A { int x = ; };\n",
});
const call = callsToServer({ cwd: folder });

interface Row {
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly message: string;
  readonly text: string;
}

interface Checked {
  readonly diagnostics: readonly Row[];
  readonly diagnostic_count: number;
  readonly warnings?: readonly string[];
}

async function check(args: object): Promise<Checked> {
  const { text, isError } = await call("check_file", args);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

test("a file without errors has no diagnostics", async () => {
  const { text } = await call("check_file", { filepath: "good.cpp" });
  expect(text).toBe('{"diagnostics":[],"diagnostic_count":0,"success":true}');
});

test("a missing token is told with its range and the line", async () => {
  const { text } = await call("check_file", { filepath: "bad.cpp" });
  expect(text).toBe(
    '{"diagnostics":[{"line":1,"column":10,"end_line":1,"end_column":10,"severity":"error","code":"missing_token",' +
      '"message":"Expected \\";\\" here","text":"int x = 1"}],"diagnostic_count":1,"success":true}',
  );
});

test.each(["print >> f\n", "print\n", 'print("a")\n', "print -1\n", 'exec("a")\n', "print = exec\n"])(
  "%j is Python 3",
  async (source) => {
    expect(await check({ source, language: "python" })).toMatchObject({ diagnostic_count: 0 });
  },
);

describe("a message", () => {
  test.each([
    ["cpp", "enum E { A B };", '1:12 Unexpected "B": expected ",", "=" or "}"'],
    ["cpp", "int x = 1 2;", '1:11 Unexpected "2"'],
    ["cpp", "}\nint x;", '1:1 Unexpected "}"'],
    ["cpp", "int a[3;", '1:8 Expected "]" here'],
    ["cpp", "void f() {\n  g(1;\n}", '2:6 Expected ")" here'],
    [
      "cpp",
      "class A {\n  void f() {",
      '2:12 This does not parse: "class A { void f() {"; not closed: "{" of line 1, "{" of line 2',
    ],
    ["python", "def f()\n  return 1\n", '2:3 Unexpected "return": expected "->" or ":"'],
    ["python", "class A\n  pass\n", '2:3 Unexpected "pass": expected "(", ":" or "["'],
    ["python", "class:\n  x = 1\n", '1:6 Unexpected ":": expected identifier'],
    ["python", "import\n", "1:1 Unexpected end of file: expected identifier"],
    ["python", "x = [1, 2\n", '1:5 This does not parse: "x = [1, 2"; not closed: "[" of line 1'],
    ["python", 'print("a"\n', '1:6 Unexpected end of file; not closed: "(" of line 1'],
    ["python", "y = 1\nimport os x = 1\n", "2:11 Expected newline here"],
    ["python", "def f(:\n  pass\n", '1:7 Expected ")" here'],
    ["python", 'x = 1\nprint "a"\n', '2:1 Python 3 has no print statement: expected "(" behind print'],
    ["python", 'exec "a"\n', '1:1 Python 3 has no exec statement: expected "(" behind exec'],
  ])("in %s: %j", async (language, source, message) => {
    const { diagnostics } = await check({ source, language });
    expect(diagnostics.map((row) => `${row.line}:${row.column} ${row.message}`)).toEqual([message]);
  });

  test("is about the file's own text, where the tree is of a masked one", async () => {
    const { diagnostics } = await check({ filepath: "macro.cpp" });
    expect(diagnostics).toMatchObject([{ line: 2, code: "syntax_error", text: "class API A { int x = ; };" }]);
  });
});

describe("lint", () => {
  const codesOf = (rows: Checked) => rows.diagnostics.map(({ line, code }) => `${line} ${code}`);

  test("is asked for by its word, an id, or what other tools call it; comments suppress it", async () => {
    const style = { filepath: "lint/style.py" };
    expect(await check(style)).toMatchObject({ diagnostic_count: 0 });
    const all = await check({ ...style, checks: ["lint"] });
    expect(codesOf(all)).toEqual(["5 mutable-default", "6 compare-none"]);
    expect(all.diagnostics[0]).toEqual({
      ...{
        line: 5,
        column: 9,
        end_line: 5,
        end_column: 11,
        severity: "warning",
        code: "mutable-default",
        source: "lint",
      },
      ...{ message: "Default [] is made once, and all calls share it", text: "def g(x=[]):" },
    });
    expect(all).toMatchObject({ diagnostic_count: 2, error_count: 0 });
    expect(codesOf(await check({ ...style, checks: "E711" }))).toEqual(["6 compare-none"]);
    expect(codesOf(await check({ ...style, checks: ["compare-*", "!compare-bool"] }))).toEqual(["6 compare-none"]);
    expect(codesOf(await check({ filepath: "lint/virtual.h", checks: ["lint"] }))).toEqual([
      "2 virtual-with-override",
      "5 using-namespace-in-header",
    ]);
  });

  test("counts by code over all files, lists what is severe enough, and exits with 1 for errors alone", async () => {
    const { answer } = await call("check_file", { filepath: "lint", checks: ["lint"], max_results: 1 });
    expect(answer).toMatchObject({
      ...{ total_files: 3, truncated: true },
      counts: {
        ...{ "assert-tuple": 1, "compare-none": 1, "mutable-default": 2 },
        ...{ "using-namespace-in-header": 1, "virtual-with-override": 1 },
      },
    });
    const { answer: severe } = await call("check_file", { filepath: "lint", checks: ["lint"], severity: "error" });
    expect(severe).toMatchObject({ counts: { "assert-tuple": 1 }, total_files: 1 });
    const exit = async (...args: readonly string[]) =>
      (await runInProcess("", { args: ["check", ...args, "--checks", "lint"], cwd: folder })).exitCode;
    expect(await exit("lint/other.py")).toBe(1);
    expect(await exit("lint/style.py")).toBe(0);
  });

  test("a check that no language has is an error, one of another language leaves files out", async () => {
    const { text, isError } = await call("check_file", { filepath: "lint", checks: ["mutable-defaults"] });
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      ...{ error: "Unknown check: mutable-defaults", did_you_mean: ["mutable-default"] },
    });
    const { answer } = await call("check_file", { filepath: "lint", checks: ["mutable-default"] });
    expect(answer).toMatchObject({ total_files: 2, skipped: { query_language: 1 } });
    expect((await call("check_file", { filepath: "lint/virtual.h", checks: ["mutable-default"] })).text).toContain(
      "No check of C++ is mutable-default",
    );
  });

  describe("of a project", () => {
    const rules = temporaryFolder({
      "own/python/no-print.scm":
        '; severity: error\n; message: {name} is for people\n\n((call function: (identifier) @name @report) (#eq? @name "print"))\n',
      "broken/python/no-print.scm": "; message: x is y\n\n(no_such_node) @report\n",
      "open/python/no-print.scm": "; message: x is y\n\n((comment) @report . (class_definition))\n",
      "nothing/python/no-print.scm": "; message: x is y\n\n(comment) @other\n",
      "headless/python/no-print.scm": "(comment) @report\n",
      "named/python/No_Print.scm": "; message: x is y\n\n(comment) @report\n",
    });
    const run = (name: string, ...args: readonly string[]) => {
      const flags = ["--lint-rules", join(rules, name), "--format", "text"];
      return runInProcess("", { args: ["check_file", "lint", "--checks", "no-print", ...flags, ...args], cwd: source });
    };
    const source = temporaryFolder({ "lint/a.py": "print(1)  # x\nx.print(2)\n" });

    test("are taken from a folder that a flag or a named configuration gives", async () => {
      const told = "lint/a.py:1:1: error: print is for people [no-print]\n";
      expect(await run("own")).toMatchObject({ stdout: told, exitCode: 1 });
      const configured = temporaryFolder({ "c.json": JSON.stringify({ lint_rules: [join(rules, "own")] }) });
      const args = [
        "check_file",
        "lint",
        "--checks",
        "no-print",
        "--format",
        "text",
        "--config",
        join(configured, "c.json"),
      ];
      expect((await runInProcess("", { args, cwd: source })).stdout).toBe(told);
    });

    test("are read anew when they change", async () => {
      const changing = temporaryFolder({ "python/no-print.scm": "; message: one way\n\n(comment) @report\n" });
      const cacheDir = temporaryFolder();
      const args = ["check_file", "lint", "--checks", "no-print", "--format", "text", "--cache-dir", cacheDir];
      const text = async () => (await runServer("", { args: [...args, "--lint-rules", changing], cwd: source })).stdout;
      expect(await text()).toContain("warning: one way");
      writeFileSync(join(changing, "python/no-print.scm"), "; message: other way\n\n(comment) @report\n");
      expect(await text()).toContain("warning: other way");
    });

    test.each([
      ["broken", "python has no node named 'no_such_node'"],
      ["open", "A lint rule takes no supertypes"],
      ["nothing", "A pattern has no @report"],
      ["headless", "message"],
      ["named", "words of small letters"],
    ])("that is wrong (%s) is an error that names its file and what is wrong", async (name, reason) => {
      const { stdout, exitCode } = await run(name);
      expect(stdout).toMatch(/Cannot use .*[Nn]o.[Pp]rint\.scm: /);
      expect(stdout).toContain(reason);
      expect(exitCode).toBe(1);
    });
  });
});

test("a batch checks every file, and names those with errors and those that the call names", async () => {
  const countsIn = ({ answer }: ToolAnswer): number[] =>
    JSON.parse(JSON.stringify(answer.results)).map((row: Checked) => row.diagnostic_count);
  const all = await call("check_file", { filepath: "." });
  expect(countsIn(all)).toEqual([1, 1]);
  expect(all.answer).toMatchObject({ total_files: 2, skipped: { no_match: 4 } });
  const named = await call("check_file", { filepath: ["good.cpp", "."] });
  expect(countsIn(named)).toEqual([0, 1, 1]);
});

describe("as a command", () => {
  const run = async (...args: readonly string[]) => {
    const { stdout, exitCode } = await runInProcess("", { args: ["check_file", ...args], cwd: folder });
    return { stdout, exitCode };
  };
  const told = 'bad.cpp:1:10: error: Expected ";" here [missing_token]\n';

  test("text has a line for each diagnostic, as compilers write them, and exit status 1", async () => {
    expect(await run("bad.cpp", "--format", "text")).toEqual({ stdout: told, exitCode: 1 });
    const { stdout, exitCode } = await run(".", "--format", "text");
    expect(stdout).toMatch(
      /^\.\/bad\.cpp:1:10: error: .* \[missing_token\]\n\.\/macro\.cpp:2:\d+: error: .* \[\w+\]\n$/,
    );
    expect(exitCode).toBe(1);
  });

  test("text has nothing for a file without errors, and exit status 0", async () => {
    expect(await run("good.cpp", "--format", "text")).toEqual({ stdout: "", exitCode: 0 });
  });

  test.each([[["bad.cpp"]], [["."]], [["bad.cpp", "--format", "jsonl"]]])("%j exits with 1", async (args) => {
    const { stdout, exitCode } = await run(...args);
    expect(stdout).toContain('"diagnostic_count":1,"success":true');
    expect(exitCode).toBe(1);
  });

  test("--exit-zero counts diagnostics as done, but no file that cannot be read", async () => {
    expect(await run("bad.cpp", "--format", "text", "--exit-zero")).toEqual({ stdout: told, exitCode: 0 });
    expect((await run("good.cpp", "gone.cpp", "--exit-zero")).exitCode).toBe(1);
  });

  test("--exit-zero is a flag of check_file alone", async () => {
    const { stderr, exitCode } = await runInProcess("", { args: ["find_classes", ".", "--exit-zero"], cwd: folder });
    expect(stderr).toContain("Unknown flag --exit-zero");
    expect(exitCode).toBe(2);
  });
});

test("many errors are counted, the first ones described", async () => {
  const source = "enum E { A B };\n".repeat(250);
  const { diagnostics, diagnostic_count, warnings } = await check({ source, language: "cpp" });
  expect({ described: diagnostics.length, diagnostic_count, warnings }).toEqual({
    described: 100,
    diagnostic_count: 250,
    warnings: ["The first 100 of 250 diagnostics are listed."],
  });
});

test("a long line is cut around the error", async () => {
  const source = `x = ${"1 + ".repeat(500)}; enum E { A B };`;
  const { diagnostics } = await check({ source: `int ${source}`, language: "cpp" });
  for (const { text } of diagnostics) expect(text.length).toBeLessThan(210);
  expect(diagnostics.at(-1)?.text).toMatch(/^….*A B \};$/);
});

test("line breaks of any kind give the same lines", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const source = ["int a;", "enum E { A B };", ""].join(end);
    const { diagnostics } = await check({ source, language: "cpp" });
    expect(diagnostics).toMatchObject([{ line: 2, column: 12, text: "enum E { A B };" }]);
  }
});

test.each([
  ["nested without end", `int x = ${"(".repeat(2_000)}`],
  ["nested deeply", `int x = ${"(".repeat(100_000)}1${")".repeat(100_000)}`],
  [
    "random",
    Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(32 + ((i * 7_919 + (i >> 3) * 104_729) % 95))).join(
      "",
    ),
  ],
])("text that is %s is answered", async (_what, source) => {
  const { text } = await call("check_file", { source, language: "cpp" });
  expect(JSON.parse(text)).toMatchObject({ success: true });
});

test("names in Python are checked, where no comment suppresses it", async () => {
  const source = "import os  # noqa: F401\nimport sys\ndef f(): pass\ndef f(): return x\n";
  const { diagnostics } = await check({ source, language: "python" });
  expect(diagnostics.map((row) => `${row.line}:${row.column} ${row.message}`)).toEqual([
    "2:1 'sys' imported but unused",
    "4:1 redefinition of unused 'f' from line 3",
    "4:17 undefined name 'x'",
  ]);
});
