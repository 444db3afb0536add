import { readdirSync, rmSync, writeFileSync } from "node:fs";
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

/** A scan with a cache of its own, in which it has already run. */
async function scanned(args: readonly string[], launch: InProcessLaunch = {}) {
  const folder = temporaryFolder(code);
  const cache = join(temporaryFolder(), "cache");
  const run = (more: readonly string[], given: readonly string[] = args): Promise<Finished> =>
    runInProcess("", { args: [...given, ...more], cwd: folder, now: laterClock, ...launch });
  const again = (given?: readonly string[]) => run(["--cache-dir", cache, "--timing"], given);
  const first = await again();
  expect(first.stderr).toMatch(/^parse +0\.0*[1-9]/m);
  return { cache, again, plain: (given?: readonly string[]) => run(["--no-cache"], given) };
}

/** True when a scan has neither surveyed macros nor read a file. */
function isKept({ stderr }: Finished): boolean {
  return ["survey", "read", "parse"].every((stage) => new RegExp(`^${stage} +0\\.000 s$`, "m").test(stderr));
}

function filesIn(cache: string, ending: string): readonly string[] {
  const names = readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)).map((file) => join(name, file)));
  return names.filter((name) => name.endsWith(ending)).map((name) => join(cache, name));
}

test("a scan of a folder in which nothing has changed reads nothing, also for some of its names", async () => {
  const { cache, again, plain } = await scanned(["list_symbols", "src", "--detail", "full"]);
  expect(filesIn(cache, ".snapshot")).toHaveLength(1);
  for (const given of [undefined, ["list_symbols", "src", "--name", "g1*"]]) {
    const answer = await again(given);
    expect(isKept(answer)).toBe(true);
    expect(answer.stdout).toBe((await plain(given)).stdout);
    expect(answer.stdout).toContain("g17");
  }
});

describe("a scan is made again when", () => {
  test.each<[string, string, (path: string) => void]>([
    ["facts are gone", ".facts", rmSync],
    ["the texts of facts are gone, which signatures need", ".texts", rmSync],
    ["the snapshot is damaged", ".snapshot", (path) => writeFileSync(path, "no snapshot")],
  ])("%s", async (_, ending, damage) => {
    const { cache, again, plain } = await scanned(["list_symbols", "src", "--detail", "full"]);
    const damaged = filesIn(cache, ending);
    expect(damaged).not.toEqual([]);
    for (const path of damaged) damage(path);
    const answer = await again();
    expect(isKept(answer)).toBe(false);
    expect(answer.stdout).toBe((await plain()).stdout);
  });
});

describe("a scan is not kept", () => {
  test("whose listing warns of something", async () => {
    const folder = temporaryFolder({ ...code, "src/.gitignore": "x".repeat(2_000_000) });
    const args = ["find_functions", "src", "--cache-dir", join(temporaryFolder(), "cache")];
    for (const _ of ["first", "second"]) {
      const { stderr } = await runInProcess("", { args, cwd: folder, now: laterClock });
      expect(stderr).toContain("a file of ignore rules is not used");
    }
  });

  test("while a file may change within the same stamp", async () => {
    const { cache } = await scanned(["find_functions", "src"], { now: Date.now });
    expect(filesIn(cache, ".snapshot")).toEqual([]);
  });

  test("whose files are few, or that has a name or a share of the files only", async () => {
    const folder = temporaryFolder(code);
    const cache = join(temporaryFolder(), "cache");
    for (const args of [
      ["src/part0"],
      ["src", "--name", "g*"],
      ["src", "--shard", "1/2"],
      ["src/part0", "src/part1"],
    ]) {
      const given = ["list_symbols", ...args, "--cache-dir", cache];
      const { exitCode } = await runInProcess("", { args: given, cwd: folder, now: laterClock });
      expect(exitCode, args.join(" ")).toBe(0);
    }
    expect(filesIn(cache, ".snapshot")).toEqual([]);
  });
});
