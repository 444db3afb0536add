import { type Dirent, readdir, readdirSync, realpathSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Entry } from "fast-glob";
import { codeOf } from "../errors.ts";
import { foldersPerTurn } from "../limits.ts";
import { isInside, type Roots } from "../real-path.ts";
import { IgnoreRules, type RuleFile } from "./ignore-rules.ts";
import type { FileFilter } from "./patterns.ts";
import type { Skipped } from "./skipped.ts";

export type WalkOptions = {
  /** Which files are wanted, by their path below the folder. */
  readonly filter: FileFilter;
  /** Read what .gitignore files and node_modules leave out. .git is left out always. */
  readonly noIgnore: boolean;
  /** Rules that decide before those of .gitignore files. */
  readonly ignore: RuleFile | undefined;
  readonly roots: Roots;
  /** Counts what is left out on the way. */
  readonly skipped: Skipped;
  readonly signal: AbortSignal;
};

/** Has a path characters that make it a glob? */
export async function isGlob(path: string): Promise<boolean> {
  return (await loadFastGlob()).isDynamicPattern(path);
}

/** Loaded when there is a glob: most calls name folders. */
async function loadFastGlob() {
  return (await import("fast-glob")).default;
}

type Found = { readonly files: string[]; readonly links: string[] };

/**
 * The files in a folder, with `isDeep` those in the folders below it as well, as paths relative to it with `/`, sorted;
 * as `walk` finds them with the globs `*` and `**`.
 */
export async function walkFolder(dir: string, isDeep: boolean, options: WalkOptions): Promise<readonly string[]> {
  const found: Found = { files: [], links: [] };
  const rulesOf = new Map<string, IgnoreRules>();
  const folders = [""];
  for (const [count, prefix] of folders.entries()) {
    if ((count + 1) % foldersPerTurn === 0) await setImmediate();
    options.signal.throwIfAborted();
    const folder = resolve(dir, prefix);
    const entries = entriesOf(folder, options);
    if (entries.length === 0) continue;
    const rules = options.noIgnore ? undefined : rulesBelow(folder, rulesOf, options.ignore);
    for (const entry of entries) {
      if (!isKept(entry, folder, dir, rules, options)) continue;
      const path = prefix + entry.name;
      if (entry.isFile()) found.files.push(path);
      else if (entry.isSymbolicLink()) found.links.push(path);
      else if (isDeep) folders.push(`${path}/`);
    }
  }
  return wantedOf(dir, found, options);
}

function entriesOf(folder: string, options: WalkOptions): readonly Dirent[] {
  if (!isReadable(folder, options)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    countUnreadable(error, options);
    return [];
  }
}

/**
 * The files that a glob matches below a folder, as paths relative to it with `/`, sorted.
 *
 * Links to folders are not followed, so that no loop is entered; a link to a file stands for the file
 * unless the walk meets the file itself. Nothing is opened.
 */
export async function walk(dir: string, glob: string, options: WalkOptions): Promise<readonly string[]> {
  const fastGlob = await loadFastGlob();
  const found: Found = { files: [], links: [] };
  const entries = fastGlob.stream(glob, {
    cwd: dir,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    fs: { readdir: readdirOf(dir, options) },
  });
  for await (const entry of entries as AsyncIterable<unknown> as AsyncIterable<Entry>) {
    options.signal.throwIfAborted();
    const path = revealLineBreaks(entry.path);
    if (entry.dirent.isFile()) found.files.push(path);
    else if (entry.dirent.isSymbolicLink()) found.links.push(path);
  }
  return wantedOf(dir, found, options);
}

async function wantedOf(dir: string, { files, links }: Found, options: WalkOptions): Promise<readonly string[]> {
  const wanted = files.filter(options.filter);
  return [...wanted, ...(await linkedFiles(dir, links, wanted, options))].sort(byCodeUnits);
}

type Readdir = typeof readdir;

/** readdir as the walk sees the disk: without what is ignored, outside, or neither file, folder nor link. */
function readdirOf(top: string, options: WalkOptions): Readdir {
  const rulesOf = new Map<string, IgnoreRules>();
  const list = (hiddenPath: string, _: unknown, done: (error: Error | null, entries: Dirent[]) => void): void => {
    const folder = resolve(revealLineBreaks(hiddenPath));
    if (!isReadable(folder, options)) {
      done(null, []);
      return;
    }
    readdir(folder, { withFileTypes: true }, (error, entries) => {
      if (error !== null) {
        countUnreadable(error, options);
        done(null, []);
        return;
      }
      const rules = options.noIgnore ? undefined : rulesBelow(folder, rulesOf, options.ignore);
      done(null, entries.filter((entry) => isKept(entry, folder, top, rules, options)).map(hideLineBreaks));
    });
  };
  return list as Readdir;
}

function countUnreadable(error: unknown, { skipped }: WalkOptions): void {
  if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") skipped.count("unreadable_folders");
}

function isReadable(folder: string, { roots, skipped }: WalkOptions): boolean {
  if (roots.length === 0) return true;
  try {
    if (isInside(realpathSync(folder), roots)) return true;
    skipped.count("outside_roots");
  } catch {
    skipped.count("vanished");
  }
  return false;
}

function rulesBelow(folder: string, known: Map<string, IgnoreRules>, project: RuleFile | undefined): IgnoreRules {
  const rules = known.get(dirname(folder))?.below(folder) ?? IgnoreRules.at(folder, project);
  known.set(folder, rules);
  return rules;
}

function isKept(
  entry: Dirent,
  folder: string,
  top: string,
  rules: IgnoreRules | undefined,
  { filter, skipped }: WalkOptions,
): boolean {
  const path = folder === sep ? sep + entry.name : folder + sep + entry.name;
  const isWanted = () => filter(relative(top, path).split(sep).join("/"));
  if (entry.isDirectory()) {
    if (entry.name === ".git") return false;
    if (rules === undefined || !(entry.name === "node_modules" || rules.ignores(path, true))) return true;
    skipped.count("ignored_folders");
    return false;
  }
  if (rules?.ignores(path, false)) {
    if (isWanted()) skipped.count("ignored_files");
    return false;
  }
  if (entry.isFile() || entry.isSymbolicLink()) return true;
  if (isWanted()) skipped.count("special_files");
  return false;
}

/** Links to files that are not reached otherwise; each target once. */
async function linkedFiles(
  dir: string,
  links: readonly string[],
  files: readonly string[],
  { filter, skipped }: WalkOptions,
): Promise<readonly string[]> {
  if (links.length === 0) return [];
  const realDir = await realpath(dir);
  const reached = new Set(files.map((file) => belowFolder(realDir, file)));
  const found: string[] = [];
  for (const link of [...links].sort(byCodeUnits)) {
    const target = await targetOf(join(dir, link));
    if (target === "folder") skipped.count("linked_folders");
    else if (!filter(link)) continue;
    else if (target === "broken") skipped.count("broken_links");
    else if (target === "special") skipped.count("special_files");
    else if (!reached.has(target.file)) {
      reached.add(target.file);
      found.push(link);
    }
  }
  return found;
}

/** The absolute path of what stands below a folder, given with `/`. */
export function belowFolder(folder: string, path: string): string {
  return (folder.endsWith(sep) ? folder : folder + sep) + (sep === "/" ? path : path.replaceAll("/", sep));
}

async function targetOf(link: string): Promise<"folder" | "broken" | "special" | { readonly file: string }> {
  try {
    const stats = await stat(link);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? { file: await realpath(link) } : "special";
  } catch {
    return "broken";
  }
}

/** The regular expressions behind fast-glob's `**` stop at line breaks, which names may hold: private-use stand-ins. */
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

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
