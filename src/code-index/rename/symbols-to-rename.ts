/**
 * The symbols that get a new name together: a function with what it overrides and what overrides it, a class with its constructors,
 * destructor and specializations. Input: the symbol that is asked for; output: all of them, and the reasons against it.
 */
import { numberText } from "../../base/counted.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import type { FoundSymbol } from "../found-symbols.ts";
import type { ReferencedSymbol } from "../occurrences.ts";
import { declarationsAt, keyOfPlace, type Place, placeOf } from "../places.ts";
import { containerNameOf, qualifiedNameOf } from "../qualified-name.ts";
import { referencedSymbol } from "../referenced-symbol.ts";
import { bringsNames, isClass, isConstructor, isDestructor, isFunction } from "../symbol-kind.ts";
import { declarationsOf, symbolOf } from "../symbols-of.ts";
import { traitsOf } from "../traits-of.ts";
import { NameFamilies } from "./name-families.ts";
import type { Refusal } from "./refusal.ts";
import { replacesMembers } from "./replacing-members.ts";

/** The symbols that are renamed together. */
export type RenamedSymbols = {
  /** Their words differ only in the `~` of a destructor. */
  readonly symbols: readonly ReferencedSymbol[];
  readonly refusals: readonly Refusal[];
  /** Classes from outside that a class with a renamed member derives from: they may call it by its name. */
  readonly outsideBases: readonly string[];
  /** Symbols that get the new name as well if a call may mean them and one of the symbols: see NameFamilies.kinOf. */
  readonly kin: readonly ReferencedSymbol[];
  /** Symbols that have to get the new name if a base is the class that a guess says: their places are listed, and not edited. */
  readonly perhaps: readonly ReferencedSymbol[];
  /** The classes that read a renamed member of their own object: see NameFamilies.readers. */
  readonly readers: readonly Place[];
  /** Methods with a renamed parameter in classes that derive from one outside, whose callers may name it: `Job.run of a.py:3`. */
  readonly openMethods: readonly Place[];
  /** Functions that get a renamed parameter among others that they do not name. */
  readonly takers: readonly string[];
  /** True if files were left out that may have classes in functions which replace a renamed member. */
  readonly isPartial: boolean;
};

/** Symbols that are renamed together at the most. */
const maxSymbols = 2_000;

/** Returns what gets the new name with symbols that share a name. */
export async function symbolsToRename(asked: readonly FoundSymbol[], code: Code): Promise<RenamedSymbols> {
  const search = new RenameSearch(code);
  for (const symbol of asked) search.add(symbol);
  return await search.run();
}

/** The class of a constructor or a destructor, which has its name; the symbol itself if it is another one. */
export function namedSymbolOf(symbol: FoundSymbol, code: Code): FoundSymbol {
  const [declaration] = declarationsAt(symbol.places, code);
  if (declaration === undefined || !(isConstructor(declaration) || isDestructor(declaration))) return symbol;
  const inClass = [declaration, ...declarationsOf(declaration, code)];
  const owner = inClass.map(({ parent }) => parent).find((parent) => parent !== undefined && isClass(parent));
  return owner === undefined ? symbol : symbolOf(declarationsOf(owner, code), code);
}

class RenameSearch {
  readonly #code: Code;
  /** By the place of its first declaration. */
  readonly #symbols = new Map<string, FoundSymbol>();
  readonly #seen = new Set<string>();
  readonly #perhaps = new Set<Declaration>();
  readonly #refusals: Refusal[] = [];
  readonly #outside = new Set<string>();
  readonly #families: NameFamilies;

  constructor(code: Code) {
    this.#code = code;
    this.#families = new NameFamilies(code);
  }

  add(symbol: FoundSymbol): void {
    const places = [...symbol.places, ...symbol.forward];
    const [first] = places;
    if (first === undefined || places.some((place) => this.#seen.has(keyOfPlace(place)))) return;
    for (const place of places) this.#seen.add(keyOfPlace(place));
    this.#symbols.set(keyOfPlace(first), symbol);
  }

  async run(): Promise<RenamedSymbols> {
    // A map that grows is walked to its end.
    for (const symbol of this.#symbols.values()) {
      for (const declaration of await this.#families.declarationsOf(symbol)) {
        const { sure, perhaps } = await this.#families.othersOf(declaration);
        for (const one of perhaps) this.#perhaps.add(one);
        const others = [...this.#namedWith(declaration), ...sure];
        for (const other of others) {
          this.add(symbolOf(declarationsOf(other, this.#code), this.#code));
          // Its symbol need not lead back to it.
          this.add(symbolOf([other], this.#code));
        }
      }
      if (this.#symbols.size > maxSymbols) break;
    }
    this.#lookOutside();
    const kin = await this.#kin();
    const isTooMuch = this.#symbols.size > maxSymbols;
    const [first] = this.#symbols.values();
    const tooMuch = isTooMuch ? (first?.places ?? []).slice(0, 1) : [];
    const reason = `more than ${numberText(maxSymbols)} symbols would get the new name`;
    return {
      symbols: [...this.#symbols.values()].map((symbol) => this.#referenced(symbol)),
      refusals: [...this.#refusals, ...this.#families.refusals, ...tooMuch.map((place) => ({ ...place, reason }))],
      kin: kin.map((symbol) => this.#referenced(symbol)),
      perhaps: this.#guessed().map((symbol) => this.#referenced(symbol)),
      readers: Array.from(this.#families.readers, placeOf),
      openMethods: this.#openMethods(),
      outsideBases: [...this.#outside].sort(),
      takers: [...this.#families.takers].sort(),
      isPartial: this.#families.isPartial,
    };
  }

  async #kin(): Promise<readonly FoundSymbol[]> {
    const found = new Map<string, FoundSymbol>();
    for (const declaration of this.#declarations()) {
      for (const other of await this.#families.kinOf(declaration)) {
        const key = keyOfPlace(placeOf(other));
        if (!this.#seen.has(key)) found.set(key, symbolOf([other], this.#code));
      }
    }
    return [...found.values()];
  }

  /** The symbols of the family that a guess leads to, and nothing else. */
  #guessed(): readonly FoundSymbol[] {
    return [...this.#perhaps].flatMap((one) => {
      const symbol = symbolOf(declarationsOf(one, this.#code), this.#code);
      const places = [...symbol.places, ...symbol.forward, placeOf(one)];
      return places.some((place) => this.#seen.has(keyOfPlace(place))) ? [] : [symbol];
    });
  }

  #declarations(): readonly Declaration[] {
    const places = [...this.#symbols.values()].flatMap((symbol) => symbol.places);
    return declarationsAt(places, this.#code);
  }

  /** The places of renamed parameters whose function may override one from outside. */
  #openMethods(): readonly Place[] {
    return this.#declarations()
      .filter(({ kind, parent, file }) => {
        const owner = parent?.parent;
        if (kind !== "parameter" || owner === undefined || !isClass(owner)) return false;
        if (!traitsOf(file.language).namesArguments || isConstructor(parent ?? owner)) return false;
        return this.#families.bases.of(owner).others.length > 0;
      })
      .map(placeOf);
  }

  #referenced(symbol: FoundSymbol): ReferencedSymbol {
    // Calls that do not write the name are not edited, and what is overridden is a symbol of its own.
    const without = { madeBy: { names: [], paths: [] }, made: undefined, overridden: [], guessed: [], owners: [] };
    return { ...referencedSymbol(symbol, this.#code), ...without };
  }

  /** Other declarations of a type, a variable or a function that have to keep the same name as one. */
  #namedWith(declaration: Declaration): readonly Declaration[] {
    const resolver = this.#code.resolverOf(declaration.file.language);
    const embedded = resolver.embeddedWith?.(declaration) ?? [];
    return embedded.length > 0 ? embedded : this.#likeNamed(declaration);
  }

  #likeNamed(declaration: Declaration): readonly Declaration[] {
    if (isFunction(declaration)) {
      const resolver = this.#code.resolverOf(declaration.file.language);
      return [...(resolver.specializationsWith?.(declaration) ?? []), ...(resolver.mayDeclare?.(declaration) ?? [])];
    }
    if (this.#code.resolverOf(declaration.file.language).mergesNames === true) return [];
    const isType = isTypeName(declaration);
    if (!isType && !isVariable(declaration)) return [];
    const { name } = declaration;
    const { index } = this.#code;
    const isLike = isType ? isTypeName : isVariable;
    const same = index.named(name).filter((one) => isLike(one) && isOfSameScope(one, declaration));
    const destructors = index.named(`~${name}`).filter((one) => this.#isDestructorOf(one, declaration));
    const inLocal = childrenOf(declaration).filter((one) => one.name === `~${name}`);
    return [...same, ...destructors, ...inLocal];
  }

  /** True for the destructor of a class, in it or outside. */
  #isDestructorOf(destructor: Declaration, declaration: Declaration): boolean {
    const separator = "::";
    const own = qualifiedNameOf(declaration, separator);
    return destructor.parent === declaration || containerNameOf(destructor, separator) === own;
  }

  /** Notes the bases that are not searched of classes with renamed members, and refuses to rename what overrides a member of one. */
  #lookOutside(): void {
    for (const symbol of this.#symbols.values()) {
      for (const member of declarationsAt(symbol.places, this.#code)) {
        const { parent } = member;
        const mayReplace = isFunction(member) || replacesMembers(member, this.#code);
        if (!mayReplace || parent === undefined || !isClass(parent)) continue;
        const outside = this.#families.bases.of(parent).others.map(({ name }) => name);
        if (outside.length === 0) continue;
        for (const name of outside) this.#outside.add(name);
        if (saysOverride(member, this.#code) && !this.#families.overridesAny(member)) {
          const reason = `overrides a member of ${outside.join(" or ")}, which is outside of the code base`;
          this.#refusals.push({ ...placeOf(member), reason });
        }
      }
    }
  }
}

/** True for a function that is written as one that overrides another. */
function saysOverride({ file, start, end, at }: Declaration, code: Pick<Code, "textOf">): boolean {
  const head = (code.textOf(file.path) ?? "").slice(Math.max(start, at), end);
  return /^[^{;]*\)[^{;]*\boverride\b/.test(head);
}

const typeKinds: ReadonlySet<Declaration["kind"]> = new Set(["alias", "enum"]);

/** True for a class, and for another name of one: `typedef struct Point {} Point;`. */
function isTypeName(declaration: Declaration): boolean {
  return isClass(declaration) || typeKinds.has(declaration.kind);
}

/** True for a variable, whose specializations have its name. */
function isVariable({ kind }: Declaration): boolean {
  return kind === "variable";
}

/** True for declarations of one name in one scope: of one file, or of a language whose files are linked. */
function isOfSameScope(one: Declaration, other: Declaration): boolean {
  if (one === other || bringsNames(one)) return false;
  if (one.file.language !== other.file.language || one.scopeEnd > 0 || other.scopeEnd > 0) return false;
  const separator = "::";
  if (containerNameOf(one, separator) !== containerNameOf(other, separator)) return false;
  const isInternal = ((one.flags | other.flags) & DeclarationFlag.internal) !== 0;
  const isSpecialized = one.parameters !== 0 || other.parameters !== 0;
  return one.file === other.file || (isSpecialized && !isInternal);
}
