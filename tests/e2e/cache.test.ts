import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Finished, finishedProcess, packageFolder, runServer, serverPath } from "../support/built-server.ts";
import { expectAnswersOfBusyFile } from "../support/busy-file.ts";
import { endlessScan } from "../support/endless-scan.ts";
import { type InProcessLaunch, laterClock, runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const code = {
  "src/macros.h": '#define MY_API __attribute__((visibility("default")))\n#define MY_TEST(a) void a()\n',
  "src/a.cpp": '#include "macros.h"\nclass MY_API A { void f(); };\nMY_TEST(works) { }\nint é() { return 0; }\n',
  "src/b.py": "class B:\n    def m(self): pass\n",
  "src/latin.cpp": Buffer.from("// caf\xe9\nclass Latin {};\n", "latin1"),
  "src/binary.cpp": new Uint8Array([99, 0, 1, 2]),
  "src/empty.cpp": "",
  "src/large.cpp": `// ${"x".repeat(5_000)}\nclass Large {};\n`,
  ...Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => [`src/few/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
  ),
  // Python is the language that a process starts to read sooner.
  ...Object.fromEntries(
    Array.from({ length: 26 }, (_, i) => [`src/many/f${i}.py`, `class C${i}:\n    def g${i}(self): pass\n`]),
  ),
};

const folder = temporaryFolder(code);
const env = { MAX_FILE_SIZE: "4000" };
const scan = (args: readonly string[], launch: InProcessLaunch = {}): Promise<Finished> =>
  runInProcess("", { args, cwd: folder, env, now: laterClock, ...launch });

const withoutCache = new Map<string, Promise<Finished>>();

/** The same without a cache: it is the same for all tests, which leave the code as it is. */
function plainScan(args: readonly string[]): Promise<Finished> {
  const command = args.join(" ");
  const known = withoutCache.get(command) ?? scan([...args, "--no-cache"]);
  withoutCache.set(command, known);
  return known;
}

/** Cache files below a folder. */
function filesIn(cache: string): readonly string[] {
  return readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)).map((file) => join(cache, name, file)));
}

/** The files of facts among them. */
const factsIn = (cache: string): readonly string[] => filesIn(cache).filter((path) => path.endsWith(".facts"));

const questions: readonly (readonly string[])[] = [
  ["parse_file", "src", "--format", "text"],
  ["parse_file", "src/binary.cpp", "src/a.cpp", "src/none.cpp"],
];

describe("a scan with the cache", () => {
  test.each(questions)("%s %s %s %s gives the same, and reads nothing the second time", async (...args) => {
    const cache = join(temporaryFolder(), "new");
    const given = args.filter((arg) => arg !== undefined);
    const plain = await plainScan(given);
    const first = await scan([...given, "--cache-dir", cache]);
    const kept = factsIn(cache);
    const second = await scan([...given, "--cache-dir", cache, "--timing"]);
    expect(first.stdout).toBe(plain.stdout);
    expect(second.stdout).toBe(plain.stdout);
    expect([first.exitCode, second.exitCode]).toEqual([plain.exitCode, plain.exitCode]);
    // A file that cannot be opened, and a binary file that is named, are looked at each time.
    if (!given.includes("src/none.cpp")) expect(second.stderr).toMatch(/^read +0\.000 s$/m);
    expect(second.stderr).toMatch(/^parse +0\.000 s$/m);
    expect(kept.length).toBeGreaterThan(0);
    expect(factsIn(cache)).toEqual(kept);
  });

  test("has facts for calls about its files, and for another one only when it is large", async () => {
    // So much that parsing it is not rounded to no time.
    const place = temporaryFolder({
      "a.cpp": `#include "a.h"\n${"MY_API void f() {}\n".repeat(1_000)}`,
      "a.h": "#define MY_API\n",
      "apart/large.cpp": "void g() {}\n".repeat(6_000),
      "other/small.cpp": "void h() {}\n".repeat(1_000),
    });
    const cache = temporaryFolder();
    const ask = async (path: string) => {
      const args = ["find_functions", path, "--timing"];
      const { stderr } = await scan([...args, "--cache-dir", cache], { cwd: place, env: {} });
      return /^parse +0\.000 s$/m.test(stderr) ? "from facts" : "parsed";
    };
    expect(await ask("a.cpp")).toBe("parsed");
    expect(await ask("a.cpp")).toBe("parsed");
    expect(await ask("apart/large.cpp")).toBe("parsed");
    expect(await ask("apart/large.cpp")).toBe("from facts");
    expect(await ask("other/small.cpp")).toBe("parsed");
    expect(await ask("other/small.cpp")).toBe("parsed");
    expect(await ask(".")).toBe("parsed");
    expect(await ask("a.cpp")).toBe("from facts");
    expect(await ask("other/small.cpp")).toBe("from facts");
    writeFiles(place, {
      "a.h": "#define MY_API __declspec(dllexport)\n",
      "a.cpp": "MY_API int f() {}\n".repeat(1_000),
    });
    expect(await ask("a.cpp")).toBe("parsed");
  });

  test("after list_symbols only parse_file parses: it alone tells of errors in bodies", async () => {
    const cwd = temporaryFolder({
      "a.py": "class A:\n    def f(self):\n        x = 1 2 3 4 5 6 7 8 9\n        return x\n",
      // So much that parsing it is not rounded to no time.
      "b.cpp": `#include <a>\n${"class C { void h() { return x y z; } };\n".repeat(500)}`,
    });
    const cache = ["--cache-dir", temporaryFolder()];
    const ask = (...args: string[]) => scan(args, { cwd, env: {} });
    await ask("list_symbols", ".", ...cache);
    for (const tool of ["find_classes", "find_functions", "list_symbols", "parse_file", "list_symbols"]) {
      const { stderr } = await ask(tool, ".", ...cache, "--timing");
      expect(/^parse +0\.000 s$/m.test(stderr), tool).toBe(tool !== "parse_file");
    }
  });

  test("does not cache a call about one file, nor with --no-cache, nor while it is logged what is masked", async () => {
    const cache = temporaryFolder();
    await scan(["find_classes", "src/a.cpp", "--cache-dir", cache]);
    await scan(["find_classes", "src", "--cache-dir", cache, "--no-cache"]);
    await scan(["find_classes", "src", "--cache-dir", cache, "--log-level", "debug"]);
    expect(factsIn(cache)).toEqual([]);
  });

  test("keeps apart what settings and roots change", async () => {
    const cache = ["--cache-dir", temporaryFolder()];
    const variants = [[], ["--no-macro-masking"], ["--root", "src/many"], ["--config", "own.json"]];
    writeFiles(folder, { "own.json": '{ "macros": { "function $1.own": ["MY_TEST"] } }' });
    const plain = [];
    for (const variant of variants)
      plain.push((await scan(["find_functions", "src", ...variant, "--no-cache"])).stdout);
    expect(new Set(plain).size).toBe(variants.length);
    for (const round of [1, 2]) {
      for (const [i, variant] of variants.entries()) {
        const { stdout } = await scan(["find_functions", "src", ...variant, ...cache]);
        expect(stdout, `${variant} in round ${round}`).toBe(plain[i]);
      }
    }
    const large = await scan(["find_classes", "src", ...cache], { env: { MAX_FILE_SIZE: "10000" } });
    expect(large.stdout).toContain('"name":"Large"');
  });

  test("parses anew what loses its macros to ignore rules", async () => {
    const cwd = temporaryFolder({
      "made/macros.h": "#define my_mark(a)\n",
      "a.cpp": "int my_mark(2) f() { return 1; }\n",
      "own.json": '{ "ignore": ["made/"] }',
    });
    const ask = async (...args: string[]) => (await scan(["find_functions", ".", ...args], { cwd })).stdout;
    const ignoring = ["--config", "own.json"];
    const plain = await ask("--no-cache");
    const ignored = await ask("--no-cache", ...ignoring);
    expect(plain).toContain('"functions":[{"name":"f","line":1');
    expect(ignored).not.toContain('"functions":[{"name":"f","line":1');
    const cache = ["--cache-dir", temporaryFolder()];
    for (const _ of [1, 2]) {
      expect(await ask(...cache)).toBe(plain);
      expect(await ask(...cache, ...ignoring)).toBe(ignored);
    }
  });

  test("parses anew what a query of a language changed", async () => {
    const cache = ["--cache-dir", temporaryFolder(), "--languages", "own"];
    const language = JSON.parse(readFileSync(join(packageFolder, "queries/python/language.json"), "utf8"));
    const own = { ...language, grammar: "python.wasm" };
    const tags = readFileSync(join(packageFolder, "queries/python/tags.scm"), "utf8");
    const imports = readFileSync(join(packageFolder, "queries/python/imports.scm"), "utf8");
    writeFiles(folder, {
      "own/python/language.json": JSON.stringify(own),
      "own/python/imports.scm": imports,
      "own/python/tags.scm": tags,
      "own/python/python.wasm": readFileSync(join(packageFolder, "grammars/python.wasm")),
    });
    const before = await scan(["find_classes", "src", ...cache]);
    expect(before.stdout).toContain('"name":"B"');
    writeFiles(folder, { "own/python/tags.scm": "" });
    const after = await scan(["find_classes", "src", ...cache]);
    expect(after.stdout).not.toContain('"name":"B"');
  });
});

describe("what is in the way of the cache", () => {
  test.each([
    ["cut", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    ["of something else", () => Buffer.from("#!/bin/sh\n")],
    ["damaged", (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte)))],
  ])("a file that is %s is dropped and built anew", async (_, damage) => {
    const cache = temporaryFolder();
    const args = ["find_functions", "src", "--cache-dir", cache];
    const { stdout } = await scan(args);
    for (const path of filesIn(cache)) writeFileSync(path, damage(readFileSync(path)));
    expect((await scan(args)).stdout).toBe(stdout);
    const third = await scan([...args, "--timing"]);
    expect(third.stdout).toBe(stdout);
    expect(third.stderr).toMatch(/^read +0\.000 s$/m);
  });

  /** The answer is as ever, and there is one warning. */
  async function expectOneWarning(scanned: Promise<Finished>): Promise<void> {
    const { stdout } = await plainScan(["find_functions", "src/many"]);
    const finished = await scanned;
    expect(finished.stdout).toBe(stdout);
    expect(finished.exitCode).toBe(0);
    const [line = "", ...others] = finished.stderr.split("\n");
    expect(JSON.parse(line)).toMatchObject({ level: "warn", message: "the cache cannot be used" });
    expect(others).toEqual([""]);
  }

  test("a folder that is a file costs a warning", async () => {
    await expectOneWarning(scan(["find_functions", "src/many", "--cache-dir", "src/a.cpp/cache"]));
  });

  test("no home costs a warning", async () => {
    await expectOneWarning(scan(["find_functions", "src/many"], { env: { ...env, HOME: "", XDG_CACHE_HOME: "" } }));
  });

  test("a folder that may not be written costs a warning", async () => {
    const cache = temporaryFolder();
    chmodSync(cache, 0o555);
    // The user may everything when it is root: then the scan runs as another one.
    const uid = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const args = ["find_functions", "src/many", "--cache-dir", cache];
    await expectOneWarning(runServer("", { args, cwd: folder, env, ...uid }));
    expect(readdirSync(cache)).toEqual([]);
  });

  // A limit on the size of files does to one process what a full disk does to all, and needs no rights.
  test.skipIf(process.platform === "win32")("a full disk costs a warning, and leaves nothing behind", async () => {
    const cache = temporaryFolder();
    const { stdout } = await plainScan(["find_functions", "src/many"]);
    const command = 'ulimit -f 1; exec "$0" "$@"';
    const args = [process.execPath, serverPath, "find_functions", "src/many", "--cache-dir", cache];
    const child = spawn("bash", ["-c", command, ...args], { cwd: folder, env: { ...process.env, ...env } });
    const finished = await finishedProcess(child);
    expect(finished.stdout).toBe(stdout);
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).toMatch(
      /^\{"time":"[^"]+","level":"warn","message":"the cache cannot be used".*EFBIG.*\}\n$/,
    );
    expect(filesIn(cache)).toEqual([]);
  });
});

test("a scan that is stopped keeps what it has, and the next one goes on", async () => {
  const { folder: cwd, args } = endlessScan();
  const command = [...args.filter((arg) => arg !== "--no-cache"), "--cache-dir", temporaryFolder()];
  // A machine that is too busy to list the files in that time gets twice as much.
  let stopped = "";
  for (let limitMs = 300; !stopped.includes('"truncated":true'); limitMs *= 2) {
    ({ stdout: stopped } = await scan(command, { cwd, env: { REQUEST_TIMEOUT: String(limitMs) } }));
  }
  for (const name of readdirSync(join(cwd, "src")).slice(2)) writeFileSync(join(cwd, "src", name), 'x = "b"\n');
  const whole = await scan(command, { cwd, env: {} });
  expect(whole.stdout).toBe((await scan(args, { cwd, env: {} })).stdout);
  expect(JSON.parse(whole.stdout)).not.toHaveProperty("truncated");
});

test("files that change while they are read answer what they are in the end", () => expectAnswersOfBusyFile(3));

describe("codegrove cache", () => {
  test("shows what is kept, and clears it", async () => {
    const cache = temporaryFolder();
    const empty = { folder: cache, bytes: 0, max_bytes: 536_870_912, compiled_bytes: 0, code_bases: [] };
    expect(JSON.parse((await scan(["cache", "--cache-dir", cache])).stdout)).toEqual(empty);
    await scan(["find_functions", "src", "--cache-dir", cache]);
    const shown = JSON.parse((await scan(["cache", "show", "--cache-dir", cache])).stdout);
    const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0);
    const bytes = sizeOf(filesIn(cache));
    expect(shown).toMatchObject({ bytes, compiled_bytes: 0, code_bases: [{ root: join(folder, "src"), bytes }] });
    expect(shown.code_bases[0].kept).toEqual(["defines", "functions", "words"]);
    const cleared = await scan(["cache", "clear", "--cache-dir", cache]);
    expect(JSON.parse(cleared.stdout)).toEqual({ folder: cache, cleared_bytes: bytes });
    expect(readdirSync(cache)).toEqual([]);
    expect(JSON.parse((await scan(["cache", "--cache-dir", cache])).stdout)).toEqual(empty);
  });

  test("counts V8's code, which stands in the home folder alone, unless a folder is named", async () => {
    const [home, caches] = [temporaryFolder(), temporaryFolder()];
    const env = { HOME: home, XDG_CACHE_HOME: caches };
    await runServer("", { args: ["find_functions", "src"], cwd: folder, env });
    const shown = JSON.parse((await scan(["cache"], { env })).stdout);
    const compiled = join(home, ".cache/codegrove/compiled");
    const compiled_bytes = readdirSync(compiled).reduce((sum, name) => sum + statSync(join(compiled, name)).size, 0);
    expect(shown).toMatchObject({ folder: join(caches, "codegrove"), compiled_bytes });
    expect(compiled_bytes).toBeGreaterThan(0);
    expect(JSON.parse((await scan(["cache", "clear"], { env })).stdout).cleared_bytes).toBe(shown.bytes);
    expect(readdirSync(join(home, ".cache/codegrove"))).toEqual(["key"]);
  });

  test("stands in the user's folder for caches", async () => {
    const place = temporaryFolder();
    mkdirSync(join(place, "caches"));
    await scan(["find_functions", "src"], { env: { XDG_CACHE_HOME: join(place, "caches") } });
    const { stdout } = await scan(["cache"], { env: { XDG_CACHE_HOME: join(place, "caches") } });
    expect(JSON.parse(stdout)).toMatchObject({ folder: join(place, "caches/codegrove"), code_bases: [{}] });
  });

  test.each([
    [["clean"], "cache takes show, clear or no argument, not clean"],
    [["--http", "0"], "Unknown flag --http. It belongs to serve."],
    [["clear", "--host", "127.0.0.1"], "Unknown flag --host. It belongs to serve."],
    [["--tools", "find_classes"], "Unknown flag --tools. It belongs to serve."],
  ])("takes nothing else: %j", async (args, reason) => {
    const { stderr, exitCode } = await scan(["cache", ...args]);
    expect({ stderr, exitCode }).toEqual({ stderr: `codegrove: ${reason}\n`, exitCode: 2 });
  });
});
