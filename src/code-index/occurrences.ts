import * as z from "zod";
import { tokensOf } from "../syntax/cpp/tokens/lexer.ts";
import { isDirective, Kind } from "../syntax/cpp/tokens/token-list.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import { ancestorsOf } from "./class-bases.ts";
import type { ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { includedFiles } from "./cpp/include-search.ts";
import { FoundSymbol } from "./found-symbols.ts";
import { keyOfPlace, Place, placeOf } from "./places.ts";
import { ReferencePlaces, type ReferenceType } from "./reference-types.ts";
import { annotationTextRule } from "./resolution.ts";
import { bringsNames, isBare, isClass, isFunction, standsForFile } from "./symbol-kind.ts";

/** A place in a file where the name of a symbol is written, outside of comments and strings. */
export type Occurrence = {
  readonly offset: number;
  readonly length: number;
  readonly type: ReferenceType;
  /** The index of the symbol among those that are looked for. */
  readonly symbol: number;
  /** `possible` where nothing but the name says that the symbol is meant. */
  readonly certainty: "exact" | "likely" | "possible";
  /** True where a member is named that the symbol overrides. */
  readonly isOfBase?: boolean;
};

/** A symbol whose references are looked for. */
export const ReferencedSymbol = FoundSymbol.extend({
  /** The members of base classes that it overrides: a call of them may be one of it. */
  overridden: z.array(Place).readonly(),
  /** The classes that hold it when it may be overridden; none when it may not. */
  owners: z.array(Place).readonly(),
  /** The names that imports give it. */
  aliases: z.array(z.string()).readonly(),
});
export type ReferencedSymbol = Readonly<z.infer<typeof ReferencedSymbol>>;

/** What of a file its references are found by. */
type SearchedFile = Pick<ResolvedFile, "file" | "tree" | "text" | "index" | "resolver" | "referenceTags">;

/** The references of symbols in one file, in source order. Valid only as long as the file is. */
export function occurrencesIn(file: SearchedFile, symbols: readonly ReferencedSymbol[]): readonly Occurrence[] {
  return new OccurrenceSearch(file, symbols).run();
}

class OccurrenceSearch {
  readonly #file: SearchedFile;
  readonly #symbols: readonly ReferencedSymbol[];
  readonly #places: ReferencePlaces;
  /** Place → index of the symbol that is declared, or overridden, there. */
  readonly #declared: ReadonlyMap<string, number>;
  readonly #overridden: ReadonlyMap<string, number>;
  /** Offset of its name → declaration of the file. */
  readonly #ownDeclarations: ReadonlyMap<number, Declaration>;
  /** The offsets of words in the text as it stands, without those in comments and strings; made when it is needed. */
  #words: ReadonlySet<number> | undefined;

  constructor(file: SearchedFile, symbols: readonly ReferencedSymbol[]) {
    this.#file = file;
    this.#symbols = symbols;
    this.#places = new ReferencePlaces(file.tree, file.file.language, file.referenceTags);
    this.#declared = indexOf(symbols, ({ places, forward, constructors }) => [...places, ...forward, ...constructors]);
    this.#overridden = indexOf(symbols, ({ overridden }) => overridden);
    this.#ownDeclarations = new Map(file.file.declarations.map((declaration) => [declaration.at, declaration]));
  }

  run(): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (const word of this.#wordsToFind()) {
      for (const offset of offsetsOf(word, this.#file.text)) {
        const occurrence = this.#occurrenceAt(offset, word);
        if (occurrence !== undefined) found.push(occurrence);
      }
    }
    return [...found, ...this.#includes()].sort((a, b) => a.offset - b.offset);
  }

  /** The `#include`s of a file that is looked for. */
  #includes(): readonly Occurrence[] {
    if (!this.#symbols.some(({ isFile }) => isFile)) return [];
    const { file, index } = this.#file;
    return file.declarations.flatMap((declaration): Occurrence[] => {
      const { kind, name, at } = declaration;
      if (kind !== "include") return [];
      const paths = includedFiles(declaration, file, index).map(({ path }) => keyOfFile(path));
      const symbol = paths.map((key) => this.#declared.get(key)).find((known) => known !== undefined);
      if (symbol === undefined) return [];
      const certainty = paths.length === 1 ? "exact" : "possible";
      return [{ offset: at, length: name.length, type: "import", symbol, certainty }];
    });
  }

  /** The names of the symbols, and those that imports give them: bar of `from m import foo as bar`. */
  #wordsToFind(): ReadonlySet<string> {
    const words = new Set(this.#symbols.flatMap(({ word, aliases }) => [word, ...aliases]));
    for (const { kind, name, type } of this.#file.file.declarations) {
      if (kind === "import" && words.has(type.slice(type.lastIndexOf(":") + 1))) words.add(name);
    }
    return words;
  }

  #occurrenceAt(offset: number, word: string): Occurrence | undefined {
    const name = this.#places.nameAt(offset, offset + word.length);
    const occurrence = { offset, length: word.length };
    const declaration = this.#ownDeclarations.get(offset);
    // The name of a conversion operator, `operator int`, is no node of the tree.
    const isDeclared = declaration !== undefined && (name !== noNode || declaration.name === word);
    if (isDeclared && !bringsNames(declaration)) return this.#declaration(declaration, occurrence);
    if (name === noNode) return this.#outsideOfTree(offset, word);
    const type = this.#places.typeOf(name);
    const { confidence, targets, via = [] } = this.#file.resolver.resolve(this.#file, offset);
    if (confidence === "external") return undefined;
    const symbol = firstOf(this.#declared, [...targets, ...via]);
    if (confidence === "exact" || confidence === "likely") {
      if (symbol !== undefined) return { ...occurrence, type, symbol, certainty: confidence };
      const overridden = type === "call" || type === "read" ? firstOf(this.#overridden, targets) : undefined;
      if (overridden === undefined || namesItsClass(this.#file.text, offset)) return undefined;
      return { ...occurrence, type, symbol: overridden, certainty: "likely", isOfBase: true };
    }
    // The name that another file gives the symbol says nothing by itself.
    if (symbol === undefined && !this.#isOwnWord(word)) return undefined;
    return { ...occurrence, type, symbol: symbol ?? this.#symbolOfWord(word), certainty: "possible" };
  }

  #isOwnWord(word: string): boolean {
    return this.#symbols.some((symbol) => symbol.word === word);
  }

  /** A declaration of a symbol, or one that overrides it; undefined for one of another symbol. */
  #declaration(declaration: Declaration, occurrence: Pick<Occurrence, "offset" | "length">): Occurrence | undefined {
    const symbol = firstOf(this.#declared, [declaration]);
    if (symbol !== undefined) {
      return { ...occurrence, type: isBare(declaration) ? "declaration" : "definition", symbol, certainty: "exact" };
    }
    const overridden = this.#symbolOverriddenBy(declaration);
    return overridden === undefined
      ? undefined
      : { ...occurrence, type: "override", symbol: overridden, certainty: "exact" };
  }

  #symbolOverriddenBy(declaration: Declaration): number | undefined {
    const { name } = declaration;
    if (!isFunction(declaration)) return undefined;
    const candidates = this.#symbols.filter(({ word, owners }) => word === name && owners.length > 0);
    if (candidates.length === 0) return undefined;
    const { index, resolver } = this.#file;
    // Of a definition out of its class, a declaration of it is in the class.
    const inClass = [declaration, ...resolver.symbolOf(declaration)];
    const owner = inClass.map(({ parent }) => parent).find((parent) => parent !== undefined && isClass(parent));
    if (owner === undefined) return undefined;
    const bases = new Set(ancestorsOf(owner, index, resolver).map(keyOfDeclaration));
    const symbol = candidates.find(({ owners }) => owners.some((one) => bases.has(keyOfPlace(one))));
    return symbol && this.#symbols.indexOf(symbol);
  }

  /** A name that masking has taken out of the tree, such as an argument of a macro, or that a macro is replaced by. */
  #outsideOfTree(offset: number, word: string): Occurrence | undefined {
    const { text: whole, file } = this.#file;
    if (file.language !== "cpp") return this.#inText(offset, word);
    this.#words ??= new Set(wordsOfCode(whole));
    if (word.startsWith("~")) {
      // Where the tree has the name behind it, `~` is an operator.
      if (this.#places.nameAt(offset + 1, offset + word.length) !== noNode) return undefined;
      if (!this.#words.has(offset + 1)) return undefined;
    } else if (!this.#words.has(offset)) return undefined;
    const occurrence = { offset, length: word.length, type: "text" } as const;
    // Of what the tree does not show, only macros are surely known.
    const { targets: [target] = [] } = this.#file.resolver.resolve(this.#file, offset);
    if (target?.kind !== "macro") {
      return { ...occurrence, symbol: this.#symbolOfWord(word), certainty: "possible" };
    }
    const symbol = firstOf(this.#declared, [target]);
    return symbol === undefined ? undefined : { ...occurrence, symbol, certainty: "exact" };
  }

  /** A word of a string or a comment, where a rule says that it is a name. */
  #inText(offset: number, word: string): Occurrence | undefined {
    const { confidence, rule, targets, via = [] } = this.#file.resolver.resolve(this.#file, offset);
    if (confidence === "external" || confidence === "none") return undefined;
    const symbol = firstOf(this.#declared, [...targets, ...via]);
    if (symbol === undefined && (confidence !== "name" || !this.#isOwnWord(word))) return undefined;
    const isType = rule === annotationTextRule;
    const certainty = confidence === "exact" || (isType && confidence === "likely") ? confidence : "possible";
    const type = isType ? "type" : "text";
    return { offset, length: word.length, type, symbol: symbol ?? this.#symbolOfWord(word), certainty };
  }

  #symbolOfWord(word: string): number {
    return Math.max(
      this.#symbols.findIndex((symbol) => symbol.word === word),
      0,
    );
  }
}

/** UTF-16 code units in front of a name in which its qualifier is looked for. */
const maxQualifier = 200;

/** True when a member is called with the name of its class, `A::f()` or `super().f()`: then nothing overrides it. */
export function namesItsClass(text: string, offset: number): boolean {
  return /(?:::|\bsuper\([^()]*\)\.)\s*$/.test(text.slice(Math.max(offset - maxQualifier, 0), offset));
}

function* offsetsOf(word: string, text: string): Generator<number> {
  const startsWithLetter = isLetter(word.charAt(0));
  const endsWithLetter = isLetter(word.charAt(word.length - 1));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (startsWithLetter && isLetter(text.charAt(at - 1))) continue;
    if (endsWithLetter && isLetter(text.charAt(at + word.length))) continue;
    yield at;
  }
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}\p{N}_$]/u.test(character);
}

/** The offsets of words of C++ outside of comments and strings: also in what a macro is replaced by. */
export function* wordsOfCode(text: string): Generator<number> {
  const { count, kind, start, end } = tokensOf(text);
  const directives: (readonly [number, number])[] = [];
  for (let token = 0; token < count; token++) {
    const [of = Kind.end, from = 0, to = 0] = [kind[token], start[token], end[token]];
    if (of === Kind.word) yield from;
    else if (isDirective(of) && of !== Kind.include) directives.push([from, to]);
  }
  for (const [from, to] of directives) {
    const head = /^[#%:\s]*\w+/.exec(text.slice(from, to))?.[0].length ?? 0;
    for (const offset of wordsOfLine(text.slice(from + head, to))) yield from + head + offset;
  }
}

/** The offsets of words in a text without directives. */
function wordsOfLine(text: string): readonly number[] {
  const { count, kind, start } = tokensOf(text);
  const offsets: number[] = [];
  for (let token = 0; token < count; token++) if (kind[token] === Kind.word) offsets.push(start[token] ?? 0);
  return offsets;
}

function indexOf(
  symbols: readonly ReferencedSymbol[],
  placesOf: (symbol: ReferencedSymbol) => readonly Place[],
): ReadonlyMap<string, number> {
  const indices = new Map<string, number>();
  symbols.forEach((symbol, i) => {
    for (const place of placesOf(symbol)) {
      const key = symbol.isFile ? keyOfFile(place.path) : keyOfPlace(place);
      if (!indices.has(key)) indices.set(key, i);
    }
  });
  return indices;
}

function firstOf(indices: ReadonlyMap<string, number>, declarations: readonly Declaration[]): number | undefined {
  if (indices.size === 0) return undefined;
  for (const declaration of declarations) {
    const index = indices.get(keyOfDeclaration(declaration));
    if (index !== undefined) return index;
  }
  return undefined;
}

function keyOfDeclaration(declaration: Declaration): string {
  return standsForFile(declaration) ? keyOfFile(declaration.file.path) : keyOfPlace(placeOf(declaration));
}

function keyOfFile(path: string): string {
  return keyOfPlace({ path, line: 0, column: 0 });
}
