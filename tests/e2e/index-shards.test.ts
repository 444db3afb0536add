import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { everyCode } from "../support/every-call.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { indexedShards, runIndexed } from "../support/shard-folders.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A part of the code base, which a test indexes again and again. */
const code = Object.fromEntries(Object.entries(everyCode).filter(([path]) => !path.startsWith("many/")));
const files = Object.keys(code).filter((path) => /\.(?:cpp|hpp|py)$/.test(path) && !path.startsWith("left/")).length;

/** What no shard reads. */
const skipped = { binary: 1, ignored_files: 1, ignored_folders: 1 };

async function scipOf(folder: string, cacheFolder: string) {
  const path = join(temporaryFolder(), "index.scip");
  const { exitCode } = await runIndexed(folder, ".", "--format", "scip", "-o", path, "--cache-dir", cacheFolder);
  return { exitCode, bytes: readFileSync(path) };
}

describe("shards that share the macros of a folder in a file", () => {
  const folder = temporaryFolder({
    ...code,
    "macros/api.h": "#define API\n#define OPEN(n) namespace n {\n",
    "uses/a.cpp": '#include "../macros/api.h"\nOPEN(a)\nclass API A { int f(); };\n}\n',
  });
  const path = join(temporaryFolder(), "macros.cgm");
  const exported = runIndexed(folder, ".", "--export-macros", path);

  test("have the facts of the whole, and read no other files", async () => {
    const { counts, stderr } = await exported;
    const bytes = readFileSync(path);
    expect(counts).toEqual({ files: expect.any(Number), macros: expect.any(Number), bytes: bytes.length });
    expect(counts.macros).toBeGreaterThan(2);
    expect(stderr).toMatch(/^\d+ macros of \d+ files, [\d,]+ bytes, in /);
    const whole = join(temporaryFolder(), "whole");
    await runIndexed(folder, ".", "--cache-dir", whole);
    const top = temporaryFolder();
    const shards = [1, 2, 3, 4].map((index) => join(top, `${index}`));
    for (const [index, shard] of shards.entries()) {
      // A shard has its own files, and of C++ no others.
      const args = [".", "--shard", `${index + 1}/4`, "--import-macros", path, "--cache-dir", shard];
      expect((await runIndexed(folder, ...args)).exitCode).toBe(0);
    }
    const merged = join(top, "merged");
    await runIndexed(folder, "merge", ".", ...shards, "--cache-dir", merged);
    expect((await runIndexed(folder, ".", "--cache-dir", merged)).counts.read).toBe(0);
    expect((await scipOf(folder, merged)).bytes.equals((await scipOf(folder, whole)).bytes)).toBe(true);
  });

  test("are the same to the byte as ones that read all files", async () => {
    await exported;
    const [plain, shared] = [join(temporaryFolder(), "a.cga"), join(temporaryFolder(), "b.cga")];
    const args = [".", "--shard", "2/3"];
    await runIndexed(folder, ...args, "--export", plain, "--cache-dir", temporaryFolder());
    await runIndexed(folder, ...args, "--import-macros", path, "--export", shared, "--cache-dir", temporaryFolder());
    expect(readFileSync(shared).equals(readFileSync(plain))).toBe(true);
  });

  test("have right answers, if the macros were of other code", async () => {
    await exported;
    const elsewhere = temporaryFolder();
    cpSync(folder, elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, "macros/api.h"), "#define API\n#define OPEN(n) namespace b {\n");
    const cache = join(temporaryFolder(), "cache");
    for (const index of [1, 2]) {
      const args = [".", "--shard", `${index}/2`, "--import-macros", path, "--cache-dir", cache];
      expect((await runIndexed(elsewhere, ...args)).exitCode).toBe(0);
    }
    const ask = (...flags: readonly string[]) =>
      runInProcess("", {
        args: ["find_definition", ".", "--symbol", "A", ...flags],
        cwd: elsewhere,
        now: laterClock,
      });
    expect((await ask("--cache-dir", cache)).stdout).toBe((await ask("--no-cache")).stdout);
  });

  test.each<[string, (bytes: Buffer) => Uint8Array, readonly string[], string]>([
    ["that is damaged", (bytes) => bytes.fill(7, bytes.length - 1), [], "is damaged, or was signed with another key"],
    ["that is cut off", (bytes) => bytes.subarray(0, -1), [], "is damaged: it is not whole"],
    ["that is another one", () => Buffer.from("macros"), [], "is damaged: it does not begin as such a file does"],
    ["of other settings", (bytes) => bytes, ["--no-elision"], "it was made with other settings: --no-elision"],
  ])("are not read with a file %s", async (_, spoil, flags, reason) => {
    await exported;
    const spoiled = join(temporaryFolder(), "spoiled.cgm");
    writeFileSync(spoiled, spoil(readFileSync(path)));
    const cache = join(temporaryFolder(), "cache");
    const run = await runIndexed(folder, ".", "--import-macros", spoiled, "--cache-dir", cache, ...flags);
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain(`${spoiled} cannot be used: `);
    expect(run.stderr).toContain(reason);
  });

  test("are no matter of other commands, nor of a file that is missing", async () => {
    const { stderr } = await runIndexed(folder, ".", "--import-macros", join(folder, "none"));
    expect(stderr).toContain("is missing");
    const both = await runIndexed(folder, ".", "--export-macros", path, "--shard", "1/2");
    expect({ exitCode: both.exitCode, stderr: both.stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("index --export-macros takes no --shard"),
    });
    const scip = await runIndexed(folder, ".", "--import-macros", path, "-o", "index.scip");
    expect(scip.stderr).toContain("--import-macros is for shards");
  });
});

describe("four shards of a folder, merged", () => {
  const folder = temporaryFolder(code);
  const shards = indexedShards(folder, 4);
  const [whole, merged] = [join(temporaryFolder(), "whole"), join(temporaryFolder(), "merged")];
  const filled = runIndexed(folder, ".", "--cache-dir", whole);

  test("have each file once", async () => {
    const { counts, stderr, exitCode } = await filled;
    expect({ counts, exitCode }).toEqual({
      counts: { files, read: files - 1, kept: 0, failed: 0, skipped },
      exitCode: 0,
    });
    expect(stderr).toBe(`${files} files, ${files - 1} read, 0 kept, 0 failed\n`);
    const again = await Promise.all(
      (await shards).map((shard, index) => runIndexed(folder, ".", "--shard", `${index + 1}/4`, "--cache-dir", shard)),
    );
    const sum = (key: string) => again.reduce((total, run) => total + run.counts[key], 0);
    expect([sum("files"), sum("kept"), sum("read")]).toEqual([files, files - 1, 0]);
    expect(again.every((run) => run.counts.files > 3)).toBe(true);
  });

  test("are the whole: nothing is read again, and an index in SCIP is the same", async () => {
    const { counts, exitCode } = await runIndexed(folder, "merge", ".", ...(await shards), "--cache-dir", merged);
    expect({ counts, exitCode }).toEqual({
      counts: { shards: 4, files, kept: files, changed: 0, missing: 0 },
      exitCode: 0,
    });
    const after = await runIndexed(folder, ".", "--cache-dir", merged);
    expect(after.counts).toEqual({ files, read: 0, kept: files - 1, failed: 0, skipped });
    await filled;
    const scip = await scipOf(folder, merged);
    expect(scip.exitCode).toBe(0);
    expect(scip.bytes.equals((await scipOf(folder, whole)).bytes)).toBe(true);
  });

  test("serve a checkout elsewhere, where only what differs is read", async () => {
    const elsewhere = temporaryFolder();
    cpSync(folder, elsewhere, { recursive: true });
    const text = readFileSync(join(elsewhere, "src/part1.cpp"), "utf8");
    writeFileSync(join(elsewhere, "src/part1.cpp"), text.replace("return", "return 1 +"));
    writeFileSync(join(elsewhere, "src/new.cpp"), "int added() { return 1; }\n");
    const cacheFolder = join(temporaryFolder(), "cache");
    const run = await runIndexed(elsewhere, "merge", ".", ...(await shards), "--cache-dir", cacheFolder);
    expect(run.counts).toEqual({ shards: 4, files: files + 1, kept: files - 1, changed: 1, missing: 1 });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain("1 changed since, 1 without facts");
    const after = await runIndexed(elsewhere, ".", "--cache-dir", cacheFolder);
    expect(after.counts).toMatchObject({ read: 2, kept: files - 2 });
  });

  test("without one of them say so, and the rest is read later", async () => {
    const cacheFolder = join(temporaryFolder(), "cache");
    const some = (await shards).slice(0, 3);
    const refused = await runIndexed(folder, "merge", ".", ...some, "--cache-dir", cacheFolder);
    expect({ exitCode: refused.exitCode, stdout: refused.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "Shard 4 of 4 is missing. Index what is missing, or merge the others with --allow-",
    );
    const run = await runIndexed(folder, "merge", ".", ...some, "--allow-missing", "--cache-dir", cacheFolder);
    const { missing, kept } = run.counts;
    expect(missing).toBeGreaterThan(3);
    expect({ sum: missing + kept, exitCode: run.exitCode }).toEqual({ sum: files, exitCode: 1 });
    expect(run.stderr).toContain(`${missing} without facts, of a shard that was not named or did not read them`);
    const after = await runIndexed(folder, ".", "--cache-dir", cacheFolder);
    expect(after.counts).toMatchObject({ read: missing, kept: files - 1 - missing });
  });
});

test("a shard that was named twice, was copied or ran twice is merged once", async () => {
  const folder = temporaryFolder({ "a.py": "a = 1\n", "b.py": "b = 1\n" });
  const [[first = "", second = ""], [again = ""]] = [await indexedShards(folder, 2), await indexedShards(folder, 2)];
  const copy = join(temporaryFolder(), "copy");
  cpSync(first, copy, { recursive: true });
  const cacheFolder = join(temporaryFolder(), "cache");
  const shards = [first, second, first, copy, again];
  const { counts, exitCode } = await runIndexed(folder, "merge", ".", ...shards, "--cache-dir", cacheFolder);
  expect({ counts, exitCode }).toEqual({
    counts: { shards: 5, files: 2, kept: 2, changed: 0, missing: 0 },
    exitCode: 0,
  });
  expect((await runIndexed(folder, ".", "--cache-dir", cacheFolder)).counts).toMatchObject({ read: 0, kept: 2 });
});

test("a shard without files is merged as well, also elsewhere", async () => {
  const [folder, elsewhere] = [temporaryFolder({ "a.py": "a = 1\n" }), temporaryFolder({ "a.py": "a = 1\n" })];
  const shards = await indexedShards(folder, 4);
  for (const place of [folder, elsewhere]) {
    const cacheFolder = join(temporaryFolder(), "cache");
    const { counts, exitCode } = await runIndexed(place, "merge", ".", ...shards, "--cache-dir", cacheFolder);
    expect({ counts, exitCode }).toEqual({
      counts: { shards: 4, files: 1, kept: 1, changed: 0, missing: 0 },
      exitCode: 0,
    });
    expect((await runIndexed(place, ".", "--cache-dir", cacheFolder)).counts).toMatchObject({ read: 0, kept: 1 });
  }
});

describe("a shard that does not fit is refused:", () => {
  const folder = temporaryFolder(code);
  const good = indexedShards(folder, 2);

  /** A copy of the first shard, which a test may spoil, and the path of one of its files. */
  async function copyOfShard(part: "facts" | "texts") {
    const [first = ""] = await good;
    const copy = join(temporaryFolder(), "copy");
    cpSync(first, copy, { recursive: true });
    const [codeBase = ""] = readdirSync(copy);
    const file = readdirSync(join(copy, codeBase)).find((name) => name.endsWith(`.${part}`)) ?? "";
    return { copy, file: join(copy, codeBase, file) };
  }

  async function refusal(...shards: readonly string[]) {
    const cacheFolder = join(temporaryFolder(), "cache");
    const { exitCode, stdout, stderr } = await runIndexed(folder, "merge", ".", ...shards, "--cache-dir", cacheFolder);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    return stderr;
  }

  test.each([
    ["facts that are cut off", "facts", (bytes: Buffer) => bytes.subarray(0, -9), "it is not whole"],
    ["texts that are cut off", "texts", (bytes: Buffer) => bytes.subarray(0, -9), "it is not whole"],
    ["a changed byte", "facts", (bytes: Buffer) => bytes.fill(7, bytes.length - 9), "or was signed with another key"],
  ] as const)("%s", async (_, part, spoil, reason) => {
    const { copy, file } = await copyOfShard(part);
    writeFileSync(file, spoil(readFileSync(file)));
    const stderr = await refusal(copy);
    expect(stderr).toContain(`${copy} cannot be merged: ${file} is damaged`);
    expect(stderr).toContain(reason);
  });

  test("texts that are missing", async () => {
    const { copy, file } = await copyOfShard("texts");
    rmSync(file);
    expect(await refusal(copy)).toContain(`${file} is missing`);
  });

  test("facts of another version, also where the file says that it is ours", async () => {
    const { copy, file } = await copyOfShard("facts");
    const bytes = readFileSync(file);
    const at = bytes.indexOf('"version":"') + 11;
    writeFileSync(file, bytes.fill("0", at, at + 8));
    expect(await refusal(copy)).toContain("cannot be merged: another version of codegrove");
  });

  test("facts of other settings, which are named", async () => {
    const [other = ""] = await indexedShards(folder, 1, "--no-macro-masking");
    expect(await refusal(other)).toContain("it was filled with other settings: --no-macro-masking");
  });

  test("facts of another code base", async () => {
    const [other = ""] = await indexedShards(temporaryFolder({ "other.py": "a = 1\n" }), 1);
    expect(await refusal(other)).toMatch(/cannot be merged: it has facts of .*, whose files are not in /);
  });

  test("facts that were signed with another key, unless the machines share one", async () => {
    const { copy } = await copyOfShard("facts");
    const merge = async (env: Readonly<Record<string, string>>, shard: string) => {
      const args = ["index", "merge", ".", shard, "--cache-dir", join(temporaryFolder(), "cache")];
      return await runInProcess("", { args, cwd: folder, env, now: laterClock });
    };
    const other = await merge({ CODEGROVE_CACHE_KEY: "theirs" }, copy);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain("machines that share facts need the same CODEGROVE_CACHE_KEY");
    const shared = join(temporaryFolder(), "shared");
    const env = { CODEGROVE_CACHE_KEY: "theirs" };
    await runInProcess("", { args: ["index", ".", "--cache-dir", shared], cwd: folder, env, now: laterClock });
    expect((await merge({ ...env, HOME: temporaryFolder() }, shared)).exitCode).toBe(0);
  });

  test("a shard whose process was ended before it was done", async () => {
    const [, second = ""] = await good;
    const { copy, file } = await copyOfShard("facts");
    for (const name of readdirSync(dirname(file))) if (name.endsWith(".shard")) rmSync(join(dirname(file), name));
    expect(await refusal(copy, second)).toContain(
      `Shard 1 of 2 is missing; ${copy} was not filled by an index that has ended. Index what is missing`,
    );
  });

  test("a link, a file, an empty folder and none", async () => {
    const [first = ""] = await good;
    const top = temporaryFolder({ file: "" });
    symlinkSync(first, join(top, "link"));
    mkdirSync(join(top, "empty"));
    expect(await refusal(join(top, "link"))).toContain("it is a symbolic link; name the folder that it leads to");
    expect(await refusal(join(top, "file"))).toContain("it is not an artifact");
    expect(await refusal(join(top, "empty"))).toContain("it has no facts; fill it with codegrove index");
    expect(await refusal(join(top, "none"))).toContain("there is no such file or folder");
  });

  test("the cache that is merged into", async () => {
    const [first = ""] = await good;
    const { exitCode, stderr } = await runIndexed(folder, "merge", ".", first, "--cache-dir", first);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("is the cache that the shards are merged into");
  });
});

describe("index refuses", () => {
  test.each([
    [["merge"], "index merge needs a folder: codegrove index merge DIR SHARD... --cache-dir FOLDER"],
    [["merge", "."], "index merge needs the cache folders of shards"],
    [["merge", ".", "a", "--shard", "1/2"], "index merge takes no --shard"],
    [["merge", ".", "a", "-o", "a.scip"], "index merge takes no --output"],
    [["merge", "none", "a"], "There is no folder none"],
    [[".", "--shard", "1/2", "--format", "scip"], "--shard: an index in SCIP is of all files"],
    [[".", "--shard", "3/2"], "--shard: '3/2' is not a share such as 1/4"],
    [[".", "--no-cache"], "The cache cannot be used: it is off"],
    [[".", "--cache-dir", "a.py"], "The cache cannot be used: "],
  ])("%j", async (args, message) => {
    const { exitCode, stdout, stderr } = await runIndexed(temporaryFolder({ "a.py": "" }), ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
