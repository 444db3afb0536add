/**
 * The format of artifacts: the facts of a folder in one compressed file, which other machines import. Input: portable segments, their
 * head and a key; output: the bytes of a file, or from a file its head and its segments, or the reason why it is not used:
 *
 * - 16 bytes magic
 * - 32 bytes HMAC with SHA-256 of all other bytes; zeros without a key
 * - u32 bytes of the head, and the head as JSON
 * - the segments, each compressed by itself (Brotli)
 *
 * The same facts and the same key make the same bytes, on the same version of Node.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import * as z from "zod";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { maxArtifactSegments, maxCacheBytes, maxFactFileBytes } from "../base/limits.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { differentSettings } from "./settings-names.ts";
import { MarkedShard } from "./shard-marks.ts";

const magic = Buffer.from("codegrove artif1", "latin1");
const signatureBytes = 32;
const headAt = magic.length + signatureBytes + 4;
const maxHeadBytes = 1_048_576;

const count = z.int().min(0);

const ArtifactHead = z.strictObject({
  /** Digest of the code that shapes facts. */
  version: z.string(),
  /** The versions of the package and of Node, for people. */
  madeBy: z.string().max(200),
  /** The settings that facts depend on. */
  settings: z.string(),
  /** The share of the files that it has; null for all. */
  shard: MarkedShard.nullable(),
  files: count,
  segments: z
    .array(
      z.strictObject({
        files: count,
        bytes: count.max(maxFactFileBytes),
        compressed: count.max(maxFactFileBytes),
        /** SHA-256 of its bytes, in hexadecimal digits. */
        digest: z.string(),
      }),
    )
    .max(maxArtifactSegments),
});

type ArtifactHead = Readonly<z.infer<typeof ArtifactHead>>;

/** The properties of an artifact that its writer knows. */
export type ArtifactKind = Pick<ArtifactHead, "files" | "madeBy" | "settings" | "shard" | "version">;

/** A segment in the form that is written. */
export type PackedSegment = Omit<ArtifactHead["segments"][number], "compressed"> & { readonly packed: Uint8Array };

/**
 * Five of eleven: a million lines take 0.4 seconds. Nine takes five times as long for 1 % fewer bytes, and eleven sixty times as long for
 * 14 %. Gzip has 4 % more bytes, and may have other ones on other processors.
 */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** Compresses a segment with so many files. */
export function packedSegment(segment: ArrayBuffer, files: number): PackedSegment {
  const bytes = new Uint8Array(segment);
  const packed = new Uint8Array(brotliCompressSync(bytes, compression));
  return { files, bytes: bytes.length, digest: digestOf(bytes), packed };
}

/**
 * The bytes of an artifact.
 *
 * @param key undefined for one that is not signed
 * @throws UserError when no cache has room for the segments
 */
export function artifactBytes(kind: ArtifactKind, segments: readonly PackedSegment[], key: Buffer | undefined): Buffer {
  const { version, madeBy, settings, shard, files } = kind;
  const sizes = segments.map(({ packed, ...size }) => ({ ...size, compressed: packed.length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > maxCacheBytes || sizes.length > maxArtifactSegments) {
    throw new UserError(
      `The index has ${total} bytes, and a cache at most ${maxCacheBytes}: export a part of the folder`,
    );
  }
  const head: ArtifactHead = { version, madeBy, settings, shard, files, segments: sizes };
  const json = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(headAt);
  magic.copy(prefix);
  prefix.writeUInt32LE(json.length, headAt - 4);
  const bytes = Buffer.concat([prefix, json, ...segments.map(({ packed }) => packed)]);
  if (key !== undefined) signatureOf(bytes, key).copy(bytes, magic.length);
  return bytes;
}

/** An artifact that was read. Its segments are a stranger's: see checked-portable.ts. */
export type Artifact = Pick<ArtifactHead, "files" | "shard"> & {
  readonly segments: readonly {
    /** The number of files that it must have. */
    readonly files: number;
    readonly bytes: number;
    /** @throws UserError when its bytes are other ones than the head says */
    readonly load: () => Uint8Array;
  }[];
};

/** The conditions under which an artifact is used. */
export type ArtifactTrust = {
  /** The key that machines share; undefined without one. */
  readonly key: Buffer | undefined;
  /** True if one that is not signed with it is used, too. */
  readonly acceptsUnsigned: boolean;
};

/**
 * Reads an artifact.
 *
 * @param path absolute
 * @param written the path as the command line has it, for messages
 * @param kind the version and the settings that it must have
 * @throws UserError that says why it is not used, and what to do
 */
export function readArtifact(
  path: string,
  written: string,
  kind: Pick<ArtifactKind, "madeBy" | "settings" | "version">,
  trust: ArtifactTrust,
): Artifact {
  const refuse = (why: string): never => {
    throw new UserError(`${written} cannot be imported: ${why}`);
  };
  const bytes = bytesOf(path, refuse);
  if (bytes.length < headAt || !magic.equals(bytes.subarray(0, magic.length))) {
    return refuse("it is not an artifact, which codegrove index DIR --export FILE writes");
  }
  checkSignature(bytes, trust, refuse);
  const end = headAt + bytes.readUInt32LE(headAt - 4);
  if (end > Math.min(bytes.length, headAt + maxHeadBytes)) return refuse("it is damaged: its head is not whole");
  const head = ArtifactHead.safeParse(jsonIn(bytes.subarray(headAt, end))).data;
  if (head === undefined) return refuse("it is damaged: its head says nothing that is known");
  checkKind(head, kind, refuse);
  const total = head.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  if (total > maxCacheBytes) return refuse(`it has ${total} bytes, and a cache at most ${maxCacheBytes}`);
  const compressed = head.segments.reduce((sum, segment) => sum + segment.compressed, 0);
  if (end + compressed !== bytes.length) return refuse("it is damaged: it is not whole");
  const { files, shard } = head;
  const filesIn = head.segments.reduce((sum, segment) => sum + segment.files, 0);
  if (filesIn !== files) return refuse(`it is damaged: it has ${filesIn} files, and its head says ${files}`);
  return { files, shard, segments: segmentsIn(bytes.subarray(end), head, refuse) };
}

type Refuse = (why: string) => never;

function bytesOf(path: string, refuse: Refuse): Buffer {
  try {
    return readSmallFile(path, maxCacheBytes);
  } catch (error) {
    return refuse(codeOf(error) === "ENOENT" ? "there is no such file" : messageOf(error));
  }
}

function checkSignature(bytes: Buffer, { key, acceptsUnsigned }: ArtifactTrust, refuse: Refuse): void {
  if (acceptsUnsigned) return;
  const signature = bytes.subarray(magic.length, magic.length + signatureBytes);
  const accept = "--accept-unsigned takes the word of whoever made it";
  if (signature.every((byte) => byte === 0)) {
    refuse(`it is not signed. Export it where CODEGROVE_CACHE_KEY is set, and set the same here; ${accept}`);
  }
  if (key === undefined) refuse(`it is signed: set CODEGROVE_CACHE_KEY to its key; ${accept}`);
  else if (!timingSafeEqual(signatureOf(bytes, key), signature)) {
    refuse(`it was signed with another CODEGROVE_CACHE_KEY, or was changed since; ${accept}`);
  }
}

function checkKind(head: ArtifactHead, kind: Pick<ArtifactKind, "madeBy" | "settings" | "version">, refuse: Refuse) {
  if (head.version !== kind.version) {
    const other = head.madeBy === kind.madeBy ? "other grammars, queries or files of the program" : head.madeBy;
    refuse(`it was made with ${other}, and this is ${kind.madeBy}: export it again with this version, or use that one`);
  }
  if (head.settings !== kind.settings) {
    refuse(`it was made with other settings: ${differentSettings(head.settings, kind.settings).join(", ")}`);
  }
}

function segmentsIn(body: Buffer, { segments }: ArtifactHead, refuse: Refuse): Artifact["segments"] {
  let end = 0;
  return segments.map(({ files, bytes, compressed, digest }) => {
    end += compressed;
    const packed = body.subarray(end - compressed, end);
    const load = () => {
      const segment = unpacked(packed, bytes);
      return segment?.length === bytes && digestOf(segment) === digest
        ? segment
        : refuse("it is damaged: a part of it is not what its head says");
    };
    return { files, bytes, load };
  });
}

/** The least size of a piece that zlib takes. */
const minChunkBytes = 64;

/** Returns at most so many bytes; undefined if they are more, or none. */
function unpacked(packed: Uint8Array, bytes: number): Uint8Array | undefined {
  try {
    // In one piece: several would be copied together.
    return brotliDecompressSync(packed, {
      maxOutputLength: Math.max(1, bytes),
      chunkSize: Math.max(minChunkBytes, bytes),
    });
  } catch {
    return undefined;
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The HMAC of all bytes except its own. */
function signatureOf(bytes: Buffer, key: Buffer): Buffer {
  const hmac = createHmac("sha256", key).update(bytes.subarray(0, magic.length));
  return hmac.update(bytes.subarray(magic.length + signatureBytes)).digest();
}
