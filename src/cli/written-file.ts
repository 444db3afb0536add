import { dirname, isAbsolute, relative, resolve } from "node:path";
import { canonicalPath, isInside } from "../base/real-path.ts";
import { checkReplaceable, checkStream, openReplacement, openStream, type WrittenFile } from "../base/replaced-file.ts";
import { statsAt } from "../base/stats.ts";

/**
 * Opens the file that `-o` names. A regular file is replaced whole when it is closed. Anything else, such as a pipe,
 * /dev/null or /dev/stdout, is written to directly.
 *
 * @throws Error with the reason, or the system's error
 */
export function openNamed(path: string, cwd: string): WrittenFile {
  const place = placeOf(path, cwd);
  return place.folder === undefined ? openStream(place.path) : openReplacement(place.path, [place.folder]);
}

/**
 * Finds out whether that file can be written. Nothing is changed.
 *
 * @throws Error with the reason, or the system's error
 */
export function checkNamed(path: string, cwd: string): void {
  const place = placeOf(path, cwd);
  if (place.folder === undefined) checkStream(place.path);
  else checkReplaceable(place.path);
}

type Place = {
  /** Absolute; of a file that is replaced without links. */
  readonly path: string;
  /** The real path of the folder that the file stays in; undefined for what is written as it is. */
  readonly folder: string | undefined;
};

/**
 * Returns where a path leads to. Links within the folder are followed: within the working folder for a path below it, and
 * within the folder of the file for any other path, which the user has named in full.
 *
 * @throws Error for a folder, and for a link out of the folder
 */
function placeOf(path: string, cwd: string): Place {
  if (/[\\/]$/.test(path)) throw new Error("it names a folder");
  const target = resolve(cwd, path);
  if (isOfSystem(canonicalPath(dirname(target)))) return { path: target, folder: undefined };
  const isBelow = !isAbsolute(relative(cwd, target)) && !relative(cwd, target).startsWith("..");
  const folder = canonicalPath(isBelow ? cwd : dirname(target));
  const real = canonicalPath(target);
  if (!isInside(real, [folder])) {
    throw new Error(`a link leads out of ${folder}; to write there, name the file by its real path`);
  }
  const stats = statsAt(real);
  if (stats?.isDirectory() === true) throw new Error("it is a folder");
  return { path: real, folder: stats === undefined || stats.isFile() ? folder : undefined };
}

/** True for folders of devices and of open files, whose links are the system's. */
function isOfSystem(folder: string): boolean {
  return folder === "/dev" || isInside(folder, ["/proc"]);
}
