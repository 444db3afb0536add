import { extname } from "node:path";
import { shebangBytes } from "../../base/limits.ts";
import { canonicalPath, type Roots } from "../../base/real-path.ts";
import { readStart } from "../../base/regular-file.ts";
import type { Languages } from "../../syntax/languages.ts";
import { scriptLanguage } from "../../syntax/script-language.ts";

/** Finds out the languages of scripts without an extension for one listing, which reads the beginning of each once. */
export class ScriptLanguages {
  readonly #languages: Languages;
  readonly #roots: Roots;
  readonly #onRead: (path: string) => void;
  readonly #known = new Map<string, string | undefined>();

  /** @param onRead receives the real path of each file that is read: the listing depends on it */
  constructor(languages: Languages, roots: Roots, onRead: (path: string) => void) {
    this.#languages = languages;
    this.#roots = roots;
    this.#onRead = onRead;
  }

  /** The name of the language of a script, by its absolute path; undefined for what has an extension or is none. */
  at(path: string): string | undefined {
    if (extname(path) !== "") return undefined;
    if (!this.#known.has(path)) {
      this.#onRead(canonicalPath(path));
      this.#known.set(path, this.#read(path));
    }
    return this.#known.get(path);
  }

  #read(path: string): string | undefined {
    try {
      return scriptLanguage(readStart(path, shebangBytes, this.#roots).toString("latin1"), this.#languages);
    } catch {
      return undefined;
    }
  }
}
