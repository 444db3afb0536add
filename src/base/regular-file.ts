/**
 * The door for opening files to read them, safe from FIFOs, devices and links that change meanwhile (TOCTOU). Input: a
 * path, roots and a limit of bytes; output: the open descriptor or the bytes, or the reason why it is not read.
 */
// The door for opening files to read them.
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import { isInside, type Roots, realPathOfOpen } from "./real-path.ts";

/** The error for a path that is not read: it is not a regular file, lies outside of the roots, or is too large. */
export class NotReadError extends Error {
  readonly reason: "special" | "outside" | "too_large";

  constructor(reason: NotReadError["reason"], message: string) {
    super(message);
    this.name = "NotReadError";
    this.reason = reason;
  }
}

/** Flags of open(2). Windows has neither the last two nor the files that they are for. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** True if a path may be a link itself. Links among the folders above it are followed. */
export type Links = "followed" | "refused";

/**
 * Opens the regular file at an absolute path for `use`. The other end of a FIFO is not waited for,
 * and a device is not opened at all. With roots, the real path of the open file must lie within them, so that a link
 * that replaces a folder meanwhile changes nothing.
 *
 * @throws NotReadError, or the system's error
 */
export function withRegularFile<Result>(
  path: string,
  roots: Roots,
  use: (fd: number, stats: BigIntStats) => Result,
  links: Links = "followed",
): Result {
  const isFollowed = links === "followed";
  checkRegular(isFollowed ? statSync(path, { bigint: true }) : lstatSync(path, { bigint: true }));
  // A link that takes the place of the file after the check is refused by the system.
  const fd = openSync(path, openFlags | (isFollowed ? 0 : (constants.O_NOFOLLOW ?? 0)));
  try {
    const stats = fstatSync(fd, { bigint: true });
    checkInside(fd, path, roots);
    checkRegular(stats);
    return use(fd, stats);
  } finally {
    closeSync(fd);
  }
}

/**
 * Checks that an open file lies within the roots.
 *
 * @throws NotReadError
 */
export function checkInside(fd: number, path: string, roots: Roots): void {
  if (roots.length === 0) return;
  const real = realPathOfOpen(fd, path);
  if (real === undefined || !isInside(real, roots)) {
    throw new NotReadError("outside", `It lies outside of ${roots.join(", ")}`);
  }
}

/** @throws NotReadError */
function checkRegular(stats: BigIntStats): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw new NotReadError("special", "It is a symbolic link.");
  throw new NotReadError("special", stats.isDirectory() ? "It is a folder." : "It is not a regular file.");
}

/**
 * Reads a small file whole, such as a configuration or a file of ignore rules.
 *
 * @throws NotReadError, or the system's error
 */
export function readSmallFile(path: string, maxBytes: number, roots: Roots = [], links: Links = "followed"): Buffer {
  const read = (fd: number, { size }: BigIntStats) => {
    if (size > maxBytes) throw new NotReadError("too_large", `It has ${size} bytes, the limit is ${maxBytes}.`);
    return readToEnd(fd, Buffer.allocUnsafe(Number(size) + 1), maxBytes);
  };
  return withRegularFile(path, roots, read, links);
}

/** Reads the next bytes of an open file into a buffer. Returns how many it has read. */
export function readInto(fd: number, buffer: Buffer): number {
  return readSync(fd, buffer);
}

/**
 * Reads the beginning of a file.
 *
 * @param bytes how much is read; less of a shorter file
 * @throws NotReadError, or the system's error
 */
export function readStart(path: string, bytes: number, roots: Roots = []): Buffer {
  return withRegularFile(path, roots, (fd) => {
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.subarray(0, readSync(fd, buffer, 0, bytes, 0));
  });
}

/**
 * Reads an open file to its end, which may have moved since its size was read.
 *
 * @param buffer receives the bytes; a larger one replaces it when they are more
 * @throws NotReadError past `maxBytes`
 */
export function readToEnd(fd: number, buffer: Buffer, maxBytes: number): Buffer {
  let bytes = buffer;
  let length = 0;
  for (;;) {
    const count = readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > maxBytes) throw new NotReadError("too_large", `It grew past ${maxBytes} bytes.`);
    if (length === bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2);
  }
}
