/**
 * The file that a call over the index is about. Input: its arguments; output: the file of a position or of unsaved text, which
 * need not exist, or the one file that a call names.
 */
import { extname, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { indexedLanguageOf, unsupportedFile } from "../syntax/language-of.ts";
import { namesOf } from "../tools/arguments/symbol-arguments.ts";
import type { AnyIndexTool, CodeArguments } from "../tools/contract/index-tool.ts";
import type { CodeCall } from "../workers/protocol.ts";
import type { Run } from "./call.ts";
import { unsavedTextName } from "./unsaved-text.ts";

/**
 * Returns the file of a call: of one for a symbol the file that says which symbol is meant. Undefined if it names no file, or several.
 *
 * @throws UserError if a position is not in a file of a known language, and the signal's reason
 */
export async function fileOfPosition(tool: AnyIndexTool, input: CodeArguments, run: Run): Promise<CodeCall["file"]> {
  const { filepath, line, source, language } = input;
  const { languages, cwd, codeBase, deadline } = run;
  if (line === undefined && source === undefined) return fileOfCall(tool, input, run);
  if (filepath === undefined && language !== undefined) {
    return { name: unsavedTextName, path: resolve(cwd, unsavedTextName), language };
  }
  if (typeof filepath !== "string") throw new UserError("A position needs filepath: the path of one file");
  const target = await codeBase.fileAt(filepath, deadline.signal);
  if (target === undefined) throw new UserError(`A position is in one file, not in ${filepath}`);
  const { name, path, error, language: own } = target;
  const isUnknown = own === undefined && (error === undefined || extname(filepath) !== "");
  if (isUnknown) throw unsupportedFile(filepath, languages);
  if (error === undefined) return { name, path, language: own };
  if (source === undefined || error.reason !== "vanished") throw new UserError(error.message, error.details);
  return { name, path: resolve(cwd, filepath), language: own };
}

/** The file that a call without a position is about; undefined if it names no file, or several. */
async function fileOfCall(
  { search: { isAboutFile } }: AnyIndexTool,
  input: CodeArguments,
  { languages, codeBase, deadline }: Run,
): Promise<CodeCall["file"]> {
  const [filepath, ...others] = [input.filepath ?? []].flat();
  if (!isAboutFile && namesOf(input).length === 0) return undefined;
  if (filepath === undefined || others.length > 0) return undefined;
  if (indexedLanguageOf(filepath, languages) === undefined && extname(filepath) !== "") return undefined;
  const target = await codeBase.fileAt(filepath, deadline.signal);
  if (target?.language === undefined || target.error !== undefined) return undefined;
  return { name: target.name, path: target.path, language: target.language };
}
