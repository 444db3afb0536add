import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finished } from "../support/built-server.ts";
import { type InProcessLaunch, laterClock, runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

/** More files than a scan needs to be kept, in each case. */
const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [`src/part${i % 4}/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
);

const code = {
  ...many,
  "src/part0/macros.h": "#define DEFINES(a) void a()\n",
  "src/part0/uses.cpp": "DEFINES(f0) { }\nint Mixed_Case(int) { return 0; }\n",
  "src/part1/b.py": "class B:\n    def m(self): pass\n",
  "src/part1/binary.cpp": new Uint8Array([99, 0, 1, 2]),
  "src/part2/left.cpp": "void left() {}\n",
  "src/part2/.gitignore": "left.cpp\n",
  "elsewhere.cpp": "void elsewhere() {}\n",
};

/** A scan with a cache of its own, in which it has already run. */
async function scanned(args: readonly string[], launch: InProcessLaunch = {}) {
  const folder = temporaryFolder(code);
  const cache = join(temporaryFolder(), "cache");
  const run = (more: readonly string[], given: readonly string[] = args): Promise<Finished> =>
    runInProcess("", { args: [...given, ...more], cwd: folder, now: laterClock, ...launch });
  const again = (given?: readonly string[]) => run(["--cache-dir", cache, "--timing"], given);
  const first = await again();
  expect(first.stderr).toMatch(/^parse +0\.0*[1-9]/m);
  return { folder, cache, again, plain: (given?: readonly string[]) => run(["--no-cache"], given) };
}

/** True when a scan has neither surveyed macros nor read a file. */
function isKept({ stderr }: Finished): boolean {
  return ["survey", "read", "parse"].every((stage) => new RegExp(`^${stage} +0\\.000 s$`, "m").test(stderr));
}

function snapshotsIn(cache: string): readonly string[] {
  return filesIn(cache).filter((path) => path.endsWith(".snapshot"));
}

function filesIn(cache: string): readonly string[] {
  return readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)).map((file) => join(cache, name, file)));
}

describe("a scan of a folder in which nothing has changed", () => {
  test.each([
    [["find_functions", "src"]],
    [["find_classes", "./src/", "--format", "jsonl"]],
    [["find_functions", "src", "--file-patterns", "*.cpp"]],
    [["list_symbols", "src", "--format", "text"]],
    [["find_functions", "src", "--root", "src", "--max-results", "7"]],
  ])("%j answers the same", async (args) => {
    const { cache, again, plain } = await scanned(args);
    const second = await again();
    expect(isKept(second)).toBe(true);
    expect(snapshotsIn(cache)).toHaveLength(1);
    expect(second.stdout).toBe((await plain()).stdout);
  });

  test("serves a question for some of its names", async () => {
    const { again, plain } = await scanned(["list_symbols", "src", "--detail", "full"]);
    const named = ["list_symbols", "src", "--name", "g1*"];
    const answer = await again(named);
    expect(isKept(answer)).toBe(true);
    expect(answer.stdout).toContain("g17");
    expect(answer.stdout).toBe((await plain(named)).stdout);
  });

  test("is listed anew with other arguments", async () => {
    const { again, plain } = await scanned(["find_functions", "src"]);
    for (const other of [["--no-ignore"], ["--file-patterns", "*.py"], ["--no-recursive"]]) {
      const args = ["find_functions", "src", ...other];
      expect((await again(args)).stdout, other.join(" ")).toBe((await plain(args)).stdout);
    }
  });
});

describe("a scan of a folder in which something has changed", () => {
  const changes: Readonly<Record<string, (folder: string) => void>> = {
    "a file is edited": (folder) => writeFiles(folder, { "src/part3/f3.cpp": "class Edited { void edited() {} };\n" }),
    "a file is added": (folder) => writeFiles(folder, { "src/part3/added.cpp": "void added() {}\n" }),
    "a folder is added": (folder) => writeFiles(folder, { "src/part9/deep/added.cpp": "void added() {}\n" }),
    "a file is removed": (folder) => unlinkSync(join(folder, "src/part3/f3.cpp")),
    "a file is renamed": (folder) => renameSync(join(folder, "src/part3/f3.cpp"), join(folder, "src/part3/z.cpp")),
    "a folder is renamed": (folder) => renameSync(join(folder, "src/part3"), join(folder, "src/part8")),
    "a file is replaced by a folder": (folder) => {
      unlinkSync(join(folder, "src/part3/f3.cpp"));
      mkdirSync(join(folder, "src/part3/f3.cpp"));
    },
    "a link leads to a file": (folder) => symlinkSync("../../elsewhere.cpp", join(folder, "src/part3/link.cpp")),
    "a file of rules is edited": (folder) => writeFileSync(join(folder, "src/part2/.gitignore"), "f2.cpp\n"),
    "a file of rules is added": (folder) => writeFileSync(join(folder, "src/part3/.gitignore"), "*.cpp\n"),
    "a file of rules above is added": (folder) => writeFileSync(join(folder, ".gitignore"), "part3\n"),
    "a file of rules is removed": (folder) => unlinkSync(join(folder, "src/part2/.gitignore")),
    "a binary file becomes text": (folder) => writeFiles(folder, { "src/part1/binary.cpp": "void text() {}\n" }),
    "a macro means something else": (folder) => writeFiles(folder, { "src/part0/macros.h": "#define OTHER 1\n" }),
  };

  test.each(Object.keys(changes))("%s", async (change) => {
    const { folder, again, plain } = await scanned(["find_functions", "src", "--file-patterns", "*.cpp"]);
    changes[change]?.(folder);
    const changed = await again();
    expect(isKept(changed)).toBe(false);
    expect(changed.stdout).toBe((await plain()).stdout);
    // The facts that were added may be merged with the others, once.
    await again();
    const settled = await again();
    expect(isKept(settled)).toBe(true);
    expect(settled.stdout).toBe(changed.stdout);
  });

  test("facts are gone", async () => {
    const { cache, again, plain } = await scanned(["find_functions", "src"]);
    for (const path of filesIn(cache).filter((name) => !name.endsWith(".snapshot"))) rmSync(path);
    const answer = await again();
    expect(isKept(answer)).toBe(false);
    expect(answer.stdout).toBe((await plain()).stdout);
  });

  test("the texts of facts are gone, which signatures need", async () => {
    const args = ["list_symbols", "src", "--detail", "full"];
    const { cache, again, plain } = await scanned(args);
    for (const path of filesIn(cache).filter((name) => name.endsWith(".texts"))) rmSync(path);
    expect((await again()).stdout).toBe((await plain()).stdout);
  });

  test("the snapshot is damaged", async () => {
    const { cache, again, plain } = await scanned(["find_functions", "src"]);
    for (const path of snapshotsIn(cache)) writeFileSync(path, "no snapshot");
    const answer = await again();
    expect(isKept(answer)).toBe(false);
    expect(answer.stdout).toBe((await plain()).stdout);
  });
});

test("a scan is not kept whose listing warns of something", async () => {
  const folder = temporaryFolder({ ...many, "src/.gitignore": "x".repeat(2_000_000) });
  const args = ["find_functions", "src", "--cache-dir", join(temporaryFolder(), "cache")];
  for (const _ of ["first", "second"]) {
    const { stderr } = await runInProcess("", { args, cwd: folder, now: laterClock });
    expect(stderr).toContain("a file of ignore rules is not used");
  }
});

test("a scan is not kept while a file may change within the same stamp", async () => {
  const { cache } = await scanned(["find_functions", "src"], { now: Date.now });
  expect(snapshotsIn(cache)).toEqual([]);
});

test("a scan is not kept whose files are few, or that has a name or a share of the files only", async () => {
  const folder = temporaryFolder(code);
  const cache = join(temporaryFolder(), "cache");
  for (const args of [["src/part0"], ["src", "--name", "g*"], ["src", "--shard", "1/2"], ["src/part0", "src/part1"]]) {
    const given = ["list_symbols", ...args, "--cache-dir", cache];
    const { exitCode } = await runInProcess("", { args: given, cwd: folder, now: laterClock });
    expect(exitCode, args.join(" ")).toBe(0);
  }
  expect(snapshotsIn(cache)).toEqual([]);
});
