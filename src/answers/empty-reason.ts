/**
 * The reason why a call on folders and globs has no result. Input: what was found, read and left out; output: a sentence, or several.
 */
import { counted, numberText } from "../base/counted.ts";
import { listText } from "../base/list-text.ts";

/** The facts about a call on folders and globs that explain why it has no result. */
export type EmptyCall = {
  /** The folders and globs of the call. */
  readonly inputs: readonly string[];
  /** The inputs that are folders. */
  readonly folders: readonly string[];
  readonly recursive: boolean;
  /** The argument `file_patterns`; undefined when folders are searched for files of all languages. */
  readonly filePatterns: readonly string[] | undefined;
  /** The titles of all languages. */
  readonly knownLanguages: readonly string[];
  /** The number of files, and the number in the share of the call. */
  readonly found: number;
  readonly inShare: number;
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** True for a tool that checks files, so that a file without a result is a good one. */
  readonly isCheck: boolean;
};

/** Patterns in the sentence. */
const maxListedPatterns = 24;

/** Returns the reason why a call has no result. */
export function emptyReason(call: EmptyCall): string {
  const { found, inShare, skipped = {} } = call;
  if (found > 0 && inShare === 0) return "All files found belong to other shares.";
  if (found > 0 && skipped.no_match === inShare) return withoutResult(inShare, call);
  const { no_match: read = 0, ...others } = skipped;
  if (read > 0) return [withoutResult(read, call), ...leftOutText(others)].join(" ");
  const lead = call.isCheck ? ["No file was checked."] : [];
  if (found > 0) return [...lead, `All files found were left out: ${countsOf(skipped)}.`].join(" ");
  return [...lead, ...notFound(call), ...leftOutText(skipped)].join(" ");
}

/** Counts in the words of `skipped`: `2 query_language, 1 vanished`. */
function countsOf(skipped: Readonly<Record<string, number>>): string {
  return Object.entries(skipped)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(", ");
}

function leftOutText(skipped: Readonly<Record<string, number>>): readonly string[] {
  return Object.keys(skipped).length === 0 ? [] : [`Left out: ${countsOf(skipped)}.`];
}

function withoutResult(files: number, { isCheck }: Pick<EmptyCall, "isCheck">): string {
  return isCheck ? noFindings(files) : noMatch(files);
}

/** Files without a row were read: files of a folder without diagnostics are not left out. */
function noMatch(files: number): string {
  return files === 1 ? "The one file that was read has no result." : `No result in the ${files} files that were read.`;
}

/** Numbers of files that have findings, of all findings, and of errors among them. */
export type FindingCounts = {
  readonly filesWithFindings: number;
  readonly findings: number;
  readonly errors: number;
};

/** Returns a phrase such as `2 files checked, no findings`, or `9 files checked, 5 findings in 2 of them, 1 error`. */
export function checkedText(files: number, counts?: FindingCounts): string {
  const { filesWithFindings = 0, findings: all = 0, errors = 0 } = counts ?? {};
  const errorText = errors === 0 ? "no error" : counted(errors, "error");
  const findings =
    all === 0 ? "no findings" : `${counted(all, "finding")} in ${numberText(filesWithFindings)} of them, ${errorText}`;
  const checked = `${files} ${files === 1 ? "file" : "files"} checked`;
  return files === 0 ? checked : `${checked}, ${findings}`;
}

function noFindings(files: number): string {
  return `${checkedText(files)}.`;
}

function notFound({ inputs, folders, recursive, filePatterns, knownLanguages }: EmptyCall): readonly string[] {
  const globs = inputs.filter((input) => !folders.includes(input));
  const patterns = filePatterns === undefined ? [] : [listText(filePatterns, maxListedPatterns)];
  const place = `${recursive ? "in" : "directly in"} ${listText(folders)}`;
  // A call that names a language leaves out files of others.
  const isOfOne = knownLanguages.length === 1;
  const fits = (matched: readonly string[]) =>
    [
      ...(matched.length > 0 ? [`matches ${matched.join(" and ")}`] : []),
      ...(isOfOne || matched.length === 0 ? [`is of a known language: ${knownLanguages.join(", ")}`] : []),
    ].join(" and ");
  return [
    ...(folders.length > 0 ? [`No file ${place} ${fits(patterns)}.`] : []),
    ...(globs.length > 0 ? [`No file ${fits([listText(globs), ...patterns])}.`] : []),
  ];
}

/** The error of a call that names no folder where there is no workspace. */
export const noWorkspace = "There is no workspace: name a folder in filepath";
