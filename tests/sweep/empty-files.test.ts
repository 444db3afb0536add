import { describe, expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { headOf, pagesOf } from "../support/pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, callTool, pathsOf } from "../support/tool-call.ts";

/** Of every third file each tool has something to tell, of the others nothing. */
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => {
    const name = `src/${String(i).padStart(2, "0")}.py`;
    return [name, i % 3 === 2 ? "class A:\n    def f(self): g(1 2)\n" : "# nothing\n"];
  }),
);
const folder = temporaryFolder({
  ...files,
  "alone/empty.py": "",
  "alone/full.py": "class B:\n    def f(self): pass\n",
});
const call = callsToServer({ cwd: folder, args: ["--log-level", "error", "--no-cache"] });

const tools = [
  ["find_classes", {}],
  ["find_functions", {}],
  ["execute_query", { query: "(class_definition) @c" }],
  ["check_file", {}],
  ["list_symbols", {}],
] as const;

const withHits = ["src/02.py", "src/05.py", "src/08.py", "src/11.py"];

describe.each(tools)("%s", (name, args) => {
  test.each([["src"], ["src/*.py"], [["src"]]])(
    "leaves out the files of %j without a row, and counts them",
    async (filepath) => {
      const answered = await call(name, { filepath, ...args });
      expect(pathsOf(answered)).toEqual(withHits);
      expect(answered.answer).toMatchObject({ total_files: 4, skipped: { no_match: 8 } });
      expect(answered.answer).not.toHaveProperty("truncated");
    },
  );

  test("has a result of each file that the call names", async () => {
    const answered = await call(name, { filepath: ["src/00.py", "src/02.py", "alone/empty.py"], ...args });
    expect(pathsOf(answered)).toEqual(["src/00.py", "src/02.py", "alone/empty.py"]);
    expect(answered.answer).not.toHaveProperty("skipped");
    const one = await call(name, { filepath: "src/00.py", ...args });
    expect(one.answer).toMatchObject({ success: true });
  });

  test("says of a folder without any row how many files it has read", async () => {
    const empty = temporaryFolder({ "a.py": "\n", "b.cpp": "\n" });
    const query = "query" in args ? { query: "((_) @n (#eq? @n x))" } : {};
    const { answer } = await call(name, { filepath: empty, ...args, ...query });
    expect(answer).toMatchObject({ total_files: 0, skipped: { no_match: 2 }, results: [] });
    const said = name === "check_file" ? "2 files checked, no findings." : "No result in the 2 files that were read.";
    expect(answer.warnings).toEqual([said]);
  });

  test("has pages that go past files without a row", async () => {
    const pages = await pagesOf(call, name, { filepath: "src", ...args, max_results: 1 });
    expect(pages.map(pathsOf)).toEqual(withHits.map((path) => [path]));
    for (const page of pages) expect(headOf(page)).toMatchObject({ total_files: 4, skipped: { no_match: 8 } });
    expect(pages[0]?.text).toContain("max_results is 1: 1 of 4 files are here");
  });
});

test("the tools of the reference show each file of one folder, as its example does; others do not", async () => {
  for (const [name, args] of tools) {
    const answered = await call(name, { filepath: "alone", recursive: false, ...args });
    const isOfReference = name !== "check_file" && name !== "list_symbols";
    const expected = isOfReference ? ["alone/empty.py", "alone/full.py"] : ["alone/full.py"];
    expect(pathsOf(answered), name).toEqual(name === "check_file" ? [] : expected);
  }
});

test("parse_file has a result of every file", async () => {
  const answered = await call("parse_file", { filepath: "src" });
  expect(pathsOf(answered)).toHaveLength(12);
  expect(answered.answer).toMatchObject({ total_files: 12, processed_files: 12, failed_files: 0 });
});

test("an answer is the same whether a file was named before, or came from a folder", async () => {
  const session = sessionInProcess({ cwd: folder, args: ["--log-level", "error", "--cache-dir", temporaryFolder()] });
  const query = "(class_definition) @c";
  const calls = [
    { filepath: ["src/00.py", "src/02.py"], query },
    { filepath: "src", query },
    { filepath: "src", recursive: false, query },
    { filepath: ["src/00.py", "src/02.py"], query },
  ];
  for (const args of [...calls, ...calls]) {
    expect((await callTool(session, "execute_query", args)).text).toBe((await call("execute_query", args)).text);
  }
  await session.close();
});

test("paths on stdin are a list: files of it without a row are left out", async () => {
  const listed = `${Object.keys(files).join("\n")}\n`;
  const { stdout } = await runInProcess(listed, { cwd: folder, args: ["find_classes", "-"] });
  expect(JSON.parse(stdout)).toMatchObject({ total_files: 4, skipped: { no_match: 8 } });
});

test("workspace://symbols counts the files without a symbol, too", async () => {
  const session = sessionInProcess({ cwd: folder });
  const { result } = await session.request("resources/read", { uri: "workspace://symbols" });
  await session.close();
  const { contents }: { contents: readonly { text: string }[] } = JSON.parse(JSON.stringify(result));
  expect(JSON.parse(contents[0]?.text ?? "")).toMatchObject({ file_count: Object.keys(files).length + 2 });
});

describe("a check of no file", () => {
  const project = temporaryFolder({ "src/a.py": "x = 1\n", "src/b.pyi": "y: int\n", "docs/read.txt": "text\n" });
  const check = (...args: string[]) =>
    runInProcess("", { args: ["check", ...args, "--no-cache"], cwd: project, env: {} });

  test.each([
    [["src", "--file-patterns", "*.zz"], "No file was checked. No file in src matches *.zz."],
    [["docs"], "No file was checked."],
    [["docs/*.py"], "No file was checked. No file matches docs/*.py."],
  ])("%j exits with 2 and says so, and with 0 if --allow-empty is given", async (args, said) => {
    const { stderr, exitCode } = await check(...args);
    expect(stderr).toContain(said);
    expect(exitCode).toBe(2);
    expect((await check(...args, "--allow-empty")).exitCode).toBe(0);
  });

  test("is an error over MCP, of check_file only", async () => {
    const ask = callsToServer({ cwd: project, args: ["--no-cache"] });
    const args = { filepath: "src", file_patterns: ["*.zz"] };
    const checked = await ask("check_file", args);
    expect(checked).toMatchObject({ isError: true, answer: { total_files: 0, results: [] } });
    expect(checked.answer.warnings).toEqual(["No file was checked. No file in src matches *.zz."]);
    for (const name of ["parse_file", "find_classes", "list_symbols"])
      expect((await ask(name, args)).isError, name).toBe(false);
    expect((await ask("check_file", { filepath: "src" })).isError).toBe(false);
  });

  test("is not one of files without findings", async () => {
    const { stdout, stderr, exitCode } = await check("src", "--file-patterns", "*.py,*.pyi");
    expect(stderr).toMatch(/^2 files checked, no findings \(\d+\.\d s\)\n$/);
    expect([stdout, exitCode]).toEqual(["", 0]);
  });

  test("is not a share without files", async () => {
    const shares = await Promise.all(["1/3", "2/3", "3/3"].map((share) => check("src", "--shard", share)));
    expect(shares.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  });
});
