import { describe, expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "mixed/a.py": "def first(): pass\n",
  "mixed/b.go": "package b\n\nfunc second() { third() }\n",
  "mixed/c.go": "package b\n\nfunc third() {}\n",
  "mixed/d.rs": "fn third() {}\n",
  "go/one.go": "package one\n\ntype T struct{}\n\nfunc (t *T) Run() {}\n",
  "go/.gitignore": "left.go\n",
  "go/left.go": "package one\n",
  "web/app.ts": 'import { load } from "./load.js";\nload();\n',
  "web/load.js": "export function load() {}\n",
  "web/setup.py": "x = 1\n",
});

const call = callsToServer({ args: ["--log-level", "error"], cwd: folder }, sessionInProcess);
const ask = async (tool: string, input: object): Promise<unknown> => (await call(tool, input)).answer;
const filesOf = async (tool: string, input: object) =>
  Object(await ask(tool, input)).results.map(({ filepath }: { filepath: string }) => filepath);

describe("a folder with C++ or Python is searched for these alone", () => {
  test("by default", async () => {
    expect(await ask("find_functions", { filepath: "mixed" })).toMatchObject({ total_files: 1 });
    expect(await filesOf("find_functions", { filepath: "mixed" })).toEqual(["mixed/a.py"]);
    expect(await ask("find_definition", { symbol: "third", filepath: "mixed" })).toMatchObject({
      error: "Symbol not found: third",
    });
  });

  test("but for what is named or asked for by a pattern", async () => {
    expect(await ask("find_functions", { filepath: "mixed/b.go" })).toMatchObject({ functions: [{ name: "second" }] });
    expect(await filesOf("find_functions", { filepath: "mixed/*.go" })).toEqual(["mixed/b.go", "mixed/c.go"]);
    expect(await filesOf("find_functions", { filepath: "mixed", file_patterns: ["*.rs"] })).toEqual(["mixed/d.rs"]);
  });

  test("but for the language of the file that a call is about", async () => {
    expect(await ask("find_definition", { filepath: "mixed/b.go", line: 3, column: 17 })).toMatchObject({
      symbol: "third",
      results: [{ filepath: "mixed/c.go" }],
    });
  });

  test("but for languages that are set, which are checked", async () => {
    const run = (...args: readonly string[]) =>
      runInProcess("", { args: ["find_functions", "mixed", "--format", "brief", ...args], cwd: folder });
    expect((await run("--scan-languages", "go,rust")).stdout).toMatch(/a\.py.*b\.go.*c\.go.*d\.rs/s);
    expect((await run("--scan-languages", "go")).stdout).not.toContain("d.rs");
    const { stderr, exitCode } = await run("--scan-languages", "rast");
    expect(stderr).toMatch(/--scan-languages: 'rast' is no language; known are c, cpp, .*Did you mean 'rust'\?/);
    expect(exitCode).toBe(2);
  });
});

describe("a folder without C++ and Python is searched for the other languages", () => {
  test("by each tool, with what is left out", async () => {
    expect(await ask("find_functions", { filepath: "go" })).toMatchObject({
      total_files: 1,
      results: [{ filepath: "go/one.go", functions: [{ name: "Run", line: 5, column: 13 }] }],
      skipped: { ignored_files: 1 },
    });
    expect(await ask("find_definition", { symbol: "T.Run", filepath: "go" })).toMatchObject({
      results: [{ filepath: "go/one.go", definitions: [{ kind: "method", container: "T" }] }],
    });
  });
});
