/**
 * The door for writing files: a regular file is replaced at once by renaming a temporary one over it (atomic write), a
 * device or a pipe is written as it is. Input: a path and its content; output: the file, or the system's error.
 */
// The door for writing files.
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasOpenPaths, isThere, pathOfOpen, type Roots } from "./real-path.ts";
import { checkInside } from "./regular-file.ts";

/** A file that is written. Text is written as UTF-8. */
export type WrittenFile = {
  /** Blocks until the content is accepted. @throws the system's error */
  readonly write: (content: string | Uint8Array) => void;
  /** Ends the file, and renames it to its final name. @throws the system's error */
  readonly close: () => void;
  /** Leaves what was there before, unless the file is closed; to be called whenever the work ends. */
  readonly discard: () => void;
};

/** The part of a mode that chmod(1) sets for users. */
const permissionBits = 0o777;

/** On Windows the second does not exist. */
const folderFlags = fs.constants.O_RDONLY | (fs.constants.O_DIRECTORY ?? 0);

/**
 * Opens a file that takes the place of another one, if any, when it is closed: until then all readers see the old one. It
 * is written next to its place, under a name of its own, and has the mode and, if possible, the owner of the old one. A
 * link that takes the place of the file or of its folder meanwhile is not followed.
 *
 * @param path absolute, without links
 * @param roots the folders that the folder of the file must lie in
 * @throws NotReadError outside of the roots, or the system's error
 */
export function openReplacement(path: string, roots: Roots): WrittenFile {
  checkReplaceable(path);
  const folder = hasOpenPaths ? fs.openSync(dirname(path), folderFlags) : undefined;
  const base = folder === undefined ? dirname(path) : pathOfOpen(folder);
  const passing = join(base, `.codegrove-${crypto.randomUUID()}.tmp`);
  let file: number | undefined;
  let isEnded = false;
  const closeFile = () => {
    const open = file;
    file = undefined;
    if (open !== undefined) fs.closeSync(open);
  };
  const closeFolder = () => {
    try {
      if (folder !== undefined) fs.closeSync(folder);
    } catch {
      // It was only read: the content of the file is not concerned.
    }
  };
  const discard = () => {
    if (isEnded) return;
    isEnded = true;
    try {
      closeFile();
    } finally {
      try {
        fs.rmSync(passing, { force: true });
      } finally {
        closeFolder();
      }
    }
  };
  try {
    if (folder !== undefined) checkInside(folder, dirname(path), roots);
    file = fs.openSync(passing, "wx");
    takeOver(passing, fs.statSync(join(base, basename(path)), { throwIfNoEntry: false }));
  } catch (error) {
    discard();
    throw error;
  }
  return {
    write: (content) => fs.writeFileSync(file ?? closed(), content),
    close: () => {
      try {
        // Some file systems would keep an empty file when the machine stops.
        fs.fsyncSync(file ?? closed());
        // Some report only here that the content cannot be kept.
        closeFile();
        fs.renameSync(passing, join(base, basename(path)));
      } catch (error) {
        discard();
        throw error;
      }
      isEnded = true;
      closeFolder();
    },
    discard,
  };
}

/**
 * Finds out whether a file can be replaced, or made. Nothing is changed.
 *
 * @throws the system's error
 */
export function checkReplaceable(path: string): void {
  if (isThere(path)) fs.accessSync(path, fs.constants.W_OK);
  fs.accessSync(dirname(path), fs.constants.W_OK | fs.constants.X_OK);
}

/**
 * Finds out whether a file can be made whose folders may be missing. Nothing is changed.
 *
 * @throws the system's error
 */
export function checkMakeable(path: string): void {
  if (isThere(path)) fs.accessSync(path, fs.constants.W_OK);
  let folder = dirname(path);
  while (!isThere(folder)) folder = dirname(folder);
  fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
}

/** Makes a folder and those above it that are missing. @throws the system's error */
export function makeFolder(path: string): void {
  fs.mkdirSync(path, { recursive: true });
}

/** Finds out whether what is not a regular file can be written. @throws the system's error */
export function checkStream(path: string): void {
  fs.accessSync(path, fs.constants.W_OK);
}

/**
 * Opens what is not a regular file, such as a device, a pipe or an open file of the process, to be written as it is.
 */
export function openStream(path: string): WrittenFile {
  let file: number | undefined = fs.openSync(
    path,
    fs.constants.O_WRONLY | fs.constants.O_APPEND | (fs.constants.O_NOCTTY ?? 0),
  );
  const close = () => {
    if (file !== undefined) fs.closeSync(file);
    file = undefined;
  };
  return { write: (content) => fs.writeFileSync(file ?? closed(), content), close, discard: close };
}

/** Gives a new file the mode and the owner of the file that it replaces. */
function takeOver(path: string, stats: fs.Stats | undefined): void {
  if (stats === undefined) return;
  const own = fs.statSync(path);
  if (own.uid !== stats.uid || own.gid !== stats.gid) {
    try {
      fs.chownSync(path, stats.uid, stats.gid);
    } catch {
      // Another user's file, in a folder that both can write.
    }
  }
  fs.chmodSync(path, stats.mode & permissionBits);
}

function closed(): never {
  throw new Error("The file is closed.");
}
