import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

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

type Checked = {
  readonly diagnostics: readonly { readonly text: string }[];
  readonly diagnostic_count: number;
  readonly warnings?: readonly string[];
};

async function check(args: object): Promise<Checked> {
  const { text, isError } = await call("check_file", args);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

describe("lint", () => {
  test("ends a command with 1 for errors alone", async () => {
    const exit = async (...args: readonly string[]) =>
      (await runInProcess("", { args: ["check", ...args, "--checks", "lint"], cwd: folder })).exitCode;
    expect(await exit("lint/other.py")).toBe(1);
    expect(await exit("lint/style.py")).toBe(0);
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
