import { dirname } from "node:path";
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

const none: MacroRoles = new Map();

/** The macros of one call, as the files of it see them. */
export class MacroBook {
  readonly #collected: CollectedMacros;
  readonly #project: MacroRoles;
  readonly #everywhere = new Map<Language, MacroRoles>();
  readonly #folders = new Map<string, MacroRoles>();

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

  #everywhereIn(language: Language, shipped: MacroRoles): MacroRoles {
    let roles = this.#everywhere.get(language);
    if (roles === undefined) {
      const merged = mergeRoles([shipped, new Map(Object.entries(this.#collected.everywhere))]);
      roles = new Map([...merged, ...this.#project]);
      this.#everywhere.set(language, roles);
    }
    return roles;
  }

  /** Returns the roles that a folder has beyond the roles of all files. */
  #folder(folder: string, shipped: MacroRoles, everywhere: MacroRoles): MacroRoles {
    const defined = this.#collected.folders[folder];
    if (defined === undefined) return none;
    let roles = this.#folders.get(folder);
    if (roles === undefined) {
      roles = new Map(
        Object.entries(defined)
          .filter(([name]) => !this.#project.has(name))
          .map(([name, role]) => [name, combineRoles(shipped.get(name) ?? role, role)] as const)
          .filter(([name, role]) => everywhere.get(name) !== role),
      );
      this.#folders.set(folder, roles);
    }
    return roles;
  }
}
