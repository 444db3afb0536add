/**
 * The symbols that a function or class uses, with the imports that it needs (context of a symbol). Input: a resolved
 * file, and declarations in it; output: the used declarations, types of the head first.
 */
import { wordSet } from "../base/word-list.ts";
import type { ResolvedFile } from "./code.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { includedFiles } from "./cpp/include-search.ts";
import { includesOf } from "./cpp/includes.ts";
import { keyOfPlace, type Place, placeOf } from "./places.ts";
import { ReferencePlaces } from "./reference-places.ts";
import type { ReferenceType } from "./reference-types.ts";
import { certaintyOf } from "./resolution.ts";
import { bringsNames, isInner, standsForFile } from "./symbol-kind.ts";
import { inWholeNames } from "./written-names.ts";

/**
 * Names that are resolved for what a symbol uses: of a class with thousands of members, the names in the first ones.
 */
const maxNames = 5_000;

/** The names in the source of a symbol. */
export type UsedSymbols = {
  /**
   * One declaration of each symbol of the code base that the source names and does not declare, its definition where that is
   * known: first the types of its head, then what it calls, then the others, each in the order of their first place.
   */
  readonly symbols: readonly Declaration[];
  /** The imports of the file through which it names something, and the includes that declare it. */
  readonly imports: readonly Declaration[];
  /** True when it has more names than are resolved. */
  readonly isPartial: boolean;
};

/** The used symbols in the order of answers: types of the head come first. */
const ranks = { head: 0, call: 1, other: 2 } as const;

/** A name by its place; without a node where masking has taken it out of the tree. */
type Name = { readonly offset: number; readonly node?: number };

/** UTF-16 code units of the longest name of a macro that is looked up. */
const maxMacroName = 200;

const callTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["call", "decorator"]);

/** Kinds that are not types, and need no signature: what is in them says more. */
const scopeKinds: ReadonlySet<string> = new Set(["namespace", "namespace_alias", "module"]);

const typeKinds = wordSet("class struct union enum alias concept interface type_parameter");

/**
 * Finds the symbols that declarations of a file name inside of their ranges. Only what is known counts: names that may be
 * another's are left out, and so are namespaces, files, and parameters of others.
 *
 * @param holders all declarations of one symbol in the file
 * @param own where that symbol is declared
 */
export function symbolsUsedIn(file: ResolvedFile, holders: readonly Declaration[], own: readonly Place[]): UsedSymbols {
  return new UseSearch(file, holders, own).run();
}

class UseSearch {
  readonly #file: ResolvedFile;
  readonly #holders: readonly Declaration[];
  readonly #places: ReferencePlaces;
  readonly #ranks = new Map<Declaration, number>();
  readonly #imports = new Set<Declaration>();
  /** Place of a declaration → what stands for its symbol; undefined for what is not used. */
  readonly #symbols = new Map<string, Declaration | undefined>();

  constructor(file: ResolvedFile, holders: readonly Declaration[], own: readonly Place[]) {
    this.#file = inWholeNames(file);
    this.#holders = holders;
    this.#places = new ReferencePlaces(file, file.file.language, file.referenceTags);
    for (const place of own) this.#symbols.set(keyOfPlace(place), undefined);
  }

  run(): UsedSymbols {
    let count = 0;
    for (const holder of this.#holders) {
      for (const name of this.#namesIn(holder)) {
        if (count++ >= maxNames) break;
        this.#addName(name, name.offset < holder.headEnd);
      }
    }
    const ranked = [...this.#ranks].sort(([, a], [, b]) => a - b);
    const symbols = ranked.map(([declaration]) => declaration);
    return {
      symbols,
      imports: [...this.#imports, ...this.#includesOf(symbols)],
      isPartial: count > maxNames,
    };
  }

  /** The names in a declaration, in source order. */
  #namesIn({ start, end }: Declaration): readonly Name[] {
    const { tree, text, indexing } = this.#file;
    const names = Array.from(this.#places.namesIn(start, end), (node): Name => ({ offset: tree.start(node), node }));
    const { wordsOfCode } = indexing;
    if (wordsOfCode === undefined) return names;
    const inTree = new Set(names.map(({ offset }) => offset));
    // A declaration begins after an attribute that masking has taken out.
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const words = wordsOfCode(text.slice(lineStart, end));
    const outside = Array.from(words, (offset): Name => ({ offset: lineStart + offset }));
    const macros = outside.filter(({ offset }) => !inTree.has(offset) && this.#isMacro(offset));
    return [...names, ...macros].sort((a, b) => a.offset - b.offset);
  }

  /** True for a word that some file defines as a macro: of what masking takes out of the tree, only macros are surely known. */
  #isMacro(offset: number): boolean {
    const word = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u.exec(this.#file.text.slice(offset, offset + maxMacroName))?.[0];
    return word !== undefined && this.#file.index.named(word).some(({ kind }) => kind === "macro");
  }

  /**
   * The includes that bring in symbols: includes of the files that declare them, or else the first that leads to one.
   */
  #includesOf(symbols: readonly Declaration[]): readonly Declaration[] {
    const { file, index, resolver } = this.#file;
    const includes = file.declarations
      .filter(({ kind }) => kind === "include")
      .map((include) => ({ include, included: includedFiles(include, file, index) }));
    if (includes.length === 0) return [];
    const closures = includesOf(index);
    const needed = new Set<Declaration>();
    const holders = symbols.map((symbol) => new Set([symbol, ...resolver.symbolOf(symbol)].map((one) => one.file)));
    for (const files of holders) {
      if (files.has(file)) continue;
      const isDirect = (included: readonly IndexedFile[]) => included.some((one) => files.has(one));
      const leadsTo = ([first]: readonly IndexedFile[]) =>
        first !== undefined && [...files].some((one) => closures.closureOf(first).has(one));
      const bringing =
        includes.find(({ included }) => isDirect(included)) ?? includes.find(({ included }) => leadsTo(included));
      if (bringing !== undefined) needed.add(bringing.include);
    }
    return [...needed];
  }

  #addName(name: Name, isInHead: boolean): void {
    const { file, resolver } = this.#file;
    const resolution = resolver.resolve(this.#file, name.offset);
    const { targets, via = [] } = resolution;
    for (const alias of via) {
      if (bringsNames(alias) && alias.file.path === file.path) this.#imports.add(alias);
    }
    if (certaintyOf(resolution) === undefined) return;
    const [target] = targets;
    if (name.node === undefined && target?.kind !== "macro") return;
    const named = [...via.filter((alias) => !bringsNames(alias)), ...(target === undefined ? [] : [target])];
    for (const declaration of named) {
      const symbol = this.#symbolOf(declaration);
      if (symbol === undefined) continue;
      const rank = this.#rankOf(symbol, name, isInHead);
      this.#ranks.set(symbol, Math.min(rank, this.#ranks.get(symbol) ?? rank));
    }
  }

  #rankOf({ kind, most }: Declaration, { node }: Name, isInHead: boolean): number {
    if (isInHead && typeKinds.has(kind)) return ranks.head;
    const isCall = node === undefined ? most !== 0 : callTypes.has(this.#places.typeOf(node));
    return isCall ? ranks.call : ranks.other;
  }

  /** The declaration that stands for a symbol; undefined for the symbol itself, and for what is inside of it or needs none. */
  #symbolOf(declaration: Declaration): Declaration | undefined {
    const key = keyOfPlace(placeOf(declaration));
    if (this.#symbols.has(key)) return this.#symbols.get(key);
    const symbol = isShown(declaration) ? this.#definitionOf(declaration) : undefined;
    this.#symbols.set(key, symbol);
    return symbol;
  }

  #definitionOf(declaration: Declaration): Declaration | undefined {
    const declarations = this.#file.resolver.symbolOf(declaration);
    if ([declaration, ...declarations].some((found) => this.#isInside(found))) return undefined;
    const [definition = declaration] = declarations;
    const key = keyOfPlace(placeOf(definition));
    // Another declaration of the symbol may have been named before.
    if (!this.#symbols.has(key)) this.#symbols.set(key, definition);
    return this.#symbols.get(key);
  }

  #isInside({ file, start, end }: Declaration): boolean {
    if (file.path !== this.#file.file.path) return false;
    return this.#holders.some((holder) => start >= holder.start && end <= holder.end);
  }
}

/** True for what has a signature that says more than its name. */
function isShown(declaration: Declaration): boolean {
  return !standsForFile(declaration) && !isInner(declaration) && !scopeKinds.has(declaration.kind);
}
