/**
 * The walk through a folder, or after a glob. Input: the folder, patterns and ignore rules; output: the paths of the
 * files in it, sorted, and counts of what is left out; no link to a folder is followed.
 */
import { join, relative, resolve, sep } from "node:path";
import type { Entry, Options } from "fast-glob";
import { compareText } from "../base/compare-text.ts";
import { codeOf } from "../base/errors.ts";
import { type Dirent, listFolder } from "../base/list-folder.ts";
import { canonicalPath, isInside, type Roots } from "../base/real-path.ts";
import { entryAt, type Stats, statsAt } from "../base/stats.ts";
import { IgnoreRules, type RuleOptions, ruleFileName } from "./ignore-rules.ts";
import { isLeftOutFolder } from "./left-out-folders.ts";
import type { FileFilter } from "./patterns.ts";
import { refusedPattern } from "./refused-pattern.ts";
import { isSecondWorktree, repositoryMark } from "./repository.ts";
import type { Skipped } from "./skipped.ts";

/** The limits of a walk. */
type WalkTime = {
  /** Called for each entry, since many rules can make one take long: true when the walk is to end with what it has. */
  readonly isUp: () => boolean;
};

export type WalkOptions = RuleOptions & {
  /** True for wanted files, by their path below the folder. */
  readonly filter: FileFilter;
  /** Read what .gitignore files leave out, node_modules and hidden folders. .git is left out always. */
  readonly noIgnore: boolean;
  /** Counts what is left out on the way. */
  readonly skipped: Skipped;
  readonly time: WalkTime;
  /** Called with each file that is found. */
  readonly onFound?: () => void;
  /** The names of files that are not wanted, and that `onSeen` receives. */
  readonly settingsFiles?: ReadonlySet<string>;
  /** Called for a folder that could not be listed now, such as for want of descriptors, and may be with the same stamp. */
  readonly onFailedFolder?: () => void;
  /** Receives files below a folder that only `filter` leaves out, each once, in no order; `walk` passes none on. */
  readonly unwanted?: { readonly filter: FileFilter; readonly onFile: (path: string) => void };
};

/** True when a path has characters that make it a glob. */
export async function isGlob(path: string): Promise<boolean> {
  return (await loadFastGlob()).isDynamicPattern(path);
}

/** Loaded when there is a glob: most calls name folders. */
async function loadFastGlob() {
  return (await import("fast-glob")).default;
}

type Found = { readonly files: string[]; readonly links: string[] };

/**
 * The files in a folder, with `isDeep` also in the folders below it, as paths relative to it with `/`, sorted; as
 * `walk` finds them with the globs `*` and `**`.
 */
export function walkFolder(dir: string, isDeep: boolean, options: WalkOptions): readonly string[] {
  const found: Found = { files: [], links: [] };
  const start = options.noIgnore ? undefined : IgnoreRules.above(dir, options);
  const folders = [{ prefix: "", above: start }];
  for (const { prefix, above } of folders) {
    if (options.time.isUp()) break;
    const entries = entriesOf(dir, prefix, options);
    const folder = prefix === "" ? dir : belowFolder(dir, prefix.slice(0, -1));
    options.onSeen?.(folder);
    const marks = marksOf(entries, options.settingsFiles);
    for (const name of marks.settings) options.onSeen?.(join(folder, name));
    if (marks.hasRules) options.onSeen?.(join(folder, ruleFileName));
    if (prefix !== "" && isLeftOutWorktree(folder, dir, marks, above, options)) continue;
    const rules =
      marks.hasRules || marks.repository !== undefined ? above?.in(prefix, marks.repository !== undefined) : above;
    const isIgnored = rules && ((path: string, isFolder: boolean) => rules.ignores(path, isFolder));
    for (const entry of entries) {
      if (options.time.isUp()) break;
      const path = prefix + entry.name;
      if (!isKept(entry, path, dir, isIgnored, options)) continue;
      if (entry.isFile()) {
        found.files.push(path);
        options.onFound?.();
      } else if (entry.isSymbolicLink()) found.links.push(path);
      else if (isDeep) folders.push({ prefix: `${path}/`, above: rules });
    }
  }
  return wantedOf(dir, found, options);
}

/** The entries of a folder that say which rules are in force in it, and the names of settings. */
type Marks = {
  readonly hasRules: boolean;
  readonly repository: Dirent | undefined;
  readonly settings: readonly string[];
};

function marksOf(entries: readonly Dirent[], settingsFiles?: ReadonlySet<string>): Marks {
  let hasRules = false;
  let repository: Dirent | undefined;
  const settings: string[] = [];
  for (const entry of entries) {
    if (entry.name === ruleFileName) hasRules = true;
    else if (entry.name === repositoryMark) repository = entry;
    else if (settingsFiles?.has(entry.name)) settings.push(entry.name);
  }
  return { hasRules, repository, settings };
}

/** Counts a folder of a walk that is left out because the repository of this worktree is read. */
function isLeftOutWorktree(
  folder: string,
  top: string,
  { repository }: Marks,
  above: IgnoreRules | undefined,
  { roots, skipped, onSeen }: WalkOptions,
): boolean {
  if (above === undefined || repository?.isFile() !== true) return false;
  onSeen?.(join(folder, repositoryMark));
  if (!isSecondWorktree(folder, top, above.repository, roots)) return false;
  skipped.count("worktrees");
  return true;
}

/**
 * The files that a glob matches below a folder, as paths relative to it with `/`, sorted.
 *
 * Links to folders are not followed, so that no loop is entered; a link to a file stands for the file
 * unless the walk meets the file itself. Nothing is opened.
 *
 * @throws PatternError when the glob cannot be read
 */
export async function walk(dir: string, glob: string, options: WalkOptions): Promise<readonly string[]> {
  const found: Found = { files: [], links: [] };
  const entries = await streamOf(glob, {
    cwd: dir,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    fs: fileSystemOf(dir, options),
  });
  // Once the time is up no further folder is listed, so that it ends.
  for await (const entry of entries as AsyncIterable<unknown> as AsyncIterable<Entry>) {
    const path = revealLineBreaks(entry.path);
    if (entry.dirent.isSymbolicLink()) found.links.push(path);
    // A name without wildcards was not among the entries of a folder.
    else if (entry.dirent.isFile() && options.filter(path)) {
      found.files.push(path);
      options.onFound?.();
    }
  }
  return wantedOf(dir, found, options);
}

/** The library for braces throws a TypeError for some that do not fit together. */
async function streamOf(glob: string, options: Options): Promise<NodeJS.ReadableStream> {
  const { stream } = await loadFastGlob();
  try {
    return stream(glob, options);
  } catch {
    throw refusedPattern("filepath", glob, "its braces and groups do not fit together");
  }
}

function wantedOf(dir: string, { files, links }: Found, options: WalkOptions): readonly string[] {
  return [...files, ...linkedFiles(dir, links, files, options)].sort(compareText);
}

/** Rules, and the folder from which their paths start, with `/` at the end. */
type RulesFrom = { readonly rules: IgnoreRules; readonly start: string };

type Disk = Required<NonNullable<Options["fs"]>>;

/** The disk as fast-glob is to see it: without what is ignored, outside, or neither file, folder nor link. */
function fileSystemOf(top: string, options: WalkOptions): NonNullable<Options["fs"]> {
  const known = new Map<string, RulesFrom | undefined>();
  /** @param folder below the top, with `/` at the end */
  const rulesAbove = (folder: string): RulesFrom | undefined => {
    if (options.noIgnore) return undefined;
    const start = folder === "" ? top : resolve(top, folder);
    return known.get(folder.replace(/[^/]+\/$/, "")) ?? { rules: IgnoreRules.above(start, options), start: folder };
  };
  const list = (hiddenPath: string, _: unknown, done: (error: Error | null, entries: Dirent[]) => void): void => {
    const below = relative(top, resolve(top, revealLineBreaks(hiddenPath)));
    const prefix = below === "" ? "" : `${below.split(sep).join("/")}/`;
    const entries = options.time.isUp() ? [] : entriesOf(top, prefix, options);
    const above = rulesAbove(prefix);
    const marks = marksOf(entries);
    const isWalked = above !== undefined && above.start !== prefix;
    if (isWalked && isLeftOutWorktree(resolve(top, prefix), top, marks, above.rules, options)) {
      setImmediate(done, null, []);
      return;
    }
    const isRepository = marks.repository !== undefined;
    const hasOwn = marks.hasRules || isRepository;
    const from =
      above && hasOwn ? { ...above, rules: above.rules.in(prefix.slice(above.start.length), isRepository) } : above;
    known.set(prefix, from);
    const isIgnored =
      from && ((path: string, isFolder: boolean) => from.rules.ignores(path.slice(from.start.length), isFolder));
    const kept = entries.filter(
      (entry) => !options.time.isUp() && isKept(entry, prefix + entry.name, top, isIgnored, options),
    );
    // Called back at once, the queue of fast-glob recurses once for each folder that waits in it.
    setImmediate(done, null, kept.map(hideLineBreaks));
  };
  /** Of what a glob names without wildcards. */
  const look = (hiddenPath: string, done: (error: Error | null, stats?: Stats) => void): void => {
    const path = resolve(top, revealLineBreaks(hiddenPath));
    try {
      if (!isInside(canonicalPath(path), options.roots)) {
        options.skipped.count("outside_roots");
        throw new Error("It lies outside.");
      }
      const entry = entryAt(path);
      if (entry === undefined) throw new Error("It is not there.");
      setImmediate(done, null, entry);
    } catch (error) {
      setImmediate(done, error instanceof Error ? error : new Error(String(error)));
    }
  };
  return { readdir: list as Disk["readdir"], lstat: look as Disk["lstat"], stat: look as Disk["stat"] };
}

/** Codes of errors: a folder is gone, or its owner lets nobody list it, which shows in its stamp. */
const goneCodes: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);
const deniedCodes: ReadonlySet<string> = new Set(["EACCES", "EPERM"]);

/** The entries of a folder of the walk, given by its path below the top. */
function entriesOf(top: string, prefix: string, options: WalkOptions): readonly Dirent[] {
  const folder = prefix === "" ? top : resolve(top, prefix);
  try {
    return listFolder(folder, options.roots);
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (!isInside(canonicalPath(folder), options.roots)) options.skipped.count("outside_roots");
    else if (!goneCodes.has(code)) {
      options.skipped.count("unreadable_folders");
      if (!deniedCodes.has(code)) options.onFailedFolder?.();
    }
    return [];
  }
}

type IsIgnored = (path: string, isFolder: boolean) => boolean;

/** @param path below the top, with `/` */
function isKept(
  entry: Dirent,
  path: string,
  top: string,
  isIgnored: IsIgnored | undefined,
  { filter, skipped, unwanted }: WalkOptions,
): boolean {
  const { name } = entry;
  const isFolder = entry.isDirectory();
  if (isFolder && name === repositoryMark) return false;
  if (name.includes("\uFFFD") && isNameLost(resolve(top, path))) {
    if (isFolder || filter(path)) skipped.count("invalid_names");
    return false;
  }
  if (isFolder) {
    if (isIgnored === undefined || !(isLeftOutFolder(name) || isIgnored(path, true))) return true;
    skipped.count("ignored_folders");
    return false;
  }
  const isLink = entry.isSymbolicLink();
  const isWanted = filter(path);
  // A link may be one to a folder, which is counted whatever its name.
  const isUnwanted = !isWanted && !isLink;
  if (isUnwanted && unwanted?.filter(path) !== true) return false;
  if (isIgnored?.(path, false)) {
    if (isWanted) skipped.count("ignored_files");
    return false;
  }
  if (isUnwanted) {
    if (entry.isFile()) unwanted?.onFile(path);
    return false;
  }
  if (isLink || entry.isFile()) return true;
  skipped.count("special_files");
  return false;
}

/** True for a name of bytes that are not UTF-8: as text it leads nowhere. */
function isNameLost(path: string): boolean {
  return entryAt(path) === undefined;
}

/** Links to files that are not reached otherwise; each target once. */
function linkedFiles(
  dir: string,
  links: readonly string[],
  files: readonly string[],
  { filter, skipped, roots, time, unwanted }: WalkOptions,
): readonly string[] {
  if (links.length === 0) return [];
  const realDir = canonicalPath(dir);
  const reached = new Set(files.map((file) => belowFolder(realDir, file)));
  const found: string[] = [];
  for (const link of [...links].sort(compareText)) {
    if (time.isUp()) break;
    const target = targetOf(join(dir, link), roots);
    // An entry outside may be a folder; its kind is not reported.
    if (target === "linked_folders" || target === "outside_roots") skipped.count(target);
    else if (!filter(link) && unwanted?.filter(link) !== true) continue;
    else if (typeof target === "string") skipped.count(target);
    else if (!reached.has(target.file)) {
      reached.add(target.file);
      if (filter(link)) found.push(link);
      else unwanted?.onFile(link);
    }
  }
  return found;
}

/** The absolute path of an entry below a folder, given with `/`. */
export function belowFolder(folder: string, path: string): string {
  return (folder.endsWith(sep) ? folder : folder + sep) + (sep === "/" ? path : path.replaceAll("/", sep));
}

/** The file that a link leads to, or why it is left out. Of what lies outside not even the kind is shown. */
function targetOf(
  link: string,
  roots: Roots,
): "linked_folders" | "broken_links" | "special_files" | "outside_roots" | { readonly file: string } {
  const file = canonicalPath(link);
  if (!isInside(file, roots)) return "outside_roots";
  try {
    const stats = statsAt(file);
    if (stats === undefined) return "broken_links";
    if (stats.isDirectory()) return "linked_folders";
    return stats.isFile() ? { file } : "special_files";
  } catch {
    return "broken_links";
  }
}

/** The regular expressions after fast-glob's `**` stop at line breaks, which names may hold: private-use stand-ins. */
const lineBreaks = ["\n", "\r", "\u2028", "\u2029"];
const standIns = ["\uf70a", "\uf70d", "\uf728", "\uf729"];

function hideLineBreaks(entry: Dirent): Dirent {
  if (/[\n\r\u2028\u2029]/.test(entry.name)) {
    entry.name = entry.name.replace(/[\n\r\u2028\u2029]/g, (found) => standIns[lineBreaks.indexOf(found)] ?? found);
  }
  return entry;
}

function revealLineBreaks(path: string): string {
  return path.replace(/[\uf70a\uf70d\uf728\uf729]/g, (found) => lineBreaks[standIns.indexOf(found)] ?? found);
}
