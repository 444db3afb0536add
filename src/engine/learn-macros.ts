import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { filesPerTurn, maxHeadersOfFolder, maxLearnedMacros } from "../limits.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import { combineRoles, definesOf, type MacroRoles } from "../syntax/masking/mask.ts";
import { readRegularFile } from "../workspace/read.ts";
import { isInside, type Roots } from "../workspace/roots.ts";

/** The macros that the files of a call and the headers next to them define: strings only, to be sent to workers. */
export type LearnedMacros = {
  /** Names that are surely a macro's, of all files. */
  readonly everywhere: Readonly<Record<string, string>>;
  /** By folder, all that its headers define; without folders whose headers define nothing. */
  readonly folders: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Were there more than maxLearnedMacros? Then the rest was not read. */
  readonly isCut: boolean;
};

export type LearnOptions = {
  readonly languages: Languages;
  readonly roots: Roots;
  readonly maxFileBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Reads the `#define`s of the given files and of the headers next to them, as far as their language has macros.
 * What cannot be read teaches nothing: when it is asked about itself, its answer says why.
 *
 * @param paths absolute
 * @throws the signal's reason
 */
export async function learnMacros(paths: readonly string[], options: LearnOptions): Promise<LearnedMacros> {
  const lesson = new Lesson();
  let files = 0;
  for (const { folder, names } of foldersOf(paths, options)) {
    const real = realFolder(folder, options.roots);
    if (real === undefined) continue;
    for (const name of names) {
      if (lesson.isCut) return lesson;
      lesson.learn(folder, isHeader(name), definedIn(join(real, name), options.maxFileBytes));
      files++;
      if (files % filesPerTurn > 0) continue;
      await setImmediate();
      options.signal.throwIfAborted();
    }
  }
  return lesson;
}

class Lesson implements LearnedMacros {
  readonly everywhere: Record<string, string> = Object.create(null);
  readonly folders: Record<string, Record<string, string>> = Object.create(null);
  #size = 0;

  get isCut(): boolean {
    return this.#size > maxLearnedMacros;
  }

  learn(folder: string, isOfHeader: boolean, roles: MacroRoles): void {
    for (const [name, role] of roles) {
      if (isMacroName.test(name)) add(this.everywhere, name, role);
      if (isOfHeader) {
        this.folders[folder] ??= Object.create(null);
        add(this.folders[folder] ?? {}, name, role);
      }
      this.#size++;
    }
  }
}

/** A name of which it does not take a file's `#include`s to know that a macro is meant. */
const isMacroName = /_|^[A-Z][A-Z0-9]+$/;

function add(roles: Record<string, string>, name: string, role: string): void {
  const known = roles[name];
  roles[name] = known === undefined ? role : combineRoles(known, role);
}

const isHeader = (name: string): boolean => /\.h[^.]*$/i.test(name);

/** The folders of the files whose language has macros, each with the names of these files and of its headers. */
function foldersOf(paths: readonly string[], { languages }: LearnOptions) {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    if (languageOf(path, languages)?.macros === undefined) continue;
    const folder = dirname(path);
    let names = folders.get(folder);
    if (names === undefined) {
      names = new Set(headersIn(folder, languages));
      folders.set(folder, names);
    }
    names.add(path.slice(folder.length + 1));
  }
  return [...folders].map(([folder, names]) => ({ folder, names: [...names].sort() }));
}

function headersIn(folder: string, languages: Languages): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isHeader(name) && languageOf(name, languages)?.macros !== undefined)
      .sort()
      .slice(0, maxHeadersOfFolder);
  } catch {
    return [];
  }
}

function realFolder(folder: string, roots: Roots): string | undefined {
  try {
    const real = realpathSync(folder);
    return isInside(real, roots) ? real : undefined;
  } catch {
    return undefined;
  }
}

function definedIn(path: string, maxFileBytes: number): MacroRoles {
  try {
    const bytes = readRegularFile(path, path, maxFileBytes);
    // In any encoding of which ASCII is a part, Latin 1 shows the names as they are.
    return bytes.includes("define") ? definesOf(bytes.toString("latin1")) : new Map();
  } catch {
    return new Map();
  }
}
