/**
 * The symbols that only unused symbols use (transitively unused): each place of their word is in the body of an unused symbol, or of
 * one that is found here as well, such as of functions that call each other. Input: the unused symbols of some files; output: further
 * symbols, each with the ones that have its uses. A symbol that may be used for another reason than tests is taken for used.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { isWithin } from "../base/nested-ranges.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import type { Code } from "./code.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { usersAt } from "./enclosing.ts";
import { bodiesOf, isListed, nameRange, ownRanges, type SearchedSymbol, searchedSymbol } from "./searched-symbol.ts";
import { isTestFile } from "./test-path.ts";
import { traitsOf } from "./traits-of.ts";
import { usedByTests } from "./unused-reasons.ts";
import { reasonsOf } from "./unused-symbols.ts";
import { anyWord, isInExample, isLikelyText, isOnCommentLine, placesOfWord, textKindAt } from "./word-places.ts";

/** A symbol that only unused ones use. */
export type UsedByUnused = {
  readonly symbol: SearchedSymbol;
  /** The functions and classes with its uses, in the order of files: all of them are unused. */
  readonly users: readonly Declaration[];
  /** Why it may be used all the same; empty if nothing says so. */
  readonly reasons: readonly string[];
};

/** A symbol without a use in the code. */
export type KnownUnused = {
  readonly declaration: Declaration;
  /** `in tests` if only tests use it, and `possible` if it may be used for another reason: then what it uses is used. */
  readonly use: "in tests" | "possible" | undefined;
};

/** Files with the word of a symbol past which it is taken for used. Files of tests count only for what tests declare. */
const maxUsing = 6;
const maxCounted = 20;

/** Symbols that have the uses of each other, or the uses of one, together: with further ones it is taken for used. */
const maxGroup = 8;

/** Searches of a file for a word, and files that are parsed: the words and files that come first are looked at. */
const maxSearches = 20_000;
const maxParsed = 200;

/** UTF-16 code units of texts that are kept. */
const maxKept = 50_000_000;

/**
 * Finds the symbols that only unused ones use.
 *
 * @param known the symbols without a use, with which the search begins: they are not found again
 * @param names further names that are looked at, such as of functions that call only each other
 */
export async function usedByUnused(
  code: Code,
  known: readonly KnownUnused[],
  names: readonly string[],
): Promise<{ readonly found: readonly UsedByUnused[]; readonly isCut: boolean }> {
  const search = new Search(code);
  for (const one of known) search.addKnown(one);
  await search.run(names);
  return search;
}

/** The uses of a symbol. */
type Uses = {
  /** For each place the function around it, and the classes, innermost first. */
  readonly holders: readonly (readonly Declaration[])[];
  /** The same of places in the file of its definition that are likely to be in a comment or a string, which only a tree tells. */
  readonly open: readonly { readonly at: number; readonly holders: readonly Declaration[] }[];
  readonly isInString: boolean;
};

/** An unused symbol. */
type Known = { readonly name: string; isInTests: boolean };

class Search {
  readonly found: UsedByUnused[] = [];
  readonly #code: Code;
  /** The bodies of unused symbols. */
  readonly #unused = new Map<Declaration, Known>();
  /** Declarations of symbols that are listed, one of each at least. */
  readonly #listed = new Set<Declaration>();
  /** Bodies whose words were not looked at yet. */
  readonly #bodies: Declaration[] = [];
  readonly #symbols = new Map<string, { readonly symbol: SearchedSymbol | undefined }>();
  readonly #uses = new Map<SearchedSymbol, { readonly uses: Uses | undefined }>();
  /** Symbols that something else than unused ones uses. */
  readonly #used = new Set<SearchedSymbol>();
  readonly #texts = new Map<string, string>();
  #kept = 0;
  #searches = 0;
  readonly #parsed = new Set<string>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** True if files were not searched, since they are too many. */
  get isCut(): boolean {
    return this.#searches >= maxSearches || this.#parsed.size >= maxParsed;
  }

  addKnown({ declaration, use }: KnownUnused): void {
    this.#addListed([declaration]);
    if (use === "possible") return;
    const { name, file } = declaration;
    const symbol = searchedSymbol(name, isTestFile(file.path, this.#code), this.#code, isOwnImport);
    this.#add(symbol?.declarations ?? [declaration], { name, isInTests: use === "in tests" });
  }

  #addListed(declarations: readonly Declaration[]): void {
    for (const one of declarations) this.#listed.add(one);
  }

  #add(declarations: readonly Declaration[], known: Known): void {
    this.#addListed(declarations);
    for (const body of allBodiesOf(declarations)) {
      if (!this.#unused.has(body)) this.#bodies.push(body);
      this.#unused.set(body, known);
    }
  }

  async run(names: readonly string[]): Promise<void> {
    // Bodies of symbols that are found are looked at as well.
    for (const body of this.#bodies) await this.#lookAt(this.#wordsIn(body));
    const { length } = this.#bodies;
    await this.#lookAt(names);
    for (let i = length; i < this.#bodies.length; i++) {
      const body = this.#bodies[i];
      if (body !== undefined) await this.#lookAt(this.#wordsIn(body));
    }
  }

  async #lookAt(words: Iterable<string>): Promise<void> {
    for (const word of words) {
      this.#code.throwIfOver();
      const symbol = this.#symbolOf(word);
      if (symbol !== undefined && !symbol.declarations.some((one) => this.#listed.has(one))) await this.#take(symbol);
    }
  }

  #wordsIn({ file, start, end }: Declaration): ReadonlySet<string> {
    return new Set(this.#textAt(file.path)?.slice(start, end).match(anyWord) ?? []);
  }

  /** Adds a symbol to the result if only unused ones use it, and the ones that use it as well. */
  async #take(symbol: SearchedSymbol): Promise<void> {
    const group = await this.#settledGroupOf(symbol);
    if (group === undefined) return;
    const members = group.map((one) => ({ symbol: one, ...this.#usersOf(one, group), reasons: this.#reasonsOf(one) }));
    const needed = new Set(members.flatMap(({ needs }) => [...needs]));
    const mayBeUsed = ({ reasons }: { readonly reasons: readonly string[] }) =>
      reasons.some((reason) => reason !== usedByTests);
    const used = members.find((member) => needed.has(member.symbol) && mayBeUsed(member));
    if (used !== undefined) {
      this.#used.add(used.symbol);
      return;
    }
    for (const member of members) {
      const { name, declarations } = member.symbol;
      if (mayBeUsed(member)) this.#addListed(declarations);
      else this.#add(declarations, { name, isInTests: member.reasons.length > 0 });
    }
    // Of a user that tests use, or of its own user, and so on.
    for (const _ of members) {
      for (const { symbol: one, users } of members) {
        const known = allBodiesOf(one.declarations).flatMap((body) => this.#unused.get(body) ?? []);
        if (this.#testedAmong(users) !== undefined) for (const own of known) own.isInTests = true;
      }
    }
    for (const { symbol: one, users, reasons } of members) {
      const tested = reasons.includes(usedByTests) ? undefined : this.#testedAmong(users);
      const all = tested === undefined ? reasons : [...reasons, `tests use ${tested.name}`];
      if (users.length > 0) this.found.push({ symbol: one, users, reasons: all });
    }
  }

  #testedAmong(users: readonly Declaration[]): Declaration | undefined {
    return users.find((user) => this.#unused.get(user)?.isInTests);
  }

  /** The group of a symbol, without open places but in its bodies and in unused ones: there it does not matter what they are. */
  async #settledGroupOf(symbol: SearchedSymbol): Promise<readonly SearchedSymbol[] | undefined> {
    for (;;) {
      const group = this.#groupOf(symbol);
      const bodies = new Set(group?.flatMap((one) => allBodiesOf(one.declarations)));
      const isInside = (holder: Declaration) => this.#unused.has(holder) || bodies.has(holder);
      const open = group?.find((one) => this.#usesOf(one)?.open.some(({ holders }) => !holders.some(isInside)));
      if (open === undefined) return group;
      await this.#settle(open);
    }
  }

  /** A symbol with all symbols that use it, directly or not, but the ones that are known as unused; undefined if it is used. */
  #groupOf(first: SearchedSymbol): readonly SearchedSymbol[] | undefined {
    /** Symbol → the one that it uses, for which it is looked at. */
    const members = new Map<SearchedSymbol, SearchedSymbol | undefined>([[first, undefined]]);
    const bodies = new Set(allBodiesOf(first.declarations));
    const isUsed = (symbol: SearchedSymbol) => {
      for (let one: SearchedSymbol | undefined = symbol; one !== undefined; one = members.get(one)) this.#used.add(one);
    };
    for (const symbol of members.keys()) {
      const uses = this.#used.has(symbol) ? undefined : this.#usesOf(symbol);
      if (uses === undefined) return void isUsed(symbol);
      for (const holders of uses.holders) {
        if (holders.some((one) => this.#unused.has(one) || bodies.has(one))) continue;
        const [holder] = holders;
        const user = holder && isListed(holder) ? this.#symbolOf(holder.name) : undefined;
        if (holder === undefined || !user?.declarations.includes(holder)) return void isUsed(symbol);
        // It is listed, and may be used all the same.
        if (user.declarations.some((one) => this.#listed.has(one))) return void isUsed(symbol);
        if (members.size === maxGroup) return undefined;
        members.set(user, symbol);
        for (const body of allBodiesOf(user.declarations)) bodies.add(body);
      }
    }
    return [...members.keys()];
  }

  /** The bodies with the uses of a symbol, and the symbols of its group that have some. */
  #usersOf(symbol: SearchedSymbol, group: readonly SearchedSymbol[]) {
    const owners = new Map(group.flatMap((one) => allBodiesOf(one.declarations).map((body) => [body, one] as const)));
    const users = new Map<string, Declaration>();
    const needs = new Set<SearchedSymbol>();
    const { holders: certain, open } = this.#usesOf(symbol) ?? { holders: [], open: [] };
    for (const holders of [...certain, ...open.map((place) => place.holders)]) {
      const user = holders.find((one) => this.#unused.has(one) || owners.has(one));
      if (user === undefined) continue;
      users.set(`${user.qualifier} ${user.name} ${user.parent?.name}`, user);
      const owner = this.#unused.has(user) ? undefined : owners.get(user);
      if (owner !== undefined) needs.add(owner);
    }
    return { users: [...users.values()], needs };
  }

  /** The symbol of a word, if few files have it. */
  #symbolOf(word: string): SearchedSymbol | undefined {
    return getOrInsert(this.#symbols, word, () => {
      const count = this.#code.countFilesWith(word, maxCounted + 1);
      if (count === 0 || count > maxCounted) return { symbol: undefined };
      const named = this.#code.index.named(word).filter((one) => !isOwnImport(one));
      const isOfTest = named.length > 0 && named.every(({ file }) => isTestFile(file.path, this.#code));
      const symbol = named.length === 0 ? undefined : searchedSymbol(word, isOfTest, this.#code, isOwnImport);
      return { symbol: symbol !== undefined && symbol.using.length <= maxUsing ? symbol : undefined };
    }).symbol;
  }

  /** The uses of a symbol; undefined if one is not in a function or a class. */
  #usesOf(symbol: SearchedSymbol): Uses | undefined {
    return getOrInsert(this.#uses, symbol, () => ({ uses: this.#searched(symbol) })).uses;
  }

  #searched(symbol: SearchedSymbol): Uses | undefined {
    const { name, definition, declarations, declaring, using } = symbol;
    const holders: (readonly Declaration[])[] = [];
    const open: { at: number; holders: readonly Declaration[] }[] = [];
    for (const path of using) {
      const text = this.#searches++ < maxSearches ? this.#textAt(path) : undefined;
      const file = this.#code.index.fileAt(path);
      if (text === undefined || file === undefined) return undefined;
      const own = ownRanges(declarations, file);
      const others = placesOfWord(text, name).filter((at) => !isWithin(at, own));
      const isOwnFile = path === definition.file.path;
      const inOther = (at: number) => !isOwnFile && declaring.has(path) && isOnCommentLine(text, at);
      const imports = declaring.has(path) ? [] : importsOf(name, file);
      const places = others.filter((at) => !inOther(at) && !isWithin(at, imports));
      // An import brings a name for others, unless its file uses it.
      if (places.length === 0 && others.some((at) => isWithin(at, imports))) return undefined;
      for (const at of places) {
        const around = usersAt(file, at);
        if (isOwnFile && isLikelyText(text, at)) open.push({ at, holders: around });
        else if (around.length === 0) return undefined;
        else holders.push(around);
      }
    }
    return { holders, open, isInString: false };
  }

  /** Finds out which open places of a symbol are uses. */
  async #settle(symbol: SearchedSymbol): Promise<void> {
    const { path } = symbol.definition.file;
    const { holders, open } = this.#usesOf(symbol) ?? { holders: [], open: [] };
    if (this.#parsed.size < maxParsed) this.#parsed.add(path);
    const kinds = !this.#parsed.has(path)
      ? undefined
      : await this.#code.withFile(path, ({ text, tree }) =>
          open.map(({ at }) => (isInExample(text, at) ? undefined : textKindAt(tree, at))),
        );
    const added = open.filter((_, index) => kinds?.[index] === undefined).map((place) => place.holders);
    const isKnown = kinds !== undefined && added.every(({ length }) => length > 0);
    const isInString = kinds?.includes("string") === true;
    this.#uses.set(symbol, { uses: isKnown ? { holders: [...holders, ...added], open: [], isInString } : undefined });
  }

  #reasonsOf(symbol: SearchedSymbol): readonly string[] {
    const textOf = ({ path }: IndexedFile) => this.#textAt(path) ?? "";
    return reasonsOf(symbol, textOf, this.#code, this.#usesOf(symbol)?.isInString === true);
  }

  #textAt(path: string): string | undefined {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#code.textOf(path);
    if (text === undefined) return undefined;
    if (this.#kept > maxKept) {
      this.#texts.clear();
      this.#kept = 0;
    }
    this.#kept += text.length;
    const read = withLineFeeds(text);
    this.#texts.set(path, read);
    return read;
  }
}

/** True for an import of a name for its own file: a package passes on what it imports. */
function isOwnImport({ kind, file }: Declaration): boolean {
  if (kind !== "import") return false;
  const stem = /([^\\/]*)\.\w+$/.exec(file.path)?.[1];
  return stem !== traitsOf(file.language).modules?.packageFile;
}

function importsOf(name: string, file: IndexedFile) {
  return file.declarations.filter((one) => one.name === name && isOwnImport(one)).map(nameRange);
}

function allBodiesOf(declarations: readonly Declaration[]): readonly Declaration[] {
  const files = new Set(declarations.map(({ file }) => file));
  return [...files].flatMap((file) => bodiesOf(declarations, file));
}
