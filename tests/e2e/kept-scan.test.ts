import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { code, expectAnswersAfter, filesIn, isKept, many, scanned, snapshotsIn } from "../support/kept-scan.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

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
  test.each(["a file is edited", "a file of rules is added", "a macro means something else"])("%s", expectAnswersAfter);

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
