import { getOrInsert } from "../../base/get-or-insert.ts";
import { ancestorsOf } from "../class-bases.ts";
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";

/** The classes that a class derives from, and its bases that the code base does not have, or that are not known. */
export type ResolvedBases = {
  readonly classes: ReadonlySet<Declaration>;
  /** As they are written, or by their names outside of the code base. */
  readonly others: readonly OtherBase[];
};

type OtherBase = { readonly name: string; readonly isExternal: boolean };

/** The classes that classes derive from as their files see them, not only by the names in their heads. */
export class BaseSearch {
  readonly #code: Pick<Code, "index" | "resolverOf">;
  readonly #known = new Map<Declaration, ResolvedBases>();

  constructor(code: Pick<Code, "index" | "resolverOf">) {
    this.#code = code;
  }

  /** The bases of a class, and theirs. */
  of(declaration: Declaration): ResolvedBases {
    return getOrInsert(this.#known, declaration, () => this.#find(declaration));
  }

  /** True if a class derives from another one; `maybe` if one of its bases, which is not known, may be that. */
  derives(derived: Declaration, base: Declaration): boolean | "maybe" {
    const { classes, others } = this.of(derived);
    if (classes.has(base)) return true;
    return others.some(({ name, isExternal }) => !isExternal && name.includes(base.name)) && "maybe";
  }

  #find(declaration: Declaration): ResolvedBases {
    const resolver = this.#code.resolverOf(declaration.file.language);
    if (resolver.basesOf === undefined) {
      return { classes: new Set(ancestorsOf(declaration, this.#code.index, resolver)), others: [] };
    }
    const classes = new Set<Declaration>();
    const others = new Map<string, OtherBase>();
    const seen = new Set([declaration]);
    // A set that grows is walked to its end.
    for (const one of seen) {
      for (const { declaration: base, external, written } of resolver.basesOf(one)) {
        if (base === undefined) {
          const name = external ?? written;
          if (!/^(?:builtins\.)?object$/.test(name)) others.set(name, { name, isExternal: external !== undefined });
          continue;
        }
        seen.add(base);
        for (const same of resolver.symbolOf(base)) classes.add(same);
        classes.add(base);
      }
    }
    return { classes, others: [...others.values()] };
  }
}
