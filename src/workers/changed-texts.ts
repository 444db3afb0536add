/**
 * The files that differ between two states of a code base, with their texts. Input: revisions of the repositories that its folders
 * are in, or a diff, and the files of its index; output: the text before and after of each file that differs.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { counted } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { maxComparedFiles, maxDiffChars } from "../base/limits.ts";
import { listText } from "../base/list-text.ts";
import { canonicalPath, isInside, isLinked, isThere, withSeparator } from "../base/real-path.ts";
import { exactEntryAt } from "../base/stats.ts";
import type {
  ChangedText,
  ChangedTexts,
  ChangesRequest,
  NotCompared,
  OtherChange,
} from "../code-index/changed-texts.ts";
import type { Code } from "../code-index/code.ts";
import { lineComparer } from "../revisions/changed-lines.ts";
import { filesOfDiff, type PatchedFile } from "../revisions/patched-texts.ts";
import { repositoryAt } from "../revisions/repository-at.ts";
import {
  commitOf,
  commonCommitOf,
  contentsOf,
  entriesOf,
  isContent,
  type RevisionEntries,
  type SeenFile,
  seenFiles,
} from "../revisions/revision-files.ts";
import type { GitRun } from "../revisions/run-git.ts";
import { ownSearchPath } from "../revisions/search-path.ts";
import { languageOf } from "../syntax/language-of.ts";
import { decode } from "../workspace/decode.ts";
import { isOtherText, readBytes } from "../workspace/read.ts";
import { isAsSeen, type OtherChanges, othersBetween, othersInTree } from "./other-changes.ts";
import type { CodeView, UnsavedFile, WorkerSettings } from "./protocol.ts";
import { processOfThread } from "./running-process.ts";

/** The code that is compared, and what reading it needs. */
export type ComparedCode = Pick<Code, "index" | "nameOf" | "textOf"> & {
  readonly names: CodeView["names"];
  readonly unsaved: UnsavedFile | undefined;
  readonly settings: WorkerSettings;
};

/**
 * Returns the changes between two states.
 *
 * @throws UserError if a state cannot be read
 */
export async function changedTexts(request: ChangesRequest, code: ComparedCode): Promise<ChangedTexts> {
  return request.diff === undefined ? await betweenRevisions(request, code) : ofDiff(request.diff, request, code);
}

/** A file with both of its texts. */
type Pair = Pick<ChangedText, "path" | "formerPath" | "before" | "after" | "isIndexed">;

type Pairs = { readonly pairs: readonly Pair[]; readonly notCompared: readonly NotCompared[] };

type Found = Pairs & { readonly others: readonly OtherChange[] };

/** A folder of the code base: as the index has it, and without links. */
type Place = { readonly root: string; readonly real: string };

/** A repository, and the folders of the code base in it. */
type Repository = { readonly top: string; readonly git: GitRun; readonly places: readonly Place[] };

/** Two states: the ids of their files, and the labels for people. Without `head` the second one is the working tree. */
type States = {
  readonly base: RevisionEntries;
  readonly head: RevisionEntries | undefined;
  readonly labels: Pick<ChangedTexts, "base" | "head">;
};

async function betweenRevisions(request: ChangesRequest, code: ComparedCode): Promise<ChangedTexts> {
  const pairs: Pair[] = [];
  const notCompared: NotCompared[] = [];
  const others: OtherChange[] = [];
  const labels: States["labels"][] = [];
  const left: string[] = [];
  const { repositories, without } = repositoriesOf(code, request);
  for (const folder of without) left.push(`${code.nameOf(folder)} is not compared: no repository has it`);
  for (const repository of repositories) {
    const states = await statesOf(repository, request).catch((error) => {
      throw repositories.length === 1 ? error : ofRepository(error, code.nameOf(repository.top));
    });
    labels.push(repositories.length === 1 ? states.labels : labelsOf(states, code.nameOf(repository.top)));
    for (const inner of nestedFolders(repository, request, code)) {
      left.push(`${code.nameOf(inner)} is not compared: a repository, or a submodule, of its own`);
    }
    const seen = states.head === undefined ? await seenIn(repository) : noneSeen;
    const found = await pairsOf(repository, states, seen, request, code);
    pairs.push(...found.pairs);
    notCompared.push(...found.notCompared);
    const further = await othersOf(repository, states, seen, request, code);
    for (const [path, change] of further.changes) others.push({ filepath: code.nameOf(path), change });
    if (further.unknown > 0) left.push(`${counted(further.unknown, "file")} of no known language ${unknownOthers}`);
  }
  if (labels.length === 0) {
    throw new UserError("There is no repository whose revisions can be compared", {
      details: `${code.index.roots.join(", ")}: no .git in it or above. Give the changes as diff.`,
    });
  }
  const elsewhere = pairs.filter(({ isIndexed, after }) => !isIndexed && after !== undefined).length;
  const notes =
    elsewhere === 0 ? [] : [`${elsewhere} of the files have another text in the working tree, ${ofWorkingTree}`];
  const found = compared({ pairs, notCompared, others }, code);
  const joined = (key: "base" | "head") => [...new Set(labels.map((one) => one[key]))].join(", ");
  return { base: joined("base"), head: joined("head"), ...found, notes: [...left, ...notes, ...found.notes] };
}

/** The files that git has seen in the working tree of a repository, by their paths in the index. */
async function seenIn({ git, top, places }: Repository): Promise<ReadonlyMap<string, SeenFile>> {
  return withIndexPaths(await seenFiles(git, top), places);
}

const noneSeen: ReadonlyMap<string, SeenFile> = new Map();

const unknownOthers = "may differ: too large, or too many, to be compared.";

const ofWorkingTree = "whose callers and tests are listed.";

/** The labels of states of one of several repositories. The working tree is that of all. */
function labelsOf({ head, labels }: States, repository: string): States["labels"] {
  const named = (label: string) => `${repository}: ${label}`;
  return { base: named(labels.base), head: head === undefined ? labels.head : named(labels.head) };
}

/** An error about one of several repositories. */
function ofRepository(error: unknown, repository: string): unknown {
  return error instanceof UserError ? new UserError(`${repository}: ${error.message}`, error.details) : error;
}

/**
 * The folders of a code base whose repositories are compared: the roots in a folder of the index, which is the one that all of them
 * are in, or else that folder.
 */
function comparedFolders({ index, settings: { roots } }: ComparedCode): readonly string[] {
  return index.roots.flatMap((folder) => {
    const inner = roots.filter((root) => isInside(root, [folder]));
    return inner.length === 0 ? [folder] : inner;
  });
}

/** The repositories that the folders of the code base are in, and the folders with files of the index that are in none. */
function repositoriesOf(code: ComparedCode, { isWanted }: ChangesRequest) {
  const { roots, searchPath } = code.settings;
  const byTop = new Map<string, Repository & { readonly places: Place[] }>();
  const without: string[] = [];
  for (const root of comparedFolders(code)) {
    const hasFiles = code.index.roots.includes(root) || code.index.files.some(({ path }) => isInside(path, [root]));
    // A call may be about the files of some roots only, and all files of a root may have been removed.
    if (!hasFiles && !isWanted(root)) continue;
    const real = canonicalPath(root);
    const found = repositoryAt(real, roots);
    if (found === undefined) {
      if (hasFiles) without.push(root);
      continue;
    }
    const { top, data } = found;
    getOrInsert(byTop, top, () => ({
      top,
      git: { folder: data, searchPath: ownSearchPath(searchPath, [top, ...roots]), watch: processOfThread },
      places: [],
    })).places.push({ root, real });
  }
  return { repositories: [...byTop.values()], without };
}

/** The other repositories below a repository with files that are asked for, unless they are folders of the code base. */
function nestedFolders({ top, places }: Repository, { isWanted }: ChangesRequest, code: ComparedCode) {
  const { index } = code;
  const nestedAt = nestedIn(top, places);
  const folders = new Set<string>();
  for (const { path } of index.files) {
    if (!isInside(path, rootsOf(places)) || !isWanted(path)) continue;
    const folder = nestedAt(path);
    if (folder !== undefined && !comparedFolders(code).some((root) => isInside(root, [folder]))) folders.add(folder);
  }
  return [...folders].sort(compareText);
}

/** Reads which commits a request means, and which files they have. */
async function statesOf(repository: Repository, { base, head }: ChangesRequest): Promise<States> {
  const { git } = repository;
  const { from = base, dots = "", to = "" } = /^(?<from>.*?)(?<dots>\.{2,3})(?<to>.*)$/s.exec(base)?.groups ?? {};
  const [before, after] = [from || "HEAD", head ?? (to || undefined)];
  const start = await commitOf(git, before);
  const end = after === undefined ? undefined : await commitOf(git, after);
  const isCommon = dots.length === 3;
  const first = isCommon ? await commonCommitOf(git, start, end ?? (await commitOf(git, "HEAD"))) : start;
  return {
    base: await indexedIds(repository, first),
    head: end === undefined ? undefined : await indexedIds(repository, end),
    labels: {
      base: `${before}${isCommon ? "..." : ""} (${first.slice(0, shownIdChars)})`,
      head: end === undefined ? "working tree" : `${after} (${end.slice(0, shownIdChars)})`,
    },
  };
}

/** Characters of the id of a commit that are shown. */
const shownIdChars = 10;

/** The files of a commit by their paths in the index. */
async function indexedIds({ git, top, places }: Repository, commit: string): Promise<RevisionEntries> {
  const below = places.map(({ real }) => relative(top, real).split(sep).join("/")).filter((path) => path !== "");
  const { files, links } = await entriesOf(git, commit, top, below.length === places.length ? below : []);
  return { files: withIndexPaths(files, places), links: withIndexPaths(links, places) };
}

/** The entries in the folders of the code base, by their paths in the index. */
function withIndexPaths<Value>(
  entries: ReadonlyMap<string, Value>,
  places: readonly Place[],
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const [path, value] of entries) {
    for (const { root, real } of places) if (isInside(path, [real])) found.set(join(root, relative(real, path)), value);
  }
  return found;
}

/** Finds the files that differ and are not compared, since no language reads them. */
async function othersOf(
  { git }: Repository,
  { base, head }: States,
  seen: ReadonlyMap<string, SeenFile>,
  { isWanted }: ChangesRequest,
  code: ComparedCode,
): Promise<OtherChanges> {
  const isOther = (path: string) => isWanted(path) && languageNameOf(path, code) === undefined;
  const wanted = ({ files, links }: RevisionEntries) => ({
    files,
    links: new Map([...links].filter(([path]) => isWanted(path))),
  });
  if (head !== undefined) return othersBetween(wanted(base), wanted(head), isOther);
  const tree = {
    seen,
    folders: code.index.roots,
    bytesOf: (path: string) => workingBytes(path, code),
    pointersOf: (ids: readonly string[]) => contentsOf(git, ids, maxPointerBytes),
  };
  return await othersInTree(wanted(base), tree, isOther);
}

/** Bytes of a pointer of Git LFS, as its specification says. */
const maxPointerBytes = 1024;

/** Reads the files whose ids differ in two states. */
async function pairsOf(
  { git, top, places }: Repository,
  states: States,
  seen: ReadonlyMap<string, SeenFile>,
  { isWanted }: ChangesRequest,
  code: ComparedCode,
): Promise<Pairs> {
  const [base, head] = [states.base.files, states.head?.files];
  const { index, settings, nameOf } = code;
  const isCode = (path: string) => isWanted(path) && languageNameOf(path, code) !== undefined;
  const inPlaces = index.files.map(({ path }) => path).filter((path) => isInside(path, rootsOf(places)));
  const nestedAt = nestedIn(top, places);
  const notCompared: NotCompared[] = [];
  const changed: {
    readonly path: string;
    readonly old: string | undefined;
    readonly now: string | Buffer | undefined;
  }[] = [];
  const paths = new Set([...base.keys(), ...(head === undefined ? inPlaces : head.keys())]);
  for (const path of [...paths].filter(isCode).sort(compareText)) {
    const old = base.get(path);
    if (head !== undefined) {
      const now = head.get(path);
      if (old !== now) changed.push({ path, old, now });
      continue;
    }
    if (old !== undefined && path !== code.unsaved?.path && isUnchanged(path, old, seen.get(path))) continue;
    const isLink = isLinkIn(path, code);
    if (isLink && old !== undefined) changed.push({ path, old, now: undefined });
    if (isLink) continue;
    const bytes = workingBytes(path, code);
    if (bytes === undefined) {
      const isGone = !isThere(path);
      if (old !== undefined && isGone) changed.push({ path, old, now: undefined });
      // A file that is there and not in the index is ignored, or could not be read, which the answer says elsewhere.
      if (index.fileAt(path) !== undefined && !isGone) notCompared.push({ filepath: nameOf(path), reason: notRead });
    } else if (
      old === undefined ? index.fileAt(path) !== undefined && nestedAt(path) === undefined : !isContent(bytes, old)
    ) {
      changed.push({ path, old, now: bytes });
    }
  }
  for (const { path } of changed.slice(maxComparedFiles)) notCompared.push({ filepath: nameOf(path), reason: tooMany });
  const read = changed.slice(0, maxComparedFiles);
  const ids = read.flatMap(({ old, now }) => [old ?? [], typeof now === "string" ? now : []].flat());
  const contents = await contentsOf(git, [...new Set(ids)], settings.maxFileBytes);
  const pairs = read.flatMap(({ path, old, now }): readonly Pair[] => {
    const before = old === undefined ? undefined : textIn(contents.get(old), path, code);
    const after = now === undefined ? undefined : textIn(typeof now === "string" ? contents.get(now) : now, path, code);
    if (before === null || after === null) {
      notCompared.push({ filepath: nameOf(path), reason: notText });
      return [];
    }
    const isIndexed = typeof now !== "string" || isContent(workingBytes(path, code), now);
    return [{ path, formerPath: undefined, before, after, isIndexed }];
  });
  return { pairs, notCompared };
}

const tooMany = `More than ${maxComparedFiles} files differ: narrow filepath.`;
const notRead = "It could be read for the index, and not any more: ask again.";
const notText =
  "One of its texts is binary, of another kind than its extension says, too large, or missing from this clone.";

/** True for a file that has the content with an id by the time and the size that git has seen: to read all files takes seconds. */
function isUnchanged(path: string, id: string, seen: SeenFile | undefined): boolean {
  if (seen?.id !== id) return false;
  const entry = exactEntryAt(path);
  return entry?.isFile() === true && isAsSeen(seen, entry);
}

/** True for a file that git knows as a link, or not at all: its text is that of another file, which may be anywhere. */
function isLinkIn(path: string, { index, unsaved }: ComparedCode): boolean {
  return path !== unsaved?.path && isLinked(path, index.roots);
}

/** The bytes of a file of the working tree, or of its unsaved text; undefined if it cannot be read. */
function workingBytes(path: string, { unsaved, settings }: ComparedCode): Buffer | undefined {
  if (path === unsaved?.path) return Buffer.from(unsaved.text);
  try {
    // The next file is read into the same memory.
    return Buffer.from(readBytes(path, path, settings).bytes);
  } catch {
    return undefined;
  }
}

/** The text of a content; null if it is none, or is not there. */
function textIn(bytes: Uint8Array | undefined, path: string, code: ComparedCode): string | null {
  if (bytes === undefined) return null;
  const { languages } = code.settings;
  const language = languages.find(({ name }) => name === languageNameOf(path, code));
  const decoded = decode(bytes, language?.encoding_declaration);
  return "text" in decoded && !isOtherText(decoded.text, language ?? {}) ? decoded.text : null;
}

/** Returns a function that finds the folder of another repository below the folders that a path is in, such as a submodule. */
function nestedIn(top: string, places: readonly Place[]): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>(places.map(({ root }) => [root, undefined]));
  const nestedAt = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const isEnd = folder === top || parent === folder;
    const found = isEnd ? undefined : isThere(join(folder, ".git")) ? folder : nestedAt(parent);
    known.set(folder, found);
    return found;
  };
  return (path) => nestedAt(dirname(path));
}

function rootsOf(places: readonly Place[]): readonly string[] {
  return places.map(({ root }) => root);
}

function languageNameOf(path: string, { index, unsaved, settings }: ComparedCode): string | undefined {
  if (path === unsaved?.path) return unsaved.languageName;
  return index.fileAt(path)?.language ?? languageOf(path, settings.languages)?.name;
}

/** Reads the texts before and after a diff. */
function ofDiff(diff: string, { isWanted }: ChangesRequest, code: ComparedCode): ChangedTexts {
  if (diff.length > maxDiffChars) {
    throw new UserError(`The diff has more than ${maxDiffChars} characters`, { details: "Give it in parts." });
  }
  const pairs: Pair[] = [];
  const notCompared: NotCompared[] = [];
  const others: OtherChange[] = [];
  const unsure: string[] = [];
  const placeOf = placesOfDiff(code);
  let isApplied = true;
  for (const file of filesOfDiff(diff)) {
    const written = file.newPath ?? file.oldPath ?? "";
    const { path, former, isRenamed } = placeOf(file);
    if (!isWanted(path)) continue;
    if (languageNameOf(path, code) === undefined || file.isLink || isLinkIn(path, code)) {
      const isWhole = file.oldPath === undefined ? "added" : file.newPath === undefined ? "removed" : undefined;
      others.push({ filepath: written, change: isWhole ?? "changed" });
      continue;
    }
    const found = file.isBinary ? undefined : file.textsOf(code.index.fileAt(path) && code.textOf(path));
    if (found === undefined) {
      const reason = code.index.fileAt(path) === undefined ? "The code has no such file." : misfit;
      notCompared.push({ filepath: written, reason: file.isBinary ? notText : reason });
      continue;
    }
    const { before, after } = found;
    const isNow = file.isPureRename ? isRenamed : found.isApplied;
    isApplied &&= isNow;
    if (found.isUnsure) unsure.push(`${code.nameOf(path)} (${isNow ? "applied" : "not applied"})`);
    // A file that keeps its text and is not moved yet is shown where it goes, any other one where it is.
    const isShownAhead = file.isPureRename && !isRenamed && former !== undefined;
    const moves = isShownAhead
      ? { path: former, formerPath: path }
      : { path, formerPath: isRenamed ? former : undefined };
    pairs.push({ ...moves, before, after, isIndexed: isNow });
  }
  const notes = [
    ...(isApplied
      ? []
      : [`The diff is not applied: line numbers are those after it, in the code before it ${callersNow}`]),
    ...(unsure.length === 0
      ? []
      : [
          `Both the text before the diff and the one after it fit, the nearer is taken: ${listText(unsure, maxListed)}`,
        ]),
  ];
  const all = compared({ pairs, notCompared, others }, code);
  return { base: "before the diff", head: "after the diff", ...all, notes: [...notes, ...all.notes] };
}

const misfit = "The diff fits neither the file as it is nor as it was.";
const callersNow = "callers and tests are found.";

/** Files that a sentence names. */
const maxListed = 5;

/** Where a file of a diff is. */
type DiffPlace = {
  readonly path: string;
  /** The other path of a file that is renamed: the former one if it is at the new one already. */
  readonly former: string | undefined;
  readonly isRenamed: boolean;
};

/**
 * Returns a function that finds a file of a diff in the index: below a folder of it or of its repository, else by the end of its
 * path. A file that comes or goes may be missing, and another one with such an end is not meant.
 */
function placesOfDiff(code: ComparedCode): (file: PatchedFile) => DiffPlace {
  const { index, settings } = code;
  const tops = index.roots.flatMap((root) => [root, topOf(canonicalPath(root), settings.roots) ?? root]);
  const below = (path: string) => tops.map((top) => join(top, path)).find((one) => index.fileAt(one) !== undefined);
  const byEnd = (path: string) => {
    const ending = sep + path.split("/").join(sep);
    const ends = index.filesNamed(path.split("/").at(-1) ?? path).filter((file) => file.path.endsWith(ending));
    return ends.length === 1 ? ends[0]?.path : undefined;
  };
  return ({ oldPath, newPath }) => {
    const written = newPath ?? oldPath ?? "";
    const isWhole = oldPath === undefined || newPath === undefined;
    if (isWhole || oldPath === newPath) {
      const path = below(written) ?? (isWhole ? undefined : byEnd(written)) ?? missingPath(written, code);
      return { path, former: undefined, isRenamed: false };
    }
    // The longer one of two ends says more: config.py is the end of src/config.py.
    const names = [newPath, oldPath];
    const byLength = newPath.length >= oldPath.length ? names : names.toReversed();
    const name = names.find((one) => below(one) !== undefined) ?? byLength.find((one) => byEnd(one) !== undefined);
    const path = name === undefined ? undefined : (below(name) ?? byEnd(name));
    if (name === undefined || path === undefined) {
      return { path: missingPath(newPath, code), former: missingPath(oldPath, code), isRenamed: false };
    }
    const isRenamed = name === newPath;
    const former = join(path.slice(0, path.length - name.length), isRenamed ? oldPath : newPath);
    return { path, former, isRenamed };
  };
}

/** The beginnings of paths as answers show them, and from the tops of their repositories. */
function prefixesOf({ names, index, settings }: ComparedCode): ChangedTexts["prefixes"] {
  const known = names.flatMap(({ folder, name }) => {
    const real = withSeparator(canonicalPath(folder));
    const top = topOf(canonicalPath(folder), settings.roots);
    const path = top === undefined ? "" : relative(top, real).split(sep).join("/");
    return top === undefined ? [] : [{ shown: name, inRepository: path === "" ? "" : `${path}/` }];
  });
  // Other names are absolute paths.
  const tops = index.roots.flatMap((root) => topOf(canonicalPath(root), settings.roots) ?? []);
  const absolute = [...new Set(tops)].map((top) => ({ shown: withSeparator(top), inRepository: "" }));
  return [...known, ...absolute].sort((a, b) => b.shown.length - a.shown.length);
}

function topOf(folder: string, roots: ComparedCode["settings"]["roots"]): string | undefined {
  try {
    return repositoryAt(folder, roots)?.top;
  } catch {
    return undefined;
  }
}

/** The path of a file that is not there, below the first folder of the code base. */
function missingPath(path: string, { index: { roots } }: ComparedCode): string {
  return join(roots[0] ?? sep, path);
}

/** Joins removed and added files that are one, and finds out which lines differ. */
function compared({ pairs, notCompared, others }: Found, code: ComparedCode) {
  const wholes: string[] = [];
  const changedLinesOf = lineComparer();
  const joined = withMoves(pairs);
  const files = joined.pairs.flatMap((pair): readonly ChangedText[] => {
    const language = languageNameOf(pair.path, code);
    const [before, after] = [pair.before ?? "", pair.after ?? ""];
    const { changed, removed, isWhole } = changedLinesOf(before, after);
    const isSame = changed.length + removed.length === 0 && pair.formerPath === undefined;
    // An empty file that comes or goes is a change.
    if (language === undefined || (isSame && pair.before !== undefined && pair.after !== undefined)) return [];
    if (isWhole) wholes.push(code.nameOf(pair.path));
    return [{ ...pair, language, changedLines: changed, removedLines: removed }];
  });
  return {
    prefixes: prefixesOf(code),
    files: files.sort((a, b) => compareText(a.path, b.path)),
    notCompared: [...notCompared].sort((a, b) => compareText(a.filepath, b.filepath)),
    others: [...others].sort((a, b) => compareText(a.filepath, b.filepath)),
    notes: [
      ...(wholes.length === 0
        ? []
        : [`Too many lines differ to compare each, all between count: ${listText(wholes, maxListed)}`]),
      ...(joined.isCut ? [unjoined] : []),
    ],
  };
}

const unjoined =
  "Too many files come and go to compare each with each: a moved one may be listed as removed and as added.";

/** Added and removed files that are compared with each other, at most: each with each. */
const maxMoved = 200;

/** Lines that an added file shares with a removed one, of all lines of the longer one, if it is the same file. */
const leastShared = 0.5;

/** Lines of these files that are compared, at most: some 2 s. */
const maxMovedLines = 10_000_000;

/** Makes one pair of a file that was removed and one that was added in its stead. */
function withMoves(pairs: readonly Pair[]): { readonly pairs: readonly Pair[]; readonly isCut: boolean } {
  const moved = new Map<Pair, Pair | undefined>();
  const pair = (from: Pair, to: Pair) => {
    moved.set(from, undefined);
    moved.set(to, { ...to, before: from.before, formerPath: from.path });
  };
  const isLeft = (one: Pair) => !moved.has(one);
  const added = pairs.filter(({ before, after }) => before === undefined && after !== undefined);
  const removed = pairs.filter(({ before, after }) => before !== undefined && after === undefined);
  const sameText = new Map<string | undefined, Pair[]>();
  for (const from of removed) getOrInsert(sameText, from.before, () => []).push(from);
  for (const to of added) {
    const same = (linesIn(to.after ?? "").length === 0 ? [] : (sameText.get(to.after) ?? [])).filter(isLeft);
    const from = same.find(({ path }) => basename(path) === basename(to.path)) ?? same[0];
    if (from !== undefined) pair(from, to);
  }
  const [newer, older] = [added.filter(isLeft), removed.filter(isLeft)];
  let isCut = newer.length > 0 && older.length > 0 && Math.max(newer.length, older.length) > maxMoved;
  let left = maxMovedLines;
  const linesBefore = older.slice(0, maxMoved).map((from) => ({ from, old: linesIn(from.before ?? "") }));
  const candidates: { readonly to: Pair; readonly from: Pair; readonly share: number }[] = [];
  for (const to of older.length === 0 ? [] : newer.slice(0, maxMoved)) {
    const lines = linesIn(to.after ?? "");
    for (const { from, old } of linesBefore) {
      if (Math.min(lines.length, old.length) < leastShared * Math.max(lines.length, old.length)) continue;
      left -= lines.length + old.length;
      if (left < 0) isCut = true;
      else candidates.push({ to, from, share: sharedLines(lines, old) });
    }
  }
  const likely = candidates.filter(({ share }) => share >= leastShared).sort((a, b) => b.share - a.share);
  for (const { to, from } of likely) if (isLeft(to) && isLeft(from)) pair(from, to);
  return { pairs: pairs.flatMap((one) => (moved.has(one) ? (moved.get(one) ?? []) : one)), isCut };
}

/** The lines with letters or digits of a text, sorted. */
function linesIn(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .sort();
}

/** The share of the lines of the longer one of two sorted lists that both have. */
function sharedLines(a: readonly string[], b: readonly string[]): number {
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x = "", y = ""] = [a[i], b[j]];
    if (x === y) shared++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return a.length + b.length === 0 ? 0 : shared / Math.max(a.length, b.length);
}
