/**
 * The roles of words as macros in one text. Input: the macros of all files, of the folder and of the text; output: the
 * role of a word by its number in the vocabulary, where the nearest definition counts.
 */
import { type Vocabulary, widerNumbers } from "../tokens/vocabulary.ts";
import { isDefinedIn, type KnownMacros, type MacroRoles, type Role, roleOf } from "./roles.ts";

/** The roles of a vocabulary's words in one map of roles: of each word its place in `roles`, or 0 before it was asked for. */
type Page = {
  readonly vocabulary: Vocabulary;
  readonly roles: (Role | null)[];
  places: Int32Array;
};

/** Roles by the numbers of words. */
type Leaf = ReadonlyMap<number, Role | null>;

const pages = new WeakMap<MacroRoles, Page>();
const leaves = new WeakMap<MacroRoles, { readonly vocabulary: Vocabulary; readonly leaf: Leaf }>();

const noRole = 1;

/**
 * The roles of words by their numbers: roles of all files, replaced by roles of a folder, replaced by roles of the
 * text.
 */
export class RoleBook {
  readonly #vocabulary: Vocabulary;
  readonly #macros: KnownMacros;
  readonly #ownMacros: MacroRoles;
  readonly #page: Page;
  readonly #folder: Leaf;
  readonly #own = new Map<number, Role | null>();
  readonly #hasLeaves: boolean;
  /** The names that `has` was called with. */
  readonly asked = new Set<string>();

  constructor(vocabulary: Vocabulary, macros: KnownMacros, own: MacroRoles) {
    this.#vocabulary = vocabulary;
    this.#macros = macros;
    this.#ownMacros = own;
    this.#page = pageOf(vocabulary, macros.everywhere);
    this.#folder = leafOf(vocabulary, macros);
    for (const name of own.keys()) this.#addOwn(name, own);
    this.#hasLeaves = this.#own.size > 0 || this.#folder.size > 0;
  }

  /** True if a common build defines a macro. */
  has(name: string): boolean {
    this.asked.add(name);
    const { everywhere, folder } = this.#macros;
    return [everywhere, folder, this.#ownMacros].some((macros) => isDefinedIn(macros, name));
  }

  /** The role of the macro that a word names, or null. */
  roleOf(word: number): Role | null {
    if (this.#hasLeaves) {
      const own = this.#own.get(word);
      if (own !== undefined) return own;
      const near = this.#folder.get(word);
      if (near !== undefined) return near;
    }
    const { places, roles } = this.#page;
    const place = places[word] ?? 0;
    return place === noRole ? null : place > 0 ? (roles[place] ?? null) : this.#lookUp(word);
  }

  /** True if a word is surely not a macro: it is unknown, and not written like one. */
  isPlain(word: number): boolean {
    return this.#vocabulary.capitals[word] === 0 && this.roleOf(word) === null;
  }

  #lookUp(word: number): Role | null {
    const page = this.#page;
    const role = roleOf(this.#macros.everywhere, this.#vocabulary.spellings[word] ?? "") ?? null;
    page.places[word] = role === null ? noRole : page.roles.push(role) - 1;
    return role;
  }

  /** The text's own definition counts, unless the macro is the project's or known to name functions. */
  #addOwn(name: string, own: MacroRoles): void {
    const { project, folder, everywhere } = this.#macros;
    const known = { get: (key: string) => folder.get(key) ?? everywhere.get(key) };
    if (known.get(name) === own.get(name) || project.has(name)) return;
    const given = roleOf(known, name);
    if (given?.kind === "function") return;
    const role = roleOf({ get: (key) => own.get(key) ?? known.get(key) }, name);
    this.#own.set(this.#vocabulary.numberOf(name), role ?? given ?? null);
  }
}

/** The page with room for all words of the vocabulary. */
function pageOf(vocabulary: Vocabulary, macros: MacroRoles): Page {
  const known = pages.get(macros);
  const page =
    known?.vocabulary === vocabulary ? known : { vocabulary, roles: [null, null], places: new Int32Array(4096) };
  if (page !== known) pages.set(macros, page);
  if (page.places.length < vocabulary.size) page.places = widerNumbers(page.places, vocabulary.size * 2);
  return page;
}

function leafOf(vocabulary: Vocabulary, { folder, everywhere }: KnownMacros): Leaf {
  const known = leaves.get(folder);
  if (known?.vocabulary === vocabulary) return known.leaf;
  const macros = { get: (key: string) => folder.get(key) ?? everywhere.get(key) };
  const leaf = new Map([...folder.keys()].map((name) => [vocabulary.numberOf(name), roleOf(macros, name) ?? null]));
  leaves.set(folder, { vocabulary, leaf });
  return leaf;
}
