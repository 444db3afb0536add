import { type MacroRoles, type Role, roleOf } from "./roles.ts";
import { type Vocabulary, widerNumbers } from "./vocabulary.ts";

/** The roles of a vocabulary's words in one map of roles: of each word its place in `roles`, or 0 before it was asked for. */
interface Page {
  readonly vocabulary: Vocabulary;
  readonly roles: (Role | null)[];
  places: Int32Array;
}

/** Maps of roles are asked for again and again, so they must not change once a text was masked with them. */
const pages = new WeakMap<MacroRoles, Page>();

const noRole = 1;

/** The roles of words by their numbers: those of all files, and those that one text defines itself. */
export class RoleBook {
  private readonly vocabulary: Vocabulary;
  private readonly macros: MacroRoles;
  private readonly ownMacros: MacroRoles;
  private readonly page: Page;
  private readonly own = new Map<number, Role | null>();
  private readonly hasOwn: boolean;

  constructor(vocabulary: Vocabulary, macros: MacroRoles, own: MacroRoles) {
    this.vocabulary = vocabulary;
    this.macros = macros;
    this.ownMacros = own;
    for (const name of own.keys()) this.addOwn(name, own);
    this.hasOwn = this.own.size > 0;
    this.page = pageOf(vocabulary, macros);
  }

  has(name: string): boolean {
    return this.macros.has(name) || this.ownMacros.has(name);
  }

  /** The role of the macro that a word names, or null. */
  roleOf(word: number): Role | null {
    if (this.hasOwn) {
      const own = this.own.get(word);
      if (own !== undefined) return own;
    }
    const { places, roles } = this.page;
    const place = places[word] ?? 0;
    return place === noRole ? null : place > 0 ? (roles[place] ?? null) : this.lookUp(word);
  }

  /** Whether a word is surely no macro: nothing is known of it, and it is not written like one. */
  isPlain(word: number): boolean {
    return this.vocabulary.capitals[word] === 0 && this.roleOf(word) === null;
  }

  private lookUp(word: number): Role | null {
    const { page } = this;
    const role = roleOf(this.macros, this.vocabulary.spellings[word] ?? "") ?? null;
    page.places[word] = role === null ? noRole : page.roles.push(role) - 1;
    return role;
  }

  /** The text's own definition counts, unless the macro is known to name functions. */
  private addOwn(name: string, own: MacroRoles): void {
    const { macros } = this;
    if (macros.get(name) === own.get(name)) return;
    const given = roleOf(macros, name);
    if (given?.kind === "function") return;
    const role = roleOf({ get: (key) => own.get(key) ?? macros.get(key) }, name);
    this.own.set(this.vocabulary.numberOf(name), role ?? given ?? null);
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
