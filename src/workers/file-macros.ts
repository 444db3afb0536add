/**
 * The macros of one file, for a worker; survey-macros.ts merges them. Input: the bytes of a file; output: the macros that it defines with
 * their roles, and its text if that is needed later.
 */
import { isAscii } from "node:buffer";
import { binaryProbeBytes, maxCollectedMacros } from "../base/limits.ts";
import { digestOf, noDigest } from "../cache/digest.ts";
import { definesOf } from "../syntax/dialect.ts";
import { indexedLanguageOf } from "../syntax/language-of.ts";
import type { Language, Languages } from "../syntax/languages.ts";
import type { MacroRoles } from "../syntax/macro-roles.ts";
import type { NeededWords } from "../syntax/needed-words.ts";
import { bytesHoldAny, holdsAny } from "../syntax/prefilter.ts";
import { decode } from "../workspace/decode.ts";
import type { Stamp } from "../workspace/stamp.ts";
import { type DefinesRequest, type FileDefines, sharedCopy } from "./protocol.ts";

/** A file as it was read. */
type ReadBytes = { readonly bytes: Buffer; readonly stamp: Stamp | undefined };

/** What was read of a file: its macros and, where it lacks a word that is asked for, its text in UTF-8. */
export type ReadDefines = {
  readonly defines: FileDefines;
  /** True when the scan of the file may skip it: then its macros are not recorded there. */
  readonly maySkip: boolean;
  readonly withoutName: { readonly utf8: Uint8Array } | undefined;
};

/**
 * Returns the macros that a file defines, and its bytes if they are to be kept.
 *
 * @param nameWords the words of the name that is asked for: a named file that lacks one of them is not scanned
 */
export function definesIn(
  { bytes, stamp }: ReadBytes,
  { path, keepsBytes, isNamed }: Pick<DefinesRequest, "path" | "keepsBytes" | "isNamed">,
  nameWords: readonly string[],
  languages: Languages,
): ReadDefines {
  const { count, rolesJson } = definedIn(bytes);
  // Of a file that changed while it was read nothing is recorded.
  const mayLack = isNamed && stamp !== undefined;
  const withoutName = mayLack ? withoutWords(bytes, nameWords, indexedLanguageOf(path, languages)) : undefined;
  const lacksName = withoutName !== undefined;
  const digest = count === 0 ? noDigest : digestOf(rolesJson);
  const kept = keepsBytes && !lacksName ? { bytes: sharedCopy(bytes) } : {};
  return {
    defines: { count, rolesJson, digest, stamp, lacksName, ...kept },
    maySkip: bytes.subarray(0, binaryProbeBytes).includes(0),
    withoutName,
  };
}

/** Returns the text of a file that surely lacks what a call needs; undefined if it may have it, or where more is to be said of it. */
export function textWithoutNeeds(
  bytes: Buffer,
  needs: NeededWords,
  language: Language | undefined,
): string | undefined {
  if (bytesHoldAny(bytes, needs)) return undefined;
  const decoded = decode(bytes, language?.encoding_declaration);
  if ("binaryAt" in decoded || decoded.warning !== undefined || holdsAny(decoded.text, needs)) return undefined;
  return decoded.text;
}

/** The macros that a file defines: how many, and FileDefines' rolesJson. */
export function definedIn(bytes: Uint8Array): Pick<FileDefines, "count" | "rolesJson"> {
  const end = endOfDefines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  // Latin 1 keeps the ASCII characters of any encoding that contains ASCII.
  const defined: MacroRoles = end === 0 ? new Map() : definesOf(latin1Of(bytes, end));
  // One more than the limit shows that it was exceeded.
  const roles = [...defined].slice(0, maxCollectedMacros + 1);
  return { count: roles.length, rolesJson: roles.length === 0 ? "" : JSON.stringify([roles.length, ...roles]) };
}

/**
 * The end of the last line that may define a macro, with its line break; 0 if there is none. Most files define macros at their beginning,
 * or never: the rest need not become a text.
 */
function endOfDefines(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf("define"); at > 0; at = bytes.lastIndexOf("define", at - 1)) {
    let before = at - 1;
    while (bytes[before] === 32 || bytes[before] === 9) before--;
    if (bytes[before] === 35) return endOfLine(bytes, at);
  }
  return 0;
}

/** The end of the line at an index, with its line break, over continued lines. */
function endOfLine(bytes: Buffer, at: number): number {
  for (let from = at; ; ) {
    const end = bytes.indexOf(10, from);
    if (end < 0) return bytes.length;
    const last = bytes[end - 1] === 13 ? end - 2 : end - 1;
    if (bytes[last] !== 92) return end + 1;
    from = end + 1;
  }
}

function latin1Of({ buffer, byteOffset }: Uint8Array, end: number): string {
  return Buffer.from(buffer, byteOffset, end).toString("latin1");
}

/** A file that surely lacks one of the words; undefined if it may have them, or where more is to be said of it. */
function withoutWords(
  bytes: Buffer,
  words: readonly string[],
  language: Language | undefined,
): ReadDefines["withoutName"] {
  const text = textWithoutNeeds(bytes, [words.map((word) => [word])], language);
  return text === undefined ? undefined : { utf8: isAscii(bytes) ? bytes : Buffer.from(text) };
}
