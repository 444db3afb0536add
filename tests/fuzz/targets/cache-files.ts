/** Files of the cache whose signature is right: a disk that lies, or another version with the same key. */
import assert from "node:assert";
import { createHmac } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bodyOf, loadFacts, loadHead, saveFacts } from "../../../src/cache/fact-file.ts";
import { rootOfSnapshot, SnapshotFile } from "../../../src/cache/snapshot-file.ts";
import type { FuzzTarget } from "../target.ts";

const folder = mkdtempSync(join(tmpdir(), "codegrove-fuzz-cache-"));
const file = join(folder, "cache-file");
const owner = { uid: process.getuid?.(), key: Buffer.alloc(32, 1) };
const kind = { version: "v", root: "/r", settings: "s", question: "q" };
const snapshot = new SnapshotFile(file, kind, owner);

export const target: FuzzTarget = {
  about: "files of facts and snapshots are read as they are, whatever they say of themselves",
  seeds: () => [factFile(), snapshotFile()],
  words: [
    '"version":"v"',
    '"root":"/r"',
    '"segments":[',
    '{"name":"a","bytes":',
    '"macroBytes":',
    "1e9",
    "-1",
    "null",
    "codegrove facts2",
    "codegrove snaps1",
  ],
  steps: { fixed: 50_000, perByte: 1_000 },
  run: (bytes) => {
    if (bytes.length < 56) return;
    const signed = Buffer.from(bytes);
    signed.writeDoubleLE(signed.length, 48);
    createHmac("sha1", owner.key).update(signed.subarray(36)).digest().copy(signed, 16);
    writeFileSync(file, signed);
    chmodSync(file, 0o600);
    loadHead(file, owner.uid);
    rootOfSnapshot(file, owner.uid);
    snapshot.load();
    for (const [path, fact] of loadFacts(file, "v", owner)?.facts ?? []) {
      assert.equal(typeof path, "string");
      assert.ok(bodyOf(fact).length <= signed.length, "a fact is longer than its file");
      assert.equal(typeof [fact.size, fact.trustedFrom, fact.mtimeNs, fact.ctimeNs, fact.ino].join(), "string");
    }
  },
};

function factFile(): Buffer {
  const stamp = {
    size: 3,
    trustedFrom: 1,
    mtimeNs: 1n,
    ctimeNs: 2n,
    ino: 3n,
    content: "c".repeat(16),
    context: "d".repeat(16),
  };
  const head = { version: "v", root: "/r", question: "q", languages: { cpp: true } };
  saveFacts(
    file,
    { head, facts: new Map([["/r/a", { ...stamp, bytes: Buffer.from("body"), start: 0, end: 4 }]]) },
    owner,
  );
  return readFileSync(file);
}

function snapshotFile(): Buffer {
  const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  snapshot.save({
    ...{ foundAtMs: 1, files: 1, skipped: { binary: 1 }, notSearched: {}, base: "/r", macroDigest: "m" },
    ...{ names: [{ folder: "/r/", name: "" }], segments: [{ name: "s", alive: bytes }], macros: bytes },
    lists: [{ kind: "files", paths: bytes, stamps: bytes }],
  });
  return readFileSync(file);
}
