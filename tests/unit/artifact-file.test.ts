import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { maxCacheBytes, maxFactFileBytes } from "../../src/base/limits.ts";
import { artifactBytes, packedSegment, readArtifact } from "../../src/cache/artifact-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const kind = { version: "v1", madeBy: "codegrove 1 on Node 20", settings: '{"maxFileBytes":1}', shard: null, files: 7 };
const key = Buffer.alloc(32, 1);
const texts = ["first segment", "second"];
const packed = texts.map((text, index) => packedSegment(new Uint8Array(Buffer.from(text)).buffer, 3 + index));
const folder = temporaryFolder();
const headAt = 52;

/** Reads bytes as an artifact, and all of its segments. */
function read(bytes: Uint8Array, trust: Partial<Parameters<typeof readArtifact>[3]> = {}, own = kind) {
  const path = join(folder, "a.cga");
  writeFileSync(path, bytes);
  const { segments, ...head } = readArtifact(path, "a.cga", own, { key, acceptsUnsigned: false, ...trust });
  return { ...head, segments: segments.map(({ load }) => Buffer.from(load()).toString()) };
}

/** An artifact with a head that a stranger has written. */
function forged(head: object, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const bytes = Buffer.alloc(headAt);
  bytes.write("codegrove artif1");
  bytes.writeUInt32LE(json.length, headAt - 4);
  return Buffer.concat([bytes, json, body]);
}

describe("an artifact", () => {
  const signed = artifactBytes(kind, packed, key);
  const unsigned = artifactBytes(kind, packed, undefined);

  test("says what was written, and is the same each time", () => {
    const said = { files: 7, shard: null, segments: texts };
    expect(read(signed)).toEqual(said);
    expect(read(unsigned, { acceptsUnsigned: true })).toEqual(said);
    expect(artifactBytes(kind, packed, key).equals(signed)).toBe(true);
    const shard = { index: 2, count: 4 };
    expect(read(artifactBytes({ ...kind, shard, files: 0 }, [], key))).toEqual({ files: 0, shard, segments: [] });
  });

  test("without the key is only used if the user accepts it", () => {
    expect(() => read(unsigned)).toThrow(
      "a.cga cannot be imported: it is not signed. Export it where CODEGROVE_CACHE_KEY",
    );
    expect(() => read(signed, { key: undefined })).toThrow("it is signed: set CODEGROVE_CACHE_KEY to its key");
    expect(() => read(signed, { key: Buffer.alloc(32, 2) })).toThrow("signed with another CODEGROVE_CACHE_KEY");
    expect(read(signed, { key: Buffer.alloc(32, 2), acceptsUnsigned: true }).files).toBe(7);
  });

  test("with a changed byte is refused, or says the same", () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(signed);
        const isSame = changed[at] === byte;
        changed[at] = byte;
        if (!isSame) expect(() => read(changed)).toThrow(UserError);
        try {
          expect(read(changed, { acceptsUnsigned: true }).segments).toEqual(texts);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
    );
    for (const length of [0, 15, headAt - 1, headAt, signed.length - 1]) {
      expect(() => read(signed.subarray(0, length), { acceptsUnsigned: true })).toThrow("a.cga cannot be imported: ");
    }
  });

  test("of another version or other settings is refused with what to do", () => {
    const other = { ...kind, version: "v2", madeBy: "codegrove 2 on Node 22" };
    expect(() => read(signed, {}, other)).toThrow(
      "it was made with codegrove 1 on Node 20, and this is codegrove 2 on Node 22: export it again with this version",
    );
    expect(() => read(signed, {}, { ...kind, version: "v2" })).toThrow("with other grammars, queries or files");
    expect(() => read(signed, {}, { ...kind, settings: '{"maxFileBytes":2}' })).toThrow(
      "other settings: MAX_FILE_SIZE",
    );
  });

  test("that is not a regular file, or not there, is refused", () => {
    const open = (path: string) => readArtifact(path, "x", kind, { key, acceptsUnsigned: true });
    expect(() => open(join(folder, "none"))).toThrow("x cannot be imported: there is no such file");
    expect(() => open(folder)).toThrow("x cannot be imported: It is a folder.");
    expect(() => open("/dev/zero")).toThrow("x cannot be imported: It is not a regular file.");
  });
});

describe("an artifact of a stranger is refused", () => {
  const digest = "0".repeat(64);
  const accept = { acceptsUnsigned: true };
  const headOf = (segments: readonly object[]) => ({ ...kind, files: 0, segments });

  test("if it says that it is larger than a cache, or has too many parts", () => {
    const part = { files: 0, bytes: maxFactFileBytes, compressed: 0, digest };
    const count = Math.floor(maxCacheBytes / maxFactFileBytes) + 1;
    expect(() => read(forged(headOf(Array(count).fill(part))), accept)).toThrow("and a cache at most");
    for (const head of [
      headOf([{ ...part, bytes: maxFactFileBytes + 1 }]),
      headOf([{ ...part, bytes: -1 }]),
      headOf([{ ...part, bytes: 1.5 }]),
      headOf([{ ...part, files: -1 }]),
      headOf(Array(2_000).fill({ files: 0, bytes: 0, compressed: 0, digest })),
      { ...headOf([]), shard: { index: 0, count: 1 } },
      { ...headOf([]), shard: { index: 1, count: 1e9 } },
      { ...headOf([]), files: "7" },
      { ...headOf([]), further: 1 },
      {},
      [],
    ]) {
      expect(() => read(forged(head), accept)).toThrow("its head says nothing that is known");
    }
  });

  test("if it grows past what it says when it is decompressed", () => {
    const bomb = brotliCompressSync(Buffer.alloc(16_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    expect(bomb.length).toBeLessThan(10_000);
    const head = headOf([{ files: 0, bytes: 100, compressed: bomb.length, digest }]);
    expect(() => read(forged(head, bomb), accept)).toThrow("a part of it is not what its head says");
  });

  test("if its parts have not as many files as it says", () => {
    const head = { ...headOf([{ files: 3, bytes: 0, compressed: 0, digest }]), files: 4 };
    expect(() => read(forged(head), accept)).toThrow("it is damaged: it has 3 files, and its head says 4");
  });

  test("if its parts are not as long as it says, or its head is endless", () => {
    expect(() => read(forged(headOf([{ files: 0, bytes: 1, compressed: 5, digest }])), accept)).toThrow(
      "it is not whole",
    );
    const long = forged(headOf([]));
    long.writeUInt32LE(0xffff_ffff, headAt - 4);
    expect(() => read(long, accept)).toThrow("its head is not whole");
  });
});
