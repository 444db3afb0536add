import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { finishedProcess, runServer, startServer } from "../support/built-server.ts";
import { factFilesIn, honestRows, hostileRepository } from "../support/hostile-repository.ts";
import { runInProcess } from "../support/in-process.ts";
import { timed } from "../support/run-delay.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { folder } = await hostileRepository(0.01);

describe.runIf(process.platform === "linux")("a configuration", () => {
  test("that is a FIFO is ignored with a warning", async () => {
    const { stderr, exitCode } = await runServer("", { cwd: join(folder, "sub"), args: ["find_classes", "."] });
    expect(stderr).toContain('"level":"warn"');
    expect(stderr).toMatch(/not a regular file/i);
    expect(exitCode).toBe(0);
  });
});

describe.runIf(process.platform === "linux")("a cache", () => {
  const home = temporaryFolder();
  const own = { HOME: home, XDG_CACHE_HOME: join(home, ".cache") };

  test.each([
    ["in /proc", { args: ["--cache-dir", "/proc/x/y"], env: own }],
    ["of the user in /proc", { args: [], env: { ...own, XDG_CACHE_HOME: "/proc/x" } }],
    ["of a user without a home", { args: [], env: { ...own, HOME: "/proc/x", XDG_CACHE_HOME: "" } }],
  ])("%s costs a warning", async (_, { args, env: variables }) => {
    const { answer, stderr } = await askHonest(args, variables);
    expect(answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    expect(stderr).toContain("the cache cannot be used");
  });

  test("that came with the repository is not used, even when it is named", async () => {
    expect(factFilesIn(join(folder, "cache")).length).toBeGreaterThan(0);
    for (const args of [[], ["--cache-dir", "cache"]]) {
      expect((await askHonest(args, own)).answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    }
  });

  // In processes, which keep the code that V8 compiled as well.
  test("whose files are FIFOs is passed over", async () => {
    const cache = temporaryFolder();
    await askHonest(["--cache-dir", cache], own, runServer);
    const files = [...filesIn(cache), ...filesIn(home)];
    expect(files.map((path) => /\w+$/.exec(path)?.[0])).toEqual(expect.arrayContaining(["facts", "key", "code"]));
    for (const path of files) {
      rmSync(path);
      execFileSync("mkfifo", [path]);
    }
    let tookMs = Number.POSITIVE_INFINITY;
    const { answer } = await askHonest(["--cache-dir", cache], own, async (input, launch) => {
      const child = startServer(launch);
      child.stdin.end(input);
      const run = await timed(child.pid ?? 0, () => finishedProcess(child));
      tookMs = run.tookMs;
      return run.result;
    });
    expect(answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    expect(tookMs).toBeLessThan(5_000);
  });

  async function askHonest(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    run: typeof runInProcess = runInProcess,
  ) {
    const { stdout, stderr } = await run("", {
      cwd: folder,
      args: ["find_classes", "honest", "--root", ".", ...args],
      env: variables,
    });
    return { answer: JSON.parse(stdout), stderr };
  }
});

function filesIn(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
