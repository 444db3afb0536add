import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { maxCacheBytes, maxFactFileBytes } from "../../src/base/limits.ts";
import { boundCache, cachedCodeBases, clearCache, codeBaseFolder } from "../../src/cache/cache-folder.ts";
import { contentSign, SegmentFolder, type SegmentKind } from "../../src/cache/segment-folder.ts";
import { Segment } from "../../src/facts/segment.ts";
import { contentsOf, expectedContents, sampleFacts, segmentOf } from "../support/random-facts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const owner = { uid: process.getuid?.(), key: Buffer.alloc(32, 1) };
const kind: SegmentKind = { version: "1", root: "/code", settings: "{}" };
const built = segmentOf(sampleFacts);

type NewFolder = { readonly cache: string; readonly path: string; readonly folder: SegmentFolder };

function newFolder(cache = temporaryFolder(), version = kind.version): NewFolder {
  const path = codeBaseFolder(cache, kind.root, version);
  return { cache, path, folder: new SegmentFolder(path, { ...kind, version }, owner) };
}

/** Saves the sample and returns its name. */
function saved(folder: SegmentFolder): string {
  return folder.save(built)?.name ?? "";
}

describe("the segments of a code base", () => {
  test("are given back in the order in which they were saved", () => {
    const { folder, path } = newFolder();
    expect(folder.list()).toEqual([]);
    const names = [1, 2, 3].map(() => saved(folder));
    const known = ["defines", "words", "classes", "functions", "symbols", "counts", "declarations"];
    expect(folder.list()).toEqual(names.map((name, index) => ({ name, order: index + 1, known })));
    const again = new SegmentFolder(path, kind, owner);
    const [name = ""] = names;
    const index = again.load(name) ?? new Uint8Array();
    expect(index.byteOffset % 8).toBe(0);
    const segment = Segment.open(index);
    expect(contentsOf({ segment, texts: again.loadTexts(name) ?? new Uint8Array() })).toEqual(
      expectedContents(sampleFacts),
    );
  });

  test("of another version, root, settings or key are none", () => {
    const { folder, path } = newFolder();
    const name = saved(folder);
    for (const other of [{ version: "2" }, { root: "/other" }, { settings: "[]" }]) {
      const strange = new SegmentFolder(path, { ...kind, ...other }, owner);
      expect(strange.list()).toEqual([]);
      expect(strange.load(name)).toBeUndefined();
      expect(strange.loadTexts(name)).toBeUndefined();
    }
    expect(new SegmentFolder(path, kind, { ...owner, key: Buffer.alloc(32, 2) }).load(name)).toBeUndefined();
    expect(folder.load(name)).toBeDefined();
  });

  test("stay when another version, or other settings, save theirs", () => {
    const { cache, folder, path } = newFolder();
    const folders = [folder, new SegmentFolder(path, { ...kind, settings: "[]" }, owner), newFolder(cache, "2").folder];
    const names = folders.map(saved);
    expect(folders.map((one) => one.list().map(({ name }) => name))).toEqual(names.map((name) => [name]));
    expect(folders.map((one, index) => one.load(names[index] ?? "") !== undefined)).toEqual([true, true, true]);
  });

  test("are dropped when they are cut or any bit is flipped", () => {
    const { folder, path } = newFolder();
    const name = saved(folder);
    for (const [file, load] of [
      ["facts", () => folder.load(name)],
      ["texts", () => folder.loadTexts(name)],
    ] as const) {
      const whole = readFileSync(join(path, `${name}.${file}`));
      const dropped = (bytes: Uint8Array) => {
        writeFileSync(join(path, `${name}.${file}`), bytes);
        return load() === undefined && folder.list().length <= 1;
      };
      for (let at = 0; at < whole.length; at += 19) {
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        expect(dropped(flipped), `${file} flipped at ${at}`).toBe(true);
        expect(dropped(whole.subarray(0, at)), `${file} cut at ${at}`).toBe(true);
      }
      expect(dropped(whole)).toBe(false);
    }
  });

  test("do not take the texts of another one, nor a file under another name", () => {
    const { folder, path } = newFolder();
    const [one, other] = [saved(folder), saved(folder)];
    renameSync(join(path, `${other}.texts`), join(path, `${one}.texts`));
    renameSync(join(path, `${other}.facts`), join(path, "0123456789abcdef.facts"));
    expect(folder.loadTexts(one)).toBeUndefined();
    expect(folder.load("0123456789abcdef")).toBeUndefined();
    expect(folder.list().map(({ name }) => name)).toEqual([one]);
  });

  test("say which contents they may have, without being used by that", () => {
    const { folder, path } = newFolder();
    const name = saved(folder);
    for (const part of ["facts", "contents"]) utimesSync(join(path, `${name}.${part}`), 1000, 1000);
    const signs = sampleFacts.map(({ content }) => contentSign(content)).sort((one, other) => one - other);
    expect([...(folder.loadContents(name) ?? [])]).toEqual(signs);
    expect(["facts", "contents"].map((part) => statSync(join(path, `${name}.${part}`)).mtimeMs)).toEqual([1e6, 1e6]);
  });

  test("may be gone at any time", () => {
    const { folder, path } = newFolder();
    const [one, other] = [saved(folder), saved(folder)];
    folder.remove([one, "0000000000000000"]);
    expect(folder.load(one)).toBeUndefined();
    expect(folder.loadTexts(one)).toBeUndefined();
    expect(folder.list().map(({ name }) => name)).toEqual([other]);
    rmSync(path, { recursive: true });
    expect(folder.load(other)).toBeUndefined();
    expect(folder.list()).toEqual([]);
    folder.remove([other]);
    expect(saved(folder)).not.toBe("");
  });

  test("are not removed through a link", () => {
    const { folder, path, cache } = newFolder();
    const name = saved(folder);
    const elsewhere = join(cache, "elsewhere");
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    expect(() => folder.remove([name])).toThrow("is not a folder");
    expect(() => folder.save(built)).toThrow("is not a folder");
    expect(readdirSync(elsewhere)).toHaveLength(3);
  });

  test("that are too large are not written", () => {
    const { folder } = newFolder();
    expect(folder.save({ ...built, texts: new Uint8Array(maxFactFileBytes + 1) })).toBeUndefined();
    expect(folder.list()).toEqual([]);
  });

  test("that are forged make none of ours invalid", () => {
    const { folder, path } = newFolder();
    const forged = new SegmentFolder(path, kind, { ...owner, key: Buffer.alloc(32, 9) });
    const name = saved(forged);
    const file = join(path, `${name}.facts`);
    const bytes = readFileSync(file, "latin1");
    // The head stays as long as it was.
    const changed = bytes.replace('1,"known":["defines","words",', '281474976710656,"known":[    ');
    writeFileSync(file, changed, "latin1");
    expect(folder.list().map(({ order }) => order)).toEqual([2 ** 48]);
    const own = saved(folder);
    expect(folder.load(own)).toBeDefined();
    expect(folder.load(name)).toBeUndefined();
  });

  test("are saved by several at once", () => {
    const { folder, path } = newFolder();
    const other = new SegmentFolder(path, kind, owner);
    const names = Array.from({ length: 10 }, (_, index) => saved(index % 2 === 0 ? folder : other));
    expect(new Set(folder.list().map(({ name }) => name))).toEqual(new Set(names));
    expect(other.list().map(({ order }) => order)).toEqual(names.map((_, index) => index + 1));
    for (const name of names) expect(folder.loadTexts(name)).toEqual(other.loadTexts(name));
  });

  test("are saved and read while all of them are removed", async () => {
    const { folder, path } = newFolder();
    const remover = new Worker(
      `const { rmSync } = require("node:fs");
      const { workerData } = require("node:worker_threads");
      for (;;) try { rmSync(workerData, { recursive: true, force: true }) } catch {}`,
      { eval: true, workerData: path },
    );
    try {
      await new Promise((resolve) => remover.once("online", resolve));
      for (const endMs = Date.now() + 500; Date.now() < endMs; ) {
        const name = saved(folder);
        for (const listed of folder.list()) {
          const index = folder.load(listed.name);
          if (index !== undefined) expect(Segment.open(index).files).toBe(sampleFacts.length);
          folder.loadTexts(listed.name);
        }
        folder.remove([name]);
      }
    } finally {
      await remover.terminate();
    }
    const name = saved(folder);
    expect(folder.load(name)).toBeDefined();
  });
});

describe("the folder of the cache with segments", () => {
  test("is listed and cleared with them", () => {
    const { cache, folder, path } = newFolder();
    saved(folder);
    saved(folder);
    const bytes = readdirSync(path).reduce((sum, file) => sum + readFileSync(join(path, file)).length, 0);
    const [codeBase] = cachedCodeBases(cache, owner.uid);
    expect(codeBase).not.toHaveProperty("versions");
    expect(codeBase?.root).toBe(kind.root);
    expect(codeBase?.bytes).toBe(bytes);
    expect(codeBase?.kept).toEqual(["classes", "counts", "declarations", "defines", "functions", "symbols", "words"]);
    expect(clearCache(cache)).toBe(bytes);
    expect(readdirSync(cache)).toEqual([]);
  });

  test("counts the versions with facts of a code base, and loses those of the version that was not used for longest", () => {
    const { cache, path, folder } = newFolder();
    const next = newFolder(cache, "2");
    const names = [saved(folder), saved(next.folder), saved(next.folder)];
    expect(cachedCodeBases(cache, owner.uid)).toMatchObject([{ root: kind.root, versions: 2 }]);
    for (const [index, name] of names.entries()) {
      for (const part of ["facts", "texts", "contents"]) {
        const file = join(index === 0 ? path : next.path, `${name}.${part}`);
        // Files with holes take no room on the disk.
        if (part !== "contents") truncateSync(file, maxCacheBytes / 4 - 1_000);
        // The oldest one is of the version that was used last.
        const used = [2_000, 1_000, 3_000][index] ?? 0;
        utimesSync(file, used, used);
      }
    }
    boundCache(cache);
    expect(folder.list()).toEqual([]);
    expect(next.folder.list().map(({ name }) => name)).toEqual(names.slice(1));
  });

  test("loses all files of the ones that were not used for longest", () => {
    const { cache, folder, path } = newFolder();
    const names = [saved(folder), saved(folder), saved(folder)];
    for (const [index, name] of names.entries()) {
      // Files with holes take no room on the disk.
      truncateSync(join(path, `${name}.facts`), maxCacheBytes / 4);
      truncateSync(join(path, `${name}.texts`), maxCacheBytes / 4 - 1_000);
      for (const part of ["texts", "contents"]) utimesSync(join(path, `${name}.${part}`), 1000, 1000);
      utimesSync(join(path, `${name}.facts`), 1000 + ((index + 1) % 3), 1000 + ((index + 1) % 3));
    }
    boundCache(cache);
    expect(folder.list().map(({ name }) => name)).toEqual([names[0], names[1]]);
    expect(readdirSync(path)).toHaveLength(6);
  });

  test("loses the ones of a time to come first, since they were not used since the clock was set back", () => {
    const { cache, path, folder } = newFolder();
    const names = [saved(folder), saved(folder), saved(folder)];
    for (const [index, name] of names.entries()) {
      for (const part of ["facts", "texts", "contents"]) {
        const file = join(path, `${name}.${part}`);
        if (part !== "contents") truncateSync(file, maxCacheBytes / 4 - 1_000);
        const used = index === 1 ? 4_000_000_000 : 1_000 + index;
        utimesSync(file, used, used);
      }
    }
    boundCache(cache);
    expect(folder.list().map(({ name }) => name)).toEqual([names[0], names[2]]);
  });

  test("keeps what is used", () => {
    const { folder, path } = newFolder();
    const name = saved(folder);
    for (const file of ["facts", "texts"]) utimesSync(join(path, `${name}.${file}`), 1000, 1000);
    folder.load(name);
    folder.loadTexts(name);
    for (const file of ["facts", "texts"]) {
      expect(statSync(join(path, `${name}.${file}`)).mtimeMs).toBeGreaterThan(1_000_000);
    }
  });
});
