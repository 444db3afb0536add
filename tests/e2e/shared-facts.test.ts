import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectSameAnswers, indexed, sharedCode, sharedFiles } from "../support/checkouts.ts";
import { runInProcess } from "../support/in-process.ts";
import { commit, git, repository } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const nothingRead = { read: 0, kept: sharedFiles };

/** A repository whose facts are in a cache. */
async function indexedRepository() {
  const folder = repository(sharedCode);
  const cache = join(temporaryFolder(), "cache");
  expect(await indexed(folder, cache)).toEqual({ read: sharedFiles, kept: 0 });
  return { folder, cache };
}

describe("nothing is read again", () => {
  test.each<[string, (folder: string, to: string) => void]>([
    ["in a second worktree", (folder, to) => git(folder, "worktree", "add", "-q", to)],
    ["in a clone", (folder, to) => git(folder, "clone", "-q", ".", to)],
    ["in a folder that was moved", renameSync],
    [
      "in a copy within another folder",
      (folder, to) => cpSync(folder, join(to, "third-party/lib"), { recursive: true }),
    ],
  ])("%s", async (_, make) => {
    const { folder, cache } = await indexedRepository();
    const to = join(temporaryFolder(), "other");
    make(folder, to);
    expect(await indexed(to, cache)).toEqual(nothingRead);
    await expectSameAnswers(to, cache);
    expect(await indexed(to, cache)).toEqual(nothingRead);
  });

  test("in a folder of the repository that was renamed", async () => {
    const { folder, cache } = await indexedRepository();
    mkdirSync(join(folder, "lib"));
    for (const part of ["src", "py"]) renameSync(join(folder, part), join(folder, "lib", part));
    expect(await indexed(folder, cache)).toEqual(nothingRead);
    await expectSameAnswers(folder, cache);
  });

  test("on a branch that was checked out before", async () => {
    const { folder, cache } = await indexedRepository();
    git(folder, "checkout", "-qb", "other");
    commit(folder, {
      "src/c1.cpp": "int other() { return 1; }\n",
      "py/p2.py": "class K2: pass\n",
      "new.py": "x = 1\n",
    });
    expect(await indexed(folder, cache)).toEqual({ read: 3, kept: sharedFiles - 2 });
    for (const [branch, kept] of [["main", sharedFiles] as const, ["other", sharedFiles + 1] as const]) {
      git(folder, "checkout", "-q", branch);
      expect(await indexed(folder, cache), branch).toEqual({ read: 0, kept });
      await expectSameAnswers(folder, cache);
    }
  });
});

test("in another checkout, what differs is read, and what macros make of it", async () => {
  const { folder, cache } = await indexedRepository();
  const clone = join(temporaryFolder(), "clone");
  git(folder, "clone", "-q", ".", clone);
  writeFiles(clone, { "py/p1.py": "class K1: pass\n" });
  expect(await indexed(clone, cache)).toEqual({ read: 1, kept: sharedFiles - 1 });
  writeFiles(clone, { "src/macros.h": "#define OPEN(n) extern int n; namespace {\n" });
  await expectSameAnswers(clone, cache);
  // The first checkout has other macros for the same files.
  await expectSameAnswers(folder, cache);
  expect(await indexed(folder, cache)).toEqual(nothingRead);
});

describe("facts of another checkout are not taken", () => {
  test.each<[string, (path: string) => void]>([
    ["that are damaged", (path) => writeFileSync(path, "no facts")],
    ["that are gone while their list of contents is there", (path) => path.endsWith(".contents") || rmSync(path)],
    ["that others can write", (path) => chmodSync(path, 0o666)],
  ])("%s", async (_, spoil) => {
    const { cache } = await indexedRepository();
    const other = temporaryFolder(sharedCode);
    for (const name of readdirSync(cache)) {
      for (const file of readdirSync(join(cache, name))) spoil(join(cache, name, file));
    }
    expect(await indexed(other, cache)).toEqual({ read: sharedFiles, kept: 0 });
    await expectSameAnswers(other, cache);
  });

  test("that other settings have found", async () => {
    const { folder, cache } = await indexedRepository();
    const other = temporaryFolder(sharedCode);
    writeFiles(other, { "codegrove.json": JSON.stringify({ macros: { attribute: ["NONE"] } }) });
    const { read } = await indexed(other, cache);
    expect(read).toBe(sharedFiles);
    expect(await indexed(folder, cache)).toEqual(nothingRead);
  });
});

test("a clock that was set back costs reading, and no parsing", async () => {
  const folder = repository(sharedCode);
  const cache = join(temporaryFolder(), "cache");
  const dayMs = 86_400_000;
  await indexed(folder, cache, () => Date.now() + dayMs);
  expect(await indexed(folder, cache)).toEqual(nothingRead);
  const clone = join(temporaryFolder(), "clone");
  git(folder, "clone", "-q", ".", clone);
  expect(await indexed(clone, cache, () => Date.now() - dayMs)).toEqual(nothingRead);
  await expectSameAnswers(clone, cache);
});

test("a folder that is gone is marked among the code bases of the cache", async () => {
  const { folder, cache } = await indexedRepository();
  const to = join(temporaryFolder(), "moved");
  renameSync(folder, to);
  await indexed(to, cache);
  const { stdout } = await runInProcess("", { args: ["cache", "--cache-dir", cache] });
  const { code_bases } = JSON.parse(stdout);
  expect(code_bases.map(({ root, gone = false }: { root: string; gone?: boolean }) => [root, gone])).toEqual([
    [to, false],
    [folder, true],
  ]);
});
