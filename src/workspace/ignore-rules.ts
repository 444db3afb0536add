/**
 * The ignore rules of .gitignore files and of the project, as git has them. Input: a folder of a walk; output: the
 * rules in it, which say whether an entry is ignored.
 */
import { dirname, join, relative, sep } from "node:path";
import { messageOf } from "../base/errors.ts";
import { maxRuleFileBytes } from "../base/limits.ts";
import { canonicalPath, isInside, isThere, type Roots } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { entryAt } from "../base/stats.ts";
import { IgnorePatterns, type Verdict } from "./gitignore.ts";
import { repositoryMark } from "./repository.ts";

export const ruleFileName = ".gitignore";

/** Rules of a project: patterns as in a .gitignore file of a folder. Plain data, so that workers can have them. */
export type ProjectRules = { readonly folder: string; readonly lines: readonly string[] };

export type RuleOptions = {
  /** Rules that decide before the rules of .gitignore files. */
  readonly ignore: ProjectRules | undefined;
  readonly roots: Roots;
  /** Receives a .gitignore file that is there and cannot be used, and why. */
  readonly onUnread: (path: string, reason: string) => void;
  /** Called with each folder and each file of rules that results depend on, existing or not. */
  readonly onSeen?: ((path: string) => void) | undefined;
};

/** Patterns, and how a path below the top of a walk is turned into one below their folder. */
type RuleFile = {
  readonly patterns: IgnorePatterns;
  /** The start of such a path if the folder lies below the top; it is removed. */
  readonly within: string;
  /** The path from the folder to the top if it lies above; it is put before the path. */
  readonly lead: string;
};

/**
 * The ignore rules in force in one folder of a walk, as git has them: the rules of its .gitignore, then of the folders
 * above up to the root of the repository, but none outside of the roots; the nearest file that decides wins. A
 * repository in a repository, such as a submodule, has its own rules only.
 */
export class IgnoreRules {
  readonly #top: string;
  readonly #options: RuleOptions;
  readonly #project: RuleFile | undefined;
  /** The nearest one last. */
  readonly #files: readonly RuleFile[];
  /** The absolute folder of the repository that the rules belong to; undefined if there is none within the roots. */
  readonly repository: string | undefined;

  private constructor(
    top: string,
    options: RuleOptions,
    project: RuleFile | undefined,
    files: readonly RuleFile[],
    repository: string | undefined,
  ) {
    this.#top = top;
    this.#options = options;
    this.#project = project;
    this.#files = files;
    this.repository = repository;
  }

  /**
   * The rules at the start of a walk, without the rules of the folder itself. A folder that was named outright is read
   * even if they ignore it.
   *
   * @param top absolute
   */
  static above(top: string, options: RuleOptions): IgnoreRules {
    const { ignore, roots } = options;
    const real = canonicalPath(top);
    const project = ignore && ruleFile(canonicalPath(ignore.folder), real, new IgnorePatterns(ignore.lines.join("\n")));
    const above: string[] = [];
    let repository = isThere(join(real, repositoryMark)) ? real : undefined;
    for (let at = real; repository === undefined && dirname(at) !== at && isInside(dirname(at), roots); ) {
      at = dirname(at);
      above.unshift(at);
      if (isThere(join(at, repositoryMark))) repository = at;
    }
    for (const dir of [real, ...above]) options.onSeen?.(join(dir, ruleFileName));
    const inherited = repository !== undefined ? above.flatMap((dir) => patternsIn(dir, options)) : [];
    const isIgnored = foldersFrom(real, above[0]).some((folder) => isFolderIgnored(folder, inherited));
    const files = isIgnored ? [] : inherited.flatMap(({ dir, patterns }) => ruleFile(dir, real, patterns) ?? []);
    return new IgnoreRules(top, options, project, files, repository);
  }

  /**
   * The rules in a folder of the walk, with its own .gitignore.
   *
   * @param folder its path below the top, with `/` at the end; empty for the top
   * @param isRepository true if the folder is a repository
   */
  in(folder: string, isRepository: boolean): IgnoreRules {
    const dir = folder === "" ? this.#top : `${this.#top}${sep}${folder.slice(0, -1).replaceAll("/", sep)}`;
    const own = patternsIn(dir, this.#options).map(({ patterns }) => ({ patterns, within: folder, lead: "" }));
    const isBorder = isRepository && folder !== "";
    if (own.length === 0 && !isBorder) return this;
    const files = [...(isBorder ? [] : this.#files), ...own];
    return new IgnoreRules(this.#top, this.#options, this.#project, files, isBorder ? dir : this.repository);
  }

  /**
   * True when an entry of the folder is ignored. The folder itself is not, or it would not be read.
   *
   * @param path below the top, with `/`
   */
  ignores(path: string, isFolder: boolean): boolean {
    const verdict = this.#project && verdictOf(this.#project, path, isFolder);
    if (verdict !== undefined) return verdict === "ignored";
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const file = this.#files[i];
      const found = file && verdictOf(file, path, isFolder);
      if (found !== undefined) return found === "ignored";
    }
    return false;
  }
}

function verdictOf({ patterns, within, lead }: RuleFile, path: string, isFolder: boolean): Verdict {
  return path.startsWith(within) ? patterns.verdictOn(lead + path.slice(within.length), isFolder) : undefined;
}

/** Undefined when the patterns of a folder have nothing to say below the top. */
function ruleFile(dir: string, top: string, patterns: IgnorePatterns): RuleFile | undefined {
  if (dir === top) return { patterns, within: "", lead: "" };
  if (isInside(top, [dir])) return { patterns, within: "", lead: `${slashed(relative(dir, top))}/` };
  if (isInside(dir, [top])) return { patterns, within: `${slashed(relative(top, dir))}/`, lead: "" };
  return undefined;
}

type FolderPatterns = { readonly dir: string; readonly patterns: IgnorePatterns };

/** A folder and those above it, up to one below `end`. */
function foldersFrom(folder: string, end: string | undefined): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; end !== undefined && at !== end && dirname(at) !== at; at = dirname(at)) folders.push(at);
  return folders;
}

/** True when the nearest of the folders above that decides has a folder ignored. */
function isFolderIgnored(folder: string, above: readonly FolderPatterns[]): boolean {
  for (let i = above.length - 1; i >= 0; i--) {
    const { dir, patterns } = above[i] ?? {};
    if (dir === undefined || dir === folder || !isInside(folder, [dir])) continue;
    const verdict = patterns?.verdictOn(slashed(relative(dir, folder)), true);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}

/** The patterns of a folder's .gitignore, which git reads no link for, as a list of one or none. */
function patternsIn(dir: string, { roots, onUnread }: RuleOptions): readonly FolderPatterns[] {
  const path = join(dir, ruleFileName);
  try {
    const stats = entryAt(path);
    if (stats === undefined) return [];
    if (!stats.isFile()) throw new Error("It is not a regular file.");
    return [{ dir, patterns: new IgnorePatterns(readSmallFile(path, maxRuleFileBytes, roots).toString()) }];
  } catch (error) {
    onUnread(path, messageOf(error));
    return [];
  }
}

/** A path with `/` between its parts. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
