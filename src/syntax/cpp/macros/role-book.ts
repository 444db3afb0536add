/**
 * The roles of words as macros in one text. Input: the macros of all files, of the folder and of the text; output: the
 * role of a word by its number in the vocabulary, where the nearest definition counts.
 */
import type { CppModule, Vocabulary } from "../tokens/module.ts";
import { isDefinedIn, type KnownMacros, type MacroRoles, type Role, roleKinds, roleOf } from "./roles.ts";

/** The numbers of no role, and of one to be looked up, in the module's table of words. */
const noRole = 1;
const unasked = 0;

/** The rests of roles that the module knows, by their numbers. */
const knownRests: Readonly<Record<string, number>> = { cast: 1, if: 2 };

/** The rest of a macro that opens namespaces: `1 name`. */
const spacedRest = 3;

const none: MacroRoles = new Map();

/**
 * The roles of words by their numbers: roles of all files, replaced by roles of a folder, replaced by roles of the
 * text. The module asks for the role of a word once.
 */
export class RoleBook {
  readonly #module: CppModule;
  #vocabulary: Vocabulary | undefined;
  #everywhere = none;
  #folder = none;
  #own = none;
  /** The roles that the module knows, by their numbers, and their numbers by what they are. */
  readonly #roles: (Role | null)[] = [];
  readonly #numbers = new Map<string, number>();
  /** The words whose roles differ from the roles of all files. */
  readonly #ofFolder = new Map<number, number>();
  readonly #ofText = new Set<number>();
  /** The names that `has` was called with. */
  asked = new Set<string>();

  constructor(module: CppModule) {
    this.#module = module;
  }

  /** Takes the macros of the next text. */
  begin({ project, folder, everywhere }: KnownMacros, own: MacroRoles): void {
    const { vocabulary } = this.#module;
    this.asked = new Set();
    if (this.#vocabulary !== vocabulary || this.#everywhere !== everywhere) this.#empty(vocabulary, everywhere);
    else this.#forgetText();
    if (this.#folder !== folder) this.#setFolder(folder);
    this.#own = own;
    const known = { get: (key: string) => folder.get(key) ?? everywhere.get(key) };
    for (const name of own.keys()) if (!project.has(name)) this.#addOwn(name, known);
  }

  /** True if a common build defines a macro. */
  has(name: string): boolean {
    this.asked.add(name);
    return [this.#everywhere, this.#folder, this.#own].some((macros) => isDefinedIn(macros, name));
  }

  /** The number of the role that all files give to a word. */
  lookUp(word: number): number {
    return this.#numberOf(roleOf(this.#everywhere, this.#module.vocabulary.spelling(word)) ?? null);
  }

  /** The role of a number. */
  roleOf(number: number): Role | null {
    return this.#roles[number] ?? null;
  }

  #empty(vocabulary: Vocabulary, everywhere: MacroRoles): void {
    const { exports } = this.#module;
    exports.emptyRoles();
    this.#module.knownWords = everywhere.size;
    vocabulary.eachOf(everywhere.keys(), exports.mayHaveRoles);
    this.#vocabulary = vocabulary;
    this.#everywhere = everywhere;
    this.#folder = none;
    this.#roles.length = 0;
    this.#numbers.clear();
    this.#ofFolder.clear();
    this.#ofText.clear();
  }

  #forgetText(): void {
    for (const word of this.#ofText) this.#set(word, this.#ofFolder.get(word) ?? unasked);
    this.#ofText.clear();
  }

  #setFolder(folder: MacroRoles): void {
    for (const word of this.#ofFolder.keys()) this.#set(word, unasked);
    this.#ofFolder.clear();
    this.#folder = folder;
    const macros = { get: (key: string) => folder.get(key) ?? this.#everywhere.get(key) };
    for (const name of folder.keys()) {
      const word = this.#module.vocabulary.numberOf(name);
      const number = this.#numberOf(roleOf(macros, name) ?? null);
      this.#ofFolder.set(word, number);
      this.#set(word, number);
    }
  }

  /** The text's own definition counts, unless the macro is known to name functions. */
  #addOwn(name: string, known: Pick<MacroRoles, "get">): void {
    const own = this.#own;
    if (known.get(name) === own.get(name)) return;
    const given = roleOf(known, name);
    if (given?.kind === "function") return;
    const role = roleOf({ get: (key) => own.get(key) ?? known.get(key) }, name);
    const word = this.#module.vocabulary.numberOf(name);
    this.#ofText.add(word);
    this.#set(word, this.#numberOf(role ?? given ?? null));
  }

  #set(word: number, role: number): void {
    // The number of a word that is too long for the module.
    if (word > 0) this.#module.exports.setRole(word, role);
  }

  #numberOf(role: Role | null): number {
    if (role === null) return noRole;
    const { kind, call, rest, braces } = role;
    const key = `${kind} ${call} ${braces} ${rest}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const restNumber = knownRests[rest] ?? (rest.includes(" ") ? spacedRest : 0);
    const number = this.#module.exports.addRole(roleKinds.indexOf(kind), call ? 1 : 0, restNumber, braces);
    this.#numbers.set(key, number);
    this.#roles[number] = role;
    return number;
  }
}
