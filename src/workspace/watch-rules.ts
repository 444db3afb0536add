import { basename, dirname, join, relative, sep } from "node:path";
import { isInside, isThere } from "../base/real-path.ts";
import { IgnoreRules, type RuleOptions } from "./ignore-rules.ts";
import { isLeftOutFolder } from "./left-out-folders.ts";
import { isSecondWorktree, repositoryMark } from "./repository.ts";

/** The ignore rules below some folders, as they are when an entry of a folder is first checked. */
export class WatchRules {
  readonly #tops: readonly string[];
  readonly #options: RuleOptions;
  readonly #known = new Map<string, IgnoreRules>();

  constructor(tops: readonly string[], options: RuleOptions) {
    this.#tops = tops;
    this.#options = options;
  }

  ignore(path: string, isFolder: boolean): boolean {
    const name = basename(path);
    if (isFolder && isLeftOutFolder(name)) return true;
    const folder = dirname(path);
    const top = this.#topOf(folder);
    const rules = this.#in(folder, top);
    if (isFolder && isSecondWorktree(path, top, rules.repository, this.#options.roots)) return true;
    return rules.ignores(below(top, path), isFolder);
  }

  /** The innermost of the folders that holds another one. */
  #topOf(folder: string): string {
    const holders = this.#tops.filter((top) => isInside(folder, [top]));
    return holders.reduce((longest, top) => (top.length > longest.length ? top : longest), holders[0] ?? folder);
  }

  #in(folder: string, top: string): IgnoreRules {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const above = folder === top ? IgnoreRules.above(top, this.#options) : this.#in(dirname(folder), top);
    const isRepository = isThere(join(folder, repositoryMark));
    const rules = above.in(folder === top ? "" : `${below(top, folder)}/`, isRepository);
    this.#known.set(folder, rules);
    return rules;
  }
}

/** A path below a folder, with `/`. */
function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
