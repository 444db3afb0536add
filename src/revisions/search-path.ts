import { delimiter, isAbsolute } from "node:path";
import { canonicalPath, isInside } from "../base/real-path.ts";

/** The folders that are searched if nothing is left of a PATH. */
const usualFolders = "/usr/bin:/bin";

/**
 * Returns the folders of a PATH in which no stranger can have put a program: `npm run` and `npx` begin it with `node_modules/.bin` of the
 * working folder, and a relative or empty entry is a folder below the one where git runs.
 *
 * @param searchPath as PATH has it
 * @param strangers folders of code bases, real
 */
export function ownSearchPath(searchPath: string | undefined, strangers: readonly string[]): string {
  // A code base that is the whole disk has the programs of the system as well.
  const places = strangers.filter((folder) => folder !== "/");
  const entries = (searchPath ?? "").split(delimiter).filter((entry) => {
    if (!isAbsolute(entry) || /[\\/]node_modules(?:[\\/]|$)/.test(entry)) return false;
    return places.length === 0 || !isInside(canonicalPath(entry), places);
  });
  return entries.length === 0 ? usualFolders : entries.join(delimiter);
}
