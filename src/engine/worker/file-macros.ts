/** The macros of one file, for a worker; survey-macros.ts merges them. */
import { isAscii } from "node:buffer";
import { binaryProbeBytes, maxCollectedMacros } from "../../base/limits.ts";
import type { Roots } from "../../base/real-path.ts";
import { digestOf, noDigest } from "../../cache/fact-file.ts";
import { definesOf } from "../../syntax/dialect.ts";
import { languageOf } from "../../syntax/language-of.ts";
import type { Language, Languages } from "../../syntax/languages.ts";
import type { MacroRoles } from "../../syntax/macro-roles.ts";
import { holdsWords } from "../../syntax/prefilter.ts";
import { decode } from "../../workspace/decode.ts";
import { readBytes } from "../../workspace/read.ts";
import { type DefinesRequest, type FileDefines, sharedCopy } from "./protocol.ts";

type Limits = { readonly languages: Languages; readonly roots: Roots; readonly maxFileBytes: number };

/** What was read of a file: its macros and, where it lacks a word that is asked for, its text in UTF-8 with their digest. */
export type ReadDefines = {
  readonly defines: FileDefines;
  /** True when the scan of the file may skip it: then its macros are not recorded there. */
  readonly maySkip: boolean;
  readonly withoutName: { readonly utf8: Uint8Array; readonly content: string } | undefined;
};

/**
 * Returns the macros that a file defines, and its bytes if they are to be kept; null when it cannot be read, which its
 * own outcome reports.
 *
 * @param nameWords the words of the name that is asked for: a named file that lacks one of them is not scanned
 */
export function definesIn(
  { path, keepsBytes, isNamed }: DefinesRequest,
  nameWords: readonly string[],
  { languages, roots, maxFileBytes }: Limits,
): ReadDefines | null {
  try {
    const { bytes, stamp } = readBytes(path, path, { roots, maxFileBytes });
    const { count, rolesJson } = definedIn(bytes);
    // Of a file that changed while it was read nothing is recorded.
    const mayLack = isNamed && stamp !== undefined;
    const withoutName = mayLack ? withoutWords(bytes, nameWords, languageOf(path, languages)) : undefined;
    const lacksName = withoutName !== undefined;
    const digest = count === 0 ? noDigest : digestOf(rolesJson);
    const kept = keepsBytes && !lacksName ? { bytes: sharedCopy(bytes) } : {};
    return {
      defines: { count, rolesJson, digest, stamp, lacksName, ...kept },
      maySkip: bytes.subarray(0, binaryProbeBytes).includes(0),
      withoutName,
    };
  } catch {
    return null;
  }
}

/** The macros that a file defines: how many, and FileDefines' rolesJson. */
export function definedIn(bytes: Uint8Array): Pick<FileDefines, "count" | "rolesJson"> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Latin 1 keeps the ASCII characters of any encoding that contains ASCII.
  const defined: MacroRoles = buffer.includes("define") ? definesOf(buffer.toString("latin1")) : new Map();
  // One more than the limit shows that it was exceeded.
  const roles = [...defined].slice(0, maxCollectedMacros + 1);
  return { count: roles.length, rolesJson: roles.length === 0 ? "" : JSON.stringify([roles.length, ...roles]) };
}

/** A file that surely lacks one of the words; undefined if it may have them, or where more is to be said of it. */
function withoutWords(
  bytes: Buffer,
  words: readonly string[],
  language: Language | undefined,
): ReadDefines["withoutName"] {
  if (words.every((word) => bytes.includes(word))) return undefined;
  const decoded = decode(bytes, language?.encoding_declaration);
  if ("binaryAt" in decoded || decoded.warning !== undefined || holdsWords(decoded.text, words)) return undefined;
  return { utf8: isAscii(bytes) ? bytes : Buffer.from(decoded.text), content: digestOf(bytes) };
}
