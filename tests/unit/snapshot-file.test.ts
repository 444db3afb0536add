import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cachedCodeBases, clearCache, codeBaseFolder, snapshotPath } from "../../src/cache/cache-folder.ts";
import type { WrittenSnapshot } from "../../src/cache/snapshot-file.ts";
import { SnapshotFile } from "../../src/cache/snapshot-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const owner = { uid: process.getuid?.(), key: Buffer.alloc(32, 1) };
const kind = { version: "1", root: "/code", settings: "{}", question: "all" };
const snapshot: WrittenSnapshot = {
  foundAtMs: 1_700_000_000_000.5,
  files: 3,
  notSearched: { java: 2 },
  skipped: { ignored_files: 2 },
  base: "/code",
  names: [{ folder: "/code/", name: "" }],
  macroDigest: "\u0000ÿ{}".padEnd(16, "\u0001"),
  segments: [
    { name: "0123456789abcdef", alive: Uint8Array.of(1, 0, 1) },
    { name: "fedcba9876543210", alive: Uint8Array.of(1) },
  ],
  lists: [
    { kind: "entries", paths: Buffer.from("/code\0/code/.gitignore"), stamps: new Uint8Array(64).fill(7) },
    { kind: "files", paths: Buffer.from("/code/ä.cpp"), stamps: new Uint8Array(32).fill(9) },
  ],
  macros: Buffer.from('{"everywhere":{}}'),
};

function newFile(cache = temporaryFolder()) {
  const path = snapshotPath(codeBaseFolder(cache, kind.root, kind.version), kind.question);
  return { cache, path, file: new SnapshotFile(path, kind, owner) };
}

/** Bytes as plain ones, whatever class they have. */
function plain({ segments, lists, macros, ...rest }: WrittenSnapshot) {
  const bytes = (some: Uint8Array) => [...some];
  return {
    ...rest,
    segments: segments.map(({ name, alive }) => ({ name, alive: bytes(alive) })),
    lists: lists.map((list) => ({ kind: list.kind, paths: bytes(list.paths), stamps: bytes(list.stamps) })),
    macros: macros && bytes(macros),
  };
}

describe("the snapshot of a code base", () => {
  test.each([
    ["with macros", snapshot],
    ["without", { ...snapshot, macros: undefined }],
    ["of nothing", { ...snapshot, segments: [], lists: [], macros: Buffer.alloc(0) }],
  ])("is given back as it was saved: %s", (_, one) => {
    const { file, path } = newFile();
    expect(file.load()).toBeUndefined();
    file.save(one);
    const loaded = new SnapshotFile(path, kind, owner).load();
    expect(loaded && plain(loaded)).toEqual(plain(one));
    for (const { stamps } of loaded?.lists ?? []) expect(stamps.byteOffset % 8).toBe(0);
  });

  test("of another version, root, settings, question or key is none", () => {
    const { file, path } = newFile();
    file.save(snapshot);
    for (const other of [{ version: "2" }, { root: "/other" }, { settings: "[]" }, { question: "some" }]) {
      expect(new SnapshotFile(path, { ...kind, ...other }, owner).load()).toBeUndefined();
    }
    expect(new SnapshotFile(path, kind, { ...owner, key: Buffer.alloc(32, 2) }).load()).toBeUndefined();
  });

  test("that is cut or changed anywhere is none", () => {
    const { file, path } = newFile();
    file.save(snapshot);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 3) {
      writeFileSync(path, whole.subarray(0, at));
      expect(file.load(), `cut at ${at}`).toBeUndefined();
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect(file.load(), `changed at ${at}`).toBeUndefined();
    }
  });

  test("is part of what the cache shows, and is cleared with it", () => {
    const { file, cache } = newFile();
    file.save(snapshot);
    expect(cachedCodeBases(cache, owner.uid)).toMatchObject([{ root: "/code", kept: ["files"] }]);
    const folder = codeBaseFolder(cache, "/code", kind.version);
    writeFileSync(join(folder, "0123456789abcdef.other"), "");
    expect(clearCache(cache)).toBeGreaterThan(100);
    expect(readdirSync(folder)).toEqual(["0123456789abcdef.other"]);
  });
});
