import { extname } from "node:path";
import { fragmentProbeBytes, maxFragmentBytes, shebangBytes } from "../base/limits.ts";
import { canonicalPath, type Roots } from "../base/real-path.ts";
import { readStart } from "../base/regular-file.ts";
import { statsAt } from "../base/stats.ts";
import { fragmentLanguage, languageOfFragments } from "../syntax/fragment-language.ts";
import type { Languages } from "../syntax/languages.ts";
import { scriptLanguage } from "../syntax/script-language.ts";

export type ReadLanguagesOptions = {
  readonly languages: Languages;
  readonly roots: Roots;
  /** Receives the real path of each file that is read: the listing depends on it. */
  readonly onRead: (path: string) => void;
  /** True if lists of uses of macros count. */
  readonly readsFragments?: boolean | undefined;
};

/**
 * Finds out the languages of files that only their texts tell, for one listing, which reads the beginning of each once: scripts without
 * an extension, and lists of uses of macros.
 */
export class ReadLanguages {
  readonly #options: ReadLanguagesOptions;
  readonly #known = new Map<string, string | undefined>();

  constructor(options: ReadLanguagesOptions) {
    this.#options = options;
  }

  /** The name of the language of a file, by its absolute path; undefined for a file whose text does not tell it. */
  at(path: string): string | undefined {
    const { languages, readsFragments, onRead } = this.#options;
    const isScript = extname(path) === "";
    const mayBeFragment = readsFragments === true && languageOfFragments(path, languages) !== undefined;
    if (!isScript && !mayBeFragment) return undefined;
    if (!this.#known.has(path)) {
      onRead(canonicalPath(path));
      this.#known.set(path, isScript ? this.#scriptAt(path) : this.#fragmentAt(path));
    }
    return this.#known.get(path);
  }

  #scriptAt(path: string): string | undefined {
    const start = this.#startOf(path, shebangBytes);
    return start === undefined ? undefined : scriptLanguage(start, this.#options.languages);
  }

  #fragmentAt(path: string): string | undefined {
    const start = this.#startOf(path, fragmentProbeBytes);
    const name = start === undefined ? undefined : fragmentLanguage(path, start, this.#options.languages);
    return name !== undefined && (statsAt(path)?.size ?? 0) <= maxFragmentBytes ? name : undefined;
  }

  #startOf(path: string, bytes: number): string | undefined {
    try {
      return readStart(path, bytes, this.#options.roots).toString("latin1");
    } catch {
      return undefined;
    }
  }
}
