import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { maxFileBytes } from "../../src/base/limits.ts";
import { artifactBytes, packedSegment, readArtifact } from "../../src/cache/artifact-file.ts";
import { checkedPortable } from "../../src/facts/checked-portable.ts";
import { everyCall, everyCode, wordsOf } from "../support/every-call.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { runIndexed } from "../support/shard-folders.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A part of the code base, which a test indexes again and again. */
const code = Object.fromEntries(Object.entries(everyCode).filter(([path]) => !path.startsWith("many/")));
const folder = temporaryFolder(code);
const top = temporaryFolder();
const whole = join(top, "whole.cga");
const exported = runIndexed(folder, ".", "--export", whole, "--cache-dir", join(top, "whole"));
let folders = 0;

/** The path of a cache that is not there yet. */
const newCache = () => join(top, `cache${folders++}`);

/** A copy of the code in another folder, with times and inodes of its own. */
function copyOfCode(): string {
  const copy = join(temporaryFolder(), "elsewhere");
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function exportOf(place: string, cache: string, ...flags: readonly string[]): Promise<Buffer> {
  const path = join(top, `export${folders++}.cga`);
  const { exitCode, stderr } = await runIndexed(place, ".", "--export", path, "--cache-dir", cache, ...flags);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return readFileSync(path);
}

describe("an artifact of a folder", () => {
  test("says how large it is, and is written where the user says", async () => {
    const { counts, exitCode } = await exported;
    expect(exitCode).toBe(0);
    expect(counts).toMatchObject({ kept: 0, failed: 0, bytes: readFileSync(whole).length });
    expect(counts.read).toBeGreaterThan(10);
  });

  test("is the same on another path, and whatever the cache holds", async () => {
    await exported;
    const [copy, cache] = [copyOfCode(), newCache()];
    for (const args of [
      ["find_functions", "."],
      ["list_symbols", "src"],
      ["find_references", "area"],
    ]) {
      await runInProcess("", { args: [...args, "--cache-dir", cache], cwd: copy, now: laterClock });
    }
    expect((await exportOf(copy, cache)).equals(readFileSync(whole))).toBe(true);
    expect((await exportOf(copy, cache)).equals(readFileSync(whole))).toBe(true);
  });

  test("makes another machine's first answer warm: nothing is read, and answers are the same", async () => {
    await exported;
    const [copy, cache] = [copyOfCode(), newCache()];
    const run = await runIndexed(copy, ".", "--import", whole, "--accept-unsigned", "--cache-dir", cache);
    const { files, read } = (await exported).counts;
    expect(run.counts).toMatchObject({ files, read: 0, kept: read, failed: 0 });
    expect(run.exitCode).toBe(0);
    // The macros, which the artifact does not have, are not read from all files again.
    const { stdout: shown } = await runInProcess("", { args: ["cache", "--cache-dir", cache] });
    expect(JSON.parse(shown).code_bases).toMatchObject([{ kept: expect.arrayContaining(["declarations", "defines"]) }]);
    const answerOf = async (...flags: readonly string[]) => {
      const args = ["find_references", "area", ...flags];
      return (await runInProcess("", { args, cwd: copy, now: laterClock })).stdout;
    };
    expect(await answerOf("--cache-dir", cache)).toBe(await answerOf("--no-cache"));
    expect((await exportOf(copy, cache)).equals(readFileSync(whole))).toBe(true);
  });

  test("is read only where the content is the same", async () => {
    await exported;
    const [copy, cache] = [copyOfCode(), newCache()];
    const text = readFileSync(join(copy, "src/part1.cpp"), "utf8");
    writeFileSync(join(copy, "src/part1.cpp"), text.replace("return", "return 1 +"));
    writeFileSync(join(copy, "src/new.cpp"), "int added() { return 1; }\n");
    rmSync(join(copy, "src/part2.cpp"));
    const run = await runIndexed(copy, ".", "--import", whole, "--accept-unsigned", "--cache-dir", cache);
    expect(run.counts).toMatchObject({ read: 2, failed: 0 });
    expect(run.counts.kept).toBe((await exported).counts.read - 2);
    expect((await exportOf(copy, cache)).equals(await exportOf(copy, newCache()))).toBe(true);
  });

  test("is signed with CODEGROVE_CACHE_KEY, and then needs no flag", async () => {
    const [place, path] = [temporaryFolder({ "a.py": "a = 1\n" }), join(top, "signed.cga")];
    const run = (key: string, ...args: readonly string[]) =>
      runInProcess("", {
        args: ["index", ".", ...args, "--cache-dir", newCache()],
        cwd: place,
        env: { CODEGROVE_CACHE_KEY: key },
        now: laterClock,
      });
    expect((await run("ours", "--export", path)).exitCode).toBe(0);
    expect((await run("ours", "--import", path)).exitCode).toBe(0);
    const refused = await run("theirs", "--import", path);
    expect({ ...refused, stderr: "" }).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain("signed with another CODEGROVE_CACHE_KEY");
    expect((await run("theirs", "--import", path, "--accept-unsigned")).exitCode).toBe(0);
  });

  test("is exported from a folder that is named by a link", async () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(folder, link);
    await exported;
    const path = join(top, "linked.cga");
    await runIndexed(top, link, "--export", path, "--cache-dir", newCache());
    expect(readFileSync(path).equals(readFileSync(whole))).toBe(true);
  });
});

/**
 * The artifact with segments that were changed, as somebody can make it who knows the format.
 *
 * @param added files that each segment does not have
 */
function forgedWith(change: (segment: Uint8Array) => Uint8Array, added = 0): string {
  const bytes = readFileSync(whole);
  const head = JSON.parse(bytes.toString("utf8", 52, 52 + bytes.readUInt32LE(48)));
  const artifact = readArtifact(whole, whole, head, { key: undefined, acceptsUnsigned: true });
  const segments = artifact.segments.map(({ load, files }) =>
    packedSegment(change(Uint8Array.from(load())).buffer as ArrayBuffer, files + added),
  );
  const files = artifact.files + segments.length * added;
  const path = join(top, `forged${folders++}.cga`);
  writeFileSync(path, artifactBytes({ ...head, files }, segments, undefined));
  return path;
}

describe("an artifact that lies", () => {
  test("about paths is refused, and nothing is kept of it", async () => {
    await exported;
    const climbing = forgedWith((segment) => {
      const at = Buffer.from(segment.buffer).indexOf("src/");
      segment.set(Buffer.from("../."), at);
      return segment;
    });
    const cache = newCache();
    const run = await runIndexed(folder, ".", "--import", climbing, "--accept-unsigned", "--cache-dir", cache);
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("cannot be imported: the segment is damaged: ");
    expect(existsSync(cache)).toBe(false);
  });

  test("about the number of its files is refused", async () => {
    await exported;
    const forged = forgedWith((segment) => segment, 1);
    const run = await runIndexed(folder, ".", "--import", forged, "--accept-unsigned", "--cache-dir", newCache());
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(run.stderr).toMatch(/cannot be imported: a part of it has \d+ files, and its head says \d+/);
  });

  test("about names and places gives wrong answers at most", async () => {
    await exported;
    const random = seeded(7);
    for (let accepted = 0; accepted < 3; ) {
      const changes = Array.from({ length: 3 }, () => [random(2 ** 24), random(256)] as const);
      let isAccepted = true;
      const forged = forgedWith((segment) => {
        for (const [at, byte] of changes) segment[600 + (at % (segment.length - 600))] = byte;
        isAccepted &&= passes(segment);
        return segment;
      });
      if (!isAccepted) continue;
      accepted++;
      const cache = newCache();
      const args = [".", "--import", forged, "--accept-unsigned", "--cache-dir", cache];
      expect((await runIndexed(folder, ...args)).exitCode).toBe(0);
      for (const asked of askedOfLies) {
        const answer = await runInProcess("", { args: [...asked, "--cache-dir", cache], cwd: folder, now: laterClock });
        expect(JSON.parse(answer.stdout)).toBeTypeOf("object");
        expect(answer.stdout + answer.stderr).not.toContain("Internal error");
      }
    }
  });
});

/** True for a segment that an import takes. */
function passes(segment: Uint8Array): boolean {
  try {
    checkedPortable(segment, { languages: new Set(["cpp", "c", "python"]), maxFileBytes, separator: "/" });
    return true;
  } catch {
    return false;
  }
}

/** Calls of tools that answer from declarations. */
const askedOfLies = everyCall
  .filter(([tool]) => /^(?:find_references|get_\w+_(?:graph|hierarchy|info)|rename_symbol|search_code)$/.test(tool))
  .map(([tool, input]) => [tool, ...wordsOf(input), "--format", "json"]);

/** Returns numbers below a bound, the same each time. */
function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

describe("artifacts of shards", () => {
  const count = 3;
  const shards = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const path = join(top, `shard${index + 1}.cga`);
      const flags = ["--shard", `${index + 1}/${count}`, "--export", path, "--cache-dir", newCache()];
      await runIndexed(folder, ".", ...flags);
      return path;
    }),
  );

  async function merged(paths: readonly string[], ...flags: readonly string[]) {
    const cache = newCache();
    const args = ["merge", ".", ...paths, "--accept-unsigned", "--cache-dir", cache, ...flags];
    return { cache, ...(await runIndexed(folder, ...args)) };
  }

  test("are merged to the same bytes as the whole, in any order, also if one is named twice", async () => {
    await exported;
    const [first = "", ...others] = await shards;
    const { cache, counts, exitCode } = await merged([...others, first, first]);
    expect({ ...counts, exitCode }).toMatchObject({ changed: 0, missing: 0, exitCode: 0 });
    expect((await exportOf(folder, cache)).equals(readFileSync(whole))).toBe(true);
    expect((await runIndexed(folder, ".", "--cache-dir", cache)).counts.read).toBe(0);
  });

  test("are refused by the number of a missing one, or merged without it", async () => {
    const [first = "", , third = ""] = await shards;
    const refused = await merged([first, third]);
    expect({ exitCode: refused.exitCode, stdout: refused.stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "Shard 2 of 3 is missing. Index what is missing, or merge the others with --allow",
    );
    const { counts, exitCode } = await merged([first, third], "--allow-missing");
    expect(exitCode).toBe(1);
    expect(counts.missing).toBeGreaterThan(0);
  });

  test("of different numbers of shards are named", async () => {
    const [first = ""] = await shards;
    const half = join(top, "half.cga");
    await runIndexed(folder, ".", "--shard", "2/2", "--export", half, "--cache-dir", newCache());
    const { exitCode, stderr } = await merged([first, half]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Shards 2, 3 of 3 are missing; Shard 1 of 2 is missing.");
    expect((await merged([first, whole])).exitCode).toBe(0);
  });
});

describe("index refuses", () => {
  test.each([
    [[".", "--import", "none.cga"], "none.cga cannot be imported: there is no such file"],
    [[".", "--import", "a.py"], "a.py cannot be imported: it is not an artifact"],
    [[".", "--import", "."], ". cannot be imported: It is a folder."],
    [[".", "--import", "a", "--export", "b"], "index --export takes no --import"],
    [[".", "--import", "a", "--shard", "1/2"], "index --import takes no --shard"],
    [[".", "--accept-unsigned"], "index without --import or merge takes no --accept-unsigned"],
    [[".", "--export", "none/a.cga"], "Cannot write none/a.cga: "],
    [[".", "--export", "a.cga", "--no-cache"], "The cache cannot be used: it is off"],
  ])("%j", async (args, message) => {
    const { exitCode, stdout, stderr } = await runIndexed(temporaryFolder({ "a.py": "" }), ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
