/**
 * The cache in states that a user may find it in. Input: a repository, and a cache on a full disk, on one that cannot be written, of another
 * user, or of a time to come; output: the answers of a program without a cache, and facts that are of use again afterwards.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Finished, type Launch, runServer } from "../support/built-server.ts";
import { sharedCode, sharedFiles } from "../support/checkouts.ts";
import { runInProcess } from "../support/in-process.ts";
import { git, repository } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const isRoot = process.getuid?.() === 0;

const questions = [
  ["find_functions", ".", "--format", "jsonl"],
  ["list_symbols", ".", "--detail", "full"],
  ["find_references", ".", "--symbol", "K3"],
];

/** A checkout with its cache. */
type Site = { readonly folder: string; readonly cache: string };

/** Runs a command line: without a process, unless the test needs one. */
async function run({ folder, cache }: Site, args: readonly string[], launch?: Launch): Promise<Finished> {
  const command = { args: [...args, "--cache-dir", cache, "--log-level", "warn"], cwd: folder };
  return launch === undefined ? await runInProcess("", command) : await runServer("", { ...launch, ...command });
}

/** Runs `codegrove index`, and returns the number of files that it has read. */
async function readBy(site: Site, launch?: Launch): Promise<number> {
  const { stdout, stderr, exitCode } = await run(site, ["index", "."], launch);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout).read;
}

/** Expects the answers of a program without a cache. @returns the messages of warnings */
async function expectPlainAnswers(site: Site, launch?: Launch): Promise<readonly string[]> {
  const warnings = new Set<string>();
  for (const args of questions) {
    const plain = await runInProcess("", { args: [...args, "--no-cache"], cwd: site.folder });
    const { stdout, stderr, exitCode } = await run(site, args, launch);
    expect({ stdout, exitCode }, `${args.join(" ")}\n${stderr}`).toEqual({ stdout: plain.stdout, exitCode: 0 });
    for (const line of stderr.split("\n").filter((one) => one !== "")) {
      const { level, message } = JSON.parse(line);
      expect(level).toBe("warn");
      warnings.add(message);
    }
  }
  return [...warnings];
}

/** Edits files of C++ and Python. */
function edit(folder: string, text: string): void {
  writeFiles(folder, { "src/c1.cpp": `int ${text}() { return 1; }\n`, "py/p2.py": `class K2:\n    ${text} = 1\n` });
}

/** Makes a file system in memory at a folder, for the time of a test. @returns a function that changes its options */
function mounted(folder: string, options: string): (options: string) => void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `${options},mode=700`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", [folder]));
  return (changed) => void execFileSync("mount", ["-o", `remount,${changed}`, folder]);
}

/** True where file systems can be mounted, which a container may not allow to root. */
function canMount(): boolean {
  const folder = temporaryFolder();
  if (!isRoot || spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status !== 0) return false;
  execFileSync("umount", [folder]);
  return true;
}

describe.skipIf(!canMount())("a cache on a disk of its own", { timeout: 600_000 }, () => {
  test.each([8, 24, 48, 96])(
    "that is full at %i kB gives right answers, and is filled once there is room",
    async (kilobytes) => {
      const site = { folder: repository(sharedCode), cache: join(temporaryFolder(), "cache") };
      const change = mounted(site.cache, `size=${kilobytes}k`);
      await expectPlainAnswers(site);
      edit(site.folder, "edited");
      await expectPlainAnswers(site);
      const left = readdirSync(site.cache, { recursive: true, encoding: "utf8" });
      expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
      change("size=16m");
      await readBy(site);
      expect(await readBy(site)).toBe(0);
      expect(await expectPlainAnswers(site)).toEqual([]);
    },
  );

  test("that cannot be written any more gives right answers, and writes again once it can be", async () => {
    const site = { folder: repository(sharedCode), cache: join(temporaryFolder(), "cache") };
    const change = mounted(site.cache, "size=16m");
    expect(await readBy(site)).toBe(sharedFiles);
    change("ro");
    await expectPlainAnswers(site);
    const { stderr, exitCode } = await run(site, ["index", "."]);
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("cannot be written"), exitCode: 2 });
    edit(site.folder, "edited");
    expect(await expectPlainAnswers(site)).toEqual(["the cache cannot be used"]);
    // A checkout that the cache does not know takes facts from one that it knows, and cannot keep them.
    const clone = join(temporaryFolder(), "clone");
    git(site.folder, "clone", "-q", ".", clone);
    await expectPlainAnswers({ ...site, folder: clone });
    change("rw");
    expect(await readBy(site)).toBe(2);
    expect(await readBy(site)).toBe(0);
  });
});

describe.skipIf(!isRoot)("a cache of another user", { timeout: 300_000 }, () => {
  const [root, nobody] = [0, 65_534];
  const homeOf = (uid: number) => {
    const home = temporaryFolder();
    chownSync(home, uid, uid);
    return { uid, env: { HOME: home } };
  };

  test.each([
    [root, nobody],
    [nobody, root],
  ])("(%i) is not used by %i, and nothing in it is changed", async (owner, other) => {
    const folder = repository(sharedCode);
    const top = temporaryFolder();
    chownSync(top, owner, owner);
    const site = { folder, cache: join(top, "cache") };
    expect(await readBy(site, homeOf(owner))).toBe(sharedFiles);
    // Anybody may read it.
    chmodSync(site.cache, 0o755);
    const state = () =>
      readdirSync(site.cache, { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => [name, statSync(join(site.cache, name)).mtimeMs]);
    const before = state();
    edit(folder, "edited");
    expect(await expectPlainAnswers(site, homeOf(other))).toEqual(["the cache cannot be used"]);
    expect(state()).toEqual(before);
  });
});

const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const isMissing = process.env.CI === undefined && !existsSync(library);

describe.skipIf(isMissing)("a clock that was wrong", { timeout: 300_000 }, () => {
  /** The clock of a process; `shiftsFiles` if it also shifts the times of files. */
  const clock = (shift: string, shiftsFiles: boolean): Launch => ({
    env: {
      LD_PRELOAD: library,
      FAKETIME: shift,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      ...(!shiftsFiles && { NO_FAKE_STAT: "1" }),
    },
  });

  test.each([
    ["+400d", false],
    ["-400d", false],
    ["+400d", true],
    ["-400d", true],
  ])(
    "(%s, with the times of files: %s) costs reading, and no parsing, and no answer is wrong",
    async (shift, shiftsFiles) => {
      const site = { folder: repository(sharedCode), cache: join(temporaryFolder(), "cache") };
      const wrong = clock(shift, shiftsFiles);
      expect(await readBy(site, wrong)).toBe(sharedFiles);
      for (const [round, launch] of [undefined, wrong, undefined].entries()) {
        // Files that were edited in the round before.
        expect(await readBy(site, launch)).toBe(round === 0 ? 0 : 2);
        edit(site.folder, `edited${round}`);
        await expectPlainAnswers(site, launch);
        const clone = join(temporaryFolder(), "clone");
        git(site.folder, "clone", "-q", ".", clone);
        await expectPlainAnswers({ ...site, folder: clone }, launch);
      }
    },
  );

  test("leaves files of the cache that were used in the future: these give right answers", async () => {
    const site = { folder: repository(sharedCode), cache: join(temporaryFolder(), "cache") };
    expect(await readBy(site)).toBe(sharedFiles);
    for (const name of readdirSync(site.cache, { recursive: true, encoding: "utf8" })) {
      utimesSync(join(site.cache, name), 4_000_000_000, 4_000_000_000);
    }
    expect(await readBy(site)).toBe(0);
    await expectPlainAnswers(site);
  });
});
