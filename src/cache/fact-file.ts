/**
 * The file of the cache with the facts of one question about a code base. Input: a path with facts by file; output:
 * these facts again, if version, user and signature are the same. It is a signed file with the count of facts and the
 * bytes of their paths in its prefix, and in its body
 *
 * - a record of ten words of 8 bytes for each fact: stamp, length of the body, two digests
 * - the paths, with NUL between them, in the order of the records
 * - the bodies, one after the other
 */
import * as z from "zod";
import { maxFactFileBytes } from "../base/limits.ts";
import type { ReadStamp } from "../workspace/stamp.ts";
import type { Owner } from "./key.ts";
import { replaceFile } from "./replace-file.ts";
import { readSigned, readUnverifiedHead, signedBytes } from "./signed-file.ts";

const magic = "codegrove facts2";
const recordWords = 10;
const recordBytes = recordWords * 8;

/** The head of a file of facts. */
const FactHead = z.object({
  /** Digest of all that shapes facts except the files: code, grammars, queries, settings. */
  version: z.string(),
  /** The folder of the code base. */
  root: z.string(),
  /** The question that the facts answer, for people. */
  question: z.string(),
  /** Language → can it be asked this question at all? */
  languages: z.record(z.string(), z.boolean()),
});

export type FactHead = Readonly<z.infer<typeof FactHead>>;

/** The facts about one file. */
export type Fact = ReadStamp & {
  /** Digest of what was read. */
  readonly content: string;
  /** Digest of all that the fact depends on except the content. */
  readonly context: string;
  /** The fact itself: UTF-8 from `start` to `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
};

export type FactFile = { readonly head: FactHead; readonly facts: ReadonlyMap<string, Fact> };

export function bodyOf({ bytes, start, end }: Fact): string {
  return bytes.toString("utf8", start, end);
}

/** The facts of a file; undefined if there is none, or none that is whole, of this version and of this user. */
export function loadFacts(path: string, version: string, owner: Owner): FactFile | undefined {
  try {
    const file = readSigned(path, magic, owner, maxFileBytes);
    const head = FactHead.safeParse(file?.head).data;
    if (file === undefined || head?.version !== version) return undefined;
    const [count, pathBytes] = file.numbers;
    const paths = count * recordBytes;
    const bodies = paths + pathBytes;
    if (bodies > file.body.length) return undefined;
    return { head, facts: factsOf(file.body, { count, paths, bodies }) };
  } catch {
    return undefined;
  }
}

/** The head of a file, without the facts; undefined if it is not a file of facts. */
export function loadHead(path: string, uid: Owner["uid"]): FactHead | undefined {
  try {
    return FactHead.safeParse(readUnverifiedHead(path, magic, uid)).data;
  } catch {
    return undefined;
  }
}

/** Bytes of the parts around the bodies: a head, and a record and a path for each of some 100,000 files. */
const maxFileBytes = 1.5 * maxFactFileBytes;

/**
 * Writes a file of facts and renames it to its final name.
 *
 * @throws what the system says
 */
export function saveFacts(path: string, { head, facts }: FactFile, { uid, key }: Owner): void {
  replaceFile(path, uid, bytesOf(head, facts, key));
}

function bytesOf(head: FactHead, facts: ReadonlyMap<string, Fact>, key: Buffer): Buffer {
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
  return signedBytes(magic, head, [facts.size, paths.length], [records, paths, ...bodies], key);
}

/** The number of facts, and the offsets of the parts after the records. */
type Parts = { readonly count: number; readonly paths: number; readonly bodies: number };

function factsOf(bytes: Buffer, { count, paths, bodies }: Parts): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  if (count === 0) return facts;
  const names = bytes.toString("utf8", paths, bodies).split("\0");
  const words = count * recordWords;
  const doubles = new Float64Array(bytes.buffer, bytes.byteOffset, words);
  const table = { bytes, doubles, integers: new BigInt64Array(bytes.buffer, bytes.byteOffset, words) };
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
    const at = (this.#word + word) * 8;
    return this.#table.bytes.toString("latin1", at, at + 16);
  }
}
