import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finished } from "../support/built-server.ts";
import { type InProcessLaunch, laterClock, runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** More files than a scan needs to be kept, also of those of one ending. */
const code = {
  ...Object.fromEntries(
    Array.from({ length: 210 }, (_, i) => [`src/part${i % 4}/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
  ),
  "src/part0/macros.h": "#define DEFINES(a) void a()\n",
  "src/part0/uses.cpp": "DEFINES(f0) { }\n",
};

const folder = temporaryFolder(code);
const run = (args: readonly string[], launch: InProcessLaunch = {}): Promise<Finished> =>
  runInProcess("", { args, cwd: folder, now: laterClock, ...launch });

const symbols = ["list_symbols", "src", "--detail", "full"];
const plain = run([...symbols, "--no-cache"]);

/** A cache in which a scan has run. */
const filled = (async () => {
  const cache = join(temporaryFolder(), "cache");
  const { stderr } = await run([...symbols, "--cache-dir", cache, "--timing"]);
  expect(stderr).toMatch(/^parse +0\.0*[1-9]/m);
  return cache;
})();

/** True when a scan has neither surveyed macros nor read a file. */
function isKept({ stderr }: Finished): boolean {
  return ["survey", "read", "parse"].every((stage) => new RegExp(`^${stage} +0\\.000 s$`, "m").test(stderr));
}

function filesIn(cache: string, ending: string): readonly string[] {
  const names = readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)).map((file) => join(name, file)));
  return names.filter((name) => name.endsWith(ending)).map((name) => join(cache, name));
}

test("a scan of a folder in which nothing has changed reads nothing, also for some of its names", async () => {
  const cache = ["--cache-dir", await filled];
  expect(filesIn(await filled, ".snapshot")).toHaveLength(1);
  const again = await run([...symbols, ...cache, "--timing"]);
  expect([isKept(again), again.stdout]).toEqual([true, (await plain).stdout]);
  const named = ["list_symbols", "src", "--name", "g1*"];
  const some = await run([...named, ...cache, "--timing"]);
  expect([isKept(some), some.stdout]).toEqual([true, (await run([...named, "--no-cache"])).stdout]);
  expect(some.stdout).toContain("g17");
});

test.each<[string, string, (path: string) => void]>([
  ["facts are gone", ".facts", rmSync],
  ["the texts of facts are gone, which signatures need", ".texts", rmSync],
  ["the snapshot is damaged", ".snapshot", (path) => writeFileSync(path, "no snapshot")],
])("a scan is made again when %s", async (_, ending, damage) => {
  const cache = join(temporaryFolder(), "cache");
  cpSync(await filled, cache, { recursive: true });
  const damaged = filesIn(cache, ending);
  expect(damaged).not.toEqual([]);
  for (const path of damaged) damage(path);
  const again = await run([...symbols, "--cache-dir", cache, "--timing"]);
  expect([isKept(again), again.stdout]).toEqual([false, (await plain).stdout]);
});

describe("a scan is not kept", () => {
  test("whose listing warns of something", async () => {
    const cwd = temporaryFolder({ ...code, "src/.gitignore": "x".repeat(2_000_000) });
    const args = ["find_functions", "src", "--cache-dir", join(temporaryFolder(), "cache")];
    for (const _ of ["first", "second"]) {
      const { stderr } = await run(args, { cwd });
      expect(stderr).toContain("a file of ignore rules is not used");
    }
  });

  test("while a file may change within the same stamp", async () => {
    const cache = join(temporaryFolder(), "cache");
    await run(["find_functions", "src", "--cache-dir", cache], { cwd: temporaryFolder(code), now: Date.now });
    expect(filesIn(cache, ".snapshot")).toEqual([]);
  });

  test("whose files are few, or that has a name or a share of the files only", async () => {
    const cache = join(temporaryFolder(), "cache");
    for (const args of [
      ["src/part0"],
      ["src", "--name", "g*"],
      ["src", "--shard", "1/2"],
      ["src/part0", "src/part1"],
    ]) {
      const { exitCode } = await run(["list_symbols", ...args, "--cache-dir", cache]);
      expect(exitCode, args.join(" ")).toBe(0);
    }
    expect(filesIn(cache, ".snapshot")).toEqual([]);
  });
});
