import { dirname } from "node:path";
import { codeOf } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { checkOwnFolder, makeFile, makeOwnFolder, removeFile, renameFile } from "./own-files.ts";

/** The suffix of the name of a temporary file. */
export const passingSuffix = /\.[\da-f-]+\.tmp$/;

/**
 * Puts a file, readable only by its user, replacing any file that is there, so that readers see the old one or the new
 * one.
 *
 * @throws what the system says
 */
export function replaceFile(path: string, uid: Host["uid"], bytes: Uint8Array): void {
  makeOwnFolder(dirname(path));
  // The file may be a link that leads elsewhere.
  checkOwnFolder(dirname(path), uid);
  // The global loads node:crypto when it is used: most starts write nothing.
  const passing = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    makeFile(passing, bytes);
    renameFile(passing, path);
  } catch (error) {
    removeFile(passing);
    // Another process can clear the folder in between: the file is lost, and nothing is wrong.
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
