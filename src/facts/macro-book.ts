/**
 * The macros that each file of a call is read with: the language's, the project's, and the `#define`s of all files and
 * of the folder. Input: the macros that a call has collected; output: the macros for a path, and the macros that may
 * declare a name.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import type { Language } from "../syntax/languages.ts";
import { combineRoles, type KnownMacros, type MacroRoles, mergeRoles, rolesOfData } from "../syntax/macro-roles.ts";
import { shippedMacros } from "../syntax/macros.ts";

/** The macros that the files of a call and the headers next to them define, as strings that workers receive. */
export type CollectedMacros = {
  /** Names of all files that are certainly names of macros, with their roles. */
  readonly everywhere: Readonly<Record<string, string>>;
  /** Folder → the macros that its headers define; without folders whose headers define none. */
  readonly folders: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True when there are more than maxCollectedMacros: the rest was not read. */
  readonly exceedsLimit: boolean;
};

/** The macros whose roles have a word, and the names that roles make of arguments. */
type Mentions = {
  readonly byWord: ReadonlyMap<string, readonly string[]>;
  readonly templates: readonly { readonly macro: string; readonly made: RegExp }[];
};

/** Matches a name that a role makes of an argument and a text, `get_$1`, or of several. */
const pastedArgument = /[\w$]*(?:\w\$\d|\$\d[\w$])[\w$]*/g;

const none: MacroRoles = new Map();

/** The macros of one call, as the files of it see them. */
export class MacroBook {
  readonly #collected: CollectedMacros;
  readonly #project: MacroRoles;
  readonly #everywhere = new Map<Language, MacroRoles>();
  readonly #folders = new Map<string, MacroRoles>();
  #mentions: Mentions | undefined;

  constructor(collected: CollectedMacros, project: Readonly<Record<string, readonly string[]>>) {
    this.#collected = collected;
    this.#project = rolesOfData({ macros: { project } });
  }

  /** Returns the macros for the file at a path; undefined when its language has no macros. */
  at(path: string, language: Language): KnownMacros | undefined {
    const shipped = shippedMacros(language);
    if (shipped === undefined) return undefined;
    const everywhere = this.#everywhereIn(language, shipped);
    return { project: this.#project, everywhere, folder: this.#folder(dirname(path), shipped, everywhere) };
  }

  /**
   * The macros that may declare a name in a file without its word: the name is in their roles, or is made there of an argument, or
   * the macros that they are made of are such ones.
   */
  macrosWith(name: string): readonly string[] {
    this.#mentions ??= this.#findMentions();
    const { byWord, templates } = this.#mentions;
    const fitting = templates.flatMap(({ macro, made }) => (made.test(name) ? [macro] : []));
    const found = new Set([...(byWord.get(name) ?? []), ...fitting]);
    for (const macro of found) for (const other of byWord.get(macro) ?? []) found.add(other);
    return [...found];
  }

  #findMentions(): Mentions {
    const { everywhere, folders } = this.#collected;
    const byWord = new Map<string, string[]>();
    const templates: { macro: string; made: RegExp }[] = [];
    const defined = [everywhere, ...Object.values(folders)].flatMap((roles) => Object.entries(roles));
    for (const [macro, role] of [...defined, ...this.#project]) {
      for (const word of role.match(/\w+/g) ?? []) getOrInsert(byWord, word, () => []).push(macro);
      for (const [template] of role.matchAll(pastedArgument)) {
        templates.push({ macro, made: new RegExp(`^${template.replace(/\$\d+/g, "\\w+")}$`) });
      }
    }
    return { byWord, templates };
  }

  #everywhereIn(language: Language, shipped: MacroRoles): MacroRoles {
    return getOrInsert(this.#everywhere, language, () => {
      const merged = mergeRoles([shipped, new Map(Object.entries(this.#collected.everywhere))]);
      return new Map([...merged, ...this.#project]);
    });
  }

  /** Returns the roles that a folder has beyond the roles of all files. */
  #folder(folder: string, shipped: MacroRoles, everywhere: MacroRoles): MacroRoles {
    const defined = this.#collected.folders[folder];
    if (defined === undefined) return none;
    return getOrInsert(
      this.#folders,
      folder,
      () =>
        new Map(
          Object.entries(defined)
            .filter(([name]) => !this.#project.has(name))
            .map(([name, role]) => [name, combineRoles(shipped.get(name) ?? role, role)] as const)
            .filter(([name, role]) => everywhere.get(name) !== role),
        ),
    );
  }
}
