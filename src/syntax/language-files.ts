import { join } from "node:path";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { maxRuleFileBytes } from "../base/limits.ts";
import type { Roots } from "../base/real-path.ts";
import { NotReadError, readSmallFile } from "../base/regular-file.ts";

/** The folders of the files of a language. */
export type LanguageFolder = {
  /** The folder that holds language.json and the .scm files. */
  readonly dir: string;
  /** Real paths of the folders in which its files lie: its own, and for a shipped language that of the grammars. */
  readonly folders: Roots;
};

/**
 * Reads a file of a language: a regular file that lies in one of the language's folders, whatever links and `..` say.
 *
 * @param file relative to the language's folder
 * @returns undefined when there is no such file
 * @throws UserError that names the file and says what is wrong with it
 */
export function readLanguageFile(
  { dir, folders }: LanguageFolder,
  file: string,
  maxBytes = maxRuleFileBytes,
): Buffer | undefined {
  const path = join(dir, file);
  try {
    return readSmallFile(path, maxBytes, folders);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    const isOutside = error instanceof NotReadError && error.reason === "outside";
    throw new UserError(`Cannot use ${path}: ${isOutside ? outside(dir) : messageOf(error)}`);
  }
}

/**
 * Returns what `read` makes of a file of a language.
 *
 * @throws UserError that names the file if there is none, or if `read` throws
 */
export function fromLanguageFile<Result>(
  language: LanguageFolder,
  file: string,
  read: (text: string) => Result,
): Result {
  const path = join(language.dir, file);
  const bytes = readLanguageFile(language, file);
  if (bytes === undefined) throw new UserError(`Cannot use ${path}: There is no such file.`);
  try {
    return read(bytes.toString());
  } catch (error) {
    throw new UserError(`Cannot use ${path}: ${messageOf(error)}`);
  }
}

/** The error for a file that lies elsewhere, with advice. */
export function outside(dir: string): string {
  return `It lies outside of the language's folder. Copy it into ${dir}.`;
}
