/**
 * The door for editing files of a workspace: a file is read, its new content is written next to it, and takes its place by one
 * rename, if the file is still the one that was read. Input: a folder within the roots, and names in it; output: opened files, or
 * the reason why one is not edited. No link is followed, and nothing but regular files is opened.
 */
// The door for editing files.
import * as fs from "node:fs";
import { join, relative, sep } from "node:path";
import { codeOf } from "./errors.ts";
import { hasOpenPaths, isInside, pathOfOpen, type Roots, realPathOfOpen } from "./real-path.ts";
import { readToEnd } from "./regular-file.ts";

/** The reason why a file is not edited, as a sentence. */
export class NotEditedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotEditedError";
  }
}

/** A folder whose files are edited. */
export type EditFolder = {
  /**
   * Reads a file.
   *
   * @throws NotEditedError, or the system's error
   */
  readonly open: (name: string, maxBytes: number) => EditedFile;
  readonly close: () => void;
};

/** A file that is edited: it is read, prepared, exchanged, and put back if something else fails. Each may throw the system's error. */
export type EditedFile = {
  readonly bytes: Buffer;
  /** The device and the number of the file: no other one has both. */
  readonly identity: string;
  /** Writes the new content into a file of its own, with the mode and the owner of the old one. */
  readonly prepare: (content: Uint8Array) => void;
  /** Lets the new content take the place of the old one. @throws NotEditedError if the file is another one by now */
  readonly exchange: () => fs.BigIntStats;
  /** Undoes an exchange. @throws NotEditedError if the file is another one by now */
  readonly putBack: () => void;
  /** Removes a new content that did not take its place. */
  readonly close: () => void;
};

const { O_RDONLY, O_DIRECTORY = 0, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0, W_OK, X_OK } = fs.constants;

const changed = "It has changed since it was read.";
const replaced = "Another program has replaced it right after it was written.";

/** The folder of a repository's own data: a file there may be run by git. */
const repositoryFolder = ".git";

/**
 * Opens a folder. On Linux its files are then reached through the open folder, whatever has its path by then.
 *
 * @param path absolute
 * @param roots the real paths of the folders in which files may be edited, at least one
 * @throws NotEditedError, or the system's error
 */
export function openEditFolder(path: string, roots: Roots): EditFolder {
  const folder = fs.openSync(path, O_RDONLY | O_DIRECTORY);
  try {
    const real = realPathOfOpen(folder, path);
    const root = roots.find((one) => real !== undefined && isInside(real, [one]));
    if (real === undefined || root === undefined) {
      throw new NotEditedError(`It lies outside of ${roots.join(", ") || "all folders"}.`);
    }
    if (relative(root, real).split(sep).includes(repositoryFolder)) {
      throw new NotEditedError("It is part of the data of a repository.");
    }
    const base = hasOpenPaths ? pathOfOpen(folder) : real;
    fs.accessSync(base, W_OK | X_OK);
    return { open: (name, maxBytes) => openIn(base, name, maxBytes), close: () => fs.closeSync(folder) };
  } catch (error) {
    fs.closeSync(folder);
    throw error;
  }
}

function openIn(base: string, name: string, maxBytes: number): EditedFile {
  const path = join(base, name);
  const { bytes, stats } = readChecked(path, maxBytes);
  let prepared: Written | undefined;
  let exchanged: fs.BigIntStats | undefined;
  return {
    bytes,
    identity: `${stats.dev}:${stats.ino}`,
    prepare: (content) => {
      prepared = writeNextTo(base, content, stats);
    },
    exchange: () => {
      if (prepared === undefined) throw new Error("the new content is not written");
      requireSame(path, stats);
      const { dev, ino } = prepared;
      fs.renameSync(prepared.path, path);
      prepared = undefined;
      const now = entryAt(path);
      if (now.dev !== dev || now.ino !== ino) throw new NotEditedError(replaced);
      exchanged = now;
      return exchanged;
    },
    putBack: () => {
      if (exchanged === undefined) return;
      const old = writeNextTo(base, bytes, stats);
      try {
        requireSame(path, exchanged);
        fs.renameSync(old.path, path);
        exchanged = undefined;
      } catch (error) {
        fs.rmSync(old.path, { force: true });
        throw error;
      }
    },
    close: () => {
      if (prepared !== undefined) fs.rmSync(prepared.path, { force: true });
      prepared = undefined;
    },
  };
}

/** @throws NotEditedError if the file cannot be replaced without losing something */
function readChecked(path: string, maxBytes: number): { readonly bytes: Buffer; readonly stats: fs.BigIntStats } {
  const entry = entryAt(path);
  if (entry.isSymbolicLink()) throw new NotEditedError("It is a symbolic link: edit the file that it leads to.");
  if (!entry.isFile()) throw new NotEditedError("It is not a regular file.");
  if (entry.nlink > 1n)
    throw new NotEditedError(`It has ${entry.nlink} hard links: the others would keep the old text.`);
  // The superuser may write all files.
  if ((entry.mode & writeBits) === 0n) throw new NotEditedError("It is read-only.");
  fs.accessSync(path, W_OK);
  if (entry.size > BigInt(maxBytes)) throw new NotEditedError(`It has ${entry.size} bytes, the limit is ${maxBytes}.`);
  const file = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  try {
    const stats = fs.fstatSync(file, { bigint: true });
    if (!isSame(entry, stats)) throw new NotEditedError(changed);
    const bytes = readToEnd(file, Buffer.allocUnsafe(Number(stats.size) + 1), maxBytes);
    if (!isSame(stats, fs.fstatSync(file, { bigint: true }))) throw new NotEditedError(changed);
    return { bytes, stats };
  } finally {
    fs.closeSync(file);
  }
}

/** The bits of a mode that let anybody write, and all bits that chmod(1) sets. */
const writeBits = 0o222n;
const modeBits = 0o7777n;

/** A new content: its file, with its device and number. */
type Written = Pick<fs.BigIntStats, "dev" | "ino"> & { readonly path: string };

/** Writes a file of a name of its own with the mode and the owner of another one. */
function writeNextTo(base: string, content: Uint8Array, old: fs.BigIntStats): Written {
  const path = join(base, `.codegrove-${crypto.randomUUID()}.tmp`);
  const file = fs.openSync(path, "wx", Number(privateMode));
  try {
    return { path, ...fillAndClose(file, content, old) };
  } catch (error) {
    fs.rmSync(path, { force: true });
    throw codeOf(error) === "EPERM"
      ? new NotEditedError("It belongs to another user, who would not be its owner any more.")
      : error;
  }
}

/** Some file systems report only when a file is closed that they cannot keep its content. */
function fillAndClose(file: number, content: Uint8Array, { mode, uid, gid }: fs.BigIntStats): Omit<Written, "path"> {
  try {
    const own = fs.fstatSync(file, { bigint: true });
    const { dev, ino } = own;
    if (own.uid !== uid || own.gid !== gid) fs.fchownSync(file, Number(uid), Number(gid));
    fs.fchmodSync(file, Number(mode & modeBits));
    fs.writeFileSync(file, content);
    // Some file systems would keep an empty file when the machine stops.
    fs.fsyncSync(file);
    return { dev, ino };
  } finally {
    fs.closeSync(file);
  }
}

const privateMode = 0o600n;

/** @throws NotEditedError if another file has the path by now, or the same one another content */
function requireSame(path: string, stats: fs.BigIntStats): void {
  const now = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (now === undefined || !isSame(now, stats)) throw new NotEditedError(changed);
}

function entryAt(path: string): fs.BigIntStats {
  return fs.lstatSync(path, { bigint: true });
}

function isSame(one: fs.BigIntStats, other: fs.BigIntStats): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}
