/**
 * The files that a `filepath` argument means. Input: a path, a folder, a glob or an array of these; output: targets in
 * a stable order with their languages, and counts of the files that are left out.
 */
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import type { ErrorDetails } from "../base/errors.ts";
import { canonicalPath, isInside } from "../base/real-path.ts";
import { statsAt } from "../base/stats.ts";
import { Tally } from "../base/tally.ts";
import { slashed } from "./ignore-rules.ts";
import { checkGlob, type FileFilter, fileFilter } from "./patterns.ts";
import { outsideRoots, UnreadError, type UnreadReason } from "./read.ts";
import { similarPaths } from "./similar-paths.ts";
import { Skipped } from "./skipped.ts";
import { belowFolder, isGlob, type WalkOptions, walk, walkFolder } from "./walk.ts";

/** One file to be read. */
export type Target = {
  /** The path as the caller wrote it, or as it goes on from what the caller wrote; with `/`. */
  readonly name: string;
  /** The absolute path. */
  readonly path: string;
  /** The place of the input that it comes from. */
  readonly input: number;
  /** Was the file named outright? Then what hinders reading it is an error, else it is skipped. */
  readonly isExplicit: boolean;
  /** The name of its language, by its extension or by its text, such as the first line of a script; undefined for other files. */
  readonly language: string | undefined;
  /** Set when the file cannot be read, so that its result can say so. */
  readonly error?: Unread;
};

/** An UnreadError as plain data, which threads can send. */
export type Unread = { readonly message: string; readonly reason: UnreadReason; readonly details: ErrorDetails };

export type Expansion = {
  /** Did the input name one file? Then the answer is flat. */
  readonly flat: boolean;
  /** The inputs that are folders. */
  readonly folders: readonly string[];
  /** The folder that holds all that the input names. */
  readonly base: string;
  /** In the order of the input; within a folder or a glob, sorted by path. Each file once. */
  readonly targets: readonly Target[];
};

export type ExpandOptions = Omit<WalkOptions, "filter" | "unwanted"> & {
  readonly recursive: boolean;
  /** True for the files of folders that no known language has, instead of the others. */
  readonly wantsOthers?: boolean | undefined;
  /** For folders, and for globs when given. */
  readonly filePatterns?: readonly string[] | undefined;
  /** For folders where `filePatterns` are not given; undefined for all files of known languages. */
  readonly defaultPatterns?: readonly string[] | undefined;
  /** The name of the only language whose files folders and globs are searched for; undefined for all. */
  readonly onlyLanguage?: string | undefined;
  /** Returns the name of the known language of a file, by its absolute path; undefined for other files. */
  readonly languageAt: (path: string) => string | undefined;
  /** Returns the name of the language of a file that only its text tells, by its absolute path; undefined for other files. */
  readonly readLanguageAt: (path: string) => string | undefined;
  /** Returns the kind of a file that cannot be read, under which `skipped` counts it; undefined for other files. */
  readonly unreadKindOf: (path: string) => string | undefined;
  /** Counts by language the files of known languages below folders that the patterns leave out. */
  readonly notSearched: Tally;
  /** The folder of relative paths. */
  readonly cwd: string;
};

/**
 * The files after a `filepath` argument: a file, a folder, a glob, or an array of these.
 *
 * A path that exists is taken as it is; otherwise `\` is read as `/`, and a path with glob characters is a glob. With
 * roots, a relative path that the working folder does not have is looked for below them.
 *
 * @throws PatternError when a pattern cannot be matched within bounds
 */
export async function expand(filepath: string | readonly string[], options: ExpandOptions): Promise<Expansion> {
  const given = typeof filepath === "string" ? [filepath] : filepath;
  const inputs = wantedPaths(given);
  const isExcluded = inputs === given ? () => false : excludedBy(given, options);
  const found: Target[] = [];
  const folders: string[] = [];
  const bases = new Set<string>();
  const suggestions = { left: maxSearchesForSimilar };
  let flat = typeof filepath === "string";
  for (const [place, input] of inputs.entries()) {
    const { isFile, isFolder, base, targets } = await expandOne(input, options, suggestions);
    flat &&= isFile;
    if (isFolder === true) folders.push(input);
    bases.add(base);
    for (const target of targets) if (!isExcluded(target.path)) found.push({ ...target, input: place });
  }
  return { flat, folders, base: commonFolder([...bases]), targets: inputs.length > 1 ? eachOnce(found) : found };
}

/** The paths of an array that say where to search; the others, with a `!`, take files away. The array itself if it has one kind. */
export function wantedPaths(given: readonly string[]): readonly string[] {
  const wanted = given.filter((path) => !takesAway(path));
  return wanted.length === 0 || wanted.length === given.length ? given : wanted;
}

function takesAway(path: string): boolean {
  return path.startsWith("!");
}

/** True for files that a path or a glob with a `!` takes away, by their absolute paths. */
function excludedBy(given: readonly string[], { cwd }: ExpandOptions): (path: string) => boolean {
  const excluded = given.filter(takesAway).map((path) => path.slice(1).replace(/^\.\/|\/+$/g, ""));
  const paths = excluded.map((path) => resolve(cwd, path));
  const isWanted = fileFilter(excluded.filter(hasGlobCharacters).map((glob) => `!${glob}`));
  return (path) => isInside(path, paths) || !isWanted(slashed(relative(cwd, path)));
}

function commonFolder([first = "", ...others]: readonly string[]): string {
  let folder = first;
  for (const other of others) {
    while (!isInside(other, [folder]) && dirname(folder) !== folder) folder = dirname(folder);
  }
  return folder;
}

type ExpandedInput = {
  readonly isFile: boolean;
  readonly isFolder?: boolean;
  readonly base: string;
  readonly targets: readonly Omit<Target, "input">[];
};

/** Paths of one call that are not there and for which similar ones are searched: each takes listing a folder. */
const maxSearchesForSimilar = 5;

async function expandOne(input: string, options: ExpandOptions, suggestions: { left: number }): Promise<ExpandedInput> {
  const literal = locate(input, options);
  const name = literal === undefined ? input.replaceAll("\\", "/") : input;
  const place = literal ?? locate(name, options);
  if (place?.isFolder === true) return expandFolder(name, place.path, options);
  // A file may be written as a folder is: the separators after it are not part of its name.
  if (place !== undefined) {
    const language = languageIn(place.path, options);
    const isOther = language !== undefined && !isOf(language, options);
    const own = name.replace(/\/+$/, "");
    return oneFile(own, { path: place.path, language }, isOther ? ofOtherLanguage(own, language, options) : undefined);
  }
  if (hasGlobCharacters(name)) {
    checkGlob(name);
    if (await isGlob(name)) return expandGlob(name, options);
  }
  const path = resolve(options.cwd, name);
  const file = { path, language: options.languageAt(path) };
  if (!isInside(canonicalPath(path), options.roots)) return oneFile(input, file, outsideRoots(input, options.roots));
  const similar = suggestions.left-- > 0 ? similarPaths(name, basesOf(name, options), options.roots) : [];
  const { message, reason } = new UnreadError(input, "vanished");
  return oneFile(input, file, { message, reason, details: similar.length > 0 ? { did_you_mean: similar } : {} });
}

function hasGlobCharacters(name: string): boolean {
  return /[*?[\]{}()!+@]/.test(name);
}

/** The name of the language of a file, also by its text; undefined for other files. */
function languageIn(path: string, { languageAt, readLanguageAt }: ExpandOptions): string | undefined {
  return languageAt(path) ?? readLanguageAt(path);
}

/** True for a file of the only language that is searched for, or if there is none. */
function isOf(language: string | undefined, { onlyLanguage }: ExpandOptions): boolean {
  return onlyLanguage === undefined || language === onlyLanguage;
}

function ofOtherLanguage(name: string, language: string, { onlyLanguage }: ExpandOptions): Unread {
  const { message, reason } = new UnreadError(name, "unreadable");
  return { message, reason, details: { details: `Its language is ${language}, not ${onlyLanguage}.` } };
}

function oneFile(name: string, file: Pick<Target, "path" | "language">, error?: Unread): ExpandedInput {
  const target = { name, ...file, isExplicit: true };
  const { path } = file;
  if (error === undefined) return { isFile: true, base: dirname(path), targets: [target] };
  const { message, reason, details } = error;
  return { isFile: true, base: dirname(path), targets: [{ ...target, error: { message, reason, details } }] };
}

function expandFolder(name: string, path: string, options: ExpandOptions): ExpandedInput {
  const below = filesBelow(name, path, options);
  const prefix = name.endsWith("/") ? name : `${name}/`;
  return {
    isFile: false,
    isFolder: true,
    base: path,
    targets: below.map((file) => {
      const own = belowFolder(path, file);
      return { name: prefix + file, path: own, isExplicit: false, language: languageIn(own, options) };
    }),
  };
}

/**
 * The files of a folder by the patterns of the call, or by the default ones. Without any, and in a folder without a file of
 * the default patterns, the files of all known languages.
 */
function filesBelow(name: string, path: string, options: ExpandOptions): readonly string[] {
  const { filePatterns, defaultPatterns, unreadKindOf, recursive } = options;
  const languageBelow = (file: string) => {
    const language = languageIn(belowFolder(path, file), options);
    return isOf(language, options) ? language : undefined;
  };
  const isKnown = (file: string) => languageBelow(file) !== undefined;
  const isAsked = filePatterns === undefined ? () => true : fileFilter(filePatterns, name);
  if (options.wantsOthers) {
    const isOther = (file: string) => !isHidden(file) && isAsked(file) && !isKnown(file);
    return walkFolder(path, recursive, { ...options, filter: isOther });
  }
  const isUnread = (file: string) => unreadKindOf(file) !== undefined && isAsked(file);
  const filesWith = (filter: FileFilter, skipped: Skipped, notSearched: Tally) => {
    const onFile = (file: string) => {
      const language = languageBelow(file);
      const kind = unreadKindOf(file);
      if (language !== undefined) notSearched.add({ [language]: 1 });
      else if (kind !== undefined) skipped.add({ [kind]: 1 });
    };
    const unwanted = { filter: (file: string) => isKnown(file) || isUnread(file), onFile };
    return walkFolder(path, recursive, { ...options, filter, skipped, unwanted });
  };
  const patterns = filePatterns ?? defaultPatterns;
  if (patterns === undefined) return filesWith(isKnown, options.skipped, options.notSearched);
  const [skipped, notSearched] = [new Skipped(), new Tally()];
  const isWanted = fileFilter(patterns, name);
  const isOfLanguage = (file: string) => options.onlyLanguage === undefined || isKnown(file);
  const files = filesWith((file) => isWanted(file) && isOfLanguage(file) && !isUnread(file), skipped, notSearched);
  if (files.length === 0 && filePatterns === undefined) {
    const all = filesWith(isKnown, options.skipped, options.notSearched);
    // A folder that could not be listed the first time may have the only files of the patterns.
    if (
      skipped.summary()?.unreadable_folders !== undefined &&
      options.skipped.summary()?.unreadable_folders === undefined
    ) {
      options.skipped.count("unreadable_folders");
    }
    return all;
  }
  options.skipped.add(skipped.summary() ?? {});
  options.notSearched.add(notSearched.summary() ?? {});
  return files;
}

function isHidden(file: string): boolean {
  return basename(file).startsWith(".");
}

async function expandGlob(name: string, options: ExpandOptions): Promise<ExpandedInput> {
  const filter = fileFilter(options.filePatterns ?? ["*"]);
  const glob = name.replace(/^\.\//, "");
  const prefix = name.slice(0, name.length - glob.length);
  let isOutside = false;
  for (const base of basesOf(name, options)) {
    if (!isInside(canonicalPath(resolve(base, fixedPart(glob))), options.roots)) {
      isOutside = true;
      continue;
    }
    const files = await walk(base, glob, { ...options, filter });
    if (files.length === 0) continue;
    const all = files.map((file) => {
      const path = resolve(base, file);
      return { name: prefix + file, path, isExplicit: false, language: languageIn(path, options) };
    });
    const targets = all.filter(({ language }) => isOf(language, options));
    return { isFile: false, base: resolve(base, fixedPart(glob)), targets };
  }
  // Counted whether anything is there or not.
  if (isOutside) options.skipped.count("outside_roots");
  return { isFile: false, base: resolve(options.cwd, fixedPart(name)), targets: [] };
}

/** The folders of a glob before the first one with a glob character. */
function fixedPart(glob: string): string {
  return glob.slice(0, glob.lastIndexOf("/", glob.search(/[*?[\]{}()!+@]|$/)) + 1);
}

type Place = { readonly path: string; readonly isFolder: boolean };

/** The folder of relative paths. */
type Bases = Pick<ExpandOptions, "cwd" | "roots">;

/** The target of a path: the first place inside of the roots. Files outside count as missing. */
function locate(name: string, options: Bases): Place | undefined {
  for (const base of basesOf(name, options)) {
    const path = resolve(base, name);
    try {
      const stats = statsAt(path);
      const isFolder = stats?.isDirectory() === true;
      if (stats !== undefined && isInside(canonicalPath(path), options.roots)) return { path, isFolder };
    } catch {
      // Nothing there, or a broken link: the next base.
    }
  }
  return undefined;
}

function basesOf(name: string, { cwd, roots }: Bases): readonly string[] {
  return isAbsolute(name) ? [cwd] : [cwd, ...roots.filter((root) => root !== cwd)];
}

/** The same file reached twice counts once, under its first name. */
function eachOnce(targets: readonly Target[]): readonly Target[] {
  const reached = new Set<string>();
  return targets.filter((target) => {
    // Folders outside are not read: their links are not reported.
    const identity = target.error === undefined ? canonicalPath(target.path) : target.path;
    if (reached.has(identity)) return false;
    reached.add(identity);
    return true;
  });
}
