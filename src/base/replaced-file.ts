import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasOpenPaths, pathOfOpen, type Roots } from "./real-path.ts";
import { checkInside } from "./regular-file.ts";

/** A file that is written. Text is written as UTF-8. */
export type WrittenFile = {
  /** Blocks until the content is accepted. @throws the system's error */
  readonly write: (content: string | Uint8Array) => void;
  /** Ends the file, and puts it in its place. @throws the system's error */
  readonly close: () => void;
  /** Leaves what was there before, unless the file is closed; to be called whenever the work ends. */
  readonly discard: () => void;
};

/** The part of a mode that chmod(1) sets for users. */
const permissionBits = 0o777;

/** On Windows the second does not exist. */
const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

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
  const folder = hasOpenPaths ? openSync(dirname(path), folderFlags) : undefined;
  const base = folder === undefined ? dirname(path) : pathOfOpen(folder);
  const passing = join(base, `.codegrove-${crypto.randomUUID()}.tmp`);
  let file: number | undefined;
  const discard = () => {
    if (file === undefined) return;
    closeSync(file);
    file = undefined;
    rmSync(passing, { force: true });
    closeFolder();
  };
  const closeFolder = () => {
    if (folder !== undefined) closeSync(folder);
  };
  try {
    if (folder !== undefined) checkInside(folder, dirname(path), roots);
    file = openSync(passing, "wx");
    takeOver(passing, statSync(join(base, basename(path)), { throwIfNoEntry: false }));
  } catch (error) {
    if (file === undefined) closeFolder();
    discard();
    throw error;
  }
  return {
    write: (content) => writeFileSync(file ?? closed(), content),
    close: () => {
      const written = file ?? closed();
      try {
        // Some file systems would keep an empty file when the machine stops.
        fsyncSync(written);
        renameSync(passing, join(base, basename(path)));
      } catch (error) {
        discard();
        throw error;
      }
      file = undefined;
      closeSync(written);
      closeFolder();
    },
    discard,
  };
}

/**
 * Finds out whether a file can be replaced. Nothing is changed.
 *
 * @throws the system's error
 */
export function checkReplaceable(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) accessSync(path, constants.W_OK);
  accessSync(dirname(path), constants.W_OK | constants.X_OK);
}

/** Opens what is no regular file, such as a device, a pipe or an open file of the process, to be written as it is. */
export function openStream(path: string): WrittenFile {
  let file: number | undefined = openSync(path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOCTTY ?? 0));
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return { write: (content) => writeFileSync(file ?? closed(), content), close, discard: close };
}

/** Gives a new file the mode and the owner of the file that it replaces. */
function takeOver(path: string, stats: Stats | undefined): void {
  if (stats === undefined) return;
  const own = statSync(path);
  if (own.uid !== stats.uid || own.gid !== stats.gid) {
    try {
      chownSync(path, stats.uid, stats.gid);
    } catch {
      // Another user's file, in a folder that both can write.
    }
  }
  chmodSync(path, stats.mode & permissionBits);
}

function closed(): never {
  throw new Error("The file is closed.");
}
