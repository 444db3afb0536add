/**
 * The parameters of constructors that a call may name together. Input: an opened file, renamed symbols and their kin; output: the kin
 * that one call without the name of a class, such as `cls(size=1)`, may mean as well as one of the symbols.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { BaseSearch } from "../base-search.ts";
import type { Code, ResolvedFile } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import type { Occurrence, ReferencedSymbol } from "../occurrences.ts";
import { declarationAt, isSamePlace, type Place, placeOf } from "../places.ts";
import { isClass } from "../symbol-kind.ts";
import { declarationsOf } from "../symbols-of.ts";

/** The kin that calls of a file may mean as well as one of the symbols. */
export class CalledKin {
  readonly #found = new Set<ReferencedSymbol>();
  readonly #file: ResolvedFile;
  readonly #symbols: ReadonlySet<ReferencedSymbol>;
  readonly #all: readonly ReferencedSymbol[];
  readonly #code: Code;
  readonly #bases: BaseSearch;
  readonly #owners = new Map<ReferencedSymbol, readonly Declaration[]>();

  /** @param all the symbols, with their kin after them */
  constructor(file: ResolvedFile, symbols: readonly ReferencedSymbol[], all: readonly ReferencedSymbol[], code: Code) {
    this.#file = file;
    this.#symbols = new Set(symbols);
    this.#all = all;
    this.#code = code;
    this.#bases = new BaseSearch(code);
  }

  get found(): readonly ReferencedSymbol[] {
    return [...this.#found];
  }

  /** Adds the kin that the call around a name may mean. */
  addFrom({ symbol, siblings = [] }: Occurrence, offset: number): void {
    if (this.#all.length === this.#symbols.size) return;
    const classes = (this.#file.resolver.openClassesAt?.(this.#file, offset) ?? []).flatMap((one) =>
      declarationsOf(this.#indexed(one), this.#code),
    );
    if (classes.length === 0) return;
    const meant = this.#all.filter((one, i) => i === symbol || siblings.includes(i) || this.#isOfAny(one, classes));
    if (!meant.some((one) => this.#symbols.has(one))) return;
    for (const one of meant) if (!this.#symbols.has(one)) this.#found.add(one);
  }

  /** True if the class with a symbol is one of some classes, or may derive from one; also for kin whose class is not known. */
  #isOfAny(one: ReferencedSymbol, classes: readonly Declaration[]): boolean {
    const owners = getOrInsert(this.#owners, one, () => this.#ownersOf(one));
    if (owners.length === 0) return !this.#symbols.has(one);
    return owners.some((owner) =>
      classes.some((base) => isSamePlace(placeOf(base), placeOf(owner)) || this.#bases.derives(owner, base) !== false),
    );
  }

  /** The classes whose constructors have a parameter. */
  #ownersOf({ places, forward }: ReferencedSymbol): readonly Declaration[] {
    return [...places, ...forward].flatMap((place) => {
      const owner = this.#declarationAt(place)?.parent?.parent;
      return owner !== undefined && isClass(owner) ? [owner] : [];
    });
  }

  #indexed(declaration: Declaration): Declaration {
    return this.#declarationAt(placeOf(declaration)) ?? declaration;
  }

  /** The declaration of the index at a place, or one that only the open file knows. */
  #declarationAt(place: Place): Declaration | undefined {
    const { file } = this.#file;
    const ofFile = place.path === file.path ? declarationAt(file, place) : undefined;
    return declarationAt(this.#code.index.fileAt(place.path), place) ?? ofFile;
  }
}
