/**
 * The files of a project that `codegrove init` reads and writes. Input: a folder and paths below it; output: their
 * texts, and later the new texts in their files, unless a file has changed meanwhile.
 */
import { isUtf8 } from "node:buffer";
import { dirname, join } from "node:path";
import { codeOf, messageOf, UserError } from "../../base/errors.ts";
import { maxInitFileBytes } from "../../base/limits.ts";
import { canonicalPath, isInside } from "../../base/real-path.ts";
import { readSmallFile } from "../../base/regular-file.ts";
import { checkMakeable, makeFolder, openReplacement } from "../../base/replaced-file.ts";
import type { Edit, ProjectFiles } from "./edits.ts";

/** The files of a project that were read. */
type ReadFiles = {
  readonly files: ProjectFiles;
  /** Paths that links lead to the file of an earlier path, which has its text. */
  readonly doubles: ReadonlySet<string>;
};

/**
 * Reads those files of a project that are there.
 *
 * @param folder absolute
 * @param paths relative to it
 * @param further paths that count as not there below a file, such as the skills of a client that has a file where their folder would be
 * @throws UserError when one cannot be read, is not text in UTF-8, or lies outside of the folder by its links
 */
export function readProjectFiles(folder: string, paths: readonly string[], further: readonly string[] = []): ReadFiles {
  const files = new Map<string, string>();
  const doubles = new Set<string>();
  const seen = new Set<string>();
  for (const path of new Set([...paths, ...further])) {
    const realPath = realPathIn(folder, path);
    const text = textOf(realPath, path, paths.includes(path) ? notThere : notThereBelow);
    if (seen.has(realPath)) doubles.add(path);
    else if (text !== undefined) files.set(path, text);
    seen.add(realPath);
  }
  return { files, doubles };
}

/**
 * Writes what files are to become. Nothing is written unless all of them can be.
 *
 * @throws UserError when a file cannot be written, or has changed since it was read
 */
export function writeEdits(folder: string, edits: readonly Edit[]): void {
  const located = edits.map((edit) => ({ ...edit, realPath: realPathIn(folder, edit.path) }));
  for (const { path, realPath, before } of located) {
    if (textOf(realPath, path) !== before) throw new UserError(`${path} has changed meanwhile; nothing was written`);
    attempt(path, () => checkMakeable(realPath));
  }
  for (const { path, realPath, after } of located) {
    attempt(path, () => replaceText(realPath, canonicalPath(folder), after));
  }
}

/** Returns the real path of a file, or the one that it would have. */
function realPathIn(folder: string, path: string): string {
  const realPath = canonicalPath(join(folder, path));
  if (isInside(realPath, [canonicalPath(folder)])) return realPath;
  throw new UserError(`${path} leads out of the folder, by a link: it is neither read nor written`);
}

/** The codes of errors for a file that is not there. */
const notThere: readonly string[] = ["ENOENT"];

/** The same if a path above may be a file. */
const notThereBelow: readonly string[] = [...notThere, "ENOTDIR"];

function textOf(realPath: string, path: string, absences = notThere): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readSmallFile(realPath, maxInitFileBytes);
  } catch (error) {
    if (absences.includes(codeOf(error) ?? "")) return undefined;
    throw new UserError(`Cannot read ${path}: ${messageOf(error)}`);
  }
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new UserError(`Cannot read ${path}: it is not UTF-8 text`);
}

/** Replaces a file at once, so that it is never there in part; its mode stays. */
function replaceText(path: string, root: string, text: string): void {
  makeFolder(dirname(path));
  const file = openReplacement(path, [root]);
  try {
    file.write(text);
    file.close();
  } finally {
    file.discard();
  }
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${messageOf(error)}`);
  }
}
