/**
 * The types whose members a type has: its bases, embedded types, implemented traits, or the type that it consists of. Input: the declaration
 * of a type; output: types, undefined for one that is not known.
 */
import type { Declaration } from "../code-index.ts";
import type { EvaluationSteps, KeptResults } from "./evaluation-steps.ts";
import { asValue, type TermPlace, type Type } from "./known-types.ts";
import type { LateMembers } from "./late-members.ts";
import { termIn, termsOfBases } from "./terms.ts";
import type { TypeLookup } from "./type-lookup.ts";
import { isCallable, isType } from "./wanted.ts";

export class TypeBases {
  readonly #types: TypeLookup;
  readonly #steps: EvaluationSteps;
  readonly #kept: KeptResults<readonly (Type | undefined)[]> = new Map();

  constructor(types: TypeLookup, steps: EvaluationSteps) {
    this.#types = types;
    this.#steps = steps;
  }

  /** The types whose members a type has, undefined for one that is not known: bases, embedded types, or what it consists of. */
  of(declaration: Declaration): readonly (Type | undefined)[] {
    return this.#steps.kept(this.#kept, declaration, () => this.#basesNow(declaration));
  }

  /** The type of an object as one of the class that its class extends. */
  baseOf(type: Type | undefined): Type | undefined {
    if (type?.kind === "unnamed") return type.base;
    const root = this.#types.rules.root;
    if (type?.kind !== "class" || root === undefined) return undefined;
    const bases = this.#types.basesOf(type.class);
    const base = bases.find((one) => one?.kind === "class" && one.class.kind !== "interface") ?? bases[0];
    return bases.length === 0 ? { kind: "external", name: root.name, isOpen: false } : asValue(base);
  }

  /** The declarations of a type: in some languages several are one symbol. */
  partsOf(declaration: Declaration): readonly Declaration[] {
    if (!this.#types.rules.merges) return [declaration];
    const all = this.#types.declarations.membersLike(declaration).filter(({ file }) => file === declaration.file);
    return all.length > 1
      ? all.filter((one) => one === declaration || isType(one) || one.kind === "namespace")
      : [declaration];
  }

  #basesNow(declaration: Declaration): readonly (Type | undefined)[] {
    const { type, file, start } = declaration;
    if (this.#types.late !== undefined) return this.#traitsOf(declaration, this.#types.late);
    if (type === "" || isCallable(declaration)) return [];
    const place: TermPlace = { file, open: undefined, offset: start, declaration };
    if (!type.startsWith("=")) return termsOfBases(type).map((term) => this.#types.typeOf(term, place));
    const consistsOf = this.#types.typeOf(termIn(type.slice(1)), place);
    return consistsOf?.kind === "class" || consistsOf?.kind === "external" ? [consistsOf] : [];
  }

  /** The traits that a type is said to implement, or that a trait needs, and the type that it has the members of by one of them. */
  #traitsOf(declaration: Declaration, late: LateMembers): readonly (Type | undefined)[] {
    const { file, start, type } = declaration;
    const own = termsOfBases(type).map((term) =>
      this.#types.typeOf(term, { file, open: undefined, offset: start, declaration }),
    );
    const { target } = this.#types.rules.modules ?? {};
    const implemented = late.implementedBy(declaration).map((one) => {
      const place: TermPlace = { file: one.file, open: undefined, offset: one.at, declaration: one };
      const trait = this.#types.typeOf(termIn(one.type), place, { sort: "type" });
      if (trait?.kind !== "external" || target === undefined || !trait.name.endsWith(target.trait)) return trait;
      const [aliased] = late.membersOf(declaration, target.type);
      return aliased && asValue(this.#types.typeOfDeclaration(aliased));
    });
    return [...own, ...implemented];
  }
}
