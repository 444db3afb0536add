/**
 * Digests of the macros that files look up. Input: the words of a file, and the macros of a call; output: a digest that is the same as
 * long as the file is read the same way. A file looks up only its own words, so that its reading depends on the words that name macros
 * of a known role, on whether the names in its conditions are macros, and on nothing else of what a call collects. For the names in
 * conditions, facts have words with a `#` in front.
 */
import { createHash } from "node:crypto";
import { getOrInsert } from "../base/get-or-insert.ts";
import { Turns } from "../base/turns.ts";
import type { Languages } from "../syntax/languages.ts";
import { isDefinedIn, type KnownMacros, type MacroRoles, roleChain, roleOf } from "../syntax/macro-roles.ts";
import type { MacroBook } from "./macro-book.ts";
import type { Segment } from "./segment.ts";
import type { Vocabulary } from "./words.ts";

/** The prefix of a name in the word for a test whether it is a macro. */
export const asksFor = "#";

/** Characters of a digest, each a byte. */
const digestBytes = 16;

/**
 * The macros that each of some files looks up. A digest of them is the hash of the sorted digests, and not their sum: a stranger who
 * chooses the macros of a code base could find other macros with the same sum, and the facts of a file serve all code bases that have it.
 */
class MacroSets {
  readonly #digests = new Map<number, string[]>();

  add(file: number, digest: string): void {
    getOrInsert(this.#digests, file, () => []).push(digest);
  }

  /** Returns 16 characters of latin1; zeros for a file without macros. */
  digestOf(file: number): string {
    const digests = this.#digests.get(file);
    return digests === undefined ? "\0".repeat(digestBytes) : hashOf(digests.sort().join(""));
  }
}

/**
 * Tells the words of a vocabulary apart that may name a macro, of all files or of some folder, from all others: most words
 * name none, and are met again in each folder.
 */
class MacroWords {
  readonly #everywhere: MacroRoles;
  /** By word: 0 before it was met, 1 for no macro, 2 for what may be one. */
  #states = new Uint8Array(1 << 12);
  #vocabulary: Vocabulary | undefined;
  /** By the name of a macro and its role. */
  readonly #digests = new Map<string, string>();
  /** The folders whose names are among the states. */
  #folders = new WeakSet<MacroRoles>();

  constructor(everywhere: MacroRoles) {
    this.#everywhere = everywhere;
  }

  /** Prepares for words of a vocabulary, in a folder. */
  begin(folder: MacroRoles, vocabulary: Vocabulary): void {
    if (this.#vocabulary !== vocabulary) {
      this.#states.fill(0);
      this.#folders = new WeakSet();
      this.#vocabulary = vocabulary;
    }
    if (!this.#folders.has(folder)) this.#addFolder(folder, vocabulary);
  }

  /** True when a word may name a macro in some folder: one of the vocabulary that was prepared for. */
  mayName(word: number, vocabulary: Vocabulary): boolean {
    const known = this.#states[word] ?? 0;
    return (known === 0 ? this.#stateOf(word, vocabulary) : known) === 2;
  }

  /** Returns the digest of a macro, which most folders share. */
  digestOf(name: string, chain: string): string {
    const key = `${name}\0${chain}`;
    return getOrInsert(this.#digests, key, () => hashOf(key));
  }

  #addFolder(folder: MacroRoles, vocabulary: Vocabulary): void {
    this.#folders.add(folder);
    for (const name of folder.keys()) {
      for (const key of [name, asksFor + name]) this.#set(vocabulary.idOf(key), 2);
    }
  }

  #stateOf(word: number, vocabulary: Vocabulary): number {
    const name = vocabulary.textOf(word);
    const state = this.#everywhere.has(name.startsWith(asksFor) ? name.slice(1) : name) ? 2 : 1;
    this.#set(word, state);
    return state;
  }

  #set(word: number, state: number): void {
    if (word >= this.#states.length) {
      const states = new Uint8Array(Math.max(word + 1, this.#states.length * 2));
      states.set(this.#states);
      this.#states = states;
    }
    this.#states[word] = state;
  }
}

/** The digests of the macros of one text, by name, as they are needed; undefined for a name that is not a macro's. */
class DigestsByName {
  readonly #macros: KnownMacros;
  readonly #words: MacroWords;
  readonly #known = new Map<string, string | undefined>();
  /** The same by the ids of a vocabulary. */
  readonly #ofWords = new Map<number, string | undefined>();
  #vocabulary: Vocabulary | undefined;

  /** @param words is shared by all folders */
  constructor(macros: KnownMacros, words: MacroWords) {
    this.#macros = macros;
    this.#words = words;
  }

  get(name: string): string | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const digest = this.#digestOf(name);
    this.#known.set(name, digest);
    return digest;
  }

  #digestOf(word: string): string | undefined {
    const { folder, everywhere } = this.#macros;
    const macros = { get: (key: string) => folder.get(key) ?? everywhere.get(key) };
    if (word.startsWith(asksFor)) {
      const isDefined = [folder, everywhere].some((roles) => isDefinedIn(roles, word.slice(1)));
      return isDefined ? this.#words.digestOf(word, "") : undefined;
    }
    const chain = roleChain(macros, word) ?? "";
    return roleOf(macros, word) === undefined ? undefined : this.#words.digestOf(word, chain);
  }

  /** Returns the digests of the macros among some words. */
  ofWords(words: Uint32Array, vocabulary: Vocabulary): readonly string[] {
    if (this.#vocabulary !== vocabulary) {
      this.#ofWords.clear();
      this.#vocabulary = vocabulary;
    }
    this.#words.begin(this.#macros.folder, vocabulary);
    const digests: string[] = [];
    for (const word of words) {
      const digest = this.#words.mayName(word, vocabulary) ? this.#ofWord(word, vocabulary) : undefined;
      if (digest !== undefined) digests.push(digest);
    }
    return digests;
  }

  #ofWord(word: number, vocabulary: Vocabulary): string | undefined {
    if (this.#ofWords.has(word)) return this.#ofWords.get(word);
    const digest = this.get(vocabulary.textOf(word));
    this.#ofWords.set(word, digest);
    return digest;
  }
}

/** 128 bits of SHA-256, a character a byte. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest().toString("latin1", 0, digestBytes);
}

/** By the roles of all files, what their folders share; and by the roles of a folder, since files of a folder share them. */
type Tables = WeakMap<object, { readonly words: MacroWords; readonly ofFolders: WeakMap<object, DigestsByName> }>;

function digestsFor(macros: KnownMacros, tables: Tables): DigestsByName {
  const { everywhere, folder } = macros;
  const table = getOrInsert(tables, everywhere, () => ({
    words: new MacroWords(everywhere),
    ofFolders: new WeakMap(),
  }));
  return getOrInsert(table.ofFolders, folder, () => new DigestsByName(macros, table.words));
}

const tables: Tables = new WeakMap();

/**
 * Returns the digest of the macros that one text looks up.
 *
 * @param words ids of the vocabulary, which keeps them as long as it lives
 */
export function macroDigest(words: Uint32Array, vocabulary: Vocabulary, macros: KnownMacros): string {
  const sets = new MacroSets();
  for (const digest of digestsFor(macros, tables).ofWords(words, vocabulary)) sets.add(0, digest);
  return sets.digestOf(0);
}

/**
 * Returns the digests of the macros that the files of a segment look up in a book, by file.
 *
 * @throws the signal's reason
 */
export async function macroDigestsOf(
  segment: Segment,
  book: MacroBook,
  languages: Languages,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const byName = new Map(languages.map((language) => [language.name, language]));
  const names = new Set<string>();
  const seen = new Set<object>();
  const turns = new Turns(signal);
  const digests: (DigestsByName | undefined)[] = [];
  for (let file = 0; file < segment.files; file++) {
    const language = byName.get(segment.languageOf(file));
    const macros = language && book.at(segment.pathOf(file), language);
    digests.push(macros && digestsFor(macros, tables));
    for (const roles of macros === undefined ? [] : [macros.everywhere, macros.folder]) {
      if (seen.has(roles)) continue;
      seen.add(roles);
      for (const name of roles.keys()) names.add(name);
    }
    if (turns.isOver) await turns.next();
  }
  const sets = new MacroSets();
  const add = (key: string, word: number) => {
    for (const file of word < 0 ? [] : segment.filesWith(word)) {
      const digest = digests[file]?.get(key);
      if (digest !== undefined) sets.add(file, digest);
    }
  };
  for (const [key, word] of askedWordsOf(segment)) if (names.has(key.slice(1))) add(key, word);
  for (const name of names) {
    add(name, segment.wordId(name));
    if (turns.isOver) await turns.next();
  }
  return Array.from({ length: segment.files }, (_, file) => sets.digestOf(file));
}

/** Returns the words that say that a file asks whether a name is a macro, with their ids: they come first, and are few. */
function askedWordsOf(segment: Segment): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (let word = 0; word < segment.words; word++) {
    const spelling = segment.wordOf(word);
    if (spelling.startsWith(asksFor)) words.set(spelling, word);
    else if (spelling > asksFor) break;
  }
  return words;
}
