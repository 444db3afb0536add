/**
 * The door for changing the user's own cache: files and folders that nobody else can write (owner and mode are
 * checked). Input: a path and the user's number; output: bytes, an open file, or an error that says what is wrong with
 * it.
 */
// The door for changing the user's own cache, in folders that nobody else can write.
import { chmodSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { readToEnd, withRegularFile } from "../base/regular-file.ts";
import { type BigIntStats, exactEntryAt } from "../base/stats.ts";

type Uid = Host["uid"];

/**
 * Opens a file of the cache. Nothing is taken from what somebody else can have written.
 *
 * @throws Error when it is another user's or others can write it; or what the system says
 */
export function withOwnFile<Result>(path: string, uid: Uid, use: (fd: number, bytes: number) => Result): Result {
  return withRegularFile(path, [], (fd, stats) => {
    checkOwner(path, uid, stats);
    return use(fd, Number(stats.size));
  });
}

/**
 * The bytes of a file of the cache.
 *
 * @throws Error as withOwnFile does, and when it has more bytes
 */
export function readOwnFile(path: string, uid: Uid, maxBytes: number): Buffer {
  return withOwnFile(path, uid, (fd, bytes) =>
    readToEnd(fd, Buffer.allocUnsafe(Math.min(bytes, maxBytes) + 1), maxBytes),
  );
}

/** Sets the time of the last use of a file, by which the cache is bounded. */
export function markAsUsed(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // It can be read and not written: it counts as older than it is.
  }
}

/**
 * Checks that a folder, where it is there, is the user's and nobody else can write to it.
 *
 * @throws Error that says what is wrong with it
 */
export function checkOwnFolder(path: string, uid: Uid): void {
  const stats = exactEntryAt(path);
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new Error(`${path} is not a folder`);
  checkOwner(path, uid, stats);
}

/** On Windows there are neither numbers of users nor these rights. */
function checkOwner(path: string, uid: Uid, stats: BigIntStats): void {
  if (uid === undefined) return;
  if (stats.uid !== BigInt(uid)) throw new Error(`${path} belongs to another user`);
  if ((stats.mode & 0o022n) !== 0n) throw new Error(`others can write to ${path} (chmod go-w mends it)`);
}

/**
 * Makes a folder and its parents, only for the user. (mkdirSync with `recursive` never ends if a parent is there and
 * nothing can be made in it, as in /proc.)
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

/** Makes a file that only the user can read and write. @throws the system's error, also if something is there */
export function makeFile(path: string, bytes: Uint8Array): void {
  writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
}

/** Gives a file another name, replacing the file that has it, if any. @throws the system's error */
export function renameFile(from: string, to: string): void {
  renameSync(from, to);
}

/** Gives a file a second name. @throws the system's error, also if something has that name */
export function linkFile(from: string, to: string): void {
  linkSync(from, to);
}

/** Lets only the user read and write a file. @throws the system's error */
export function makePrivate(path: string): void {
  chmodSync(path, 0o600);
}

/** Removes a file, whether it is there or not; of a link the link. @throws the system's error */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** @throws the system's error, also for a folder that holds something */
export function removeEmptyFolder(path: string): void {
  rmdirSync(path);
}
