/** The macros of one file and the headers of one folder, for a worker; survey-macros.ts merges them. */

import { maxCollectedMacros, maxHeadersOfFolder } from "../../base/limits.ts";
import type { Roots } from "../../base/real-path.ts";
import { digestOf, noDigest } from "../../cache/fact-file.ts";
import { type Languages, languageOf } from "../../syntax/languages.ts";
import { definesOf, type MacroRoles } from "../../syntax/masking/mask.ts";
import { listFolder } from "../../workspace/list-folder.ts";
import { readBytes } from "../../workspace/read.ts";
import { type DefinesRequest, type FileDefines, sharedCopy } from "./protocol.ts";

type Limits = { readonly languages: Languages; readonly roots: Roots; readonly maxFileBytes: number };

/** True for the name of a header: `.h`, `.hpp`, … */
export const isHeader = (name: string): boolean => /\.h[^.]*$/i.test(name);

/** Returns the sorted names of a folder's headers whose language has macros; none when it cannot be listed. */
export function headersIn(folder: string, { languages, roots }: Limits): readonly string[] {
  try {
    return listFolder(folder, roots)
      .map(({ name }) => name)
      .filter((name) => isHeader(name) && languageOf(name, languages)?.macros !== undefined)
      .sort()
      .slice(0, maxHeadersOfFolder);
  } catch {
    return [];
  }
}

/**
 * Returns the macros that a file defines, and its bytes if they are to be kept; null when it cannot be read, which its
 * own outcome reports.
 */
export function definesIn({ path, keepsBytes }: DefinesRequest, { roots, maxFileBytes }: Limits): FileDefines | null {
  try {
    const { bytes, stamp } = readBytes(path, path, { roots, maxFileBytes });
    // Latin 1 keeps the ASCII characters of any encoding that contains ASCII.
    const defined: MacroRoles = bytes.includes("define") ? definesOf(bytes.toString("latin1")) : new Map();
    // One more than the limit shows that it was exceeded.
    const roles = [...defined].slice(0, maxCollectedMacros + 1);
    const count = roles.length;
    const rolesJson = count === 0 ? "" : JSON.stringify([count, ...roles]);
    const defines = { count, rolesJson, digest: count === 0 ? noDigest : digestOf(rolesJson), stamp };
    return keepsBytes ? { ...defines, bytes: sharedCopy(bytes) } : defines;
  } catch {
    return null;
  }
}
