/**
 * The references of symbols in one file (find references). Input: an opened file, and the symbols; output: the places
 * where it names or calls them, each with its kind of use and its confidence.
 */
import * as z from "zod";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import { BaseSearch } from "./base-search.ts";
import { ancestorsOf } from "./class-bases.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { includedFiles } from "./cpp/include-search.ts";
import { FoundSymbol } from "./found-symbols.ts";
import { MadeBy } from "./made-by.ts";
import type { UsedName } from "./names-outside-tree.ts";
import { declarationAt, keyOfPlace, Place, placeOf } from "./places.ts";
import type { ReferenceType } from "./reference-types.ts";
import { announcedRule, certaintyOf, guestRule, keywordRule, type OverloadSet, requestRule } from "./resolution.ts";
import { isBare, isClass, isDestructor, isFunction, isOperator, standsForFile } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";
import { inWholeNames, type NamedFile, type WrittenNames, writtenNamesOf } from "./written-names.ts";

/** A place in a file where the name of a symbol is written, outside of comments and strings. */
export type Occurrence = {
  readonly offset: number;
  readonly length: number;
  readonly type: ReferenceType;
  /** The index of the symbol among the symbols that are searched for. */
  readonly symbol: number;
  /** The indices of the other symbols that may be meant: overloads that the arguments do not tell apart. */
  readonly siblings?: readonly number[];
  /** `possible` where nothing but the name says that the symbol is meant. */
  readonly certainty: "exact" | "likely" | "possible";
  /** Members of other classes that it is a use of as well: `x.run()` with `x: A | B` is one of `A.run` and of `B.run`. */
  readonly alsoOf?: readonly Declaration[];
  /** The definitions of a macro in several files, if it is a use of one of them and not all are looked for. */
  readonly macros?: readonly Declaration[];
  /** For the name of a member that the symbol overrides: true if that member has no body and so never runs. */
  readonly ofBase?: "abstract" | "concrete";
  /** True for a parameter or a string by which a function gets the result of the symbol: a fixture of a test. */
  readonly isRequest?: boolean;
};

/** A symbol whose references are looked for. */
export const ReferencedSymbol = FoundSymbol.extend({
  /** The members of base classes that it overrides: a call of them may be one of it. */
  overridden: z.array(Place).readonly(),
  /** Some of `overridden`: only a base that is a guess leads to them, and a call of them is a possible one of it. */
  guessed: z.array(Place).readonly(),
  /** The classes that hold it when it may be overridden; none when it may not. */
  owners: z.array(Place).readonly(),
  /** The names that imports give it. */
  aliases: z.array(z.string()).readonly(),
  /** Of a constructor how its calls are written. */
  madeBy: MadeBy,
  /**
   * Set if the places are looked for that make objects: for the symbol a class, or one of its constructors; or for a destructor the
   * local variables that end.
   */
  made: z.enum(["class", "constructor", "destructor"]).optional(),
  /** The whole name of a symbol from outside of the code base, which has no places. */
  external: z.string().optional(),
});
export type ReferencedSymbol = Readonly<z.infer<typeof ReferencedSymbol>>;

function isMacro({ kind }: Declaration): boolean {
  return kind === "macro";
}

/** True for a member of a class. */
function isOfClass({ parent }: Declaration): boolean {
  return parent !== undefined && isClass(parent);
}

/** Receives uses of other symbols, which are not among the references of the symbols. */
export type TakeOthers = {
  /** A use of members that override a symbol. */
  readonly overriding: (use: Occurrence, members: readonly Declaration[]) => void;
  /** A use of the word of a symbol that is of a name from outside of the code base: `os.getenv`. */
  readonly outside: (use: Occurrence, external: string) => void;
};

/** The references of symbols in one file, in source order. Valid only as long as the file is. */
export function occurrencesIn(
  file: NamedFile,
  symbols: readonly ReferencedSymbol[],
  others?: TakeOthers,
): readonly Occurrence[] {
  return new OccurrenceSearch(inWholeNames(file), symbols, others).run();
}

class OccurrenceSearch {
  readonly #file: NamedFile;
  readonly #symbols: readonly ReferencedSymbol[];
  readonly #names: WrittenNames;
  /** Place → index of the symbol that is declared, or overridden, there. */
  readonly #declared: ReadonlyMap<string, number>;
  readonly #overridden: ReadonlyMap<string, number>;
  /** The places of the overridden members of these that only a guess leads to. */
  readonly #guessed: ReadonlySet<string>;
  readonly #bases: BaseSearch;
  readonly #others: TakeOthers | undefined;
  /** Member → the symbol that it overrides; "none" for none. */
  readonly #overrides = new Map<Declaration, number | "none">();

  constructor(file: NamedFile, symbols: readonly ReferencedSymbol[], others: TakeOthers | undefined) {
    this.#file = file;
    this.#symbols = symbols;
    this.#others = others;
    this.#names = writtenNamesOf(file);
    this.#declared = indexOf(symbols, ({ places, forward, constructors }) => [...places, ...forward, ...constructors]);
    this.#overridden = indexOf(symbols, ({ overridden }) => overridden);
    this.#guessed = new Set(symbols.flatMap(({ guessed }) => guessed.map(keyOfPlace)));
    this.#bases = new BaseSearch({ index: file.index, resolverOf: () => file.resolver });
  }

  run(): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (const word of this.#wordsToFind()) {
      for (const offset of offsetsOf(word, this.#file.text)) {
        const occurrence = this.#occurrenceAt(offset, word);
        if (occurrence !== undefined) found.push(occurrence);
      }
    }
    const known = new Set(found.map(({ offset }) => offset));
    const made = this.#madeObjects();
    const isMade = new Set(made.map(({ offset }) => offset));
    const unnamed = [...this.#unnamedCalls(), ...this.#ends()].filter(
      ({ offset }) => !known.has(offset) && !isMade.has(offset),
    );
    const named = found.filter(({ offset }) => !isMade.has(offset)).map((one) => this.#asMade(one));
    return [...named, ...made, ...unnamed, ...this.#includes()].sort((a, b) => a.offset - b.offset);
  }

  /** The places that make objects of classes that are looked for by them. */
  #madeObjects(): readonly Occurrence[] {
    const names = new Set(this.#symbols.flatMap(({ made, madeBy }) => (made === "class" ? madeBy.names : [])));
    if (names.size === 0) return [];
    const sites = this.#file.resolver.constructions?.(this.#file, { names, of: "classes" }) ?? [];
    return sites.flatMap(({ offset, length, declarations, confidence }): readonly Occurrence[] => {
      const symbol = firstOf(this.#declared, declarations);
      if (symbol === undefined) return [];
      return [{ offset, length, type: "construct", symbol, certainty: confidence === "exact" ? "exact" : "likely" }];
    });
  }

  /** The local variables whose end calls a destructor that is looked for. */
  #ends(): readonly Occurrence[] {
    const ended = this.#symbols.filter(({ made }) => made === "destructor");
    if (ended.length === 0) return [];
    const names = new Set(ended.flatMap(({ madeBy }) => madeBy.names));
    const sites = this.#file.resolver.constructions?.(this.#file, { names, of: "ends" }) ?? [];
    return sites.flatMap(({ offset, length, declarations }): readonly Occurrence[] => {
      const symbol = firstOf(this.#declared, declarations);
      return symbol === undefined ? [] : [{ offset, length, type: "destroy", symbol, certainty: "likely" }];
    });
  }

  /** A call of a class makes an object of it. */
  #asMade(occurrence: Occurrence): Occurrence {
    const isMade = occurrence.type === "call" && this.#symbols[occurrence.symbol]?.made === "class";
    return isMade ? { ...occurrence, type: "construct" } : occurrence;
  }

  /** The calls of constructors, destructors and operators that do not name them. */
  #unnamedCalls(): readonly Occurrence[] {
    const isOfPlaces = (way: ReferencedSymbol["made"]) => way === "class" || way === "destructor";
    const made = this.#symbols.filter(({ word, made: way }) => !isOperator(word) && !isOfPlaces(way));
    const names = new Set(made.flatMap(({ madeBy }) => madeBy.names));
    const { resolver } = this.#file;
    const takers = takersOf(made);
    const constructed =
      names.size === 0 ? [] : (resolver.constructions?.(this.#file, { names, takers, of: "constructors" }) ?? []);
    const isDeleted = this.#symbols.some(({ word }) => isDestructor({ name: word }));
    const deleted = isDeleted ? (resolver.constructions?.(this.#file, { of: "destructors" }) ?? []) : [];
    const operators = new Set(this.#symbols.flatMap(({ word }) => (isOperator(word) ? word : [])));
    const called = operators.size === 0 ? [] : (resolver.operatorCalls?.(this.#file, { names: operators }) ?? []);
    return [...constructed, ...deleted, ...called].flatMap(
      ({ offset, length, declarations, confidence }): readonly Occurrence[] => {
        const isMade = this.#symbols.some(({ made: way }) => way === "constructor");
        const occurrence = { offset, length, type: isMade ? ("construct" as const) : ("call" as const) };
        const all = allOf(this.#declared, declarations);
        const [symbol, ...siblings] = all ?? [];
        if (symbol === undefined) {
          const one = firstOf(this.#declared, declarations);
          return one === undefined ? [] : [{ ...occurrence, symbol: one, certainty: "possible" }];
        }
        return [{ ...occurrence, symbol, siblings, certainty: confidence === "exact" ? "exact" : "likely" }];
      },
    );
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

  /** The names of the symbols, and their names from imports: bar of `from m import foo as bar`. */
  #wordsToFind(): ReadonlySet<string> {
    const words = new Set(this.#symbols.flatMap(({ word, aliases }) => [word, ...aliases]));
    for (const { name, type } of importsOf(this.#file.file)) {
      if (words.has(type.slice(type.lastIndexOf(":") + 1))) words.add(name);
    }
    return words;
  }

  #occurrenceAt(offset: number, word: string): Occurrence | undefined {
    const name = this.#names.at(offset, word);
    if (name === undefined) return undefined;
    const occurrence = { offset, length: word.length };
    if ("declares" in name) return this.#declaration(name.declares, occurrence);
    const found = this.#symbolOf(name, word, offset);
    if (found === undefined) this.#tellOthers(name, word, occurrence);
    const isRequest = name.resolution.rule === requestRule;
    return found && { ...occurrence, type: name.type, ...found, ...(isRequest && { isRequest }) };
  }

  /** Hands on a use of another symbol that the answer counts. */
  #tellOthers(
    { where, type, resolution, isSure }: UsedName,
    word: string,
    place: Pick<Occurrence, "offset" | "length">,
  ): void {
    if (this.#others === undefined || where !== "tree") return;
    const { confidence, external, targets } = resolution;
    if (confidence === "external" && external !== undefined) {
      const symbol = this.#symbols.findIndex((one) => one.word === word);
      if (symbol >= 0 && lastPart(external) === word)
        this.#others.outside({ ...place, type, symbol, certainty: "exact" }, external);
      return;
    }
    if (!isSure) return;
    const overriding = targets.filter((target) => this.#overriddenBy(target) !== "none");
    const symbol = overriding[0] && this.#overriddenBy(overriding[0]);
    if (symbol === undefined || symbol === "none") return;
    this.#others.overriding({ ...place, type, symbol, certainty: "likely" }, overriding);
  }

  #overriddenBy(member: Declaration): number | "none" {
    return getOrInsert(this.#overrides, member, () => {
      const overridden = this.#symbolOverriddenBy(member);
      return overridden === undefined || overridden.isGuess ? "none" : overridden.symbol;
    });
  }

  /** The symbol that a name stands for, or may stand for. */
  #symbolOf(
    { where, type, resolution, isSure }: UsedName,
    word: string,
    offset: number,
  ): Omit<Occurrence, "length" | "offset" | "type"> | undefined {
    const { confidence, rule, targets, via = [] } = resolution;
    const certainty = certaintyOf(resolution);
    if (where !== "text" && resolution.overloads?.declarations.every(isMacro) === true)
      return this.#symbolOfMacros(resolution.overloads);
    if (where === "masked") {
      if (!isSure) return { symbol: this.#symbolOfWord(word), certainty: "possible" };
      const known = firstOf(this.#declared, targets.slice(0, 1));
      const isLikely = certainty === "likely" && targets[0]?.kind !== "macro";
      return known === undefined ? undefined : { symbol: known, certainty: isLikely ? "likely" : "exact" };
    }
    const symbol = firstOf(this.#declared, [...targets, ...via]);
    // A request for a symbol of a library means the one that the code base declares or extends.
    const isOfLibrary = rule === announcedRule || rule === guestRule;
    if (confidence === "external" || isOfLibrary) {
      const outside = this.#symbols.findIndex(
        ({ external }) => external !== undefined && external === resolution.external,
      );
      if (outside >= 0) return { symbol: outside, certainty: "exact" };
      return isOfLibrary && symbol !== undefined ? { symbol, certainty: "exact" } : undefined;
    }
    if (isSure) {
      if (symbol !== undefined) {
        const alsoOf = this.#othersOf([...targets, ...this.#throughDerived(where, targets, offset)]);
        const known = { symbol, certainty: certainty === "likely" ? certainty : ("exact" as const) };
        return alsoOf.length > 0 ? { ...known, alsoOf } : known;
      }
      if (where === "text") return undefined;
      const overridden = firstOf(this.#overridden, targets);
      if (overridden !== undefined && this.#mayBeOfBase(type, offset)) {
        const isGuess = targets.some((one) => this.#guessed.has(keyOfDeclaration(one)));
        return { symbol: overridden, certainty: isGuess ? "possible" : "likely", ofBase: kindOfBase(targets) };
      }
      const perhaps = firstOf(this.#declared, this.#throughDerived(where, targets, offset));
      return perhaps === undefined ? undefined : { symbol: perhaps, certainty: "possible" };
    }
    if (resolution.overloads !== undefined && where === "tree") {
      const mayBeOfBase = this.#mayBeOfBase(type, offset);
      const ofSet = this.#symbolsOfSet(resolution.overloads, mayBeOfBase);
      if (ofSet !== undefined || !this.#mayBeOneOf(resolution.overloads, mayBeOfBase)) return ofSet;
    }
    // The name that another file gives the symbol says nothing by itself, nor does a word that is not a name.
    const isMember = this.#isAfterObject(offset);
    const named = this.#symbols.findIndex(
      (one) =>
        one.word === word &&
        (rule !== keywordRule || this.#isKeyword(one)) &&
        !(isMember && this.#isOutsideClasses(one)),
    );
    const mayBeMeant = named >= 0 && (where === "tree" || confidence === "name");
    if (symbol === undefined && !mayBeMeant) return undefined;
    return { symbol: symbol ?? named, certainty: "possible" };
  }

  /** The members of other classes than the ones that are looked for, of a value that may have one of several types. */
  #othersOf(targets: readonly Declaration[]): readonly Declaration[] {
    if (!traitsOf(this.#file.file.language).hasUnions) return [];
    return targets.filter((one) => isOfClass(one) && firstOf(this.#declared, [one]) === undefined);
  }

  /** The members that the name of one means with values of derived classes. */
  #throughDerived(where: UsedName["where"], targets: readonly Declaration[], offset: number): readonly Declaration[] {
    const isMember = where === "tree" && targets.some(isOfClass);
    return isMember ? (this.#file.resolver.membersThroughDerived?.(this.#file, offset) ?? []) : [];
  }

  /** True for a name that is a member of the object before it, in a language whose objects have only members of classes. */
  #isAfterObject(offset: number): boolean {
    const { beforeMember } = traitsOf(this.#file.file.language);
    return beforeMember?.test(this.#file.text.slice(Math.max(offset - maxGap, 0), offset)) === true;
  }

  /** True for a function or a variable that is declared outside of classes. */
  #isOutsideClasses({ places, forward }: ReferencedSymbol): boolean {
    const { file, index } = this.#file;
    const declarations = [...places, ...forward].flatMap(
      (place) => declarationAt(place.path === file.path ? file : index.fileAt(place.path), place) ?? [],
    );
    const isFree = (one: Declaration) =>
      (one.kind === "function" || one.kind === "variable") && one.qualifier === "" && one.parent?.kind !== "function";
    return declarations.some(isFree) && !declarations.some(isOfClass);
  }

  /** True for a symbol that a keyword of a call may name: a parameter or a field. */
  #isKeyword({ places }: ReferencedSymbol): boolean {
    return places.some((place) => {
      const { file, index } = this.#file;
      const declaring = place.path === file.path ? file : index.fileAt(place.path);
      const kind = declarationAt(declaring, place)?.kind;
      // A parameter of a function in a function is known only in its own file.
      return kind === undefined || kind === "parameter" || kind === "field";
    });
  }

  /** True for a use of a member of a base that may run one which overrides it, if such a one is looked for. */
  #mayBeOfBase(type: ReferenceType, offset: number): boolean {
    if (this.#overridden.size === 0) return false;
    return (type === "call" || type === "address" || type === "read") && !namesItsClass(this.#file, offset);
  }

  /** The symbols that a set of overloads consists of; undefined if one of them is not looked for. */
  #symbolsOfSet(
    { declarations, confidence }: OverloadSet,
    mayBeOfBase: boolean,
  ): Pick<Occurrence, "symbol" | "siblings" | "certainty" | "ofBase"> | undefined {
    const own = allOf(this.#declared, declarations);
    const found = own ?? (mayBeOfBase ? allOf(this.#overridden, declarations) : undefined);
    const [symbol, ...siblings] = found ?? [];
    if (symbol === undefined) return undefined;
    return own === undefined
      ? { symbol, siblings, certainty: "likely", ofBase: kindOfBase(declarations) }
      : { symbol, siblings, certainty: confidence };
  }

  /** The definitions of a macro in several files that a use is one of: a file around the includes, or a condition, decides. */
  #symbolOfMacros(set: OverloadSet): Pick<Occurrence, "symbol" | "siblings" | "certainty" | "macros"> | undefined {
    const ofAll = this.#symbolsOfSet(set, false);
    const symbol = firstOf(this.#declared, set.declarations);
    if (ofAll !== undefined || symbol === undefined) return ofAll;
    return { symbol, certainty: "possible", macros: set.declarations };
  }

  /** True if a symbol that is looked for is in a set of overloads, or overrides one of it. */
  #mayBeOneOf({ declarations }: OverloadSet, mayBeOfBase: boolean): boolean {
    if (firstOf(this.#declared, declarations) !== undefined) return true;
    return mayBeOfBase && firstOf(this.#overridden, declarations) !== undefined;
  }

  /** A declaration of a symbol, or one that overrides it; undefined for one of another symbol. */
  #declaration(declaration: Declaration, occurrence: Pick<Occurrence, "offset" | "length">): Occurrence | undefined {
    const symbol = firstOf(this.#declared, [declaration]);
    if (symbol !== undefined) {
      return { ...occurrence, type: isBare(declaration) ? "declaration" : "definition", symbol, certainty: "exact" };
    }
    const given = this.#file.resolver.givenBy?.(declaration);
    const asked = given && firstOf(this.#declared, [given]);
    if (asked !== undefined) {
      return { ...occurrence, type: "read", symbol: asked, certainty: "exact", isRequest: true };
    }
    const { resolver } = this.#file;
    const others = [
      ...(resolver.mayDeclare?.(declaration, this.#file) ?? []),
      ...(resolver.mayUse?.(declaration, this.#file) ?? []),
    ];
    const perhaps = firstOf(this.#declared, others);
    if (perhaps !== undefined) return { ...occurrence, type: "declaration", symbol: perhaps, certainty: "possible" };
    const overridden = this.#symbolOverriddenBy(declaration);
    return (
      overridden && {
        ...occurrence,
        type: "override",
        symbol: overridden.symbol,
        certainty: overridden.isGuess ? "possible" : "exact",
      }
    );
  }

  #symbolOverriddenBy(declaration: Declaration): { readonly symbol: number; readonly isGuess: boolean } | undefined {
    const { name } = declaration;
    if (!isFunction(declaration)) return undefined;
    const candidates = this.#symbols.filter(({ word, owners }) => word === name && owners.length > 0);
    if (candidates.length === 0) return undefined;
    const { index, resolver } = this.#file;
    // Of a definition out of its class, a declaration of it is in the class.
    const inClass = [declaration, ...resolver.symbolOf(declaration)];
    const owner = inClass.map(({ parent }) => parent).find((parent) => parent !== undefined && isClass(parent));
    if (owner === undefined) return undefined;
    const bases = new Map(ancestorsOf(owner, index, resolver).map((base) => [keyOfDeclaration(base), base]));
    const symbol = candidates.find(({ owners }) => owners.some((one) => bases.has(keyOfPlace(one))));
    if (symbol === undefined) return undefined;
    const held = symbol.owners.flatMap((one) => bases.get(keyOfPlace(one)) ?? []);
    const ways = held.map((base) => this.#bases.derives(owner, base));
    return { symbol: this.#symbols.indexOf(symbol), isGuess: ways.includes("guess") && !ways.includes(true) };
  }

  #symbolOfWord(word: string): number {
    return Math.max(
      this.#symbols.findIndex((symbol) => symbol.word === word),
      0,
    );
  }
}

const importsOfFiles = new WeakMap<IndexedFile, readonly Declaration[]>();

function importsOf(file: IndexedFile): readonly Declaration[] {
  return getOrInsert(importsOfFiles, file, () => file.declarations.filter(({ kind }) => kind === "import"));
}

/** UTF-16 code units before a name in which its qualifier is looked for. */
const maxQualifier = 200;

/**
 * True when a member is named together with its class, as in `A::f()`, and in `super().f()` and `A.f(self)` of Python: then the call
 * runs none that overrides it.
 */
export function namesItsClass(file: NamedFile, offset: number): boolean {
  const before = file.text.slice(Math.max(offset - maxQualifier, 0), offset);
  if (/(?:::|\bsuper\([^()]*\)\.)\s*$/.test(before)) return true;
  const [chain] = /(?:\w+\.)*\w+\s*\.\s*$/u.exec(before) ?? [];
  if (chain === undefined) return false;
  const start = offset - chain.length;
  // Of `self.Kind.make()` the object says which class it is.
  const names = Array.from(chain.matchAll(/\w+/gu), ({ index }) => start + index);
  const [first = start] = names;
  if (/\.\s*$/.test(file.text.slice(Math.max(first - maxGap, 0), first))) return false;
  const meaning = (at: number) => {
    const resolution = file.resolver.resolve(file, at);
    return certaintyOf(resolution) === undefined ? [] : resolution.targets;
  };
  const isFixed = names.length === 1 || !meaning(first).some(({ kind }) => heldKinds.has(kind));
  const classes = meaning(names.at(-1) ?? start);
  return isFixed && classes.length > 0 && classes.every(isClass);
}

/** UTF-16 code units between a name and what is before it. */
const maxGap = 20;

/** The kinds of what may hold objects of different classes. */
const heldKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  "parameter",
  "variable",
  "field",
  "property",
]);

function* offsetsOf(word: string, text: string): Generator<number> {
  if (isOperator(word)) {
    // `operator ==` has the name `operator==`.
    const signs = [...word.slice("operator".length)].map((sign) => sign.replace(/\W/, "\\$&"));
    const pattern = new RegExp(`\\boperator\\s*${signs.join("\\s*")}(?![-+*/%^&|~!=<>\\w])`, "g");
    for (const { index } of text.matchAll(pattern)) yield index;
    return;
  }
  const startsWithLetter = isLetter(word.charAt(0));
  const endsWithLetter = isLetter(word.charAt(word.length - 1));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (startsWithLetter && isLetter(text.charAt(at - 1))) continue;
    if (endsWithLetter && isLetter(text.charAt(at + word.length))) continue;
    yield at;
  }
}

/** `getenv` of `os.getenv`, `move` of `std::move`. */
function lastPart(external: string): string {
  return /[^.:]*$/.exec(external)?.[0] ?? external;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}\p{N}_$]/u.test(character);
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

/** The functions that may convert an argument to a symbol's class, and which of their parameters. */
function takersOf(symbols: readonly ReferencedSymbol[]): ReadonlyMap<string, ReadonlySet<number>> {
  const takers = symbols.flatMap(({ madeBy }) => madeBy.takers ?? []);
  return new Map(
    Array.from(
      groupBy(takers, ({ name }) => name),
      ([name, ofName]) => [name, new Set(ofName.flatMap(({ parameters }) => parameters))],
    ),
  );
}

/** Of a member of a base that is named: a pure virtual one never runs itself. */
function kindOfBase(declarations: readonly Declaration[]): NonNullable<Occurrence["ofBase"]> {
  const isPure = ({ flags, file }: Declaration) =>
    traitsOf(file.language).hasPureMethods && (flags & DeclarationFlag.abstract) !== 0;
  return declarations.some(isPure) ? "abstract" : "concrete";
}

function firstOf(indices: ReadonlyMap<string, number>, declarations: readonly Declaration[]): number | undefined {
  if (indices.size === 0) return undefined;
  for (const declaration of declarations) {
    const index = indices.get(keyOfDeclaration(declaration));
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The indices of the symbols that declarations are of, in rising order; undefined if one is of none. */
function allOf(
  indices: ReadonlyMap<string, number>,
  declarations: readonly Declaration[],
): readonly number[] | undefined {
  const found = new Set<number>();
  for (const declaration of declarations) {
    const index = indices.get(keyOfDeclaration(declaration));
    if (index === undefined) return undefined;
    found.add(index);
  }
  return [...found].sort((a, b) => a - b);
}

function keyOfDeclaration(declaration: Declaration): string {
  return standsForFile(declaration) ? keyOfFile(declaration.file.path) : keyOfPlace(placeOf(declaration));
}

function keyOfFile(path: string): string {
  return keyOfPlace({ path, line: 0, column: 0 });
}
