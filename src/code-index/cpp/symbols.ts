import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { type Containers, classKinds, isTemplateParameter } from "./containers.ts";
import type { Includes } from "./includes.ts";

const { declared, internal } = DeclarationFlag;

/** Which declarations and definitions are of one symbol. */
export class Symbols {
  readonly #containers: Containers;
  readonly #includes: Includes;
  readonly #macrosNamed: (name: string) => readonly Declaration[];

  constructor(containers: Containers, includes: Includes, macrosNamed: (name: string) => readonly Declaration[]) {
    this.#containers = containers;
    this.#includes = includes;
    this.#macrosNamed = macrosNamed;
  }

  /** All declarations and definitions of the symbol that a declaration is one of: definitions first. */
  symbolOf(declaration: Declaration): readonly Declaration[] {
    const { kind, name, file, scopeEnd } = declaration;
    if (scopeEnd > 0 || isTemplateParameter(declaration)) return [declaration];
    if (kind === "using" || kind === "using_namespace" || kind === "include" || kind === "namespace_alias")
      return [declaration];
    if (kind === "macro") return this.#related(declaration, this.#macrosNamed(name));
    const members = this.#containers.members(this.#containers.containerOf(declaration), name);
    const related = this.#related(
      declaration,
      members.filter((one) => isAlike(declaration, one)),
    );
    if (kind === "namespace") return related.filter((one) => one.file === file);
    if (kind !== "function") return related;
    const same = related.filter(({ parameters }) => parameters === declaration.parameters);
    return same.length > 1 ? same : withPartner(declaration, related);
  }

  /** Those of which one file sees the other: copies of a code base are apart. */
  #related(declaration: Declaration, others: readonly Declaration[]): readonly Declaration[] {
    const seen = others.filter((other) => other === declaration || this.#areRelated(declaration, other));
    const linked = new Set(seen);
    // A definition is related to a second definition through the header that both see.
    if (declaration.kind !== "macro") {
      for (const one of seen) {
        for (const other of others) if (!linked.has(other) && this.#areRelated(one, other)) linked.add(other);
      }
    }
    return [...linked].sort((one, other) => rankOf(one) - rankOf(other));
  }

  #areRelated(one: Declaration, other: Declaration): boolean {
    if (one.file === other.file) return true;
    if (isInternal(one) || isInternal(other)) return false;
    return this.#sees(one.file, other.file) || this.#sees(other.file, one.file);
  }

  #sees(from: IndexedFile, other: IndexedFile): boolean {
    return this.#includes.closureOf(from).has(other);
  }
}

function isInternal(declaration: Declaration): boolean {
  if (/\.(h|hh|hpp|hxx|inc|inl|ipp)$/i.test(declaration.file.path)) return false;
  for (let around: Declaration | undefined = declaration; around !== undefined; around = around.parent) {
    if ((around.flags & internal) !== 0) return true;
  }
  return false;
}

/** Definitions come first. */
function rankOf({ flags }: Declaration): number {
  return (flags & declared) === 0 ? 0 : 1;
}

/** True for declarations that can be of one symbol. */
function isAlike(one: Declaration, other: Declaration): boolean {
  if (classKinds.has(one.kind)) return classKinds.has(other.kind) && one.parameters === other.parameters;
  if (isVariable(one)) return isVariable(other);
  return one.kind === other.kind;
}

function isVariable({ kind }: Declaration): boolean {
  return kind === "field" || kind === "variable";
}

/**
 * A function whose parameters no other declaration writes in the same way: with the only one on the other side, of
 * declarations and definitions, that takes as many arguments and has no partner of its own.
 */
function withPartner(declaration: Declaration, related: readonly Declaration[]): readonly Declaration[] {
  const isWithout = (one: Declaration) => (one.flags & declared) !== 0;
  const alone = related.filter(
    (one) =>
      one.most === declaration.most && !related.some((other) => other !== one && other.parameters === one.parameters),
  );
  const partners = alone.filter((one) => isWithout(one) !== isWithout(declaration));
  const rivals = alone.filter((one) => isWithout(one) === isWithout(declaration));
  const [partner] = partners;
  if (partners.length !== 1 || rivals.length !== 1 || partner === undefined) return [declaration];
  return [declaration, partner].sort((one, other) => rankOf(one) - rankOf(other));
}
