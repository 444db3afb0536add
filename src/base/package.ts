/** The package's own files. Input: the path of one; output: its bytes or text, or the version in package.json. */
// The door for the package's own files.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, UserError } from "./errors.ts";
import { isObject } from "./is-object.ts";

/** The folder of the package: the nearest folder with a package.json above this file, in src/ or in dist/. */
export const packageDir = folderWithManifest(dirname(fileURLToPath(import.meta.url)));

/** The folder of the build. */
export const distDir = join(packageDir, "dist");

/** Returns the version in package.json. @throws UserError if it cannot be read */
export function packageVersion(): string {
  const { version } = manifest();
  if (typeof version === "string") return version;
  throw new Error("package.json has no version");
}

/** Returns the oldest version of Node that package.json allows, such as `20.19`. */
export function leastNode(): string {
  const { engines } = manifest();
  const node = isObject(engines) && typeof engines.node === "string" ? engines.node : "";
  return node.replace(/^>=/, "");
}

function manifest(): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(readPackageFile(join(packageDir, "package.json")).toString());
  if (isObject(content)) return content;
  throw new Error("package.json is not an object");
}

/**
 * Reads a file of the package or of its build whole. They are as safe as the program, and read at each start.
 *
 * @param path absolute
 * @throws UserError if it cannot be read
 */
export function readPackageFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`A file of codegrove itself cannot be read: ${messageOf(error)}`, {
      details: `If ${path} is missing, install codegrove again.`,
    });
  }
}

/**
 * Reads a file of ASCII characters, with some before and after it. A joined string of 2 MB is copied once more by V8 before it
 * compiles it: the reading of a start takes a third less time without that.
 *
 * @throws the system's error
 */
export function readPackageText(path: string, before: string, after: string): string {
  const fd = openSync(path, "r");
  try {
    const { size } = fstatSync(fd);
    const text = Buffer.allocUnsafeSlow(before.length + size + after.length);
    text.write(before, "latin1");
    for (let at = 0; at < size; ) {
      const read = readSync(fd, text, before.length + at, size - at, null);
      if (read === 0) throw new Error(`${path} is cut off while it is read.`);
      at += read;
    }
    text.write(after, before.length + size, "latin1");
    return text.toString("latin1");
  } finally {
    closeSync(fd);
  }
}

/** @throws Error where the build was copied out of its package */
function folderWithManifest(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  if (dirname(folder) === folder)
    throw new Error(`${fileURLToPath(import.meta.url)} is not in its package: no folder above it has a package.json.`);
  return folderWithManifest(dirname(folder));
}
