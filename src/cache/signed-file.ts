/**
 * The format of signed files of the cache (HMAC), whose bytes are not used if anybody else has written them. Input: a
 * head, a body and the owner's key; output: the bytes of a file, or from a file the head and the body:
 *
 * - 16 bytes magic
 * - 20 bytes HMAC of all that follows
 * - u32 bytes of the head, two u32 of the format's own, u64 as a double: bytes of the file
 * - the head, as JSON, with spaces after it up to a multiple of 8
 * - the body
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { codeOf, messageOf } from "../base/errors.ts";
import { readInto } from "../base/regular-file.ts";
import type { Owner } from "./key.ts";
import { readOwnFile, withOwnFile } from "./own-files.ts";

const magicBytes = 16;
const signatureBytes = 20;
const signedFrom = magicBytes + signatureBytes;
const prefixBytes = signedFrom + 20;
const maxHeadBytes = 1_048_576;

export type SignedFile = {
  /** The head as it was parsed, not checked. */
  readonly head: unknown;
  readonly numbers: readonly [number, number];
  /** Starts at a multiple of 8 in its buffer. */
  readonly body: Buffer;
};

/** The bytes of a file with a signature. */
export function signedBytes(
  magic: string,
  head: object,
  numbers: readonly [number, number],
  body: readonly Uint8Array[],
  key: Buffer,
): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const headBytes = Math.ceil(json.length / 8) * 8;
  const prefix = Buffer.alloc(prefixBytes + headBytes, " ");
  prefix.write(magic, "latin1");
  prefix.writeUInt32LE(headBytes, signedFrom);
  prefix.writeUInt32LE(numbers[0], signedFrom + 4);
  prefix.writeUInt32LE(numbers[1], signedFrom + 8);
  prefix.writeDoubleLE(
    body.reduce((sum, part) => sum + part.length, prefix.length),
    signedFrom + 12,
  );
  prefix.set(json, prefixBytes);
  const bytes = Buffer.concat([prefix, ...body]);
  signatureOf(bytes, key).copy(bytes, magicBytes);
  return bytes;
}

/**
 * Reads a file with a signature.
 *
 * @returns undefined if it is not such a file, is not whole, or was not signed with the owner's key
 * @throws Error as readOwnFile does
 */
export function readSigned(path: string, magic: string, { uid, key }: Owner, maxBytes: number): SignedFile | undefined {
  const bytes = readOwnFile(path, uid, maxBytes);
  if (!hasMagic(bytes, magic) || bytes.readDoubleLE(signedFrom + 12) !== bytes.length) return undefined;
  const bodyAt = prefixBytes + bytes.readUInt32LE(signedFrom);
  if (bodyAt > bytes.length) return undefined;
  if (!timingSafeEqual(signatureOf(bytes, key), bytes.subarray(magicBytes, signedFrom))) return undefined;
  return {
    head: JSON.parse(bytes.toString("utf8", prefixBytes, bodyAt)),
    numbers: [bytes.readUInt32LE(signedFrom + 4), bytes.readUInt32LE(signedFrom + 8)],
    body: bytes.subarray(bodyAt),
  };
}

/**
 * Says why a file with a signature does not count.
 *
 * @returns undefined if nothing is wrong with the file itself
 */
export function problemOf(path: string, magic: string, { uid, key }: Owner, maxBytes: number): string | undefined {
  try {
    const bytes = readOwnFile(path, uid, maxBytes);
    if (!hasMagic(bytes, magic)) return `${path} is damaged: it does not begin as such a file does`;
    if (bytes.readDoubleLE(signedFrom + 12) !== bytes.length) return `${path} is damaged: it is not whole`;
    return timingSafeEqual(signatureOf(bytes, key), bytes.subarray(magicBytes, signedFrom))
      ? undefined
      : `${path} is damaged, or was signed with another key: machines that share facts need the same CODEGROVE_CACHE_KEY`;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? `${path} is missing` : `${path} cannot be read: ${messageOf(error)}`;
  }
}

/**
 * Reads the head of a file with a signature, which is not checked.
 *
 * @returns undefined if it is not such a file
 * @throws Error as withOwnFile does, or SyntaxError
 */
export function readUnverifiedHead(path: string, magic: string, uid: Owner["uid"]): unknown {
  return withOwnFile(path, uid, (fd) => {
    const prefix = Buffer.alloc(prefixBytes);
    if (readInto(fd, prefix) < prefixBytes || !hasMagic(prefix, magic)) return undefined;
    const head = Buffer.alloc(Math.min(prefix.readUInt32LE(signedFrom), maxHeadBytes));
    return readInto(fd, head) < head.length ? undefined : JSON.parse(head.toString());
  });
}

function hasMagic(bytes: Buffer, magic: string): boolean {
  return bytes.length >= prefixBytes && bytes.toString("latin1", 0, magicBytes) === magic;
}

/** HMAC with SHA-1, which nobody forges without the key; SHA-256 takes twice the time. */
function signatureOf(bytes: Buffer, key: Buffer): Buffer {
  return createHmac("sha1", key).update(bytes.subarray(signedFrom)).digest();
}
