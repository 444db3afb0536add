import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { readSync } from "node:fs";
import * as z from "zod";
import { maxFactFileBytes } from "../base/limits.ts";
import type { ReadStamp } from "../workspace/stamp.ts";
import type { Owner } from "./key.ts";
import { readOwnFile, withOwnFile } from "./own-files.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * A file of facts:
 *
 * - 56 bytes: magic, HMAC of all that follows it, the lengths of the parts
 * - the head, as JSON
 * - a record of ten words of 8 bytes for each fact: stamp, length of the body, two digests
 * - the paths, with NUL between them, in the order of the records
 * - the bodies, one behind the other
 */
const magic = Buffer.from("codegrove facts2", "latin1");
const prefixBytes = 56;
const signatureBytes = 20;
const recordWords = 10;
const recordBytes = recordWords * 8;

/** What a file of facts says about itself. */
const FactHead = z.object({
  /** Digest of all that shapes facts besides the files: code, grammars, queries, settings. */
  version: z.string(),
  /** The folder of the code base. */
  root: z.string(),
  /** What the facts answer, as people read it. */
  question: z.string(),
  /** Language → can it be asked this question at all? */
  languages: z.record(z.string(), z.boolean()),
});

export type FactHead = Readonly<z.infer<typeof FactHead>>;

/** What is known about one file. */
export type Fact = ReadStamp & {
  /** Digest of what was read. */
  readonly content: string;
  /** Digest of what the fact depends on besides the content. */
  readonly context: string;
  /** The fact itself: UTF-8 from `start` to `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
};

export type FactFile = { readonly head: FactHead; readonly facts: ReadonlyMap<string, Fact> };

export const noDigest = "\0".repeat(16);

/** 128 bits of SHA-256, a character a byte. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest().toString("latin1", 0, 16);
}

export function bodyOf({ bytes, start, end }: Fact): string {
  return bytes.toString("utf8", start, end);
}

/** The facts of a file; undefined where there is none, or none that is whole, of this version and of this user. */
export function loadFacts(path: string, version: string, { uid, key }: Owner): FactFile | undefined {
  try {
    const bytes = readOwnFile(path, uid, maxFileBytes);
    const parts = partsOf(bytes, bytes.length);
    if (
      parts === undefined ||
      !timingSafeEqual(signatureOf(bytes, key), bytes.subarray(magic.length, magic.length + signatureBytes))
    )
      return undefined;
    const head = headOf(bytes.subarray(prefixBytes, parts.records));
    if (head?.version !== version) return undefined;
    return { head, facts: factsOf(bytes, parts) };
  } catch {
    return undefined;
  }
}

/** What a file says about itself, without the facts; undefined where it is no file of facts. */
export function loadHead(path: string, uid: Owner["uid"]): FactHead | undefined {
  try {
    return withOwnFile(path, uid, (fd) => {
      const prefix = Buffer.alloc(prefixBytes);
      if (readSync(fd, prefix) < prefixBytes || !prefix.subarray(0, magic.length).equals(magic)) return undefined;
      const head = Buffer.alloc(Math.min(prefix.readUInt32LE(36), maxHeadBytes));
      return readSync(fd, head) < head.length ? undefined : headOf(head);
    });
  } catch {
    return undefined;
  }
}

const maxHeadBytes = 1_048_576;

/** Bodies, and what stands around them: a head, and a record and a path for each of some 100,000 files. */
const maxFileBytes = 1.5 * maxFactFileBytes;

/**
 * Puts a file of facts in its place.
 *
 * @throws what the system says
 */
export function saveFacts(path: string, { head, facts }: FactFile, { uid, key }: Owner): void {
  replaceFile(path, uid, bytesOf(head, facts, key));
}

function bytesOf(head: FactHead, facts: ReadonlyMap<string, Fact>, key: Buffer): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head));
  const records = Buffer.alloc(facts.size * recordBytes);
  const bodies: Buffer[] = [];
  let at = 0;
  for (const fact of facts.values()) {
    records.writeDoubleLE(fact.size, at);
    records.writeDoubleLE(fact.trustedFrom, at + 8);
    records.writeBigInt64LE(fact.mtimeNs, at + 16);
    records.writeBigInt64LE(fact.ctimeNs, at + 24);
    records.writeBigInt64LE(BigInt.asIntN(64, fact.ino), at + 32);
    records.writeDoubleLE(fact.end - fact.start, at + 40);
    records.write(fact.content.padEnd(16, "\0"), at + 48, 16, "latin1");
    records.write(fact.context.padEnd(16, "\0"), at + 64, 16, "latin1");
    at += recordBytes;
    bodies.push(fact.bytes.subarray(fact.start, fact.end));
  }
  const paths = Buffer.from([...facts.keys()].join("\0"));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.set(magic);
  prefix.writeUInt32LE(headBytes.length, 36);
  prefix.writeUInt32LE(facts.size, 40);
  prefix.writeUInt32LE(paths.length, 44);
  const bytes = Buffer.concat([prefix, headBytes, records, paths, ...bodies]);
  bytes.writeDoubleLE(bytes.length, 48);
  signatureOf(bytes, key).copy(bytes, magic.length);
  return bytes;
}

/** Where the parts of a file start. */
type Parts = { readonly count: number; readonly records: number; readonly paths: number; readonly bodies: number };

function partsOf(bytes: Buffer, length: number): Parts | undefined {
  if (length < prefixBytes || !bytes.subarray(0, magic.length).equals(magic)) return undefined;
  const records = prefixBytes + bytes.readUInt32LE(36);
  const count = bytes.readUInt32LE(40);
  const paths = records + count * recordBytes;
  const bodies = paths + bytes.readUInt32LE(44);
  return bytes.readDoubleLE(48) === length && bodies <= length ? { count, records, paths, bodies } : undefined;
}

/** HMAC with SHA-1, which nobody forges without the key; SHA-256 takes twice the time. */
function signatureOf(bytes: Buffer, key: Buffer): Buffer {
  return createHmac("sha1", key)
    .update(bytes.subarray(magic.length + signatureBytes))
    .digest();
}

function headOf(bytes: Buffer): FactHead | undefined {
  return FactHead.safeParse(JSON.parse(bytes.toString())).data;
}

function factsOf(bytes: Buffer, { count, records, paths, bodies }: Parts): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  if (count === 0) return facts;
  const names = bytes.toString("utf8", paths, bodies).split("\0");
  // A copy, since arrays of words start at a multiple of 8.
  const aligned = Uint8Array.from(bytes.subarray(records, paths)).buffer;
  const table = { bytes, records, doubles: new Float64Array(aligned), integers: new BigInt64Array(aligned) };
  let start = bodies;
  for (let index = 0; index < count; index++) {
    const end = start + (table.doubles[index * recordWords + 5] ?? 0);
    facts.set(names[index] ?? "", new StoredFact(table, index, start, end));
    start = end;
  }
  return facts;
}

type Table = {
  readonly bytes: Buffer;
  readonly records: number;
  readonly doubles: Float64Array;
  readonly integers: BigInt64Array;
};

/** A fact that is read from its record when it is asked for: most are only compared. */
class StoredFact implements Fact {
  readonly start: number;
  readonly end: number;
  readonly #table: Table;
  readonly #word: number;

  constructor(table: Table, index: number, start: number, end: number) {
    this.#table = table;
    this.#word = index * recordWords;
    this.start = start;
    this.end = end;
  }

  get bytes(): Buffer {
    return this.#table.bytes;
  }

  get size(): number {
    return this.#table.doubles[this.#word] ?? 0;
  }

  get trustedFrom(): number {
    return this.#table.doubles[this.#word + 1] ?? Number.POSITIVE_INFINITY;
  }

  get mtimeNs(): bigint {
    return this.#table.integers[this.#word + 2] ?? 0n;
  }

  get ctimeNs(): bigint {
    return this.#table.integers[this.#word + 3] ?? 0n;
  }

  get ino(): bigint {
    return this.#table.integers[this.#word + 4] ?? 0n;
  }

  get content(): string {
    return this.#digest(6);
  }

  get context(): string {
    return this.#digest(8);
  }

  #digest(word: number): string {
    const { bytes, records } = this.#table;
    const at = records + (this.#word + word) * 8;
    return bytes.toString("latin1", at, at + 16);
  }
}
