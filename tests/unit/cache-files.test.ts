import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxCacheBytes } from "../../src/base/limits.ts";
import { boundCache, cachedCodeBases, clearCache, codeBaseFolder, factPath } from "../../src/cache/cache-folder.ts";
import { digestOf } from "../../src/cache/digest.ts";
import { bodyOf, loadFacts } from "../../src/cache/fact-file.ts";
import { FactTable } from "../../src/cache/fact-table.ts";
import { userCacheFolder } from "../../src/cache/user-folder.ts";
import { readBytes } from "../../src/workspace/read.ts";
import { isTrusted, readStamp, Stamps } from "../../src/workspace/stamp.ts";
import { seed } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({ "a.cpp": "class A {};\n", "ü b.py": "class B: pass\n", "empty.h": "" });
const owner = { uid: process.getuid?.(), key: Buffer.alloc(32, 1) };
const head = { version: "1", root: folder, question: '{"tool":"find_classes"}', languages: {} };
const files = ["a.cpp", "ü b.py", "empty.h"].map((name) => join(folder, name));
const stamp = readStamp(
  { size: 12, mtimeNs: 1_700_000_000_123_456_789n, ctimeNs: -1n, ino: 1n << 62n },
  1_800_000_000_000,
);

/** A file of facts about the files, and its path. */
function savedFacts(name: string, version = "1"): string {
  const path = join(folder, "cache", name, "0123456789abcdef.facts");
  const table = new FactTable(path, { ...head, version }, owner);
  for (const file of files) table.set(file, { stamp, content: digestOf(file), body: `r"of":"${file} é"` });
  table.languages.set("cpp", true);
  expect(table.save()).toBe(true);
  return path;
}

describe("a file of facts", () => {
  test("gives back what was put in", () => {
    const loaded = loadFacts(savedFacts("whole"), "1", owner);
    expect(loaded?.head).toEqual({ ...head, languages: { cpp: true } });
    expect([...(loaded?.facts.keys() ?? [])]).toEqual(files);
    for (const [path, fact] of loaded?.facts ?? []) {
      expect(bodyOf(fact)).toBe(`r"of":"${path} é"`);
      const { size, mtimeNs, ctimeNs, ino, trustedFrom, content } = fact;
      expect({ size, mtimeNs, ctimeNs, ino, trustedFrom }).toEqual(stamp);
      expect(content).toBe(digestOf(path));
    }
  });

  test("of another version is none", () => {
    expect(loadFacts(savedFacts("old", "0"), "1", owner)).toBeUndefined();
  });

  test("is dropped when it is cut anywhere", () => {
    const path = savedFacts("cut");
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(loadFacts(path, "1", owner), `cut at ${length}`).toBeUndefined();
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(1)]));
    expect(loadFacts(path, "1", owner)).toBeUndefined();
    writeFileSync(path, whole);
    expect(loadFacts(path, "1", owner)?.facts.size).toBe(files.length);
  });

  test("is dropped when any bit is flipped", () => {
    const path = savedFacts("flipped");
    const whole = readFileSync(path);
    for (let index = 0; index < whole.length; index++) {
      const damaged = Buffer.from(whole);
      damaged[index] = (damaged[index] ?? 0) ^ (1 << (index % 8));
      writeFileSync(path, damaged);
      expect(loadFacts(path, "1", owner), `flipped in byte ${index}`).toBeUndefined();
    }
  });

  test("is dropped when it is something else", () => {
    const path = savedFacts("foreign");
    const start = readFileSync(path).subarray(0, 60);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(60), (bytes, kept) => {
        writeFileSync(path, Buffer.concat([start.subarray(0, kept), bytes]));
        expect(loadFacts(path, "1", owner)).toBeUndefined();
      }),
      { seed },
    );
  });

  test("is the user's alone", () => {
    const path = savedFacts("private");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, ".."))).toHaveLength(1);
  });

  test.skipIf(process.platform === "win32")("is dropped when another user can have written it", () => {
    const path = savedFacts("writable");
    for (const mode of [0o620, 0o602, 0o622, 0o666]) {
      chmodSync(path, mode);
      expect(loadFacts(path, "1", owner), mode.toString(8)).toBeUndefined();
    }
    for (const mode of [0o600, 0o640, 0o644]) {
      chmodSync(path, mode);
      expect(loadFacts(path, "1", owner)?.facts.size, mode.toString(8)).toBe(files.length);
    }
    expect(loadFacts(path, "1", { ...owner, uid: (process.getuid?.() ?? 0) + 1 })).toBeUndefined();
  });

  test("takes in what another process wrote meanwhile, and forgets files that are gone", () => {
    const path = savedFacts("shared");
    const one = new FactTable(path, head, owner);
    const other = new FactTable(path, head, owner);
    const [a = "", b = ""] = files;
    one.set(a, { stamp, content: "new", body: "r1" });
    other.set(b, { stamp, content: "new", body: "r2" });
    other.set(join(folder, "gone.cpp"), { stamp, content: "new", body: "r3" });
    other.save();
    one.save();
    const loaded = loadFacts(path, "1", owner)?.facts;
    const bodies = [...(loaded ?? [])].map(([file, fact]) => [file, bodyOf(fact)]);
    expect(new Map(bodies as [string, string][]).get(a)).toBe("r1");
    expect(new Map(bodies as [string, string][]).get(b)).toBe("r2");
    expect(loaded?.has(join(folder, "gone.cpp"))).toBe(false);
  });
});

describe("a stamp", () => {
  const seconds = (count: number) => BigInt(count) * 1_000_000_000n;
  const written = { size: 5, mtimeNs: seconds(100), ctimeNs: seconds(100), ino: 7n };

  test("is trusted when the file was read two seconds after its last change, or later", () => {
    expect(isTrusted(readStamp(written, 101_999), written, 500_000)).toBe(false);
    expect(isTrusted(readStamp(written, 102_000), written, 500_000)).toBe(true);
  });

  test("counts the change of the file as well as the time that a program gave it", () => {
    const restored = { ...written, ctimeNs: seconds(200) };
    expect(isTrusted(readStamp(restored, 200_500), restored, 500_000)).toBe(false);
    expect(isTrusted(readStamp(written, 150_000), restored, 500_000)).toBe(false);
  });

  test("is not trusted when the clock was set back, or the file comes from the future", () => {
    expect(isTrusted(readStamp(written, 150_000), written, 149_999)).toBe(false);
    expect(isTrusted(readStamp(written, 50_000), written, 500_000)).toBe(false);
  });

  test.each([{ size: 6 }, { mtimeNs: seconds(100) + 1n }, { ino: 8n }])("is another one with %o", (other) => {
    expect(isTrusted(readStamp(written, 150_000), { ...written, ...other }, 500_000)).toBe(false);
  });

  test("of a link is that of its file, as far as it lies within the roots", () => {
    const place = temporaryFolder({ "in/a.cpp": "x", "out/b.cpp": "y" });
    symlinkSync("../out/b.cpp", join(place, "in/link.cpp"));
    const { stamp: read } = readBytes(join(place, "out/b.cpp"), "b.cpp", { roots: [], maxFileBytes: 10 });
    expect(new Stamps([]).at(join(place, "in/link.cpp"))?.ino).toBe(read?.ino);
    expect(new Stamps([join(place, "in")]).at(join(place, "in/link.cpp"))).toBeUndefined();
    expect(new Stamps([join(place, "in")]).at(join(place, "in/a.cpp"))).toBeDefined();
    expect(new Stamps([join(place, "in")]).at(join(place, "out/b.cpp"))).toBeUndefined();
  });
});

describe("the folder of the cache", () => {
  test("is not written to through a link, nor cleared through it", () => {
    const [cache, victim] = [temporaryFolder(), temporaryFolder({ "0123456789abcdef.facts": "mine" })];
    const path = factPath(codeBaseFolder(cache, folder, "1"), "classes");
    symlinkSync(victim, dirname(path));
    const table = new FactTable(path, head, owner);
    table.set(files[0] ?? "", { stamp, content: "", body: "" });
    expect(() => table.save()).toThrow("is not a folder");
    expect(clearCache(cache)).toBe(0);
    expect(readdirSync(victim)).toEqual(["0123456789abcdef.facts"]);
  });

  /** Files of three code bases, each as large as half of what the cache may hold, used one after the other. */
  function fullCache(): string {
    const cache = temporaryFolder();
    for (const [index, root] of ["/old", "/middle", "/new"].entries()) {
      const path = factPath(codeBaseFolder(cache, root, "1"), "classes");
      const table = new FactTable(path, { ...head, root }, owner);
      table.set(files[0] ?? "", { stamp, content: "", body: "" });
      table.save();
      // Files with holes take no room on the disk.
      truncateSync(path, maxCacheBytes / 2 - 10_000);
      utimesSync(path, 1000 + index, 1000 + index);
    }
    return cache;
  }

  test("is bounded: the code base that was not used for longest goes first", () => {
    const cache = fullCache();
    boundCache(cache);
    expect(cachedCodeBases(cache, owner.uid).map(({ root }) => root)).toEqual(["/new", "/middle"]);
    boundCache(cache);
    expect(readdirSync(cache)).toHaveLength(2);
  });

  test("loses what processes left behind", () => {
    const cache = temporaryFolder({ "x-1/0123456789abcdef.facts.4711-123456789.tmp": "half" });
    boundCache(cache);
    expect(readdirSync(join(cache, "x-1"))).toHaveLength(1);
    const [left = ""] = readdirSync(join(cache, "x-1"));
    utimesSync(join(cache, "x-1", left), 1, 1);
    boundCache(cache);
    expect(readdirSync(join(cache, "x-1"))).toHaveLength(0);
  });

  test("is cleared of its own files and of nothing else", () => {
    const cache = fullCache();
    mkdirSync(join(cache, "mine"));
    writeFileSync(join(cache, "mine", "notes.txt"), "keep");
    writeFileSync(join(cache, "notes.txt"), "keep");
    expect(clearCache(cache)).toBeGreaterThan(maxCacheBytes);
    expect(readdirSync(cache).sort()).toEqual(["mine", "notes.txt"]);
    expect(readdirSync(join(cache, "mine"))).toEqual(["notes.txt"]);
    expect(clearCache(join(cache, "nowhere"))).toBe(0);
  });

  test.each([
    ["linux", { XDG_CACHE_HOME: "/xdg" }, "/xdg/codegrove"],
    ["linux", { XDG_CACHE_HOME: "relative" }, "/.cache/codegrove"],
    ["darwin", {}, "/Library/Caches/codegrove"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/codegrove/Cache"],
  ] as const)("on %s with %o is %s", (platform, env, expected) => {
    expect(userCacheFolder(env, platform)).toMatch(new RegExp(`${expected}$`));
  });
});
