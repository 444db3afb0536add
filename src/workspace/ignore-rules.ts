import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import createIgnore, { type Ignore } from "ignore";

/** The rules of one .gitignore file, for paths below its folder. */
export type RuleFile = { readonly dir: string; readonly rules: Ignore };

/**
 * The ignore rules in force in one folder, as git has them: those of its .gitignore, then those of the
 * folders above up to the root of the repository; the nearest file that decides wins.
 */
export class IgnoreRules {
  readonly #files: readonly RuleFile[];
  readonly #project: RuleFile | undefined;

  private constructor(files: readonly RuleFile[], project: RuleFile | undefined) {
    this.#files = files;
    this.#project = project;
  }

  /**
   * The rules at the start of a scan. A folder that was named outright is read even where they ignore it.
   *
   * @param project rules that decide before those of any .gitignore
   */
  static at(dir: string, project: RuleFile | undefined): IgnoreRules {
    const above: string[] = [];
    let inRepository = existsSync(join(dir, ".git"));
    for (let at = dir; !inRepository && dirname(at) !== at; ) {
      at = dirname(at);
      above.unshift(at);
      inRepository = existsSync(join(at, ".git"));
    }
    const inherited = new IgnoreRules(inRepository ? above.flatMap(ruleFileIn) : [], project);
    return (inherited.ignoresOrAbove(dir) ? new IgnoreRules([], project) : inherited).below(dir);
  }

  /** The rules one folder further down. */
  below(dir: string): IgnoreRules {
    const own = ruleFileIn(dir);
    return own.length === 0 ? this : new IgnoreRules([...this.#files, ...own], this.#project);
  }

  /** Is an entry of the folder ignored? The folder itself is not, or it would not be read. */
  ignores(path: string, isFolder: boolean): boolean {
    if (this.#project !== undefined) {
      const { ignored, unignored } = verdict(this.#project, path, isFolder);
      if (ignored || unignored) return ignored;
    }
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const file = this.#files[i];
      if (file === undefined) break;
      const { ignored, unignored } = verdict(file, path, isFolder);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  /** Is a folder, or one of the folders above it, ignored? */
  private ignoresOrAbove(dir: string): boolean {
    const top = this.#files[0]?.dir;
    if (top === undefined) return false;
    for (let at = dir; at !== top && dirname(at) !== at; at = dirname(at)) {
      if (this.ignores(at, true)) return true;
    }
    return false;
  }
}

function verdict({ dir, rules }: RuleFile, path: string, isFolder: boolean) {
  const below = relative(dir, path).split(sep).join("/");
  if (below === "" || below.startsWith("../")) return { ignored: false, unignored: false };
  return rules.test(isFolder ? `${below}/` : below);
}

function ruleFileIn(dir: string): readonly RuleFile[] {
  let content: string;
  try {
    content = readFileSync(join(dir, ".gitignore"), "utf8");
  } catch {
    return [];
  }
  return [rulesOf(dir, content)];
}

/** The rules of lines as in a .gitignore file in the folder. */
export function rulesOf(dir: string, lines: string): RuleFile {
  return { dir, rules: createIgnore({ ignorecase: false, allowRelativePaths: true }).add(lines) };
}
