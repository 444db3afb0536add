import { type BigIntStats, lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../errors.ts";
import { readToEnd, withRegularFile } from "../regular-file.ts";

/**
 * Opens a file of the cache. Nothing is taken from what somebody else can have written.
 *
 * @throws Error when it is another user's or others can write it; or what the system says
 */
export function withOwnFile<Result>(path: string, use: (fd: number, bytes: number) => Result): Result {
  return withRegularFile(path, [], (fd, stats) => {
    checkOwner(path, stats);
    return use(fd, Number(stats.size));
  });
}

/**
 * The bytes of a file of the cache.
 *
 * @throws Error as withOwnFile does, and when it has more bytes
 */
export function readOwnFile(path: string, maxBytes: number): Buffer {
  return withOwnFile(path, (fd, bytes) => readToEnd(fd, Buffer.allocUnsafe(Math.min(bytes, maxBytes) + 1), maxBytes));
}

/**
 * Checks that a folder, where it is there, is the user's and nobody else can write to it.
 *
 * @throws Error that says what is wrong with it
 */
export function checkOwnFolder(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new Error(`${path} is not a folder`);
  checkOwner(path, stats);
}

/** On Windows there are neither numbers of users nor these rights. */
function checkOwner(path: string, { uid, mode }: BigIntStats): void {
  if (process.getuid === undefined) return;
  if (uid !== BigInt(process.getuid())) throw new Error(`${path} belongs to another user`);
  if ((mode & 0o022n) !== 0n) throw new Error(`others can write to ${path} (chmod go-w mends it)`);
}

/**
 * Makes a folder and those above it, for the user alone. (mkdirSync with `recursive` never ends where a parent is there
 * and nothing can be made in it, as in /proc.)
 *
 * @throws what the system says
 */
export function makeOwnFolder(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeOwnFolder(dirname(path));
    mkdirSync(path, 0o700);
  }
}
