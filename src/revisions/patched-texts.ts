/**
 * The texts before and after a unified diff. Input: the diff and the texts of the files that it names as they are now; output: both
 * texts of each file, whether the diff is applied already or not.
 */
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from "diff";
import { messageOf, UserError } from "../base/errors.ts";

/** A file of a diff. */
export type PatchedFile = {
  /** Paths as the diff writes them, without `a/` and `b/`; undefined for no file. */
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
  readonly isBinary: boolean;
  /**
   * Returns the texts before and after, of a file whose text is `now`; undefined if the diff does not fit it.
   *
   * @param now undefined if it is not there
   */
  readonly textsOf: (now: string | undefined) => PatchedTexts | undefined;
};

type PatchedTexts = {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True if `now` is the text after. */
  readonly isApplied: boolean;
};

/**
 * Reads a unified diff.
 *
 * @throws UserError for another text
 */
export function filesOfDiff(diff: string): readonly PatchedFile[] {
  const files = parsed(diff).filter(
    ({ hunks, isRename, isBinary, isCreate, isDelete }) =>
      hunks.length > 0 || isRename === true || isBinary === true || isCreate === true || isDelete === true,
  );
  if (files.length === 0 && diff.trim() !== "") {
    throw new UserError("The diff has no changes of files", { details: "Give the output of git diff, or a patch." });
  }
  return files.map(patchedFile);
}

function parsed(diff: string): readonly StructuredPatch[] {
  try {
    return parsePatch(diff);
  } catch (error) {
    throw new UserError(`The diff cannot be read: ${messageOf(error)}`, {
      details: "Give the output of git diff, or a patch.",
    });
  }
}

function patchedFile(patch: StructuredPatch): PatchedFile {
  const { oldFileName, newFileName, isBinary = false, isCreate = false, isDelete = false } = patch;
  const hasPrefixes = /^a[\\/]/.test(oldFileName ?? "a/") && /^b[\\/]/.test(newFileName ?? "b/");
  const isNothing = (name: string | undefined) => name === undefined || name === "/dev/null";
  const pathOf = (name = "") => (hasPrefixes || isNothing(oldFileName) || isNothing(newFileName) ? bare(name) : name);
  const isAdded = isNothing(oldFileName) || isCreate;
  const isRemoved = isNothing(newFileName) || isDelete;
  return {
    oldPath: isAdded ? undefined : pathOf(oldFileName),
    newPath: isRemoved ? undefined : pathOf(newFileName),
    isBinary,
    textsOf: (now) => {
      if (isAdded || isRemoved) return wholeTexts(patch, now, isAdded);
      if (now === undefined) return undefined;
      const before = applied(now, reversePatch(patch));
      if (before !== undefined) return { before, after: now, isApplied: true };
      const after = applied(now, patch);
      return after === undefined ? undefined : { before: now, after, isApplied: false };
    },
  };
}

/** The text of a file that is added or removed as a whole. */
function wholeTexts(patch: StructuredPatch, now: string | undefined, isAdded: boolean): PatchedTexts | undefined {
  const isApplied = (now !== undefined) === isAdded;
  const text = now ?? applied("", isAdded ? patch : reversePatch(patch));
  if (text === undefined) return undefined;
  return { before: isAdded ? undefined : text, after: isAdded ? text : undefined, isApplied };
}

function applied(text: string, patch: StructuredPatch): string | undefined {
  const result = applyPatch(text, patch);
  return result === false ? undefined : result;
}

/** A path without the prefix that git puts before it. */
function bare(name: string): string {
  return name.replace(/^[ab][\\/]/, "");
}
