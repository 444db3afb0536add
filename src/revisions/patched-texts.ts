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
  /** True for a symbolic link, whose text in a diff is where it leads to. */
  readonly isLink: boolean;
  /** True for a file that gets another path and keeps its text, which does not say whether the diff is applied. */
  readonly isPureRename: boolean;
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
  /** True if `now` may as well be the other one of both texts. */
  readonly isUnsure: boolean;
};

/**
 * Reads a unified diff.
 *
 * @throws UserError for another text
 */
export function filesOfDiff(diff: string): readonly PatchedFile[] {
  if (/^diff --(?:cc|combined) /m.test(diff)) {
    throw new UserError("The diff is of a merge: it compares with several commits at once", {
      details:
        "Give a diff with one of them, such as the output of git diff HEAD^1 HEAD, or of git diff HEAD while a merge goes on.",
    });
  }
  const patches = parsed(withUsualPrefixes(withoutSignatures(diff)));
  const files = patches.filter(
    ({ hunks, isRename, isBinary, isCreate, isDelete }) =>
      hunks.length > 0 || isRename === true || isBinary === true || isCreate === true || isDelete === true,
  );
  const isOfModes = patches.some(({ oldMode, newMode }) => oldMode !== undefined && newMode !== undefined);
  if (files.length === 0 && !isOfModes && diff.trim() !== "") {
    throw new UserError("The diff has no changes of files", { details: "Give the output of git diff, or a patch." });
  }
  return files.map(patchedFile);
}

/** A diff without the last lines of the mails that git format-patch writes: `-- ` and the version of git. */
function withoutSignatures(diff: string): string {
  // The first one looks like a line that is removed; in a hunk no line begins with a digit.
  return diff.replace(/^-- \r?\n\d.*(?:\n|$)/gm, "");
}

/** A diff with `a/` and `b/` for the prefixes that git writes by diff.mnemonicPrefix, such as `i/` and `w/`. */
function withUsualPrefixes(diff: string): string {
  let isHead = false;
  let isPair = false;
  const renamed = new Set<string>();
  const lines = diff.split("\n").map((line) => {
    if (line.startsWith("diff --git ")) {
      isHead = true;
      renamed.clear();
      const path = mnemonicPath(line.replace(/\r$/, "").slice("diff --git ".length));
      isPair = path !== undefined;
      return path === undefined ? line : `diff --git a/${path} b/${path}`;
    }
    if (line.startsWith("@@ ")) isHead = false;
    if (!isHead) return line;
    const [, from] = /^(?:rename|copy) (?:from|to) (.*?)\r?$/.exec(line) ?? [];
    if (from !== undefined) renamed.add(from);
    const [, mark, path] = /^(---|\+\+\+) [ciow]\/(.*)$/.exec(line) ?? [];
    if (path === undefined || !(isPair || renamed.has(path.replace(/[\t\r].*$/, "")))) return line;
    return `${mark} ${mark === "---" ? "a" : "b"}/${path}`;
  });
  return lines.join("\n");
}

/** The path that two names share which have different prefixes. */
function mnemonicPath(names: string): string | undefined {
  const middle = (names.length - 1) / 2;
  const [old, now] = [names.slice(0, middle), names.slice(middle + 1)];
  const isPair = /^[ciow]\//.test(old) && /^[ciow]\//.test(now) && old[0] !== now[0];
  return isPair && names[middle] === " " && old.slice(2) === now.slice(2) ? old.slice(2) : undefined;
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

/** The mode of a symbolic link, as git writes it. */
const linkMode = "120000";

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
    isLink: [patch.oldMode, patch.newMode].includes(linkMode),
    isPureRename: patch.isRename === true && patch.hunks.length === 0,
    textsOf: (now) => {
      // The reverse of a copy has no hunks.
      const reversed = reversePatch({ ...patch, isCopy: false });
      if (isAdded || isRemoved) return wholeTexts(isAdded ? patch : reversed, now, isAdded);
      return now === undefined ? undefined : betterFit(now, fitOf(now, reversed), fitOf(now, patch));
    },
  };
}

/**
 * The text of a file that is added or removed as a whole; undefined if the file is there with another one.
 *
 * @param patch from no text to that of the file
 */
function wholeTexts(patch: StructuredPatch, now: string | undefined, isAdded: boolean): PatchedTexts | undefined {
  const own = applied("", patch);
  if (own === undefined || (now !== undefined && plain(now) !== plain(own))) return undefined;
  const text = now ?? own;
  const isApplied = (now !== undefined) === isAdded;
  return { before: isAdded ? undefined : text, after: isAdded ? text : undefined, isApplied, isUnsure: false };
}

/** A text without what a diff may have in another way: line ends and a mark of the byte order. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** A text that a patch makes, and how well the patch fits the text before it. */
type Fit = {
  readonly text: string;
  /** Lines between a hunk and where the patch says that it is, at most; infinite if no line says where it is. */
  readonly offset: number;
  /** Lines that the patch says are there. */
  readonly lines: number;
};

/** The texts of a file by the patch or its reverse: by the one that fits nearer to its own lines. */
function betterFit(now: string, back: Fit | undefined, forth: Fit | undefined): PatchedTexts | undefined {
  const isBack =
    back !== undefined &&
    (forth === undefined || back.offset < forth.offset || (back.offset === forth.offset && back.lines >= forth.lines));
  const isUnsure =
    back !== undefined &&
    forth !== undefined &&
    back.lines + forth.lines > 0 &&
    (back.offset === forth.offset || Math.min(back.offset, forth.offset) > 0);
  if (isBack) return { before: back.text, after: now, isApplied: true, isUnsure };
  return forth && { before: now, after: forth.text, isApplied: false, isUnsure };
}

function fitOf(now: string, patch: StructuredPatch): Fit | undefined {
  const text = applied(now, patch);
  if (text === undefined) return undefined;
  const hunks = patch.hunks.map(({ oldStart, lines }) => ({
    start: oldStart - 1,
    lines: lines.filter((line) => !/^[+\\]/.test(line)).map((line) => withoutReturn(line.slice(1))),
  }));
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return { text, offset: lines === 0 ? Number.POSITIVE_INFINITY : offsetOf(now, hunks), lines };
}

/** Finds each hunk at the place that is the nearest to its own, as applyPatch does, and returns the largest distance. */
function offsetOf(text: string, hunks: readonly { readonly start: number; readonly lines: readonly string[] }[]) {
  const all = text.split("\n").map(withoutReturn);
  let [offset, largest, least] = [0, 0, 0];
  for (const { start, lines } of hunks) {
    const isAt = (at: number) => at >= least && lines.every((line, i) => all[at + i] === line);
    let step = 0;
    const expected = start + offset;
    while (step <= all.length && !isAt(expected + step) && !isAt(expected - step)) step++;
    offset += isAt(expected + step) ? step : -step;
    largest = Math.max(largest, Math.abs(offset));
    least = start + offset;
  }
  return largest;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function applied(text: string, patch: StructuredPatch): string | undefined {
  const result = applyPatch(text, { ...patch, hunks: withNearStarts(patch.hunks, text.split("\n").length) });
  return result === false ? undefined : result;
}

/**
 * Hunks that begin at most the length of the text after each other: each is looked for line by line from its start, which may be any
 * number. One that begins later is nearest to the last line in either case.
 */
function withNearStarts(hunks: StructuredPatch["hunks"], lineCount: number): StructuredPatch["hunks"] {
  const most = lineCount + 1;
  let [last, lastNear] = [0, 0];
  return hunks.map((hunk) => {
    lastNear += Math.max(-most, Math.min(most, hunk.oldStart - last));
    last = hunk.oldStart;
    return { ...hunk, oldStart: lastNear };
  });
}

/** A path without the prefix that git puts before it. */
function bare(name: string): string {
  return name.replace(/^[ab][\\/]/, "");
}
