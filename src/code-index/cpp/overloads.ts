/**
 * The overload set of a name of C++: its functions by number of arguments and hash of parameters. Input: the
 * declarations of the name; output: the functions that take some arguments.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isForward } from "../symbol-kind.ts";
import { classKinds, hasUnknownParameters, isSpecialization, isSpecializedFunction } from "./containers.ts";

/** Declarations of one name from which on what was found out about them is kept with their list: uses share it. */
export const manyDeclarations = 64;

const keptSets = new WeakMap<readonly Declaration[], OverloadSet>();

/** The facts about declarations of one name, between which a use chooses. */
export function overloadsOf(declarations: readonly Declaration[]): OverloadSet {
  if (declarations.length < manyDeclarations) return new OverloadSet(declarations);
  return getOrInsert(keptSets, declarations, () => new OverloadSet(declarations));
}

class OverloadSet {
  readonly #declarations: readonly Declaration[];
  #functions: readonly Declaration[] | undefined;
  #others: readonly Declaration[] | undefined;
  #usings: readonly Declaration[] | undefined;
  #isOneSymbol: boolean | undefined;
  #hasSpecialization: boolean | undefined;
  #hasSpecializedFunction: boolean | undefined;
  #isCopied: boolean | undefined;
  readonly #takers = new Map<number | undefined, readonly Declaration[]>();
  /** The most arguments → hash of parameters → functions. */
  #byParameters: ReadonlyMap<number, ReadonlyMap<number, readonly Declaration[]>> | undefined;

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = declarations;
  }

  get functions(): readonly Declaration[] {
    this.#functions ??= this.#all(isFunction);
    return this.#functions;
  }

  get others(): readonly Declaration[] {
    this.#others ??= this.#all((one) => !isFunction(one));
    return this.#others;
  }

  /** Using-declarations: others stand for them. */
  get usings(): readonly Declaration[] {
    this.#usings ??= this.#all(({ kind }) => kind === "using");
    return this.#usings;
  }

  /** True when they are all of one function, or of something that has no overloads. */
  get isOneSymbol(): boolean {
    const [first] = this.#declarations;
    this.#isOneSymbol ??= this.#declarations.every(
      (one) =>
        isFunction(one) === (first?.kind === "function") && (!isFunction(one) || one.parameters === first?.parameters),
    );
    return this.#isOneSymbol;
  }

  get hasSpecializedFunction(): boolean {
    this.#hasSpecializedFunction ??= this.#declarations.some(isSpecializedFunction);
    return this.#hasSpecializedFunction;
  }

  get hasSpecialization(): boolean {
    this.#hasSpecialization ??= this.#declarations.some(isSpecialization);
    return this.#hasSpecialization;
  }

  /** True for a class or an alias that several files define: an include may lead to any of the copies of a library. */
  get isCopied(): boolean {
    this.#isCopied ??= filesOfType(this.#declarations).size > 1;
    return this.#isCopied;
  }

  /**
   * The functions that take a number of arguments; all declarations when none does. One that a macro declares is left out if
   * another one takes them: as a rule it is the same function.
   */
  takers(argumentCount: number | undefined): readonly Declaration[] {
    return getOrInsert(this.#takers, argumentCount, () => {
      const found = argumentCount === undefined ? this.#declarations : this.#all((one) => takes(one, argumentCount));
      if (found.length === 0) return this.#declarations;
      const written = found.some(hasUnknownParameters) ? found.filter((one) => !hasUnknownParameters(one)) : found;
      return written.some(isFunction) ? written : found;
    });
  }

  /**
   * The functions with certain parameters.
   *
   * @param hashesFor the hashes of the parameters by how many arguments a function takes at most
   */
  withParameters(hashesFor: (most: number) => ReadonlySet<number>): readonly Declaration[] {
    this.#byParameters ??= new Map(
      Array.from(
        groupBy(this.#declarations, ({ most }) => most),
        ([most, group]) => [most, groupBy(group, ({ parameters }) => parameters)],
      ),
    );
    const found = Array.from(this.#byParameters, ([most, byHash]) => {
      return [...hashesFor(most)].flatMap((hash) => byHash.get(hash) ?? []);
    }).flat();
    if (found.length < 2) return found;
    const wanted = new Set(found);
    return this.#all((one) => wanted.has(one));
  }

  /** Those for which something is true; the list itself where that is all of them. */
  #all(isTrue: (declaration: Declaration) => boolean): readonly Declaration[] {
    const found = this.#declarations.filter(isTrue);
    return found.length === this.#declarations.length ? this.#declarations : found;
  }
}

function filesOfType(declarations: readonly Declaration[]): ReadonlySet<IndexedFile> {
  const isType = ({ kind }: Declaration) => classKinds.has(kind) || kind === "alias";
  const isDefined = (one: Declaration) => isType(one) && !isForward(one) && !isSpecialization(one);
  return new Set(declarations.filter(isDefined).map(({ file }) => file));
}

export function isFunction({ kind }: Declaration): boolean {
  return kind === "function";
}

/** True when a function can be called with a number of arguments. */
export function takes({ kind, least, most }: Declaration, argumentCount: number): boolean {
  return kind === "function" && least <= argumentCount && (most < 0 || argumentCount <= most);
}

/** True for a function that is not a member of a class; a friend is none. */
export function isFree({ kind, parent, qualifier, flags }: Declaration): boolean {
  const isMember = qualifier !== "" || (parent !== undefined && classKinds.has(parent.kind));
  return kind === "function" && (!isMember || (flags & DeclarationFlag.friend) !== 0);
}
