import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Finished, finishedProcess, runServer, serverPath, startServer } from "../support/built-server.ts";
import { endlessScan } from "../support/endless-scan.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "src/a.cpp": "class A { void f(); };\nint main() { return 0; }\n",
  "src/b.py": "class B:\n    def m(self): pass\n",
  "src/bad.cpp": new Uint8Array([0, 1, 2]),
  "list/odd\nname.cpp": "class Odd {};\n",
  "list/plain.cpp": "class Plain {};\n",
  "one.cpp": "class One {};\n",
  "empty/readme.md": "nothing\n",
  "broken/a.cpp":
    "struct Shape { virtual int area(); };\nstruct Square : Shape { int area() override; };\nint f(Square& s) { return s.area(); }\n",
  "broken/b.cpp": "int area( {\n",
  ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`many/f${i}.cpp`, `class C${i} { };\n`])),
});

const run = (args: readonly string[], input = ""): Promise<Finished> => runInProcess(input, { args, cwd: folder });

const endless = endlessScan();

const filesIn = (lines: string): readonly string[] =>
  lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).filepath);

describe("formats", () => {
  test("jsonl has the results of the answer, a line each, and a summary on stderr", async () => {
    const { results } = JSON.parse((await run(["parse_file", "src"])).stdout);
    const { stdout, stderr, exitCode } = await run(["parse_file", "src", "--format", "jsonl"]);
    expect(stdout).toBe(results.map((result: unknown) => `${JSON.stringify(result)}\n`).join(""));
    expect(stderr).toMatch(/^2 files in \d+\.\d s, 1 skipped \(1 binary\)\n$/);
    expect(exitCode).toBe(0);
  });

  test("text has a row a line, as compilers write places", async () => {
    expect((await run(["find_functions", "src", "--format", "text"])).stdout).toBe(
      "src/a.cpp:2:5: main\nsrc/b.py:2:9: m\n",
    );
    const query = "(class_definition) @class";
    expect((await run(["execute_query", "src/b.py", "--query", query, "--format", "text"])).stdout).toBe(
      "src/b.py:1:1: class class B:\\u000a    def m(self): pass\n",
    );
    expect((await run(["parse_file", "src/a.cpp", "--format=text"])).stdout).toBe(
      "src/a.cpp: class_count=1 function_count=1 include_count=0 has_errors=false language=cpp\n",
    );
  });

  test("text from the index says on stderr what was searched, and what was not found", async () => {
    const args = ["find_definition", "A", "--symbols", "absent", "--format", "text"];
    const { stdout, stderr, exitCode } = await run(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "src/a.cpp:1:7: class A class A\n", exitCode: 0 });
    expect(stderr).toMatch(
      /^codegrove: Symbol not found: absent\.\n\d+ files searched in \d+\.\d s, 1 skipped \(1 binary\)/,
    );
    expect((await run([...args, "--quiet"])).stderr).toBe("");
    expect((await run([...args.slice(0, -1), "json"])).stderr).toBe("");
  });

  test("text from the index names the files with syntax errors, and the uses of overrides", async () => {
    const broken = await run(["find_references", "Shape::area", "broken", "--format", "text"]);
    expect(broken.stdout).toContain("\nuses of overrides: Square::area=1\n");
    expect(broken.stderr).toMatch(
      /^codegrove: Uses of members that override .*: broken\/a\.cpp:3 \(Square::area\)\n2 files searched in \d+\.\d s, 1 with syntax errors \(broken\/b\.cpp\)\n$/,
    );
  });

  test.each(["text", "jsonl"])("%s without a row says on stderr why there is none", async (format) => {
    const { stdout, stderr, exitCode } = await run(["find_classes", "empty", "--format", format]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^codegrove: No file in empty is of a known language: C, C\+\+, .*\.\n0 files in /);
    expect((await run(["find_classes", "empty", "--format", format, "--log-level", "error"])).stderr).toBe("");
    const shard = await run(["find_classes", "one.cpp", "--format", format, "--shard", "1/1000"]);
    expect(shard.stderr).toMatch(/^codegrove: All files found belong to other shares\.\n/);
  });

  test("text tells errors in the place of the file", async () => {
    const { stdout, exitCode } = await run(["parse_file", "src/a.cpp", "none.cpp", "--format", "text"]);
    expect(stdout).toContain("\nnone.cpp: error: Failed to open file: none.cpp\n");
    expect(exitCode).toBe(1);
  });

  test.each([
    ["text", "src/a.cpp:1:7: A\n"],
    ["jsonl", '{"filepath":"src/a.cpp","classes":[{"name":"A","line":1,"column":7}],"success":true}\n'],
  ])("%s of one file has its rows, and exit status 0", async (format, rows) => {
    const { stdout, stderr, exitCode } = await run(["find_classes", "src/a.cpp", "--format", format]);
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: rows, stderr: "", exitCode: 0 });
  });

  test("text of a source has its rows, and exit status 0", async () => {
    const args = ["find_classes", "--source", "class A {};", "--language", "cpp", "--format", "text"];
    expect(await run(args)).toMatchObject({ stdout: "source:1:7: A\n", exitCode: 0 });
  });

  test.each(["jsonl", "text"])("%s of one file that cannot be read tells it once, exit status 1", async (format) => {
    const { stdout, exitCode } = await run(["find_classes", "src/bad.cpp", "--format", format]);
    expect(stdout.split("\n")).toHaveLength(2);
    expect(exitCode).toBe(1);
  });

  test.each([
    ["jsonl", /^\{"success":false,"error":"Failed to compile query",.*\}\n$/],
    ["text", /^error: Failed to compile query \(.*\)\n$/],
  ])("%s tells that a call failed", async (format, said) => {
    const { stdout, exitCode } = await run(["execute_query", "src", "--query", "((", "--format", format]);
    expect(stdout).toMatch(said);
    expect(exitCode).toBe(1);
  });

  test("--log-level warn leaves out the summary", async () => {
    expect((await run(["parse_file", "src", "--format", "jsonl", "--log-level", "warn"])).stderr).toBe("");
  });

  test("--timing tells where the time went", async () => {
    const { stderr } = await run(["parse_file", "src", "--timing"]);
    const phases = stderr.split("\n").map((line) => line.split(" ")[0]);
    expect(phases).toEqual(["walk", "survey", "cache", "read", "mask", "parse", "query", "write", ""]);
  });

  test("--timing of a tool over the index tells the time of its phases, also if the code is known", async () => {
    const timed = async () => {
      const { stderr } = await run(["find_references", "A", "src", "--cache-dir", "kept", "--timing"]);
      const ofIndex = stderr.split("\n").slice(8, -1);
      return Object.fromEntries(
        ofIndex.map((line) => line.split(/ +/)).map(([phase, seconds]) => [phase, Number(seconds)]),
      );
    };
    await timed();
    const again = await timed();
    expect(Object.keys(again)).toEqual(["open", "plan", "resolve", "answer"]);
    expect(again.open).toBeGreaterThan(0);
    expect(again.plan).toBeGreaterThan(0);
  });
});

describe("--output", () => {
  test("takes the answer and leaves stdout empty", async () => {
    expect((await run(["find_classes", "src", "-o", "answer.json"])).stdout).toBe("");
    expect(JSON.parse(readFileSync(join(folder, "answer.json"), "utf8"))).toMatchObject({ total_files: 2 });
  });

  test("that cannot be written is told, with exit status 2", async () => {
    const { stderr, exitCode } = await run(["find_classes", "src", "--output", "no/such/folder"]);
    expect(stderr).toContain("Cannot write no/such/folder: ENOENT");
    expect(exitCode).toBe(2);
  });

  test("on a full disk is told, and the scan ends", async () => {
    const { stderr, exitCode } = await run(["find_classes", "many", "--format", "jsonl", "-o", "/dev/full"]);
    expect(stderr).toContain("Cannot write /dev/full: ENOSPC");
    expect(exitCode).toBe(2);
  });
});

test
  .skipIf(process.platform !== "linux")
  .each([
    ["find_classes src"],
    ["find_classes src --format jsonl"],
    ["report src"],
    ["get_dependency_graph src --output-format svg"],
    ["help"],
  ])("%s > /dev/full: what stdout does not take is told, with exit status 2", (command) => {
  const shell = `'${process.execPath}' '${serverPath}' ${command} > /dev/full`;
  const { stderr, status } = spawnSync("bash", ["-c", shell], { cwd: folder, encoding: "utf8" });
  expect(stderr).toContain("codegrove: Cannot write to stdout: ENOSPC");
  expect(status).toBe(2);
});

describe("paths on stdin", () => {
  test("come one a line", async () => {
    const args = ["find_classes", "-", "--format", "jsonl"];
    const { stdout } = await runServer("src/a.cpp\nsrc/b.py\n", { args, cwd: folder });
    expect(filesIn(stdout)).toEqual(["src/a.cpp", "src/b.py"]);
  });

  test("come one a line that ends with CRLF", async () => {
    const { stdout } = await run(["find_classes", "-", "--format", "jsonl"], "src/a.cpp\r\nsrc/b.py\r\n");
    expect(filesIn(stdout)).toEqual(["src/a.cpp", "src/b.py"]);
  });

  test("come with NUL behind each, whatever they hold", async () => {
    const names = readdirSync(join(folder, "list")).map((name) => `list/${name}`);
    const { stdout } = await run(["find_classes", "-0", "-", "--format", "jsonl"], `${names.join("\0")}\0`);
    expect(filesIn(stdout)).toEqual(names);
  });

  test("are a list: what cannot be asked is skipped, not failed", async () => {
    const { stdout, exitCode } = await run(
      ["find_classes", "-"],
      "src/a.cpp\nempty/readme.md\ngone.cpp\nsrc/bad.cpp\n",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      total_files: 1,
      skipped: { binary: 1, unknown_language: 1, vanished: 1 },
    });
    expect(exitCode).toBe(0);
  });

  test("are a batch, even one or none", async () => {
    expect(JSON.parse((await run(["find_classes", "-"], "src/a.cpp\n")).stdout)).toMatchObject({ total_files: 1 });
    const none = await run(["find_classes", "-"], "");
    expect(none).toMatchObject({ stdout: '{"total_files":0,"results":[]}\n', exitCode: 0 });
  });
});

describe("--shard", () => {
  test("learns macros from every file, also from those of other shards", async () => {
    const scan = temporaryFolder({
      "api/api.h": "#define OPEN_SCOPE namespace n {\n",
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [`s${i}/f.cpp`, "OPEN_SCOPE\nint f() { return 1; }\n}\n"]),
      ),
    });
    for (const shard of ["1/2", "2/2"]) {
      const args = ["parse_file", ".", "--format", "text", "--shard", shard];
      expect((await runInProcess("", { args, cwd: scan })).stdout).not.toContain("has_errors=true");
    }
  });
});

describe("a scan that is ended", () => {
  test("by SIGINT has written rows before, leaves whole lines and exits with 130", async () => {
    const child = startServer({ args: [...endless.args, "--format", "jsonl"], cwd: endless.folder });
    const finished = finishedProcess(child);
    const [first] = await once(child.stdout, "data");
    expect(child.exitCode).toBeNull();
    expect(filesIn(String(first).split("\n")[0] ?? "")).toEqual([endless.first]);
    child.kill("SIGINT");
    const { stdout, exitCode } = await finished;
    expect(exitCode).toBe(130);
    expect(stdout.endsWith("\n")).toBe(true);
    expect(filesIn(stdout).length).toBeGreaterThan(0);
  });

  test("by a reader that goes away ends quietly", async () => {
    const child = startServer({ args: [...endless.args, "--format", "jsonl"], cwd: endless.folder });
    const finished = finishedProcess(child);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect(await finished).toMatchObject({ stderr: "", exitCode: 0 });
  });
});

test.each([
  [["find_definition", "f", "src"], "find_definition"],
  [["get_file_summary", "src"], "get_file_summary"],
])("%j has no shares, whose answers would not add up", async (args, tool) => {
  expect(await run([...args, "--shard", "1/2"])).toMatchObject({
    stderr: `codegrove: --shard: ${tool} answers from all files, and has no shares; take a tool that answers file by file\n`,
    exitCode: 2,
  });
});

test.each([
  [
    ["--format", "xml"],
    "--format: 'xml' is not a format; it takes json, jsonl, text, brief, sarif, github, gitlab, markdown, ctags",
  ],
  [
    ["--format", "svg"],
    "--format: 'svg' is written by --output-format svg of get_class_hierarchy and get_dependency_graph",
  ],
  [["--format", "scip"], "--format: 'scip' is written by codegrove index DIR --format scip"],
  [["-o", "x.sarif"], "-o x.sarif: parse_file has no rows that sarif can write; it takes json, jsonl, text, brief"],
  [["--jobs", "0"], "--jobs: '0' is not a number from 1 to 999"],
  [["--shard", "5/4"], "--shard: '5/4' is not a share such as 1/4"],
])("%j is refused", async (args, message) => {
  expect(await run(["parse_file", "src", ...args])).toEqual({
    stdout: "",
    stderr: `codegrove: ${message}\n`,
    exitCode: 2,
    signal: null,
  });
});
