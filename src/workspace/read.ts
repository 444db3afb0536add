import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { codeOf, messageOf, UserError } from "../errors.ts";
import { decode } from "./decode.ts";
import { isInside, type Roots } from "./roots.ts";
import { isSameStamp, type ReadStamp, readStamp, type Stamp, stampOfStats } from "./stamp.ts";

/** Why a file was left out of a scan. A key of `skipped` in answers. */
export type UnreadReason = "binary" | "too_large" | "special_files" | "outside_roots" | "vanished" | "unreadable";

/** A file that cannot be read as source, with the reason. */
export class UnreadError extends UserError {
  readonly reason: UnreadReason;
  /** The file as it was, where its size or its bytes are the reason. */
  readonly stamp: ReadStamp | undefined;

  /** `path` is written as the caller wrote it; `details` is left out where the sentence says it all. */
  constructor(path: string, reason: UnreadReason, details?: string, stamp?: ReadStamp) {
    super(`Failed to open file: ${path}`, details === undefined ? {} : { details });
    this.reason = reason;
    this.stamp = stamp;
  }
}

export type ReadLimits = { readonly roots: Roots; readonly maxFileBytes: number };

/** The bytes of a file, until the next one is read, with its stamp unless it changed while it was read. */
export type FileBytes = { readonly bytes: Buffer; readonly stamp: ReadStamp | undefined };

export type Source = FileBytes & { readonly text: string; readonly warning?: string };

/** On Windows these flags do not exist, and neither do the files that they are for. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * The text of the file at an absolute path, within the roots and the size.
 *
 * It is the real path that is checked and opened, without following a link that took its place since,
 * and without waiting for the other end of a FIFO.
 *
 * @param path the file, absolute
 * @param name the file as the caller wrote it, for messages
 * @param encodingDeclaration a regular expression for a line that declares the encoding in its first group
 * @throws UnreadError
 */
export function readSource(
  path: string,
  name: string,
  { roots, maxFileBytes }: ReadLimits,
  encodingDeclaration?: string,
): Source {
  const file = readBytes(path, name, roots, maxFileBytes);
  const decoded = decode(file.bytes, encodingDeclaration);
  if ("binaryAt" in decoded) {
    const details = `It is binary: byte ${decoded.binaryAt} is NUL. Only text can be parsed.`;
    throw new UnreadError(name, "binary", details, file.stamp);
  }
  return { ...decoded, ...file };
}

export function outsideRoots(name: string, roots: Roots): UnreadError {
  return new UnreadError(name, "outside_roots", `It lies outside of the server's roots: ${roots.join(", ")}`);
}

function readBytes(path: string, name: string, roots: Roots, maxFileBytes: number): FileBytes {
  try {
    const realPath = realpathSync(path);
    if (!isInside(realPath, roots)) throw outsideRoots(name, roots);
    return readRegularFile(realPath, name, maxFileBytes);
  } catch (error) {
    throw error instanceof UnreadError ? error : unreadError(error, name);
  }
}

/**
 * The bytes of a regular file, as far as it is one now: no link is followed, no FIFO waited for.
 *
 * @throws UnreadError, or what the system says
 */
export function readRegularFile(realPath: string, name: string, maxFileBytes: number): FileBytes {
  const readAtMs = Date.now();
  const fd = openSync(realPath, openFlags);
  try {
    const before = stampOfRegularFile(fd, name);
    const { size } = before;
    if (size > maxFileBytes) {
      const details = `It has ${size} bytes, MAX_FILE_SIZE is ${maxFileBytes}.`;
      throw new UnreadError(name, "too_large", details, readStamp(before, readAtMs));
    }
    const bytes = readWhole(fd, size, name, maxFileBytes);
    const after = stampOfRegularFile(fd, name);
    const isWhole = bytes.length === size && isSameStamp(before, after);
    return { bytes, stamp: isWhole ? readStamp(before, readAtMs) : undefined };
  } finally {
    closeSync(fd);
  }
}

function stampOfRegularFile(fd: number, name: string): Stamp {
  const stats = fstatSync(fd, { bigint: true });
  if (stats.isDirectory()) throw new UnreadError(name, "special_files", "It is a folder.");
  if (!stats.isFile()) throw new UnreadError(name, "special_files", "It is not a regular file.");
  return stampOfStats(stats);
}

/** Takes most files, one after the other: thousands of buffers would wait for their collection. */
const shared = Buffer.allocUnsafeSlow(1 << 20);

/** Reads to the end of the file, which may have grown since its size was asked for. */
function readWhole(fd: number, size: number, name: string, maxFileBytes: number): Buffer {
  let buffer = size < shared.length ? shared : Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maxFileBytes) {
      throw new UnreadError(name, "too_large", `It grew past MAX_FILE_SIZE, ${maxFileBytes} bytes.`);
    }
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

function unreadError(error: unknown, name: string): UnreadError {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new UnreadError(name, "vanished");
  if (code === "ENXIO") return new UnreadError(name, "special_files", "It is not a regular file.");
  return new UnreadError(name, "unreadable", messageOf(error));
}
