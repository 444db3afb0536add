/**
 * The classes that classes derive from as their files see them (inheritance). Input: a class; output: its bases and theirs, the ones
 * that only a guess leads to, and the bases that the code base does not have.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { ancestorsOf } from "./class-bases.ts";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { Base } from "./resolution.ts";

/** The classes that a class derives from, and its bases that the code base does not have, or that are not known. */
export type ResolvedBases = {
  readonly classes: ReadonlySet<Declaration>;
  /** Some of `classes`: only a base that is a guess leads to them. See Base.isGuess. */
  readonly guesses: ReadonlySet<Declaration>;
  /** As they are written, or by their names outside of the code base. */
  readonly others: readonly OtherBase[];
};

type OtherBase = { readonly name: string; readonly isExternal: boolean };

/** The classes that classes derive from as their files see them, not only by the names in their heads. */
export class BaseSearch {
  readonly #code: Pick<Code, "index" | "resolverOf">;
  readonly #basesOf: (declaration: Declaration) => readonly Base[];
  readonly #known = new Map<Declaration, ResolvedBases>();

  /** @param basesOf the bases in the head of a class, also of one that the index does not have */
  constructor(
    code: Pick<Code, "index" | "resolverOf">,
    basesOf = (one: Declaration): readonly Base[] => code.resolverOf(one.file.language).basesOf?.(one) ?? [],
  ) {
    this.#code = code;
    this.#basesOf = basesOf;
  }

  /** The bases of a class, and theirs. */
  of(declaration: Declaration): ResolvedBases {
    return getOrInsert(this.#known, declaration, () => this.#find(declaration));
  }

  /**
   * True if a class derives from another one; `guess` if a base that may be another class leads to it, `maybe` if one of its bases,
   * which is not known, may be that.
   */
  derives(derived: Declaration, base: Declaration): boolean | "guess" | "maybe" {
    const { classes, guesses, others } = this.of(derived);
    if (classes.has(base)) return guesses.has(base) ? "guess" : true;
    return others.some(({ name, isExternal }) => !isExternal && name.includes(base.name)) && "maybe";
  }

  #find(declaration: Declaration): ResolvedBases {
    const resolver = this.#code.resolverOf(declaration.file.language);
    if (resolver.basesOf === undefined) {
      const classes = new Set(ancestorsOf(declaration, this.#code.index, resolver));
      return { classes, guesses: new Set(), others: [] };
    }
    const classes = new Set<Declaration>();
    const others = new Map<string, OtherBase>();
    const guessed: Declaration[] = [];
    const follow = (seen: Set<Declaration>, followsGuesses: boolean) => {
      // A set that grows is walked to its end.
      for (const one of seen) {
        for (const { declaration: base, external, written, isGuess } of this.#basesOf(one)) {
          if (base === undefined) {
            const name = external ?? written;
            if (!/^(?:builtins\.)?object$/.test(name)) others.set(name, { name, isExternal: external !== undefined });
            continue;
          }
          if (isGuess === true && !followsGuesses) {
            guessed.push(base);
            continue;
          }
          seen.add(base);
          for (const same of resolver.symbolOf(base)) classes.add(same);
          classes.add(base);
        }
      }
    };
    follow(new Set([declaration]), false);
    const sure = new Set(classes);
    for (const base of guessed) for (const one of [base, ...resolver.symbolOf(base)]) classes.add(one);
    follow(new Set(guessed), true);
    const guesses = new Set([...classes].filter((one) => !sure.has(one)));
    return { classes, guesses, others: [...others.values()] };
  }
}
