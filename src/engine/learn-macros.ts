import { readdirSync } from "node:fs";
import { dirname, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { digestOf } from "../cache/fact-file.ts";
import { filesPerTurn, maxHeadersOfFolder, maxLearnedMacros } from "../limits.ts";
import type { Roots } from "../real-path.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import { combineRoles, definesOf, type MacroRoles } from "../syntax/masking/mask.ts";
import { readBytes } from "../workspace/read.ts";
import type { ReadStamp } from "../workspace/stamp.ts";

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

/** What one file defines. */
export type Defines = {
  readonly count: number;
  /** Tells what is defined from anything else; the same for all files that define nothing. */
  readonly digest: string;
  readonly roles: () => MacroRoles;
};

/** Remembers what files define from one call to the next. */
export type DefinesMemory = {
  /** What the file at a path surely defines still. */
  readonly recallDefines: (path: string) => Defines | undefined;
  /** @param stamp of the file that was read; undefined when it changed meanwhile */
  readonly takeDefines: (path: string, roles: MacroRoles, stamp: ReadStamp | undefined) => Defines;
};

export const noMemory: DefinesMemory = {
  recallDefines: () => undefined,
  takeDefines: (_, roles) => definesOfRoles(roles, ""),
};

export function definesOfRoles(roles: MacroRoles, digest: string): Defines {
  return { count: roles.size, digest, roles: () => roles };
}

/**
 * Looks up the `#define`s of the given files and of the headers next to them, as far as their language has macros.
 * What cannot be read teaches nothing: when it is asked about itself, its answer says why.
 *
 * @param paths absolute
 * @throws the signal's reason
 */
export async function surveyMacros(
  paths: readonly string[],
  options: LearnOptions,
  memory: DefinesMemory = noMemory,
): Promise<MacroSurvey> {
  const survey = new MacroSurvey();
  let files = 0;
  for (const { folder, names } of foldersOf(paths, options)) {
    for (const name of names) {
      if (survey.isCut) return survey;
      survey.add(folder, isHeader(name), definedIn(folder, name, options, memory));
      files++;
      if (files % filesPerTurn > 0) continue;
      await setImmediate();
      options.signal.throwIfAborted();
    }
  }
  return survey;
}

type MacroSource = { readonly folder: string; readonly isHeader: boolean; readonly defines: Defines };

/** The files of a call that define macros, in the order in which they are learned. */
export class MacroSurvey {
  readonly #sources: MacroSource[] = [];
  #contexts: Contexts | undefined;
  #size = 0;

  get isCut(): boolean {
    return this.#size > maxLearnedMacros;
  }

  add(folder: string, isOfHeader: boolean, defines: Defines): void {
    if (defines.count > 0) this.#sources.push({ folder, isHeader: isOfHeader, defines });
    this.#size += defines.count;
  }

  learned(): LearnedMacros {
    const lesson = new Lesson(this.isCut);
    for (const { folder, isHeader: isOfHeader, defines } of this.#sources) {
      lesson.learn(folder, isOfHeader, defines.roles());
    }
    return lesson;
  }

  /** A digest of what is learned for the file at a path. */
  contextOf(path: string): string {
    this.#contexts ??= contextsOf(this.#sources);
    const { everywhere, folders } = this.#contexts;
    return folders.get(dirname(path)) ?? everywhere;
  }
}

type Contexts = { readonly everywhere: string; readonly folders: ReadonlyMap<string, string> };

function contextsOf(sources: readonly MacroSource[]): Contexts {
  const everywhere = digestOf(sources.map(({ defines }) => defines.digest).join(""));
  const folders = new Map<string, string>();
  for (const { folder, isHeader: isOfHeader, defines } of sources) {
    if (isOfHeader) folders.set(folder, (folders.get(folder) ?? everywhere) + defines.digest);
  }
  return { everywhere, folders: new Map([...folders].map(([folder, digests]) => [folder, digestOf(digests)])) };
}

class Lesson implements LearnedMacros {
  readonly everywhere: Record<string, string> = Object.create(null);
  readonly folders: Record<string, Record<string, string>> = Object.create(null);
  readonly isCut: boolean;

  constructor(isCut: boolean) {
    this.isCut = isCut;
  }

  learn(folder: string, isOfHeader: boolean, roles: MacroRoles): void {
    for (const [name, role] of roles) {
      if (isMacroName.test(name)) add(this.everywhere, name, role);
      if (isOfHeader) {
        this.folders[folder] ??= Object.create(null);
        add(this.folders[folder] ?? {}, name, role);
      }
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

function definedIn(
  folder: string,
  name: string,
  { roots, maxFileBytes }: LearnOptions,
  memory: DefinesMemory,
): Defines {
  const path = folder + sep + name;
  const known = memory.recallDefines(path);
  if (known !== undefined) return known;
  try {
    const { bytes, stamp } = readBytes(path, path, { roots, maxFileBytes });
    // In any encoding of which ASCII is a part, Latin 1 shows the names as they are.
    const roles: MacroRoles = bytes.includes("define") ? withoutText(definesOf(bytes.toString("latin1"))) : new Map();
    return memory.takeDefines(path, roles, stamp);
  } catch {
    return definesOfRoles(new Map(), "");
  }
}

/** The same with names of their own: V8 keeps a whole text for a slice of it. */
function withoutText(roles: MacroRoles): MacroRoles {
  return new Map([...roles].map(([name, role]) => [Buffer.from(name, "latin1").toString("latin1"), role]));
}
